"""The arithmetic of a plan, line by line: what a director sees of a season before it begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from engines.kit import Consequence
from server.organising.series.episodes import MatchCounts
from server.organising.series.plan import DeathTerms, EpisodeTerms, Plan

PreviewStep: TypeAlias = Literal["ascends", "winner", "stays", "finalists", "death_match", "final"]
"""What changes the realms: a main match, by its rule, or a death match."""


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """How many are in each realm after a match, and how many leave."""

    step: PreviewStep
    """What happens: those who ascend or win are in heaven next, or everyone stays; or some leave."""
    count: int
    """How many ascend, win, stay in heaven, reach the final, play the death match, or win the season."""
    heaven: int
    """Players in heaven afterwards; 0 after the final."""
    hell: int
    """Players in hell afterwards; 0 after the final."""
    leave: int
    """How many leave the series."""


@dataclass(frozen=True, slots=True)
class ConsequenceCount:
    """How many seats have a consequence when the match ends, as the rules of its game say."""

    consequence: Consequence
    """The consequence."""
    least: int
    """The smallest number of seats."""
    most: int
    """The largest number of seats."""


@dataclass(frozen=True, slots=True)
class PreviewMatch:
    """A match of the season."""

    game: str
    variant: str
    seats: int
    """How many play."""
    counts: tuple[ConsequenceCount, ...]
    """How many seats have each consequence at the end."""


@dataclass(frozen=True, slots=True)
class EpisodePreview:
    """An episode, and how many players are in each realm before it and after each of its matches."""

    episode: int
    heaven: int
    """Players in heaven before it."""
    hell: int
    """Players in hell before it."""
    main: PreviewMatch
    """The main match."""
    death: PreviewMatch | None
    """The death match; null without one."""
    lines: tuple[PreviewLine, ...]
    """The effect of the main match, then of the death match."""


@dataclass(frozen=True, slots=True)
class SeriesPreview:
    """A season in numbers, by the rules of its games."""

    places: int
    """How many players it has at first."""
    matches: int
    """How many matches are played."""
    episodes: tuple[EpisodePreview, ...]


def preview(plan: Plan) -> SeriesPreview:
    """Return the arithmetic of a plan."""
    following = [*plan.episodes[1:], None]
    return SeriesPreview(
        places=plan.places,
        matches=plan.matches,
        episodes=tuple(
            _preview(number, episode, after, plan.deaths)
            for number, (episode, after) in enumerate(zip(plan.episodes, following, strict=True), 1)
        ),
    )


def _preview(
    number: int, episode: EpisodeTerms, after: EpisodeTerms | None, deaths: Mapping[str, DeathTerms]
) -> EpisodePreview:
    return EpisodePreview(
        episode=number,
        heaven=episode.heaven,
        hell=episode.hell,
        main=_match(MatchCounts(episode.match)),
        death=None if episode.death is None else _match(MatchCounts(deaths[episode.death].match)),
        lines=tuple(_lines(episode, after)),
    )


def _lines(episode: EpisodeTerms, after: EpisodeTerms | None) -> Iterator[PreviewLine]:
    there = episode.heaven + episode.hell
    if after is None:
        yield PreviewLine("final", 1, 0, 0, there - 1)
    elif episode.finalists is not None:
        yield PreviewLine("finalists", after.heaven + after.hell, after.heaven, after.hell, there - 2)
    else:
        if episode.heaven_next is None:
            raise AssertionError("a plan says who is in heaven next")
        yield PreviewLine(episode.heaven_next, after.heaven, after.heaven, there - after.heaven, 0)
        if episode.death is not None:
            yield PreviewLine("death_match", 2, after.heaven, after.hell, 1)


def _match(match: MatchCounts) -> PreviewMatch:
    counts = (
        ConsequenceCount(consequence, borne.seats.least, borne.seats.most)
        for consequence, borne in match.bearing.items()
    )
    return PreviewMatch(match.engine.name, match.variant, len(match.seats), tuple(counts))
