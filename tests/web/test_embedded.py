"""A public tournament in a frame of another page."""

from __future__ import annotations

from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Final

from aiohttp import web

from moirai_client import Client
from tests.http_client import HttpClient
from tests.serving import serving
from tests.waiting import PATIENCE_SECONDS
from tests.web.boards import require_fit
from tests.web.people import SMALL_PHONE, TOKEN, a_browser_of, come_in

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from playwright.async_api import Browser

    from moirai_client.schemas import TournamentRequest

CUP: Final[TournamentRequest] = {
    "label": 'The "Lantern" Cup',
    "system": "swiss",
    "rounds": 1,
    "match": {"game": "wizards_duel", "options": {"wins_needed": 1}},
    "schedule": {"times": ["2099-12-31T20:00:00Z"]},
}


@asynccontextmanager
async def _page_of_others(body: str) -> AsyncIterator[str]:
    """Serve a page from another origin; browsers let only what is on this machine show frames of it."""

    async def show(_: web.Request) -> web.Response:
        return web.Response(text=body, content_type="text/html")

    app = web.Application()
    app.router.add_get("/", show)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/"
    finally:
        await runner.cleanup()


async def test_a_page_of_others_shows_a_public_tournament_live_and_nothing_else(
    chromium: Browser, sqlite_url: str
) -> None:
    async with serving(sqlite_url) as (_, url):
        context, errors = await a_browser_of(chromium)
        director = await come_in(context, url, "Dana")
        async with (
            AsyncExitStack() as stack,
            Client(url, await director.evaluate(TOKEN)) as dana,
            await Client.sign_up(url, "Ada") as ada,
            await Client.sign_up(url, "Bo") as bo,
        ):
            cup, hidden = (
                await dana.create_tournament(CUP),
                await dana.create_tournament({**CUP, "visibility": "unlisted"}),
            )
            for tournament in (cup, hidden):
                await tournament.act({"type": "open"})
                for player in (ada, bo):
                    await tournament.enter((await player.me())["player_id"], {})
            await director.goto(f"{url}/tournament/{cup.id}")
            await director.get_by_text("Links and exports").click()
            snippet = await director.get_by_label("To show it on another page (HTML)").input_value()
            calendar = await director.get_by_label("Address for calendar programs").input_value()
            await require_fit(director, "embed-exports")

            blog = await context.new_page()
            forbidden = f'<iframe src="{url}/tournament/{cup.id}"></iframe><iframe src="{url}/"></iframe>'
            await blog.goto(await stack.enter_async_context(_page_of_others(snippet + forbidden)))
            frame = blog.frame_locator("iframe").nth(0)
            await frame.get_by_role("heading", name='The "Lantern" Cup').wait_for()
            await frame.get_by_text("Bo").wait_for()
            await cup.act({"type": "pair"})
            await cup.act({"type": "start_round"})
            await frame.get_by_text("playing").wait_for()
            await cup.act({"type": "correct_result", "round": 1, "table": 1, "points": [2, 0]})
            await frame.get_by_role("heading", name="after round 1").wait_for()
            others = [await each.content() for each in blog.frames[2:]]
            in_frame = await blog.frames[1].evaluate("[document.cookie, navigator.language]")

            await director.goto(f"{url}/embed/tournament/{cup.id}?language=de")
            await director.get_by_text("Die ganze Seite").wait_for()
            await require_fit(director, "embed")
            await director.set_viewport_size({"width": SMALL_PHONE[0], "height": SMALL_PHONE[1]})
            # Dana, who is signed in here, sees no more than anybody.
            await director.goto(f"{url}/embed/tournament/{hidden.id}")
            await director.get_by_text("no such tournament").wait_for()
        async with HttpClient(url, timeout=PATIENCE_SECONDS) as http:
            listed = await http.get(calendar.removeprefix(url))
            policies = {
                path: (await http.get(path)).headers["content-security-policy"].partition("frame-ancestors ")[2]
                for path in (
                    *("/", f"/embed/tournament/{cup.id}", f"/tournament/{cup.id}", "/account", "/docs"),
                    "/embed/tournament/nothing",
                )
            }
    assert "Lantern" not in "".join(others)
    assert in_frame[0] == ""
    assert listed.text.startswith("BEGIN:VCALENDAR")
    assert policies.pop(f"/embed/tournament/{cup.id}") == "*"
    assert {policy.partition(";")[0] for policy in policies.values()} == {"'none'"}
    assert errors == []
