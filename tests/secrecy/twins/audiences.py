"""Check the audiences and the fields of a game's facts against its table; each mistake is reported as a sentence."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any, Literal, get_args, get_origin, get_type_hints

from pydantic import BaseModel
from typing_extensions import is_typeddict

from engines.kit import SPECTATOR, AnyEngine
from server.matches.fact_encoding import encode
from tests.information.tables import readers_of, table_of
from tests.secrecy.twins.plays import Match

Json = Any


def wrong_audiences(matches: Sequence[Match], *, of_all: bool = True) -> list[str]:
    """Return facts whose audience differs from the table; `of_all`: and those of the table that never occurred."""
    game, wrong, seen = matches[0].engine.name, dict[str, str](), set[str]()
    for match in matches:
        before: list[Json] = [_created(match)]
        for addressed in (told for step in match.steps for told in step.facts):
            fact = encode(match.engine, addressed.audience, addressed.fact).fact
            readers = readers_of(fact, before)(fact, before, match.seats)
            name = _name(fact)
            seen.add(name)
            for viewer in (*match.seats, SPECTATOR):
                if addressed.audience.includes(viewer) != (viewer in readers):
                    told = "not told" if viewer in readers else "told"
                    wrong.setdefault(name, f"{viewer} is {told} `{name}`, unlike the table of {game} ({match.name}).")
            before.append(fact)
    for name in table_of(game).facts.keys() - table_of(game).rare - seen if of_all else ():
        wrong[name] = f"`{name}` of {game} was never told in {len(matches)} matches: nobody can say to whom it is."
    return list(wrong.values())


def _created(match: Match) -> Json:
    """Check what the table requires of the first fact of a match."""
    options = match.engine.public_options(match.options).for_log()
    return {"type": "match_created", "game": match.engine.name, "options": options}


def _name(fact: Json) -> str:
    kind = str(fact["type"]).rpartition(".")[2]
    return f"{kind} {fact['channel']}" if "channel" in fact else kind


def wrong_fields(engine: AnyEngine) -> list[str]:
    """Return fields of facts that the table does not list, and listed fields that do not exist."""
    wrong: list[str] = []
    rows, game = table_of(engine.name).facts, engine.name
    for kind in engine.fact_types:
        name = tag_of(kind).partition(".")[2]
        if name not in rows:
            wrong.append(f"The table of {game} does not say who is told `{name}`.")
            continue
        listed, has = set(rows[name].fields.split()), set(_fields(kind, set())) - {"type"}
        unknown = set() if "…" in listed else has - listed
        wrong += [f"`{name}` of {game} holds `{field}`, which its table does not list." for field in sorted(unknown)]
        missing = listed - has - {"…"}
        wrong += [f"`{name}` of {game} does not hold `{field}`, which its table lists." for field in sorted(missing)]
    return wrong


def tag_of(kind: Any) -> str:  # noqa: ANN401  # a dataclass
    """Return the `type` of a kind of facts."""
    return str(kind.__dataclass_fields__["type"].default)


def _fields(kind: Any, seen: set[Any]) -> Iterator[str]:  # noqa: ANN401  # any annotation
    """Return the names of the fields of a record, including those of nested records."""
    kind = getattr(kind, "__value__", kind)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        hints: dict[str, Any] = {name: field.annotation for name, field in kind.model_fields.items()}
    elif isinstance(kind, type) and (dataclasses.is_dataclass(kind) or is_typeddict(kind)):
        hints = get_type_hints(kind)
    else:
        for part in () if get_origin(kind) is Literal else get_args(kind):
            yield from _fields(part, seen)
        return
    if kind not in seen:
        seen.add(kind)
        for name, hint in hints.items():
            yield name
            yield from _fields(hint, seen)
