"""The code on docs/sdk.md does what the page says."""

from __future__ import annotations

import asyncio
import re
import textwrap
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from moirai_client import Bot, Client
from moirai_client.schemas import Move, ViewReply
from server.operations.cli import app
from tests.server.world import World

PAGE = (Path(__file__).parents[2] / "docs" / "sdk.md").read_text(encoding="utf-8")
PLAY, BOT, FOLLOW, KEEP = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


class EnoughError(Exception):
    """Something was printed."""


async def _run(code: str, **names: Any) -> dict[str, Any]:  # noqa: ANN401  # whatever the code mentions
    """Run code that awaits, among these names; all names after it."""
    body = f"async def run():\n{textwrap.indent(code, '    ')}\n    return locals()"
    space = {"Bot": Bot, "Client": Client, "Move": Move, "ViewReply": ViewReply, **names}
    exec(compile(body, "docs/sdk.md", "exec", dont_inherit=True), space)
    async with asyncio.timeout(60):
        found: dict[str, Any] = await space["run"]()
    return found


async def test_five_lines_play_a_match(world: World) -> None:
    printed: list[Any] = []
    assert len(PLAY.splitlines()) == 5

    await _run(PLAY, SERVER=world.url, print=printed.append)

    assert set(printed[0]["rank"]) == {"a", "b"}


async def test_the_bot_plays_its_strongest_spell(world: World) -> None:
    bot = (await _run(BOT))["Strongest"]

    found = await _run(PLAY, SERVER=world.url, print=lambda _: None, Bot=bot)

    assert found["view"]["status"] == "over"
    events = await world.connect("", found["client"].token).events(found["match"].id)
    moves = [fact["move"] for event in events for fact in event["facts"] if fact["type"] == "submitted"]
    assert moves[0] == {"type": "cast", "spell": "x"}


async def test_the_stream_tells_its_events(world: World) -> None:
    async with await Client.sign_up(world.url, "Ada") as ada:
        match = await ada.create_match({"game": "wizards_duel"})

        def once(*told: Any) -> None:  # noqa: ANN401
            raise EnoughError(*told)

        with pytest.raises(EnoughError) as caught:
            await _run(FOLLOW, match=match, cursor=0, print=once)

    assert caught.value.args == (1, ["match_created"])


async def test_what_it_keeps_goes_to_the_verifier(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with await Client.sign_up(world.url, "Ada") as ada:
        seats: Any = {"a": {}, "b": {"bot": True}}
        match = await ada.create_match(
            {"game": "wizards_duel", "seats": seats, "pace": "eager", "autostart": True, "open_log": True}
        )
        bot = Bot(ada)
        await bot.run(match.id)
        assert bot.kept is not None
        match.kept = bot.kept

        await _run(KEEP, match=match, Path=Path)

    verified = CliRunner().invoke(app, ["verify", "match.ndjson", "--kept", "kept.json"])
    assert verified.exit_code == 0, verified.output
    assert f"stream of a in match {match.id}: " in verified.output
