"""Friends by link, their tables on the first page, and what a block hides, in two browsers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from moirai_client import Client
from tests.serving import serving
from tests.web.boards import require_fit
from tests.web.people import DESKTOP, SMALL_PHONE, a_browser_of, look_at, sit_down

if TYPE_CHECKING:
    from playwright.async_api import Browser, StorageState


def _keys(url: str, player: Client) -> StorageState:
    """Return what a browser keeps in which this player is signed in."""
    return {
        "cookies": [],
        "origins": [
            {"origin": url, "localStorage": [{"name": "moirai token", "value": json.dumps(player.token)}]},
        ],
    }


async def test_a_link_makes_friends_who_find_each_others_tables_until_one_blocks_the_other(
    chromium: Browser, sqlite_url: str
) -> None:
    """One of them is a newcomer with a phone, who gives a name at the link; a block hides what is written."""
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Ada") as ada:
        context, errors = await a_browser_of(chromium, DESKTOP, storage_state=_keys(url, ada), bypass_csp=True)
        desk = await context.new_page()
        await desk.goto(url)
        await desk.get_by_text("No friends here yet").wait_for()
        await desk.get_by_text("Your link for friends").click()
        await desk.get_by_role("button", name="Make a link").click()
        link = await desk.get_by_label("Link to send").input_value()
        await require_fit(desk, "friends-link")

        other, other_errors = await a_browser_of(chromium, SMALL_PHONE, bypass_csp=True)
        phone = await other.new_page()
        await phone.goto(link)
        await phone.get_by_role("heading", name="Somebody wants to be your friend here").wait_for()
        await require_fit(phone, "friend-newcomer")
        await phone.get_by_label("What should we call you?").fill("Bo")
        await phone.get_by_role("button", name="Come in").click()
        await phone.get_by_role("heading", name="Do you want to be friends with Ada?").wait_for()
        await require_fit(phone, "friend-link")
        await phone.get_by_role("button", name="Be friends").click()
        await phone.get_by_role("heading", name="You and Ada are friends").wait_for()

        match = await ada.create_match({"game": "threads_of_fate", "variant": "quick", "label": "Come in"})
        await match.take_seat("heaven-1")
        await phone.get_by_role("link", name="Home").click()
        table = phone.locator(".friends .lines").get_by_role("link", name="Sit down: Threads of Fate")
        await table.wait_for()
        await phone.get_by_text("One friend").click()
        await require_fit(phone, "friends-home")
        await table.click()
        await sit_down(phone)

        seats = (await match.details())["seats"]
        for seat in [seat["id"] for seat in seats if not (seat["player"] or seat["bot"])]:
            await match.take_seat(seat, {"bot": True})
        await match.start()
        await desk.goto(f"{url}/match/{match.id}")
        await look_at(phone, "Talk")
        await phone.get_by_label("Say to Heaven").fill("A rude word")
        await phone.get_by_role("button", name="Send").click()
        await desk.locator(".msg", has_text="A rude word").wait_for()
        await desk.locator(".seat .name", has_text="Bo").click()
        await desk.get_by_text("friends since").wait_for()
        await desk.get_by_text("here since").wait_for()
        await require_fit(desk, "player-friend")
        await desk.get_by_role("button", name="Block Bo").click()
        await require_fit(desk, "player-asks")
        await desk.get_by_role("button", name="Block Bo: yes, do it").click()
        await desk.get_by_text("blocked since").wait_for()
        await require_fit(desk, "player-blocked")
        await desk.goto(f"{url}/match/{match.id}")
        hidden = desk.get_by_text("Message hidden")
        await hidden.wait_for()
        await require_fit(desk, "talk-hidden")
        seen = await desk.get_by_text("A rude word").is_visible()
        await hidden.click()
        await desk.get_by_text("A rude word").wait_for()

        await phone.goto(link)
        await phone.get_by_text("This link does not work.").wait_for()
        await phone.goto(url)
        await phone.get_by_text("No friends here yet").wait_for()
        german, german_errors = await a_browser_of(
            chromium, SMALL_PHONE, storage_state=_keys(url, ada), bypass_csp=True, locale="de-DE"
        )
        page = await german.new_page()
        people = [seat["player"] for seat in (await match.details())["seats"] if seat["player"]]
        await page.goto(f"{url}/player/{next(each['player_id'] for each in people if each['name'] == 'Bo')}")
        await page.get_by_text("blockiert seit").wait_for()
        await require_fit(page, "player-german")
        await page.goto(url)
        await page.get_by_text("Blockiert: 1").click()
        await page.get_by_text("Dein Link für Freunde").click()
        await page.get_by_role("button", name="Neuen Link machen").click()
        await require_fit(page, "friends-german")
        await desk.goto(url)
        await desk.get_by_text("Blocked: 1").click()
        await desk.get_by_role("button", name="Unblock Bo").click()
        await desk.get_by_text("Blocked: 1").wait_for(state="detached")

    assert not seen
    assert errors == other_errors == german_errors == []
