"""The whole truth of a match, as the host knows it: the fold of all facts."""

from dataclasses import dataclass

from engines.kit import Fact, GameTruth, PhaseOpened, SeatId, copy_with, evolve_shared, record, seat_id
from engines.wizards_duel import data, facts
from engines.wizards_duel.options import WizardsDuelOptions
from engines.wizards_duel.versions import Rules


@record
class Side:
    """A seat's part of the board. `modifier`, `fogged` and `banned` affect its next cast. `hand` is in pool order."""

    hand: tuple[data.Spell, ...]
    last: data.Spell | None = None
    modifier: int = 0
    fogged: bool = False
    banned: data.Spell | None = None


@record
class Board:
    """The state that Daybreak restores. `shown` contains the spells of the last standing round in the public record."""

    sides: dict[SeatId, Side]
    points: dict[SeatId, int]
    shown: dict[SeatId, data.Shown]
    wisdom_left: bool


@dataclass(frozen=True)
class Truth(GameTruth):
    """
    The state of a match. `duel`, `round` and `attempt` are 0 during the draft.

    `before` is the board before the last round played. `restarts` is the number of restarts since the round began or
    was undone. `secrets` are the hidden spells that have not been revealed yet.
    """

    options: WizardsDuelOptions
    rules: Rules
    pool: tuple[data.Spell, ...]
    items: dict[data.Item, SeatId | None]
    board: Board
    before: Board
    daybreak_left: int
    wins: dict[SeatId, int]
    picks_made: int = 0
    duel: int = 0
    extra: bool = False
    replay: int = 0
    round: int = 0
    attempt: int = 0
    restarts: int = 0
    secrets: tuple[facts.Secret, ...] = ()

    @property
    def advantage(self) -> SeatId | None:
        """The seat that wins ties."""
        seat = self.options.advantage_seat
        return None if seat is None else seat_id(seat)

    @property
    def unowned(self) -> list[data.Item]:
        """Items that can still be drafted, in item order."""
        return [item for item in data.ITEMS if self.items[item] is None]


def start(options: WizardsDuelOptions, rules: Rules) -> Truth:
    """Return the truth before the first fact of a match by these rules."""
    pool = data.pool_of(options.phantasmal_killer)
    board = _fresh(pool, wisdom_left=True)
    return Truth(
        options,
        rules,
        pool,
        options.items.owners(),
        board,
        before=board,
        daybreak_left=options.daybreak_uses,
        wins=dict.fromkeys(data.SEATS, 0),
    )


def go_on(truth: Truth, rules: Rules) -> Truth:
    """Return the truth of a match that continues by these rules."""
    return copy_with(truth, rules=rules)


def evolve(truth: Truth, fact: Fact) -> Truth:
    """Return the truth after one more fact. Facts that only repeat what others imply change nothing."""
    match fact:
        case PhaseOpened(phase=phase) if phase.round != truth.round:
            # No other fact says that a round begins.
            return copy_with(evolve_shared(truth, fact), round=phase.round, attempt=1, restarts=0)
        case facts.RoundPlayed():
            board = Board(truth.board.sides, fact.points, fact.spells, truth.board.wisdom_left)
            return copy_with(truth, board=board, before=truth.board)
        case facts.RoundExplained():
            return copy_with(truth, board=_after(truth, fact))
        case facts.Withheld(seat=seat, spell=spell, restored=restored):
            secret = facts.Secret(truth.duel, truth.replay, truth.round, truth.attempt, seat, spell, restored)
            return copy_with(truth, secrets=(*truth.secrets, secret))
        case facts.Charmed(named=named):
            sides = dict(truth.board.sides)
            for caster, spell in named.items():
                sides[data.OTHER[caster]] = copy_with(sides[data.OTHER[caster]], banned=spell)
            return copy_with(truth, board=copy_with(truth.board, sides=sides))
        case facts.RoundMissed(restarted=True):
            return copy_with(truth, attempt=truth.attempt + 1, restarts=truth.restarts + 1)
        case facts.RoundUndone():
            return copy_with(
                truth,
                board=truth.before,
                daybreak_left=truth.daybreak_left - 1,
                attempt=truth.attempt + 1,
                restarts=0,
            )
        case facts.DuelEnded(wins=wins):
            return copy_with(truth, wins=wins)
        case facts.DuelStarted(duel=duel, extra=extra, replay=replay):
            board = _fresh(truth.pool, wisdom_left=truth.board.wisdom_left)
            return copy_with(
                truth, board=board, before=board, duel=duel, extra=extra, replay=replay, round=1, attempt=1, restarts=0
            )
        case facts.ItemDrafted(seat=seat, item=item):
            return copy_with(truth, items={**truth.items, item: seat}, picks_made=truth.picks_made + 1)
        case facts.HiddenRevealed():
            return copy_with(truth, secrets=())
        case _:
            return evolve_shared(truth, fact)


def _fresh(pool: tuple[data.Spell, ...], *, wisdom_left: bool) -> Board:
    return Board(dict.fromkeys(data.SEATS, Side(pool)), dict.fromkeys(data.SEATS, 0), {}, wisdom_left)


def _after(truth: Truth, round_: facts.RoundExplained) -> Board:
    """Return the board after C10. It is not used if the duel has ended, so this is not checked."""
    board = truth.board
    sides: dict[SeatId, Side] = {}
    for seat in data.SEATS:
        spell, restored = round_.spells[seat], round_.restored[seat]
        hand = tuple(
            held for held in truth.pool if held == restored or (held != spell and held in board.sides[seat].hand)
        )
        effect = data.aftermath(spell, round_.spells[data.OTHER[seat]])
        last = None if data.SPELLS[spell].foresees else spell
        sides[seat] = Side(hand, last, effect.modifier, effect.fogged)
    wisdom_left = board.wisdom_left and data.WISDOM not in round_.spells.values()
    return Board(sides, board.points, board.shown, wisdom_left)
