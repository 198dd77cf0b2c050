"""
`moirai admin …`: what the operator does about players, on the database, while servers run or not.

Every step is in the audit, like those of administrators by the API (docs/people.md).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from server.cli.terminal import Database, failures, say, settings_of
from server.people.administration.operator import COMMAND_LINE

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

    from server.people.administration.administration import Administration

app = typer.Typer(
    no_args_is_help=True, help="Suspend players, end access, withdraw names and tokens, and read what was done."
)

PlayerId = Annotated[str, typer.Argument(help="The id of the player.")]
Reason = Annotated[str | None, typer.Option(help="Why; only administrators can read it.")]
_T = TypeVar("_T")


@app.command()
def show(player: PlayerId, database: Database = None) -> None:
    """Show a player with its tokens."""
    from server.access.scopes import scope_text

    account = _run(database, lambda administration: administration.account(player))
    suspended = f", suspended since {account.suspended_at}" if account.suspended_at else ""
    role = ", administrator" if account.administrator else ""
    say(f"{account.player_id} {account.name}{role}{suspended}")
    for way in account.ways_in:
        say(f"  {way.kind} {way.name}: added at {way.added_at}; {way.used_on or 'use not known'}")
    for token in account.tokens:
        used, ends = token.used_on or "not used yet", token.expires_at or "does not expire"
        say(f"  {token.token_id} {token.name}: {scope_text(token.scopes)}; {used}; {ends}")


@app.command()
def suspend(player: PlayerId, reason: Reason = None, database: Database = None) -> None:
    """Stop all tokens of a player from working. Its seats stay, and are silent."""
    _run(database, lambda administration: administration.suspend(COMMAND_LINE, player, reason))
    say("The player is suspended.")


@app.command()
def reinstate(player: PlayerId, reason: Reason = None, database: Database = None) -> None:
    """Let the tokens of a suspended player work again."""
    _run(database, lambda administration: administration.reinstate(COMMAND_LINE, player, reason))
    say("The player is not suspended any more.")


@app.command("withdraw-name")
def withdraw_name(player: PlayerId, reason: Reason = None, database: Database = None) -> None:
    """Give a player a plain name in everything that begins from now on."""
    _run(database, lambda administration: administration.withdraw_name(COMMAND_LINE, player, reason))
    say("The name is withdrawn.")


@app.command("withdraw-tokens")
def withdraw_tokens(
    player: PlayerId,
    token: Annotated[str | None, typer.Option(help="Only the token with this id.")] = None,
    reason: Reason = None,
    database: Database = None,
) -> None:
    """Withdraw all tokens of a player, or one."""
    if token is None:
        _run(database, lambda administration: administration.withdraw_tokens(COMMAND_LINE, player, reason))
    else:
        _run(database, lambda administration: administration.withdraw_token(COMMAND_LINE, player, token, reason))
    say("All tokens are withdrawn." if token is None else "The token is withdrawn.")


@app.command("end-access")
def end_access(
    player: PlayerId,
    added_after: Annotated[
        datetime | None,
        typer.Option(
            formats=["%Y-%m-%dT%H:%M:%S.%fZ", "%Y-%m-%dT%H:%M:%SZ"],
            help="Remove only the ways in that were added after this time in UTC, as `show` prints it; by default all.",
        ),
    ] = None,
    reason: Reason = None,
    database: Database = None,
) -> None:
    """Sign a player out everywhere, withdraw all tokens, and remove ways in."""
    from server.runtime.times import timestamp

    after = None if added_after is None else timestamp(added_after.replace(tzinfo=UTC))
    _run(database, lambda administration: administration.end_access(COMMAND_LINE, player, after, reason))
    say("The player is signed out everywhere.")


@app.command()
def administrators(database: Database = None) -> None:
    """Show all administrators."""
    for player, name, suspended_at in _run(database, lambda administration: administration.administrators()):
        say(f"{player} {name}{f', suspended since {suspended_at}' if suspended_at else ''}")


@app.command("remove-administrator")
def remove_administrator(player: PlayerId, reason: Reason = None, database: Database = None) -> None:
    """Let an administrator be a player as all others."""
    _run(database, lambda administration: administration.remove_administrator(COMMAND_LINE, player, reason))
    say("The player is not an administrator any more.")


@app.command("make-administrator")
def make_administrator(player: PlayerId, reason: Reason = None, database: Database = None) -> None:
    """Make a player an administrator, as the key does that is in the settings."""
    _run(database, lambda administration: administration.make_administrator(player, reason))
    say("The player is an administrator.")


@app.command()
def forget(player: PlayerId, reason: Reason = None, database: Database = None) -> None:
    """Forget a player for good: a running server does it within minutes, or the next one that is started."""
    from server.people.administration.audit import insert_step
    from server.people.forgetting.intent import write_intent
    from server.runtime.clock.clock import SystemClock

    async def ask(engine: AsyncEngine, administration: Administration) -> None:
        await administration.account(player)
        now = SystemClock().now()
        await write_intent(engine, player, now, insert_step(now, COMMAND_LINE, "forgotten", player, reason))

    _run_on(database, ask)
    say("The player is to be forgotten.")


@app.command()
def audit(
    player: Annotated[str | None, typer.Option(help="Only about this player.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="The maximum number of steps.")] = 50,
    database: Database = None,
) -> None:
    """Show what was done about players, the newest first."""
    steps, _ = _run(database, lambda administration: administration.audit(player, None, limit))
    for step in steps:
        why = f": {step.reason}" if step.reason else ""
        say(f"{step.at} {step.by or 'operator'} {step.step} {step.player_id}{why}")


@app.command()
def reports(
    player: Annotated[str | None, typer.Option(help="Only about this player.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="The maximum number of reports.")] = 50,
    database: Database = None,
) -> None:
    """Show what players have reported, the newest first, each with its match and its place in the log."""
    found, _ = _run(database, lambda administration: administration.reports(player, None, limit))
    for one in found:
        say(f"{one.at} {one.match_id} entry {one.seq}: {one.by} ({one.by_seat}) reports {one.player_id} ({one.seat})")
        say(f"  {one.reason}")


def _run(database: str | None, act: Callable[[Administration], Awaitable[_T]]) -> _T:
    return _run_on(database, lambda _, administration: act(administration))


def _run_on(database: str | None, act: Callable[[AsyncEngine, Administration], Awaitable[_T]]) -> _T:
    """Act on the database of the settings, or on this one."""
    from server.people.administration.administration import Administration
    from server.people.identity.changes import Changes
    from server.runtime.clock.clock import SystemClock
    from server.runtime.database.connection import database_errors, open_engine
    from server.runtime.database.schema import check_schema

    settings = settings_of(database=database)

    async def run() -> Any:  # noqa: ANN401  # as `act` returns
        engine, clock = open_engine(settings.database), SystemClock()
        try:
            await check_schema(engine)
            return await act(engine, Administration(engine, clock, Changes(engine)))
        finally:
            await engine.dispose()

    with failures(settings), database_errors():
        result: _T = asyncio.run(run())
        return result
    raise AssertionError("a failure exits")
