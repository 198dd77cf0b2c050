"""The board of Threads of Fate: what the eye must find, and a weave planned by touch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from moirai_client.schemas import WeaveMove
from tests.web.boards import at_the_board, faults_of, moving
from tests.web.people import guests

if TYPE_CHECKING:
    from playwright.async_api import Browser

FIRST: Final[dict[str, WeaveMove]] = {
    "heaven-1": {"type": "weave", "visit": "protection", "create": "hell-2"},
    "hell-1": {"type": "weave", "visit": "gilding", "create": "heaven-1", "golden": True},
}
"""What Ada and Bo weave in the first round, in which nothing can be cut yet."""


async def test_a_weave_is_planned_by_touch(chromium: Browser, sqlite_url: str) -> None:
    """Ada can talk with Bo without a thread of her own: so there is one of his, of which no more is said."""
    errors: list[str] = []
    async with guests(sqlite_url, "Ada", "Bo") as (url, (ada, bo)):
        match = await ada.create_match(
            {
                "game": "threads_of_fate",
                "variant": "quick",
                "options": {"marked": ["hell-3"]},
                "seats": {seat: {"bot": True} for seat in ("heaven-2", "hell-2", "hell-3", "hell-4")},
                "pace": "eager",
                "autostart": True,
            }
        )
        for seat, own in {"heaven-1": match, "hell-1": bo.match(match.id)}.items():
            await own.take_seat(seat)
        for seat, own in {"heaven-1": match, "hell-1": bo.match(match.id)}.items():
            await moving(own, "weave", 1)
            await own.submit(1, FIRST[seat])
        await moving(match, "weave", 2)

        page = await at_the_board(chromium, url, ada, match, errors)
        await page.locator("#move .box").first.wait_for()
        boxes = {text.split("\n")[0]: text for text in await page.locator(".box").all_inner_texts()}
        visited = await page.locator("#move .moira[data-off=true]").all_inner_texts()
        await page.locator("#move label.box", has_text="Hell 2").click()
        spent = await page.locator("#move .person [data-off=true]").all_inner_texts()
        needed = await page.locator("#move .ask", has_text="Boost a thread").inner_text()
        await page.locator("#move .moira", has_text="Lachesis").click()
        await page.get_by_label("Boost a thread").select_option(label="Ada (you) → Hell 2 (1)")
        await page.get_by_label("Snip a thread").select_option(label="Bo → Ada (you)")
        await page.locator("#move label.box", has_text="Bo").click()
        await page.get_by_text("Weave a thread to Bo").click()
        read = await page.locator(".read").inner_text()
        foreseen = await page.locator("#move").get_by_text("If nobody else touches them").inner_text()
        planned = await page.locator(".box.planned").inner_text()
        faults = await faults_of(page)
        await page.get_by_role("button", name="Seal it").click()
        await page.locator(".move.good .seal-bar").wait_for()
        sealed = (await match.view())["submission"]

    assert boxes["Bo"].split("\n")[1:3] == ["theirs: 1 or more, or golden", "may talk"]
    assert "yours: 1" in boxes["Hell 2"]
    assert "bears a mark" in boxes["Hell 3"]
    assert "hidden" in boxes["Heaven 2"]
    assert ["Decima" in text and "round 1, gave 0" in text for text in visited] == [True]
    assert spent == ["5. Weave a thread to Hell 2\n1×, others are first"]
    assert "Needs a visit to Lachesis: Boosting." in needed
    assert read == (
        "You visit Lachesis: Boosting, boost your thread to Hell 2, snip the thread from Bo to you "
        "and weave a thread to Bo."
    )
    assert foreseen.endswith("Hell 2: 3, Bo: 1.")
    assert "you weave here" in planned
    assert faults == []
    assert sealed is not None
    assert sealed["move"]["snip"] == "hell-1>heaven-1"  # type: ignore[typeddict-item]
    assert sealed["move"]["boost"] == "heaven-1>hell-2"  # type: ignore[typeddict-item]
    assert errors == []
