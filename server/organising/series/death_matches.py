"""Whether a game can be a death match: who sits where, and whether it always has a loser."""

from __future__ import annotations

from typing import Final

from server.organising.series.episodes import MatchCounts, does_not_fit, require_seat_words
from server.organising.series.plan import DEATH_SEATS, DeathTerms

_RIVALS: Final = ("candidate", "opponent")


def require_death_match(death: DeathTerms, at: str) -> None:
    """
    Refuse a death match that lacks candidate or opponent, that separates partners, or that may have no loser.

    Raises:
        RefusedError: `does_not_fit`.
    """
    match = MatchCounts(death.match)
    require_seat_words(match, death.seats, DEATH_SEATS, f"{at}/seats")
    for word in _RIVALS:
        if word not in death.seats.values():
            raise does_not_fit(f"{at}/seats", f"0 seats are for `{word}`, and 1 must be.")
    teams = {death.seats[seat.id]: seat.team for seat in match.seats}
    winners = match.bearers("winner").seats
    if None not in teams.values():
        if teams["candidate"] == teams["opponent"]:
            raise does_not_fit(f"{at}/seats", f"Candidate and opponent are in the same team of {match.title}.")
        for word in _RIVALS:
            if teams.get(f"partner:{word}", teams[word]) != teams[word]:
                raise does_not_fit(f"{at}/seats", f"`{word}` and `partner:{word}` are in different teams.")
        needed = sum(team == teams["candidate"] for team in teams.values())
    else:
        if len(death.seats) != len(_RIVALS):
            raise does_not_fit(f"{at}/seats", f"{match.title} has {len(death.seats)} seats without teams, and 2 play.")
        needed = 1
    if winners.exact != needed:
        raise does_not_fit(
            f"{at}/game",
            f"{match.title} ends with {winners.least} to {winners.most} winners, and a death match needs {needed}.",
        )
