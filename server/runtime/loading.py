"""
Modules that most servers never need, such as those of passkeys: they are loaded when they are first used.

That may take as long as hundreds of calls, so it is done in a thread. `tests/cli/test_loading.py` lists what a server
must not load when it starts.
"""

from __future__ import annotations

import asyncio
from importlib import import_module
from types import ModuleType
from typing import Final

_LOADED: Final[dict[str, ModuleType]] = {}


async def load(name: str) -> ModuleType:
    """Return a module, which is imported in a thread if it is used for the first time; `import` is quick afterwards."""
    # Not by `sys.modules`, which also has modules that another thread is loading.
    if name not in _LOADED:
        _LOADED[name] = await asyncio.to_thread(import_module, name)
    return _LOADED[name]
