"""Players are told that it is their turn: by notifications while no page is open, by a tone, by the title."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, Final

import httpx

from moirai_client import Client
from tests.secrecy.wire.requests import PUSH
from tests.serving import serving
from tests.waiting import patience, patiently
from tests.web.people import SMALL_PHONE, TOKEN, a_browser_of, come_in, guests, match_for, sit_down

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Page

Json = Any

# A browser without a profile refuses subscriptions, and its push service is not ours to call.
_SUBSCRIBING: Final = """
  window.asked = 0;
  const ask = Notification.requestPermission;
  Notification.requestPermission = () => { window.asked++; return ask.call(Notification); };
  let subscription = null;
  PushManager.prototype.getSubscription = async () => subscription;
  PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
    window.key = applicationServerKey;
    const json = { endpoint: "https://fcm.googleapis.com/fcm/send/x", keys: KEYS };
    return (subscription = {
      options: { applicationServerKey: null },
      toJSON: () => json,
      unsubscribe: async () => { subscription = null; return true; },
    });
  };
""".replace("KEYS", json.dumps(PUSH["keys"]))

_TONES: Final = """
  window.tones = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (when) { window.tones.push(this.frequency.value); start.call(this, when); };
"""


async def test_a_browser_is_subscribed_by_a_click_and_unsubscribed_by_signing_out(
    chromium: Browser, sqlite_url: str
) -> None:
    async with serving(sqlite_url, push_contact="mailto:operator@example.org") as (_, url):
        context, errors = await a_browser_of(chromium, SMALL_PHONE, service_workers="allow")
        await context.grant_permissions(["notifications"], origin=url)
        await context.add_init_script(_SUBSCRIBING)
        page = await come_in(context, url, "Ada")
        token = await page.evaluate(TOKEN)
        await page.locator(".account > summary").click()
        asked_before = await page.evaluate("window.asked")
        switch = page.get_by_label("Notify me")
        await switch.click()
        await page.get_by_text("cannot read them").wait_for()
        subscribed = await _subscriptions(url, token)
        key = await page.evaluate("window.key")
        await page.reload()
        await page.locator(".account > summary").click()
        remembered = await switch.is_checked()
        await page.get_by_role("button", name="Sign out on this device").click()
        await page.locator(".account").get_by_role("button", name="Sign out").click()
        await page.get_by_role("button", name="I have played here").wait_for()
        left = await _subscriptions(url, token)

    assert asked_before == 0
    assert [one["service"] for one in subscribed["subscriptions"]] == ["fcm.googleapis.com"]
    assert key == subscribed["application_server_key"]
    assert remembered
    assert left["subscriptions"] == []
    assert errors == []


async def test_people_choose_reminders_and_make_an_address_for_their_calendar(
    chromium: Browser, sqlite_url: str
) -> None:
    async with serving(sqlite_url) as (_, url):
        context, errors = await a_browser_of(chromium, SMALL_PHONE)
        page = await come_in(context, url, "Ada")
        await page.locator(".account > summary").click()
        await page.get_by_text("Reminders and calendar").click()
        await page.get_by_label("The end: Calendar").click()
        await page.get_by_label("Seats and rounds: Notification").click()
        await page.get_by_role("button", name="Make an address").click()
        address = await page.locator("input[aria-label='My calendar']").input_value()
        async with httpx.AsyncClient(verify=False) as http:
            calendar = await http.get(address)
        await page.reload()
        await page.locator(".account > summary").click()
        await page.get_by_text("Reminders and calendar").click()
        chosen = [
            await page.get_by_label(f"{kind}: {way}").is_checked()
            for way in ("Notification", "Calendar")
            for kind in ("A phase waits for me", "Before its deadline", "Seats and rounds", "The end")
        ]
        wide = await page.evaluate("document.documentElement.scrollWidth")
        await page.get_by_role("button", name="Delete the address").click()
        await page.get_by_role("button", name="Make an address").wait_for()
        async with httpx.AsyncClient(verify=False) as http:
            gone = await http.get(address)

    assert (calendar.status_code, calendar.text[:15]) == (200, "BEGIN:VCALENDAR")
    assert chosen == [True, True, False, True, True, True, True, True]
    assert wide <= SMALL_PHONE[0]
    assert gone.status_code == 404
    assert errors == []


async def test_what_is_pushed_is_shown_once_for_a_match_and_opens_it(chromium: Browser, sqlite_url: str) -> None:
    async with serving(sqlite_url) as (_, url):
        context, _ = await a_browser_of(chromium, service_workers="allow")
        await context.grant_permissions(["notifications"], origin=url)
        page = await context.new_page()
        await page.goto(url)
        await page.evaluate(
            "navigator.serviceWorker.register('/service-worker.js').then(() => navigator.serviceWorker.ready)"
        )
        while_looking = await _push(context, page, url, "Ignored.")
        await page.goto("about:blank")
        await _push(context, page, url, "Your move is awaited.")
        await _push(context, page, url, "Your deadline is near.")
        await page.goto(url)
        shown = await _shown(page)
        opened = await context.service_workers[0].evaluate(
            """async () => {
              let opened;
              self.clients.openWindow = async (path) => { opened = path; };
              const [notification] = await self.registration.getNotifications();
              self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
              while (!opened) await new Promise((done) => setTimeout(done, 10));
              return opened;
            }"""
        )

    assert while_looking == []
    assert [(one["title"], one["tag"]) for one in shown] == [("Wizard's Duel", "m1")]
    assert shown[0]["body"].startswith("Your deadline is near. ⏳ ")
    assert opened == "/match/m1"


async def test_a_tone_tells_of_a_turn_if_it_is_switched_on_and_the_title_changes(
    chromium: Browser, sqlite_url: str
) -> None:
    async with guests(sqlite_url, "Host", "Bo") as (url, (host, bo)):
        match = await match_for(host, "wizards_duel", free=2)
        context, errors = await a_browser_of(chromium)
        await context.add_init_script(_TONES)
        page = await come_in(context, url, "Ada")
        await page.locator(".account > summary").click()
        await page.get_by_label("Sound", exact=True).click()
        await _two_tones(page)
        await asyncio.sleep(2.1)  # Tones of one browser are at least that far apart.
        await page.goto(f"{url}/match/{match.id}")
        await sit_down(page)
        before = await page.title()
        await bo.match(match.id).take_free_seat()
        await _two_tones(page)
        title = await page.title()

    assert before == "Wizard's Duel, waiting for players · Moirai"
    assert title == "Your move: Wizard's Duel · Moirai"
    assert errors == []


async def test_news_of_a_tournament_is_shown_on_another_page_with_the_way_there(
    chromium: Browser, sqlite_url: str
) -> None:
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Dana") as director:
        context, errors = await a_browser_of(chromium, SMALL_PHONE)
        page = await come_in(context, url, "Ada")
        ada = {"Authorization": f"Bearer {await page.evaluate(TOKEN)}"}
        async with httpx.AsyncClient(
            base_url=url, headers={"Authorization": f"Bearer {director.token}"}, verify=False
        ) as http:
            body = {"label": "Friday duels", "system": "own", "match": {"game": "wizards_duel"}}
            tournament_id = (await http.post("/v1/tournaments", json=body)).json()["tournament_id"]
            place = f"/v1/tournaments/{tournament_id}"
            await http.post(f"{place}/actions", json={"type": "open"})
            await http.put(f"{place}/entrants/me", json={}, headers=ada)
            await page.get_by_text("You are in the tournament.").wait_for()
            await http.post(f"{place}/actions", json={"type": "add_bots", "count": 2})
            tables = [{"entrants": ["e2", "e3"]}, {"entrants": ["e1"], "bye": "bye"}]
            await http.post(f"{place}/actions", json={"type": "set_pairings", "tables": tables})
        await page.get_by_text("Round 1: you have a bye.").wait_for()
        await page.locator(".news").get_by_role("link", name="Friday duels").click()
        await page.wait_for_url(f"{url}/tournament/{tournament_id}")
        await page.get_by_text("Round 1: you have a bye.").wait_for(state="detached")

    assert errors == []


async def _two_tones(page: Page) -> None:
    wait = "async () => { while (window.tones.length < 2) await new Promise((done) => setTimeout(done, 50)); }"
    await patiently(page.evaluate(wait))


async def _subscriptions(url: str, token: str) -> Json:
    async with httpx.AsyncClient(base_url=url, verify=False) as http:
        reply = await http.get("/v1/me/push-subscriptions", headers={"Authorization": f"Bearer {token}"})
    return reply.json()


async def _push(context: BrowserContext, page: Page, origin: str, body: str) -> list[Json]:
    """Hand a message to the service worker, as the browser does; return what is shown then, if the page can tell."""
    said = {"tag": "m1", "title": "Wizard's Duel", "body": body, "cursor": 4}
    fact = {"type": "awaited", "match_id": "m1", "closes_at": "2040-01-01T00:00:30.000000Z"}
    devtools = await context.new_cdp_session(page)
    found: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def note(event: Json) -> None:
        for one in event["registrations"]:
            if one["scopeURL"] == f"{origin}/" and not found.done():
                found.set_result(one["registrationId"])

    devtools.on("ServiceWorker.workerRegistrationUpdated", note)
    await devtools.send("ServiceWorker.enable")
    async with patience():
        registration = await found
    message = {"origin": origin, "registrationId": registration, "data": json.dumps({**said, "fact": fact})}
    await devtools.send("ServiceWorker.deliverPushMessage", message)
    await asyncio.sleep(0.3)
    return [] if page.url == "about:blank" else await _shown(page)


async def _shown(page: Page) -> list[Json]:
    """Return the notifications on the screen."""
    shown: list[Json] = await page.evaluate(
        "navigator.serviceWorker.ready.then((one) => one.getNotifications())"
        ".then((all) => all.map(({ title, body, tag }) => ({ title, body, tag })))"
    )
    return shown
