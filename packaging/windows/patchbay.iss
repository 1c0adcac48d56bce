; Installer for one person, without administrator rights. From the repository's root, after the bundle:
;   iscc /DAppVersion=VERSION /DDist=..\..\build\dist\patchbay /DIcon=..\..\build\icons\patchbay.ico /Obuild\packages packaging\windows\patchbay.iss
; The version comes from pyproject.toml: `python packaging/windows/version_info.py --number` prints it.
#ifndef AppVersion
  #error Give the version: /DAppVersion=...
#endif
#ifndef Dist
  #define Dist "..\..\build\dist\patchbay"
#endif

#define Name "Patchbay"
#define Program "patchbay.exe"
#define Scheme "patchbay"
#define FileClass "Patchbay.Config"
#define UserModel "Patchbay"

[Setup]
; Never change the id: it is how a newer installer finds the older installation.
AppId={{5E0C1B0B-7C3E-4F59-9C57-2B8E1C64A0D7}
AppName={#Name}
AppVersion={#AppVersion}
AppPublisher=The Patchbay maintainers
DefaultDirName={autopf}\{#Name}
DisableProgramGroupPage=yes
DisableDirPage=auto
UsePreviousAppDir=yes
UsePreviousTasks=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=commandline
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
LicenseFile=..\..\LICENSE
OutputBaseFilename=patchbay-{#AppVersion}-x64-setup
#ifdef Icon
SetupIconFile={#Icon}
#endif
UninstallDisplayIcon={app}\{#Program}
UninstallDisplayName={#Name}
Compression=lzma2/max
SolidCompression=yes
WizardStyle=modern
ChangesAssociations=yes
; A running window is asked to close; it ends its servers on its way out.
CloseApplications=yes
RestartApplications=no
#ifdef SignTool
SignTool={#SignTool}
SignedUninstaller=yes
#endif

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked
Name: "openwith"; Description: "Offer {#Name} under ""Open with"" for JSON and YAML files"
Name: "links"; Description: "Open {#Scheme}: links with {#Name} (a link shows a preview and starts nothing)"

[InstallDelete]
; Modules of the older version must not stay where the newer one looks for its own.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Dist}\*"; DestDir: "{app}"; Flags: recursesubdirs createallsubdirs ignoreversion

[Icons]
Name: "{autoprograms}\{#Name}"; Filename: "{app}\{#Program}"; AppUserModelID: "{#UserModel}"
Name: "{autodesktop}\{#Name}"; Filename: "{app}\{#Program}"; AppUserModelID: "{#UserModel}"; Tasks: desktopicon

[Registry]
; Windows takes only what follows the last dot for the type of a file, so mcp.json and *.mcp.json are
; .json to it: Patchbay is offered beside the other programs and never becomes the default by itself.
Root: HKA; Subkey: "Software\Classes\{#FileClass}"; ValueType: string; ValueData: "MCP servers"; Flags: uninsdeletekey; Tasks: openwith
Root: HKA; Subkey: "Software\Classes\{#FileClass}\DefaultIcon"; ValueType: string; ValueData: "{app}\{#Program},0"; Tasks: openwith
Root: HKA; Subkey: "Software\Classes\{#FileClass}\shell\open\command"; ValueType: string; ValueData: """{app}\{#Program}"" ""%1"""; Tasks: openwith
Root: HKA; Subkey: "Software\Classes\.json\OpenWithProgids"; ValueType: string; ValueName: "{#FileClass}"; ValueData: ""; Flags: uninsdeletevalue uninsdeletekeyifempty; Tasks: openwith
Root: HKA; Subkey: "Software\Classes\.jsonc\OpenWithProgids"; ValueType: string; ValueName: "{#FileClass}"; ValueData: ""; Flags: uninsdeletevalue uninsdeletekeyifempty; Tasks: openwith
Root: HKA; Subkey: "Software\Classes\.yaml\OpenWithProgids"; ValueType: string; ValueName: "{#FileClass}"; ValueData: ""; Flags: uninsdeletevalue uninsdeletekeyifempty; Tasks: openwith
Root: HKA; Subkey: "Software\Classes\.yml\OpenWithProgids"; ValueType: string; ValueName: "{#FileClass}"; ValueData: ""; Flags: uninsdeletevalue uninsdeletekeyifempty; Tasks: openwith
Root: HKA; Subkey: "Software\Classes\Applications\{#Program}"; ValueType: string; ValueName: "FriendlyAppName"; ValueData: "{#Name}"; Flags: uninsdeletekey; Tasks: openwith
Root: HKA; Subkey: "Software\Classes\Applications\{#Program}\shell\open\command"; ValueType: string; ValueData: """{app}\{#Program}"" ""%1"""; Tasks: openwith
Root: HKA; Subkey: "Software\Classes\{#Scheme}"; ValueType: string; ValueData: "URL:{#Name}"; Flags: uninsdeletekey; Tasks: links
Root: HKA; Subkey: "Software\Classes\{#Scheme}"; ValueType: string; ValueName: "URL Protocol"; ValueData: ""; Tasks: links
Root: HKA; Subkey: "Software\Classes\{#Scheme}\shell\open\command"; ValueType: string; ValueData: """{app}\{#Program}"" ""%1"""; Tasks: links

[Run]
Filename: "{app}\{#Program}"; Description: "{cm:LaunchProgram,{#Name}}"; Flags: nowait postinstall skipifsilent
