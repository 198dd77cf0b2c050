"""
Sentences for people: templates by key in every language, filled with the names that people read.

Templates are in the folder `sentences` of a package, a file for each language: `"taken": "{seat} takes {item}."`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Final, TypeAlias
from unicodedata import bidirectional

from pydantic import JsonValue

from engines.kit.contract import SeatId, seat_id
from engines.kit.reasons import Named, Part, Reason
from engines.kit.words import ENGLISH, Language, Words

Sentences: TypeAlias = Mapping[Language, Mapping[str, str]]
"""Templates by language and key, with named parts in braces."""

_PAIR: Final = "pair:"

_FIRST_STRONG_ISOLATE: Final = "\u2068"
_POP_ISOLATE: Final = "\u2069"
_LEFTWARDS: Final = ("R", "AL")


@dataclass(frozen=True, slots=True)
class Speaker:
    """
    Says in one language what happened, as one viewer may know it.

    Attributes:
        words: Titles of ids, with those of an organiser's pack if the viewer knows it.
        sentences: Templates of this language, by key.
        theme: Decides between titles, as in `Words.word`.
        players: The names of the players, by seat; seats without one are called by their titles.
        in_event: Whether an event, and not the game, decides what follows from the match.
    """

    language: Language
    words: Words
    sentences: Mapping[str, str]
    theme: str | None = None
    players: Mapping[SeatId, str] = field(default_factory=dict)
    in_event: bool = False

    def say(self, key: str, **parts: object) -> str:
        """Fill a template."""
        return self.sentences[key].format_map({name: _isolate(part) for name, part in parts.items()})

    def count(self, key: str, number: int, **parts: object) -> str:
        """Fill the template `KEY.one` or `KEY.many`, by the part `number`."""
        return self.say(f"{key}.{'one' if abs(number) == 1 else 'many'}", number=number, **parts)

    def title(self, kind: str, value: JsonValue) -> str:
        """Return the title of an id of this kind."""
        return self.words.title(self.language, kind, value, self.theme)

    def seat(self, seat: SeatId) -> str:
        """Return the name of the player in a seat, or the seat's title."""
        return self.players.get(seat) or self.title("seat", seat)

    def seats(self, seats: Iterable[SeatId]) -> str:
        """Return the names of seats as a list: `a, b and c`; of none: `nobody`."""
        return self.join(map(self.seat, seats)) or self.say("nobody")

    def join(self, names: Iterable[str]) -> str:
        """Return `a, b and c`; empty without names."""
        *first, last = list(names) or [""]
        return self.say("and", first=", ".join(first), last=last) if first else last

    def because(self, reason: Reason) -> str:
        """Return a reason as a sentence."""
        parts = {name: self._part(part) for name, part in reason.parts.items()}
        return (
            self.say(reason.key, **parts) if reason.number is None else self.count(reason.key, reason.number, **parts)
        )

    def _part(self, part: Part | Reason) -> str:
        match part:
            case Named(kind="seat", id=id_):
                return self.seat(seat_id(id_))
            case Named(kind=kind, id=id_):
                return self.title(kind, id_)
            case Reason():
                return self.because(part)
            case tuple():
                return self.join(map(self._part, part))
            case int():
                return str(part).replace("-", "−")
            case _:
                return part

    def channel(self, channel: str) -> str:
        """Return the title of a channel; that of a pair has the names of the two."""
        if channel.startswith(_PAIR):
            return self.seats(seat_id(seat) for seat in channel.removeprefix(_PAIR).split(":"))
        return self.title("channel", channel)


def _isolate(part: object) -> object:
    """Keep what is written from right to left from reordering the sentence around it (Unicode UAX #9)."""
    if not isinstance(part, str) or part.isascii() or _FIRST_STRONG_ISOLATE in part:
        return part
    return (
        f"{_FIRST_STRONG_ISOLATE}{part}{_POP_ISOLATE}"
        if any(bidirectional(one) in _LEFTWARDS for one in part)
        else part
    )


def read_sentences(package: str, below: Sentences | None = None) -> Sentences:
    """Return the templates of a package over those `below`, in all languages; English ones where one is missing."""
    folder = files(package).joinpath("sentences")
    own: dict[Language, dict[str, str]] = {}
    if folder.is_dir():
        own = {file.name.removesuffix(".json"): json.loads(file.read_text("utf-8")) for file in folder.iterdir()}
    below = below or {}
    english = {**below.get(ENGLISH, {}), **own.get(ENGLISH, {})}
    return {
        language: {**english, **below.get(language, {}), **own.get(language, {})}
        for language in sorted({ENGLISH, *below, *own})
    }


SHARED_SENTENCES: Final = read_sentences("engines.kit")
