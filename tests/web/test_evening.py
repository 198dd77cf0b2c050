"""An evening of 41 entrants that one director runs by hand in the web client, and what it takes, counted."""

from __future__ import annotations

import asyncio
import csv
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

import openpyxl
import pytest

from moirai_client import Bot, Client
from tests.serving import serving
from tests.web.people import TOKEN, a_browser_of, come_in

if TYPE_CHECKING:
    from playwright.async_api import Browser, Locator, Page, Request

    from moirai_client import Tournament

PAGE: Final = Path("docs/evening.md")

LISTED: Final = 40

CLUBS: Final = ("Delphi", "Thebes", "Sparta")

ROUNDS: Final = 5

_AT_ONCE: Final = 8
"""How many matches are played at a time."""

AT_THE_DOOR: Final = "Zoe"
"""Comes without being on the list."""

LATE: Final = "Player 8"
"""Is not there when the evening begins."""

AWAY: Final = "Player 9"
"""Has checked in, and does not come to the first table."""

TIRED: Final = "Player 10"
"""Goes home when the third round has been published."""


@pytest.mark.sampled(least=0, share=0)
async def test_an_evening_of_41_takes_what_the_page_says_and_no_spreadsheet(
    chromium: Browser, sqlite_url: str, tmp_path: Path
) -> None:
    """Everybody plays real matches; the director has one page, and a sheet of 40 lines with name, rating and club."""
    async with serving(sqlite_url, rate_per_address="0") as (_, url), AsyncExitStack() as people:
        context, errors = await a_browser_of(chromium)
        desk = Desk(await come_in(context, url, "Dana"))
        evening = await _made(desk, people, url)
        links = await _entered(desk, tmp_path)
        players = await _come(people, url, evening, links)
        await _first_round(desk, evening, players)
        desk.begin("round 2")
        await _later_round(desk, evening, players, 2)
        desk.begin("somebody goes home before round 3")
        await players[TIRED].tournament(evening.id).leave()
        await desk.press("Pair anew")
        desk.begin("rounds 3 to 5")
        for number in range(3, ROUNDS + 1):
            await _later_round(desk, evening, players, number)
        standings = await _taken_away(desk)
    assert errors == []
    assert sorted(standings) == sorted(players)
    taken = {**desk.taken, "**the evening**": sum(desk.taken.values(), Counter())}
    rows = [f"| {part} | {of['clicks']} | {of['fields']} | {of['calls']} | none |" for part, of in taken.items()]
    page = PAGE.read_text(encoding="utf-8").splitlines()
    assert [row for row in rows if row not in page] == [], "\n".join(rows)


class Desk:
    """
    The director's page, and what each part of the evening takes there.

    Attributes:
        taken: For each part: touches or clicks, fields filled in, and calls that change something, a repeated one once.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taken: dict[str, Counter[str]] = {}
        self._sent: set[str] = set()
        page.on("request", self._note)

    def begin(self, part: str) -> None:
        """Count what follows for this part."""
        self.taken[part] = Counter()

    async def press(self, what: str | Locator) -> None:
        """Click a button by its name, or something else."""
        self._count("clicks")
        await (self.page.get_by_role("button", name=what, exact=True) if isinstance(what, str) else what).click()

    async def sure(self, name: str) -> None:
        """Press a button that asks whether it is meant."""
        await self.press(name)
        await self.press(f"{name}: yes, do it")

    async def write(self, field: Locator, text: str) -> None:
        """Fill in a field."""
        self._count("fields")
        await field.fill(text)

    def _count(self, what: str) -> None:
        self.taken[list(self.taken)[-1]][what] += 1

    def _note(self, request: Request) -> None:
        key = request.headers.get("idempotency-key")
        if "/v1/" in request.url and request.method != "GET" and key not in self._sent:
            self._sent.add(key or "")
            self._count("calls")


async def _made(desk: Desk, people: AsyncExitStack, url: str) -> Tournament:
    """Let the director make the tournament from the home page, with what an evening has by default."""
    page = desk.page
    desk.begin("make the tournament")
    await desk.press(page.get_by_role("link", name="Make a tournament"))
    await desk.write(page.get_by_label("What it is called"), "Lantern Cup")
    await desk.press(page.get_by_text("an evening", exact=True))
    # On a slow machine people are slow, and nobody is to be replaced or forfeited for it.
    await desk.write(page.get_by_label("Minutes to look at a pairing"), "60")
    await desk.write(page.get_by_label("Minutes to get ready"), "60")
    await desk.press(page.get_by_text("All settings of the matches"))
    await desk.write(page.get_by_label("Wins needed"), "1")
    await desk.write(page.get_by_label("Seconds to cast"), "3600")
    await desk.press("Make a tournament")
    await desk.press("Open entries")
    await page.get_by_role("button", name="Open check-in").wait_for()
    dana = await people.enter_async_context(Client(url, await page.evaluate(TOKEN)))
    return dana.tournament(page.url.rpartition("/")[2])


async def _entered(desk: Desk, folder: Path) -> list[list[str]]:
    """Let the director enter everybody from a sheet, and somebody at the door; return names and links."""
    page, sheet = desk.page, folder / "people.csv"
    lines = [f"Player {number},{2000 - 10 * number},{CLUBS[number % 3]}" for number in range(1, LISTED + 1)]
    sheet.write_text("\n".join(["name,rating,club", *lines]), encoding="utf-8")
    desk.begin("enter 41 people")
    async with page.expect_file_chooser() as chooser:
        await desk.press(page.locator("label.file"))
    await (await chooser.value).set_files(sheet)
    await desk.press(f"Enter {LISTED} people")
    await page.get_by_text(f"{LISTED} people have been entered.").wait_for()
    await desk.write(page.get_by_placeholder("Name", exact=True), AT_THE_DOOR)
    await desk.press("Enter by name")
    await page.get_by_text("1 person has been entered.").wait_for()
    async with page.expect_download() as saved:
        await desk.press("Save the links (CSV)")
    path = await (await saved.value).path()
    await desk.press("Open check-in")
    await page.get_by_text("0 of 41 are here.").wait_for()
    return list(csv.reader(path.read_text(encoding="utf-8-sig").splitlines()))[1:]


async def _come(people: AsyncExitStack, url: str, evening: Tournament, links: list[list[str]]) -> dict[str, Client]:
    """Let everybody claim the place, and all but one check in; return their clients."""
    players = {}
    for name, _, link in links:
        player = await people.enter_async_context(await Client.sign_up(url, name))
        await player.accept_invitation(link.rpartition("/")[2])
        players[name] = player
        if name != LATE:
            await player.tournament(evening.id).check_in()
    return players


async def _first_round(desk: Desk, evening: Tournament, players: Mapping[str, Client]) -> None:
    """Let the director start it, forfeit who does not come, correct a result, and let in who comes late."""
    page = desk.page
    desk.begin("round 1")
    await page.get_by_text(f"40 of 41 are here. Missing: {LATE}.").wait_for()
    await desk.press("Pair round 1")
    await desk.press("Publish")
    await desk.press("Start round 1")
    tables = await _tables(evening, 1)
    await _get_ready(players, evening, 1, tables, without=AWAY)
    desk.begin("somebody has not come")
    await desk.press(page.locator(".tb", has_text=f"not ready: {AWAY}").locator("summary"))
    await desk.sure(f"Forfeit {AWAY}")
    held, *others = [names for names in tables.values() if len(names) == 2 and AWAY not in names]
    await _play(evening, players, others, 1)
    desk.begin("a result is corrected")
    await desk.press(page.locator("summary", has_text="Correct").first)
    form = page.locator(".more[open] .deciding").first
    await form.wait_for()
    for points in await form.locator("input[type=number]").all():
        await desk.write(points, "0.5")
    await desk.write(form.get_by_label("Reason, for everybody"), "Agreed at the table")
    await desk.press(form.get_by_role("button", name="Save the result"))
    await page.locator(".then", has_text="Agreed at the table").wait_for()
    desk.begin("somebody comes late")
    await desk.press(page.get_by_label(f"More for {LATE}"))
    await desk.sure(f"Bring {LATE} back")
    await page.get_by_role("button", name=f"Bring {LATE} back").wait_for(state="detached")
    await _play(evening, players, [held], 1)
    await page.get_by_text("after round 1").wait_for()


async def _later_round(desk: Desk, evening: Tournament, players: Mapping[str, Client], number: int) -> None:
    """It is paired by itself; the director looks at it, and does not wait until it is published."""
    await desk.press("Publish")
    await desk.page.get_by_text(re.compile("not ready: ")).first.wait_for()
    tables = await _tables(evening, number)
    await _get_ready(players, evening, number, tables)
    await _play(evening, players, [names for names in tables.values() if len(names) == 2], number)
    await desk.page.get_by_text(f"after round {number}").wait_for()


async def _taken_away(desk: Desk) -> list[str]:
    """Let the director end it, and save the standings for Excel; return the names there."""
    page = desk.page
    desk.begin("end, and take the results away")
    await desk.sure("Finish the tournament")
    await page.get_by_role("heading", name=re.compile(r"(won|share the first place)\.")).wait_for()
    await desk.press(page.get_by_text("Links and exports"))
    async with page.expect_download() as saved:
        await desk.press("Standings for Excel")
    sheet = openpyxl.load_workbook(BytesIO((await (await saved.value).path()).read_bytes())).worksheets[0]
    heads, *rows = sheet.iter_rows(values_only=True)
    return [str(row[heads.index("name")]) for row in rows]


async def _tables(evening: Tournament, number: int) -> dict[int, list[str]]:
    """Return the names at each table of a round."""
    entrants = (await evening.view())["entrants"]
    names = {each["entrant"]: each["player"]["name"] for each in entrants if each["player"]}
    return {
        table["table"]: [names[entrant] for entrant in table["entrants"]]
        for table in (await evening.round(number))["tables"]
    }


async def _get_ready(
    players: Mapping[str, Client], evening: Tournament, number: int, tables: Mapping[int, list[str]], without: str = ""
) -> None:
    """Let everybody say so, but for one."""
    for table, names in tables.items():
        for name in names:
            if len(names) == 2 and name != without:
                await players[name].tournament(evening.id).say_ready(table)


async def _play(
    evening: Tournament, players: Mapping[str, Client], pairs: Sequence[Sequence[str]], number: int
) -> None:
    """Let these pairs play their matches of a round, some at a time."""
    matches = {frozenset(table["entrants"]): table["match_id"] for table in (await evening.round(number))["tables"]}
    entrants = {
        each["player"]["name"]: each["entrant"] for each in (await evening.view())["entrants"] if each["player"]
    }
    turns = asyncio.Semaphore(_AT_ONCE)

    async def play(pair: Sequence[str]) -> None:
        match_id = matches[frozenset(entrants[name] for name in pair)]
        assert match_id is not None
        async with turns:
            await asyncio.gather(*(Bot(players[name]).run(match_id) for name in pair))

    await asyncio.gather(*map(play, pairs))
