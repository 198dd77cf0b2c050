"""The first facts of a tournament, from a request that fits its system and its game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from server.access import codes
from server.access.errors import RefusedError
from server.access.player import Person
from server.logs.directing.facts import EVENT_LOG_VERSION
from server.matches.facts import AbsenceInPlay
from server.matches.hosting.hosting import Terms
from server.matches.rests import Rest
from server.matches.seeds import commitment_to
from server.organising.tournaments.facts import (
    Absence,
    Arena,
    MatchTerms,
    SecretMatchOptions,
    Teams,
    TournamentCreated,
)
from server.organising.tournaments.groups import Groups
from server.organising.tournaments.outcomes import teams_of
from server.organising.tournaments.requests import MatchTermsRequest, TournamentRequest
from server.organising.tournaments.rounds import WIN, System
from server.organising.tournaments.scores import DRAW, Scores
from server.organising.tournaments.standings.tie_breaks import DEFAULTS, BadTieBreakError, check

_TABLES_OF_TWO: Final = frozenset(
    {"swiss", "round_robin", "single_elimination", "double_elimination", "groups", "arena"}
)

_SCORED: Final = frozenset({"swiss", "round_robin", "groups", "own"})
"""Systems that rank by points at tables of two."""


def settle(
    new: TournamentRequest,
    terms: Terms,
    tournament_id: str,
    maker: Person,
    directors: tuple[Person, ...],
    seed: bytes,
    rest: Rest | None,
) -> tuple[TournamentCreated, SecretMatchOptions | None]:
    """
    Return the first facts of a tournament; `terms` are those of its matches, which have this `rest`.

    Raises:
        RefusedError: The system, the number of rounds, the tie-breaks or the rules of absence do not fit.
    """
    engine, options = terms.engine, terms.options
    teams = teams_of(engine.seats(options))
    if new.teams and [len(team) for team in teams] != [2, 2]:
        raise RefusedError(codes.BAD_SYSTEM, "This game does not have two teams of two.", pointer="/teams")
    seats = len(teams if new.teams else engine.seats(options))
    _require_system(new, seats)
    settings, in_play = new.match, new.absence.in_play.terms
    if in_play is not None:
        _require_fitting(in_play, settings, seats, new.teams)
    created = TournamentCreated(
        tournament_id=tournament_id,
        label=new.label,
        system=new.system,
        rounds=1 if new.system == "arena" else new.rounds,
        cycles=new.cycles,
        teams=new.teams,
        table_size=seats,
        max_entrants=new.max_entrants,
        tie_breaks=DEFAULTS[new.system] if new.tie_breaks is None else check_tie_breaks(new.tie_breaks, new.system),
        late=new.late,
        match=MatchTerms(
            game=engine.name,
            variant=terms.variant,
            options=engine.public_options(options).for_log(),
            pace=settings.pace,
            visibility=settings.visibility,
            show_submitted=settings.show_submitted,
            open_log=engine.opens_log(options) if settings.open_log is None else settings.open_log,
            spectator_lag=settings.spectator_lag,
            rest=rest,
        ),
        schedule=new.schedule.terms,
        absence=Absence(new.absence.ready_seconds, new.absence.missed_rounds, in_play),
        visibility=new.visibility,
        maker=maker,
        directors=directors,
        seed_commitment=commitment_to(seed),
        log_version=EVENT_LOG_VERSION,
        rate_expelled=new.rate_expelled,
        description=new.description or None,
        corrections_seconds=new.corrections_seconds or None,
        scores=None if new.scores is None else new.scores.terms,
        clubs_apart=new.clubs_apart or None,
        leave_days=new.leave_days or None,
        accelerated=True if new.accelerated else None,
        arena=None if new.arena is None else Arena(new.arena.minutes),
        groups=None if new.groups is None else new.groups.terms,
    )
    secret = SecretMatchOptions(options.for_log()) if engine.secret_options else None
    return created, secret


def _require_system(new: TournamentRequest, seats: int) -> None:
    """Refuse tables of a size that the system does not have, and more rounds than it can pair."""
    if new.system in _TABLES_OF_TWO and seats != 2:
        raise RefusedError(
            codes.BAD_SYSTEM,
            f"{new.system} needs tables of two; this variant has {seats} seats.",
            pointer="/system",
        )
    if new.scores is not None:
        require_scores(new.scores.terms, new.system, seats)
    if new.accelerated:
        require_accelerable(new.system, new.rounds, None if new.scores is None else new.scores.terms)
    require_clubs(new.system, new.clubs_apart)
    require_groups(new.system, None if new.groups is None else new.groups.terms)
    require_arena(new.system, new.rounds, new.teams, lasts=new.arena is not None)
    if new.arena is not None:
        rests = new.match.rest is not None
        require_no_rest(rests=rests, leaves=new.leave_days > 0, pointer="/match/rest" if rests else "/leave_days")
    require_few_rounds(new.system, new.rounds, new.max_entrants)


def require_no_rest(*, rests: bool, leaves: bool, pointer: str) -> None:
    """Refuse that deadlines rest, or that players take leave, in an arena, whose time never stands."""
    if rests or leaves:
        raise RefusedError(codes.BAD_SYSTEM, "An arena has neither rests nor leave.", pointer=pointer)


def require_arena(system: System, rounds: int, teams: Teams | None, *, lasts: bool) -> None:
    """Refuse an arena that does not say how long it lasts, has several rounds or teams, and other systems that last."""
    if lasts != (system == "arena"):
        wrong, pointer = "An arena needs `arena`, which says how long it lasts; other systems do not have it.", "/arena"
    elif lasts and rounds > 1:
        wrong, pointer = "An arena has one round.", "/rounds"
    elif lasts and teams:
        wrong, pointer = "Players enter an arena alone.", "/teams"
    else:
        return
    raise RefusedError(codes.BAD_SYSTEM, wrong, pointer=pointer)


def require_scores(scores: Scores, system: System, seats: int) -> None:
    """Refuse scores that do not keep the order of results, and all in a system without points of tables of two."""
    wrong = None
    if system not in _SCORED or seats != 2:
        wrong = "Only a Swiss, a round robin, groups and own rounds have `scores`, at tables of two."
    elif not scores.win > scores.draw >= scores.loss or scores.bye > scores.win:
        wrong = "A win must be worth more than a draw, a loss at most a draw, and a bye at most a win."
    if wrong is not None:
        raise RefusedError(codes.BAD_SYSTEM, wrong, pointer="/scores")


def require_groups(system: System, groups: Groups | None) -> None:
    """Refuse the system `groups` without them, and them in other systems."""
    if (system == "groups") != (groups is not None):
        wrong = (
            "Say how many `groups` there are, and how many of each advance."
            if groups is None
            else "Only the system `groups` has groups."
        )
        raise RefusedError(codes.BAD_SYSTEM, wrong, pointer="/groups")


def require_accelerable(system: System, rounds: int, scores: Scores | None) -> None:
    """Refuse acceleration but in a Swiss of planned rounds, with the standard points for a win and a draw (C.04.5)."""
    if system != "swiss" or not rounds:
        wrong = "Only a Swiss with a planned number of `rounds` can be accelerated."
    elif scores is not None and (scores.win, scores.draw) != (WIN, DRAW):
        wrong = "Acceleration is for 1 point for a win and ½ for a draw."
    else:
        return
    raise RefusedError(codes.BAD_SYSTEM, wrong, pointer="/accelerated")


def require_clubs(system: System, clubs_apart: int) -> None:
    """Refuse to keep clubs apart but in a Swiss."""
    if clubs_apart and system != "swiss":
        raise RefusedError(codes.BAD_SYSTEM, "Only a Swiss keeps clubs apart.", pointer="/clubs_apart")


def require_few_rounds(system: System, rounds: int, max_entrants: int) -> None:
    """Refuse more rounds than a Swiss with so many entrants can pair."""
    most = max_entrants - 1 + max_entrants % 2
    if system == "swiss" and rounds > most:
        raise RefusedError(
            codes.TOO_MANY_ROUNDS,
            f"With {max_entrants} entrants, nobody meets twice in at most {most} rounds.",
            pointer="/rounds",
        )


def check_tie_breaks(tie_breaks: Sequence[str], system: System) -> tuple[str, ...]:
    """Return these tie-breaks; raises RefusedError if the system does not have them."""
    try:
        check(tuple(tie_breaks), system)
    except BadTieBreakError as error:
        raise RefusedError(codes.BAD_TIE_BREAK, str(error), pointer="/tie_breaks") from error
    return tuple(tie_breaks)


def _require_fitting(in_play: AbsenceInPlay, settings: MatchTermsRequest, entrants: int, teams: Teams | None) -> None:
    """
    Refuse rules of absence that do not fit the settings of matches.

    They must not reveal who is silent where that is not shown, or is shown only later. Only tables of two can be
    forfeited. Players cannot take over seats of teams, because only teams wait.
    """
    if not settings.show_submitted:
        raise RefusedError(
            codes.WOULD_TELL,
            f"`{in_play.then}` shows everyone that a seat has not submitted: set `show_submitted` of `match`.",
            pointer="/absence/in_play/then",
        )
    if in_play.then == "waiting" and settings.spectator_lag:
        raise RefusedError(
            codes.WOULD_TELL,
            "Everyone is shown at once who takes over a silent seat: set `spectator_lag` of `match` to 0.",
            pointer="/absence/in_play/then",
        )
    if in_play.then == "waiting" and teams:
        raise RefusedError(
            codes.BAD_SYSTEM,
            "Only whole teams wait here, and cannot take over a single seat.",
            pointer="/absence/in_play/then",
        )
    if in_play.then == "forfeit" and entrants != 2:
        raise RefusedError(
            codes.BAD_SYSTEM,
            f"Only tables of two can be forfeited; this variant has {entrants} seats.",
            pointer="/absence/in_play/then",
        )
