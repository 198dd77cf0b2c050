"""
Upcasting: facts of earlier versions are read as facts of today's (docs/log.md, "Facts that change").

What is stored, exported and sent stays as it was written; only what is decoded is brought up to date. The tables stand
where the facts of each kind of log are declared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, get_args, get_type_hints

import orjson
from pydantic import JsonValue

from engines.kit import FactJson, FactVersions
from server.logs.store.entry import EncodedFact

SCHEMA: Final = "schema"
"""The field with the version of a fact; absent if it is 1."""

_WRITTEN: Final = f'"{SCHEMA}":'


class UnknownFactError(Exception):
    """
    A log contains a fact that this process does not know, which a newer server has written.

    Attributes:
        fact_type, version: The type of the fact, and its version.
    """

    def __init__(self, fact_type: str, version: int) -> None:
        super().__init__(f"{fact_type}, version {version}")
        self.fact_type = fact_type
        self.version = version


class Upcasting:
    """Brings facts of one kind of log up to date."""

    def __init__(self, types: Iterable[type], *tables: FactVersions) -> None:
        """`types` are the classes of today's facts; `tables` say how earlier ones are read."""
        self._known = frozenset(get_args(get_type_hints(kind)["type"])[0] for kind in types)
        self._gained = {name: fields for table in tables for name, fields in table.gained.items()}
        self._steps = {version: step for table in tables for version, step in table.steps.items()}
        self._changed = self._gained.keys() | {name for name, _ in self._steps}

    def bring_up(self, facts: Sequence[EncodedFact]) -> Sequence[EncodedFact]:
        """
        Return facts as they are written today, each for the audience that was told it.

        Raises:
            UnknownFactError: A fact is of a type or a version that is not known.
        """
        if all(map(self._is_current, facts)):
            return facts
        return tuple(current for fact in facts for current in self._bring_up(fact))

    def bring_up_json(self, fact: FactJson) -> Iterator[dict[str, JsonValue]]:
        """Yield what a fact, as JSON, is today; raises as `bring_up` does."""
        name, version = str(fact["type"]), fact.get(SCHEMA, 1)
        if type(version) is not int:
            raise ValueError("the version of a fact is a number")
        step = self._steps.get((name, version))
        if step is not None:
            for after in step(fact):
                yield from self.bring_up_json({**after, SCHEMA: version + 1} if after["type"] == name else after)
            return
        if name not in self._known or version != self._newest(name):
            raise UnknownFactError(name, version)
        yield {**self._gained.get(name, {}), **fact}

    def _newest(self, name: str) -> int:
        return 1 + max((version for known, version in self._steps if known == name), default=0)

    def _is_current(self, fact: EncodedFact) -> bool:
        if fact.decoded is not None:
            return True  # This process has just written it.
        return fact.type in self._known and fact.type not in self._changed and _WRITTEN not in fact.text

    def _bring_up(self, fact: EncodedFact) -> Iterable[EncodedFact]:
        if self._is_current(fact):
            return (fact,)
        json: Mapping[str, JsonValue] = orjson.loads(fact.text)
        return [EncodedFact.of(fact.audience, current) for current in self.bring_up_json(json)]
