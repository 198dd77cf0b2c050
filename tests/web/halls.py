"""Tournaments with many entrants, whose tables end by a director's word."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from moirai_client import Client
from tests.web.people import sign_up

if TYPE_CHECKING:
    from playwright.async_api import Page

    from moirai_client import Tournament
    from moirai_client.schemas import MatchTermsRequest

NAMES: Final = (
    *("Ada", "Bo", "Cyra van der Bergh", "Maximiliane Oberhuber-Schmidt"),
    *("Juno", "Milo", "Hal", "Edo Takahashi"),
)
"""Short and long ones; each is followed by a number."""

_DUELS: Final[MatchTermsRequest] = {"game": "wizards_duel", "options": {"wins_needed": 1, "cast_seconds": 3600}}

_AT_ONCE: Final = 20

_DRAWN: Final = Path(__file__).with_name("drawn.js").read_text(encoding="utf-8")


async def a_hall(director: Client, url: str, system: Any, entrants: int, **terms: Any) -> Tournament:  # noqa: ANN401  # JSON
    """Return a tournament with open entries and so many new players."""
    request: Any = {"label": "Lantern Cup", "system": system, "match": _DUELS, "max_entrants": 1000, **terms}
    event = await director.create_tournament(request)
    await event.act({"type": "open"})
    for first in range(0, entrants, _AT_ONCE):
        numbers = range(first, min(first + _AT_ONCE, entrants))
        for player in await asyncio.gather(
            *(sign_up(url, f"{NAMES[number % len(NAMES)]} {number + 1}") for number in numbers)
        ):
            await event.enter(player)
    return event


async def begin_round(event: Tournament) -> None:
    """Pair the next round, and start it."""
    await event.act({"type": "pair"})
    await event.act({"type": "start_round"})


async def decide(event: Tournament, number: int, share: float = 1) -> None:
    """Let the first at the table win, at this share of the tables of two; nobody plays."""
    tables = [table for table in (await event.round(number))["tables"] if len(table["entrants"]) == 2]
    for table in tables[: round(len(tables) * share)]:
        await event.act({"type": "correct_result", "round": number, "table": table["table"], "points": [2, 0]})


async def drawn_wrongly(page: Page, boxes: str, texts: str, within: str | None = None) -> tuple[list[str], int]:
    """
    Find what of these selectors is cut off, sticks out of an element, or lies over another box.

    Returns:
        What is drawn so, and how many boxes can be seen.
    """
    drawn = await page.evaluate(_DRAWN, {"boxes": boxes, "texts": texts, "within": within})
    return drawn["wrong"], drawn["count"]


async def require_apart(page: Page, boxes: str, texts: str, within: str | None = None) -> int:
    """Find nothing that is drawn wrongly; return how many boxes can be seen."""
    wrong, count = await drawn_wrongly(page, boxes, texts, within)
    assert wrong == []
    return count
