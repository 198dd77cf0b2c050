"""The facts of a match as a log holds them: those of its game and the server's own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import is_dataclass
from functools import cache, lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NewType, Union, cast, get_args, get_origin, get_type_hints

from pydantic import Field, TypeAdapter

from engines.catalogue import GAMES, engine_of
from engines.kit import AnyEngine, Audience, Fact, OfPack, SharedFact
from server.logs.store.entry import EncodedFact, Entry, canonical_json
from server.logs.store.upcasting import Upcasting
from server.matches.facts import FACT_VERSIONS, SERVER_FACT_TYPES, MatchCreated, SeatSubmitted, ServerFact, Submitted

_SERVER_FACTS: TypeAdapter[ServerFact] = TypeAdapter(Annotated[ServerFact, Field(discriminator="type")])


def _types_of(facts: Iterable[type]) -> frozenset[str]:
    return frozenset(get_args(get_type_hints(fact)["type"])[0] for fact in facts)


_SERVER_TYPES = _types_of(SERVER_FACT_TYPES)

_OF_PACKS = _types_of(fact for game in GAMES.values() for fact in game.fact_types if issubclass(fact, OfPack))

_OF_SERVER = Upcasting(SERVER_FACT_TYPES, FACT_VERSIONS)


def is_server_fact(fact_type: str) -> bool:
    return fact_type in _SERVER_TYPES


def encode(engine: AnyEngine, audience: Audience, fact: Fact) -> EncodedFact:
    """Encode a fact as it is logged and sent."""
    # These two come with submissions, the most frequent commands.
    if type(fact) is Submitted:
        return _encode_submitted(audience, fact)
    if type(fact) is SeatSubmitted:
        return _encode_seat_submitted(audience, fact)
    # Without the adapter's own function, which takes a third as long as what it calls; as below.
    json = _adapter(engine, fact.type).serializer.to_python(fact, mode="json")
    encoded = EncodedFact(audience, fact.type, canonical_json(json))
    return encoded.knowing(fact) if reads_as_made(type(fact)) else encoded


@cache
def reads_as_made(kind: Any) -> bool:  # noqa: ANN401  # a type, as annotations have it
    """
    Whether decoding what was encoded of this type gives an equal value, down to the order of keys, whatever the value.

    That is not so where there are keys: they are ordered as they were added, and in a log by name.
    """
    if isinstance(kind, NewType):
        return reads_as_made(kind.__supertype__)
    if is_dataclass(kind):
        return all(map(reads_as_made, get_type_hints(kind).values()))
    parts = get_args(kind)
    if get_origin(kind) in (tuple, Union, UnionType):
        return all(part is Ellipsis or reads_as_made(part) for part in parts)
    return get_origin(kind) is Literal or kind in (str, int, bool, NoneType)


def _encode_submitted(audience: Audience, fact: Submitted) -> EncodedFact:
    """Encode a submission, whose move is in canonical order (`commands.submit`)."""
    move = canonical_json(fact.move)
    head = "" if fact.head is None else f'"head":"{fact.head}",'
    how = f'"by_bot":{_json(fact.by_bot)},{head}"keep_thinking":{_json(fact.keep_thinking)}'
    text = f'{{{how},"move":{move},"phase":{fact.phase},"seat":"{fact.seat}","type":"{fact.type}"}}'
    return EncodedFact(audience, fact.type, text).knowing(fact)


def _json(value: bool) -> str:  # it is the value itself
    return "true" if value else "false"


@lru_cache(maxsize=1_000)
def _encode_seat_submitted(audience: Audience, fact: SeatSubmitted) -> EncodedFact:
    """Encode one of few such facts; encoded, it can be shared because it is frozen."""
    return EncodedFact(audience, fact.type, canonical_json(_SERVER_FACTS.dump_python(fact, mode="json"))).knowing(fact)


def decode(engine: AnyEngine, encoded: EncodedFact) -> Fact:
    """Decode a logged fact; raises pydantic's ValidationError if it is invalid."""
    if encoded.decoded is not None:
        return encoded.decoded
    if encoded.type == "seat_submitted":
        return _decode_seat_submitted(encoded.text)
    if encoded.type in _OF_PACKS:
        return _decode_pack(engine, encoded.type, encoded.text)
    return _decode(engine, encoded.type, encoded.text)


@lru_cache(maxsize=16)
def _decode_pack(engine: AnyEngine, fact_type: str, text: str) -> Fact:
    return _decode(engine, fact_type, text)


def _decode(engine: AnyEngine, fact_type: str, text: str) -> Fact:
    # A log contains JSON, so models that are strict with input from clients must accept lists for tuples here.
    return cast("Fact", _adapter(engine, fact_type).validator.validate_json(text, strict=False))


@lru_cache(maxsize=1_000)
def _decode_seat_submitted(text: str) -> ServerFact:
    return _SERVER_FACTS.validate_json(text, strict=False)


def facts_of(engine: AnyEngine, entry: Entry) -> tuple[Fact, ...]:
    """Return an entry's facts as they are today, decoded, in order; raises as `decode` and `Upcasting.bring_up` do."""
    return tuple(decode(engine, encoded) for encoded in upcasting_of(engine).bring_up(entry.facts))


@cache
def upcasting_of(engine: AnyEngine) -> Upcasting:
    """Return what brings the facts of matches of a game up to date."""
    types = (*SERVER_FACT_TYPES, *engine.fact_types, *get_args(SharedFact))
    return Upcasting(types, FACT_VERSIONS, engine.fact_versions)


class UnknownGameError(KeyError):
    """The game of a match is not in the catalogue; the argument is its name."""


def read_first(entry: Entry) -> tuple[AnyEngine, tuple[Fact, ...]]:
    """
    Return the game of a match and the facts of its first entry.

    Raises:
        UnknownGameError: The game is not in the catalogue.
        ValueError, ValidationError: The entry is not the first of a match.
    """
    first, *_ = _OF_SERVER.bring_up(entry.facts[:1])
    created = _SERVER_FACTS.validate_json(first.text, strict=False)
    if not isinstance(created, MatchCreated):
        raise ValueError("a log begins with match_created")
    if created.game not in GAMES:
        raise UnknownGameError(created.game)
    engine = engine_of(created.game, created.rules_version)
    return engine, facts_of(engine, entry)


def _adapter(engine: AnyEngine, fact_type: str) -> TypeAdapter[Any]:
    return _SERVER_FACTS if fact_type in _SERVER_TYPES else engine.facts
