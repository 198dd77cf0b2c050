"""How callers say which languages they read."""

from __future__ import annotations

from typing import Annotated

from fastapi import Header, Query

from server.logs.aggregates.lines import MAX_TAG

AcceptLanguage = Annotated[
    str | None,
    Header(alias="Accept-Language", description="The languages that are read, by preference; English otherwise."),
]

SheetLanguage = Annotated[
    str,
    Query(
        min_length=1,
        max_length=MAX_TAG,
        description="The language of a sheet, as a tag; English if unknown. It decides what bots are called and the "
        "separators: a comma and decimal points, or for `de` a semicolon and decimal commas.",
    ),
]

AskedLines = Annotated[
    str | None,
    Query(
        max_length=MAX_TAG,
        description="A language tag, to be told in sentences what happened (`lines`); in English if the language is "
        "not available.",
    ),
]
