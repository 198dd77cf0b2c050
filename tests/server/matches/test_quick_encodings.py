"""What is encoded by hand, because it is encoded most often, is what the models give."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from itertools import product
from typing import Final

import pytest
from pydantic import JsonValue

from benchmarks.prepared import Prepared
from engines.catalogue import GAMES
from engines.hero_of_the_arena.facts import ArenaPackRevealed
from engines.kit import EVERYONE, AnyEngine, Fact, seat_id
from server.access.player import Person
from server.api.models.playing import CountedMove, ViewReply
from server.api.routes.playing import render_view
from server.api.streams.frames import SubmittedFrame
from server.api.streams.submissions import render_submitted
from server.logs.store.entry import Decision, EncodedFact
from server.matches.fact_encoding import decode, encode
from server.matches.facts import SeatSubmitted, Submitted
from server.matches.play.submitting import ReceiptReply
from server.matches.projection import MatchProjection

_ID: Final = "01m88ad5cqekdva1qy9kd48mrz"
_ENGINE = GAMES["divine_intervention"]
_MOVES: Final[tuple[JsonValue, ...]] = (
    {"bids": {"room": 3, "ä": "\u2028"}, "type": "bid"},
    {"spell": None, "type": "charm"},
)


@pytest.mark.parametrize(
    "fact",
    [
        *(
            Submitted(seat_id("hell-1"), 12, move, keep_thinking, by_bot, head)
            for move, keep_thinking, by_bot, head in product(_MOVES, (False, True), (False, True), (None, "0f" * 32))
        ),
        SeatSubmitted(seat_id("hell-1"), 3, has_submission=True),
        SeatSubmitted(seat_id("a"), 3, has_submission=False),
    ],
)
def test_submissions_are_encoded_as_all_facts_are(fact: Submitted | SeatSubmitted) -> None:
    encoded, stored = encode(_ENGINE, EVERYONE, fact), _stored(_ENGINE, fact)

    decoded = decode(_ENGINE, stored)

    assert encoded == EncodedFact.of(EVERYONE, stored.fact)
    assert (decoded, repr(decoded)) == (fact, repr(fact))
    assert decode(_ENGINE, encoded) == fact


def test_a_pack_is_read_once_for_all_matches_that_have_it() -> None:
    engine = GAMES["hero_of_the_arena"]
    pack = engine.options(next(iter(engine.variants)), {}).cards
    other_pack = pack.model_copy(update={"name": "Another pack"})

    one, again, other = (decode(engine, _stored(engine, ArenaPackRevealed(each))) for each in (pack, pack, other_pack))

    assert one is again
    assert (one, other) == (ArenaPackRevealed(pack), ArenaPackRevealed(other_pack))


def _stored(engine: AnyEngine, fact: Fact) -> EncodedFact:
    """Return a fact as a log has it that nobody has read."""
    encoded = encode(engine, EVERYONE, fact)
    return EncodedFact(encoded.audience, encoded.type, encoded.text)


@pytest.mark.parametrize("ref", [None, "", 'a "quoted" \u2028 \U0001f52e ref'])
def test_answers_to_submissions_are_encoded_as_their_frame_is(ref: str | None) -> None:
    at = "2040-01-01T00:00:00.000001Z"
    receipt = ReceiptReply(_ID, seat_id("a"), 2, at, "0f" * 32, _ID, 7, repeated=True)
    frame = SubmittedFrame(
        ref=ref,
        match_id=receipt.match_id,
        seat=receipt.seat,
        phase=receipt.phase,
        accepted_at=receipt.accepted_at,
        receipt=receipt.receipt,
        epoch=receipt.epoch,
        cursor=receipt.cursor,
        repeated=receipt.repeated,
        server_now=at,
    )

    assert render_submitted(receipt, ref, at) == frame.model_dump_json()


class _Noted(Prepared):
    """A match whose decisions are kept as they were made."""

    decided: list[Decision]

    def _add(self, decision: Decision) -> None:
        vars(self).setdefault("decided", []).append(decision)
        super()._add(decision)


@pytest.mark.parametrize(
    ("game", "variant"), [(name, variant) for name, game in GAMES.items() for variant in game.variants]
)
def test_facts_that_are_not_decoded_are_what_decoding_gives(game: str, variant: str) -> None:
    """Most facts of an entry are folded as they were made; after the next start they are read from the log."""
    match = _Noted(game, variant, datetime(2040, 1, 1, tzinfo=UTC))
    match.play_out()

    made = [fact for decision in match.decided for fact in decision.facts if fact.decoded is not None]
    read = [decode(GAMES[game], EncodedFact(fact.audience, fact.type, fact.text)) for fact in made]

    assert len({fact.type for fact in made}) > 5
    assert [repr(fact.decoded) for fact in made] == [repr(fact) for fact in read]


@pytest.mark.parametrize("game", GAMES)
def test_views_are_encoded_as_their_model_is(game: str) -> None:
    known = _playing(game)
    known.reason, known.rematch_id = 'a "quoted" \u2028 \U0001f52e reason', _ID
    known.muted = {known.created.seats[0].id: "\x01\x7f loud"}
    known.reserved = {known.created.seats[0].id: Person(_ID, "Zoë")}

    for lines, language in product((None, [], ["It begins."]), (None, "en", "de")):
        text = render_view(_ID, known, "2040-01-01T00:00:00.000001Z", language, lines, epoch=_ID)
        reply = ViewReply.model_validate_json(text)
        # Shown as they were submitted.
        reply.moves = [CountedMove.model_construct(phase=one.phase, move=json.loads(one.json)) for one in known.moves]

        assert reply.model_dump_json() == text.decode()


def _playing(game: str) -> MatchProjection:
    """Return what a seat knows that has moved in the second phase."""
    match = Prepared(game, next(iter(GAMES[game].variants)), datetime(2040, 1, 1, tzinfo=UTC))
    first = match.live.state.phase
    assert first is not None
    for seat in first.seats:
        match.submit(seat)
    match.close()
    second = match.live.state.phase
    assert second is not None
    match.submit(second.seats[0])
    return match.live.projection(second.seats[0])
