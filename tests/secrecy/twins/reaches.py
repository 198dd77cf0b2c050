"""Check in which facts a game's secrets show against its table: matches are replayed with one secret changed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, TypeVar

from engines.kit import SPECTATOR, Chance, Fact, GameOptions, IllegalMoveError, PhaseOpened, Viewer
from tests.information.rows import OPEN, Reach
from tests.information.tables import row_of, table_of
from tests.secrecy.twins.plays import Match, Moves, Play, Step
from tests.secrecy.twins.secret_options import others_of, with_others
from tests.secrecy.twins.twin import Fate, TwoSeeds

T = TypeVar("T")

_CHANGES: Final = 2
"""How often a secret of one kind is changed in a match."""


_ENDED: Final = ("phase_opened", "channel_closed")
"""Facts that are absent, or all told at once, when a match ends."""


@dataclass(frozen=True, slots=True)
class _Change:
    """A changed secret: its row of the table, and the phase of a draw or a move."""

    row: str
    reach: Reach
    options: GameOptions
    phase: int = 0
    fate: Fate | None = None
    moves: Moves = field(default_factory=dict)


def wrong_reaches(matches: Sequence[Match], *, of_all: bool = True) -> list[str]:
    """Return facts in which a secret shows against the table; `of_all`: and secrets that were never changed."""
    game, wrong, changed = matches[0].engine.name, dict[str, str](), Counter[str]()
    for match in matches:
        for change in _changes(match, Random(f"changes of {game}, {match.name}")):
            if change.reach is OPEN:
                changed[change.row] += 1
                continue
            again = _played_again(match, change)
            changed[change.row] += _had_effect(match, change, again)
            for viewer, kind in _differences(match, change, again):
                if kind not in change.reach:
                    shows = f"The {change.row} shows to {viewer} in `{kind}`, where the table of {game} does not let it"
                    wrong.setdefault(f"{change.row} {kind}", f"{shows} ({match.name}).")
    rare = {f"draw of `{label}`" for label in table_of(game).rare}
    for row in _rows(game) if of_all else ():
        if not changed[row] and row not in rare:
            wrong[row] = (
                f"The {row} was never otherwise in {len(matches)} matches of {game}: nobody can say where it shows."
            )
    return list(wrong.values())


def _rows(game: str) -> list[str]:
    table = table_of(game)
    draws, moves = (f"draw of `{label}`" for label in table.draws), (f"move `{kind}`" for kind in table.moves)
    return [*draws, *moves, *(f"option `{name}`" for name in table.options)]


def _changes(match: Match, random: Random) -> Iterator[_Change]:
    """Return some changes of each kind, one after the other."""
    game, table = match.engine.name, table_of(match.engine.name)
    draws: dict[str, list[tuple[int, str]]] = defaultdict(list)
    moves: dict[str, list[tuple[int, Moves]]] = defaultdict(list)
    for phase, step in enumerate(match.steps):
        for draw in step.draws:
            draws[row_of(table.draws, game, "draws", draw.label)].append((phase, draw.label))
        for seat, move in step.others.items():
            moves[row_of(table.moves, game, "moves", _type(move))].append((phase, {seat: move}))
    for row, drawn in draws.items():
        for phase, label in _sample(drawn, random):
            fate = Fate(match.seed, random.randbytes(32), frozenset({label}))
            yield _Change(f"draw of `{row}`", table.draws[row], match.options, phase, fate=fate)
    for row, made in moves.items():
        for phase, other in _sample(made, random):
            yield _Change(f"move `{row}`", table.moves[row], match.options, phase, moves=other)
    for name in others_of(match.engine):
        options = with_others(match.engine, match.options, [name], random)
        yield _Change(f"option `{name}`", table.options[name][1], options)


def _type(move: object) -> str:
    return str(move["type"]) if isinstance(move, dict) else ""


def _sample(things: list[T], random: Random) -> list[T]:
    return random.sample(things, min(_CHANGES, len(things)))


def _played_again(match: Match, change: _Change) -> Sequence[Step]:
    """Replay the match with the same moves as long as they are legal."""

    def chance(phase: int) -> Chance | TwoSeeds:
        return change.fate.chance(phase) if change.fate and phase == change.phase else Chance(match.seed, phase)

    play = Play(match.engine, change.options, chance)
    for phase, step in enumerate(match.steps[1:], start=1):
        moves = {**step.moves, **(change.moves if phase == change.phase else {})}
        if play.phase is None or set(play.phase.seats) != set(moves):
            break
        try:
            play.close(moves)
        except IllegalMoveError:
            break
    return play.steps


def _had_effect(match: Match, change: _Change, again: Sequence[Step]) -> bool:
    """Return whether the change had any effect."""
    if match.options != change.options:
        return True
    if len(again) <= change.phase:
        return False
    then, now = match.steps[change.phase], again[change.phase]
    return (then.draws, then.moves) != (now.draws, now.moves)


def _differences(match: Match, change: _Change, again: Sequence[Step]) -> Iterator[tuple[Viewer, str]]:
    """Return what each viewer but the mover is told differently, by kind of fact."""
    viewers = [viewer for viewer in (*match.seats, SPECTATOR) if viewer not in change.moves]
    for then, now in zip(match.steps, again, strict=False):
        # If only one of them ends the match, the end is what shows, not the missing phase or the closed channels.
        one_ends = (then.phase is None) != (now.phase is None)
        for viewer in viewers:
            before, after = _by_kind(then, viewer), _by_kind(now, viewer)
            for kind in before.keys() | after.keys():
                if before.get(kind) != after.get(kind) and not (one_ends and kind.startswith(_ENDED)):
                    yield viewer, kind
        if one_ends:
            return


def _by_kind(step: Step, viewer: Viewer) -> dict[str, list[Fact]]:
    """Return the facts that a viewer is told, by the names that the tables have for them."""
    told: dict[str, list[Fact]] = defaultdict(list)
    for addressed in step.facts:
        if addressed.audience.includes(viewer):
            fact = addressed.fact
            name = f"phase_opened {fact.phase.name}" if isinstance(fact, PhaseOpened) else fact.type.rpartition(".")[2]
            told[name].append(fact)
    return told
