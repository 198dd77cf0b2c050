"""Ids, tokens, hashes and times in the examples of both documents look as those of a server."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

from server.api.documents.frame_examples import EXAMPLES
from tests.published import document

Json = Any

FORMATS: Final = {
    "id": "[0-9a-hjkmnp-tv-z]{26}",
    "token": r"(moirai_)?[0-9a-hjkmnp-tv-z]{26}\.[\w-]{43}",
    "hash": "[0-9a-f]{64}",
    "nonce": "[0-9a-f]{32}",
    "time": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z",
}
"""The format of values, by kind."""

_KINDS: Final = {
    "id": "match_id player_id invitation_id token_id next",
    "token": "token ticket",
    "hash": "receipt head seed_commitment hash previous entropy seed",
    "nonce": "nonce",
    "time": "at created_at expires_at accepted_at closes_at server_now",
}
"""The fields of each kind."""


@pytest.mark.parametrize("published", [document, lambda: EXAMPLES], ids=["calls", "frames"])
def test_ids_tokens_and_hashes_in_examples_have_the_servers_format(published: Callable[[], Json]) -> None:
    found = [value for example in _examples(published()) for value in _named(example)]

    wrong = [(name, value) for name, value in found if not re.fullmatch(FORMATS[_kind(name)], value)]

    assert {_kind(name) for name, _ in found} >= {"id", "time", "hash"}
    assert wrong == []


def _kind(name: str) -> str:
    return next((kind for kind, names in _KINDS.items() if name in names.split()), "")


def _examples(place: Json) -> Iterator[Json]:
    """Yield all examples of a document of calls; of frames, all that there is."""
    if place is EXAMPLES:
        yield from place.values()
    elif isinstance(place, dict):
        for name, value in place.items():
            if name == "example":
                yield {place["name"]: value} if "name" in place else value
            elif name == "examples" and isinstance(value, dict):
                yield from value.values()
            else:
                yield from _examples(value)
    elif isinstance(place, list):
        for item in place:
            yield from _examples(item)


def _named(place: Json) -> Iterator[tuple[str, str]]:
    """Yield the values of all fields whose format is known, with their names."""
    if isinstance(place, dict):
        for name, value in place.items():
            if _kind(name) and isinstance(value, str) and value != "me":  # the caller, in place of an id
                yield name, value
            yield from _named(value)
    elif isinstance(place, list):
        for item in place:
            yield from _named(item)
    elif isinstance(place, str) and place.startswith("{"):  # lines of a log
        for line in place.splitlines():
            yield from _named(json.loads(line))
