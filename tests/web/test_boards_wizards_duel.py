"""The board of Wizard's Duel: what the eye must find, and a cast by touching a card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from moirai_client.schemas import CastMove
from tests.web.boards import at_the_board, faults_of, moving
from tests.web.people import guests

if TYPE_CHECKING:
    from playwright.async_api import Browser

CASTS: Final[list[tuple[CastMove, CastMove]]] = [
    ({"type": "cast", "spell": "6"}, {"type": "cast", "spell": "3"}),
    ({"type": "cast", "spell": "1"}, {"type": "cast", "spell": "7"}),
]
"""By round: the casts of seats a and b. The second of b is cast in fog."""


async def test_a_duel_is_played_by_touching_cards(chromium: Browser, sqlite_url: str) -> None:
    errors: list[str] = []
    async with guests(sqlite_url, "Ada", "Bo") as (url, (ada, bo)):
        match = await ada.create_match(
            {
                "game": "wizards_duel",
                "options": {"cast_seconds": 3600},
                "seats": {},
                "pace": "eager",
                "autostart": True,
            }
        )
        both = (match, bo.match(match.id))
        for seat, own in zip("ab", both, strict=True):
            await own.take_seat(seat)
        for number, casts in enumerate(CASTS, 1):
            for own, cast in zip(both, casts, strict=True):
                phase = (await moving(own, "cast", number))["phase"]
                assert phase is not None
                await own.submit(phase["number"], cast)
        await moving(match, "cast", 3)

        page = await at_the_board(chromium, url, ada, match, errors)
        score = await page.locator(".score strong").inner_text()
        rungs = await page.locator(".rung").all_inner_texts()
        gone = await page.locator(".duel .spell.gone .spell-name").all_inner_texts()
        unknown = await page.locator(".wizard.me .veiled").inner_text()
        await page.locator(".duel-form button.spell.gone").first.click()
        card = await page.locator(".card:popover-open").inner_text()
        await page.keyboard.press("Escape")
        await page.locator(".duel-form label", has_text="Bless").click()
        await page.keyboard.press("ArrowRight")
        moved = await page.locator(".read").inner_text()
        await page.keyboard.press("ArrowLeft")
        read = await page.locator(".read").inner_text()
        drafted = await page.locator(".rung .choosing").inner_text()
        faults = await faults_of(page)
        await page.get_by_role("button", name="Seal it").click()
        await page.locator(".move.good .seal-bar").wait_for()
        sealed = (await match.view())["submission"]

    assert score.endswith(": 1")
    assert len(rungs) == 3
    assert "hidden by fog" in rungs[1]
    assert "You took back Firebolt." in rungs[1]
    assert gone == ["Fog Cloud"]
    assert unknown.startswith("a bonus or none")
    assert "Cast in round 2." in card
    assert moved == "You cast Firebolt."
    assert read == "You cast Bless."
    assert "Bless" in drafted
    assert faults == []
    assert sealed is not None
    assert sealed["move"] == {"type": "cast", "spell": "5"}
    assert errors == []


async def test_in_gods_collide_a_charm_forbids_any_power_and_the_page_of_the_other_says_so(
    chromium: Browser, sqlite_url: str
) -> None:
    """An unused Wisdom too, which is no spell of the hand (R14)."""
    errors: list[str] = []
    async with guests(sqlite_url, "Ada", "Bo") as (url, (ada, bo)):
        match = await ada.create_match(
            {
                "game": "wizards_duel",
                "variant": "gods_collide",
                "options": {"items": {"athenas_wisdom": "b"}, "cast_seconds": 3600, "charm_seconds": 3600},
                "seats": {},
                "pace": "eager",
                "autostart": True,
            }
        )
        other = bo.match(match.id)
        for seat, own in (("a", match), ("b", other)):
            await own.take_seat(seat)
        await moving(match, "cast", 1)
        await match.submit(1, {"type": "cast", "spell": "8"})
        await other.submit(1, {"type": "cast", "spell": "1"})
        await moving(match, "charm", 1)

        page = await at_the_board(chromium, url, ada, match, errors)
        offered = await page.locator(".duel-form label .spell-name").all_inner_texts()
        await page.locator(".duel-form label", has_text="Wisdom of Warfare").click()
        told = await page.locator(".duel-form .about").inner_text()
        await page.get_by_role("button", name="Seal it").click()
        theirs = await at_the_board(chromium, url, bo, other, errors)
        await theirs.locator(".duel-form .spell.banned", has_text="Wisdom of Warfare").wait_for()
        forbidden = await theirs.locator(".duel-form .spell.banned .spell-name").all_inner_texts()
        faults = [*await faults_of(page), *await faults_of(theirs)]

    assert "does not have it in hand" not in told
    assert len(offered) == 10
    assert {"Divorce", "Power Bolt Kill", "Wisdom of Warfare"} < set(offered)
    assert forbidden == ["Wisdom of Warfare"]
    assert faults == []
    assert errors == []
