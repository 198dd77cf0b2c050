"""
The Dockerfile works: it copies every file that is needed, and its install, start and health commands succeed.

The commands run here unchanged, in a separate folder and environment, because a Docker engine may be missing.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import sys
import sysconfig
from pathlib import Path

import httpx
import pip
import pytest

from server.api.pages.library import verifier
from tests.serving import Overheard, run
from tests.waiting import PATIENCE_SECONDS

ROOT = Path(__file__).parents[2]


FOLDERS = ("/source", "/dist", "/needs", "/data")
"""Folders of the image that a test has elsewhere."""


def _instructions() -> list[tuple[str, str]]:
    text = re.sub(r"\\\n\s*", " ", (ROOT / "Dockerfile").read_text(encoding="utf-8"))
    lines = [line for line in text.splitlines() if line.strip() and line[0] != "#"]
    return [(line.split(" ", 1)[0], line.split(" ", 1)[1]) for line in lines]


def _script_of(page: str) -> str:
    """Return the address of the web client's script: the page without it has none."""
    (address,) = re.findall(r'src="(/assets/main-[^"]+\.js)"', page)
    return str(address)


def _commands(text: str) -> list[str]:
    command: list[str] = json.loads(text[text.index("[") :])
    return command


@pytest.mark.sampled(least=0, share=0)
async def test_the_image_installs_starts_and_is_healthy(tmp_path: Path) -> None:
    environment, data, work = tmp_path / "environment", tmp_path / "data", tmp_path / "source"
    for folder in FOLDERS:
        (tmp_path / folder[1:]).mkdir()
    # With a copy of this pip: to install and compile the one that Python brings takes long.
    made = ("-m", "venv", "--without-pip", str(environment))
    await run(sys.executable, *made, folder=tmp_path, environment=dict(os.environ))
    shutil.copytree(Path(pip.__file__).parent, _packages(environment) / "pip")
    # Python compiles what it imports; pip would compile everything. Pip takes 0 for yes where its option says no.
    variables = {**os.environ, "PATH": f"{environment}/bin:{os.environ['PATH']}", "PIP_NO_COMPILE": "0"}
    for name, rest in _instructions():
        here = _moved(rest, tmp_path)
        if name == "WORKDIR":
            work = Path(here)
        elif name == "COPY" and "--from" not in here:
            _copy(here.split(), work)
        elif name == "ENV":
            variables |= dict(pair.split("=", 1) for pair in here.split())
        elif name == "RUN" and "pip" in here:
            await run("sh", "-c", here, folder=work, environment=variables)
    for folder in FOLDERS[:-1]:  # The installed package must work without its sources.
        shutil.rmtree(tmp_path / folder[1:])
    variables |= {"MOIRAI_HOST": "127.0.0.1", "MOIRAI_PORT": "0", "http_proxy": "http://127.0.0.1:9"}

    start = _commands(dict(_instructions())["CMD"])
    server = Overheard(
        await asyncio.create_subprocess_exec(
            *start, cwd=data, env=variables, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
        )
    )
    try:
        await server.begin()
        port = server.url.rpartition(":")[2]
        health = _commands(dict(_instructions())["HEALTHCHECK"])
        await run(*health, folder=data, environment={**variables, "MOIRAI_PORT": port})
        async with httpx.AsyncClient(timeout=PATIENCE_SECONDS, verify=False) as http:
            documentation = await http.get(f"http://127.0.0.1:{port}/docs/quickstart")
            page = await http.get(f"http://127.0.0.1:{port}/")
            script = await http.get(f"http://127.0.0.1:{port}{_script_of(page.text)}")
            second_verifier = await http.get(f"http://127.0.0.1:{port}/docs/verify.mjs")
    finally:
        await server.end()

    assert server.process.returncode in (0, -signal.SIGTERM)
    assert (data / "moirai.db").exists()
    assert documentation.status_code == 200
    assert page.status_code == 200
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert second_verifier.text == verifier()


def test_the_image_runs_without_root_and_keeps_its_data_outside() -> None:
    instructions = dict(_instructions())

    assert instructions["USER"] == "moirai"
    assert instructions["VOLUME"] == "/data"
    assert "-slim" in instructions["FROM"]


def test_the_build_sees_exactly_what_is_copied() -> None:
    allowed = {line.removeprefix("!") for line in (ROOT / ".dockerignore").read_text().splitlines() if line[0] == "!"}
    copies = [rest.split() for key, rest in _instructions() if key == "COPY" and "--from" not in rest]
    copied = {name.removeprefix("./") for names in copies for name in names[:-1]}

    assert copied == allowed


def _packages(environment: Path) -> Path:
    return Path(sysconfig.get_path("purelib", "venv", {"base": str(environment)}))


def _moved(text: str, to: Path) -> str:
    """Move the folders of the image into this one."""
    return re.sub(rf"(?<![\w.])({'|'.join(FOLDERS)})\b", lambda folder: str(to / folder[1][1:]), text)


def _copy(names: list[str], to: Path) -> None:
    *sources, target = names
    for source in sources:
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, to / target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / source, to / target)
