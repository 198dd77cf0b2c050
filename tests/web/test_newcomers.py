"""Somebody who was given only the address plays: how many clicks it takes, and what a screen reader is told."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from typing import TYPE_CHECKING, Final

import pytest

from tests.serving import serving
from tests.web.boards import faults_of
from tests.web.people import DESKTOP, SMALL_PHONE, a_browser_of, come_in, guests, look_at

if TYPE_CHECKING:
    from playwright.async_api import Browser, Locator, Page

NAME: Final = "אברהם בן־יצחק הגדול מכולם ומעולם ועד עול"
"""As long as a name may be, and from right to left."""

_LISTEN: Final = """() => {
  window.said = [];
  const note = (changes) => {
    for (const { target } of changes) {
      const region = (target.parentElement ?? target).closest?.('[aria-live=polite], [role=status]');
      if (region?.isConnected && region.textContent.trim()) window.said.push(region.textContent.trim());
    }
  };
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""Notes what a screen reader says: changes of live regions that were there before."""


class Person:
    """Somebody who looks, thinks and touches, as slowly as people do, and counts the touches."""

    THINKS_SECONDS = 0.2

    def __init__(self, page: Page) -> None:
        self.page = page
        self.touches = 0

    async def touch(self, thing: Locator) -> None:
        """Touch something that is on the screen without scrolling."""
        await thing.wait_for()
        box, size = await thing.bounding_box(), self.page.viewport_size
        assert box
        assert size
        assert box["y"] + box["height"] <= size["height"], f"{thing} is below the screen"
        await asyncio.sleep(self.THINKS_SECONDS)
        await thing.click()
        self.touches += 1


@pytest.mark.parametrize("size", [SMALL_PHONE, DESKTOP])
async def test_a_newcomer_seals_a_move_against_bots_with_three_touches_and_without_a_name(
    chromium: Browser, sqlite_url: str, size: tuple[int, int]
) -> None:
    """
    Every thing to touch is on the first screen. Then the result is announced, and the focus is at the move.

    With the first move, the page asks for a name; whoever gives one has it at the next table.
    """
    async with serving(sqlite_url) as (_, url):
        context, errors = await a_browser_of(chromium, size)
        page = await context.new_page()
        await page.goto(url)
        ada = Person(page)
        await ada.touch(page.get_by_role("button", name="Play now"))
        await page.locator("#move form").wait_for()
        asked_before = await page.get_by_label("What should we call you?").count()
        # Not one that can end a duel at once.
        await ada.touch(page.locator("#move label:has(input[type=radio])", has_text="Bless"))
        await page.evaluate(_LISTEN)
        title_before = await page.title()
        await page.get_by_role("button", name="Seal it").scroll_into_view_if_needed()
        await ada.touch(page.get_by_role("button", name="Seal it"))
        await page.locator(".happened .say", has_text="round 1").wait_for()
        await page.locator("#move p[role=status]").wait_for(
            state="attached"
        )  # A bot may have something to decide alone.

        said: list[str] = await page.evaluate("window.said")
        tree = await page.locator("#move").aria_snapshot()
        place = await page.evaluate("document.activeElement.closest('#move') !== null")
        if size == SMALL_PHONE:
            await page.get_by_role("button", name="See the board").click()
        await page.get_by_label("What should we call you?").fill(NAME)
        await page.get_by_role("button", name="That is me").click()
        await page.locator(".panel", has_text="Hello").wait_for()
        await page.reload()
        await page.locator("#move form").wait_for()
        asked_again = await page.get_by_label("What should we call you?").count()
        width = await page.evaluate("document.documentElement.scrollWidth")
        ties = await page.locator(".wizard.me .chip", has_text="wins a tied duel").count()
        await page.locator(".bar .home").click()
        called = await page.locator(".account > summary b").inner_text()

    assert (asked_before, asked_again) == (0, 0)
    assert called == NAME
    assert ada.touches == 3
    assert ties == 1, "Bots need no help against newcomers."
    assert any("round 1" in text for text in said), said
    assert place
    assert "status" in tree
    assert title_before == "Your move: Wizard's Duel · Moirai"
    assert width <= size[0]
    assert errors == []


async def test_at_home_one_touch_begins_each_game(chromium: Browser, sqlite_url: str) -> None:
    async with serving(sqlite_url) as (_, url):
        context, errors = await a_browser_of(chromium, SMALL_PHONE)
        page = await come_in(context, url, "Ada")
        ada = Person(page)
        await ada.touch(
            page.get_by_role("group", name="Play at once").get_by_role("button", name="The Apocalypse", exact=True)
        )
        await page.locator("#move form").wait_for()

    assert ada.touches == 1
    assert errors == []


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
async def test_a_stranger_sees_the_games_a_match_and_tables_and_is_asked_for_a_name_at_the_table(
    chromium: Browser, sqlite_url: str, locale: str
) -> None:
    """Private matches are not there. Nothing is wrong for axe, and nothing moves where less motion is asked for."""
    async with guests(sqlite_url, "Gil", "Hana") as (url, (gil, hana)):
        played = await gil.create_match(
            {"game": "wizards_duel", "options": {"cast_seconds": 86_400}, "autostart": True, "pace": "eager"}
        )
        await played.take_seat("a")
        await hana.match(played.id).take_seat("b")
        table = await hana.create_match({"game": "wizards_duel", "autostart": True, "label": "Tonight"})
        await hana.create_match({"game": "wizards_duel", "visibility": "private", "label": "Among us"})
        context, errors = await a_browser_of(chromium, locale=locale, bypass_csp=True, reduced_motion="reduce")
        page = await context.new_page()
        await page.goto(url)
        await page.locator(".live", has_text="Hana").wait_for()
        await page.locator(".ln", has_text="Tonight").wait_for()
        drawings = await page.locator(".one-game .drawing").count()
        moving = await page.evaluate("document.getAnimations().length")
        faults = await faults_of(page, f"stranger-{locale}")
        text = await page.locator("body").inner_text()
        for player in (gil, hana):
            await player.match(played.id).submit(1, {"type": "cast", "spell": "5"})
        await page.locator(".live .last-line", has_text=re.compile(r"\w")).wait_for()
        names = await page.locator("input:visible").count()
        await page.locator(".ln a").click()
        await page.wait_for_url(f"**/match/{table.id}")
        await page.locator("input#name").wait_for()

    assert (drawings, moving, names) == (5, 0, 0)
    assert "Among us" not in text
    assert faults == []
    assert errors == []


async def test_two_who_want_to_play_with_people_at_the_same_time_meet(chromium: Browser, sqlite_url: str) -> None:
    """The first waits, and is offered bots after a while; a stranger gives a name, sits down, and the match begins."""
    async with guests(sqlite_url, "Ada") as (url, (ada,)):
        context, errors = await a_browser_of(chromium, SMALL_PHONE)
        page = await come_in(context, url, "Bo")
        await page.clock.install()
        await page.get_by_role("button", name="Play now with people: Wizard's Duel").click()
        await page.locator(".waiting", has_text="begins by itself").wait_for()
        offered = await page.get_by_role("button", name="Play with bots now").count()
        await page.clock.run_for(31_000)
        await page.get_by_role("button", name="Play with bots now").wait_for()
        other, other_errors = await a_browser_of(chromium)
        stranger = await other.new_page()
        await stranger.goto(url)
        await stranger.get_by_role("button", name="With people: Wizard's Duel").click()
        await stranger.get_by_label("What should we call you?").fill("Cal")
        await stranger.locator(".entry").get_by_role("button", name="Sit down").click()
        await stranger.locator("#move form").wait_for()
        together = stranger.url.split("?")[0] == page.url.split("?")[0]
        await page.locator("#move form").wait_for()
        left = (await ada.matches(status="open"))["matches"]

    assert offered == 0
    assert together
    assert left == []
    assert errors + other_errors == []


async def test_who_waits_alone_plays_with_a_bot_after_half_a_minute(chromium: Browser, sqlite_url: str) -> None:
    """The server allows it no sooner. The wait is renewed meanwhile, so it is by the server's own clock."""
    async with guests(sqlite_url) as (url, _):
        context, errors = await a_browser_of(chromium, SMALL_PHONE, bypass_csp=True)
        page = await come_in(context, url, "Bo")
        await page.get_by_role("button", name="Play now with people: Wizard's Duel").click()
        await page.locator(".waiting", has_text="begins by itself").wait_for()
        offer = page.get_by_role("button", name="Play with bots now")
        await offer.wait_for()
        faults = await faults_of(page, "waiting")
        width = await page.evaluate("document.documentElement.scrollWidth")
        await offer.click()
        await page.locator("#move form").wait_for()
        await look_at(page, "Seats")
        seats = await page.locator(".seat").all_inner_texts()

    assert len(seats) == 2
    assert any("Bo" in seat for seat in seats)
    assert width <= SMALL_PHONE[0]
    assert faults == []
    assert errors == []


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
async def test_home_says_how_long_it_takes_to_find_people_and_where_somebody_waits(
    chromium: Browser, sqlite_url: str, locale: str
) -> None:
    """With a name and without one. Who waits is not said."""
    said = {
        "en-GB": ("Wizard's Duel: people usually meet after about 5 s", "The Apocalypse: somebody waits now"),
        "de-DE": ("Zauberduell: meist findet man sich nach etwa 5 s", "Die Apokalypse: gerade wartet jemand"),
    }[locale]
    async with guests(sqlite_url, "Gil", "Hana", "Iris") as (url, players):
        for game in ("wizards_duel", "apocalypse"):
            for player in players[: 2 if game == "wizards_duel" else 1]:
                await player.join_queue({"game": game, "pace": "eager", "entropy": secrets.token_hex(32)})
        context, errors = await a_browser_of(chromium, locale=locale, bypass_csp=True, reduced_motion="reduce")
        page = await context.new_page()
        await page.goto(url)
        await page.locator(".usual li").nth(1).wait_for()
        without_name = await page.locator(".usual li").all_inner_texts()
        faults = await faults_of(page, f"usual-waits-stranger-{locale}")
        phone, phone_errors = await a_browser_of(chromium, SMALL_PHONE, locale=locale, bypass_csp=True)
        page = await phone.new_page()
        await phone.add_init_script(
            "if (location.href !== 'about:blank') localStorage.setItem('moirai token', "
            f"{json.dumps(json.dumps(players[2].token))})"
        )
        await page.goto(url)
        await page.locator(".usual li").nth(1).wait_for()
        with_name = await page.locator(".usual li").all_inner_texts()
        faults += await faults_of(page, f"usual-waits-{locale}")

    assert sorted(without_name) == sorted(with_name) == sorted(said)
    assert faults == []
    assert errors + phone_errors == []


async def test_whoever_plays_alone_in_a_game_with_roles_chooses_one(chromium: Browser, sqlite_url: str) -> None:
    """In the Arena fighters come first: drafters see no fight."""
    async with guests(sqlite_url, "Ada") as (url, (ada,)):
        context, errors = await a_browser_of(chromium, SMALL_PHONE)
        kept = json.dumps(json.dumps(ada.token))
        await context.add_init_script(
            f"if (location.href !== 'about:blank') localStorage.setItem('moirai token', {kept})"
        )
        page = await context.new_page()
        await page.goto(url)
        await (
            page.get_by_role("group", name="Play at once")
            .get_by_role("button", name="Hero of the Arena", exact=True)
            .click()
        )
        roles = page.get_by_role("group", name="As what do you play?").get_by_role("button")
        await roles.first.wait_for()
        offered = await roles.all_inner_texts()
        faults = await faults_of(page, "roles")
        await roles.first.click()
        await look_at(page, "Seats")
        role = await page.locator(".seat.me .s").inner_text()
        await page.get_by_label("Home").click()
        make = page.locator("#make")
        await make.get_by_text("Hero of the Arena").click()
        in_settings = make.get_by_role("group", name="As what do you play?").locator("label")
        await in_settings.first.wait_for()
        labels = await in_settings.all_inner_texts()

    assert [one.split()[0] for one in offered] == ["Fighter", "Drafter"]
    assert role.startswith("Fighter 1")
    assert labels == ["Fighter", "Drafter"]
    assert faults == []
    assert errors == []
