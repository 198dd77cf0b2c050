"""
Permissions: one table, used wherever something is refused (docs/access.md shows it).

Its rows are the operations of the OpenAPI document, by `operationId`, and the sockets. A suffix after a dot marks a
kind of the operation with its own rights. The table is about the caller, not about the state of the match.

Besides the right, a token needs the scope under which the row stands: it is asked first, where calls and frames enter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from server.access import codes
from server.access.codes import ServerCode
from server.access.errors import MissingScopeError, RefusedError
from server.access.scopes import Scope, Scopes

Role: TypeAlias = Literal[
    "anonymous",
    "player",
    "spectator",
    "observer",
    "seat",
    "playing_host",
    "left_host",
    "arbiter",
    "director",
    "owner",
    "administrator",
]
"""
The role of a caller in a match; outside of matches, `anonymous`, `player` or `administrator`.

`anonymous` has no token, and watches public matches, which count as its own. `player` has no part in the match, which
is private. `spectator` has no seat, but the match is not private, or a seat is reserved for them. `owner`, `director`,
`arbiter` and `observer` hold this role on the match (`HeldRole`) and do not play; an `administrator` holds one on every
match. An owner, a director or an administrator with a seat is a `playing_host`, and a `left_host` after leaving it
during play. An arbiter or observer with a seat is a `seat`, and after leaving it a `spectator`.
"""

ROLES: Final[tuple[Role, ...]] = get_args(Role)

HeldRole: TypeAlias = Literal["owner", "director", "arbiter", "observer"]
"""
A role that somebody holds on a match, a tournament or a series.

An `owner` gives and takes roles, and does what a `director` does: everything that hosts do. An `arbiter` pauses,
resumes, extends and decides outcomes, and reads what a host reads. An `observer` reads what spectators read, without
their delay.
"""

Reach: TypeAlias = Literal["all", "own", "nothing"]


@dataclass(frozen=True, slots=True)
class Refusal:
    """The error for a caller without permission."""

    code: ServerCode
    message: str

    def error(self) -> RefusedError:
        return RefusedError(self.code, self.message)


@dataclass(frozen=True, slots=True)
class Right:
    """
    What a role may do or see: everything, their own, or nothing; `refusal` is the error for the rest.

    There is no `refusal` if everything else is omitted silently, as in a list.
    """

    reach: Reach
    refusal: Refusal | None = None


Row: TypeAlias = Mapping[Role, Right]


def require(operation: str, role: Role, *, own: bool = False) -> None:
    """
    Check the role's right; `own`: whether the object is the caller's own.

    Raises:
        RefusedError: According to the table.
    """
    right = RIGHTS[operation][role]
    if right.reach == "nothing" or (right.reach == "own" and not own):
        raise refusal_of(operation, role)


def require_scope(operation: str, held: Scopes) -> None:
    """
    Check that a token with these scopes may do the operation, whatever its player may.

    Raises:
        MissingScopeError: It may not (RFC 6750, section 3.1).
    """
    scope = SCOPES[operation]
    if scope is not None and scope not in held:
        raise _missing(scope)


def require_scope_for_others(operation: str, held: Scopes) -> None:
    """
    Check that a token with these scopes may do the operation for somebody else.

    Raises:
        MissingScopeError: It may not.
    """
    require_scopes((FOR_OTHERS[operation],), held)


def require_scopes(wanted: Iterable[Scope], held: Scopes) -> None:
    """
    Check that a token with the scopes `held` may give away those that are wanted.

    Raises:
        MissingScopeError: It lacks one of them.
    """
    for scope in wanted:
        if scope not in held:
            raise _missing(scope)


def require_on_behalf(operation: str) -> None:
    """
    Check that a bridge may do the operation for another player.

    Raises:
        RefusedError: Nobody may do it for others.
    """
    if operation in NEVER_ON_BEHALF:
        raise not_on_behalf("Only the player can do this, without `On-Behalf-Of`.")


def not_on_behalf(message: str, pointer: str | None = None) -> RefusedError:
    """Return the error for what a bridge does for another player, who must do it without one."""
    return RefusedError(codes.NOT_ON_BEHALF, message, pointer=pointer)


def _missing(scope: Scope) -> MissingScopeError:
    return MissingScopeError(codes.INSUFFICIENT_SCOPE, f"This token does not have the scope `{scope}`.", scope)


def reach(operation: str, role: Role) -> Reach:
    """Return how much of the operation the role may do."""
    return RIGHTS[operation][role].reach


def refusal_of(operation: str, role: Role) -> RefusedError:
    """Return the error for what the role may not do."""
    refusal = RIGHTS[operation][role].refusal
    if refusal is None:
        raise AssertionError(f"{operation} refuses {role} nothing")
    return refusal.error()


NO_TOKEN: Final = Refusal(codes.MISSING_TOKEN, "Send a player's token as `Authorization: Bearer TOKEN`.")
UNKNOWN_MATCH: Final = Refusal(codes.UNKNOWN_MATCH, "There is no match with this id, or you have no access to it.")
_UNKNOWN_CHANNEL: Final = Refusal(
    codes.UNKNOWN_CHANNEL,
    "There is no such channel, or you have no access to it. Your view lists your channels.",
)
_UNKNOWN_PACK: Final = Refusal(codes.UNKNOWN_PACK, "You have not registered this pack.")
_UNKNOWN_WEBHOOK: Final = Refusal(codes.UNKNOWN_WEBHOOK, "You have no webhook with this id.")
UNKNOWN_TOKEN_ID: Final = Refusal(codes.UNKNOWN_TOKEN_ID, "You have no token with this id.")
NO_CONSENT: Final = Refusal(
    codes.NO_CONSENT, "There is no such player, or the player has not agreed that you act for them, or not any more."
)
UNKNOWN_PLAYER: Final = Refusal(codes.UNKNOWN_PLAYER, "There is no player with this id.")
_WRONG_KEY: Final = Refusal(codes.WRONG_ORGANISER_KEY, "This is not the server's administrator key.")
UNKNOWN_TOURNAMENT: Final = Refusal(
    codes.UNKNOWN_TOURNAMENT, "There is no tournament with this id, or you have no access to it."
)
UNKNOWN_SERIES: Final = Refusal(codes.UNKNOWN_SERIES, "There is no series with this id, or you have no access to it.")
_ADMINISTRATORS_ONLY: Final = Refusal(codes.ADMINISTRATORS_ONLY, "Only an administrator of this server can do this.")
_HOST_ONLY: Final = Refusal(codes.HOST_ONLY, "Only the match's owners and directors can do this.")
_HOST_SEATS: Final = Refusal(
    codes.HOST_ONLY, "Only the host can give seats to others and to bots. You can take a seat for yourself."
)
_HOST_IS_PLAYING: Final = Refusal(
    codes.HOST_IS_PLAYING,
    "A host who plays or has played cannot decide the match. Ask another director or an arbiter, or void it.",
)
_HOST_CANNOT_JOIN: Final = Refusal(codes.HOST_CANNOT_JOIN, "A host may know too much to take a seat during play.")
_OWNERS_ONLY: Final = Refusal(
    codes.OWNERS_ONLY, "Only an owner can give and take roles. You can give up the role that you hold."
)
_NOT_SEATED: Final = Refusal(codes.NOT_SEATED, "Only a player with a seat in this match can do this.")
_NOT_YOUR_SEAT: Final = Refusal(
    codes.NOT_YOUR_SEAT, "You can leave your own seat. Only the host can clear other seats."
)
_NOT_A_MEMBER: Final = Refusal(codes.NOT_A_MEMBER, "You can read this channel, but only its members can write in it.")
_LOG_CLOSED: Final = Refusal(
    codes.LOG_CLOSED,
    "A host who does not play can read the log. Everyone else can read it when the match is over, if the match "
    "was created with an open log.",
)

_VIEW_CLOSED: Final = Refusal(
    codes.VIEW_CLOSED,
    "You can see a match as another seat when it is over, if it was created with an open log.",
)

_ALL: Final = Right("all")
_OWN_OF_A_LIST: Final = Right("own")


def _no(refusal: Refusal) -> Right:
    return Right("nothing", refusal)


def _own(refusal: Refusal) -> Right:
    return Right("own", refusal)


def _everyone(right: Right, **others: Right) -> Row:
    return {role: others.get(role, right) for role in ROLES}


def _players(right: Right, **others: Right) -> Row:
    """Return a row outside of matches, for everyone with a token."""
    return _everyone(right, anonymous=_no(NO_TOKEN), **others)


def _administrators() -> Row:
    """Return a row outside of matches, for administrators."""
    return _players(_no(_ADMINISTRATORS_ONLY), administrator=_ALL)


def _match(spectator: Right, seat: Right, playing_host: Right, left_host: Right, host: Right, arbiter: Right) -> Row:
    """
    Return a row of a match: private matches are hidden from others.

    `host` is for owners, directors and administrators, who differ only in who gives roles.
    """
    return {
        "anonymous": _no(NO_TOKEN),
        "player": _no(UNKNOWN_MATCH),
        "spectator": spectator,
        "observer": spectator,
        "seat": seat,
        "playing_host": playing_host,
        "left_host": left_host,
        "arbiter": arbiter,
        "director": host,
        "owner": host,
        "administrator": host,
    }


def _viewers(right: Right) -> Row:
    """Return a row of a match, for everyone who may know of it."""
    return _match(right, right, right, right, right, right)


def _watchers(right: Right) -> Row:
    """Return a row of a match, for everyone who may know of it, and for callers without a token if it is public."""
    return {**_viewers(right), "anonymous": _own(NO_TOKEN)}


def _seats(otherwise: Right) -> Row:
    """Return a row for players with a seat."""
    return _match(otherwise, _ALL, _ALL, otherwise, otherwise, otherwise)


def _hosts(otherwise: Right) -> Row:
    """Return a row for hosts, including those who play or have played: it does not affect the play between seats."""
    return _match(otherwise, otherwise, _ALL, _ALL, _ALL, otherwise)


def _delays() -> Row:
    """Return a row for hosts, including those who play or have played, and for arbiters."""
    return {**_hosts(_no(_HOST_ONLY)), "arbiter": _ALL}


def _judges(otherwise: Right, playing: Right) -> Row:
    """Return a row for hosts who do not play and have not played: it could decide the match."""
    return _match(otherwise, otherwise, playing, playing, _ALL, otherwise)


def _gives_roles(row: Row) -> Row:
    """Return a row for owners, also those who play; `row` is of the same kind of log. Own: the caller is an owner."""
    known: tuple[Role, ...] = ("spectator", "observer", "seat", "arbiter", "director")
    others = dict.fromkeys(known, _no(_OWNERS_ONLY))
    return {**row, **others, "playing_host": _own(_OWNERS_ONLY), "left_host": _own(_OWNERS_ONLY)}


def _takes_roles(row: Row) -> Row:
    """Return a row for owners, also those who play, and for those who give up their own role."""
    others: tuple[Role, ...] = ("spectator", "observer", "seat", "playing_host", "left_host", "arbiter", "director")
    return {**row, **dict.fromkeys(others, _own(_OWNERS_ONLY))}


@dataclass(frozen=True, slots=True)
class _Event:
    """
    The rows of a kind of event, whose roles are those of a match: an entrant has a `seat`.

    A director who has entered is a `playing_host`, where directors do not play an administrator; nobody is a
    `left_host`, which is the same. `directs` refuses who does not direct, `plays` who may not because of playing,
    `outside` who has not entered, and `log_closed` who may not read the log yet.
    """

    unknown: Refusal
    directs: Refusal
    plays: Refusal
    outside: Refusal
    log_closed: Refusal

    def row(self, spectator: Right, entrant: Right, playing: Right, director: Right, arbiter: Right) -> Row:
        return {**_match(spectator, entrant, playing, playing, director, arbiter), "player": _no(self.unknown)}

    def everyone(self) -> Row:
        """Return a row for everyone with a token who may know of it."""
        return self.row(_ALL, _ALL, _ALL, _ALL, _ALL)

    def watchers(self) -> Row:
        """Return a row for everyone who may know of it, also without a token if it is public."""
        return {**self.everyone(), "anonymous": _own(NO_TOKEN)}

    def directors(self, playing: Right | None = None, *, arbiter: bool = False) -> Row:
        """
        Return a row for directors; for those who play only if it cannot decide anything, as `playing` says.

        With `arbiter`, for arbiters as well: it decides or delays what happens.
        """
        no = _no(self.directs)
        return self.row(no, no, playing or _no(self.plays), _ALL, _ALL if arbiter else no)

    def themselves(self) -> Row:
        """Return a row for everyone about themselves, for directors also about others. Own: for oneself."""
        own = _own(self.directs)
        return self.row(own, own, _own(self.plays), _ALL, own)

    def entrants(self) -> Row:
        """Return a row for those who have entered."""
        no = _no(self.outside)
        return self.row(no, _ALL, _ALL, no, no)

    def readers(self) -> Row:
        """Return a row for directors who do not play, and arbiters: it shows what entrants may not know."""
        no = _no(self.log_closed)
        return self.row(no, no, no, _ALL, _ALL)


_TOURNAMENT: Final = _Event(
    UNKNOWN_TOURNAMENT,
    Refusal(codes.DIRECTORS_ONLY, "Only a director of the tournament can do this."),
    Refusal(
        codes.DIRECTOR_PLAYS, "A director who has entered cannot decide about the tournament. Ask another director."
    ),
    Refusal(codes.NOT_AN_ENTRANT, "You are not an entrant of this tournament."),
    Refusal(
        codes.LOG_CLOSED,
        "A director who does not play can read the log, and everyone else when the tournament has ended.",
    ),
)
_SERIES: Final = _Event(
    UNKNOWN_SERIES,
    Refusal(codes.DIRECTORS_ONLY, "Only a director of the series can do this."),
    Refusal(codes.DIRECTOR_PLAYS, "A player with a place in a series cannot direct it. Ask another director."),
    Refusal(codes.NOT_AN_ENTRANT, "You have no place in this series."),
    Refusal(codes.LOG_CLOSED, "A director can read the log, and everyone else when the series has ended."),
)


_TABLE: Final[Mapping[Scope | None, Mapping[str, Row]]] = {
    None: {
        "getHealth": _everyone(_ALL),
        "getReadiness": _everyone(_ALL),
        "getApi": _everyone(_ALL),
        "listGames": _everyone(_ALL),
        "getGame": _everyone(_ALL),
        "getGameTexts": _everyone(_ALL),
        "createPlayer": _everyone(_ALL),
        # Own: with the server's administrator key.
        "createPlayer.administrator": _everyone(_own(_WRONG_KEY)),
        "getMe": _players(_ALL),
        "createTicket": _players(_ALL),
        # Everyone who has the secret address of a calendar.
        "getCalendar": _everyone(_ALL),
        # Everyone who has the token of an invitation, whether or not they may see without it what it is for.
        "getInvitation": _everyone(_ALL),
    },
    "watch": {
        "listMyEvents": _players(_ALL),
        "streamMyEvents": _players(_ALL),
        # Own: matches that the player hosts or sits in, and all public ones; without a token, public ones.
        "listMatches": _everyone(_OWN_OF_A_LIST, anonymous=_own(NO_TOKEN), administrator=_ALL),
        "listQueues": _everyone(_ALL),
        "getMatch": _watchers(_ALL),
        "getView": _watchers(_ALL),
        # As another seat. Opened: after the match, if it was created with an open log.
        "getView.as_seat": _match(
            _no(_VIEW_CLOSED),
            _own(_VIEW_CLOSED),
            _own(_VIEW_CLOSED),
            _no(_VIEW_CLOSED),
            _no(_VIEW_CLOSED),
            _no(_VIEW_CLOSED),
        ),
        "getView.as_seat.opened": _watchers(_ALL),
        "listEvents": _watchers(_ALL),
        "streamMatch": _watchers(_ALL),
        "streamMany": _players(_ALL),
        "streamMany.subscribe": _viewers(_ALL),
        # Own: channels that the viewer knows; for writing, those of which it is a member.
        "listMessages": _viewers(_own(_UNKNOWN_CHANNEL)),
        # Opened: after the match, if it was created with an open log. A host who plays learns no more than a seat.
        "getLog": {**_judges(_no(_LOG_CLOSED), playing=_no(_LOG_CLOSED)), "arbiter": _ALL},
        "getLog.opened": _viewers(_ALL),
        # Own: tournaments that the player directs or has entered, and all public ones.
        "listTournaments": _players(_OWN_OF_A_LIST, administrator=_ALL),
        # Without a token, too: like public matches, a name is shown to everybody.
        "getPlayer": _everyone(_ALL),
        "listPlayers": _everyone(_ALL),
        "listFriends": _players(_OWN_OF_A_LIST),
        "listBlocks": _players(_OWN_OF_A_LIST),
        # Everyone who has the token of a link, except whom its player has blocked.
        "openFriendLink": _players(_ALL),
        "getPlayerRatings": _players(_ALL),
        "listRatings": _players(_ALL),
        "getTournament": _TOURNAMENT.watchers(),
        "getTournamentView": _TOURNAMENT.watchers(),
        "listTournamentEvents": _TOURNAMENT.watchers(),
        "streamTournament": _TOURNAMENT.watchers(),
        "getRound": _TOURNAMENT.watchers(),
        "getStandings": _TOURNAMENT.watchers(),
        "getTournamentCalendar": _TOURNAMENT.watchers(),
        # Opened: when the tournament has ended.
        "getTournamentLog": _TOURNAMENT.readers(),
        "getTournamentLog.opened": _TOURNAMENT.everyone(),
        "previewSeries": _players(_ALL),
        # Own: series that the player directs or has a place in, and all public ones.
        "listSeries": _players(_OWN_OF_A_LIST, administrator=_ALL),
        "getSeries": _SERIES.watchers(),
        "getSeriesView": _SERIES.watchers(),
        "listSeriesEvents": _SERIES.watchers(),
        # Opened: when the series has ended.
        "getSeriesLog": _SERIES.readers(),
        "getSeriesLog.opened": _SERIES.everyone(),
    },
    "play": {
        "acceptInvitation": _players(_ALL),
        "getFriendLink": _players(_ALL),
        "createFriendLink": _players(_ALL),
        "acceptFriendLink": _players(_ALL),
        "endFriendship": _players(_OWN_OF_A_LIST),
        "putBlock": _players(_ALL),
        "deleteBlock": _players(_OWN_OF_A_LIST),
        "submit": _seats(_no(_NOT_SEATED)),
        "withdraw": _seats(_no(_NOT_SEATED)),
        "agreeToRules": _seats(_no(_NOT_SEATED)),
        "takeLeave": _seats(_no(_NOT_SEATED)),
        "joinQueue": _players(_ALL),
        # Own: for oneself, or one's own seat or reservation; for who waits in the queue for long, also a bot.
        "takeSeat": _hosts(_own(_HOST_SEATS)),
        # Players who may take over a seat reserved for them.
        "takeSeat.during_play": _match(_ALL, _ALL, _ALL, _ALL, _no(_HOST_CANNOT_JOIN), _no(_HOST_CANNOT_JOIN)),
        "leaveSeat": _hosts(_own(_NOT_YOUR_SEAT)),
        "leaveSeat.during_play": _judges(_own(_NOT_YOUR_SEAT), playing=_own(_NOT_YOUR_SEAT)),
        "rematch": _match(_no(_NOT_SEATED), _ALL, _ALL, _no(_NOT_SEATED), _ALL, _no(_NOT_SEATED)),
        # Own: for oneself.
        "enterTournament": _TOURNAMENT.themselves(),
        "withdrawEntrant": _TOURNAMENT.themselves(),
        "checkIn": _TOURNAMENT.entrants(),
        "sayReady": _TOURNAMENT.entrants(),
        "takeTournamentLeave": _TOURNAMENT.entrants(),
        # Own: for oneself.
        "enterSeries": _SERIES.themselves(),
        "leaveSeries": _SERIES.themselves(),
        "decideInSeries": _SERIES.entrants(),
        "takeSeriesLeave": _SERIES.entrants(),
    },
    "talk": {
        "sendMessage": _viewers(_own(_NOT_A_MEMBER)),
        "reportPlayer": _seats(_no(_NOT_SEATED)),
    },
    "host": {
        "registerPack": _players(_ALL),
        "listPacks": _players(_OWN_OF_A_LIST),
        "getPack": _players(_own(_UNKNOWN_PACK)),
        "deletePack": _players(_own(_UNKNOWN_PACK)),
        "createMatch": _players(_ALL),
        "createMatches": _players(_ALL),
        # Each match of the call has the rights of `actAsHost`.
        "actOnMatches": _players(_ALL),
        "createInvitation": _hosts(_no(_HOST_ONLY)),
        "listInvitations": _hosts(_no(_HOST_ONLY)),
        "withdrawInvitation": _hosts(_no(_HOST_ONLY)),
        "startMatch": _hosts(_no(_HOST_ONLY)),
        "actAsHost.pause": _delays(),
        "actAsHost.resume": _delays(),
        "actAsHost.extend": _delays(),
        "actAsHost.close_phase": _judges(_no(_HOST_ONLY), playing=_no(_HOST_IS_PLAYING)),
        # Own: the seat in which the host sits. After leaving it, another player may know more.
        "actAsHost.replace_player": _match(
            _no(_HOST_ONLY), _no(_HOST_ONLY), _own(_HOST_IS_PLAYING), _no(_HOST_IS_PLAYING), _ALL, _no(_HOST_ONLY)
        ),
        "actAsHost.mute": _judges(_no(_HOST_ONLY), playing=_no(_HOST_IS_PLAYING)),
        "actAsHost.unmute": _judges(_no(_HOST_ONLY), playing=_no(_HOST_IS_PLAYING)),
        "actAsHost.adjudicate": {**_judges(_no(_HOST_ONLY), playing=_no(_HOST_IS_PLAYING)), "arbiter": _ALL},
        "actAsHost.close_door": _hosts(_no(_HOST_ONLY)),
        "actAsHost.open_door": _hosts(_no(_HOST_ONLY)),
        "actAsHost.void": _hosts(_no(_HOST_ONLY)),
        "actAsHost.propose_rules": _hosts(_no(_HOST_ONLY)),
        # Own: matches of which the caller is an owner; for taking, also the role that the caller holds.
        "actAsHost.give_role": _gives_roles(_viewers(_ALL)),
        "actAsHost.take_role": _takes_roles(_viewers(_ALL)),
    },
    "organise": {
        "createTournament": _players(_ALL),
        "createTournamentInvitation": _TOURNAMENT.directors(),
        "listTournamentInvitations": _TOURNAMENT.directors(),
        "withdrawTournamentInvitation": _TOURNAMENT.directors(),
        "addEntrants": _TOURNAMENT.directors(),
        "actAsDirector.open": _TOURNAMENT.directors(_ALL),
        "actAsDirector.check_in": _TOURNAMENT.directors(_ALL),
        "actAsDirector.add_bots": _TOURNAMENT.directors(),
        "actAsDirector.edit": _TOURNAMENT.directors(_ALL),
        "actAsDirector.announce": _TOURNAMENT.directors(_ALL),
        "actAsDirector.pair": _TOURNAMENT.directors(_ALL),
        "actAsDirector.set_pairings": _TOURNAMENT.directors(),
        "actAsDirector.publish": _TOURNAMENT.directors(_ALL),
        "actAsDirector.start_round": _TOURNAMENT.directors(_ALL),
        "actAsDirector.undo": _TOURNAMENT.directors(),
        "actAsDirector.pause": _TOURNAMENT.directors(_ALL, arbiter=True),
        "actAsDirector.resume": _TOURNAMENT.directors(_ALL, arbiter=True),
        "actAsDirector.excuse": _TOURNAMENT.directors(),
        "actAsDirector.set_club": _TOURNAMENT.directors(),
        "actAsDirector.forbid_pair": _TOURNAMENT.directors(),
        "actAsDirector.allow_pair": _TOURNAMENT.directors(),
        "actAsDirector.note_table": _TOURNAMENT.directors(arbiter=True),
        "actAsDirector.forfeit": _TOURNAMENT.directors(arbiter=True),
        "actAsDirector.correct_result": _TOURNAMENT.directors(arbiter=True),
        "actAsDirector.replay_table": _TOURNAMENT.directors(arbiter=True),
        "actAsDirector.void_table": _TOURNAMENT.directors(arbiter=True),
        "actAsDirector.extend": _TOURNAMENT.directors(arbiter=True),
        "actAsDirector.close_phase": _TOURNAMENT.directors(),
        "actAsDirector.end_round": _TOURNAMENT.directors(),
        "actAsDirector.replace_entrant": _TOURNAMENT.directors(),
        "actAsDirector.disqualify": _TOURNAMENT.directors(),
        "actAsDirector.bring_back": _TOURNAMENT.directors(),
        "actAsDirector.finish": _TOURNAMENT.directors(_ALL),
        "actAsDirector.reopen": _TOURNAMENT.directors(),
        # Own: as for matches.
        "actAsDirector.give_role": _gives_roles(_TOURNAMENT.everyone()),
        "actAsDirector.take_role": _takes_roles(_TOURNAMENT.everyone()),
        "actAsDirector.cancel": _TOURNAMENT.directors(),
        "createSeries": _players(_ALL),
        "createSeriesInvitation": _SERIES.directors(),
        "listSeriesInvitations": _SERIES.directors(),
        "withdrawSeriesInvitation": _SERIES.directors(),
        "actOnSeries.start": _SERIES.directors(),
        "actOnSeries.edit": _SERIES.directors(),
        "actOnSeries.set_places": _SERIES.directors(),
        "actOnSeries.pause": _SERIES.directors(arbiter=True),
        "actOnSeries.resume": _SERIES.directors(arbiter=True),
        "actOnSeries.extend": _SERIES.directors(arbiter=True),
        "actOnSeries.replay": _SERIES.directors(arbiter=True),
        "actOnSeries.decide": _SERIES.directors(arbiter=True),
        "actOnSeries.note_match": _SERIES.directors(arbiter=True),
        "actOnSeries.replace": _SERIES.directors(),
        "actOnSeries.disqualify": _SERIES.directors(),
        "actOnSeries.give_role": _gives_roles(_SERIES.everyone()),
        "actOnSeries.take_role": _takes_roles(_SERIES.everyone()),
        "actOnSeries.cancel": _SERIES.directors(),
    },
    "notify": {
        "listPushSubscriptions": _players(_OWN_OF_A_LIST),
        "putPushSubscription": _players(_ALL),
        "deletePushSubscription": _players(_OWN_OF_A_LIST),
        "createWebhook": _players(_ALL),
        # On an event.
        "createWebhook.tournament": _TOURNAMENT.everyone(),
        "createWebhook.series": _SERIES.everyone(),
        "listWebhooks": _players(_OWN_OF_A_LIST),
        "deleteWebhook": _players(_own(_UNKNOWN_WEBHOOK)),
        "rotateWebhookSecret": _players(_own(_UNKNOWN_WEBHOOK)),
        "pingWebhook": _players(_own(_UNKNOWN_WEBHOOK)),
        "listWebhookDeliveries": _players(_own(_UNKNOWN_WEBHOOK)),
        "replayWebhookDelivery": _players(_own(_UNKNOWN_WEBHOOK)),
        "getReminders": _players(_ALL),
        "putReminders": _players(_ALL),
        "createCalendar": _players(_ALL),
        "deleteCalendar": _players(_ALL),
    },
    "account": {
        "updateMe": _players(_ALL),
        "forgetMe": _players(_ALL),
        "createToken": _players(_ALL),
        "createGuest": _players(_ALL),
        # Own: for a guest of the caller.
        "createSignInLink": _players(_own(NO_CONSENT)),
        "listTokens": _players(_OWN_OF_A_LIST),
        "renewToken": _players(_own(UNKNOWN_TOKEN_ID)),
        "withdrawToken": _players(_own(UNKNOWN_TOKEN_ID)),
        "withdrawTokens": _players(_OWN_OF_A_LIST),
        "endAccess": _players(_ALL),
    },
    "administer": {
        "getAccount": _administrators(),
        "actOnPlayer": _administrators(),
        "forgetPlayer": _administrators(),
        "listAudit": _administrators(),
        "listReports": _administrators(),
    },
}
"""The rows by the scope that they need; None: no token, or a token that only asks about itself."""

RIGHTS: Final[Mapping[str, Row]] = {row: right for rows in _TABLE.values() for row, right in rows.items()}

SCOPES: Final[Mapping[str, Scope | None]] = {
    row.partition(".")[0]: scope for scope, rows in _TABLE.items() for row in rows
}
"""The scope that a token needs for an operation and all its special cases; None: any token will do."""

FOR_OTHERS: Final[Mapping[str, Scope]] = {
    "takeSeat": "host",
    "leaveSeat": "host",
    "enterTournament": "organise",
    "withdrawEntrant": "organise",
    "enterSeries": "organise",
    "leaveSeries": "organise",
}
"""The scope that a token needs besides to do an operation for somebody else, or a bot, as hosts and directors can."""

NEVER_ON_BEHALF: Final[frozenset[str]] = frozenset(
    {
        "createTicket",
        *("listPushSubscriptions", "putPushSubscription", "deletePushSubscription"),
        *("getReminders", "putReminders", "createCalendar", "deleteCalendar"),
        *("getFriendLink", "createFriendLink", "openFriendLink", "acceptFriendLink", "deleteBlock"),
        "addEntrants",
    }
)
"""
What no bridge does for another player: it is about the player's own devices, or lets others in for longer than the
player has agreed to.
"""
