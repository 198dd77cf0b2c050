"""The moment of opening: sealed cards turn over together, points roll, and one sentence says why."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, cast

import pytest

from moirai_client import RefusedError, answer
from moirai_client.schemas import CastMove
from tests.waiting import patience, patiently
from tests.web.boards import PICTURES, at_the_board, moving, violations
from tests.web.people import SMALL_PHONE, guests

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

    from moirai_client import Client, Match
    from moirai_client.schemas import Move

WHY: Final = "Confusion: the lower spell wins. Ada 4, Bo 7: Ada scores 1."

CONFUSION: Final[CastMove] = {"type": "cast", "spell": "4"}
RAY_OF_FROST: Final[CastMove] = {"type": "cast", "spell": "7"}

MOVING: Final = "() => document.querySelector('.opening').getAnimations({ subtree: true }).length"

TONES: Final = """
  window.tones = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (when) { window.tones.push(this.frequency.value); start.call(this, when); };
  localStorage.setItem("moirai sound", "true");
"""


async def a_duel(ada: Client, bo: Client) -> tuple[Match, Match]:
    """Return a duel in its first round, as each of the two plays it."""
    match = await ada.create_match(
        {"game": "wizards_duel", "options": {"cast_seconds": 3600}, "seats": {}, "pace": "eager", "autostart": True}
    )
    both = (match, bo.match(match.id))
    for seat, own in zip("ab", both, strict=True):
        await own.take_seat(seat)
    await moving(match, "cast", 1)
    return both


async def cast_spell(own: Match, move: CastMove) -> None:
    phase = (await moving(own, "cast", 1))["phase"]
    assert phase is not None
    await own.submit(phase["number"], move)


async def heard(page: Page, tones: int) -> None:
    wait = "async (tones) => { while (window.tones.length < tones) await new Promise((done) => setTimeout(done, 50)); }"
    await patiently(page.evaluate(wait, tones))


async def test_on_a_phone_the_opening_is_a_sheet_that_says_why_and_is_put_away(
    chromium: Browser, sqlite_url: str
) -> None:
    errors: list[str] = []
    async with guests(sqlite_url, "Ada", "Bo") as (url, (ada, bo)):
        mine, theirs = await a_duel(ada, bo)
        page = await at_the_board(chromium, url, ada, mine, errors)
        await page.set_viewport_size({"width": SMALL_PHONE[0], "height": SMALL_PHONE[1]})
        before = await page.locator(".opening").count()
        await cast_spell(mine, CONFUSION)
        await cast_spell(theirs, RAY_OF_FROST)
        sheet = page.locator(".opening.sheet")
        await sheet.wait_for()
        why = await sheet.locator(".say").inner_text()
        cards = await sheet.locator(".front").all_inner_texts()
        points = await sheet.locator(".wheel .new").all_inner_texts()
        await page.keyboard.press("Shift")
        moving_after_a_key = await page.evaluate(MOVING)
        strip = await page.locator(".strip").bounding_box()
        box = await sheet.bounding_box()
        faults = await violations(page)
        wide = await page.evaluate("document.documentElement.scrollWidth")
        await sheet.get_by_role("button", name="See the board").click()
        await sheet.wait_for(state="detached")
        await page.reload()
        await page.locator(".happened .say").wait_for()
        again = await page.locator(".opening").count()

    assert (before, again) == (0, 0)
    assert why == WHY
    assert ["4" in cards[0] and "Confusion" in cards[0], "Ray of Frost" in cards[1]] == [True, True]
    assert points == ["1", "0"]
    assert moving_after_a_key == 0
    assert strip is not None
    assert box is not None
    assert box["y"] + box["height"] <= strip["y"] + 1
    assert faults == []
    assert wide <= SMALL_PHONE[0]
    assert errors == []


WATCHED: Final = {
    "apocalypse": ("heaven-1", {10}, 4),
    "divine_intervention": ("heaven-1", {3}, 0),
    "hero_of_the_arena": ("heaven-1", {1, 2}, 0),
    "threads_of_fate": ("heaven-1", {9}, 0),
    "wizards_duel": ("a", {0}, 2),
}
"""By game: who is waited for, how many cards can stay closed when a first phase closes, and how many turn over."""


@pytest.mark.parametrize("game", WATCHED)
async def test_who_watches_sees_all_cards_lie_there_and_what_everybody_is_told(
    chromium: Browser, sqlite_url: str, game: str
) -> None:
    """With the result and its reason; what stays secret stays face down, by the names of those who sealed it."""
    errors: list[str] = []
    seat, closed, turned = WATCHED[game]
    async with guests(sqlite_url, "Ada", "Eve") as (url, (ada, eve)):
        seats = [one["id"] for one in (await ada.game(game))["variants"][0]["seats"]]
        match = await ada.create_match(
            {
                "game": game,
                "seats": {other: {"bot": True} for other in seats if other != seat},
                "pace": "eager",
                "autostart": True,
                "visibility": "public",
            }
        )
        await match.take_seat(seat)
        page = await at_the_board(chromium, url, eve, eve.match(match.id), errors)
        await page.set_viewport_size({"width": SMALL_PHONE[0], "height": SMALL_PHONE[1]})
        await play_first_phase(match)
        await page.locator(".opening").wait_for()
        sheet = page.locator(".opening.sheet")
        names = await sheet.locator(".backs li bdi").all_inner_texts()
        fronts = await sheet.locator(".front").all_inner_texts()
        why = await sheet.locator(".say").inner_text()
        faults = await violations(page)
        wide = await page.evaluate("document.documentElement.scrollWidth")
        if PICTURES:
            await page.screenshot(path=Path(PICTURES) / f"watched-{game}.png")

    assert len(names) in closed
    assert len(fronts) == turned
    assert not names or "Ada" in names or game == "hero_of_the_arena"
    assert why
    assert faults == []
    assert wide <= SMALL_PHONE[0]
    assert errors == []


async def play_first_phase(own: Match) -> None:
    """Make moves at random until the first phase that asks for one has closed: a page may show its opening later."""
    random, first = Random(17), None
    async with patience():
        while True:
            view = await own.view()
            if view["prompt"] and view["phase"] and view["submission"] is None:
                first = view["phase"]["number"] if first is None else first
                if view["phase"]["number"] != first:
                    return
                with suppress(RefusedError):  # The phase may close meanwhile.
                    await own.submit(view["phase"]["number"], cast("Move", answer(view["prompt"], random)))
            await asyncio.sleep(0.05)


async def test_on_a_desk_the_cards_lie_beside_what_happened_and_nothing_moves_where_people_ask_for_that(
    chromium: Browser, sqlite_url: str
) -> None:
    errors: list[str] = []
    async with guests(sqlite_url, "Ada", "Bo") as (url, (ada, bo)):
        mine, theirs = await a_duel(ada, bo)
        page = await at_the_board(chromium, url, ada, mine, errors, reduced_motion="reduce")
        await cast_spell(mine, CONFUSION)
        await cast_spell(theirs, RAY_OF_FROST)
        await page.locator(".opening").wait_for()
        animations = await page.evaluate(MOVING)
        done = await page.locator(".opening").get_attribute("data-done")
        told = await page.locator(".happened .then").all_inner_texts()
        hands = await page.locator(".opening .winner").all_inner_texts()
        await page.reload()
        await page.locator(".happened .say").wait_for()
        after = await page.locator(".opening").count()

    assert animations == 0
    assert (done, after) == ("false", 0)
    assert WHY in told
    assert ["Confusion" in hand for hand in hands] == [True]
    assert errors == []


async def test_sealing_and_opening_have_sounds_of_their_own(chromium: Browser, sqlite_url: str) -> None:
    errors: list[str] = []
    async with guests(sqlite_url, "Ada", "Bo") as (url, (ada, bo)):
        mine, theirs = await a_duel(ada, bo)
        page = await at_the_board(chromium, url, ada, mine, errors)
        await page.context.add_init_script(TONES)
        await page.reload()
        await page.locator(".duel-form label", has_text="Confusion").click()
        await page.get_by_role("button", name="Seal it").click()
        await page.locator(".move.good .seal-bar").wait_for()
        await heard(page, 1)
        sealing = await page.evaluate("window.tones")
        await cast_spell(theirs, RAY_OF_FROST)
        await heard(page, 5)
        opening = await page.evaluate("window.tones")

    assert sealing == [330]
    assert sorted(opening[1:5]) == sorted([392, 587, 660, 880])
    assert errors == []
