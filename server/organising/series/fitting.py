"""The plan of a season, from the request of a director, if its numbers fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pydantic import JsonValue, ValidationError

from engines.kit import first_complaint, pointer_to
from server.access import codes
from server.access.costs import CALL, charge, of_pack
from server.access.errors import RefusedError
from server.access.player import Player
from server.logs.store.entry import canonical_json
from server.matches.hosting.hosting import Hosting, Terms
from server.organising.series.death_matches import require_death_match
from server.organising.series.episodes import does_not_fit, lay_out
from server.organising.series.plan import DeathTerms, PickTerms, Plan, SeriesMatchTerms
from server.organising.series.requests import DeathRequest, EpisodeRequest, SeasonRequest
from server.runtime.time_slices import Pace

MARKED: Final[Mapping[str, JsonValue]] = {"seats": "mark"}
"""The value of an option that stands for the seats of those who have a mark that counts."""

MAX_OPTIONS_BYTES: Final = 500_000
"""How large the options of all matches can be together, with the content of packs, for each of them as JSON."""


@dataclass(frozen=True, slots=True)
class _Settled:
    """The terms of a match, and all its options if some are secret; both without the option for marked seats."""

    terms: SeriesMatchTerms
    secret: dict[str, JsonValue] | None

    @property
    def size(self) -> int:
        """How many bytes its options have as JSON."""
        return sum(len(canonical_json(options)) for options in (self.terms.options, self.secret) if options is not None)


async def fit(hosting: Hosting, player: Player, new: SeasonRequest) -> Plan:
    """
    Return the plan of a season.

    Raises:
        RefusedError: `does_not_fit`, with a pointer into the request; an unknown game, variant or pack; options that
            a game refuses; or what happens to silent seats would reveal too much.
    """
    _require_people(new)
    pace, size = Pace(), 0
    asked: list[DeathRequest | EpisodeRequest] = [*new.deaths.values(), *new.episodes]
    places = [pointer_to("deaths", name) for name in new.deaths]
    places += [pointer_to("episodes", index) for index in range(len(new.episodes))]
    settled: list[_Settled] = []
    for match, at in zip(asked, places, strict=True):
        settled.append(await _settle(hosting, player, new, match, at))
        size += settled[-1].size
        if size > MAX_OPTIONS_BYTES:
            raise does_not_fit(
                at,
                f"The options of the matches up to here have {size} bytes with packs, and {MAX_OPTIONS_BYTES} fit.",
            )
        charge(CALL + of_pack(settled[-1].size))
        await pace.rest()
    of_deaths = dict(zip(new.deaths, settled, strict=False))
    mains = settled[len(of_deaths) :]
    deaths = {name: DeathTerms(each.terms, dict(new.deaths[name].seats)) for name, each in of_deaths.items()}
    for name, death in deaths.items():
        require_death_match(death, pointer_to("deaths", name))
    return Plan(
        mark_episodes=0 if new.mark is None else new.mark.episodes,
        token_spares=None if new.token is None else new.token.spares,
        pick=PickTerms(new.pick.seconds, new.pick.silent),
        deaths=deaths,
        episodes=lay_out(new, deaths, [each.terms for each in mains]),
        secret_main={number: each.secret for number, each in enumerate(mains, 1) if each.secret is not None},
        secret_deaths={name: each.secret for name, each in of_deaths.items() if each.secret is not None},
    )


def _require_people(new: SeasonRequest) -> None:
    places = new.realms.heaven + new.realms.hell
    if len(new.players) > places:
        raise does_not_fit("/players", f"{len(new.players)} players are named, and there are {places} places.")
    if new.absence.then != "default" and not new.match.show_submitted:
        raise RefusedError(
            codes.WOULD_TELL,
            f"`{new.absence.then}` shows everyone that a seat has not submitted: set `show_submitted` of `match`.",
            pointer="/absence/then",
        )


async def _settle(
    hosting: Hosting, player: Player, new: SeasonRequest, match: DeathRequest | EpisodeRequest, at: str
) -> _Settled:
    """Complete the options of a match, and try the option for marked seats with one seat."""
    marked = _mark_option(new, match, at)
    given = {name: value for name, value in match.options.items() if name != marked}
    try:
        terms = await hosting.settle_terms(player, match.game, match.variant, given)
        engine, options = terms.engine, terms.options
        if marked is not None:
            _try_mark(terms, marked)
    except RefusedError as error:
        if error.pointer is None:
            raise
        raise RefusedError(error.code, error.message, status=error.status, pointer=at + error.pointer) from error
    public = engine.public_options(options).for_log()
    complete = options.for_log()
    open_log = engine.opens_log(options) if new.match.open_log is None else new.match.open_log
    return _Settled(
        SeriesMatchTerms(engine.name, terms.variant, _without(public, marked), marked, open_log),
        None if complete == public else _without(complete, marked),
    )


def _mark_option(new: SeasonRequest, match: DeathRequest | EpisodeRequest, at: str) -> str | None:
    """Return the option that gets the seats of the marked; None if no option does."""
    for name, value in match.options.items():
        if not (isinstance(value, dict) and value.keys() == MARKED.keys()):
            continue
        pointer = f"{at}{pointer_to('options', name)}"
        if value != MARKED:
            raise does_not_fit(pointer, 'An option can get the seats of the marked: `{"seats": "mark"}`.')
        if isinstance(match, DeathRequest):
            raise does_not_fit(pointer, "Marks count in main matches, not in death matches.")
        if new.mark is None:
            raise does_not_fit(pointer, "Nobody has a mark: `mark` says in how many episodes one counts.")
    found = [name for name, value in match.options.items() if value == MARKED]
    if len(found) > 1:
        pointer = f"{at}{pointer_to('options', found[1])}"
        raise does_not_fit(pointer, f"{len(found)} options get the seats of the marked, and 1 can.")
    return found[0] if found else None


def _try_mark(terms: Terms, marked: str) -> None:
    """Refuse an option that does not take a list of seats."""
    seat = str(terms.engine.seats(terms.options)[0].id)
    try:
        terms.engine.read_options({**terms.options.model_dump(mode="json"), marked: [seat]})
    except ValidationError as error:
        message, _ = first_complaint(error)
        raise does_not_fit(
            pointer_to("options", marked), f"{terms.engine.title} takes no seats here: {message}."
        ) from error


def _without(options: dict[str, JsonValue], marked: str | None) -> dict[str, JsonValue]:
    return {name: value for name, value in options.items() if name != marked}
