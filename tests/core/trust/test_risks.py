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
    "npx ./build/server": (),
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
