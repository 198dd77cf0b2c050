"""An organiser's pack can have any names and texts: they stay text, on boards, in moves and in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from moirai_client import Client
from tests.engines.divine_intervention.test_options import bundled_as_pack
from tests.engines.hero_of_the_arena.arena import raw_pack
from tests.serving import serving
from tests.web.people import SHORT, SMALL_PHONE, a_browser_of, come_in, play, sit_down

if TYPE_CHECKING:
    from playwright.async_api import Browser

RUDE: Final = "<b onclick=alert(1)>{}</b><img src=x> עברית &amp;"


def _rude(part: Any) -> Any:  # noqa: ANN401  # JSON
    """The same pack with hostile names, all different, and texts without a space."""
    if isinstance(part, list):
        return [_rude(one) for one in part]
    if not isinstance(part, dict) or "id" not in part:
        return {key: _rude(inner) for key, inner in part.items()} if isinstance(part, dict) else part
    named = {key: _rude(inner) for key, inner in part.items()}
    return {**named, "name": RUDE.format(part["id"][:16]), **({"text": "<i>" + "W" * 180} if "text" in part else {})}


async def test_names_and_texts_of_packs_are_text(chromium: Browser, sqlite_url: str) -> None:
    packs = {
        "hero_of_the_arena": ("hell-1", _rude(raw_pack())),
        "divine_intervention": ("heaven-1", _rude(bundled_as_pack())),
    }
    context, errors = await a_browser_of(chromium, SMALL_PHONE)
    page = None
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Host") as host:
        for game, (own, pack) in packs.items():
            seats = [seat["id"] for seat in (await host.game(game))["variants"][0]["seats"]]
            match = await host.create_match(
                {
                    "game": game,
                    "options": {**SHORT[game], "pack": pack},
                    "seats": {seat: {"bot": True} for seat in seats if seat != own},
                    "pace": "eager",
                    "autostart": True,
                }
            )
            if page is None:
                page = await come_in(context, f"{url}/match/{match.id}", "Ada")
            else:
                await page.goto(f"{url}/match/{match.id}")
            await sit_down(page)
            await play(page, seed=2, moves=4)
            await page.get_by_text("Everything so far").evaluate(
                "(summary) => summary.click()"
            )  # Under the sheet, perhaps.
            said = await page.locator("main").inner_text()
            made = await page.locator("main :is(b[onclick], img)").count()
            width = await page.evaluate("document.documentElement.scrollWidth")

            assert "<b onclick=alert(1)>" in said, game
            assert made == 0
            assert width <= SMALL_PHONE[0], game
    assert errors == []
