"""What a page does when the server or the network is gone: nothing chosen is lost, and nothing is claimed unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import httpx
import pytest

from moirai_client import Client, Match
from tests.faults.proxy import proxied
from tests.server.organising.series.seasons import SHORT
from tests.serving import serving
from tests.waiting import until
from tests.web.halls import a_hall
from tests.web.people import PHONE, SMALL_PHONE, a_browser_of, ask_name, come_in, look_at, match_for, play, sit_down

if TYPE_CHECKING:
    from playwright.async_api import Browser, Route

    from moirai_client.schemas import SeatRequest

_SHIFTS: Final = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries())
    if (!hadRecentInput) window.shifts.push([value, sources.map(({ node }) => node?.className ?? node?.nodeName)]);
}).observe({ type: "layout-shift", buffered: true });
"""
"""Notes what moves in a page without its user, and by how much."""

_PATIENT: Final = """
const soon = setTimeout;
window.setTimeout = (run, pause, ...given) => soon(run, pause >= 5000 ? 100 * pause : pause, ...given);
"""
"""Lets a page wait for its parts as long as a slow machine needs, before it is drawn without them."""

_PLACE: Final = "document.querySelector('.happened').getBoundingClientRect().top"


async def _long_match(host: Client, free: int) -> Match:
    """Return a duel whose phases do not close at a deadline; the host sits in it if it is not the only guest."""
    seats: dict[str, SeatRequest] = {"a": {"bot": True}} if free == 1 else {}
    match = await host.create_match(
        {
            "game": "wizards_duel",
            "options": {"wins_needed": 1, "cast_seconds": 86_400},
            "seats": seats,
            "pace": "eager",
            "autostart": True,
        }
    )
    if free == 2:
        await match.take_free_seat()
    return match


async def _page_at(place: str, ada: Client, url: str) -> tuple[str, str]:
    """Return the address of a page, and what is drawn there last."""
    if place in {"tournament", "season"}:
        async with await Client.sign_up(url, "Dana") as dana:
            if place == "tournament":
                event = await a_hall(dana, url, "swiss", 3, rounds=1)
                return f"{url}/tournament/{event.id}", ".then >> nth=2"
            plan: Any = {**SHORT, "label": "Short"}
            series = await dana.create_series(plan)
            await ada.series(series.id).enter("me")
            return f"{url}/series/{series.id}", ".then"
    if place == "rules":
        return f"{url}/rules/wizards_duel", ".book"
    match = await _long_match(ada, free=1)
    await match.take_free_seat()
    if place == "end":
        await match.act({"type": "void", "reason": "Enough."})
    return (url, "#make .games label") if place == "home" else (f"{url}/match/{match.id}", ".rules")


async def _has_moved_on(player: Client, match: Match) -> bool:
    """Whether the first phase was closed, for which the server waits for the move of the page."""
    phase = (await player.match(match.id).view())["phase"]
    return phase is None or phase["number"] > 1


async def _open_phase(player: Client, match: Match) -> int:
    phase = (await player.match(match.id).view())["phase"]
    assert phase
    return phase["number"]


async def test_a_move_on_its_way_to_a_killed_server_is_sent_again_by_itself(chromium: Browser, sqlite_url: str) -> None:
    """Until then, the page says in a sentence what it waits for; the phase is still the same."""
    async with serving(sqlite_url) as (process, url), proxied(url) as (proxy, by_proxy):
        async with await Client.sign_up(url, "Host") as host:
            match = await _long_match(host, free=1)
        context, errors = await a_browser_of(chromium)
        page = await come_in(context, f"{by_proxy}/match/{match.id}", "Ada")
        await sit_down(page)
        await page.locator("#move label", has_text="Bless").click()

        process.kill()
        await process.wait()
        await page.get_by_role("button", name="Seal it").click()
        await page.get_by_text("This move is sent again by itself").wait_for()
        said = await page.locator("#move").inner_text()
        async with serving(sqlite_url) as (_, again), Client(again, host.token) as later:
            proxy.lead_to(again)
            await until(lambda: _has_moved_on(later, match))

    assert "/v1/" not in said
    assert errors == []


async def test_a_move_without_a_reply_is_sent_by_a_page_that_is_loaded_anew(chromium: Browser, sqlite_url: str) -> None:
    """As a page is by itself when the server is back and a part of it had not come."""
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Host") as host:
        match = await _long_match(host, free=1)
        context, errors = await a_browser_of(chromium)
        page = await come_in(context, f"{url}/match/{match.id}", "Ada")
        await sit_down(page)
        await page.locator("#move label", has_text="Bless").click()
        await page.route("**/submission", lambda route: route.abort())
        await page.route("**/view*", lambda route: route.abort())
        await page.get_by_role("button", name="Seal it").click()
        await page.get_by_text("This move is sent again by itself").wait_for()

        await page.reload(wait_until="commit")
        await page.unroute_all()
        await until(lambda: _has_moved_on(host, match))

    assert errors == []


async def test_a_move_without_a_reply_gives_way_to_one_from_another_window(chromium: Browser, sqlite_url: str) -> None:
    """The later choice counts: what is older is not sent over it."""
    async with serving(sqlite_url) as (_, url):
        async with await Client.sign_up(url, "Host") as host:
            match = await _long_match(host, free=2)
        context, errors = await a_browser_of(chromium)
        page = await come_in(context, f"{url}/match/{match.id}", "Ada")
        await sit_down(page)
        other = await context.new_page()
        await other.goto(f"{url}/match/{match.id}")
        await page.locator("#move label", has_text="Bless").click()
        await page.route("**/submission", lambda route: route.abort())
        await page.route("**/view*", lambda route: route.abort())
        await page.get_by_role("button", name="Seal it").click()
        await page.get_by_text("This move is sent again by itself").wait_for()

        await other.locator("#move label", has_text="Ray of Frost").click()
        await other.get_by_role("button", name="Seal it").click()
        await other.get_by_text("Can be changed until").wait_for()
        await page.unroute_all()

        await page.locator("#move .state-chip", has_text="changed elsewhere").wait_for()
        assert await page.locator("#move .read").text_content() == "You cast Ray of Frost."
    assert errors == []


async def test_whoever_goes_back_to_a_match_offline_sees_it_as_it_was(chromium: Browser, sqlite_url: str) -> None:
    """And home claims nothing that it cannot know; both go on by themselves when the network is back."""
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Host") as host:
        match = await _long_match(host, free=1)
        context, errors = await a_browser_of(chromium, PHONE)
        page = await come_in(context, f"{url}/match/{match.id}", "Ada")
        await sit_down(page)
        await page.locator("#move label", has_text="Bless").click()
        await page.get_by_role("link", name="Home").click()
        await page.get_by_text("There is no tournament at the moment.").wait_for()
        await page.go_back()
        await page.locator("#move .read").wait_for()

        await context.set_offline(True)
        await page.get_by_role("link", name="Home").click()
        await page.locator(".warning", has_text="You are offline").wait_for()
        at_home = await page.locator("main").inner_text()
        await page.go_back()
        await page.locator("#move .read", has_text="You cast Bless.").wait_for()
        await page.locator(".warning", has_text="You are offline").wait_for()
        await page.locator("#move").get_by_text("Power Word Kill", exact=True).first.wait_for()
        await context.set_offline(False)
        await page.locator(".conn .words", has_text="connected").wait_for(state="attached")
        await page.get_by_role("button", name="Seal it").click()
        await until(lambda: _has_moved_on(host, match))

    assert "There is no" not in at_home
    assert errors == []


@pytest.mark.parametrize(
    ("locale", "said", "home"),
    [("en-GB", "nothing at this address", "Home"), ("de-DE", "Unter dieser Adresse ist nichts", "Startseite")],
)
async def test_an_address_that_is_nothing_is_a_page_for_people(
    chromium: Browser, sqlite_url: str, locale: str, said: str, home: str
) -> None:
    """Also the rest of a link that was cut off anywhere, for somebody without a name; one touch leads home."""
    whole = "01m82gryjhg15mhhrbv10v158p"
    cut = [f"/match/{whole}"[:length] for length in (3, 7, 9, 20)]
    async with serving(sqlite_url) as (_, url):
        context, errors = await a_browser_of(chromium, PHONE, locale=locale)
        page = await context.new_page()
        for path in ("/foo", *cut, "/tournament/01m8/screen", "/series/%E0%A4%A"):
            await page.goto(url + path)
            await page.get_by_text(said).wait_for()
        await page.get_by_role("link", name=home).click()
        await page.wait_for_url(f"{url}/")

    assert errors == []


async def test_programs_get_a_problem_for_an_address_that_is_nothing(sqlite_url: str) -> None:
    """In JSON, as for every error; a browser gets the page with the same status, but not below `/v1/`."""
    browser = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
    async with serving(sqlite_url) as (_, url), httpx.AsyncClient(base_url=url, verify=False) as http:
        program = [await http.get("/foo"), await http.get("/foo", headers={"Accept": "application/json"})]
        shown = await http.get("/foo", headers=browser)
        others = [await http.get("/v1/foo", headers=browser), await http.post("/foo", headers=browser)]

    assert {(reply.status_code, reply.json()["code"]) for reply in [*program, *others]} == {(404, "unknown_path")}
    assert (shown.status_code, shown.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert '<script type="module"' in shown.text


async def test_a_result_brings_a_phone_to_it_and_says_it_in_the_readers_person(
    chromium: Browser, sqlite_url: str
) -> None:
    """The result with the change of points, then the own move; unless one is writing a message."""
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Bo") as bo:
        match = await _long_match(bo, free=2)
        context, errors = await a_browser_of(chromium, SMALL_PHONE)
        page = await come_in(context, f"{url}/match/{match.id}", "Ada")
        await sit_down(page)

        await page.locator("#move label", has_text="Bless").click()
        await page.get_by_role("button", name="Seal it").click()
        await page.locator("#move.good .seal-bar").wait_for()
        await look_at(page, "Seats")
        await bo.match(match.id).submit(await _open_phase(bo, match), {"type": "cast", "spell": "6"})
        await page.locator(".happened .say", has_text="round 1").wait_for()
        told = await page.locator(".happened").inner_text()
        at_result = await page.evaluate(_PLACE)
        await look_at(page, "Talk")
        await page.locator("#talk").get_by_role("textbox").fill("Well")
        await page.locator("#move label", has_text="Fog Cloud").evaluate("(label) => label.click()")
        await page.locator("#talk").get_by_role("textbox").focus()
        await page.evaluate("document.querySelector('#move form').requestSubmit()")
        await page.locator("#move.good .seal-bar").wait_for()
        await bo.match(match.id).submit(await _open_phase(bo, match), {"type": "cast", "spell": "4"})
        await page.locator(".happened .say", has_text="round 2").wait_for(state="attached")
        await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        stays = await page.locator("#talk").get_by_role("textbox").is_visible()

    assert told.startswith("Bo takes round 1: +2, now 0 : 2.\n")
    assert "You cast Bless." in told
    assert 0 <= at_result < 120, at_result
    assert stays, "Somebody who writes is not moved."
    assert errors == []


@pytest.mark.parametrize("place", ["home", "match", "end", "rules", "tournament", "season"])
async def test_on_a_slow_phone_nothing_moves_while_a_page_comes(chromium: Browser, sqlite_url: str, place: str) -> None:
    """Parts that come late push nothing away under the finger: the sum of all layout shifts is below 0.05."""
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Ada") as ada:
        address, last = await _page_at(place, ada, url)
        context, errors = await a_browser_of(chromium, SMALL_PHONE)
        kept = f"localStorage.setItem('moirai token', JSON.stringify('{ada.token}'));"
        await context.add_init_script(f"if (location.protocol === 'http:') {{ {kept} {_SHIFTS} {_PATIENT} }}")
        page = await context.new_page()
        phone = await context.new_cdp_session(page)
        slow = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}
        await phone.send("Network.enable")
        await phone.send("Network.emulateNetworkConditions", slow)
        await phone.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        await page.goto(address)
        await page.locator(last).first.wait_for(state="attached")
        await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        shifts = await page.evaluate("window.shifts")

    assert sum(value for value, _ in shifts) < 0.05, shifts
    assert errors == []


async def test_a_page_whose_files_did_not_come_is_there_as_soon_as_they_do(chromium: Browser, sqlite_url: str) -> None:
    async with serving(sqlite_url) as (_, url):
        context, _ = await a_browser_of(chromium, PHONE)
        await context.route("**/assets/stranger-*.js", lambda route: route.abort())
        page = await context.new_page()
        await page.goto(url)
        await page.get_by_text("The server does not reply").wait_for()
        await context.unroute("**/assets/stranger-*.js")
        await page.locator("main.stranger").wait_for()


async def test_a_part_whose_file_did_not_come_is_there_as_soon_as_it_does(chromium: Browser, sqlite_url: str) -> None:
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Host") as host:
        match = await match_for(host, "wizards_duel")
        context, errors = await a_browser_of(chromium)
        page = await come_in(context, f"{url}/match/{match.id}", "Ada")
        await sit_down(page)
        await play(page, seed=3)
        await context.route("**/assets/end-*.js", lambda route: route.abort())
        again = await context.new_page()
        await again.goto(page.url)
        await again.locator(".happened .say").wait_for()
        missing = await again.locator(".outcome").count()
        await context.unroute("**/assets/end-*.js")
        await again.locator(".outcome").wait_for()

    assert missing == 0
    assert errors == []


async def test_a_page_is_not_loaded_anew_while_something_is_filled_in(chromium: Browser, sqlite_url: str) -> None:
    """What somebody has written and not sent yet counts more than a part that did not come."""
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Host") as host:
        match = await match_for(host, "wizards_duel")
        context, errors = await a_browser_of(chromium)
        await context.route("**/assets/open_table-*.js", lambda route: route.abort())
        await context.route("**/match/*", _abort_head)
        page = await context.new_page()
        await page.goto(f"{url}/match/{match.id}")
        name = await ask_name(page)
        await name.fill("Ada")
        for _ in range(2):  # Whoever is loaded anew after the first has lost the name by the second.
            async with page.expect_response(lambda response: response.request.method == "HEAD"):
                await context.unroute("**/match/*")
        written = await name.input_value()
        await context.unroute("**/assets/open_table-*.js")
        await name.fill("")
        await page.locator(".happened .say").wait_for()

    assert written == "Ada"
    assert errors == []


async def _abort_head(route: Route) -> None:
    """Let the page wait for the server, as by a HEAD it asks whether it replies."""
    await (route.abort() if route.request.method == "HEAD" else route.continue_())
