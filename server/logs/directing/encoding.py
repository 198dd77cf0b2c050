"""The facts of a kind of log that people direct, as they are logged and sent, and its entries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter

from engines.kit import Fact, FactVersions
from server.access.player import Person
from server.logs.directing.facts import WITHHELD_ACTIONS, DirectorActed
from server.logs.directing.state import EventState
from server.logs.store.entry import Decision, EncodedFact, Entry, EntryKind
from server.logs.store.upcasting import Upcasting

FactT = TypeVar("FactT", bound=Fact)


class FactEncoding(Generic[FactT]):
    """Encodes the facts that an adapter knows, which are those of one kind of log."""

    def __init__(self, facts: TypeAdapter[FactT], types: Iterable[type], versions: FactVersions) -> None:
        """`types` are the classes of the facts; `versions` say how earlier ones are read."""
        self._facts = facts
        self.upcasting = Upcasting(types, versions)

    def encode(self, fact: FactT | DirectorActed) -> EncodedFact:
        """Encode a fact with its audience."""
        return EncodedFact.of(fact.audience(None), self._facts.dump_python(fact, mode="json"))  # type: ignore[arg-type]

    def decode(self, encoded: EncodedFact) -> FactT:
        """Decode a logged fact; raises pydantic's ValidationError if it is invalid."""
        return self._facts.validate_json(encoded.text, strict=False)

    def facts_of(self, entry: Entry) -> tuple[FactT, ...]:
        """Return an entry's facts as they are today, decoded; raises as `decode` and `Upcasting.bring_up` do."""
        return tuple(map(self.decode, self.upcasting.bring_up(entry.facts)))

    def entry(self, kind: EntryKind, *facts: FactT) -> Decision:
        """Return an entry with these facts."""
        return Decision(kind, tuple(self.encode(fact) for fact in facts))

    def entry_if_any(self, kind: EntryKind, facts: Sequence[FactT]) -> Decision | None:
        """Return an entry with these facts; None without facts."""
        return self.entry(kind, *facts) if facts else None

    def action_entry(
        self, state: EventState[Any], director: Person, action: str, reason: str, facts: Sequence[FactT]
    ) -> Decision | None:
        """Return the entry of a director's action; None if it has no effect."""
        if not facts:
            return None
        administers = state.course.terms.log_version > 1 and state.role_held_by(director.player_id) is None
        acted = self.encode(DirectorActed(director, action, reason, administers))
        kind = WITHHELD_ACTIONS.get(action, "director_action")
        return Decision(kind, (acted, *map(self.encode, facts)))
