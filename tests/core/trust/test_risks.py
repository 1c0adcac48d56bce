"""Risks: each known one is named and placed, and ordinary command lines have none."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from patchbay.core.config.model import Definition, Transport
from patchbay.core.trust.allow import Allowed
from patchbay.core.trust.plan import StartPlan, plan
from patchbay.core.trust.risks import Risk, risks

REAL = {
    "npx -y @modelcontextprotocol/server-filesystem@2025.8.21 /srv/data": (),
    "npx -y mcp-remote@0.1.2 https://mcp.example.com/sse --header X:1": (),
    "npx -y @scope/pkg@1.2.3-beta.1 --latest": (),
    "uvx mcp-server-git@2025.1.14 --repository /srv/repo": (),
    "uvx --from pkg==1.2 tool --index-url http://x": (),
    "uvx --python 3.12 --with httpx==0.28.1 tool==2.0": (),
    "docker run -i --rm mcp/postgres:1.2": (),
    "docker run -i -e TOKEN -p 8080:8080 registry.example.com:5000/a/b:2": (),
    "docker run -i x@sha256:0123 --privileged": (),
    "docker run -v data:/data -v /srv/app:/app:ro --network bridge --pid container:a x:1": (),
    "docker run --mount type=bind,src=/srv/a,dst=/a x:1": (),
    "docker run --mount type=tmpfs,dst=/ x:1": (),
    "docker run -v ./here:/there -w / x:1": (),
    "docker run --label -x --name a x:1": (),
    "docker run --mount type=volume,src=data,dst=/d x:1": (),
    "docker run --network=name=inner --security-opt no-new-privileges x:1": (),
    "docker run --cap-add=net_bind_service x:1": (),
    "docker -H unix:///var/run/docker.sock run x:1": (),
    "docker exec -i box server --privileged": (),
    "node server.js --privileged -v /:/": (),
    "bash server.sh -c": (),
}
RISKY = {
    "npx -y @scope/pkg": ("The package may change",),
    "npx -y pkg@latest": ("The package may change",),
    "npx -y pkg@^1.0.0": ("The package may change",),
    "npx -p a@1.0.0 -p b tool": ("The package may change",),
    "npx -c curl": ("npx runs a line of shell",),
    "npx --call=curl": ("npx runs a line of shell",),
    "npx -y github:user/repo": ("Code comes straight from a repository",),
    "npx -y user/repo": ("Code comes straight from a repository",),
    "npx -y git+http://h.example/r.git": ("Code comes from an unencrypted address",),
    "npx -y http://h.example/p.tgz": ("Code comes from an unencrypted address",),
    "npx -y https://h.example/p.tgz": ("Code comes from a web address",),
    "npx --registry http://h.example pkg@1.0.0": ("Packages come from an unencrypted address",),
    "npx -y @modelcontextprotocol/server-filesystem@2.0.0 /": ("The server sees the whole disk",),
    "npx ./build/server": ("Code comes from a path on this computer",),
    "npx /tmp/x": ("Code comes from a path on this computer",),
    "npx -y file:/tmp/x": ("Code comes from a path on this computer",),
    "uvx --from /tmp/x tool": ("Code comes from a path on this computer",),
    "npx --script-shell /tmp/sh pkg@1.0.0": ("npx is told to run or load something else",),
    "npx --node-options=--require=/tmp/x.js pkg@1.0.0": (
        "npx is told to run or load something else",
    ),
    "npx --userconfig /tmp/npmrc pkg@1.0.0": ("npx is told to run or load something else",),
    "uvx pkg": ("The package may change",),
    "uvx pkg@latest": ("The package may change",),
    "uvx pkg>=1.0": ("The package may change",),
    "uvx --from git+http://h.example/r tool": ("Code comes from an unencrypted address",),
    "uvx --from git+https://h.example/r tool": ("Code comes straight from a repository",),
    "uvx --index-url http://h.example/simple pkg==1.0": (
        "Packages come from an unencrypted address",
    ),
    "uvx --extra-index-url=http://h.example pkg==1.0": (
        "Packages come from an unencrypted address",
    ),
    "docker run -i mcp/postgres": ("The image may change",),
    "docker run -i mcp/postgres:latest": ("The image may change",),
    "docker run -i localhost:5000/img": ("The image may change",),
    "docker run --privileged x:1": ("Privileged container",),
    "docker run -v /:/host x:1": ("The container sees the whole disk",),
    "docker run -v/:/host:ro x:1": ("The container sees the whole disk",),
    "docker run --volume=/home:/h x:1": ("The container sees whole home or system folders",),
    "docker run -v ~:/h x:1": ("The container sees whole home or system folders",),
    "docker run -v C:\\:/c x:1": ("The container sees the whole disk",),
    "docker run --mount type=bind,source=/,target=/h x:1": ("The container sees the whole disk",),
    "docker run -v /var/run/docker.sock:/var/run/docker.sock x:1": (
        "The container controls docker",
    ),
    "docker run --network host x:1": ("The container shares the network of this computer",),
    "docker run --net=host x:1": ("The container shares the network of this computer",),
    "docker run --pid=host x:1": ("The container sees every process of this computer",),
    "docker run --cap-add SYS_ADMIN x:1": ("The container gets the right SYS_ADMIN",),
    "docker --context far run --privileged x:1": ("Privileged container",),
    "podman container run -itv /:/h x:1": ("The container sees the whole disk",),
    "docker run -v //:/h x:1": ("The container sees the whole disk",),
    'docker run --mount type=bind,"src=/",dst=/h x:1': ("The container sees the whole disk",),
    "docker run --mount type=volume,dst=/h,volume-opt=o=bind,volume-opt=device=/ x:1": (
        "The container sees the whole disk",
    ),
    "docker run -v /proc/1/root:/h x:1": ("The container sees whole home or system folders",),
    "docker run -v /var/run:/x x:1": ("The container controls docker",),
    "docker run -v /run/user/1000:/x x:1": ("The container controls docker",),
    "docker run -v /run/docker.sock/:/x x:1": ("The container controls docker",),
    "docker run --network=name=host x:1": ("The container shares the network of this computer",),
    "docker run --cap-add=cap_all x:1": ("The container gets the right CAP_ALL",),
    "docker run --cap-add CAP_SYS_ADMIN x:1": ("The container gets the right CAP_SYS_ADMIN",),
    "docker run --device /dev/sda x:1": ("The container reaches a device of this computer",),
    "docker run --security-opt seccomp=unconfined x:1": ("The container runs without a guard",),
    "docker run --security-opt=apparmor=unconfined x:1": ("The container runs without a guard",),
    "docker -H tcp://h.example:2375 run x:1": ("Another computer runs the container",),
    "docker --host=ssh://h.example exec box serve": ("Another computer runs the container",),
    "docker -Htcp://h.example run x:1": ("Another computer runs the container",),
    "docker create --privileged x:1": ("Privileged container",),
    "docker run --some-new-flag --privileged x:1": ("Privileged container",),
    "docker run --some-new-flag -v /:/h x:1": (
        "The container sees the whole disk",
        "The image may change",
    ),
    "bash -lc serve": ("A line of shell",),
}


def planned(line: str) -> StartPlan:
    command, *args = line.split(" ")
    definition = Definition("x", Path("/p/m.json"), Transport.STDIO, command, tuple(args))
    return plan(definition, Allowed(f"/usr/bin/{command}", command))


def titles(line: str) -> tuple[str, ...]:
    return tuple(risk.title for risk in risks(planned(line)))


@pytest.mark.parametrize("line", REAL)
def test_an_ordinary_command_line_has_no_risks(line: str) -> None:
    assert titles(line) == ()


@pytest.mark.parametrize(("line", "expected"), RISKY.items())
def test_a_risky_command_line_has_exactly_its_risks(line: str, expected: tuple[str, ...]) -> None:
    assert titles(line) == expected


def only_risk(line: str) -> tuple[Risk, list[str]]:
    made = planned(line)
    (risk,) = risks(made)
    return risk, [made.argv[at] for at in risk.indexes]


def test_a_risk_points_at_the_words_that_cause_it_past_what_patchbay_added() -> None:
    assert only_risk("docker run -i -v /:/host x:1")[1] == ["-v", "/:/host"]
    assert only_risk("docker run -i --net=host x:1")[1] == ["--net=host"]
    assert only_risk("docker run -i img:latest --x")[1] == ["img:latest"]
    assert only_risk("npx -y pkg@latest --x")[1] == ["pkg@latest"]
    assert only_risk("uvx --from git+http://h/r tool")[1] == ["git+http://h/r"]


@pytest.mark.parametrize("line", RISKY)
def test_every_risk_says_what_to_do(line: str) -> None:
    for risk in risks(planned(line)):
        assert risk.detail.endswith(".")
        assert risk.indexes


def test_a_link_to_the_whole_disk_is_the_whole_disk(tmp_path: Path) -> None:
    (tmp_path / "data").symlink_to("/")

    assert titles(f"docker run -v {tmp_path / 'data'}:/d x:1")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("NODE_OPTIONS", "NODE_OPTIONS changes what runs"),
        ("LD_PRELOAD", "LD_PRELOAD changes what runs"),
        ("DYLD_INSERT_LIBRARIES", "DYLD_INSERT_LIBRARIES changes what runs"),
        ("PYTHONPATH", "PYTHONPATH changes what runs"),
        ("PATH", "PATH changes what runs"),
        ("npm_config_script_shell", "npm_config_script_shell decides where code comes from"),
        ("UV_DEFAULT_INDEX", "UV_DEFAULT_INDEX decides where code comes from"),
        ("PIP_INDEX_URL", "PIP_INDEX_URL decides where code comes from"),
        ("DOCKER_HOST", "DOCKER_HOST decides where code comes from"),
    ],
)
def test_a_variable_that_changes_what_runs_is_a_risk_wherever_it_is_set(
    name: str, expected: str
) -> None:
    made = planned("npx pkg@1.0.0")
    for field in ("env", "env_file_values"):
        definition = replace(made.definition, **{field: {name: "/x", "API_KEY": "hunter22"}})
        (risk,) = risks(replace(made, definition=definition))
        assert risk.title == expected


def test_the_home_folder_is_known_by_its_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/data/people/alex")

    assert titles("docker run -v /data/people/alex/:/h x:1")
    assert titles("docker run -v /data/people:/h x:1")
    assert not titles("docker run -v /data/people/alex/project:/h x:1")


def test_what_is_part_of_patchbay_has_no_risks() -> None:
    made = planned("bash -c x")

    assert risks(made)
    assert risks(replace(made, definition=replace(made.definition, built_in=True))) == ()


@given(
    st.sampled_from(["docker", "npx", "uvx", "uv", "npm", "bash"]),
    st.lists(
        st.text(max_size=6)
        | st.sampled_from(
            ["run", "-v", "--mount", "-c", "--from", "-p", "--", "-", "tool", "exec", "-itv"]
        )
    ),
)
@example("npx", ["-c"])
def test_any_arguments_can_be_judged(command: str, args: list[str]) -> None:
    definition = Definition("x", Path("/p"), Transport.STDIO, command, tuple(args))
    made = plan(definition, Allowed(command, command), Path("/s"))

    for risk in risks(made):
        assert all(0 <= at < len(made.argv) for at in risk.indexes)
