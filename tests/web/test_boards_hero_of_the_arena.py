"""The board of Hero of the Arena: lanes, cards, and a turn as a list of steps."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, cast

from moirai_client import Client, Match, RefusedError, answer
from tests.serving import serving
from tests.waiting import patience
from tests.web.boards import at_the_board, faults_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playwright.async_api import Browser, Locator, Page

    from moirai_client.schemas import ArenaPlayMove, HeroOfTheArenaView, Move


async def test_a_turn_is_played_by_touching_cards_and_arenas(chromium: Browser, sqlite_url: str) -> None:
    errors: list[str] = []
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Ada") as ada:
        match = await _match(ada, "hell-1")
        await _until_the_first_turn(match)

        page = await at_the_board(chromium, url, ada, match, errors)
        form = page.locator(".arena-form")
        lanes = await page.locator(".lane h4").all_inner_texts()
        wares = await page.locator(".shop li").count()
        await form.get_by_text("Shop", exact=True).click()
        goods = await form.locator(".hand label").count()
        bought = await page.locator(".read").inner_text()
        await form.get_by_text("Play cards", exact=True).click()
        await _play_a_card(page, _touch)
        await _play_a_card(page, _press_space)
        steps = await form.locator(".steps li").all_inner_texts()
        faults = await faults_of(page)
        await form.get_by_role("button", name="Remove step 2").click()
        read = await page.locator(".read").inner_text()
        await page.get_by_role("button", name="Seal it").click()
        played = await _first_play(match)

    assert [lane[-1] for lane in lanes] == list("12345")
    assert wares == 9
    assert goods == 9
    assert bought == "You buy nothing, then leave the shop."
    assert len(steps) == 2
    assert read.startswith("You play ")
    assert played == 1
    assert faults == []
    assert errors == []


async def test_the_review_of_each_draft_round_shows_its_cards(chromium: Browser, sqlite_url: str) -> None:
    errors: list[str] = []
    seen = []
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Ada") as ada:
        match = await _match(ada, "heaven-1")
        page = await at_the_board(chromium, url, ada, match, errors)
        for number in range(1, 6):
            await _until_the_review(match, number)
            await page.locator(".bar .who", has_text=f"Round {number}: Review").wait_for()
            seen.append((await page.locator(".hand-card b").all_inner_texts(), await _offered(match)))
            await page.get_by_role("button", name="Seal it").click()

    for shown, offered in seen:
        assert shown == offered
        assert len(shown) == 8
    assert len(seen) == 5
    assert errors == []


async def _match(ada: Client, seat: str) -> Match:
    others = {"heaven-1", "heaven-2", "hell-1", "hell-2"} - {seat}
    match = await ada.create_match(
        {
            "game": "hero_of_the_arena",
            "options": {"turn_seconds": 3600},
            "seats": {other: {"bot": True} for other in others},
            "pace": "eager",
            "autostart": True,
        }
    )
    await match.take_seat(seat)
    return match


async def _until_the_review(match: Match, number: int) -> None:
    """Decide at random whatever the draft asks, until the review of this round."""
    random = Random(17)
    async with patience():
        while True:
            view = await match.view()
            phase, prompt = view["phase"], view["prompt"]
            if phase and (phase["name"], phase["round"]) == ("draft_review", number):
                return
            if phase and prompt and phase["name"] != "draft_review" and view["submission"] is None:
                with suppress(RefusedError):  # The phase may close meanwhile.
                    await match.submit(phase["number"], cast("Move", answer(prompt, random)))
            await asyncio.sleep(0.05)


async def _offered(match: Match) -> list[str]:
    view = cast("HeroOfTheArenaView", (await match.view())["view"])
    assert view["draft"]
    names = {card["id"]: card["name"] for card in view["draft"]["cards"]}
    return [names[card] for card in view["draft"]["offer"]]


async def _play_a_card(page: Page, choose: Callable[[Locator], Awaitable[None]]) -> None:
    """Choose a card that is not in the list yet, and where it is played, if it asks for that."""
    steps = page.locator(".arena-form .steps li")
    number = await steps.count() + 1
    await choose(page.locator(".arena-form .hand label[data-on=false][data-off=false]").first)
    for aims in (0, 1):
        if await steps.count() < number:
            await choose(page.locator(".arena-choices").nth(aims).locator("label[data-off=false]").first)


async def _touch(label: Locator) -> None:
    await label.click()


async def _press_space(label: Locator) -> None:
    await label.locator("input").press("Space")


async def _until_the_first_turn(match: Match) -> None:
    """Be ready whenever the server asks, until the fighter has a turn."""
    async with patience():
        while True:
            view = await match.view()
            phase = view["phase"]
            if phase and view["prompt"] and phase["name"] == "turn":
                return
            if phase and view["prompt"] and phase["name"] == "preparation" and view["submission"] is None:
                with suppress(RefusedError):  # The phase may close meanwhile.
                    await match.submit(phase["number"], {"type": "ready"})
            await asyncio.sleep(0.2)


async def _first_play(match: Match) -> int:
    """Return how many cards the player's first counted `play` has."""
    async with patience():
        while True:
            for counted in (await match.view())["moves"]:
                move = counted["move"]
                if move["type"] == "play":
                    return len(cast("ArenaPlayMove", move).get("actions", ()))
            await asyncio.sleep(0.2)
