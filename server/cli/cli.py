"""
The command line: reads arguments, calls one module for each command, prints the result.

A command imports what it takes when it is run: `moirai --help` loads no server.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO, TypeVar

import typer

from server.cli import admin, databases
from server.cli.log_lines import set_up
from server.cli.serving.garbage import loading_for_good
from server.cli.terminal import Database, complain, console, fail, failures, say, settings_of

if TYPE_CHECKING:
    from server.cli.logs.simulate import Simulation

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)

LogFile = Annotated[Path, typer.Argument(help="The exported log (NDJSON).")]
_T = TypeVar("_T")

Hashes = Annotated[list[str] | None, typer.Option(metavar="HASH")]


def main() -> None:
    """Run the command line."""
    set_up()
    try:
        # Not `app()`, which would replace our exception hook with its own, which prints messages.
        code = typer.main.get_command(app)(standalone_mode=False)
    except typer.TyperException as error:
        _tell_usage(error)
        code = error.exit_code
    sys.exit(code)


@app.callback()
def moirai() -> None:
    """A server for games with simultaneous, hidden moves."""


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Overrides MOIRAI_HOST.")] = None,
    port: Annotated[int | None, typer.Option(help="Overrides MOIRAI_PORT; 0 selects a free port.")] = None,
    workers: Annotated[int | None, typer.Option(help="Overrides MOIRAI_WORKERS: the number of processes.")] = None,
    base_path: Annotated[
        str | None, typer.Option(help="Overrides MOIRAI_BASE_PATH: the path under which a proxy offers the server.")
    ] = None,
    database: Database = None,
) -> None:
    """Run the server. It migrates an SQLite database first; use `moirai migrate` for PostgreSQL."""
    with loading_for_good():
        from server.cli.serving import serve as serving
        from server.runtime.settings import unknown_variables

    settings = settings_of(host=host, port=port, workers=workers, base_path=base_path, database=database)
    for name in unknown_variables(os.environ):
        complain(f"Unknown setting {name}: it has no effect.")
    with failures(settings):
        serving.serve(settings, _announce)


app.command()(databases.migrate)
app.command()(databases.backup)
app.command()(databases.prune)
app.command()(databases.restore)
app.command()(databases.archive)
app.command()(databases.restore_from_archive)
app.add_typer(admin.app, name="admin")


@app.command()
def openapi(
    output: Annotated[Path, typer.Option(help="The output folder.")] = Path("openapi"),
    check: Annotated[bool, typer.Option("--check", help="Only compare; exit with 1 if they differ.")] = False,
) -> None:
    """Write the OpenAPI and AsyncAPI documents."""
    from server.api.documents.asyncapi import render as asyncapi_text
    from server.api.documents.openapi import SharedNameError
    from server.api.documents.openapi import render as openapi_text
    from server.app import create_app

    described = create_app(settings_of())
    try:
        texts = {"openapi.json": openapi_text(described), "asyncapi.yaml": asyncapi_text(described)}
    except SharedNameError as error:
        fail(str(error), 1)
    documents = {output / name: text for name, text in texts.items()}
    for path, document in documents.items():
        if not check:
            with _report_unwritable(path):
                path.write_text(document, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != document:
            fail("The document differs from the code: run `moirai openapi`.", 1)


@app.command()
def codes(
    page: Annotated[Path, typer.Option(help="The page that contains the tables.")] = Path("docs/troubleshooting.md"),
    check: Annotated[bool, typer.Option("--check", help="Only compare; exit with 1 if they differ.")] = False,
) -> None:
    """Write the tables of error codes."""
    from server.cli.troubleshooting import NoMarkError, with_tables

    try:
        as_it_is = page.read_text(encoding="utf-8")
        as_it_should_be = with_tables(as_it_is)
    except OSError as error:
        fail(f"{_name_of(page)} cannot be read: {error.strerror}.", 2)
    except NoMarkError as error:
        fail(str(error), 2)
    if not check:
        with _report_unwritable(page):
            page.write_text(as_it_should_be, encoding="utf-8")
    elif as_it_is != as_it_should_be:
        fail("The page differs from the code: run `moirai codes`.", 1)


@app.command("simulate")
def simulate_matches(
    game: Annotated[str, typer.Argument(help="The id of the game, such as wizards_duel.")],
    variant: Annotated[str | None, typer.Option(help="By default the first variant.")] = None,
    options: Annotated[str, typer.Option(help="Options of the match, as a JSON object.")] = "{}",
    matches: Annotated[int, typer.Option(min=1, help="The number of matches.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same matches.")] = 0,
    absent: Annotated[float, typer.Option(min=0, max=1, help="The probability that a seat misses a phase.")] = 0.0,
    log: Annotated[Path | None, typer.Option(help="Write the logs of the matches to this file (NDJSON).")] = None,
) -> None:
    """Play random matches without a server; each seat chooses by its own view."""
    from rich.console import Console
    from rich.progress import track

    from server.cli.logs.simulate import Tally, log_of, simulate

    simulation = _simulation(game, variant, options, seed, absent)
    tally = Tally()
    played = simulate(simulation, matches, tally)
    for simulated in track(played, "Playing", matches, console=Console(stderr=True), transient=True):
        if log is not None:
            with _report_unwritable(log), log.open("w" if simulated.number == 0 else "a", encoding="utf-8") as lines:
                lines.writelines(entry.as_line() for entry in log_of(simulation, simulated))
    rates = f"{tally.matches / tally.seconds:.0f} matches/s, {tally.phases / tally.seconds:.0f} phases/s"
    say(f"{tally.matches} matches of {tally.phases / tally.matches:.1f} phases, {rates}")
    for winner, count in sorted((tally.winners or {}).items()):
        say(f"won by {winner}: {count}")


@app.command()
def replay(
    file: LogFile,
    seat: Annotated[str | None, typer.Option(help="Show what this seat saw; by default, what the host saw.")] = None,
    spectator: Annotated[bool, typer.Option("--spectator", help="Show what spectators saw.")] = False,
    match: Annotated[str | None, typer.Option(help="Show only this match of the file.")] = None,
) -> None:
    """Show a match round by round."""
    from engines.kit import HOST, SPECTATOR, Viewer
    from server.cli.logs.logfile import read_log_file
    from server.cli.logs.replay import UnknownViewerError, narrate_log

    if seat and spectator:
        fail("Use either --seat or --spectator: a replay has one viewer.", 2)
    viewer = Viewer(seat) if seat else SPECTATOR if spectator else HOST
    logs = _read(file, read_log_file)
    if match is not None:
        logs = {match_id: entries for match_id, entries in logs.items() if match_id == match}
        if not logs:
            fail("The match is not in the file.", 2)
    for match_id, entries in logs.items():
        try:
            for heading, line in narrate_log(entries, viewer):
                if heading:
                    console.print()
                say(line if heading else f"  {line}", style="bold" if heading else None)
        except UnknownViewerError as error:
            fail(str(error), 2)
        except Exception as error:  # A log from elsewhere can hold anything.
            fail(
                f"The log of match {match_id} cannot be shown ({type(error).__name__}): run `moirai verify`.",
                2,
            )


@app.command("verify")
def verify_logs(
    file: LogFile,
    commitment: Hashes = None,
    receipt: Hashes = None,
    head: Hashes = None,
    kept: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file that the Python client or the page saved.")
    ] = None,
    seat: Annotated[
        str | None, typer.Option(help="The viewer of the events in --events: a seat, `spectator` or `host`.")
    ] = None,
    events: Annotated[Path | None, typer.Option(metavar="FILE", help="The events that this viewer received.")] = None,
) -> None:
    """
    Verify a log: its hash chain, its seed and every step. Exits with 1 if anything is wrong.

    It can also compare the log with what you saved during the match: the commitment to the seed, the receipts of all
    your submissions and withdrawals, the heads of its phases, and the events of your stream. --commitment, --receipt
    and --head can be repeated.
    """
    from server.cli.logs.logfile import read_log_file, read_whole
    from server.cli.logs.seals import Kept, read_events, read_kept
    from server.cli.logs.verify import judge

    if (seat is None) != (events is None):
        fail("--seat and --events must be used together.", 2)
    given = Kept(commitment or (), receipt or (), head or ())
    if kept is not None:
        given += _read(kept, lambda file: read_kept(read_whole(file)))
    if events is not None:
        given += _read(events, lambda file: read_events(seat or "", read_whole(file)))
    judgement = judge(_read(file, read_log_file), given)
    for line in judgement.lines:
        say(line)
    if not judgement.good:
        raise typer.Exit(1)


@app.command("new-game")
def new_game_files(name: Annotated[str, typer.Argument(help="The game's id, such as rock_paper_scissors.")]) -> None:
    """Write a small game into a checkout: it can be played at once, and its author changes it."""
    from server.cli.new_game import NewGameError, new_game

    try:
        written = new_game(name)
    except NewGameError as error:
        fail(str(error), 2)
    except OSError as error:
        fail(f"The game cannot be written: {error.strerror}.", 2)
    for path in written:
        say(path)
    say(f"Next: `moirai simulate {name}`, then `make openapi`. docs/engines.md says what to write in which file.")


def _tell_usage(error: typer.TyperException) -> None:
    """Print what is wrong with a command line, without its values: one may be a URL with a password."""
    kind = type(error).__name__  # Typer has no public names for these.
    if kind == "NoArgsIsHelpError":  # the help has been printed
        return
    context: typer.Context | None = getattr(error, "ctx", None)
    parameter = getattr(error, "param", None)
    named = parameter.get_error_hint() if parameter else getattr(error, "option_name", "")
    commands = ", ".join(getattr(context.command, "commands", ())) if context else ""
    sentences = {
        "NoSuchOption": "Unknown option.",
        "BadOptionUsage": f"The option {named} has no value, or a value that it does not support.",
        "MissingParameter": f"{named} is missing.",
        "BadParameter": f"The value of {named} is not valid.",
    }
    otherwise = f"Use one of the commands {commands}." if commands else "There are too many arguments."
    typer.echo(sentences.get(kind, otherwise), err=True)
    if context:
        typer.echo(f"{context.get_usage()}\nTry `{context.command_path} --help`.", err=True)


def _announce(address: str) -> None:
    from server.api.routes import web

    say(f"Moirai is at {address}")
    say(f"  Play: {address}/" if web.is_built(web.folder()) else f"  {web.MISSING}")
    say(f"  Documentation: {address}/docs (start with {address}/docs/quickstart)")
    say(f"  API: {address}/docs/api (for programs: {address}/openapi.json and {address}/asyncapi.yaml)")
    say("  Stop with Ctrl-C.")
    sys.stdout.flush()


def _simulation(game: str, variant: str | None, options: str, seed: int, absent: float) -> Simulation:
    from engines.catalogue import GAMES
    from engines.kit import BadOptionsError
    from server.cli.logs.simulate import Simulation

    engine = GAMES.get(game)
    if engine is None:
        fail(f"There is no such game. The games are {', '.join(GAMES)}.", 2)
    chosen = variant or next(iter(engine.variants))
    if chosen not in engine.variants:
        fail(f"The variants of {game} are {', '.join(engine.variants)}.", 2)
    try:
        overrides = json.loads(options)
        if not isinstance(overrides, dict):
            fail("--options must be a JSON object.", 2)
        return Simulation(game, chosen, engine.options(chosen, overrides), seed, absent)
    except BadOptionsError as error:
        fail(f"{error.pointer or '--options'}: {error.message}", 2)
    except (ValueError, RecursionError):
        fail("--options must be a JSON object.", 2)


def _read(path: Path, read: Callable[[BinaryIO], _T]) -> _T:
    from server.cli.logs.logfile import UnreadableLogError

    try:
        with path.open("rb") as file:
            return read(file)
    except UnreadableLogError as error:
        fail(f"{_name_of(path)}: {error}", 2)
    except OSError as error:
        fail(f"{_name_of(path)} cannot be read: {error.strerror}.", 2)


def _name_of(path: Path) -> str:
    """The path, unless it is a database URL in the wrong place: that may contain a password."""
    return "The file" if "@" in str(path) or ":" in str(path) else str(path)


@contextmanager
def _report_unwritable(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        fail(f"{_name_of(path)} cannot be written: {error.strerror}.", 2)


if __name__ == "__main__":
    main()
