"""The parameters by which callers choose a language."""

from __future__ import annotations

from typing import Annotated

from fastapi import Header, Query

from server.logs.aggregates.lines import MAX_TAG

AcceptLanguage = Annotated[
    str | None,
    Header(alias="Accept-Language", description="The preferred languages; English if none of them is available."),
]

SheetLanguage = Annotated[
    str | None,
    Query(
        min_length=1,
        max_length=MAX_TAG,
        description="The language of a sheet, as a tag, by default that of `Accept-Language`; English if unknown. It "
        "decides headings, the names of bots, and the separators of CSV: a comma and decimal points, or for `de` a "
        "semicolon and decimal commas.",
    ),
]

AskedLines = Annotated[
    str | None,
    Query(
        max_length=MAX_TAG,
        description="A language tag, to get `lines`: what happened, in sentences for people; in English if the "
        "language is not available.",
    ),
]
