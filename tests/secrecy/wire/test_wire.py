"""
Two servers run the same match except for what one player may not know; that player cannot tell them apart.

Everything the player can fetch or receive is compared byte by byte: every call, allowed and refused, with its status,
headers and body, including its own submissions and messages; lists; all frames and closes of the WebSockets;
server-sent events. Masked are the time of day in headers, and the hashes of log entries (receipts and heads), which
commit to hidden content under random nonces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import pytest
from sqlalchemy import true
from starlette.types import Scope

from engines.catalogue import GAMES
from engines.kit import SPECTATOR, Viewer
from server.access.errors import RefusedError
from server.access.rights import RIGHTS, Role
from server.api.calls.fast_routes import LeanWrite, WholeReply
from server.api.routes import playing
from server.api.streams.lobby import Lobby
from server.logs.aggregates.aggregate import Step
from server.logs.aggregates.events import Event
from server.logs.store.entry import Decision
from server.matches.facts import OBSERVER
from server.matches.lists import directory
from server.matches.lists.directory import PublicMatch
from server.matches.match import Match
from server.matches.projection import MatchProjection
from server.matches.state import MatchState
from server.matches.talk import channels
from server.notifications.webhooks import messages, outbox
from tests.match_in_process import seats_of
from tests.published import document
from tests.sampling import Sample
from tests.secrecy.wire.both import both, difference
from tests.secrecy.wire.sides import Case
from tests.secrecy.wire.wire import Dice, Wire
from tests.short import smallest_variant

Json = Any

PHASES = 4

LAG = 2


def _cases() -> Iterator[Case]:
    """
    Return, for each game, its smallest variant, viewed by the last seat and by spectators, alternately with a lag: by
    one with a token, and by one without.
    """
    for number, (game, engine) in enumerate(GAMES.items()):
        variant = smallest_variant(engine)
        yield Case(game, variant, seats_of(game, variant)[-1], lag=0 if number % 2 else LAG)
        yield Case(game, variant, SPECTATOR, lag=LAG if number % 2 else 0)
        yield Case(game, variant, SPECTATOR, lag=0 if number % 2 else LAG, anonymous=True)
        if number == 0:
            yield Case(game, variant, OBSERVER, lag=LAG)


CASES: Final = list(_cases())

REPEATABLE: Final = ("submit", "sendMessage", "createMatch", "createTournament", "createSeries")
"""Operations that mark a repeated reply; the tests call that `again`."""

LEAKING: Final = CASES[0]
"""The case in which leaks are planted."""

IMPOSSIBLE: Final = {
    "anonymous": {
        "createPlayer.administrator": "nobody here has the key",
        "getInvitation": "invitations are only valid before the start",
        "getView.as_seat.opened": "these matches keep their logs closed",
    },
    "spectator": {
        "createPlayer.administrator": "nobody here has the key",
        "actAsHost.take_role": "this spectator holds none",
        "sendMessage": "only seats and the host are members of channels",
        "takeSeat": "during play no seat is free",
        "getInvitation": "invitations are only valid before the start",
        "acceptInvitation": "invitations are only valid before the start",
        "leaveSeat": "a spectator has none",
        "getLog.opened": "these matches keep their logs closed: an open one tells in the end what was hidden",
        "getView.as_seat.opened": "these matches keep their logs closed",
        "takeSeat.during_play": "no seat is reserved for this spectator",
        "leaveSeat.during_play": "no seat is reserved for this spectator",
    },
    "observer": {
        "createPlayer.administrator": "nobody here has the key",
        "sendMessage": "only seats and the host are members of channels",
        "takeSeat": "during play no seat is free",
        "getInvitation": "invitations are only valid before the start",
        "acceptInvitation": "invitations are only valid before the start",
        "leaveSeat": "an observer has none",
        "getLog.opened": "these matches keep their logs closed: an open one tells in the end what was hidden",
        "getView.as_seat.opened": "these matches keep their logs closed",
        "takeSeat.during_play": "no seat is reserved for this observer",
        "leaveSeat.during_play": "no seat is reserved for this observer",
        "actAsHost.take_role": "this observer keeps the role",
    },
    "seat": {
        "createPlayer.administrator": "nobody here has the key",
        "actAsHost.take_role": "whoever sits here holds none",
        "agreeToRules": "these matches are played by the newest rules",
        "takeLeave": "these matches give no leave",
        "leaveSeat": "during play it is a host who replaces others",
        "getInvitation": "invitations are only valid before the start",
        "acceptInvitation": "invitations are only valid before the start",
        "getLog.opened": "these matches keep their logs closed: an open one tells in the end what was hidden",
        "getView.as_seat.opened": "these matches keep their logs closed",
        "takeSeat.during_play": "whoever sits takes no other seat",
        "leaveSeat.during_play": "whoever sits has no seat reserved, and does not give up",
    },
}
"""Operations that docs/access.md allows to a role but that cannot succeed in these matches, with the reason."""


_GUESSED: Final = {"streamTournament", "getCalendar", "openFriendLink", "acceptFriendLink", "createSignInLink"}

OF_ONE: Final = {"forgetMe", *_GUESSED} | {
    operation["operationId"]
    for path, operations in document()["paths"].items()
    for operation in operations.values()
    if path.startswith(("/v1/tournaments/{", "/v1/series/{"))
}
"""
Operations on a tournament, a season, a calendar, a guest or a link of a friend, which cannot succeed here: only their
ids are guessed. Nor may the one that deletes the caller.
"""


def _possible(case: Case, wire: Wire) -> set[str]:
    """Return what docs/access.md allows to the viewer and what it can do in its match."""
    impossible = {*IMPOSSIBLE[case.role]} | {row for row in RIGHTS if row.partition(".")[0] in OF_ONE}
    impossible |= {"createWebhook.tournament", "createWebhook.series"}  # of which there are none
    if not wire.channels:
        impossible.add("listMessages")
    if not wire.withdrawable:
        impossible.add("withdraw")
    possible = {operation for operation, row in RIGHTS.items() if row[case.role].reach != "nothing"} - impossible
    return possible | {f"{operation} again" for operation in REPEATABLE if operation in possible}


@pytest.mark.sampled(least=3)
@pytest.mark.parametrize("case", CASES, ids=str)
async def test_a_player_cannot_tell_two_servers_apart(
    case: Case, sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sample: Sample
) -> None:
    """Its own operations are covered too: all that can succeed has succeeded, so more than refusals is compared."""
    phases = sample.count(PHASES, least=max(2, case.lag + 1))
    one, other = await both(case, sqlite_template, tmp_path, Dice(monkeypatch), phases=phases)

    assert difference(one, other) is None
    published = {operation["operationId"] for path in document()["paths"].values() for operation in path.values()}
    assert published - set(one.tried) == set(), "a call of the API is not tried"
    assert one.tried["socket"]
    # Who has an account has joined a queue, too.
    assert any(name.startswith("webhook ") for name, _ in one.record) == (not case.anonymous)
    assert set(one.succeeded) - {"look"} == _possible(case, one)


def _list_private(patch: pytest.MonkeyPatch) -> str:
    patch.setattr(directory, "_listed_for", lambda player, own: true())
    return "listMatches"


def _stir(patch: pytest.MonkeyPatch) -> str:
    """Send an event to all readers with every entry, even if it tells them nothing."""

    def take(live: Match, step: Step[MatchState]) -> None:
        honest(live, step)
        empty = Event(f'"match_id":"{live.log_id}"', 0, "", '[{"type":"match_resumed"}]')
        for onlooker in live._onlookers.values():
            for listener in onlooker._listeners:
                listener.deliver(empty)

    honest = Match.take
    patch.setattr(Match, "take", take)
    return "held open"


def _say_whether_a_channel_is(patch: pytest.MonkeyPatch) -> str:
    """Refuse an unknown channel with another error if messages were sent in this match."""

    def say(state: MatchState, known: MatchProjection, role: Role, name: str, text: str, now: datetime) -> Decision:
        try:
            return honest(state, known, role, name, text, now)
        except RefusedError as error:
            raise RefusedError(error.code, f"{error.message} {len(state.spoken)}") from error

    honest = channels.say
    patch.setattr(channels, "say", say)
    return "sendMessage"


def _tag_the_truth(patch: pytest.MonkeyPatch) -> str:
    """Change the ETag with every entry."""

    def projection(live: Match, viewer: Viewer) -> MatchProjection:
        known = honest(live, viewer)
        known.tag = live.head.seq  # type: ignore[attr-defined]
        return known

    honest = Match.projection
    patch.setattr(Match, "projection", projection)
    patch.setattr(playing, "etag_of", lambda match_id, known: f'W/"{match_id}.{getattr(known, "tag", 0)}"')
    return "etag"


def _count_in_webhooks(patch: pytest.MonkeyPatch) -> str:
    """Say in messages to webhooks how many entries matches have had."""

    def take(live: Match, step: Step[MatchState]) -> None:
        taken.append(step.entry.seq)
        honest(live, step)

    taken: list[int] = []
    honest, honest_body = Match.take, messages.body_of
    patch.setattr(Match, "take", take)
    patch.setattr(outbox, "body_of", lambda type_, at, data: honest_body(type_, at, {**data, "entry": len(taken)}))
    return "webhook "


def _count_entries_in_replies(patch: pytest.MonkeyPatch) -> str:
    """Put the length of the match's log into a header of the submission receipt."""

    honest = LeanWrite.answer

    async def leaky(route: LeanWrite, scope: Scope) -> WholeReply | None:
        reply = await honest(route, scope)
        if reply is not None:
            live = await scope["app"].state.server.matches.repository.get(scope["path_params"]["match_id"])
            reply.raw_headers.append((b"x-entry", str(live.head.seq).encode()))
        return reply

    patch.setattr(LeanWrite, "answer", leaky)
    return "200 to submit"


def _list_what_grows(patch: pytest.MonkeyPatch) -> str:
    """Send every match whose log has grown in the stream of the list, even if its listing is unchanged."""

    async def read(of: Lobby, known: dict[str, PublicMatch]) -> list[PublicMatch]:
        known |= {match_id: known[match_id]._replace(listing="") for match_id in of._grown if match_id in known}
        return await honest(of, known)

    honest = Lobby._read_changed
    patch.setattr(Lobby, "_read_changed", read)
    return "stream of the list"


LEAKS_ON_THE_WIRE: Final = (
    _list_private,
    _list_what_grows,
    _stir,
    _say_whether_a_channel_is,
    _tag_the_truth,
    _count_entries_in_replies,
    _count_in_webhooks,
)


@pytest.mark.sampled
@pytest.mark.parametrize("leak", LEAKS_ON_THE_WIRE)
async def test_a_planted_leak_shows_on_the_wire(
    leak: Callable[[pytest.MonkeyPatch], str], sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The comparison can fail: it finds each planted leak."""
    where = leak(monkeypatch)

    one, other = await both(LEAKING, sqlite_template, tmp_path, Dice(monkeypatch), phases=2)

    assert where in (difference(one, other) or "")
