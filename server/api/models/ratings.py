"""Ratings of players."""

from __future__ import annotations

from server.access.fields import Reply
from server.access.player import Person
from server.organising.tournaments.ratings import Rating


class RatingReply(Reply):
    """The rating of a player in a game."""

    player: Person
    """Whose rating it is."""
    game: str
    rating: int
    """By which players are ordered: `mean` less three times `deviation`, in hundredths of a point, and at least 0."""
    mean: int
    """The estimate of the player's strength, in thousandths of a point; that of a newcomer is 25000."""
    deviation: int
    """How far off the estimate may be, in thousandths of a point."""
    tables: int
    """How many tables the rating comes from."""


class RatingsReply(Reply):
    """The ratings of a player."""

    ratings: list[RatingReply]
    """One for each game in which the player has a rating."""


class RatingList(Reply):
    """A page of the players who are rated in a game."""

    ratings: list[RatingReply]
    """The best first."""
    next: str | None
    """The `before` of the next page; null on the last page."""


def show_rating(player: Person, game: str, rating: Rating) -> RatingReply:
    """Return a rating as it is sent."""
    return RatingReply(
        player=player,
        game=game,
        rating=rating.value,
        mean=rating.mean,
        deviation=rating.deviation,
        tables=rating.tables,
    )
