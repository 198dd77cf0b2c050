"""The arithmetic of a season: how many are in heaven and in hell before each episode, by the rules of the games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from engines.catalogue import GAMES
from engines.kit import NOBODY, AnyEngine, Bearers, Bearing, Consequence, GameOptions, Seat, pointer_to
from server.access import codes
from server.access.errors import RefusedError
from server.organising.series.plan import FINAL_SEATS, DeathTerms, EpisodeTerms, Heaven, SeriesMatchTerms
from server.organising.series.requests import EpisodeRequest, SeasonRequest

_LIFTED_BY: Final[Mapping[Heaven, Consequence]] = {"ascends": "ascends", "winner": "winner"}


def does_not_fit(pointer: str, message: str) -> RefusedError:
    """Return the error for a season whose numbers do not fit."""
    return RefusedError(codes.DOES_NOT_FIT, message, pointer=pointer)


class MatchCounts:
    """What a game states about a match with these terms."""

    def __init__(self, terms: SeriesMatchTerms) -> None:
        self._terms = terms
        self.engine: AnyEngine = GAMES[terms.game]

    @property
    def title(self) -> str:
        return self.engine.title

    @property
    def variant(self) -> str:
        return self._terms.variant

    @cached_property
    def options(self) -> GameOptions:
        options: GameOptions = self.engine.read_options(self._terms.options)
        return options

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        return self.engine.seats(self.options)

    @cached_property
    def bearing(self) -> Bearing:
        return self.engine.bears(self.options)

    def bearers(self, consequence: Consequence) -> Bearers:
        """Return how many seats get a consequence."""
        return self.bearing.get(consequence, NOBODY)


@dataclass(frozen=True, slots=True)
class _Episode:
    """An episode of the request, and who is there before it."""

    number: int
    new: EpisodeRequest
    match: MatchCounts
    heaven: int
    hell: int

    @property
    def at(self) -> str:
        return pointer_to("episodes", self.number - 1)


def lay_out(
    new: SeasonRequest, deaths: Mapping[str, DeathTerms], mains: Sequence[SeriesMatchTerms]
) -> tuple[EpisodeTerms, ...]:
    """
    Return the episodes with the sizes of both realms.

    Raises:
        RefusedError: `does_not_fit`.
    """
    heaven, hell = new.realms.heaven, new.realms.hell
    found = []
    for number, (asked, terms) in enumerate(zip(new.episodes, mains, strict=True), 1):
        episode = _Episode(number, asked, MatchCounts(terms), heaven, hell)
        found.append(
            EpisodeTerms(terms, heaven, hell, asked.heaven, asked.death, asked.finalists, dict(asked.seats) or None)
        )
        if number == len(mains):
            _require_final(episode)
        else:
            _require_seats(episode)
            heaven, hell = _after(episode, deaths)
    return tuple(found)


def _require_seats(episode: _Episode) -> None:
    """Refuse a main match whose seats do not match the numbers in heaven and hell."""
    if episode.new.seats:
        raise does_not_fit(f"{episode.at}/seats", "Only the last episode has `seats`; in all others they are drawn.")
    realms = Counter(seat.realm for seat in episode.match.seats)
    if None in realms:
        raise does_not_fit(f"{episode.at}/game", f"{episode.match.title} has no realms, so it can only be the final.")
    if (realms["heaven"], realms["hell"]) != (episode.heaven, episode.hell):
        raise does_not_fit(
            episode.at,
            f"Episode {episode.number} has {realms['heaven']} seats in heaven and {realms['hell']} in hell, and "
            f"{episode.heaven} players are in heaven and {episode.hell} in hell.",
        )


def _after(episode: _Episode, deaths: Mapping[str, DeathTerms]) -> tuple[int, int]:
    """Return how many are in heaven and in hell after an episode that is not the last."""
    asked = episode.new
    if asked.finalists is not None:
        return _finalists(episode)
    if asked.heaven is None:
        raise does_not_fit(episode.at, "Say who is in heaven next (`heaven`), or who plays the final (`finalists`).")
    heaven = _size_of_heaven(episode, asked.heaven)
    hell = episode.heaven + episode.hell - heaven
    if heaven < 1 or hell < 1:
        raise does_not_fit(
            f"{episode.at}/heaven",
            f"{heaven} would be in heaven next and {hell} in hell; at least 1 must be in each.",
        )
    return heaven, hell if asked.death is None else _after_death(episode, asked.death, deaths, heaven, hell)


def _size_of_heaven(episode: _Episode, rule: Heaven) -> int:
    if rule == "stays":
        return episode.heaven
    consequence = _LIFTED_BY[rule]
    count = episode.match.bearers(consequence).seats
    if count.exact is None:
        raise does_not_fit(
            f"{episode.at}/heaven",
            f"{episode.match.title} ends with {count.least} to {count.most} seats that have `{consequence}`, and a "
            "season needs one number.",
        )
    return count.exact


def _finalists(episode: _Episode) -> tuple[int, int]:
    """Return one and one: the winner of each realm plays the final."""
    asked = episode.new
    if asked.heaven is not None or asked.death is not None:
        field = "heaven" if asked.heaven is not None else "death"
        raise does_not_fit(f"{episode.at}/{field}", f"With `finalists` only the winners stay: omit `{field}`.")
    for realm, count in episode.match.bearers("winner").realms.items():
        if count.exact != 1:
            raise does_not_fit(
                f"{episode.at}/finalists",
                f"{episode.match.title} has {count.least} to {count.most} winners in {realm}, and 1 plays the final.",
            )
    return 1, 1


def _after_death(episode: _Episode, name: str, deaths: Mapping[str, DeathTerms], heaven: int, hell: int) -> int:
    """Return how many are in hell after the death match."""
    pointer = f"{episode.at}/death"
    death = deaths.get(name)
    if death is None:
        raise does_not_fit(pointer, f"`deaths` has {', '.join(deaths) or 'none'}.")
    candidates = episode.match.bearers("elimination_candidate")
    if candidates.realms["hell"].exact != 1 or candidates.seats.exact != 1:
        count = candidates.seats
        raise does_not_fit(
            pointer,
            f"{episode.match.title} names {count.least} to {count.most} candidates, and a death match needs 1 of hell.",
        )
    if hell < 2:
        raise does_not_fit(pointer, f"{hell} would be in hell next, and a death match needs 2: candidate and opponent.")
    partners = sum(word.startswith("partner:") for word in death.seats.values())
    if heaven < partners:
        raise does_not_fit(
            pointer, f"{heaven} would be in heaven next, and the death match needs {partners} partners from there."
        )
    return hell - 1


def _require_final(episode: _Episode) -> None:
    """Refuse a last episode that is not a match of two finalists with one winner."""
    asked, match = episode.new, episode.match
    for field in ("heaven", "death", "finalists"):
        if getattr(asked, field) is not None:
            raise does_not_fit(
                f"{episode.at}/{field}", f"The last episode is the final, and no episode follows: omit `{field}`."
            )
    if (episode.heaven, episode.hell) != (1, 1):
        raise does_not_fit(
            episode.at,
            f"{episode.heaven} are in heaven and {episode.hell} in hell before the final, and it needs 1 and 1.",
        )
    require_seat_words(match, asked.seats, FINAL_SEATS, f"{episode.at}/seats")
    if len(asked.seats) != len(FINAL_SEATS):
        raise does_not_fit(f"{episode.at}/seats", f"{match.title} has {len(asked.seats)} seats, and the final has 2.")
    count = match.bearers("winner").seats
    if count.exact != 1:
        raise does_not_fit(
            f"{episode.at}/game",
            f"{match.title} ends with {count.least} to {count.most} winners, and a season has 1.",
        )


def require_seat_words(match: MatchCounts, seats: Mapping[str, str], words: Sequence[str], at: str) -> None:
    """Refuse seats that the game does not have or that nobody has, and words that are unknown or used twice."""
    known = [str(seat.id) for seat in match.seats]
    for seat, word in seats.items():
        if seat not in known:
            raise does_not_fit(at, f"The seats of {match.title} are {', '.join(known)}.")
        if word not in words:
            raise does_not_fit(f"{at}{pointer_to(seat)}", f"A seat is for one of {', '.join(words)}.")
    if len(seats) != len(known):
        raise does_not_fit(at, f"{match.title} has {len(known)} seats, and `seats` has {len(seats)}.")
    for word, times in Counter(seats.values()).items():
        if times > 1:
            raise does_not_fit(at, f"{times} seats are for `{word}`, and 1 can be.")
