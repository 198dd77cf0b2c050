"""Writes the types of the API before the package is built."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Schemas(BuildHookInterface):  # type: ignore[type-arg]
    """Git does not keep them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write them."""
        runpy.run_path(str(Path(self.root) / "generate.py"))["generate"]()
