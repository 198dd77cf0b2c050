"""Tournaments in browsers: directors run them, with players' pages beside and a screen."""

from __future__ import annotations

import asyncio
import re
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Final

import pytest

from moirai_client import Bot, Client
from tests.serving import serving
from tests.waiting import until
from tests.web.boards import require_fit
from tests.web.people import DESKTOP, SMALL_PHONE, TOKEN, a_browser_of, come_in, play, sign_up

if TYPE_CHECKING:
    from playwright.async_api import Browser, Locator, Page, Route

    from moirai_client.schemas import MatchTermsRequest

DUELS: Final[MatchTermsRequest] = {"game": "wizards_duel", "options": {"wins_needed": 1, "cast_seconds": 300}}

PLAYERS: Final = ("Ada", "Bo", "Cyra", "Edo", "Hal", "Juno", "Milo")

TABLES: Final = 80
"""More than are drawn at once."""

WINNER: Final = re.compile(r"(won|share the first place)\.")


@pytest.mark.sampled(least=0, share=0)
async def test_a_director_runs_an_eight_player_swiss_with_seven_pages_beside(
    chromium: Browser, sqlite_url: str
) -> None:
    """Seven people check in, get ready and play three rounds; nothing on any page is too small, too wide or unnamed."""
    async with serving(sqlite_url) as (_, url):
        desk, desk_errors = await a_browser_of(chromium)
        errors = [desk_errors]
        director = await come_in(desk, url, "Dana")
        place = f"{url}/tournament/{await _made(url, await director.evaluate(TOKEN), rounds=3, ready_seconds=3600)}"
        await director.goto(place)
        await director.get_by_role("button", name="Open entries").click()
        await director.get_by_label("How many", exact=True).fill("1")
        await director.get_by_role("button", name="Add bots").click()
        pages: list[Page] = []
        for number, name in enumerate(PLAYERS):
            context, found = await a_browser_of(chromium, SMALL_PHONE if number % 2 else DESKTOP)
            pages.append(await come_in(context, place, name))
            await pages[-1].get_by_role("button", name="Enter", exact=True).click()
            await pages[-1].get_by_text("You have entered.").wait_for()
            errors.append(found)
        await director.get_by_role("button", name="Open check-in").click()
        for page in pages:
            await page.get_by_role("button", name="I am here").click()
            await page.get_by_text("You are checked in.").wait_for()
        screen = await desk.new_page()
        await screen.goto(f"{place}/screen")

        for number in (1, 2, 3):
            await director.get_by_role("button", name=f"Pair round {number}").click()
            await director.get_by_role("button", name=f"Start round {number}").click()
            await director.get_by_text(re.compile("not ready: ")).first.wait_for()
            if number == 1:
                await _judge(director, "ready")
                await _judge(pages[1], "my-table")
            await asyncio.gather(*(_get_ready(page) for page in pages))
            await director.get_by_text(re.compile("missing: ")).first.wait_for()
            if number == 1:
                await _judge(director, "live")
            await asyncio.gather(*(_play_my_match(page, place, seed) for seed, page in enumerate(pages)))
            await director.get_by_text(f"after round {number}").wait_for()
        await _correct(director)
        await director.locator(".stand").get_by_role("button", name="Bo", exact=True).click()
        await director.locator(".explained", has_text="BH/C1 =").get_by_text("Round 1").first.wait_for()
        await _judge(director, "standings")
        async with director.expect_download() as saved:
            await director.get_by_text("Links and exports").click()
            await director.get_by_role("button", name="Standings as CSV").click()
        await director.get_by_role("button", name="Finish the tournament").click()
        await director.get_by_role("button", name="Finish the tournament: yes, do it").click()
        for page in (director, *pages):
            await page.get_by_role("heading", name=WINNER).wait_for()
        for page in pages:
            assert await page.locator(".mine-panel .value li").count() == 3
        await _judge(screen, "screen")

        table = (await (await saved.value).path()).read_text(encoding="utf-8")
    assert [name in table for name in PLAYERS] == [True] * len(PLAYERS)
    assert [error for found in errors for error in found] == []


async def test_a_director_enters_pairs_and_replaces_by_hand_while_somebody_plays(
    chromium: Browser, sqlite_url: str
) -> None:
    """Whoever plays finds the opponent whom the director has chosen, in another round again for a reason."""
    async with AsyncExitStack() as people:
        _, url = await people.enter_async_context(serving(sqlite_url))
        zoe, yan = [await people.enter_async_context(await Client.sign_up(url, name)) for name in ("Zoe", "Yan")]
        (desk, errors), (phone, more_errors) = await a_browser_of(chromium), await a_browser_of(chromium, SMALL_PHONE)
        director = await come_in(desk, url, "Dana")
        token = await director.evaluate(TOKEN)
        dana = await people.enter_async_context(Client(url, token))
        met = await dana.create_match({"game": "wizards_duel", "seats": {"a": {}}})
        await zoe.match(met.id).take_seat("b")
        place = f"{url}/tournament/{await _made(url, token, review_seconds=3600, ready_seconds=3600)}"
        await director.goto(place)
        await director.get_by_role("button", name="Open entries").click()
        bo = await come_in(phone, place, "Bo")
        await bo.get_by_role("button", name="Enter", exact=True).click()
        entrants = director.locator(".entrants")
        await entrants.get_by_text("Bo", exact=True).wait_for()
        await director.get_by_label("Enter somebody else").click()
        await director.locator("datalist option[value=Zoe]").wait_for(state="attached")
        await director.get_by_label("Enter somebody else").fill("Zoe")
        await director.locator(".enter-other").get_by_label("Rating").fill("1800")
        await director.locator(".enter-other").get_by_label("Club").fill("Weavers")
        await director.get_by_role("button", name="Enter them").click()
        await entrants.get_by_text("1800").wait_for()
        await entrants.locator("li", has_text="Weavers").get_by_text("Zoe").wait_for()
        await director.get_by_role("button", name="Add bots").click()
        await entrants.get_by_text("Bot 4").wait_for()

        await director.get_by_role("button", name="Pair round 1").click()
        await director.get_by_role("button", name="Change by hand").click()
        await _seat(director, "Place 1 at table 1", "Bo")
        await _seat(director, "Place 2 at table 1", "Bot 4")
        await director.get_by_role("button", name="Set this pairing").click()
        await director.locator(".tb", has_text=re.compile(r"Bo\W+Bot 4")).wait_for()
        await director.get_by_role("button", name="Publish").click()
        await director.get_by_role("button", name="Start round 1").click()
        await director.get_by_text("not ready: Bo").wait_for()
        await _get_ready(bo)
        await director.locator(".tb", has_text="not ready: Zoe").locator("summary").click()
        await director.get_by_role("button", name="Forfeit Zoe").click()
        await director.get_by_role("button", name="Forfeit Zoe: yes, do it").click()
        link = await bo.get_by_role("link", name="To my match").get_attribute("href")
        as_bo = await people.enter_async_context(Client(url, await bo.evaluate(TOKEN)))
        await Bot(as_bo).run((link or "").rpartition("/")[2])  # As a person would, for less.
        await bo.get_by_text("My results").wait_for()
        await director.get_by_text("after round 1").wait_for()

        await director.get_by_label("More for Zoe").click()
        await director.get_by_role("button", name="Club of Zoe").click()
        await director.get_by_label("Club", exact=True).first.fill("Weavers")
        await director.get_by_role("button", name="Club of Zoe: yes, do it").click()
        await entrants.get_by_text("Weavers").wait_for()
        await director.get_by_role("button", name="Say whom Zoe must not meet").click()
        await director.get_by_label("Whom Zoe must not meet").select_option("Bo")
        await director.get_by_label("Reason, for directors").fill("They are sisters")
        await director.get_by_role("button", name="Say whom Zoe must not meet: yes, do it").click()
        await director.get_by_role("button", name="Let Zoe and Bo meet again").click()
        await director.get_by_role("button", name="Let Zoe and Bo meet again: yes, do it").click()
        await director.get_by_role("button", name="Let Zoe and Bo meet again").wait_for(state="detached")
        await director.get_by_role("button", name="Replace Zoe").click()
        await director.get_by_label("By whom").fill((await yan.me())["player_id"])
        await director.get_by_role("button", name="Replace Zoe: yes, do it").click()
        await entrants.get_by_text("Yan").wait_for()

        await director.get_by_role("button", name="Pair by hand").click()
        await director.get_by_role("button", name="Remove table 2").click()
        await director.get_by_role("button", name="A bye").click()
        await director.locator(".left-over").get_by_role("button", name="Bo", exact=False).first.wait_for()
        await _seat(director, "Place 1 at table 1", "Bot 4")
        await _seat(director, "Place 2 at table 1", "Bo")
        await _seat(director, "Who has the bye 2", "Yan")
        await director.get_by_label("Kind of the bye 2").select_option("bye: as a draw")
        await director.get_by_text("They have met: Round 1.").wait_for()
        await director.get_by_label("Why they meet").fill("Both asked for it")
        await director.get_by_role("button", name="Set it all the same").click()
        await director.locator(".tb", has_text="half-point bye").wait_for()
        tables = (await dana.tournament(place.rpartition("/")[2]).round(2))["tables"]
    assert [(len(table["entrants"]), table["reason"]["forced_because"]) for table in tables if table["reason"]] == [
        (2, "Both asked for it"),
        (1, None),
    ]
    assert [*errors, *more_errors] == []


async def test_a_director_changes_what_has_not_taken_effect(chromium: Browser, sqlite_url: str) -> None:
    """Everybody sees the new name, and the rounds at their new times; what has taken effect is not offered."""
    async with serving(sqlite_url) as (_, url):
        (desk, errors), (phone, more_errors) = await a_browser_of(chromium), await a_browser_of(chromium, SMALL_PHONE)
        director = await come_in(desk, url, "Dana")
        place = f"{url}/tournament/{await _made(url, await director.evaluate(TOKEN))}"
        await director.goto(place)
        await director.get_by_role("button", name="Open entries").click()
        bo = await come_in(phone, place, "Bo")
        await bo.get_by_role("button", name="Enter", exact=True).click()
        await bo.get_by_text("You have entered.").wait_for()
        assert await bo.get_by_text("Settings").count() == 0

        await director.get_by_text("Settings").click()
        await director.get_by_label("What it is called").fill("Lantern Night")
        await director.get_by_label("What people should know").fill("Bring a lamp.")
        await director.get_by_label("Rounds", exact=True).fill("3")
        await director.get_by_role("button", name="A time for round 1").click()
        await director.get_by_label("Round 1").fill("2099-12-31T20:00")
        await director.get_by_role("group", name="A win, a draw and a loss are worth").get_by_text("3, 1, 0").click()
        assert await director.get_by_role("group", name="The first rounds are paired").count() == 0
        await director.get_by_label("So many rounds at the beginning keep clubs apart").fill("2")
        await director.get_by_text("When deadlines rest").click()
        await director.get_by_label("Every night").check()
        await director.get_by_label("Days of leave for each player").fill("5")
        await director.get_by_label("Reason, for everybody").fill("It gets dark")
        await _judge(director, "settings")
        await director.get_by_role("button", name="Change the settings").click()

        for page in (director, bo):
            await page.get_by_role("heading", name="Lantern Night").wait_for()
            await page.get_by_text("Bring a lamp.").wait_for()
            await page.get_by_text("Round 1 starts 31 December").wait_for()
            await page.get_by_text("It gets dark").wait_for()
            await page.get_by_text("what results are worth").wait_for()
            await page.get_by_text("No time passes from 22:00 to 08:00").wait_for()
        await bo.get_by_text("Leave", exact=True).wait_for()
        await _judge(bo, "changed")
        await director.get_by_label("More for Lantern Night").click()
        await director.get_by_role("button", name="Announce").click()
        await director.get_by_label("What everybody should know now").fill("Come in by the garden.")
        await director.get_by_role("button", name="Announce: yes, do it").click()
        for page in (director, bo):
            await page.locator(".announcement", has_text="Come in by the garden.").wait_for()
        await _judge(bo, "announced")
        await director.get_by_label("How many", exact=True).fill("1")
        await director.get_by_role("button", name="Add bots").click()
        tie_breaks = director.locator(".settings summary", has_text="Tie-breaks")
        await tie_breaks.wait_for()
        await director.get_by_role("button", name="Pair round 1").click()
        await director.get_by_label("So many rounds at the beginning keep clubs apart").wait_for(state="detached")
        await director.get_by_role("button", name="Start round 1").click()
        await tie_breaks.wait_for(state="detached")
        assert await director.get_by_role("group", name="A win, a draw and a loss are worth").count() == 0
        await director.locator(".settings input[type=datetime-local]:disabled").wait_for()
    assert [*errors, *more_errors] == []


async def test_a_director_takes_steps_back_and_has_a_table_played_again(chromium: Browser, sqlite_url: str) -> None:
    """What entrants see follows: the round waits again, another match is there, results are provisional."""
    async with serving(sqlite_url) as (_, url):
        (desk, errors), (phone, more_errors) = await a_browser_of(chromium), await a_browser_of(chromium, SMALL_PHONE)
        director = await come_in(desk, url, "Dana")
        async with Client(url, await director.evaluate(TOKEN)) as dana:
            event = dana.tournament(await _made(url, dana.token, rounds=1))
            await event.act({"type": "open"})
            await event.act({"type": "edit", "corrections_seconds": 7200, "reason": "Asked for."})
            place = f"{url}/tournament/{event.id}"
            await director.goto(place)
            bo = await come_in(phone, place, "Bo")
            await bo.get_by_role("button", name="Enter", exact=True).click()
            await bo.get_by_text("You have entered.").wait_for()
            await event.enter(await sign_up(url, "Cy"))

            await director.get_by_role("button", name="Pair round 1").click()
            await _sure(director, "Lantern Cup", "Take the publication back")
            await bo.get_by_text("The next round is about to be paired.").wait_for()
            await director.get_by_role("button", name="Publish").click()
            await director.get_by_role("button", name="Start round 1").click()
            await bo.get_by_role("link", name="To my match").wait_for()
            await _sure(director, "Lantern Cup", "Take the start back")
            await bo.get_by_text("The round has not started yet.").wait_for()
            await director.get_by_role("button", name="Start round 1").click()
            first = await bo.get_by_role("link", name="To my match").get_attribute("href")

            await event.act({"type": "correct_result", "round": 1, "table": 1, "points": [2, 0]})
            await director.locator("summary", has_text="Correct").click()
            await director.get_by_role("button", name="Play again: Table 1").click()
            await director.get_by_label("Reason, for everybody").first.fill("A wrong setting")
            await _judge(director, "again")
            await director.get_by_role("button", name="Play again: Table 1: yes, do it").click()
            await bo.get_by_text("A wrong setting").wait_for()
            again = bo.get_by_role("link", name="To my match")
            await again.wait_for()
            assert await again.get_attribute("href") != first

            await event.act({"type": "correct_result", "round": 1, "table": 1, "points": [0, 2]})
            await director.get_by_role("button", name="Finish the tournament").click()
            await director.get_by_role("button", name="Finish the tournament: yes, do it").click()
            for page in (director, bo):
                await page.get_by_role("heading", name="The results are provisional until").wait_for()
            await director.get_by_text("Results can be corrected until").wait_for()
            await _judge(director, "provisional")
            await _judge(bo, "provisional")
            await _sure(director, "Lantern Cup", "Reopen the tournament")
            await bo.get_by_role("heading", name="Round 1 is done.").wait_for()
    assert [*errors, *more_errors] == []


async def _sure(director: Page, what: str, name: str) -> None:
    """Take an action of the menu that asks again."""
    menu = director.locator("details.more", has=director.get_by_label(f"More for {what}"))
    if await menu.get_attribute("open") is None:
        await menu.locator("summary").click()
    await director.get_by_role("button", name=name).click()
    await director.get_by_role("button", name=f"{name}: yes, do it").click()


async def test_a_page_that_cannot_be_read_anew_for_a_while_is_brought_up_later(
    chromium: Browser, sqlite_url: str
) -> None:
    """Whatever was told meanwhile: the page stays, and shows it once the server replies again."""
    async with serving(sqlite_url) as (_, url):
        context, _ = await a_browser_of(chromium)
        page = await come_in(context, url, "Dana")
        async with Client(url, await page.evaluate(TOKEN)) as dana:
            event = dana.tournament(await _made(url, dana.token))
            await page.goto(f"{url}/tournament/{event.id}")
            await page.get_by_role("button", name="Open entries").wait_for()
            refused = 0

            async def refuse(route: Route) -> None:
                nonlocal refused
                refused += 1
                await route.fulfill(status=500, json={"code": "internal_error", "detail": "It failed.", "status": 500})

            await page.route("**/view*", refuse)
            await event.act({"type": "open"})
            await until(lambda: refused > 2)
            assert await page.get_by_role("button", name="Open entries").is_visible()
            await page.unroute("**/view*")
            await page.get_by_role("button", name="Open check-in").click()
            await event.enter(await sign_up(url, "Bo"))
            await page.get_by_text("0 of 1 are here. Missing: Bo.").wait_for()


async def test_of_many_tables_those_in_sight_are_drawn_and_all_are_found(chromium: Browser, sqlite_url: str) -> None:
    """A menu is made when it is opened, and what is begun in it stays wherever the window is, and whatever ends."""
    async with serving(sqlite_url, rate_per_address="0") as (_, url):
        context, errors = await a_browser_of(chromium, DESKTOP)
        page = await come_in(context, url, "Dana")
        async with Client(url, await page.evaluate(TOKEN)) as dana:
            event = dana.tournament(await _made(url, dana.token))
            await event.act({"type": "open"})
            for number in range(TABLES * 2):
                await event.enter(await sign_up(url, f"Player {number + 1}"))
            await event.act({"type": "pair"})
            await event.act({"type": "start_round"})
            await page.goto(f"{url}/tournament/{event.id}")
            await page.locator(".tb").nth(10).wait_for()
            drawn = await page.locator(".tb").count()
            assert await page.locator(".tb form, .entrants form").count() == 0

            await page.get_by_label("More for Table 3", exact=True).click()
            form = page.locator(".tb", has=page.locator("form"))
            await form.get_by_label("Points of").first.fill("2")
            await page.evaluate("scrollTo(0, document.body.scrollHeight)")
            await page.locator(".tb").get_by_text(str(TABLES), exact=True).wait_for()
            await event.act({"type": "void_table", "round": 1, "table": 1})
            await page.locator(".tb.done").wait_for()
            assert await form.get_by_label("Points of").first.input_value() == "2"
            assert await page.locator(".tb").count() < TABLES

            view = await event.view()
            last = view["rounds"][0]["tables"][-1]
            named = {each["entrant"]: each["player"] for each in view["entrants"]}
            someone = named[last["entrants"][0]]
            assert someone is not None
            find = page.get_by_label("Find a name or a table")
            for wanted in (someone["name"].upper(), str(TABLES)):
                await find.fill(wanted)
                await page.locator(".tb").get_by_text(someone["name"], exact=True).wait_for()
            await find.fill("Nobody")
            await page.get_by_text("No table has this.").wait_for()
            await find.fill("")
            await event.act({"type": "correct_result", "round": 1, "table": 2, "points": [2, 0]})
            await event.act({"type": "end_round"})
            await page.get_by_role("button", name="Results by round").click()
            await page.locator(".stand tbody tr").first.get_by_title(re.compile("^1 against Player")).wait_for()
            await page.evaluate("dispatchEvent(new Event('beforeprint'))")
            await page.locator(".stand tbody tr").nth(TABLES * 2 - 1).wait_for()
            assert await page.locator(".tb").count() == TABLES
        await _judge(page, "many")
    assert drawn < TABLES
    assert errors == []


async def _made(url: str, token: str, rounds: int = 2, review_seconds: int = 0, ready_seconds: int = 0) -> str:
    async with Client(url, token) as director:
        tournament = await director.create_tournament(
            {
                "label": "Lantern Cup",
                "system": "swiss",
                "rounds": rounds,
                "match": DUELS,
                "schedule": {"review_seconds": review_seconds},
                "absence": {"ready_seconds": ready_seconds},
            }
        )
    return tournament.id


async def _seat(director: Page, place: str, name: str) -> None:
    """Choose somebody for a place, as touching it does."""
    await director.get_by_label(place).focus()
    await director.get_by_label(place).select_option(name)


async def _get_ready(page: Page) -> None:
    await page.get_by_role("button", name="I am ready").click()


async def _play_my_match(page: Page, place: str, seed: int) -> None:
    """Play one's match of the open round to its end, and come back to the tournament."""
    await page.get_by_role("link", name="To my match").click()
    await page.wait_for_selector("#move, .outcome")
    while not (await play(page, seed))["isOver"]:
        pass  # On a busy machine it takes longer than a person has patience for.
    await page.goto(place)


async def _correct(director: Page) -> None:
    """Give a table another result, with a reason that everybody can read."""
    await director.locator("summary", has_text="Correct").first.click()
    form: Locator = director.locator(".more[open] .deciding").first
    await form.wait_for()
    for points in await form.locator("input[type=number]").all():
        await points.fill("0.5")
    await form.get_by_label("Reason, for everybody").fill("Agreed at the table")
    await form.get_by_role("button", name="Save the result").click()
    await director.locator(".then", has_text="Agreed at the table").wait_for()


async def _judge(page: Page, name: str) -> None:
    await require_fit(page, f"tournament-{name}")
