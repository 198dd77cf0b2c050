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
from tests.web.people import SMALL_PHONE, open_part

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playwright.async_api import Browser, Locator, Page

    from moirai_client.schemas import ArenaPlayMove, HeroOfTheArenaView, Move


async def test_a_turn_is_played_by_touching_cards_and_arenas(chromium: Browser, sqlite_url: str) -> None:
    errors: list[str] = []
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Ada") as ada:
        match = await _at_a_turn_with_a_unit(ada)
        page = await at_the_board(chromium, url, ada, match, errors)
        form = page.locator(".arena-form")
        lanes = await page.locator(".lane h4").all_inner_texts()
        wares = await page.locator(".shop li").count()
        await form.get_by_text("Shop", exact=True).click()
        goods = await form.locator(".hand label").count()
        bought = await page.locator(".read").inner_text()
        await form.get_by_text("Play cards", exact=True).click()
        await _play_a_unit(page, _touch)
        await _play_a_unit(page, _press_space)
        steps = await form.locator(".steps li").all_inner_texts()
        hands = await page.locator(".hand-card").count(), await page.locator(".lanes").count()
        faults = await faults_of(page)
        await open_part(page, "Your steps")
        await form.get_by_role("button", name="Remove step 2").click()
        read = await page.locator(".read").inner_text()
        await page.get_by_role("button", name="Seal it").click()
        played = await _first_play(match)

    assert [lane[-1] for lane in lanes] == list("12345")
    assert wares == 9
    assert goods == 9
    assert bought == "You buy nothing, then leave the shop."
    assert len(steps) == 2
    assert hands == (5, 1), "Nothing is drawn twice."
    assert read.startswith("You play ")
    assert played == 1
    assert faults == []
    assert errors == []


async def test_a_card_without_its_arena_is_half_made_until_it_has_one_or_is_cleared(
    chromium: Browser, sqlite_url: str
) -> None:
    """It cannot be sealed, neither as an empty turn nor as the other steps, and stays half made through a reload."""
    errors: list[str] = []
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Ada") as ada:
        match = await _at_a_turn_with_a_unit(ada)
        page = await at_the_board(chromium, url, ada, match, errors)
        await _choose_a_unit(page)
        said = await page.locator(".read").inner_text()
        asked = await page.locator(".aiming legend").inner_text()
        await page.get_by_role("button", name="Seal it").click(force=True)
        await page.reload()
        await page.locator(".aiming").wait_for()
        after = await page.locator(".read").inner_text()
        faults = await faults_of(page, "half_made")
        seal = await page.locator("button[type=submit]").get_attribute("aria-disabled")
        nothing = (await match.view())["submission"]
        await page.get_by_role("button", name="Clear").click()
        cleared = await page.locator(".read").inner_text()
        await _play_a_unit(page, _touch)
        whole = await page.locator(".read").inner_text()
        await page.get_by_role("button", name="Seal it").click()
        played = await _first_play(match)

    assert said.endswith(": its arena is still to choose.")
    assert asked == said.replace(": its arena is still to choose.", ": into which arena?")
    assert after == said
    assert seal == "true"
    assert nothing is None
    assert cleared == "No card chosen yet."
    assert whole.startswith("You play ")
    assert played == 1
    assert faults == []
    assert errors == []


async def test_an_empty_turn_has_a_button_of_its_own_that_asks_once(chromium: Browser, sqlite_url: str) -> None:
    errors: list[str] = []
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Ada") as ada:
        match = await _at_a_turn_with_a_unit(ada)
        page = await at_the_board(chromium, url, ada, match, errors)
        await page.set_viewport_size({"width": SMALL_PHONE[0], "height": SMALL_PHONE[1]})
        button = page.get_by_role("button", name="End the turn without a card")
        look = await button.get_attribute("class")
        await button.dblclick()
        after_two = (await match.view())["submission"]
        await button.click()
        question = await page.locator("#move [role=alert]").inner_text()
        focused = await page.evaluate("document.activeElement.textContent")
        await button.click()
        played = await _first_play(match)

    assert look == "btn nothing"
    assert after_two is None
    assert question == "You end your turn without playing a card. Do you mean that?"
    assert focused == "No, go back"
    assert played == 0
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
            await page.get_by_role("button", name="I have seen the cards").click()

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


async def _at_a_turn_with_a_unit(ada: Client) -> Match:
    """Return a match in which the fighter has the turn, and a unit in hand that can be paid."""
    while True:
        match = await _match(ada, "hell-1")
        await _until_the_first_turn(match)
        view = cast("HeroOfTheArenaView", (await match.view())["view"])
        assert view["own"]
        assert view["board"]
        assert view["pack"]
        costs = {card["id"]: card["cost"] for card in view["pack"]["draft_units"]}
        held = [costs[one["card"]] for one in view["own"]["hand"] if one["card"] in costs]
        if len(held) > 1 and sum(sorted(held)[:2]) <= view["board"]["fighters"]["hell-1"]["mana"]:
            return match


async def _choose_a_unit(page: Page, choose: Callable[[Locator], Awaitable[None]] | None = None) -> None:
    """Choose the cheapest unit that is not in the list yet."""
    cards = page.locator(".arena-form .hand label[data-on=false][data-off=false]:has(.stats:not(.of-item))")
    costs = [int(cost) for cost in await cards.locator(".card-top .mark > span[aria-hidden=true]").all_inner_texts()]
    await (choose or _touch)(cards.nth(costs.index(min(costs))))
    await page.locator(".aiming").wait_for()


async def _play_a_unit(page: Page, choose: Callable[[Locator], Awaitable[None]]) -> None:
    """Choose a unit, and the first arena that it may enter."""
    steps = page.locator(".arena-form .steps li")
    number = await steps.count()
    await _choose_a_unit(page, choose)
    await choose(page.locator(".lane-aim:has(input:enabled)").nth(number))
    await steps.nth(number).wait_for(state="attached")  # A phone folds them.


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
