"""The board of Divine Intervention: what it says of mana and rooms, and a round of a deity and a shaman by touch."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Final

from engines.divine_intervention.data import ELEMENTS, Mana
from engines.divine_intervention.forms import Offering
from engines.divine_intervention.rooms import TABLE
from moirai_client import Client
from tests.clients.node import run_node
from tests.serving import serving
from tests.web.boards import WEB, faults_of
from tests.web.people import PHONE, a_browser_of, come_in, open_part, sit_down

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

_ROOMS: Final = (WEB / "source" / "boards" / "divine_intervention" / "rooms.ts").as_uri()

_JUDGE: Final = f"""
import {{ hasForm, leastFor }} from "{_ROOMS}";
const text = await new Response(process.stdin).text();
const told = JSON.parse(text).map(({{ room, mana, held, circumstances }}) => ({{
  fits: hasForm(room, mana, {{ ...circumstances, held, altars: new Map() }}),
  least: leastFor(room, held, {{ ...circumstances, held, altars: new Map() }}),
}}));
console.log(JSON.stringify(told));
"""


def test_the_page_judges_mana_as_the_rules_do() -> None:
    """Also the least mana that it proposes fits, and it proposes none only where nothing of up to 14 would do."""
    rng = random.Random(17)
    cases: list[dict[str, Any]] = []
    offerings: list[Offering] = []
    for _ in range(2000):
        held = Mana(*(rng.choice((0, 1, 2, 3, 5, 8)) for _ in ELEMENTS))
        mana = Mana(*(rng.choice((0, most, rng.randint(0, most))) for most in held.amounts))
        offering = Offering(mana, rng.randint(0, 9), held, rng.choice(ELEMENTS), rng.choice((10, 500)))
        offerings.append(offering)
        cases.append(
            {
                "room": rng.choice(TABLE).id,
                "mana": _amounts(mana),
                "held": _amounts(held),
                "circumstances": {
                    "round": offering.round,
                    "secret": offering.secret,
                    "infernoFire": offering.inferno_fire,
                },
            }
        )

    told = run_node(_JUDGE, cases)

    forms = {row.id: row.form for row in TABLE}
    for case, offering, said in zip(cases, offerings, told, strict=True):
        form = forms[case["room"]]
        assert said["fits"] == form(offering), case
        if said["least"] is not None:
            least = Offering(Mana(**said["least"]), *_rest(offering))
            assert form(least), case
            assert all(one <= other for one, other in zip(least.mana.amounts, offering.start.amounts, strict=True))
        elif form(offering):
            assert offering.total > 14, case


async def test_a_deity_and_a_shaman_play_by_touching_what_they_see(chromium: Browser, sqlite_url: str) -> None:
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Host") as host:
        bots = ("heaven-2", "hell-2", "hell-3", "hell-4", "hell-5")
        match = await host.create_match(
            {
                "game": "divine_intervention",
                "variant": "small",
                "seats": {seat: {"bot": True} for seat in bots},
                "pace": "eager",
                "autostart": True,
            }
        )
        contexts = [await a_browser_of(chromium, PHONE, bypass_csp=True) for _ in range(2)]
        pages = []
        for (context, _), name in zip(contexts, ("Mira", "Ada"), strict=True):
            pages.append(await come_in(context, f"{url}/match/{match.id}", name))
            await sit_down(pages[-1])
        deity, shaman = pages
        await deity.locator("#move .option", has_text="Ada").click()
        anointed = await deity.locator("#move .read").text_content()
        await deity.get_by_role("button", name="Seal it").click()
        await shaman.locator("#move .option", has_text="Mira").click()
        prayer = await shaman.locator("#move .option", has_text="Mira").text_content()
        await shaman.get_by_role("button", name="Seal it").click()
        await deity.locator("#move .option", has_text="Water").click()
        await open_part(deity, "Three boons")
        await deity.get_by_role("button", name="One more: your bid, piety: Revelation").click()
        unnamed = await _half_made(deity)
        await open_part(deity, "Element and prophet")
        await deity.locator("#move .option", has_text="Nobody").click()
        decreed = await deity.locator("#move .read").text_content()
        await deity.get_by_role("button", name="Seal it").click()

        await shaman.get_by_role("button", name="See the board").click()
        await shaman.locator("#move label.room", has_text="Room Y").click()
        await shaman.locator("#move label.room", has_text="Room A").click()
        await open_part(shaman, "Mana for 2 rooms")
        await shaman.get_by_role("button", name="One more: Water for Room A").click()
        unprayed = await _half_made(shaman)
        await open_part(shaman, "Your prayer")
        await shaman.locator("#move .option", has_text="To nobody").click()
        verdicts = await shaman.locator("#move .verdict").all_text_contents()
        faults = await faults_of(shaman, "divine_intervention-shaman")
        faults += await faults_of(deity, "divine_intervention-deity")
        tried = await shaman.locator("#move .read").text_content()
        await shaman.get_by_role("button", name="Seal it").click()
        await shaman.get_by_text("Can be changed until").wait_for()
        planned = await shaman.locator("#board .room[data-planned=true] .room-head b").all_text_contents()
        await deity.locator("#move .option[data-off=true]", has_text="Water").wait_for()

    assert anointed == "You name Ada your first prophet."
    assert prayer is not None
    assert "You are the prophet: a double share." in prayer
    assert decreed == "You give water and bid 1 for Revelation."
    assert unnamed == ("The next prophet is still to choose.", "true")
    assert unprayed == ("To whom you pray is still to choose.", "true")
    assert verdicts == ["fits the room", "hangs on others"]
    assert tried == "You pray to nobody and try Y with 5 water and A with 2 water."
    assert sorted(planned) == ["A", "Y"]
    assert faults == []
    assert [error for _, errors in contexts for error in errors] == []


async def _half_made(page: Page) -> tuple[str, str | None]:
    """Return what is still to choose, and whether the seal is shut."""
    seal = page.locator("#move button[type=submit]")
    return await page.locator("#move .read").inner_text(), await seal.get_attribute("aria-disabled")


def _amounts(mana: Mana) -> dict[str, int]:
    return dict(zip(ELEMENTS, mana.amounts, strict=True))


def _rest(offering: Offering) -> tuple[Any, ...]:
    return offering.round, offering.start, offering.secret, offering.inferno_fire
