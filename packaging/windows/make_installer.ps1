# Makes the installer of what `packaging/build` built, installs it for this person, starts what was
# installed, removes it, and fails if anything is left.
$ErrorActionPreference = "Stop"
$PSNativeCommandUseErrorActionPreference = $true

$root = Resolve-Path "$PSScriptRoot\..\.."
$packages = "$root\build\packages"
$version = uv run --no-project "$PSScriptRoot\version_info.py" --number

$compiler = "${env:ProgramFiles(x86)}\Inno Setup 6\ISCC.exe"
if (-not (Test-Path $compiler)) { choco install innosetup --yes --no-progress }
& $compiler "/DAppVersion=$version" "/DDist=$root\build\dist\patchbay" `
    "/DIcon=$root\build\icons\patchbay.ico" "/O$packages" "$PSScriptRoot\patchbay.iss"

$installer = "$packages\patchbay-$version-x64-setup.exe"
$place = "$env:LOCALAPPDATA\Programs\Patchbay"
Start-Process -Wait $installer "/VERYSILENT", "/SUPPRESSMSGBOXES", "/CURRENTUSER", "/TASKS=openwith,links"
uv run --no-project python "$root\packaging\smoke" $place

Start-Process -Wait "$place\unins000.exe" "/VERYSILENT", "/SUPPRESSMSGBOXES"
foreach ($left in $place, "HKCU:\Software\Classes\patchbay", "HKCU:\Software\Classes\Patchbay.Config") {
    if (Test-Path $left) { throw "Left behind: $left" }
}
