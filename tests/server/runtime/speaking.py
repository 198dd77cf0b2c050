"""
Says everything in a language that has no Latin letters, and prints what has some: for `test_another_language.py`.

It runs in a copy of the sources, which have that language.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from types import SimpleNamespace
from typing import Any, Final, get_args

from engines.catalogue import GAMES
from engines.kit import Speaker
from server.access.scopes import SCOPES
from server.api.account import frame, templating
from server.api.account.texts import TEXTS, Texts
from server.matches import story
from server.notifications.calendars.agenda import Item, Topic, What
from server.notifications.calendars.writing import write
from server.notifications.delivery.messages import BODIES
from server.organising.series.story import SENTENCES as OF_SERIES
from server.organising.tournaments.story import SENTENCES as OF_TOURNAMENTS
from server.people.oauth.clients import Redirect
from server.people.oauth.metadata import metadata
from server.people.oauth.service import Asked, Mistake
from server.runtime.words import language_of, words_of

LANGUAGE, NAME = sys.argv[1:]

_AT: Final = "2027-01-01T00:00:00.000000Z"


class _Nobody(SimpleNamespace):
    """Who is not there, for templates that ask; the others show the name."""

    def __bool__(self) -> bool:
        return False


_ONE: Final = SimpleNamespace(
    id="1", name=NAME, issuer="1", client=NAME, browser="", scopes=frozenset(SCOPES), created_at=_AT, used_at=_AT,
    used_on=None, expires_at=None, copied_at=_AT, passkey_id="a", token_id="a", session_id="a",
)  # fmt: skip
_REDIRECT: Final = Redirect("web", NAME)
_VALUES: Final[dict[str, Any]] = {
    "form_token": "", "localhost": None, "providers": [NAME], "next_path": "/", "name": NAME, "address": "/",
    "ceremony": "", "player": _ONE, "passkeys": [_ONE], "accounts": [_ONE], "codes_left": 1,
    "tokens": [_ONE, _ONE], "token_days": (0, 30), "sessions": [_ONE, _ONE], "current": "b", "proven": False,
    "made": [], "token": "", "by_token": True, "sentence": NAME, "again": True, "kind": "web", "shown": NAME,
    "asked": Asked(NAME, frozenset(SCOPES), _REDIRECT), "path": "/", "user_code": "", "unknown": True,
    "allowed": True, "unclaimed": False, "by_link": False, "bridge": _ONE, "guest": _ONE, "code": "",
    "mistake": Mistake("", NAME, "/", _REDIRECT),
}  # fmt: skip
"""Values for all templates."""


class _Read(HTMLParser):
    """Collects what people read, or hear, in a page."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        spoken = ("aria-label", "data-cancelled", "data-missing", "data-copied", "data-warning")
        self.texts += [value or "" for name, value in attrs if name in spoken]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def _pages() -> Iterator[str]:
    texts = Texts(LANGUAGE)
    variations: list[dict[str, Any]] = [{}, {"localhost": "/", "passkeys": [], "tokens": []}]
    variations += [{"kind": "device"}, {"allowed": False}, {"codes_left": 0, "current": "a"}]
    variations += [{"unclaimed": True, "by_link": True, "bridge": _Nobody(id="1", name=NAME)}]
    for template in templating.TEMPLATES.list_templates():
        if template not in ("frame.html", "parts.html"):
            for changed in variations:
                page = _Read()
                page.feed(bytes(frame.page(template, texts, leaving=True, **{**_VALUES, **changed}).body).decode())
                yield from (re.sub(r"^[\d-]+ [\d:]+ UTC$|Moirai", "", text) for text in page.texts)
    yield from TEXTS[LANGUAGE].values()


def _calendar() -> Iterator[str]:
    at = datetime(2027, 1, 1, tzinfo=UTC)
    topics = (Topic("m", "match", next(iter(GAMES))), Topic("t", "tournament", None, NAME))
    first = Item("u", "over", topics[0], "deadline", at, at - timedelta(days=1), at, 1)
    items = [replace(first, what=what, topic=topic) for what in get_args(What) for topic in topics]
    steps = write(items, language_of(LANGUAGE, BODIES), first=0, alarms=True)
    while True:
        try:
            next(steps)
        except StopIteration as written:
            lines = written.value.decode().replace("\r\n ", "").splitlines()
            break
    for line in lines:
        if line.startswith(("SUMMARY", "DESCRIPTION")):
            yield from line.partition(":")[2].split(": ")


def _games() -> Iterator[str]:
    for game in GAMES.values():
        for word in words_of(game).languages[LANGUAGE].values():
            yield from (word.title, word.text)
        yield game.rules[LANGUAGE]
        yield from story.sentences_of(game)[LANGUAGE].values()
        speaker = Speaker(LANGUAGE, words_of(game), story.sentences_of(game)[LANGUAGE])
        yield speaker.title("game", game.name)


def _said() -> Iterator[str]:
    yield from _pages()
    yield from _calendar()
    yield from _games()
    for sentences in (OF_SERIES, OF_TOURNAMENTS, BODIES):
        yield from sentences[LANGUAGE].values()
    if LANGUAGE not in metadata("")["ui_locales_supported"]:  # type: ignore[operator]
        yield "The metadata of OAuth does not name the language."


if __name__ == "__main__":
    for text in dict.fromkeys(_said()):
        if re.search("[A-Za-z]", re.sub(r"\{[^}]*\}", "", text)):
            sys.stdout.write(f"{text}\n")
