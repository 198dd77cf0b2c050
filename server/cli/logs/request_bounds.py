"""The API's limits on requests, for logs: names, reasons and numbers that the API refuses cannot be in a log."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field, TypeAdapter, ValidationError

from engines.kit import Fact
from server.access.fields import Name
from server.access.player import Person
from server.logs.directing.facts import EntriesLost, RoleGiven, RoleTaken
from server.logs.store.personal import LEFT
from server.matches import facts
from server.matches.calendars import BadRestError, NightRequest, RestRequest, require_time_passes
from server.matches.hosting.host_actions import AdjudicateAction, PauseAction
from server.matches.requests import MatchRequest
from server.matches.rests import WEEKDAYS, Rest
from server.matches.seeds import ENTROPY_PATTERN
from server.organising.ordering.absence import InPlayRequest
from server.runtime.ids import is_id
from server.runtime.times import parse_timestamp, timestamp

_commitments: TypeAdapter[str] = TypeAdapter(Annotated[str, Field(pattern=ENTROPY_PATTERN)])  # also 32 bytes
_names: TypeAdapter[str] = TypeAdapter(Name)

_MOST_TABLES: Final = 1_000_000
"""More rounds, or tables of one, than any tournament has."""

_MOST_MINUTES: Final = 1_440
"""How far local time can be from UTC."""


class ImpossibleError(Exception):
    """Something in a log that the server would not have written, in a sentence."""


def require_possible(fact: Fact) -> None:
    """
    Check with the API's models that they would have accepted the values that people chose in this fact.

    Raises:
        ImpossibleError: They would not.
    """
    through = getattr(fact, "through", None)
    if through is not None:
        require_id(through)
    try:
        match fact:
            case facts.MatchCreated(game=game, spectator_lag=lag, label=label, host=host):
                MatchRequest(game=game, spectator_lag=lag, label=label, leave_days=fact.leave_days or 0)
                _commitments.validate_python(fact.seed_commitment)
                require_id(fact.match_id)
                _require_person(host)
                _require_table(fact.tournament)
                _require_place(fact)
                _require_absence(fact)
                require_rest(fact.rest)
            case facts.SeatTaken(player=Person() as player, invitation=invitation):
                _require_person(player)
                if invitation is not None:
                    require_id(invitation)
            case facts.SeatReserved(player=player):
                _require_person(player)
            case facts.MatchPaused(reason=reason) | facts.SeatMuted(reason=reason) | facts.MatchVoided(reason=reason):
                PauseAction(type="pause", reason=reason)
            case facts.MatchAdjudicated(outcome=outcome, reason=reason, by=by):
                if by is not None:
                    _require_person(by)
                rank = {str(seat): place for seat, place in outcome.rank.items()}
                AdjudicateAction(type="adjudicate", rank=rank, reason=reason)
            case facts.RematchCalled(rematch_id=rematch_id, player=player):
                require_id(rematch_id)
                _require_person(player)
            case RoleGiven(player=player, by=by) | RoleTaken(player=player, by=by):
                _require_person(player)
                _require_person(by)
            case EntriesLost(head=head):
                require_hash(head)
            case _:
                pass
    except ValidationError as error:
        raise ImpossibleError(f"no request can cause this content of {fact.type}.") from error


def _require_person(player: Person) -> None:
    require_id(player.player_id)
    if player.name != LEFT:
        _names.validate_python(player.name)


def _require_table(table: facts.TournamentTable | None) -> None:
    if table is not None:
        require_id(table.tournament_id)
        if not all(1 <= number <= _MOST_TABLES for number in (table.round, table.table)):
            raise ImpossibleError(f"rounds and tables are numbered from 1 to {_MOST_TABLES}.")


def _require_place(created: facts.MatchCreated) -> None:
    place = created.series
    if place is not None:
        require_id(place.series_id)
        if created.tournament is not None or not 1 <= place.episode <= _MOST_TABLES:
            raise ImpossibleError(
                f"a match of a series is of no tournament, and of an episode from 1 to {_MOST_TABLES}."
            )


def _require_absence(created: facts.MatchCreated) -> None:
    """Refuse what would tell who is silent where that is not shown, or outside tournaments."""
    terms = created.absence
    if terms is None:
        return
    InPlayRequest(then=terms.then, grace_seconds=terms.grace_seconds, excused_phases=terms.excused_phases)
    if not created.show_submitted or created.ordered_by is None:
        raise ImpossibleError("only ordered matches that show who has submitted do more about absence.")


def require_rest(rest: Rest | None, *, may_be_empty: bool = False) -> None:
    """Refuse a calendar by which too little time passes, or whose offsets are not in order; raises ImpossibleError."""
    if rest is None:
        return
    night = None if rest.night is None else NightRequest(begins=rest.night.begins, ends=rest.night.ends)
    dates, weekdays = list(rest.dates), list(rest.weekdays)
    try:
        asked = RestRequest(time_zone=rest.time_zone, night=night, weekdays=weekdays, dates=dates)
        require_time_passes(asked, may_be_empty=may_be_empty)
    except BadRestError as error:
        raise ImpossibleError(str(error)) from error
    if dates != sorted(set(dates)) or weekdays != [day for day in WEEKDAYS if day in weekdays]:
        raise ImpossibleError("dates and days of the week are in order, each once.")
    sinces = [timestamp(parse_timestamp(offset.since)) for offset in rest.offsets]
    if not sinces or sinces != [offset.since for offset in rest.offsets] or sinces != sorted(set(sinces)):
        raise ImpossibleError("a rest has offsets, in order.")
    if not all(abs(offset.minutes) <= _MOST_MINUTES for offset in rest.offsets):
        raise ImpossibleError("no local time is more than a day from UTC.")


def require_hash(text: str) -> None:
    """Refuse what is not a hash; raises pydantic's ValidationError."""
    _commitments.validate_python(text)


def require_id(text: str) -> None:
    """Refuse what is not an id; raises ImpossibleError."""
    if not is_id(text):
        raise ImpossibleError("this is not an id that the server creates.")
