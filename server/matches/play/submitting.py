"""A submission by a player, from its arrival to its receipt."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus

from engines.kit import SeatId, record
from server.access.errors import RefusedError
from server.access.fields import Epoch
from server.access.player import Player
from server.logs.aggregates.acting import note_bridge
from server.logs.store.entry import Decision, Entry, receipt_of
from server.matches import commands
from server.matches.match import Match
from server.matches.play import deadlines
from server.matches.roles import allow_in_seat


@record
class ReceiptReply:
    """A submission or withdrawal was stored in the log. It counts until the next one of the same seat and phase."""

    match_id: str
    seat: SeatId
    phase: int
    """The number of the phase."""
    accepted_at: str
    """When the server accepted it."""
    receipt: str
    """
    Commits to the log entry: save it with the move, to verify the log when it is open. When the phase closes,
    `submission_counted` contains the receipt of the submission that counted.
    """
    epoch: Epoch
    cursor: int
    """The event of the submission in the caller's stream."""
    repeated: bool
    """Whether exactly this submission was already accepted."""


@dataclass(slots=True)
class Attempt:
    """
    A submission of the player's own seat, while it is decided: perhaps several times, because the match continues
    meanwhile.

    `read_at` is when it reached the server, `most` how often a seat can change its submission in a phase. `seat` is the
    player's when it was last decided; `stood` is the entry of exactly this submission, if it is a repeat.
    """

    player: Player
    submission: commands.Submission
    read_at: datetime
    most: int
    seat: SeatId | None = None
    stood: Entry | None = None

    def decide(self, live: Match, now: datetime) -> Decision | None:
        """Check it; None if exactly this submission stands, or counted in a closed phase because its reply was lost."""
        seat = self.seat = allow_in_seat("submit", self.player, live.state)
        self.stood = None
        try:
            decision = self._check(live, seat, now)
        except RefusedError as error:
            late = error.status == HTTPStatus.CONFLICT
            self.stood = _repeated(live, seat, self.submission) if late else None
            if self.stood is None:
                raise
            return None
        if decision is None:
            self.stood = live.state.submissions[seat].entry  # Its phase may close before the reply is made.
        return decision

    def check(self, live: Match, now: datetime) -> Decision | None:
        """Check it without looking for an earlier one."""
        return self._check(live, allow_in_seat("submit", self.player, live.state), now)

    def receipt(self, live: Match, epoch: str, entry: Entry | None) -> ReceiptReply:
        """Return the receipt for its entry, written in this epoch; None: it repeats an earlier submission."""
        if self.seat is None:
            raise AssertionError("what was not decided was refused")
        stands = entry or self.stood
        if stands is None:
            raise AssertionError("what has no entry repeats one")
        return receipt_for(live, epoch, self.seat, self.submission.phase, stands, repeated=entry is None)

    def _check(self, live: Match, seat: SeatId, now: datetime) -> Decision | None:
        deadlines.require_in_time(live.state, self.submission.phase, self.read_at, now)
        decision = commands.submit(live.state, live.projection(seat).game, seat, self.submission, by_bot=False)
        if decision is not None:
            live.tally.require_change(seat, self.most)
            decision = note_bridge(decision, self.player)
        return decision


def receipt_for(live: Match, epoch: str, seat: SeatId, phase: int, entry: Entry, *, repeated: bool) -> ReceiptReply:
    """Return the receipt of a seat for an entry of its own."""
    cursor = live.cursor_of(seat, entry)
    return ReceiptReply(entry.log_id, seat, phase, entry.at, receipt_of(entry), epoch, cursor, repeated)


def _repeated(live: Match, seat: SeatId, submission: commands.Submission) -> Entry | None:
    """Return the entry of exactly this submission, if it stood when its phase closed or still stands."""
    kept = live.state.submission_for(submission.phase, seat)
    if kept is None:
        return None
    before = live.projection(seat).judging_view(submission.phase)
    if before is None:
        raise AssertionError("a seat receives its own submission")
    return kept.entry if commands.is_repeat(live.state, before, seat, submission) else None
