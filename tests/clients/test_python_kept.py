"""The record of the Python client: enough to check a log with, and a warning where the server contradicts itself."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import pytest

from moirai_client import Bot, Client, Kept, RefusedError, TamperingWarning
from server.cli.logs.logfile import read_logs
from server.cli.logs.seals import read_kept
from server.cli.logs.verify import Judgement, judge
from tests.clients.duels import against_a_bot
from tests.server.world import World
from tests.waiting import patience

pytestmark = pytest.mark.one_server

Json = Any

HASH = "ab" * 32


def _cast(spell: str) -> Json:
    return {"type": "cast", "spell": spell}


def _judged(log: str, path: Path) -> Judgement:
    return judge(read_logs(log.splitlines()), read_kept(path.read_text(encoding="utf-8")))


async def test_the_record_of_a_bot_is_good_and_shows_a_missing_receipt(world: World, tmp_path: Path) -> None:
    """From the second phase on it sends the head that it was told with every submission."""
    async with await Client.sign_up(world.url, "Ada") as ada, patience():
        match = await against_a_bot(world, ada, open_log=True, pace="eager")
        bot = Bot(ada)
        await bot.run(match.id)
        log = await match.log()

    assert bot.kept is not None
    bot.kept.save(tmp_path / "kept")
    sent = [line for line in log.splitlines() if '"kind":"submitted"' in line and '"by_bot":false' in line]
    judgement = _judged(log, tmp_path / "kept")

    assert judgement.good, judgement.lines
    assert len(bot.kept.receipts) == len(sent)
    assert len(bot.kept.commitments) == 1
    assert ['"head":"' in line for line in sent] == [False] + [True] * (len(sent) - 1)


async def test_the_record_of_a_player_shows_a_move_that_the_server_replaced(world: World, tmp_path: Path) -> None:
    """
    The test replaces the move with the player's token; a server could do so without it.
    """
    async with (
        await Client.sign_up(world.url, "Ada") as ada,
        Client(world.url, ada.token) as server,
        patience(),
    ):
        match = await against_a_bot(world, ada, open_log=True)
        await match.details()
        await match.submit(1, {"type": "cast", "spell": "3"})
        await server.match(match.id).submit(1, {"type": "cast", "spell": "8"})
        await world.pass_time(100_000)

        with pytest.warns(TamperingWarning, match="Phase 1 was closed with a different submission"):
            await match.events()
        await server.match(match.id).act({"type": "void", "reason": "a cheat"})
        match.kept.save(tmp_path / "kept")
        judgement = _judged(await match.log(), tmp_path / "kept")

    assert not judgement.good
    assert "WHOSE RECEIPT IS NOT GIVEN" in judgement.lines[-2]


async def test_a_player_who_resubmits_is_not_warned(world: World) -> None:
    async with await Client.sign_up(world.url, "Ada") as ada, patience():
        match = await against_a_bot(world, ada)
        for move in (_cast("3"), _cast("8"), _cast("3")):
            await match.submit(1, move)
        await world.pass_time(100_000)

        with warnings.catch_warnings():
            warnings.simplefilter("error")
            await match.events()

        assert len(match.kept.receipts) == 3


async def test_the_head_of_another_match_is_refused_and_no_bot_plays_on(world: World) -> None:
    async with await Client.sign_up(world.url, "Ada") as ada, patience():
        match = await against_a_bot(world, ada)
        match.kept._head = (1, HASH)

        with pytest.raises(RefusedError, match="unknown_head"):
            await match.submit(1, {"type": "cast", "spell": "3"})


def _event(cursor: int, *facts: Json, at: str = "2035-01-01T00:00:00.000000Z") -> Json:
    return {"type": "event", "match_id": "m", "cursor": cursor, "at": at, "facts": list(facts), "server_now": at}


def _counted(receipt: str | None) -> Json:
    return {"type": "submission_counted", "seat": "a", "phase": 1, "receipt": receipt}


def _reply(receipt: str, cursor: int, epoch: str = "one") -> Json:
    return {"seat": "a", "phase": 1, "receipt": receipt, "epoch": epoch, "cursor": cursor}


def test_what_a_server_has_lost_that_was_set_back_is_not_taken_for_a_move_that_it_replaced() -> None:
    kept = Kept("m")
    kept.note_receipt(_reply("lost", 9))
    kept.note_receipt(_reply("again", 4, "two"))

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kept.note_event("a", _event(5, _counted("again")))


def test_a_reply_that_comes_after_the_close_is_waited_for() -> None:
    """The last to submit may hear of the close before the reply."""
    kept = Kept("m")

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with kept.sending(1):
            kept.note_event("a", _event(5, _counted("r")))
            kept.note_receipt(_reply("r", 4))

    with pytest.warns(TamperingWarning), kept.sending(1):
        kept.note_receipt(_reply("s", 6))


@pytest.mark.parametrize(("counted", "warned"), [(None, False), ("r", True)])
def test_no_submission_counts_after_a_withdrawal(counted: str | None, *, warned: bool) -> None:
    kept = Kept("m")
    kept.note_receipt(_reply("w", 3), withdrawn=True)
    kept.note_receipt(_reply("r", 2))

    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        kept.note_event("a", _event(4, _counted(counted)))

    assert bool(heard) == warned


def test_two_commitments_or_two_events_of_one_number_are_contradictions() -> None:
    kept = Kept("m")
    kept.note_commitment(HASH)
    kept.note_event("a", _event(1, _counted(None)))

    with pytest.warns(TamperingWarning, match="two commitments"):
        kept.note_commitment("cd" * 32)
    with pytest.warns(TamperingWarning, match="two different events 1"):
        kept.note_event("a", _event(1, _counted("r")))


def test_names_and_messages_of_who_leaves_the_server_are_withheld_from_the_record_and_nothing_else_is() -> None:
    """In whatever order the events come: a server whose database was restored may name the player again."""
    created: Json = {
        "type": "match_created",
        "label": "Duel",
        "host": {"player_id": "p", "name": "Ada"},
        "seed_commitment": HASH,
    }
    said: Json = {"type": "message_sent", "channel": "table", "sender": "a", "text": "Hello."}
    withheld = [
        {"type": "match_created", "host": {"player_id": "p", "name": ""}, "seed_commitment": HASH},
        {**said, "text": ""},
    ]
    for first, then in (([created, said], withheld), (withheld, [created, said])):
        kept = Kept("m")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for facts in (first, then):
                kept.note_event("a", _event(1, *facts))
        assert kept.streams["a"][1]["facts"] == withheld

    for other in ({**said, "text": "", "sender": "b"}, {**said, "text": "", "by": "b"}):
        with pytest.warns(TamperingWarning, match="two different events 1"):
            kept.note_event("a", _event(1, created, other))


def test_a_call_that_was_never_answered_may_have_counted() -> None:
    kept = Kept("m")
    kept.note_receipt(_reply("r", 2))

    with pytest.raises(TimeoutError), kept.sending(1):
        raise TimeoutError

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kept.note_event("a", _event(4, _counted("s")))


def test_the_file_is_json_of_what_was_told(tmp_path: Path) -> None:
    kept = Kept("m")
    kept.note_commitment(HASH)
    kept.note_event("a", _event(1, _counted(None)))
    kept.save(tmp_path / "kept")

    told = json.loads((tmp_path / "kept").read_text())

    assert told["commitments"] == [HASH]
    assert [event["cursor"] for event in told["streams"]["a"]] == [1]


async def test_a_move_replaces_only_what_its_client_knows_of(world: World) -> None:
    """A second device, and a copy of an earlier call that arrives late, here by a client that knows no more than it."""
    async with (
        await Client.sign_up(world.url, "Ada") as ada,
        Client(world.url, ada.token) as tablet,
        Client(world.url, ada.token) as late,
        patience(),
    ):
        match = await against_a_bot(world, ada)
        other, copy = tablet.match(match.id), late.match(match.id)
        for each in (match, other, copy):
            await each.view()
        await match.submit(1, _cast("5"))
        await match.submit(1, _cast("1"))
        refused = []
        for each in (copy, other):
            with pytest.raises(RefusedError) as caught:
                await each.submit(1, _cast("5"))
            refused.append(caught.value.code)
        await other.submit(1, _cast("3"))
        await match.events()
        await match.submit(1, _cast("6"))
        view = await match.view()

    assert refused == ["changed_since"] * 2
    assert view["submission"]
    assert view["submission"]["move"] == _cast("6")
