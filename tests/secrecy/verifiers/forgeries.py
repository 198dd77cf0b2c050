"""
Every kind of tampering with a log, as data: the change, and the entry where it shows first.

A careless forger leaves the chain as it is; a careful one, who has the whole log, recomputes all hashes and heads.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

from engines.kit import EVERYONE, only, seat_id
from server.logs.store.entry import EncodedFact, Entry
from server.matches.seeds import commitment_to
from server.runtime.times import parse_timestamp, timestamp
from tests.secrecy.verifiers.holders import TAMPERED_ROLES
from tests.secrecy.verifiers.looks import TAMPERED_LOOKS
from tests.secrecy.verifiers.scribe import Scribe, eventful, invited, never_begun
from tests.secrecy.verifiers.silence import TAMPERED_SILENCE
from tests.secrecy.verifiers.tampering import (
    Forger,
    Log,
    Tampering,
    added,
    changed,
    kept_from_b,
    of_log,
    person_json,
    place_of,
    repeated,
    shown_to_everyone,
    to_everyone,
    with_entry,
    with_fact,
)

Json = Any
A = seat_id("a")


def _moved(entry: Entry, **span: float) -> Entry:
    return replace(entry, at=timestamp(parse_timestamp(entry.at) + timedelta(**span)))


# Careless: the hashes are unchanged.


def _changed_move(log: Log) -> Tampering:
    at = place_of(log, "submitted")
    move = {"type": "cast", "spell": "w"}
    return Tampering(with_entry(log, at, changed(log[at], "submitted", move=move)), at + 1)


def _changed_time(log: Log) -> Tampering:
    return Tampering(with_entry(log, 8, _moved(log[8], seconds=1)), 9)


def _changed_nonce(log: Log) -> Tampering:
    return Tampering(with_entry(log, 8, replace(log[8], nonce="00" * 16)), 9)


def _dropped(log: Log) -> Tampering:
    return Tampering(with_entry(log, 8), 10)


def _reordered(log: Log) -> Tampering:
    return Tampering([*log[:8], log[9], log[8], *log[10:]], 10)


def _inserted(log: Log) -> Tampering:
    return Tampering(with_entry(log, 8, log[8], log[8]), 9)


def _without_its_beginning(log: Log) -> Tampering:
    return Tampering(log[1:], 2)


def _changed_seed(log: Log) -> Tampering:
    last = len(log) - 1
    return Tampering(with_entry(log, last, changed(log[last], "seed_revealed", seed="00" * 32)), len(log))


CARELESS: dict[str, Forger] = {
    "a changed move": _changed_move,
    "a changed time": _changed_time,
    "a changed nonce": _changed_nonce,
    "an entry dropped": _dropped,
    "two entries swapped": _reordered,
    "an entry twice": _inserted,
    "the first entry dropped": _without_its_beginning,
    "a changed seed": _changed_seed,
}


# Careful: only a step that could not have happened shows the forgery.


def _dropped_cast(log: Log) -> Tampering:
    """Drop a cast; the cast before it would have counted."""
    return Tampering(with_entry(log, place_of(log, "submitted", 1)), place_of(log, "phase_closed"))


def _other_legal_cast(log: Log) -> Tampering:
    at = place_of(log, "submitted", 1)
    move = {"type": "cast", "spell": "8"}
    return Tampering(with_entry(log, at, changed(log[at], "submitted", move=move)), place_of(log, "phase_closed") + 1)


def _late_cast(log: Log) -> Tampering:
    at = place_of(log, "phase_closed", 1)
    late = _moved(replace(log[at - 1], at=log[at].at), seconds=10)
    return Tampering(with_entry(log, at - 1, late), at)


def _hastened(log: Log) -> Tampering:
    at = place_of(log, "phase_closed", because="deadline")
    return Tampering(with_entry(log, at, _moved(log[at], seconds=-1)), at + 1)


def _closed_for_no_reason(log: Log) -> Tampering:
    at = place_of(log, "phase_closed", because="deadline")
    return Tampering(with_entry(log, at, changed(log[at], "phase_closed", because="all_submitted")), at + 1)


def _move_after_its_phase(log: Log) -> Tampering:
    """Add a move that changes nothing: not to use what is not used by default."""
    at = place_of(log, "phase_closed", 2)
    return Tampering([*log[: at - 1], log[at], log[at - 1], *log[at + 1 :]], at + 1)


def _withheld_cast(log: Log) -> Tampering:
    at = place_of(log, "submitted")
    return Tampering(with_entry(log, at, log[at].withhold()), at + 1)


def _message_before_the_start(log: Log) -> Tampering:
    """Add a withheld message, whose content nobody can read."""
    at = place_of(log, "match_started")
    message = log[place_of(log, "message_sent")].withhold()
    return Tampering([*log[:at], message, *log[at:]], at + 1)


def _said_while_muted(log: Log) -> Tampering:
    at, said = place_of(log, "seat_muted"), log[place_of(log, "message_sent")]
    told = EncodedFact.of(EVERYONE, {**said.facts[0].fact, "sender": "b"})
    return Tampering([*log[: at + 1], replace(log[at], kind="message", facts=(told,)), *log[at + 1 :]], at + 2)


def _said_in_a_pause(log: Log) -> Tampering:
    at, said = place_of(log, "match_paused"), log[place_of(log, "message_sent")]
    return Tampering([*log[: at + 1], replace(said, at=log[at].at), *log[at + 1 :]], at + 2)


def _said_too_often(log: Log) -> Tampering:
    at = place_of(log, "message_sent")
    return Tampering(with_entry(log, at, *[log[at]] * 31), at + 31)


def of_line(**changes: Json) -> Forger:
    """Change the message of seat b to the host."""
    return with_fact("message_sent", 1, **changes)


def _reacted_too_often(log: Log) -> Tampering:
    at = place_of(log, "message_sent")
    reaction = changed(log[at], "message_sent", text="", sign="laugh")
    return Tampering(with_entry(log, at, *[reaction] * 11), at + 11)


def _new_seed(log: Log) -> Tampering:
    """Replace the seed and its commitment from the beginning: only the draws show it."""
    seed = bytes(32)
    last = len(log) - 1
    begun = with_entry(log, 0, changed(log[0], "match_created", seed_commitment=commitment_to(seed)))
    forged = with_entry(begun, last, changed(log[last], "seed_revealed", seed=seed.hex()))
    return Tampering(forged, place_of(log, "drawn") + 1)


def _changed_entropy(log: Log) -> Tampering:
    at = place_of(log, "seat_taken", 2)
    return Tampering(with_entry(log, at, changed(log[at], "seat_taken", entropy="55" * 32)), place_of(log, "drawn") + 1)


def _entropy_of_a_bot(log: Log) -> Tampering:
    at = place_of(log, "seat_taken", 0)
    return Tampering(with_entry(log, at, changed(log[at], "seat_taken", player=None)), at + 1)


def _entropy_from_the_beginning(log: Log) -> Tampering:
    taken = log[place_of(log, "seat_taken")]
    return Tampering([replace(log[0], facts=(*log[0].facts, *taken.facts)), *log[2:]], 1)


def _invitation_from_the_beginning(log: Log) -> Tampering:
    player = log[place_of(log, "seat_taken")].facts[0].fact["player"]
    taken = to_everyone("seat_taken", seat="a", player=player, entropy=None, invitation="0" * 26)
    return Tampering([replace(log[0], facts=(*log[0].facts, taken)), *log[2:]], 1)


def _two_seats_of_one_player(log: Log) -> Tampering:
    (taken,) = log[place_of(log, "seat_taken")].facts
    both = [EncodedFact.of(EVERYONE, {**taken.fact, "seat": seat, "entropy": None}) for seat in "ab"]
    return Tampering([replace(log[0], facts=(*log[0].facts, *both)), *log[6:]], 1)


def _deadline_put_forward(log: Log) -> Tampering:
    """Move a deadline forward; an extension can only move it back."""
    at = place_of(log, "deadline_set", 3)
    (told,) = log[at].facts
    earlier = timestamp(parse_timestamp(str(told.fact["closes_at"])) - timedelta(seconds=100))
    return Tampering(with_entry(log, at, changed(log[at], "deadline_set", closes_at=earlier)), at + 1)


def _deadline_moved(nth: int) -> Forger:
    return with_fact("deadline_set", nth, closes_at="2036-01-01T00:00:00.000000Z")


SAID = to_everyone("message_sent", channel="table", sender="b", text="Wait.")
DEADLINE = 20  # The first phase that closes at its deadline, in `log`.


def _taken_at_first(*seats: str) -> Forger:
    """Put bots into seats from the first entry on."""
    taken = tuple(to_everyone("seat_taken", seat=seat, player=None, entropy=None) for seat in seats)
    return lambda log: Tampering([replace(log[0], facts=(*log[0].facts, *taken)), *log[1:]], 1)


def _started_with_a_seat_free(log: Log) -> Tampering:
    at = place_of(log, "match_started")
    return Tampering(with_entry(log, at - 1), at)


def _threads_log() -> Log:
    match = Scribe("threads_of_fate", "quick")
    match.start()
    match.submit("heaven-1")
    match.withdraw("heaven-1")
    match.play_out()
    return match.log


def _praying() -> Log:
    match = Scribe("divine_intervention", "small")
    match.start()
    match.play_out()
    return match.log


def _invited(fact_type: str, *, before: int, kind: str | None = None, **fields: Json) -> Forger:
    """Add one entry to a log with reserved seats."""
    return of_log(invited, added(kind or fact_type, to_everyone(fact_type, **fields), before=before))


def _without_secret_options(log: Log) -> Tampering:
    facts = tuple(told for told in log[0].facts if told.type != "secret_options")
    return Tampering([replace(log[0], facts=facts), *log[1:]], 1)


def _with_secrets_for_all(log: Log) -> Tampering:
    options = log[0].facts[1].fact["options"]
    return Tampering([changed(log[0], "match_created", options=options), *log[1:]], 1)


def _time_in_other_words(log: Log) -> Tampering:
    """Write the same instant in another format."""
    return Tampering(with_entry(log, 0, replace(log[0], at=log[0].at.replace("Z", "+00:00"))), 1)


def _created_in(year: str) -> Forger:
    return lambda log: Tampering(with_entry(log, 0, replace(log[0], at=year + log[0].at[4:])), 1)


def _without_seed(log: Log) -> Tampering:
    facts = tuple(told for told in log[-1].facts if told.type != "seed_revealed")
    return Tampering(with_entry(log, len(log) - 1, replace(log[-1], facts=facts)), len(log))


CAREFUL: dict[str, Forger] = {
    **TAMPERED_SILENCE,
    **TAMPERED_LOOKS,
    **TAMPERED_ROLES,
    "a dropped cast": _dropped_cast,
    "another legal cast": _other_legal_cast,
    "an illegal move": with_fact("submitted", move={"type": "cast", "spell": "0"}),
    "a move that is not in canonical form": with_fact("submitted", move={"type": "cast"}),
    "a move of another phase": with_fact("submitted", phase=9),
    "a move of a seat that is none": with_fact("submitted", seat="c"),
    "a move that a bot is said to have made": with_fact("submitted", by_bot=True),
    "a late cast": _late_cast,
    "a move after its phase": _move_after_its_phase,
    "a cast repeated": repeated("submitted"),
    "a withheld cast": _withheld_cast,
    "a cast told to everyone": shown_to_everyone("submitted"),
    "a submission that is not announced": lambda log: Tampering(
        with_entry(log, (at := place_of(log, "seat_submitted")), replace(log[at], facts=log[at].facts[:1])), at + 1
    ),
    "a phase closed early": _hastened,
    "a phase closed for no reason": _closed_for_no_reason,
    "another phase closed": with_fact("phase_closed", phase=9),
    "a phase closed twice": repeated("phase_closed"),
    "a changed winner": with_fact("wizards_duel.round_played", gain={"a": 2, "b": 0}),
    "true for 1": with_fact("wizards_duel.round_played", attempt=True),
    "a changed explanation, for the host": with_fact("wizards_duel.round_explained", cancelled=["a", "b"]),
    "a secret told to everyone": shown_to_everyone("wizards_duel.round_explained"),
    "a result kept from a seat": kept_from_b("wizards_duel.round_played"),
    "a changed phase": with_fact("phase_opened", 1, phase={}),
    "a changed draw": with_fact("drawn", picks=["x"]),
    "a draw told to everyone": shown_to_everyone("drawn"),
    "a changed outcome": with_fact(
        "match_ended", outcome={"rank": {"a": 1, "b": 1}, "consequences": {"a": [], "b": []}}
    ),
    "a false channel": with_fact("channel_opened", members=["a"]),
    "a new seed": _new_seed,
    "a changed seed": _changed_seed,
    "no seed for everyone": kept_from_b("seed_revealed"),
    "no seed at all": _without_seed,
    "changed entropy": _changed_entropy,
    "entropy of a bot": _entropy_of_a_bot,
    "entropy from the beginning": _entropy_from_the_beginning,
    "entropy that is none": with_fact("seat_taken", entropy="AA" * 32),
    "an invitation that is none": with_fact("seat_taken", invitation="x"),
    "an invitation of a bot": lambda log: Tampering(
        with_entry(
            log,
            (at := place_of(log, "seat_taken")),
            changed(log[at], "seat_taken", player=None, entropy=None, invitation="0" * 26),
        ),
        at + 1,
    ),
    "an invitation from the beginning": _invitation_from_the_beginning,
    "a seat taken twice": repeated("seat_taken"),
    "a player in another's seat": with_fact("seat_taken", 2, seat="b"),
    "two seats of one player": _two_seats_of_one_player,
    "another variant": with_fact("match_created", variant="puzzler"),
    "an option out of bounds": lambda log: Tampering(
        [changed(log[0], "match_created", options={**_options(log), "max_replays": 11}), *log[1:]], 1
    ),
    "other seats": with_fact("match_created", seats=[]),
    "another match": with_fact("match_created", match_id="m"),
    "a flag that is a number": with_fact("match_created", show_submitted=1),
    "another first deadline": _deadline_moved(0),
    "a deadline after a pause": _deadline_moved(2),
    "a deadline put forward": _deadline_put_forward,
    "an extension by the order of no tournament": with_fact("deadline_set", 3, order=2),
    "a pause in a pause": repeated("match_paused"),
    "no pause to end": repeated("match_resumed"),
    "a seat muted that is none": with_fact("seat_muted", seat="c"),
    "a seat muted twice": repeated("seat_muted"),
    "a loss noted twice": of_log(invited, repeated("entries_lost")),
    "a loss of a head that is none": of_log(invited, with_fact("entries_lost", head="x")),
    "a loss told to everyone": _invited("entries_lost", kind="loss_noted", before=6, last=9, head="66" * 32),
    "a second rematch": of_log(invited, repeated("rematch_called")),
    "a rematch before the end": _invited(
        "rematch_called", kind="rematch_called", before=6, rematch_id="4" * 26, player=person_json("Ada")
    ),
    "called off by the server after the start": _invited(
        "match_voided", kind="called_off", before=17, reason="", because="never_begun"
    ),
    "called off by the server for another reason": of_log(never_begun, with_fact("match_voided", reason="Late.")),
    "called off by the host without a reason to": _invited(
        "match_voided", kind="host_action", before=6, reason="", because="never_begun"
    ),
    "said by another": with_fact("message_sent", 1, sender="a"),
    "said by a spectator": with_fact("message_sent", sender="spectator"),
    "said by the host in a channel of the game": with_fact("message_sent", sender="host"),
    "said to fewer": kept_from_b("message_sent"),
    "said where there is no channel": with_fact("message_sent", channel="cellar"),
    "said in two lines": with_fact("message_sent", text="one\ntwo"),
    "said at length": with_fact("message_sent", text="é" * 2001),
    "a reaction with a text": with_fact("message_sent", sign="laugh"),
    "a reaction that is none": with_fact("message_sent", text="", sign="wink"),
    "an empty text": with_fact("message_sent", text=""),
    "reacted in the line to the host": with_fact("message_sent", channel="host:b", text="", sign="laugh"),
    "reacted too often": _reacted_too_often,
    "a report in a channel of the game": with_fact("message_sent", about={"seat": "a"}),
    "a report of oneself": of_line(about={"seat": "b"}),
    "a report of a seat that is none": of_line(about={"seat": "c"}),
    "a report of what has not happened": of_line(about={"seat": "a", "at": "2200-01-01T00:00:00.000000Z"}),
    "a report of a time that is none": of_line(about={"seat": "a", "at": "then"}),
    "a report with a sign": of_line(about={"seat": "a"}, text="", sign="doubt"),
    "said while muted": _said_while_muted,
    "said in a pause": _said_in_a_pause,
    "said too often": _said_too_often,
    "a private message before the start": _message_before_the_start,
    "a time in other words": _time_in_other_words,
    "a time in the year 0": _created_in("0000"),
    "a time before 1970": _created_in("1969"),
    "a match created twice": repeated("match_created"),
    "a variant that is none": lambda log: Tampering(
        [changed(log[0], "match_created", variant="chess", options={**_options(log), "variant": "chess"}), *log[1:]], 1
    ),
    "a player in a second seat": with_fact("seat_taken", 1, player=person_json("Ada")),
    "a seat left twice": repeated("seat_left"),
    "a start with a seat free": _started_with_a_seat_free,
    "a start twice": repeated("match_started"),
    "a withdrawal where there is none": added(
        "withdrawn",
        EncodedFact.of(only(A), {"type": "withdrawn", "seat": "a", "phase": 1}),
        to_everyone("seat_submitted", seat="a", phase=1, has_submission=False),
        before=9,
    ),
    "nothing to withdraw": of_log(_threads_log, repeated("withdrawn")),
    "a player in another seat than before": added(
        "host_action", to_everyone("seat_taken", seat="b", player=person_json("Ada"), entropy=None), before=24
    ),
    "entropy during play": added(
        "host_action", to_everyone("seat_taken", seat="a", player=person_json("Eve"), entropy="11" * 32), before=24
    ),
    "a submission that is what stands": lambda log: Tampering(with_entry(log, 8, log[8], log[8]), 10),
    "a mute before the start": added("host_action", to_everyone("seat_muted", seat="a", reason=""), before=6),
    "a seat that is none, from the beginning": _taken_at_first("z"),
    "a seat twice from the beginning": _taken_at_first("a", "a"),
    "no mute to end": with_fact("seat_unmuted", seat="a"),
    "said in another's line": with_fact("message_sent", 1, channel="host:a"),
    "said after the deadline": added("message", SAID, before=DEADLINE),
    "said after the end": added("message", SAID),
    "a pause after the end": added("host_action", to_everyone("match_paused", reason="")),
    "an outcome without a seat": of_log(
        lambda: eventful(2, "adjudicated"),
        with_fact("match_adjudicated", outcome={"rank": {"a": 1}, "consequences": {"a": [], "b": []}}),
    ),
    "a consequence that is none": of_log(
        lambda: eventful(2, "adjudicated"),
        with_fact("match_adjudicated", outcome={"rank": {"a": 1, "b": 2}, "consequences": {"a": ["fame"], "b": []}}),
    ),
    "a match voided twice": of_log(lambda: eventful(2, "void"), repeated("match_voided")),
    "a seat reserved for a player who has one": _invited(
        "seat_reserved", before=5, seat="b", player=person_json("Ada")
    ),
    "a taken seat reserved": _invited("seat_reserved", before=6, seat="a", player=person_json("Di")),
    "a seat reserved for whom it is reserved": of_log(invited, repeated("seat_reserved")),
    "a seat reserved for a bot": of_log(invited, with_fact("seat_reserved", 1, player=None)),
    "a seat reserved that is none": of_log(invited, with_fact("seat_reserved", 1, seat="z")),
    "a seat reserved during play by a player": _invited(
        "seat_reserved", before=18, seat="b", player=person_json("Eve")
    ),
    "a seat reserved by a host before the start": _invited(
        "seat_reserved", kind="host_action", before=2, seat="a", player=person_json("Di")
    ),
    "a reserved seat taken by another": of_log(invited, with_fact("seat_taken", 0, player=person_json("Di"))),
    "a seat taken behind a closed door": of_log(invited, with_fact("seat_taken", 2, player=person_json("Bo"))),
    "a reserved seat taken during play by another": of_log(
        invited, with_fact("seat_taken", 5, player=person_json("Eve"))
    ),
    "a seat taken over with entropy": of_log(invited, with_fact("seat_taken", 5, entropy="33" * 32)),
    "a seat released that is not reserved": of_log(invited, repeated("seat_released")),
    "a seat released after the end": of_log(invited, added("seat_released", to_everyone("seat_released", seat="b"))),
    "a door closed twice": of_log(invited, repeated("door_closed")),
    "a door opened twice": of_log(invited, repeated("door_opened")),
    "a door closed during play": _invited("door_closed", kind="host_action", before=18),
    "a seat reserved twice from the beginning": of_log(
        lambda: Scribe("wizards_duel", "archwizard", guests={"a": "Ada", "b": "Bo"}).log,
        lambda log: Tampering([replace(log[0], facts=(*log[0].facts[:2], log[0].facts[1]))], 1),
    ),
    "no secret options": of_log(_praying, _without_secret_options),
    "secret options for everyone": of_log(_praying, _with_secrets_for_all),
}


def _options(log: Log) -> dict[str, Json]:
    options = log[0].facts[0].fact["options"]
    assert isinstance(options, dict)
    return options
