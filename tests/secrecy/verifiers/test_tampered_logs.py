"""
Both verifiers find every kind of tampering, and name the same entry first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from engines.catalogue import GAMES
from engines.kit import EVERYONE
from server.cli.logs.seals import Kept
from server.cli.logs.verify import verify
from server.logs.store.entry import EncodedFact, Entry, canonical_json, receipt_of
from tests.sampling import Sample
from tests.secrecy.verifiers.both_verifiers import File, agreed, file_of
from tests.secrecy.verifiers.forgeries import CAREFUL, CARELESS
from tests.secrecy.verifiers.out_of_bounds import OUT_OF_BOUNDS
from tests.secrecy.verifiers.scribe import eventful, simulated
from tests.secrecy.verifiers.tampering import (
    Forger,
    Json,
    Log,
    changed,
    of_other_rules,
    place_of,
    sealed_anew,
    with_entry,
)

NULLABLE = {"advantage_seat"}  # Of all options that have a value in some variant, those that may be null.
ENTROPY = (("a", "33"), ("b", "44"))  # Facts at the beginning of the log of `eventful`.


@pytest.fixture(scope="module")
def log() -> Log:
    return eventful(seed=2)


def test_both_find_a_broken_chain(log: Log) -> None:
    tampered = {what: tamper(log) for what, tamper in CARELESS.items()}
    files = [file_of(forged.log) for forged in tampered.values()]

    found = [opinion.verdict for opinion in agreed(files)]

    assert dict(zip(CARELESS, found, strict=True)) == {what: (1, forged.shows_at) for what, forged in tampered.items()}


@pytest.mark.parametrize("forgers", [CAREFUL, OUT_OF_BOUNDS], ids=["against the rules", "out of bounds"])
def test_both_find_what_could_not_have_happened_though_the_chain_is_whole(
    log: Log, forgers: dict[str, Forger], sample: Sample
) -> None:
    tampered = {what: forgers[what](log) for what in sample.of(list(forgers))}
    files = [file_of(sealed_anew(forged.log)) for forged in tampered.values()]

    found = [opinion.verdict for opinion in agreed(files)]

    assert dict(zip(tampered, found, strict=True)) == {what: (1, forged.shows_at) for what, forged in tampered.items()}


SAID = {
    "a changed move": "was changed",
    "a changed seed": "does not match the commitment",
    "an entry dropped": "missing, moved or inserted",
    "two entries swapped": "missing, moved or inserted",
    "an entry twice": "missing, moved or inserted",
    "an illegal move": "is not possible: ",
    "a move of another phase": "is not possible: This phase is not open yet",
    "a phase closed for no reason": "closed early although it had to wait",
    "another legal cast": "the rules give something else: fact",
    "a phase closed early": "before its deadline",
    "a late cast": "after the deadline",
    "a withheld cast": "withheld, which is only allowed for messages",
    "a secret told to everyone": "has another audience",
    "a changed outcome": "is match_ended, with different content",
    "another variant": "options belong to another variant",
    "other seats": "seats are not those of the game",
    "a seat that is none, from the beginning": "a seat is taken or reserved that the match does not have",
    "a player with a name too long": "no request can cause this content of seat_taken",
    "a phase closed as if early": "although its deadline had passed",
}
"""What the first says of a tampering; where only a step shows it, it says so first."""


@pytest.mark.parametrize("what", SAID)
def test_the_first_says_how_a_chain_is_broken_or_why_a_step_is_impossible(log: Log, what: str) -> None:
    is_careless = what in CARELESS
    forged = CARELESS[what](log).log if is_careless else sealed_anew((CAREFUL | OUT_OF_BOUNDS)[what](log).log)

    faults = verify(forged[0].log_id, forged).faults

    assert any(SAID[what] in fault for fault in (faults if is_careless else faults[:1])), faults


FITTING = (
    *("a move of another phase", "a move of a seat that is none", "a late cast", "another phase closed"),
    *("a phase closed early", "a phase closed for no reason"),
)
"""Constraints that hold for any seed and any rules."""


@pytest.mark.sampled(least=2)
@pytest.mark.parametrize("what", FITTING)
def test_a_log_whose_seed_or_rules_are_not_known_still_has_to_fit_together(log: Log, what: str) -> None:
    by_others = of_other_rules(log)
    tampered = [CAREFUL[what](entries) for entries in (log[:40], by_others, by_others[:40])]
    files = [file_of(sealed_anew(forged.log)) for forged in tampered]

    found = agreed(files)

    assert [opinion.verdict for opinion in found] == [(1, forged.shows_at) for forged in tampered]


def test_both_find_a_false_head_whatever_is_known(log: Log) -> None:
    at = place_of(log, "phase_closed")
    forged = with_entry(log, at, changed(log[at], "phase_closed", head="0" * 64))
    mended = of_other_rules(log)
    logs = [forged, forged[:40], with_entry(mended, at, changed(mended[at], "phase_closed", head="0" * 64))]

    found = agreed([file_of(sealed_anew(entries, mend_heads=False)) for entries in logs])

    assert [opinion.verdict for opinion in found] == [(1, at + 1)] * len(logs)
    said = verify(log[0].log_id, sealed_anew(forged, mend_heads=False)).faults[0]
    assert said == f"entry {at + 1}: contains a head that is not the hash of the previous entry"


@pytest.mark.sampled(least=2)
@pytest.mark.parametrize(
    "fact",
    [
        {"type": "submitted"},
        {"type": "submitted", "seat": "z", "phase": 1, "move": None, "keep_thinking": False, "by_bot": True},
        {"type": "wizards_duel.nothing"},
        {"type": "phase_closed", "phase": "x", "because": "x"},
        {"type": "match_created", "game": "chess"},
        {"type": "seat_taken", "seat": "a", "player": {"name": []}},
    ],
)
def test_junk_is_reported_as_wrong_without_a_crash(log: Log, fact: Json) -> None:
    at = place_of(log, "submitted", 1)
    junk = replace(log[at], facts=(EncodedFact.of(EVERYONE, fact),))
    logs = [with_entry(log, at, junk), [replace(junk, kind="created"), *log[1:40]]]

    found = agreed([file_of(sealed_anew(entries)) for entries in logs])

    assert [opinion.verdict for opinion in found] == [(1, at + 1), (1, 1)]


def test_both_find_that_what_someone_kept_is_missing(log: Log) -> None:
    """
    In a log that was forged from its beginning, nothing else shows the forgery.
    """
    kept = _record_of(log)
    each = [Kept(kept.commitments), Kept(receipts=kept.receipts), Kept(heads=kept.heads), Kept()]
    made_up = sealed_anew([_committed_to(log[0], "00" * 32), *log[1:]])
    without_seed = made_up[: place_of(log, "seed_revealed")]

    found = agreed([file_of(entries, kept=one) for entries in (log, without_seed) for one in (kept, *each)])

    assert [opinion.code for opinion in found] == [0, 0, 0, 0, 0, 1, 1, 1, 1, 0]


def test_both_say_of_which_move_a_receipt_is(log: Log) -> None:
    """
    A server that issues a receipt for another move, or for another seat's move, cannot deny it later.
    """
    kept = _record_of(log)
    submitted = log[place_of(log, "submitted", 1)].facts[0]

    (said,) = agreed([file_of(log, kept=kept)])

    assert any(canonical_json(dict(submitted.fact)) in line for line in said.findings), said.findings


def test_a_hash_counts_only_as_what_it_was_kept_as(log: Log) -> None:
    """
    A kept hash proves only what it was issued as: a head or a receipt of that seat.
    """
    kept = _record_of(log)
    untold = log[place_of(log, "submitted")].hash
    mistaken = [
        Kept(commitments=kept.heads),
        Kept(receipts=kept.heads),
        Kept(heads=kept.receipts),
        Kept(receipts=[untold]),
        Kept(heads=[log[0].hash]),
    ]

    found = agreed([file_of(log, kept=one) for one in mistaken])

    assert [opinion.code for opinion in found] == [1] * len(mistaken)


def test_both_say_whose_entropy_is_in_the_draws(log: Log) -> None:
    """
    The person who frees a seat before the start also removes its entropy: the player who gave it must see that.
    """
    alone = simulated("wizards_duel", "archwizard", 1)[0]
    before_start = log[: place_of(log, "match_started")]

    mixed, unmixed, unstarted = agreed([file_of(log), file_of(alone), file_of(before_start)])

    assert mixed.findings[:-1] == [
        f"  seat {seat} mixed entropy {given * 32} into the draws" for seat, given in ENTROPY
    ]
    assert unmixed.findings[:-1] == ["  no player mixed entropy into the draws"]
    assert unstarted.findings[:-1] == []


def _options(told: EncodedFact) -> Mapping[str, Json]:
    options = told.fact.get("options", {})
    assert isinstance(options, dict)
    return options


def _with_option(first: Entry, fact_type: str, name: str, value: Json) -> Entry:
    options = next(_options(told) for told in first.facts if told.type == fact_type)
    return changed(first, fact_type, options={**options, name: value})


def _record_of(log: Log) -> Kept:
    facts = [told.fact for entry in log for told in entry.facts]
    head = next(fact["head"] for fact in facts if fact["type"] == "phase_closed")
    return Kept([str(facts[0]["seed_commitment"])], [receipt_of(log[place_of(log, "submitted", 1)])], [str(head)])


def _committed_to(first: Entry, commitment: str) -> Entry:
    return changed(first, "match_created", seed_commitment=commitment)


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("game", "variant"), [(game.name, variant) for game in GAMES.values() for variant in game.variants]
)
def test_both_refuse_options_that_the_game_would_not_have_accepted(game: str, variant: str) -> None:
    created = simulated(game, variant, 1)[0][0]
    places = [
        (told.type, name)
        for told in created.facts
        for name, value in _options(told).items()
        if value is not None and name not in NULLABLE
    ]
    emptied = [_with_option(created, fact_type, name, None) for fact_type, name in places]

    found = agreed([file_of(sealed_anew([entry])) for entry in emptied])

    assert {place: said.verdict for place, said in zip(places, found, strict=True)} == dict.fromkeys(places, (1, 1))


def test_neither_reads_a_line_that_holds_more_than_an_entry(log: Log) -> None:
    text = file_of(log).bytes.decode()
    written = {
        "a field more": ('"kind":"started"', '"kind":"started","l":1'),
        "a name twice": ('"kind":"started"', '"kind":"void","kind":"started"'),
        "a fact with a remark": ('"to":"everyone"', '"to":"everyone","why":1'),
        "other white space": ('"kind":"started"', '"kind": "started"'),
        "other escapes": ('"kind":"started"', '"kind":"start\\u0065d"'),
        "a number in other words": ('"attempt":1,', '"attempt":1.0,'),
        "a place in other words": ('"seq":1}', '"seq":1.0}'),
        "a place that is no number": ('"seq":1}', '"seq":NaN}'),
        "a place that has no end": ('"seq":1}', '"seq":Infinity}'),
        "a place that is a text": ('"seq":1}', '"seq":"1"}'),
        "a place that is true": ('"seq":1}', '"seq":true}'),
        "a match that is a number": (f'"match_id":"{log[0].log_id}","nonce"', '"match_id":1,"nonce"'),
        "a match of half a character": (f'"match_id":"{log[0].log_id}","nonce"', '"match_id":"\\ud800","nonce"'),
        "an entry and its body": ('"facts":', f'"body":"{"0" * 64}","facts":'),
        "an entry without a body": ('"facts":', '"body":null,"facts":'),
        "a fact with a name twice": ('"attempt":1,', '"attempt":2,"attempt":1,'),
        "a number that is large": ('"attempt":1,', f'"attempt":{2**53},'),
        "half a character": ('"text":"Good luck."', '"text":"\\ud800"'),
        "nobody to tell": ('"to":["a"]', '"to":[]'),
        "another line end": ("}\n{", "}\r{"),
        "a mark of byte order": ('{"at"', '\ufeff{"at"'),
        "nothing": (text, "\n \n"),
    }
    assert all(text.count(before) for before, _ in written.values())
    files = [File(text.replace(before, after, 1).encode()) for before, after in written.values()]
    files.append(File(text.encode("utf-16")))

    found = agreed(files)

    assert [opinion.code for opinion in found] == [2] * len(files)


def test_neither_reads_what_readers_of_json_differ_in(log: Log) -> None:
    """
    Some readers limit the depth of nested lists, and names beyond ASCII can be sorted in two ways.
    """
    at = place_of(log, "submitted")
    moves: list[Json] = [_nested(60), _nested(61), _nested(200), {"ä": 1}, {"\ufffd": 1, "\U0001f600": 2}]
    logs = [sealed_anew(with_entry(log, at, changed(log[at], "submitted", move=move))) for move in moves]

    found = agreed([file_of(entries) for entries in logs])

    assert [opinion.code for opinion in found] == [1, 2, 2, 2, 2]


def _nested(lists: int) -> Json:
    """Return an entry with this many nested lists, at its fifth level."""
    value: Json = []
    for _ in range(lists - 1):
        value = [value]
    return value


def test_both_read_a_log_with_white_space_around_its_lines(log: Log) -> None:
    file = File(b"\n\n" + file_of(log).bytes.replace(b"\n", b"\r\n \t\r\n"))

    (opinion,) = agreed([file])

    assert opinion.code == 0
