"""How people find to each other: links, lists that change by themselves, watching, playing again, and lost keys."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from moirai_client import Client
from moirai_client.schemas import MatchRequest
from tests.faults.proxy import proxied
from tests.serving import serving
from tests.web.boards import PICTURES, faults_of, violations
from tests.web.people import DESKTOP, PHONE, SMALL_PHONE, a_browser_of, come_in, guests

if TYPE_CHECKING:
    from playwright.async_api import Browser, StorageState

    from moirai_client.schemas import MatchRequest, SeatRequest


def _keys(url: str, player: Client) -> StorageState:
    """Return what a browser keeps in which this player is signed in."""
    return {
        "cookies": [],
        "origins": [
            {"origin": url, "localStorage": [{"name": "moirai token", "value": json.dumps(player.token)}]},
        ],
    }


async def test_a_name_leads_to_what_somebody_has_played(chromium: Browser, sqlite_url: str) -> None:
    """Results by game, open tables and the last matches: of public ones for everybody, and of no private ones."""
    async with (
        serving(sqlite_url) as (_, url),
        await Client.sign_up(url, "Host") as host,
        await Client.sign_up(url, "Ada") as ada,
    ):
        seats: dict[str, SeatRequest] = {"a": {"player_id": (await ada.me())["player_id"]}, "b": {"bot": True}}
        public: MatchRequest = {"game": "wizards_duel", "seats": seats, "autostart": True}
        private: MatchRequest = {**public, "visibility": "private", "label": "Behind doors"}
        for request in (public, private):
            match = await host.create_match(request)
            await ada.match(match.id).take_seat("a")
            rank = {"a": 1, "b": 2}
            await match.act({"type": "adjudicate", "rank": rank, "consequences": {"a": ["winner"]}, "reason": "Late."})
        table = await ada.create_match({"game": "apocalypse", "seats": {"heaven-1": {}}})
        context, errors = await a_browser_of(chromium, SMALL_PHONE)
        page = await context.new_page()
        await page.goto(f"{url}/match/{table.id}")
        await page.locator(".seat .name", has_text="Ada").click()
        await page.locator(".player-page .results").wait_for()
        results = await page.locator(".results tbody tr").all_inner_texts()
        tables, last = [await page.locator("section .lines").nth(at).inner_text() for at in (0, 1)]
        faults = await faults_of(page, "player")
        await page.goto(f"{url}/player/{'0' * 26}")
        await page.get_by_text("there is nothing that you may see").wait_for()

    assert [row.split() for row in results] == [["Wizard's", "Duel", "1", "1", "–"]]
    assert "The Apocalypse" in tables
    assert "won" in last
    assert "Behind doors" not in last
    assert faults == []
    assert errors == []


async def test_a_link_leads_a_newcomer_to_a_seat_of_a_private_match_until_it_is_withdrawn(
    chromium: Browser, sqlite_url: str
) -> None:
    """The host makes links for a seat and for anybody; what draws the code is loaded when it is wanted."""
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Ada") as ada:
        match = await ada.create_match(
            {"game": "threads_of_fate", "visibility": "private", "label": "Friends", "seats": {"heaven-1": {}}}
        )
        context, errors = await a_browser_of(chromium, DESKTOP, storage_state=_keys(url, ada), bypass_csp=True)
        host = await context.new_page()
        await host.goto(f"{url}/match/{match.id}")
        loaded: list[str] = []
        host.on("request", lambda request: loaded.append(request.url))
        await host.get_by_label("For which seat").select_option("hell-2")
        await host.get_by_role("button", name="Make a link").click()
        link = await host.get_by_label("Link to send").input_value()
        before = list(loaded)
        await host.get_by_role("button", name="Code to scan").click()
        await host.get_by_role("img", name="A code to scan").wait_for()
        code = [address for address in loaded if address not in before]
        await host.get_by_label("For which seat").select_option("")
        await host.get_by_role("button", name="Make a link").click()
        await host.locator(".invitations li:nth-child(2)").wait_for()
        other = await host.get_by_label("Link to send").first.input_value()

        wrong = await violations(host)

        phone, phone_errors = await a_browser_of(chromium, SMALL_PHONE, bypass_csp=True, color_scheme="dark")
        page = await phone.new_page()
        await page.goto(link)
        await page.get_by_role("heading", name="Ada invites you to play").wait_for()
        await page.get_by_role("heading", name="Threads of Fate").wait_for()
        shown = await page.locator(".welcome").inner_text()
        if PICTURES:
            await page.screenshot(path=Path(PICTURES) / "invitation.png", full_page=True)
        wrong += await violations(page)
        await page.get_by_label("What should we call you?").fill("Bo")
        await page.get_by_role("button", name="Sit down").click()
        seat = await page.locator(".seat.me").inner_text()
        await host.get_by_text("1 of 1 accepted").wait_for()
        await host.get_by_role("button", name="Withdraw: any free seat").click()
        await host.get_by_text("withdrawn").wait_for()
        await page.goto(other)
        await page.get_by_text("This invitation was withdrawn.").wait_for()
        width = await page.evaluate("document.documentElement.scrollWidth")

    assert re.search(r"Threads of Fate\s+Friends", shown)
    for said in ("A phase ends after 1 day", "up to 7", "only those who play"):
        assert said in shown, shown
    assert "Your seat: Hell 2" in shown
    assert "Bo (you)" in seat
    assert [address for address in code if Path(address).name.startswith("lean-qr")] == code
    assert width <= SMALL_PHONE[0]
    assert wrong == []
    assert errors == phone_errors == []


async def test_the_home_page_tells_what_happens_without_asking(chromium: Browser, sqlite_url: str) -> None:
    """A reserved seat, a phase that waits, and tables of others appear by themselves, and go again."""
    async with guests(sqlite_url, "Bo") as (url, (bo,)):
        context, errors = await a_browser_of(chromium, PHONE)
        page = await come_in(context, url, "Ada")
        await page.get_by_text("No match waits for you").wait_for()
        await page.locator(".account > summary").click()
        me = await page.locator("#player-id").input_value()
        await page.locator(".account > summary").click()
        await page.locator("#open .empty").wait_for()

        table = await bo.create_match({"game": "wizards_duel", "label": "For all", "seats": {"a": {}}})
        await page.locator("#open .ln", has_text="For all").wait_for()
        await table.act({"type": "void", "reason": "Enough."})
        await page.locator("#open .ln", has_text="For all").wait_for(state="detached")
        hidden: MatchRequest = {
            "game": "wizards_duel",
            "visibility": "private",
            "seats": {"a": {}, "b": {"player_id": me}},
            "autostart": True,
        }
        await bo.create_match(hidden)
        await page.get_by_role("link", name="Take your seat: Wizard's Duel").click()
        await page.get_by_role("button", name="Sit here").click()
        await page.locator("#move form").wait_for()
        await page.get_by_role("link", name="Home").click()
        await page.locator(".wait", has_text="Your move: Cast").wait_for()
        faults = await faults_of(page, "home")

    assert faults == []
    assert errors == []


async def test_anybody_watches_and_looks_from_each_seat_and_the_players_play_again(
    chromium: Browser, sqlite_url: str
) -> None:
    """Without a name until one wants to play; only players are offered another match."""
    async with guests(sqlite_url, "Ada", "Bo") as (url, (ada, bo)):
        match = await ada.create_match({"game": "wizards_duel", "seats": {"a": {}}, "pace": "eager", "open_log": True})
        context, errors = await a_browser_of(chromium, DESKTOP)
        guest = await context.new_page()
        await guest.goto(f"{url}/match/{match.id}")
        await guest.get_by_label("What should we call you?").wait_for()
        await bo.match(match.id).take_free_seat()
        await match.start()
        await guest.get_by_text("Round 1: Cast", exact=True).wait_for()
        for player in (ada, bo):
            await player.match(match.id).submit(1, {"type": "cast", "spell": "5"})
        await guest.get_by_text("Round 2: Cast", exact=True).wait_for()
        await match.act({"type": "void", "reason": "Enough."})
        await guest.get_by_role("button", name="Look from every seat").click()
        await guest.locator(".hist .chip-btn", has_text="Bo").click()
        await guest.get_by_role("heading", name="What Bo knew").wait_for()
        await guest.get_by_role("button", name="Earlier").click()
        await guest.get_by_text("Round 2: Cast. You see what Bo knew.").wait_for()
        offered = await guest.get_by_role("button", name="Play again").count()

        others, other_errors = await a_browser_of(chromium, PHONE, storage_state=_keys(url, bo))
        page = await others.new_page()
        await page.goto(f"{url}/match/{match.id}")
        await page.get_by_role("button", name="Play again").click()
        await page.locator(".frame.unbegun .seat.me").wait_for()
        again = page.url
        await guest.get_by_role("button", name="Back to now").click()
        await guest.get_by_role("link", name="To the new table").click()
        await guest.get_by_text("reserved for Ada").wait_for()
        there = guest.url
        private = await ada.create_match({"game": "wizards_duel", "visibility": "private"})
        await guest.goto(f"{url}/match/{private.id}")
        await guest.get_by_text("Tell us your name first.").wait_for()

    assert offered == 0
    assert again == there
    assert errors == other_errors == []


async def test_a_player_whose_key_is_not_known_any_more_is_told_at_once(
    chromium: Browser, sqlite_url: str, tmp_path: Path
) -> None:
    """Here the server comes back with another database; a name, and one is in again."""
    async with serving(sqlite_url) as (process, url), proxied(url) as (proxy, by_proxy):
        context, errors = await a_browser_of(chromium, PHONE)
        page = await come_in(context, by_proxy, "Ada")
        await page.get_by_text("No match waits for you").wait_for()

        process.kill()
        await process.wait()
        async with serving(f"sqlite:///{tmp_path / 'another.db'}") as (_, another):
            proxy.lead_to(another)
            await page.get_by_text("The server no longer knows your key").wait_for()
            await page.get_by_label("What should we call you?").fill("Ada")
            await page.get_by_role("button", name="Come in").click()
            await page.get_by_text("No match waits for you").wait_for()

    assert errors == []


async def test_a_page_whose_key_is_not_known_takes_the_one_that_another_page_has_meanwhile(
    chromium: Browser, sqlite_url: str, tmp_path: Path
) -> None:
    """Also a late answer about an earlier key finds another one, and must not end its session."""
    async with serving(sqlite_url) as (process, url), proxied(url) as (proxy, by_proxy):
        context, errors = await a_browser_of(chromium, PHONE)
        page = await come_in(context, by_proxy, "Ada")
        await page.get_by_text("No match waits for you").wait_for()

        process.kill()
        await process.wait()
        async with (
            serving(f"sqlite:///{tmp_path / 'another.db'}") as (_, another),
            await Client.sign_up(another, "Bo") as bo,
        ):
            await page.evaluate("(token) => localStorage.setItem('moirai token', JSON.stringify(token))", bo.token)
            proxy.lead_to(another)
            await page.locator(".account b", has_text="Bo").wait_for()
            await page.get_by_text("No match waits for you").wait_for()

    assert errors == []
