"""What the page tells of a match: who is awaited, and everything by its name, never by an id."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from engines.catalogue import GAMES
from moirai_client import Client, Match, RefusedError
from tests.serving import serving
from tests.waiting import patience
from tests.web.boards import PICTURES, at_the_board
from tests.web.people import SMALL_PHONE, a_browser_of, come_in, guests, match_for, sit_down

if TYPE_CHECKING:
    from playwright.async_api import Browser, Route

AWAITED: Final = ".bar .awaited"

TWO_LINES: Final = 66
"""Pixels, with the space around them."""

_BAR: Final = """([phase, waits]) => {
  const lines = [...document.querySelectorAll(".bar .who")];
  lines[0].textContent = lines[0].textContent.replace(/: .*/, `: ${phase}`);
  lines[1].textContent = waits;
  const cut = lines.filter((line) => line.scrollWidth > line.clientWidth).map((line) => line.textContent);
  return [cut, document.querySelector(".bar").getBoundingClientRect().height];
}"""

_ID: Final = re.compile(r"[a-z]+_[a-z_]+|\b(?:heaven|hell)-\d|[{}]")


@pytest.mark.parametrize("shown", [True, False])
async def test_the_bar_tells_who_is_awaited_as_far_as_it_may_be_known(
    chromium: Browser, sqlite_url: str, shown: bool
) -> None:
    async with guests(sqlite_url, "Bo") as (url, (bo,)):
        match = await bo.create_match(
            {
                "game": "wizards_duel",
                "options": {"cast_seconds": 86_400},
                "seats": {"b": {}},
                "pace": "eager",
                "autostart": True,
                "show_submitted": shown,
            }
        )
        context, errors = await a_browser_of(chromium)
        page = await come_in(context, f"{url}/match/{match.id}", "Ada")
        await sit_down(page)
        await page.locator(AWAITED).wait_for()
        before = await page.locator(AWAITED).text_content()
        await page.locator("#move label", has_text="Bless").click()
        await page.get_by_role("button", name="Seal it").click()
        await page.locator(".move.good .seal-bar").wait_for()
        after = await page.locator(AWAITED).all_text_contents()

    assert before == ("waiting for you and Bo" if shown else "waiting for you")
    assert after == (["waiting for Bo"] if shown else [])
    assert errors == []


async def test_the_bar_says_that_a_running_match_waits_for_a_server_with_its_rules(
    chromium: Browser, sqlite_url: str
) -> None:
    """But not of one that is over, nor on a server that does not say whether it knows the rules."""
    async with guests(sqlite_url, "Ada", "Bo") as (url, (ada, bo)):
        match = await ada.create_match({"game": "wizards_duel", "seats": {"a": {}}, "autostart": True})
        await bo.match(match.id).take_free_seat()
        context, errors = await a_browser_of(chromium)
        page = await context.new_page()
        said: list[list[str]] = []
        added: dict[str, bool | None] = {}

        async def details(route: Route) -> None:
            reply = await route.fetch()
            await route.fulfill(response=reply, json=await reply.json() | added)

        await context.route(f"**/v1/matches/{match.id}", details)
        for known in (False, None):
            added["rules_known"] = known
            await page.goto(f"{url}/match/{match.id}")
            await page.locator(AWAITED).wait_for()
            said.append(await page.locator(AWAITED).all_text_contents())
        added["rules_known"] = False
        await match.act({"type": "void", "reason": "Enough."})
        await page.reload()
        await page.get_by_text("This match was called off.").first.wait_for()
        said.append(await page.locator(AWAITED).all_text_contents())

    assert said == [["waiting for another server"], ["Ada and Bo are to move"], []]
    assert errors == []


@pytest.mark.parametrize(
    ("locale", "waits"),
    [
        ("en-GB", "waiting for you and 2 others"),
        ("de-DE", "wartet auf dich und 2 weitere"),
        ("de-DE", "wartet auf anderen Server"),
    ],
)
async def test_the_bar_of_a_small_phone_has_two_lines_and_cuts_nothing_off(
    chromium: Browser, sqlite_url: str, locale: str, waits: str
) -> None:
    """With the longest name of a phase in any game; the game's name is above the page then."""
    longest = max(
        (
            word.title
            for game in GAMES.values()
            for key, word in game.words.languages[locale[:2]].items()
            if key.startswith("phase.")
        ),
        key=len,
    )
    errors: list[str] = []
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Ada") as ada:
        match = await match_for(ada, "wizards_duel")
        await match.take_free_seat()
        page = await at_the_board(chromium, url, ada, match, errors, locale=locale)
        await page.set_viewport_size({"width": SMALL_PHONE[0], "height": SMALL_PHONE[1]})
        await page.locator(AWAITED).wait_for()
        cut, height = await page.evaluate(_BAR, [longest, waits])
        title = await page.evaluate("getComputedStyle(document.querySelector('.centre'), '::before').content")
        named = await page.locator("h1").text_content()
        if PICTURES:
            await page.screenshot(path=Path(PICTURES) / f"bar-{locale[:2]}.png")

    assert cut == []
    assert height <= TWO_LINES
    assert title == f'"{named}"'
    assert errors == []


async def test_who_watches_a_turn_reads_whose_it_is_and_bots_have_one_name_everywhere(
    chromium: Browser, sqlite_url: str
) -> None:
    """They are called by their seats, in the words of the game, as its sentences call them."""
    async with guests(sqlite_url, "Ada", "Bo") as (url, (ada, bo)):
        match = await match_for(ada, "hero_of_the_arena", free=2)
        for player in (ada, bo):
            await player.match(match.id).take_free_seat()
        await _until_the_first_pick(match, bo.match(match.id))
        context, errors = await a_browser_of(chromium)
        page = await context.new_page()
        await page.goto(f"{url}/match/{match.id}")
        await page.locator(AWAITED).wait_for()
        awaited = await page.locator(AWAITED).text_content()
        await page.locator(".seat", has_text="Drafter 1").wait_for()  # The words may come after the match.
        seats = await page.locator(".seat").all_inner_texts()

    assert awaited in ("Ada is to move", "Bo is to move")
    assert [" ".join(seat.split()[1:]) for seat in seats] == [
        "Ada Drafter 1 · Team 1",
        "Bo Drafter 2 · Team 2",
        "Fighter 1 Recruit, a bot · Team 1",
        "Fighter 2 Recruit, a bot · Team 2",
    ]
    assert errors == []


async def test_a_message_that_was_begun_survives_a_reload(chromium: Browser, sqlite_url: str) -> None:
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Host") as host:
        match = await match_for(host, "wizards_duel")
        context, errors = await a_browser_of(chromium)
        page = await come_in(context, f"{url}/match/{match.id}", "Ada")
        await sit_down(page)
        await page.get_by_label("Say to Table").fill("A long thought")
        await page.reload()
        begun = await page.get_by_label("Say to Table").input_value()
        await page.get_by_role("button", name="Send").click()
        await page.locator(".msg.me").wait_for()
        await page.reload()
        left = await page.get_by_label("Say to Table").input_value()

    assert begun == "A long thought"
    assert left == ""
    assert errors == []


async def _until_the_first_pick(*seats: Match) -> None:
    """Let Ada's team begin the draft, and review the first cards."""
    async with patience():
        while True:
            for own in seats:
                view = await own.view()
                phase = view["phase"]
                if phase and phase["name"] == "draft_first":
                    return
                if phase and view["prompt"] and view["submission"] is None:
                    move: Any = (
                        {"type": "choose_starter", "seat": "heaven-1"}
                        if phase["name"] == "starter"
                        else {"type": "ready"}
                    )
                    with suppress(RefusedError):  # The phase may close meanwhile.
                        await own.submit(phase["number"], move)
            await asyncio.sleep(0.1)
