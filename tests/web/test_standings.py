"""Standings and cross tables on the page of a tournament, which have its wide column."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from moirai_client import Client
from tests.serving import serving
from tests.web.boards import require_fit
from tests.web.halls import a_hall, begin_round, decide
from tests.web.people import DESKTOP, SMALL_PHONE, a_browser_of, come_in

if TYPE_CHECKING:
    from playwright.async_api import Browser

CELLS: Final = """rows => rows.map((row) => [...row.querySelectorAll("td:not(.r)")].map(
  (cell) => [cell.className, cell.querySelector(".vh") ? "" : cell.textContent]))"""

LINES: Final = """all => all.map((each) => {
  const range = document.createRange();
  range.selectNodeContents(each);
  return range.getClientRects().length;
})"""


async def test_a_round_robin_has_a_cross_table_of_who_scored_what_against_whom(
    chromium: Browser, sqlite_url: str
) -> None:
    """Each pair has two cells, which add up to a point; nobody meets themselves, and what is to come is empty."""
    async with serving(sqlite_url, rate_per_address="0") as (_, url), await Client.sign_up(url, "Dana") as dana:
        event = await a_hall(dana, url, "round_robin", 6)
        await begin_round(event)
        await decide(event, 1)
        await begin_round(event)
        await decide(event, 2, share=0.5)
        context, errors = await a_browser_of(chromium, DESKTOP)
        page = await context.new_page()
        await page.goto(f"{url}/tournament/{event.id}")
        await page.locator(".cross tbody tr").nth(5).wait_for()

        cells = await page.locator(".cross tbody tr").evaluate_all(CELLS)
        names = await page.locator(".cross tbody th").all_inner_texts()
        ranked = await page.locator("#standings .who-btn").all_inner_texts()
        wide = await page.evaluate("document.querySelector('#standings').clientWidth / innerWidth")
        await page.get_by_role("link", name="Cross table").click()
        await require_fit(page, "cross-table")
    met = {(one, other): cells[one][other][1] for one in range(6) for other in range(6)}
    assert [cells[at][at][0] for at in range(6)] == ["same"] * 6
    assert names == ranked
    # Of round 1 three tables are decided, of round 2 two.
    pairs = [(one, other) for one, other in met if one < other]
    played = [met[pair] + met[pair[::-1]] for pair in pairs if met[pair] not in {"", "·"}]
    assert (len(played), set(played) <= {"01", "10"}) == (5, True)
    assert sum(met[pair] == "·" for pair in pairs) == 1
    assert wide > 0.6
    assert errors == []


async def test_groups_have_a_cross_table_each_in_which_who_advances_is_marked(
    chromium: Browser, sqlite_url: str
) -> None:
    """
    Of five and of four; then the bracket is drawn above them, and those who are in it are marked.

    Who plays reads the group beside the table, and on a phone all results, with the points of each in one line.
    """
    async with serving(sqlite_url, rate_per_address="0") as (_, url), await Client.sign_up(url, "Dana") as dana:
        event = await a_hall(dana, url, "groups", 8, groups={"count": 2, "advance": 2})
        context, errors = await a_browser_of(chromium, DESKTOP)
        phone, more_errors = await a_browser_of(chromium, SMALL_PHONE)
        zoe = await come_in(phone, f"{url}/tournament/{event.id}", "Zoe")
        await zoe.get_by_role("button", name="Enter", exact=True).click()
        await zoe.get_by_text("You have entered.").wait_for()
        page = await context.new_page()
        await begin_round(event)
        own_group = await zoe.locator(".my-table .do", has_text="Group").inner_text()
        await decide(event, 1)
        await page.goto(f"{url}/tournament/{event.id}")
        await page.get_by_text("The first 2 of each group go on to the bracket.").wait_for()
        await page.locator(".goes-on").nth(3).wait_for()
        now = await page.locator("#groups table").all_inner_texts()
        trees = await page.locator(".tree").count()

        for number in (2, 3, 4, 5):
            await begin_round(event)
            await decide(event, number)
        await begin_round(event)

        await page.locator(".tree .duel").nth(2).wait_for()
        marked = await page.locator("#groups tr.on bdi").all_inner_texts()
        drawn = await page.locator(".tree-round.first bdi").all_inner_texts()
        sizes = [await page.locator("#groups table").nth(at).locator("tbody tr").count() for at in (0, 1)]
        points = await page.locator("#groups td:last-child").all_inner_texts()
        places = await page.locator("#standings tbody tr:has(.tiny)").all_inner_texts()
        await page.get_by_role("link", name="Groups").click()
        await require_fit(page, "groups")
        groups = dict(zip(("A", "B"), await page.locator("#groups table").all_inner_texts(), strict=True))
        await zoe.locator(".value li").nth(2).wait_for()
        lines = await zoe.locator(".value li > b").evaluate_all(LINES)
        await require_fit(zoe, "groups-entrant")
    assert sorted(marked) == sorted(drawn)
    assert "Zoe" in groups[own_group[-1]]
    assert set(lines) == {1}
    assert more_errors == []
    assert [text.count("would go on now") for text in now] == [2, 2]
    assert trees == 0
    assert sizes == [5, 4]
    assert sum(map(float, points)) == 10 + 6
    assert sorted(text.split("\t")[1].split()[-1] for text in places) == [f"A{n}" for n in (1, 2, 3, 4, 5)] + [
        f"B{n}" for n in (1, 2, 3, 4)
    ]
    assert errors == []
