"""
The plan of a season: its episodes with the sizes of both realms, settled when the series is created.

`server.organising.series.fitting` makes it from a request and refuses what does not fit; the log keeps its parts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from pydantic import JsonValue

from engines.kit import SENT_WHOLE

Heaven: TypeAlias = Literal["ascends", "winner", "stays"]
"""Who is in heaven next: who ascends, who wins, or who is there already."""

Silent: TypeAlias = Literal["worst_rank", "draw"]
"""Who is picked if the candidate is silent: the worst of the main match, or one by lot."""

Starting: TypeAlias = Literal["by_word", "when_done"]
"""When an episode begins after the last is done: when a director starts it, or at once."""

DEATH_SEATS: Final = ("candidate", "opponent", "partner:candidate", "partner:opponent")
"""Who can have a seat in a death match."""

FINAL_SEATS: Final = ("finalist:heaven", "finalist:hell")
"""Who can have a seat in the final: the one who is left in each realm."""


@dataclass(frozen=True, slots=True)
class SeriesMatchTerms:
    """The game of a match of a series."""

    __pydantic_config__ = SENT_WHOLE

    game: str
    """The id of the game."""
    variant: str
    """The name of the variant."""
    options: dict[str, JsonValue]
    """All options, except those that only directors may know, and those of `marked`."""
    marked: str | None
    """The option that gets the seats of those who have a mark; null without one."""
    open_log: bool
    """Whether everyone can read the log when the match is over."""


@dataclass(frozen=True, slots=True)
class DeathTerms:
    """A kind of death match."""

    __pydantic_config__ = SENT_WHOLE

    match: SeriesMatchTerms
    """The game."""
    seats: dict[str, str]
    """Who has which seat: `candidate`, `opponent`, `partner:candidate` or `partner:opponent`."""


@dataclass(frozen=True, slots=True)
class EpisodeTerms:
    """An episode."""

    __pydantic_config__ = SENT_WHOLE

    match: SeriesMatchTerms
    """The game of the main match."""
    heaven: int
    """How many are in heaven before it."""
    hell: int
    """How many are in hell before it."""
    heaven_next: Heaven | None
    """Who is in heaven next; null with `finalists`, and in the last episode."""
    death: str | None
    """The kind of its death match; null without one."""
    finalists: Literal["winner"] | None
    """`winner`: only the winners, one of each realm, play the last episode, without a death match; null otherwise."""
    seats: dict[str, str] | None
    """Who has which seat in the last episode, `finalist:heaven` or `finalist:hell`; null: by realm and by lot."""


@dataclass(frozen=True, slots=True)
class PickTerms:
    """How candidates pick their opponents, and partners are chosen."""

    __pydantic_config__ = SENT_WHOLE

    seconds: int
    """How long each decision is open."""
    silent: Silent
    """Who is picked if the candidate is silent; partners are then drawn."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a season. Everyone may know all of it, except the secret options."""

    mark_episodes: int
    """In how many following episodes a mark counts; 0: in none."""
    token_spares: Literal["pick"] | None
    """What a token spares its holder in the episode in which it was given; None: nothing."""
    pick: PickTerms
    """How candidates pick their opponents, and partners are chosen."""
    deaths: dict[str, DeathTerms]
    """The kinds of death matches, by name."""
    episodes: tuple[EpisodeTerms, ...]
    """The episodes, in order; the last one is the final."""
    secret_main: dict[int, dict[str, JsonValue]] = field(repr=False)
    """All options of main matches with packs or options that only directors may know, by the number of the episode."""
    secret_deaths: dict[str, dict[str, JsonValue]] = field(repr=False)
    """All options of such death matches, by the name of the kind."""

    @property
    def places(self) -> int:
        """How many players the season has at first."""
        return self.episodes[0].heaven + self.episodes[0].hell

    @property
    def matches(self) -> int:
        """How many matches are played: a main match in each episode, and the death matches."""
        return len(self.episodes) + sum(episode.death is not None for episode in self.episodes)
