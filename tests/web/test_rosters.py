"""Directors enter people by name from a file, and these claim their places by their links."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Final

from moirai_client import Client
from tests.serving import serving
from tests.web.boards import require_fit
from tests.web.people import DESKTOP, SMALL_PHONE, TOKEN, a_browser_of, come_in

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.async_api import Browser

    from moirai_client.schemas import TournamentRequest

CUP: Final[TournamentRequest] = {
    "label": "Lantern Cup",
    "system": "swiss",
    "rounds": 2,
    "match": {"game": "wizards_duel"},
}

SHEET: Final = "Name;Wertung;Verein;E-Mail;Schuhe\nBjörn;1500;SK Delphi;bjoern@example.org;44\nDana;1400;;;\nCy;;;;\n"


async def test_a_director_enters_people_from_a_file_and_one_of_them_claims_the_place(
    chromium: Browser, sqlite_url: str, tmp_path: Path
) -> None:
    """A sheet as a German Excel saves it, in the encoding of Windows."""
    sheet = tmp_path / "people.csv"
    sheet.write_bytes(SHEET.replace("Dana", "Bj\u00f6rn").encode("windows-1252"))
    async with serving(sqlite_url) as (_, url):
        (desk, errors), (phone, more_errors) = await a_browser_of(chromium, DESKTOP), await a_browser_of(chromium)
        director = await come_in(desk, url, "Dana")
        async with Client(url, await director.evaluate(TOKEN)) as dana:
            cup = await dana.create_tournament(CUP)
        await director.goto(f"{url}/tournament/{cup.id}")
        await director.get_by_role("button", name="Open entries").click()
        await director.get_by_label("People without an account", exact=True).first.wait_for()
        await director.get_by_placeholder("Name", exact=True).fill("Anna")
        await director.locator(".roster").get_by_label("Club").fill("Weavers")
        await director.get_by_role("button", name="Enter by name").click()
        await director.get_by_text("1 person has been entered.").wait_for()
        await director.locator(".entrants li", has_text="Anna").get_by_text("Weavers").wait_for()

        await director.locator("input[type=file]").set_input_files(sheet)
        await director.get_by_text(
            "2 people can be entered, 1 cannot. Columns without a meaning here: Schuhe."
        ).wait_for()
        await require_fit(director, "roster-preview")
        await director.get_by_role("button", name="Enter 2 people").click()
        await director.get_by_text("2 people have been entered.").wait_for()
        async with director.expect_download() as saved:
            await director.get_by_role("button", name="Save the links (CSV)").click()
        rows = list(csv.reader((await (await saved.value).path()).read_text(encoding="utf-8-sig").splitlines()))
        await director.locator(".entrants").get_by_text("not claimed yet").nth(2).wait_for()
        await director.get_by_label("More for Björn").click()
        await director.get_by_label("Link for Björn", exact=True).wait_for()
        await require_fit(director, "roster-entrants")

        guest = await phone.new_page()
        await guest.set_viewport_size({"width": SMALL_PHONE[0], "height": SMALL_PHONE[1]})
        links = {row[0]: row[2] for row in rows}
        await guest.goto(links["Björn"])
        await guest.get_by_text("This place was made for Björn.").wait_for()
        await require_fit(guest, "roster-claim")
        assert await guest.get_by_label("What should we call you?").input_value() == "Björn"
        await guest.get_by_role("button", name="Enter", exact=True).click()
        await guest.get_by_text("You have entered.").wait_for()
        await director.locator(".entrants").get_by_text("not claimed yet").nth(2).wait_for(state="detached")

        again = await phone.new_page()
        await again.goto(links["Björn"])
        await again.get_by_text("This invitation was accepted as often as was allowed.").wait_for()
        await director.get_by_label("More for Cy").click()
        await director.get_by_role("button", name="Withdraw the link of Cy").click()
        await director.get_by_label("Link for Cy", exact=True).wait_for(state="detached")
        await again.goto(links["Cy"])
        await again.get_by_text("This invitation was withdrawn.").wait_for()
    assert [row[:2] for row in rows] == [["name", "email"], ["Anna", ""], ["Björn", "bjoern@example.org"], ["Cy", ""]]
    assert errors + more_errors == []
