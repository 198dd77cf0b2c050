"""Names and reasons in any script: they leave sentences in order, and show who said what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from moirai_client import Client
from tests.serving import serving
from tests.web.people import SMALL_PHONE, a_browser_of, come_in, match_for, sit_down

if TYPE_CHECKING:
    from playwright.async_api import Browser

NAME: Final = "ינאי אלכסנדר!"
REASON: Final = "הפסקה: 10 דקות!"

_ORDER: Final = """([part, name]) => {
  const walker = document.createTreeWalker(document.querySelector(part), NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode()); ) {
    const at = node.data.indexOf(name);
    if (at < 0) continue;
    const left = (from, to) => {
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, to);
      return range.getBoundingClientRect().left;
    };
    const end = at + name.length;
    return { first: left(at, at + 1), last: left(end - 1, end), after: left(end + 1, end + 4) };
  }
}"""
"""Where the first and the last character of a name are drawn, and what follows it."""


async def test_names_from_right_to_left_and_reasons_of_the_host(chromium: Browser, sqlite_url: str) -> None:
    async with (
        serving(sqlite_url) as (_, url),
        await Client.sign_up(url, "Host") as host,
        await Client.sign_up(url, NAME) as bo,
    ):
        match = await match_for(host, "wizards_duel", free=2)
        context, errors = await a_browser_of(chromium, SMALL_PHONE)
        page = await come_in(context, f"{url}/match/{match.id}", "Ada")
        await sit_down(page)
        await bo.match(match.id).take_free_seat()
        await page.locator("#move form").wait_for()
        await match.act({"type": "mute", "seat": "a", "reason": REASON})
        await match.act({"type": "pause", "reason": REASON})
        await page.locator(".host-reason q").nth(1).wait_for()
        reasons = await page.locator(".host-reason").inner_text()
        directions = await page.locator(".host-reason q").evaluate_all(
            "all => all.map((q) => getComputedStyle(q).direction)"
        )
        await match.act({"type": "resume"})
        await page.locator("#move form").wait_for()
        faces = await page.locator(".seat .face").all_text_contents()
        await match.act({"type": "adjudicate", "rank": {"a": 2, "b": 1}, "consequences": {}, "reason": "Late."})
        await page.locator(".outcome").wait_for()
        headline = await page.evaluate(_ORDER, [".happened", NAME])
        width = await page.evaluate("document.documentElement.scrollWidth")

    assert reasons.count(REASON) == 2
    assert "paused" in reasons
    assert directions == ["rtl", "rtl"]
    assert faces == ["A", "י"]
    assert headline["last"] < headline["first"] < headline["after"]
    assert width <= SMALL_PHONE[0]
    assert errors == []


async def test_a_name_from_right_to_left_leaves_an_invitation_in_order(chromium: Browser, sqlite_url: str) -> None:
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, NAME) as host:
        match = await host.create_match({"game": "threads_of_fate", "seats": {}})
        context, errors = await a_browser_of(chromium)
        made = await context.request.post(
            f"{url}/v1/matches/{match.id}/invitations", headers={"Authorization": f"Bearer {host.token}"}, data={}
        )
        page = await context.new_page()
        await page.goto(f"{url}/invitation/{(await made.json())['token']}")
        await page.get_by_role("heading", name="invites you to play").wait_for()
        headline = await page.evaluate(_ORDER, ["h1", NAME])

    assert headline["last"] < headline["first"] < headline["after"]
    assert errors == []
