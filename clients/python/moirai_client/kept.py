"""The record that a client keeps of a match, to detect a server that replaces its moves or shows it another match."""

from __future__ import annotations

import json
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from moirai_client.calls import NOTHING_YET
from moirai_client.errors import RefusedError
from moirai_client.schemas import EventFrame, EventReply, ReceiptReply, ViewReply

Json: TypeAlias = Any

CHANGED_SINCE: Final = "changed_since"
_LATER: Final = 1 << 53
"""Above all cursors."""


class TamperingWarning(UserWarning):
    """The server contradicts what it sent before. Save everything, and compare it with the other players."""


class _Sent(NamedTuple):
    """The last submission or withdrawal of this client in a phase, as its receipt names it."""

    epoch: str | None
    cursor: int
    receipt: str
    withdrawn: bool


class Kept:
    """
    The record of one match; `save` writes it for `moirai verify --kept`.

    It is checked during the match where possible: a `TamperingWarning` reports contradictions of the server.

    Attributes:
        commitments: Commitments to the seed. More than one is a contradiction.
        receipts: Receipts of all submissions and withdrawals of this client.
        streams: The events by cursor, by viewer.
    """

    def __init__(self, match_id: str) -> None:
        self.match_id = match_id
        self.commitments: list[str] = []
        self.receipts: list[str] = []
        self.streams: dict[str, dict[int, Json]] = {}
        self._head: tuple[int, str] | None = None  # With the phase that was opened in the same event.
        self._sending: Counter[int] = Counter()
        self._sent_last: dict[int, _Sent] = {}
        self._told_last: dict[int, int] = {}
        self._seen: set[int] = set()
        self._epoch: str | None = None
        self._counted: dict[int, str | None] = {}

    def save(self, path: Path | str) -> None:
        """Write the record to a file."""
        kept = {
            "match_id": self.match_id,
            "commitments": self.commitments,
            "receipts": self.receipts,
            "streams": {viewer: list(events.values()) for viewer, events in self.streams.items()},
        }
        Path(path).write_text(json.dumps(kept), encoding="utf-8")

    def head_for(self, phase: int) -> str | None:
        """The head to send with a submission for this phase: that of the phase before, if it was told."""
        return self._head[1] if self._head and self._head[0] == phase else None

    def condition_for(self, phase: int) -> str | None:
        """
        What a call about this phase may replace, by what this client knows; None: whatever stands.

        Somebody else with the same seat may have changed it, and receipts go only to whom they are for.
        """
        sent, told = self._sent_last.get(phase), self._told_last.get(phase, 0)
        if sent is None or sent.epoch != self._epoch:
            return NOTHING_YET if phase in self._seen and not told else None
        return sent.receipt if told <= sent.cursor else None

    def _begin(self, epoch: str | None) -> None:
        """In another epoch, what was sent and told before may be lost, and cursors mean something else."""
        if epoch != self._epoch:
            self._epoch = epoch
            self._told_last.clear()
            self._seen.clear()

    def note_view(self, view: ViewReply) -> None:
        """Record that nothing stands in the open phase, if the view says so."""
        self._begin(view.get("epoch"))
        if view["phase"] is not None and view["submission"] is None:
            self._seen.add(view["phase"]["number"])

    def note_commitment(self, commitment: str) -> None:
        if commitment not in self.commitments:
            self.commitments.append(commitment)
        if len(self.commitments) > 1:
            _warn("The server sent two commitments to the seed of one match.")

    def note_event(self, viewer: str | None, event: EventFrame | EventReply) -> None:
        told = {"match_id": event["match_id"], "cursor": event["cursor"], "at": event["at"], "facts": event["facts"]}
        events = self.streams.setdefault(str(viewer), {})
        known = events.setdefault(event["cursor"], told)
        # Who leaves the server takes name and messages along, also from what is kept here.
        if _is_withheld_from(known, told):
            events[event["cursor"]] = told
        elif not _is_withheld_from(told, known):
            _warn(f"The server sent {viewer} two different events {event['cursor']}.")
        head = None
        for fact in event["facts"]:
            if fact["type"] == "match_created":
                self.note_commitment(fact["seed_commitment"])
            elif fact["type"] == "phase_closed":
                head = fact["head"]
            elif fact["type"] == "phase_opened":
                self._seen.add(fact["phase"]["number"])
                if head is not None:
                    self._head = (fact["phase"]["number"], head)
            elif fact["type"] in ("submitted", "withdrawn") and fact["seat"] == viewer:
                self._told_last[fact["phase"]] = max(event["cursor"], self._told_last.get(fact["phase"], 0))
            elif fact["type"] == "submission_counted" and fact["seat"] == viewer:
                self._counted[fact["phase"]] = fact["receipt"]
                self._check(fact["phase"])

    @contextmanager
    def sending(self, phase: int) -> Iterator[None]:
        """Count a call about the phase as pending while it runs; a call without a reply stays pending."""
        self._sending[phase] += 1
        try:
            yield
        except RefusedError as error:
            self._sending[phase] -= 1
            if error.code == CHANGED_SINCE:
                self._told_last[phase] = _LATER  # By whom and how, only the view says.
            raise
        self._sending[phase] -= 1
        self._check(phase)

    def note_receipt(self, reply: ReceiptReply, *, withdrawn: bool = False) -> None:
        """Record the receipt of a submission or a withdrawal; replies may arrive out of order."""
        self._begin(reply.get("epoch"))
        if reply["receipt"] not in self.receipts:
            self.receipts.append(reply["receipt"])
        sent = _Sent(reply.get("epoch"), reply["cursor"], reply["receipt"], withdrawn)
        known = self._sent_last.get(reply["phase"])
        # Of another epoch, the server has lost what was sent before.
        if known is None or known.epoch != sent.epoch or known.cursor <= sent.cursor:
            self._sent_last[reply["phase"]] = sent
            if self._told_last.get(reply["phase"]) == _LATER:
                self._told_last[reply["phase"]] = sent.cursor

    def _check(self, phase: int) -> None:
        """In a closed phase without pending calls, the last submission that was sent must be the one that counted."""
        if phase not in self._counted or phase not in self._sent_last or self._sending[phase]:
            return
        sent = self._sent_last[phase]
        if self._counted[phase] != (None if sent.withdrawn else sent.receipt):
            _warn(
                f"Phase {phase} was closed with a different submission from the last one of this client. If you did "
                "not submit one elsewhere, the server replaced your move."
            )


_WRITTEN: Final = {
    "message_sent": "text",
    "match_paused": "reason",
    "seat_muted": "reason",
    "match_adjudicated": "reason",
    "match_voided": "reason",
}
"""By type of fact: what somebody wrote. It is empty if the author has left the server; a label is absent."""


def _is_withheld_from(before: Json, after: Json) -> bool:
    """Whether `after` is `before` without names and texts of people who left, or equal to it."""
    if isinstance(before, list) and isinstance(after, list):
        return len(before) == len(after) and all(map(_is_withheld_from, before, after))
    if not (isinstance(before, dict) and isinstance(after, dict)):
        return bool(before == after)
    own = {name for name in before if name not in after}
    if not after.keys() <= before.keys() or own - ({"label"} if after.get("type") == "match_created" else set()):
        return False
    may = {_WRITTEN.get(str(after.get("type")))} | ({"name"} if "player_id" in after else set())
    return all(
        (value == "" and isinstance(before[name], str) and name in may) or _is_withheld_from(before[name], value)
        for name, value in after.items()
    )


def _warn(text: str) -> None:
    warnings.warn(text, TamperingWarning, stacklevel=3)
