"""A running server for tests of the pages."""

from __future__ import annotations

from tests.server.sharing import module_world, own_world, pytest_itemcollected, server_settings, shared_world, world

__all__ = ["module_world", "own_world", "pytest_itemcollected", "server_settings", "shared_world", "world"]
