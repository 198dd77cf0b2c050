"""
Logs from which somebody who left is withheld still verify, and a server cannot use this to change a match.

What it could change all the same is in docs/people.md; the last tests here say the same, and how players find it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

import pytest

from server.cli.logs.seals import Kept
from server.logs.store.entry import Entry, canonical_json, receipt_of
from server.matches.seeds import commitment_to
from server.people.forgetting.redactor import Redactor
from tests.secrecy.verifiers.both_verifiers import agreed, both, file_of, stream_of
from tests.secrecy.verifiers.holders import held
from tests.secrecy.verifiers.looks import looked_at
from tests.secrecy.verifiers.scribe import ENDS, Scribe, eventful, invited, person
from tests.secrecy.verifiers.tampering import Log, changed, exported, place_of, sealed_anew, with_entry

Json = Any

REDACTED: Final = "  not checked: {} entries are redacted, because players left the server."


def without(log: Sequence[Entry], *names: str) -> Log:
    """Return a log as it is after these players were forgotten, one after the other."""
    entries = list(log)
    for name in names:
        redactor = Redactor(person(name).player_id)
        entries = [redactor.take(entry) or entry for entry in entries]
    return entries


def claimed(entry: Entry, fact_type: str, **changes: Json) -> Entry:
    """Change values in an entry under the pretence that somebody left: place and hashes stay."""
    return replace(changed(entry, fact_type, **changes), nonce="", body=entry.redact(entry.facts).body)


def test_logs_without_somebody_are_good_to_both() -> None:
    """
    Whoever it is: players before and during the match, its host, who writes reasons and a label, administrators
    who looked, and who holds a role.
    """
    logs = [*(eventful(seed, end) for seed in range(3) for end in ENDS), invited(), looked_at(), held()]
    people = ("Host", "Ada", "Bo", "Cy", "Di", "Eve", "Olga", "Omar", "Ole", "Dora", "Cleo", "Olive")
    redacted = [(log, without(log, *who)) for log in logs for who in [*((name,) for name in people), people]]
    withheld = [(log, after) for log, after in redacted if log != after]

    opinions = both([file_of(after) for _, after in withheld])

    assert [opinion.code for pair in opinions for opinion in pair] == [0] * 2 * len(withheld)
    assert [ours.unchecked for ours, _ in opinions] == [theirs.unchecked for _, theirs in opinions]
    count = [sum(entry.redacted for entry in after) for _, after in withheld]
    said = [[line.split(" They were")[0] for line in ours.unchecked] for ours, _ in opinions]
    assert all(REDACTED.format(number) in lines for number, lines in zip(count, said, strict=True))


def test_a_redacted_log_has_the_same_places_hashes_and_moves() -> None:
    log = eventful()

    after = without(log, "Host", "Ada", "Cy", "Di")

    assert [entry.head for entry in after] == [entry.head for entry in log]
    moves = ("submitted", "withdrawn", "resolved", "started", "absence_noted")
    assert [entry for entry in after if entry.kind in moves] == [entry for entry in log if entry.kind in moves]
    text = "".join(entry.as_line() for entry in after)
    withheld = ('"Host"', '"Ada"', '"Cy"', '"Di"', "Good luck", "shouting", '"tea"', "né", "Hurry", "I did not")
    assert [told for told in withheld if told in text] == []
    assert '"Bo"' in text
    assert not any(entry.nonce for entry in after if entry.redacted)


def test_a_reaction_stays_as_it_was_when_its_sender_leaves() -> None:
    """It has no text that could be withheld."""
    log = eventful()
    at = place_of(log, "message_sent")
    reacted = sealed_anew(with_entry(log, at, changed(log[at], "message_sent", text="", sign="laugh")))

    after = without(reacted, "Ada", "Bo")

    assert after != reacted
    assert after[at] == reacted[at]
    assert [opinion.code for opinion in agreed([file_of(reacted), file_of(after)])] == [0, 0]


def test_a_report_is_good_to_both_and_loses_its_text_when_its_author_leaves() -> None:
    log = eventful()
    at = place_of(log, "message_sent", sender="b")
    about = {"seat": "a", "at": log[2].at}
    reported = sealed_anew(with_entry(log, at, changed(log[at], "message_sent", about=about)))

    after = without(reported, "Bo", "Cy", "Di", "Eve")

    (told,) = after[at].facts
    assert (told.fact["text"], told.fact["about"]) == ("", about)
    assert [opinion.code for opinion in agreed([file_of(reported), file_of(after)])] == [0, 0]


def test_what_players_saved_before_somebody_left_is_still_in_the_log() -> None:
    """
    Receipts, heads, the commitment, and all events; in these, the log has nothing in the place of what is withheld.
    """
    log = eventful(seed=2)
    after = without(log, "Host", "Ada", "Di")
    receipts = [
        receipt_of(entry) for entry in log if entry.facts[0].fact.get("seat") == "a" and entry.kind == "submitted"
    ]
    heads = [str(told.fact["head"]) for entry in log for told in entry.facts if told.type == "phase_closed"]
    hashes = Kept([str(log[0].facts[0].fact["seed_commitment"])], receipts, heads)
    saved = [stream_of(log, viewer) for viewer in ("a", "b", "spectator", "host")]
    again = [stream_of(after, viewer) for viewer in ("a", "host")]

    opinions = agreed([file_of(after, kept=kept) for kept in (hashes, *saved, *again)])
    opinions += agreed([file_of(exported(after), kept=kept) for kept in saved])

    assert [opinion.code for opinion in opinions] == [0] * len(opinions), opinions


def _pretended(fact_type: str, nth: int = 0, /, **changes: Json) -> Callable[[Log], tuple[Log, int]]:
    """Change an entry of which nothing may be withheld."""

    def forge(log: Log) -> tuple[Log, int]:
        at = place_of(log, fact_type, nth)
        return with_entry(log, at, claimed(log[at], fact_type, **changes)), at + 1

    return forge


def _in_entries_of(name: str, fact_type: str, nth: int = 0, /, **changes: Json) -> Callable[[Log], tuple[Log, int]]:
    """Change an entry that names a player who left."""

    def forge(log: Log) -> tuple[Log, int]:
        after = without(log, name)
        at = place_of(after, fact_type, nth)
        return with_entry(after, at, changed(after[at], fact_type, **changes)), at + 1

    return forge


def _shows_at(seq: int, forge: Callable[[Log], tuple[Log, int]]) -> Callable[[Log], tuple[Log, int]]:
    return lambda log: (forge(log)[0], seq)


def _other_hash(log: Log) -> tuple[Log, int]:
    after = without(log, "Ada")
    at = next(at for at, entry in enumerate(after) if entry.redacted)
    return with_entry(after, at, replace(after[at], body="00" * 32)), at + 1


def _no_hash(log: Log) -> tuple[Log, int]:
    after = without(log, "Ada")
    at = next(at for at, entry in enumerate(after) if entry.redacted)
    return with_entry(after, at, replace(after[at], body="x")), at + 1


def _still_named(log: Log) -> tuple[Log, int]:
    """Leave the name in one of the entries; the first entry that differs from those before shows it."""
    after = without(log, "Ada")
    taken = [at for at, entry in enumerate(after) if "seat_taken" in entry.facts_text() and entry.redacted]
    return with_entry(after, taken[-1], log[taken[-1]]), taken[-1] + 1


NOBODY_LEFT: Final = {"name": "", "player_id": person("Ada").player_id}

FORGED: Final[dict[str, Callable[[Log], tuple[Log, int]]]] = {
    "another move": _pretended("submitted", move={"type": "cast", "spell": "w"}),
    "a move with somebody in it": _pretended("submitted", move={"type": "cast", "spell": "w", "by": NOBODY_LEFT}),
    "another result": _pretended("wizards_duel.round_played", gain={"a": 2, "b": 0}),
    "another draw": _pretended("drawn", picks=["x"]),
    "another seed": _pretended("seed_revealed", seed="00" * 32),
    "another reason, of a host who is there": _pretended("match_paused", reason=""),
    "no mute, by a host who is there": _pretended("seat_muted", reason=""),
    "no text of somebody who is there": _pretended("message_sent", text=""),
    "another text of somebody who is there": _pretended("message_sent", text="Bad luck."),
    "another text of somebody who left": _in_entries_of("Ada", "message_sent", text="Bad luck."),
    "a reaction of somebody who left": _in_entries_of("Ada", "message_sent", text="", sign="laugh"),
    "a message of another, who is there": _in_entries_of("Ada", "message_sent", sender="b"),
    "another deadline": _pretended("deadline_set", 3, closes_at="2036-01-01T00:00:00.000000Z"),
    "a name that stays somewhere": _still_named,
    "the hash of something else": _other_hash,
    "a hash that is none": _no_hash,
    "a taken seat": _in_entries_of("Cy", "seat_taken", 3, seat="a"),
    "a false id": _in_entries_of("Cy", "seat_taken", 3, player={"name": "", "player_id": "x"}),
    "other options": _in_entries_of("Host", "match_created", options={}),
    "another variant": _in_entries_of("Host", "match_created", variant="puzzler"),
    "another commitment": _shows_at(
        0, _in_entries_of("Host", "match_created", seed_commitment=commitment_to(bytes(32)))
    ),
    "other entropy": _shows_at(0, _in_entries_of("Ada", "seat_taken", 1, entropy="55" * 32)),
}
"""What a server pretends, and the entry that shows it; 0: a later one does."""


def test_both_find_what_is_changed_under_a_pretence() -> None:
    """
    Only what is personal of somebody who left in the whole log can be withheld, and the step must still be possible.
    """
    log = eventful(seed=2)
    forged = {what: forge(log) for what, forge in FORGED.items()}

    found = agreed([file_of(entries) for entries, _ in forged.values()])

    verdicts = {what: opinion.verdict for what, opinion in zip(FORGED, found, strict=True)}
    at = {what: seq for what, (_, seq) in forged.items()}
    assert {what: code for what, (code, _) in verdicts.items()} == dict.fromkeys(FORGED, 1), verdicts
    assert {what: fault for what, (_, fault) in verdicts.items() if at[what]} == {
        what: seq for what, seq in at.items() if seq
    }


@pytest.mark.parametrize(
    "spoiled",
    [
        lambda line: {**line, "nonce": "00" * 16},
        lambda line: {name: value for name, value in line.items() if name != "at"},
        lambda line: {**line, "reason": "left"},
    ],
    ids=["with a nonce", "without a time", "with a reason"],
)
def test_no_other_form_of_an_entry_can_be_read(spoiled: Callable[[Json], Json]) -> None:
    after = without(eventful(), "Ada")
    at = next(at for at, entry in enumerate(after) if entry.redacted)
    lines = [entry.as_line() for entry in after]
    lines[at] = canonical_json(spoiled(json.loads(lines[at]))) + "\n"
    file = replace(file_of(after), bytes="".join(lines).encode())

    (opinion,) = agreed([file])

    assert opinion.code == 2


def _possible() -> dict[str, tuple[Log, Log]]:
    """What a server can change by pretending that somebody left: each time the true log, and the false one."""
    adjudicated, played = eventful(2, "adjudicated"), eventful(2)
    by_host, by_ada = without(adjudicated, "Host"), without(played, "Ada")
    hosted = without(played, "Host")
    outcome = {"rank": {"a": 2, "b": 1}, "consequences": {"a": [], "b": []}}
    end, said = place_of(by_host, "match_adjudicated"), place_of(by_ada, "message_sent")
    late = replace(by_ada[said], at=by_ada[said + 1].at)
    return {
        "the outcome that a host decided": (
            adjudicated,
            with_entry(by_host, end, changed(by_host[end], "match_adjudicated", outcome=outcome)),
        ),
        "the time of an entry": (played, with_entry(by_ada, said, late)),
        "a setting of the match": (
            played,
            with_entry(hosted, 0, changed(hosted[0], "match_created", visibility="private")),
        ),
    }


@pytest.mark.parametrize("what", list(_possible()))
def test_what_a_pretence_can_still_change_is_found_by_whoever_saved_events(what: str) -> None:
    """
    A host's decision, times and settings, in entries of somebody who left, follow from nothing else in the log. Both
    verifiers say which entries these are; events that a player saved show the difference.
    """
    true, false = _possible()[what]

    unsaved, saved = agreed([file_of(false), file_of(false, kept=stream_of(true, "b"))])

    assert unsaved.code == 0
    assert any("entries are redacted" in line for line in unsaved.unchecked)
    assert saved.code == 1
    assert "DIFFERS" in "".join(saved.findings)


def test_reading_a_redacted_entry_changes_nothing() -> None:
    """
    Neither parsing a line does, nor a second redaction.
    """
    after = without(eventful(), "Ada", "Host")

    assert without(after, "Ada", "Host") == after
    assert [replace(entry) for entry in after] == after


def test_a_match_goes_on_from_its_redacted_log() -> None:
    match = Scribe("wizards_duel", "genius_3_3", terms={"label": "Duel of the Host"})
    match.take("a", "Ada")
    match.start()
    match.say("a", "table", "Hello.")
    match.play(2)
    log = without(match.log, "Ada", "Host")
    going_on = type(match.live)(log, match.seed)
    match.live.become(going_on)
    match.play_out()

    (opinion,) = agreed([file_of(match.log)])

    assert opinion.code == 0
    assert match.live.state.created.label is None
    assert match.live.state.created.host.name == ""
