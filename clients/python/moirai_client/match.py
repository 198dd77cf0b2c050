"""One match, as one player sees it."""

from __future__ import annotations

from typing import cast
from urllib.parse import quote

from moirai_client.calls import NOTHING_YET, Calls, new_key
from moirai_client.errors import RefusedError
from moirai_client.kept import Kept
from moirai_client.schemas import (
    EventFrame,
    EventPage,
    HostAction,
    MatchDetails,
    MatchReply,
    MessagePage,
    MessageReply,
    Move,
    ReceiptReply,
    ReportReply,
    ReportRequest,
    Sign,
    TakeSeatRequest,
    ViewReply,
)
from moirai_client.stream import Source, Stream

_NOT_THIS_ONE = ("seat_taken", "seat_reserved")
"""Another player was faster, or has a reservation: the next seat may be free."""

_CLOCK_STOPPED = ("phase_closed", "match_paused", "match_suspended", "match_ended", "match_adjudicated", "match_voided")


class Match:
    """
    Calls about one match. All raise `RefusedError` and `UnreachableError`.

    A call that is retried after a lost connection takes effect once: messages, actions and the start have keys; seats
    and submissions are safe to repeat.

    Attributes:
        id: The id of the match.
        kept: The events and receipts so far, for verifying the log.
    """

    def __init__(self, calls: Calls, match_id: str) -> None:
        self.id = match_id
        self.kept = Kept(match_id)
        self._calls = calls
        self._path = f"/v1/matches/{quote(match_id, safe='')}"
        self._closes_at: str | None = None

    async def details(self) -> MatchDetails:
        """The match with its settings."""
        told = cast("MatchDetails", await self._calls.call("GET", self._path))
        self._closes_at = told["closes_at"]
        self.kept.note_commitment(told["seed_commitment"])
        return told

    async def view(self, at: int | None = None, *, lines: str | None = None) -> ViewReply:
        """
        Everything that the player knows, now or after the event `at`. `["view"]["game"]` identifies the game.

        `lines`: a language, such as `de`. The reply then also says in sentences what happened last; so do events.
        """
        told = cast("ViewReply", await self._calls.call("GET", f"{self._path}/view", at=at, lines=lines))
        self._closes_at = told["closes_at"]
        if at is None:
            self.kept.note_view(told)
        return told

    def time_left(self) -> float | None:
        """Seconds until the open phase closes, by the server's clock; None if no deadline is known."""
        return self._calls.clock.seconds_until(self._closes_at) if self._closes_at else None

    def follow(self, after: int = 0, *, lines: str | None = None, epoch: str | None = None) -> Stream[EventFrame]:
        """
        The events after a cursor, including future ones: `async with match.follow(cursor) as stream`.

        `epoch`: that of the stream or view that has the cursor; in another one, events start again from 1.
        """
        source = Source(f"{self._path}/stream", "subscribed", "event")
        return Stream(self._calls, source, after, epoch, self._notice, lines=lines)

    async def events(
        self,
        after: int = 0,
        *,
        limit: int | None = None,
        wait_seconds: int | None = None,
        lines: str | None = None,
        epoch: str | None = None,
    ) -> EventPage:
        """A page of events, of this epoch if it is given; with `wait_seconds`, wait for the next event."""
        path = f"{self._path}/events"
        told = await self._calls.call(
            "GET", path, after=after, limit=limit, wait=wait_seconds, lines=lines, epoch=epoch
        )
        page = cast("EventPage", told)
        for event in page["events"]:
            self.kept.note_event(page["viewer"], event)
        return page

    async def take_seat(self, seat: str, request: TakeSeatRequest | None = None) -> MatchReply:
        """Take a seat, free or reserved. A host can also reserve it for another player, or give it to a bot."""
        return cast("MatchReply", await self._calls.call("PUT", f"{self._path}/seats/{quote(seat, safe='')}", request))

    async def take_free_seat(self) -> str | None:
        """Take a seat that is reserved for the player or free. Returns the seat, or None if all are taken."""
        free = [seat for seat in (await self.details())["seats"] if seat["player"] is None and not seat["bot"]]
        for seat in sorted(free, key=lambda seat: seat["reserved_for"] is None):
            try:
                await self.take_seat(seat["id"])
            except RefusedError as refusal:
                if refusal.code not in _NOT_THIS_ONE:
                    raise
            else:
                return seat["id"]
        return None

    async def leave_seat(self, seat: str) -> MatchReply:
        """Leave the seat, which a bot takes during play, or decline one that is reserved for the player."""
        return cast("MatchReply", await self._calls.call("DELETE", f"{self._path}/seats/{quote(seat, safe='')}"))

    async def start(self) -> MatchReply:
        """Start the match, as the host."""
        return cast("MatchReply", await self._calls.call("POST", f"{self._path}/start", key=new_key()))

    async def submit(self, phase: int, move: Move, *, keep_thinking: bool = False) -> ReceiptReply:
        """
        Submit a move for this phase, which replaces an earlier one. When this returns, the move is stored on disk.

        If a reply is lost, the call is retried; it returns the receipt even if the first attempt has closed the phase.
        It also sends the last head that a stream has received. A server that shows a different match than before
        refuses it with `unknown_head`.

        It replaces only what this client knows of: if somebody else with this seat has submitted or withdrawn since,
        it is refused with `changed_since`. Submit again to replace that.
        """
        body: dict[str, object] = {"phase": phase, "move": move, "keep_thinking": keep_thinking}
        head = self.kept.head_for(phase)
        if head is not None:
            body["head"] = head
        replaces = self.kept.condition_for(phase)
        with self.kept.sending(phase):
            told = await self._calls.call("PUT", f"{self._path}/submission", body, replaces=replaces)
            reply = cast("ReceiptReply", told)
            self.kept.note_receipt(reply)
        return reply

    async def try_out(self, phase: int, move: Move) -> None:
        """Raise what `submit` would raise, without submitting."""
        body = {"phase": phase, "move": move}
        await self._calls.call("PUT", f"{self._path}/submission", body, dry_run="true")

    async def withdraw(self, phase: int) -> ReceiptReply:
        """Withdraw the submission for this phase; refused with `changed_since` as `submit` is."""
        known = self.kept.condition_for(phase)
        replaces = None if known == NOTHING_YET else known
        with self.kept.sending(phase):
            told = await self._calls.call("DELETE", f"{self._path}/submission", replaces=replaces, phase=phase)
            reply = cast("ReceiptReply", told)
            self.kept.note_receipt(reply, withdrawn=True)
        return reply

    async def say(self, channel: str, text: str) -> MessageReply:
        """Send a message in a channel."""
        path = f"{self._path}/channels/{quote(channel, safe='')}/messages"
        return cast("MessageReply", await self._calls.call("POST", path, {"text": text}, key=new_key()))

    async def react(self, channel: str, sign: Sign) -> MessageReply:
        """Send a reaction in a channel that has `reactions`."""
        path = f"{self._path}/channels/{quote(channel, safe='')}/messages"
        return cast("MessageReply", await self._calls.call("POST", path, {"sign": sign}, key=new_key()))

    async def report(self, request: ReportRequest) -> ReportReply:
        """Report the player of a seat to the host and the administrators; nobody else learns it."""
        return cast("ReportReply", await self._calls.call("POST", f"{self._path}/reports", request))

    async def messages(
        self, channel: str, *, after: int | None = None, before: int | None = None, limit: int | None = None
    ) -> MessagePage:
        """Messages of a channel, oldest first: the latest, or those before or after a cursor."""
        path = f"{self._path}/channels/{quote(channel, safe='')}/messages"
        return cast("MessagePage", await self._calls.call("GET", path, after=after, before=before, limit=limit))

    async def act(self, action: HostAction) -> MatchReply:
        """Take an action as the host."""
        return cast("MatchReply", await self._calls.call("POST", f"{self._path}/actions", action, key=new_key()))

    async def agree_to_rules(self, version: int) -> MatchReply:
        """Agree for the player's seat to the newer version of the rules that the host proposes."""
        return cast("MatchReply", await self._calls.call("PUT", f"{self._path}/rules", {"rules_version": version}))

    async def take_leave(self, days: int) -> MatchReply:
        """Be on leave for so many days from the beginning of the leave; 0 ends it as early as it can end."""
        return cast("MatchReply", await self._calls.call("PUT", f"{self._path}/leave", {"days": days}))

    async def log(self) -> str:
        """The whole log (NDJSON), when it is open."""
        return cast("str", await self._calls.call("GET", f"{self._path}/log"))

    def _notice(self, viewer: str | None, event: EventFrame) -> None:
        self.kept.note_event(viewer, event)
        for fact in event["facts"]:
            if fact["type"] == "deadline_set":
                self._closes_at = fact["closes_at"]
            elif fact["type"] in _CLOCK_STOPPED:
                self._closes_at = None
