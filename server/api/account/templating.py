"""The templates of the pages, compiled when this is loaded: in a thread, before the first page is shown."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from server.access.scopes import SCOPES

TEMPLATES: Final = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)
TEMPLATES.globals["scopes"] = SCOPES

for _name in TEMPLATES.list_templates():
    TEMPLATES.get_template(_name)
