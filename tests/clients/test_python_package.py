"""The Python package as pip builds it from a clone."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.docs.printed import ROOT

PACKAGE = ROOT / "clients" / "python"


@pytest.mark.sampled(of="whole installations")
def test_the_wheel_has_all_modules_and_the_types_that_git_does_not_keep(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "openapi", tmp_path / "openapi")
    package = shutil.copytree(
        PACKAGE, tmp_path / "clients" / "python", ignore=shutil.ignore_patterns("schemas.py", "__pycache__")
    )
    shutil.copy(ROOT / ".gitignore", tmp_path)
    (tmp_path / ".git").mkdir()
    build = ("-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps", "--wheel-dir", str(tmp_path))

    done = subprocess.run([sys.executable, *build, str(package)], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    names = {name for name in ZipFile(wheel).namelist() if name.startswith("moirai_client/")}
    assert names == {"moirai_client/schemas.py"} | {
        f"moirai_client/{path.name}" for path in (PACKAGE / "moirai_client").iterdir() if path.is_file()
    }
