"""The check of a match in the page: what the verifier finds, in the language of the page."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from tests.web.boards import at_the_board, faults_of
from tests.web.conftest import WEB
from tests.web.people import guests, match_for

if TYPE_CHECKING:
    from playwright.async_api import Browser, Route

VERIFIER: Final = WEB.parent / "verifier"

LANGUAGES: Final = [WEB / "source" / "strings" / language for language in ("en", "de")]

_CODE: Final = re.compile(r'\b(?:remark|good|bad|fault)\((?:\w+\.seq, )?"(\w+)"')

_ENGLISH: Final = re.compile(r"\b(?:the|entry|was|not|were|message)\b", re.IGNORECASE)


def test_the_page_has_words_in_both_languages_for_all_that_the_verifier_says() -> None:
    said = {code for module in VERIFIER.rglob("*.mjs") for code in _CODE.findall(module.read_text(encoding="utf-8"))}
    texts = [(folder / "fairness.ts").read_text(encoding="utf-8") for folder in LANGUAGES]
    worded = [set(re.findall(r"^    (\w+):", text, re.MULTILINE)) for text in texts]

    assert {"hash", "step", "withheld", "replaced", "stream_differs"} <= said
    assert worded == [said, said]


async def test_a_forged_log_and_what_was_not_checked_are_told_in_german(chromium: Browser, sqlite_url: str) -> None:
    """The log has no private messages; then an entry is changed. Only why a step is impossible is in English."""
    errors: list[str] = []
    async with guests(sqlite_url, "Host", "Ada") as (url, (host, ada)):
        match = await match_for(host, "wizards_duel")
        own = ada.match(match.id)
        await own.take_free_seat()
        page = await at_the_board(chromium, url, ada, match, errors, locale="de-DE", bypass_csp=True)
        await own.say("host:a", "Is there tea?")
        await match.act({"type": "void", "reason": "Enough."})
        await page.get_by_role("button", name="Fairness prüfen").click()
        await page.get_by_text("Alles stimmt überein.").wait_for()
        honest = await page.locator(".checks").inner_text()

        async def forge(route: Route) -> None:
            lines = (await (await route.fetch()).text()).splitlines()
            entry = json.loads(lines[2])
            entry["at"] = "2020-01-01T00:00:00.000000Z"
            await route.fulfill(body="\n".join([*lines[:2], json.dumps(entry, separators=(",", ":")), *lines[3:]]))

        await page.route("**/log*", forge)
        await page.get_by_role("button", name="Fairness prüfen").click()
        await page.get_by_text("Etwas stimmt nicht überein.").wait_for()
        forged = await page.locator(".checks").inner_text()
        [reason] = await page.locator(".checks q[lang=en]").all_text_contents()
        faults = await faults_of(page, "fairness")

    assert "Nicht geprüft: Der Text von einer privaten Nachricht" in honest
    assert "Eintrag 3 wurde nachträglich geändert" in forged
    assert _ENGLISH.search(honest) is None
    assert _ENGLISH.search(forged.replace(reason, "")) is None
    assert faults == []
    assert errors == []
