"""Whole matches, played by people in real browsers through the form that is built from prompts."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from engines.catalogue import GAMES
from moirai_client import Client
from tests.serving import serving
from tests.web.boards import faults_of
from tests.web.people import DESKTOP, PHONE, a_browser_of, come_in, match_for, play, sit_down

if TYPE_CHECKING:
    from playwright.async_api import Browser


@pytest.mark.parametrize("game", [game for game in GAMES if game != "wizards_duel"])
async def test_people_at_phone_and_desk_play_each_game_to_its_end_without_knowing_its_form(
    chromium: Browser, sqlite_url: str, game: str
) -> None:
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Host") as host:
        match = await match_for(host, game, free=2)
        contexts = [await a_browser_of(chromium, size) for size in (PHONE, DESKTOP)]
        pages = []
        for (context, _), name in zip(contexts, ("Ada", "Bo"), strict=True):
            pages.append(await come_in(context, f"{url}/match/{match.id}", name))
            await sit_down(pages[-1])

        told = await asyncio.gather(*(play(page, seed) for seed, page in enumerate(pages)))
        widths = [await page.evaluate("document.documentElement.scrollWidth") for page in pages]
        ranks = await pages[0].locator(".outcome .rank").all_inner_texts()

    for person in told:
        assert person["isOver"], person["page"]
        assert person["sealed"]
    if game == "divine_intervention":
        assert not any("=" in rank for rank in ranks), "Deities are not compared with shamans."
    assert widths[0] <= PHONE[0]
    assert widths[1] <= DESKTOP[0]
    assert [error for _, errors in contexts for error in errors] == []


async def test_two_people_play_a_duel_from_phone_and_desk_and_check_it(chromium: Browser, sqlite_url: str) -> None:
    """At the end both are told who won, and the verifier in the page finds the log good."""
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Host") as host:
        match = await match_for(host, "wizards_duel", free=2)
        contexts = [await a_browser_of(chromium, size) for size in (PHONE, DESKTOP)]
        pages = []
        for (context, _), name in zip(contexts, ("Ada", "Bo"), strict=True):
            pages.append(await come_in(context, f"{url}/match/{match.id}", name))
            await sit_down(pages[-1])

        ada, bo = await asyncio.gather(*(play(page, seed) for seed, page in enumerate(pages)))
        await pages[0].get_by_role("button", name="Check fairness").click()
        verdict = await pages[0].locator(".fairness h3").text_content()
        checks = await pages[0].locator(".checks li").all_text_contents()
        faults = await faults_of(pages[0], "end")

    assert ada["isOver"]
    assert bo["isOver"]
    assert sorted((ada["headline"], bo["headline"]))[1] == "You won."
    assert ada["states"] != bo["states"] or "sealed" in ada["states"]
    assert verdict == "Everything agrees."
    assert any("kept receipts" in check for check in checks)
    assert any("Wizard's Duel, version" in check for check in checks)
    assert faults == []
    assert [error for _, errors in contexts for error in errors] == []


async def test_a_game_without_its_board_is_played_through_the_form_made_from_prompts(
    chromium: Browser, sqlite_url: str
) -> None:
    """As a game that has no board is; here the board cannot be loaded."""
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Host") as host:
        match = await match_for(host, "threads_of_fate")
        context, errors = await a_browser_of(chromium, PHONE)
        await context.route("**/board-*.js", lambda route: route.abort())
        page = await come_in(context, f"{url}/match/{match.id}", "Ada")
        await sit_down(page)
        await page.locator(".board .generic").wait_for(state="attached")  # Beside a move, a phone shows it apart.

        told = await play(page, seed=1)

    assert told["isOver"], told["page"]
    assert told["sealed"]
    assert errors == []
