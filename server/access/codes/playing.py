"""Codes about playing and watching, hosting, and channels."""

from __future__ import annotations

from functools import partial
from typing import Final

from server.access.codes.server_code import NOTHING, READ_VIEW, TRY_AGAIN, new_code

_play: Final = partial(new_code, "Playing and watching")
_host: Final = partial(new_code, "Hosting")
_channel: Final = partial(new_code, "Channels")

NOT_SEATED: Final = _play(
    "not_seated", 403, means="The caller has no seat in this match.", do="Use the token of a player with a seat."
)
NOT_STARTED: Final = _play("not_started", 409, means="The match has not started.", do="Wait for `match_started`.")
MATCH_OVER: Final = _play("match_over", 409, means="The match is over.", do="Read the outcome in the view.")
MATCH_PAUSED: Final = _play("match_paused", 409, means="The match is paused.", do="Wait for `match_resumed`.")
MATCH_SUSPENDED: Final = _play(
    "match_suspended",
    409,
    means="The server could not continue the match and suspended it (`match_suspended` gives the reason).",
    do="Wait for `match_resumed`: an administrator resumes the match under a fixed server, or its host can void it.",
)
PHASE_CLOSED: Final = _play(
    "phase_closed", 409, means="The named phase, or the currently open phase, has closed.", do=READ_VIEW
)
PHASE_NOT_OPEN: Final = _play("phase_not_open", 409, means="The named phase has not opened yet.", do=READ_VIEW)
UNKNOWN_HEAD: Final = _play(
    "unknown_head",
    409,
    means="The `head` of a submission differs from the head that this match published when its last phase closed.",
    do="Save both heads and compare them with those of the other players: the server shows you a different match "
    "than before, or was restored from a backup; to continue to play, omit `head`.",
)
CHANGED_SINCE: Final = _play(
    "changed_since",
    412,
    means="The seat has submitted or withdrawn something else since what `replaces` or `If-Match` names.",
    do="Read the view, which has what stands; to replace that, send the call without the condition.",
)
NOT_WITHDRAWABLE: Final = _play(
    "not_withdrawable",
    409,
    means="In this phase, a submission can be replaced but not withdrawn.",
    do="Send another move.",
)
NOTHING_SUBMITTED: Final = _play(
    "nothing_submitted", 409, means="The seat has no submission in this phase.", do=NOTHING
)
TOO_MANY_SUBMISSIONS: Final = _play(
    "too_many_submissions",
    409,
    means="The seat has changed its submission too often in this phase.",
    do="Wait for the next phase; your last submission counts.",
)
CURSOR_AHEAD: Final = _play(
    "cursor_ahead",
    409,
    means="The caller's stream has not reached this cursor, or the caller is another viewer now.",
    do="Start from a cursor that you received, or from 0.",
)
CURSOR_GONE: Final = _play(
    "cursor_gone",
    409,
    means="The caller's own stream does not go back to this cursor any more.",
    do="Start from 0: the events that are kept follow.",
)
ANOTHER_EPOCH: Final = _play(
    "another_epoch",
    409,
    means="The cursor is of another epoch: since then, the database was restored, or another one has taken over.",
    do="Discard what you keep, start from cursor 0, and submit again what is missing.",
)
MALFORMED_CURSOR: Final = _play(
    "malformed_cursor",
    422,
    means="`Last-Event-ID` is not the `id` of a server-sent event.",
    do="Send the `id` of an event of this stream.",
)
VIEW_CLOSED: Final = _play(
    "view_closed",
    403,
    means="The views of other seats are not open to the caller, or not yet.",
    do="Wait until the match is over; if it was created with a closed log, they stay closed.",
)
LOG_CLOSED: Final = _play(
    "log_closed",
    403,
    means="The caller has no access to the log, or not yet.",
    do="Wait until the match is over; if it was created with a closed log, only its host can read it.",
)

HOST_ONLY: Final = _host(
    "host_only",
    403,
    means="Only the match's owners and directors can do this, and for some actions its arbiters.",
    do="Ask the host.",
)
OWNERS_ONLY: Final = _host(
    "owners_only",
    403,
    means="Only owners can give and take roles; everyone can give up their own.",
    do="Ask an owner; the listing shows who holds which role (`roles`).",
)
LAST_OWNER: Final = _host(
    "last_owner",
    409,
    means="The player is the only owner, and everything needs an owner.",
    do="Make another player an owner first.",
)
NO_ROLE: Final = _host("no_role", 409, means="The player holds no role here.", do=NOTHING)
TOO_MANY_ROLES: Final = _host(
    "too_many_roles",
    409,
    means="The maximum number of players holds a role here.",
    do="Take the role of another player first.",
)
HOST_IS_PLAYING: Final = _host(
    "host_is_playing",
    403,
    means="The host plays or has played in the match, and therefore cannot decide it.",
    do="Ask another director or an arbiter who does not play, or void the match.",
)
HOST_CANNOT_JOIN: Final = _host(
    "host_cannot_join",
    403,
    means="The player hosts the match, or held a role that shows what its host sees, and may know too much to play.",
    do="Decline the seat (`leaveSeat`), so that it can be given to another player or a bot.",
)
NOT_PAUSED: Final = _host("not_paused", 409, means="The match is not paused.", do=NOTHING)
NOT_RUNNING: Final = _host(
    "not_running",
    409,
    means="Players can only be replaced during play.",
    do="Before the start, use `takeSeat` and `leaveSeat`.",
)
PLAYED_ELSEWHERE: Final = _host(
    "played_elsewhere",
    409,
    means="The player has already played in another seat of this match.",
    do="Give the seat to another player, or to a bot.",
)
NOT_OVER: Final = _host("not_over", 409, means="The match is not over.", do="Wait for its end.")
ALREADY_MUTED: Final = _host("already_muted", 409, means="The seat is already muted.", do=NOTHING)
NOT_MUTED: Final = _host("not_muted", 409, means="The seat is not muted.", do=NOTHING)
BAD_OUTCOME: Final = _host(
    "bad_outcome", 422, means="The outcome does not rank each seat exactly once.", do="Include every seat in `rank`."
)
TOO_MANY_ACTIONS: Final = _host(
    "too_many_actions",
    409,
    means="Hosts have used too many actions in this match.",
    do="Let the match finish, or end it: closing a phase, adjudicating and voiding remain possible.",
)

UNKNOWN_CHANNEL: Final = _channel(
    "unknown_channel",
    404,
    means="This channel does not exist, or the caller does not know about it.",
    do="Choose a channel that the view lists.",
)
NOT_A_MEMBER: Final = _channel(
    "not_a_member",
    403,
    means="The caller can read the channel, but not write in it.",
    do="Write in a channel of which you are a member.",
)
CHANNEL_CLOSED: Final = _channel("channel_closed", 409, means="The channel is closed.", do="Wait for `channel_opened`.")
MUTED: Final = _channel("muted", 403, means="The host has muted the seat.", do="Write in your channel to the host.")
TOO_MANY_MESSAGES: Final = _channel(
    "too_many_messages", 429, means="The sender has sent too many messages within a minute.", do=TRY_AGAIN
)
TALKED_OUT: Final = _channel(
    "talked_out",
    409,
    means="The sender has reached the limit of messages for one match.",
    do="Continue without messages.",
)
NO_REACTIONS: Final = _channel(
    "no_reactions",
    409,
    means="The channel has no reactions: the game did not open it before the first phase, or it leads to the host.",
    do="Send a text, or react in a channel of your view that has `reactions`.",
)
NOBODY_TO_REPORT: Final = _channel(
    "nobody_to_report",
    409,
    means="The seat is the caller's own, free, or has a bot.",
    do="Report a seat with another player in it.",
)
TOO_MANY_REPORTS: Final = _channel(
    "too_many_reports",
    409,
    means="The caller has made too many reports in this match, or within 24 hours.",
    do="Wait: those that you made are read.",
)
MALFORMED_MESSAGE: Final = _channel(
    "malformed_message",
    422,
    means="The text of the message is not valid.",
    do="Send one line of at most 2,000 characters.",
)
AFTER_OR_BEFORE: Final = _channel(
    "after_or_before", 422, means="The request contains both `after` and `before`.", do="Send only one of them."
)
