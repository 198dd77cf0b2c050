"""A viewer's knowledge of the match: the fold of the facts addressed to it."""

from collections.abc import Sequence
from typing import Final, Literal

from pydantic import Field

from engines import kit
from engines.wizards_duel import facts, records
from engines.wizards_duel.data import SEATS, WISDOM, Duelist, Item, Shown, Spell, Theme, pool_of
from engines.wizards_duel.options import WizardsDuelOptions


class WizardsDuelView(kit.GameView):
    """A Wizard's Duel, as one viewer knows it."""

    game: Literal["wizards_duel"]
    options: WizardsDuelOptions = Field(description="The public options of the match.")
    theme: Theme = Field(description="Which names of the spells to display.")
    pool: tuple[Spell, ...] = Field(description="A full hand; a duel has as many rounds.")
    phase: kit.Phase | None = Field(description="The open phase; null once the match is over.")
    over: bool = Field(description="Whether the match is over.")
    duel: int = Field(description="Counts from 1; 0 during the draft.")
    extra: bool = Field(description="Whether this is the extra duel after equal wins.")
    replay: int = Field(description="How often this duel was replayed.")
    round: int = Field(description="Counts from 1 in each duel.")
    attempt: int = Field(description="Counts from 1 in each round; one more whenever it is reopened.")
    wins: dict[Duelist, int]
    points: dict[Duelist, int] = Field(description="Of the current duel, or the one just finished.")
    items: dict[Item, Duelist | None] = Field(description="The owner of each item; null: none.")
    draft: tuple[Duelist, ...] = Field(description="The seats of the remaining picks, in order.")
    wisdom_left: bool = Field(description="Whether `w` can still be cast.")
    daybreak_left: int = Field(description="The remaining uses of Apollo's Daybreak.")
    hands: dict[Duelist, records.HandView]
    """By seat: what the viewer knows of the hand."""
    pending: dict[Duelist, records.PendingView]
    """What affects the next cast of each seat."""
    rounds: tuple[records.RoundRecord, ...] = Field(description="Of the current duel, or the one just finished.")
    duels: tuple[records.DuelRecord, ...] = Field(description="Finished duels.")
    outcome: records.MatchResult | None
    """How the match ended; null until then."""
    channels: dict[str, tuple[Duelist, ...]] = Field(description="Open channels and the seats that can talk in them.")


_ZEROS: Final[dict[kit.SeatId, int]] = dict.fromkeys(SEATS, 0)
_NOTHING: Final[dict[kit.SeatId, Shown | None]] = dict.fromkeys(SEATS)
_NOBODY: Final[dict[kit.SeatId, Spell | None]] = {}


def look(viewer: kit.Viewer, options: WizardsDuelOptions) -> WizardsDuelView:
    """Return the view before the first fact."""
    pool = pool_of(options.phantasmal_killer)
    return WizardsDuelView(
        viewer=viewer,
        game="wizards_duel",
        options=options,
        theme=options.theme,
        pool=pool,
        phase=None,
        over=False,
        duel=0,
        extra=False,
        replay=0,
        round=0,
        attempt=0,
        wins=_ZEROS,
        points=_ZEROS,
        items=options.items.owners(),
        draft=tuple(kit.seat_id(seat) for seat in options.item_draft),
        wisdom_left=True,
        daybreak_left=options.daybreak_uses,
        hands=records.hands_after(pool, ()),
        pending=records.NO_EFFECTS,
        rounds=(),
        duels=(),
        outcome=None,
        channels={},
    )


def fold(view: WizardsDuelView, fact: kit.Fact) -> WizardsDuelView:
    """Return the view after one more fact. Facts that the view does not use change nothing."""
    match fact:
        case kit.PhaseOpened(phase=phase):
            # No other fact says that a round begins.
            begun = {} if phase.round == view.round else {"round": phase.round, "attempt": 1}
            return view.model_copy(update={"phase": phase, **begun})
        case facts.RoundPlayed():
            return _play(view, fact)
        case facts.Withheld(seat=seat, spell=spell, restored=restored):
            record = records.unveil(view.rounds[-1], seat, spell, restored)
            return _board(view, (*view.rounds[:-1], record))
        case facts.Charmed(named=named):
            record = kit.copy_with(view.rounds[-1], charmed=named)
            pending = records.pending_after(record)
            return view.model_copy(update={"rounds": (*view.rounds[:-1], record), "pending": pending})
        case facts.RoundMissed():
            return _miss(view, fact)
        case facts.RoundUndone():
            return _undo(view)
        case facts.DuelEnded():
            ended = records.DuelRecord(
                fact.duel,
                fact.extra,
                fact.replay,
                fact.winner,
                fact.reason,
                fact.points,
                view.rounds,
            )
            return view.model_copy(
                update={"wins": fact.wins, "duels": (*view.duels, ended), "pending": records.NO_EFFECTS}
            )
        case facts.DuelStarted(duel=duel, extra=extra, replay=replay_):
            fresh = {"duel": duel, "extra": extra, "replay": replay_, "round": 1, "attempt": 1, "points": _ZEROS}
            return _board(view.model_copy(update=fresh), ())
        case facts.ItemDrafted(seat=seat, item=item):
            return view.model_copy(update={"items": {**view.items, item: seat}, "draft": view.draft[1:]})
        case facts.HiddenRevealed(secrets=secrets):
            return _lift_fog(view, secrets)
        case facts.MatchDecided(winner=winner, reason=reason, wins=wins):
            # The consequences for each seat follow with `MatchEnded` in the same resolution.
            result = records.MatchResult(winner, reason, wins, {}, {})
            return view.model_copy(update={"phase": None, "over": True, "outcome": result})
        case kit.MatchEnded(outcome=outcome):
            decided = view.outcome or records.MatchResult(None, None, view.wins, {}, {})
            # The winner comes first, as in earlier versions: the order is part of the view.
            seats = sorted(outcome.rank, key=lambda seat: seat != decided.winner)
            result = kit.copy_with(
                decided,
                rank={seat: outcome.rank[seat] for seat in seats},
                consequences={seat: outcome.consequences.get(seat, []) for seat in seats},
            )
            return view.model_copy(update={"phase": None, "over": True, "outcome": result})
        case kit.ChannelOpened(channel=channel, members=members):
            return view.model_copy(update={"channels": {**view.channels, channel: members}})
        case kit.ChannelClosed(channel=channel):
            left = {name: members for name, members in view.channels.items() if name != channel}
            return view.model_copy(update={"channels": left})
        case _:
            return view


def _play(view: WizardsDuelView, played: facts.RoundPlayed) -> WizardsDuelView:
    record = records.RoundRecord(
        played.round,
        played.attempt,
        played.absent,
        False,
        False,
        kit.intern_dict(played.spells),
        played.winner,
        played.gain,
        played.points,
        played.instant,
        played.restored,
        _NOBODY,
    )
    return view.model_copy(
        update={
            "points": played.points,
            "wisdom_left": view.wisdom_left and WISDOM not in played.spells.values(),
            "rounds": (*view.rounds, record),
            "hands": records.hands_after_round(view.pool, view.hands, record),
            "pending": records.pending_after(record),
        }
    )


def _miss(view: WizardsDuelView, missed: facts.RoundMissed) -> WizardsDuelView:
    record = records.RoundRecord(
        missed.round,
        missed.attempt,
        missed.absent,
        missed.restarted,
        False,
        _NOTHING,
        None,
        _ZEROS,
        view.points,
        None,
        _NOTHING,
        _NOBODY,
    )
    attempt = view.attempt + 1 if missed.restarted else view.attempt
    return view.model_copy(update={"rounds": (*view.rounds, record), "attempt": attempt})


def _undo(view: WizardsDuelView) -> WizardsDuelView:
    undone = kit.copy_with(view.rounds[-1], undone=True)
    rounds = (*view.rounds[:-1], undone)
    standing = records.standing_rounds(rounds)
    update = {
        "points": standing[-1].points if standing else _ZEROS,
        "wisdom_left": view.wisdom_left or WISDOM in undone.spells.values(),
        "daybreak_left": view.daybreak_left - 1,
        "attempt": view.attempt + 1,
    }
    return _board(view, rounds, update)


def _lift_fog(view: WizardsDuelView, secrets: Sequence[facts.Secret]) -> WizardsDuelView:
    """Reveal the hidden spells in the records. `rounds` still contains the rounds of the duel that just ended."""
    by_duel: dict[tuple[int, int], list[facts.Secret]] = {}
    for secret in secrets:
        by_duel.setdefault((secret.duel, secret.replay), []).append(secret)
    duels = tuple(
        kit.copy_with(duel, rounds=_name(duel.rounds, by_duel.get((duel.duel, duel.replay), ()))) for duel in view.duels
    )
    rounds = _name(view.rounds, by_duel.get((view.duel, view.replay), ()))
    return view.model_copy(
        update={
            "duels": duels,
            "rounds": rounds,
            "hands": records.hands_after(view.pool, records.standing_rounds(rounds)),
        }
    )


def _name(rounds: tuple[records.RoundRecord, ...], secrets: Sequence[facts.Secret]) -> tuple[records.RoundRecord, ...]:
    for secret in secrets:
        rounds = tuple(
            records.unveil(record, secret.seat, secret.spell, secret.restored)
            if (record.round, record.attempt) == (secret.round, secret.attempt)
            else record
            for record in rounds
        )
    return rounds


def _board(
    view: WizardsDuelView, rounds: tuple[records.RoundRecord, ...], update: dict[str, object] | None = None
) -> WizardsDuelView:
    """Return the view with these rounds of the current duel, and with everything that follows from them."""
    standing = records.standing_rounds(rounds)
    board: dict[str, object] = {
        "rounds": rounds,
        "hands": records.hands_after(view.pool, standing),
        "pending": records.pending_after(standing[-1]) if standing else records.NO_EFFECTS,
    }
    return view.model_copy(update=board if update is None else board | update)
