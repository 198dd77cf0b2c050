"""
Check the log against what clients were told: done after every fault.

Only what left a server counts: acknowledgements, streams, and the log as the host exports it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engines.catalogue import GAMES
from server.cli.logs.logfile import read_logs
from server.cli.logs.seals import Kept
from server.cli.logs.verify import judge
from server.logs.store.entry import Entry, canonical_json, receipt_of
from server.matches.causes import news_of
from server.matches.state import step
from server.notifications.news.facts import encode_news
from server.runtime.times import parse_timestamp

Json = Any


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """The content of the reply to a submission."""

    receipt: str
    seat: str
    phase: int
    accepted_at: str
    cursor: int
    repeated: bool


@dataclass(slots=True)
class Sent:
    """
    One submission of a player, sent until it was finally answered.

    `given_up`: an attempt was left unanswered by a server that still lives, so it may be recorded at any later time.
    """

    phase: int
    move: Json
    tries: int = 0
    given_up: bool = False
    acknowledged: Acknowledgement | None = None


@dataclass(slots=True)
class History:
    """All that one seat's client did and received in one match."""

    seat: str
    sent: list[Sent] = field(default_factory=list)
    told: list[Json] = field(default_factory=list)


@dataclass(slots=True)
class Evidence:
    """
    A match after the fault: its exported log, and by seat the histories of its clients and a fresh read of their
    events. `news`: by player, what their own streams tell of the match.
    """

    match_id: str
    game: str
    log: str
    histories: list[History]
    fresh: dict[str, list[Json]]
    news: dict[str, list[Json]] = field(default_factory=dict)


def check(evidence: Evidence) -> list[str]:
    """Return everything that is wrong with a match; empty if nothing is."""
    entries = read_logs(evidence.log.splitlines())[evidence.match_id]
    faults = [*_unverified(entries, evidence.histories), *_phases(entries), *_news(entries, evidence.news)]
    for history in evidence.histories:
        found = [
            *_acknowledged(entries, history, evidence.game),
            *_unasked(entries, history, evidence.game),
            *_standing(entries, history, evidence.game),
            *_stream(entries, history, evidence.fresh[history.seat]),
        ]
        faults += [f"seat {history.seat}: {fault}" for fault in found]
    return [f"match {evidence.match_id}: {fault}" for fault in faults]


def _unverified(entries: Sequence[Entry], histories: Sequence[History]) -> Iterator[str]:
    receipts = [sent.acknowledged.receipt for history in histories for sent in history.sent if sent.acknowledged]
    heads = [fact["head"] for history in histories for fact in facts(history.told) if fact["type"] == "phase_closed"]
    kept = Kept(receipts=list(dict.fromkeys(receipts)), heads=list(dict.fromkeys(heads)))
    verdict = judge({entries[0].log_id: entries}, kept)
    if not verdict.good:
        yield "\n".join(["`verify` finds fault:", *verdict.lines])


def _phases(entries: Sequence[Entry]) -> Iterator[str]:
    closed = [told.fact["phase"] for entry in entries for told in entry.facts if told.type == "phase_closed"]
    yield from (f"phase {phase} was resolved {times} times" for phase, times in Counter(closed).items() if times > 1)
    # That entries were lost may be noted after the end.
    last = [entry for entry in entries if entry.kind != "loss_noted"][-1]
    if not any(told.type == "match_ended" for told in last.facts):
        yield "it has not ended"


def _news(entries: Sequence[Entry], told: Mapping[str, Sequence[Json]]) -> Iterator[str]:
    """Own streams tell what the log causes: nothing is missing, nothing is told twice, and all of it is in order."""
    state, caused = None, dict[str, list[Json]]()
    for entry in entries:
        after = step(state, entry)
        for player, facts in json.loads(encode_news(news_of(state, after))).items():
            caused.setdefault(player, []).extend(facts)
        state = after.state
    for player, news in told.items():
        of_entries = [fact for fact in news if fact["type"] != "deadline_near"]
        if of_entries != caused.get(player, []):
            yield f"player {player} was told {of_entries}, and should have been told {caused.get(player)}"
        yield from (f"player {player} was reminded {fault}" for fault in _reminders(news))


def _reminders(news: Sequence[Json]) -> Iterator[str]:
    """Time causes reminders, so they may be missing. None comes before its player is awaited, and none comes twice."""
    awaited, reminded = set[tuple[str, int]](), set[tuple[str, int]]()
    for fact in news:
        phase = fact.get("seat"), fact.get("phase")
        if fact["type"] == "awaited":
            awaited.add(phase)
        elif fact["type"] == "deadline_near":
            if phase not in awaited:
                yield f"before phase {phase} opened"
            if phase in reminded:
                yield f"of phase {phase} twice"
            reminded.add(phase)


def _acknowledged(entries: Sequence[Entry], history: History, game: str) -> Iterator[str]:
    """Each acknowledgement matches one entry exactly, and no two new ones match the same entry."""
    for sent in history.sent:
        said = sent.acknowledged
        if said is None:
            continue
        of = [entry for entry in entries if entry.kind == "submitted" and receipt_of(entry) == said.receipt]
        if len(of) != 1:
            yield f"acknowledged in phase {said.phase} and {len(of)} times in the log: {sent.move}"
            continue
        found = _content(of[0])
        if (said.seat, said.phase, said.accepted_at) != (history.seat, sent.phase, of[0].at) or found != (
            history.seat,
            sent.phase,
            _canonical(game, sent.move),
        ):
            yield f"sent {sent.move} in phase {sent.phase}, told {said}, and in the log is {found} at {of[0].at}"
        if history.told[said.cursor - 1 : said.cursor] != [_event(of[0], history.seat, said.cursor)]:
            yield f"acknowledged as event {said.cursor}, which is another"
    # A repeat is told of an entry that another attempt has made.
    given = [sent.acknowledged for sent in history.sent if sent.acknowledged]
    new = Counter(said.receipt for said in given if not said.repeated)
    yield from (f"receipt {receipt} was given {times} times as new" for receipt, times in new.items() if times > 1)


def _unasked(entries: Sequence[Entry], history: History, game: str) -> Iterator[str]:
    """The log contains nothing that was not sent, nor more often than it was sent."""
    written = Counter(_key(*_content(entry)[1:]) for entry in _submitted(entries, history.seat))
    tries: Counter[str] = Counter()
    for sent in history.sent:
        tries[_key(sent.phase, _canonical(game, sent.move))] += sent.tries
    yield from (
        f"{times} times in the log and {tries[key]} times sent: {key}"
        for key, times in written.items()
        if times > tries[key]
    )
    for phase in {sent.phase for sent in history.sent if not any(other.given_up for other in history.sent)}:
        wanted = sum(sent.phase == phase for sent in history.sent)
        found = sum(_content(entry)[1] == phase for entry in _submitted(entries, history.seat))
        if found > wanted:
            yield f"{wanted} submissions were wanted in phase {phase}, and {found} are in the log"


def _standing(entries: Sequence[Entry], history: History, game: str) -> Iterator[str]:
    """A phase was closed with the last acknowledged submission, unless another was sent after it."""
    for phase in {sent.phase for sent in history.sent}:
        sent = [sent for sent in history.sent if sent.phase == phase]
        acknowledged = [place for place, one in enumerate(sent) if one.acknowledged]
        if not acknowledged or any(one.given_up for one in sent):
            continue
        possible = [_canonical(game, one.move) for one in sent[acknowledged[-1] :]]
        stood = [_content(entry)[2] for entry in _submitted(entries, history.seat) if _content(entry)[1] == phase]
        if not stood or stood[-1] not in possible:
            yield f"phase {phase} was closed with {stood[-1:]}, not with one of {possible}"


def _stream(entries: Sequence[Entry], history: History, fresh: Sequence[Json]) -> Iterator[str]:
    cursors = [event["cursor"] for event in history.told]
    if cursors != list(range(1, len(cursors) + 1)):
        yield f"its stream has a gap or a repeat: {cursors}"
    if history.told != fresh:
        yield f"its stream ({len(cursors)} events) is not what is read anew ({len(fresh)})"
    of_the_log = [entry for entry in entries if _facts_for(entry, history.seat)]
    if fresh != [_event(entry, history.seat, cursor) for cursor, entry in enumerate(of_the_log, start=1)]:
        yield "its events are not those of the log"


def _submitted(entries: Sequence[Entry], seat: str) -> list[Entry]:
    return [entry for entry in entries if entry.kind == "submitted" and entry.facts[0].fact["seat"] == seat]


def _content(entry: Entry) -> tuple[Json, Json, Json]:
    submitted = entry.facts[0].fact
    return submitted["seat"], submitted["phase"], submitted["move"]


def _key(phase: int, move: Json) -> str:
    return f"phase {phase}: {canonical_json(move)}"


def _canonical(game: str, move: Json) -> Json:
    """Return the move as logged: with all optional fields."""
    return GAMES[game].moves.validate_python(move).model_dump(mode="json")


def _event(entry: Entry, seat: str, cursor: int) -> Json:
    told = _facts_for(entry, seat)
    return {"type": "event", "match_id": entry.log_id, "cursor": cursor, "at": entry.at, "facts": told}


def _facts_for(entry: Entry, seat: str) -> list[Json]:
    return [told.fact for told in entry.facts if told.audience.everyone or seat in told.audience.seats]


def facts(events: Sequence[Json]) -> list[Json]:
    """Return the facts of these events, in order."""
    return [fact for event in events for fact in event["facts"]]


def lateness(seen: Evidence) -> Iterator[float]:
    """Return how long after its deadline each phase was closed."""
    closes_at = None
    for entry in read_logs(seen.log.splitlines())[seen.match_id]:
        for told in entry.facts:
            if told.type == "phase_closed" and closes_at is not None:
                yield (parse_timestamp(entry.at) - closes_at).total_seconds()
            elif told.type == "deadline_set":
                closes_at = parse_timestamp(str(told.fact["closes_at"]))
