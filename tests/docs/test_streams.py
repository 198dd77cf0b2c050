"""The page on streams documents every frame, fact and close code."""

from __future__ import annotations

import re
from typing import Final, get_args

from server.api.streams import frames
from server.api.streams.close_codes import CLOSINGS, STANDARD_CLOSINGS
from server.matches.facts import ServerFact
from tests.docs.printed import DOCS

PAGE: Final = (DOCS / "streams.md").read_text(encoding="utf-8")


def test_every_fact_of_the_server_is_named() -> None:
    facts = {content.__dataclass_fields__["type"].default for content in get_args(ServerFact)}

    assert facts - set(re.findall(r"`(\w+)`", PAGE)) == set()


def test_every_frame_is_named() -> None:
    models = [model for model in vars(frames).values() if "type" in getattr(model, "model_fields", {})]
    types = {get_args(model.model_fields["type"].annotation)[0] for model in models}

    assert types
    assert types - set(re.findall(r'\{"type": "(\w+)"', PAGE)) == set()


def test_a_client_is_told_what_to_do_about_every_close_code() -> None:
    client = PAGE.partition("## A correct client")[2].partition("\n## ")[0]
    codes = {closing.close_code for closing in (*CLOSINGS, *STANDARD_CLOSINGS)}

    assert [code for code in codes if str(int(code)) not in client] == []
