"""Builds the web client when a wheel is built, so that an installed package serves it without Node."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WebClient(BuildHookInterface):  # type: ignore[type-arg]
    """An editable installation serves what `make serve` or `clients/web/build.py` has built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client, and put it beside the route that serves it."""
        if version == "editable":
            return
        web = Path(self.root) / "clients" / "web"
        runpy.run_path(str(web / "build.py"))["build"]()
        build_data["force_include"][str(web / "dist")] = "server/api/routes/web_client"
