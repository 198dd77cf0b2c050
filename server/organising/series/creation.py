"""The first facts of a series, from a request and its plan."""

from __future__ import annotations

from server.access.player import Person
from server.logs.directing.facts import EVENT_LOG_VERSION
from server.matches.rests import Rest
from server.matches.seeds import commitment_to
from server.organising.series.facts import SecretSeriesOptions, SeriesCreated, SeriesMatchSettings
from server.organising.series.plan import Plan
from server.organising.series.requests import SeriesRequest


def settle(
    new: SeriesRequest,
    plan: Plan,
    series_id: str,
    maker: Person,
    directors: tuple[Person, ...],
    seed: bytes,
    rest: Rest | None,
) -> tuple[SeriesCreated, SecretSeriesOptions | None]:
    """Return the first facts of a series with this plan, whose matches have this rest."""
    created = SeriesCreated(
        series_id=series_id,
        label=new.label,
        mark_episodes=plan.mark_episodes,
        token_spares=plan.token_spares,
        pick=plan.pick,
        deaths=plan.deaths,
        episodes=plan.episodes,
        pace=new.pace,
        start=new.start,
        visibility=new.visibility,
        matches=SeriesMatchSettings(
            visibility=new.match.visibility,
            show_submitted=new.match.show_submitted,
            spectator_lag=new.match.spectator_lag,
            in_play=new.absence.terms,
            rest=rest,
        ),
        maker=maker,
        directors=directors,
        seed_commitment=commitment_to(seed),
        log_version=EVENT_LOG_VERSION,
        leave_days=new.leave_days or None,
    )
    has_secrets = plan.secret_main or plan.secret_deaths
    return created, SecretSeriesOptions(plan.secret_main, plan.secret_deaths) if has_secrets else None
