"""What is encoded by hand, because it is encoded most often, is what the models give."""

from __future__ import annotations

from itertools import product
from typing import Final

import pytest
from pydantic import JsonValue

from engines.catalogue import GAMES
from engines.kit import EVERYONE, seat_id
from server.fact_encoding import decode, encode
from server.facts import SeatSubmitted, Submitted
from server.log.entry import EncodedFact
from server.matches.submitting import ReceiptReply
from server.stream.frames import SubmittedFrame
from server.stream.submissions import submitted_text

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
    encoded = encode(_ENGINE, EVERYONE, fact)

    stored = EncodedFact(encoded.audience, encoded.type, encoded.text)
    decoded = decode(_ENGINE, stored)

    assert encoded == EncodedFact.of(EVERYONE, stored.fact)
    assert (decoded, repr(decoded)) == (fact, repr(fact))
    assert decode(_ENGINE, encoded) == fact


@pytest.mark.parametrize("ref", [None, "", 'a "quoted" \u2028 \U0001f52e ref'])
def test_answers_to_submissions_are_encoded_as_their_frame_is(ref: str | None) -> None:
    at = "2040-01-01T00:00:00.000001Z"
    receipt = ReceiptReply("01m88ad5cqekdva1qy9kd48mrz", seat_id("a"), 2, at, "0f" * 32, 7, repeated=True)
    frame = SubmittedFrame(
        ref=ref,
        match_id=receipt.match_id,
        seat=receipt.seat,
        phase=receipt.phase,
        accepted_at=receipt.accepted_at,
        receipt=receipt.receipt,
        cursor=receipt.cursor,
        repeated=receipt.repeated,
        server_now=at,
    )

    assert submitted_text(receipt, ref, at) == frame.model_dump_json()
