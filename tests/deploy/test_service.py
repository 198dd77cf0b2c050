"""The unit of systemd: systemd takes it, it gives the server time to drain, and lets it do little else."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from server.cli.serving import one_process
from server.runtime.settings import Settings, unknown_variables
from tests.deploy.prometheus import DEPLOY

UNIT: Final = DEPLOY / "moirai.service"

EXPOSURE: Final = 20
"""Of 100, by the rules of systemd: 20 is the best of its grades, and most services have 90."""


def test_systemd_takes_the_unit_and_finds_little_that_it_exposes(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("NO SYSTEMD: install systemd to check the unit")
    unit = tmp_path / UNIT.name
    text = UNIT.read_text(encoding="utf-8")
    unit.write_text(text.replace("/opt/moirai/bin/moirai", str(shutil.which("true"))), encoding="utf-8")

    verified = subprocess.run([program, "verify", "--man=no", unit], capture_output=True, text=True)
    secure = ("security", "--offline=true", f"--threshold={EXPOSURE}", "--no-pager")
    exposed = subprocess.run([program, *secure, unit], capture_output=True, text=True)

    assert (verified.returncode, verified.stderr) == (0, "")
    assert exposed.returncode == 0, exposed.stdout


def test_the_unit_sets_what_the_server_knows_and_starts_it() -> None:
    (command,) = _values("ExecStart")
    variables = dict(each.split("=", 1) for line in _values("Environment") for each in line.split())

    assert command.endswith("/moirai serve")
    assert unknown_variables(variables) == []
    assert Settings(**{name.removeprefix("MOIRAI_").lower(): value for name, value in variables.items()})  # type: ignore[arg-type]


def test_the_driver_of_postgresql_can_look_for_certificates_in_a_home() -> None:
    """It does so whether there are any or not, and gives up if it may not: `yes` hides homes, `tmpfs` empties them."""
    assert _values("ProtectHome") == ["tmpfs"]


def test_the_unit_waits_for_a_server_that_drains_and_ends_what_is_in_progress() -> None:
    (drains,) = re.findall(r"MOIRAI_DRAIN_SECONDS=(\d+)", UNIT.read_text(encoding="utf-8"))
    (stops,) = _values("TimeoutStopSec")

    assert int(stops) >= int(drains) + 2 * one_process._GRACE_SECONDS
    assert _values("KillMode") == ["mixed"]  # Otherwise workers are told twice.
    assert int(_values("LimitNOFILE")[0]) > Settings.model_fields["connections"].default


def _values(name: str) -> list[str]:
    """Return what the unit sets a directive to, each time."""
    return re.findall(rf"^{name}=(.*)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE)
