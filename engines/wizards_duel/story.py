"""What happened, in sentences; their templates are in the folder `sentences`."""

from engines.kit import Fact, PhaseOpened, SeatId, Speaker, narrate_shared
from engines.wizards_duel import facts
from engines.wizards_duel.data import HIDDEN, SEATS, Shown


def narrate(fact: Fact, speaker: Speaker) -> str:
    """Return a sentence or more for a fact; empty if another fact of the same event says it."""
    match fact:
        case facts.ItemDrafted(seat=seat, item=item):
            return speaker.say("item_drafted", seat=speaker.seat(seat), item=speaker.title("item", item))
        case facts.DuelStarted(duel=duel, extra=extra, replay=replay):
            return "" if replay else speaker.say("extra_duel_started" if extra else "duel_started", duel=duel)
        case facts.RoundPlayed():
            return _round(fact, speaker)
        case facts.Withheld(seat=seat):
            return _secret("withheld", fact, speaker, seat)
        case facts.RoundExplained():
            return _say_explanation(fact, speaker)
        case facts.RoundMissed(absent=absent, restarted=restarted):
            key = "restarted" if restarted else "missed" if len(absent) == 1 else "missed.by_both"
            return speaker.say(key, seat=speaker.seat(absent[0]))
        case facts.CastVoided(seat=seat, spell=spell):
            return speaker.say("cast_voided", seat=speaker.seat(seat), spell=speaker.title("spell", spell))
        case facts.Charmed(named=named):
            return " ".join(
                speaker.say(
                    "charmed" if spell else "charmed.nothing",
                    seat=speaker.seat(seat),
                    spell=speaker.title("spell", spell),
                )
                for seat, spell in named.items()
            )
        case facts.RoundUndone(seat=seat, round=round_):
            return speaker.say("round_undone", seat=speaker.seat(seat), round=round_)
        case facts.DuelEnded(winner=winner, reason=reason, points=points, wins=wins):
            name = speaker.seat(winner) if winner else ""
            return speaker.say(f"duel_ended.{reason}", seat=name, points=_score(points), wins=_wins(wins, speaker))
        case facts.HiddenRevealed(secrets=secrets):
            sentences = (_secret("secret", one, speaker, one.seat, duel=one.duel, round=one.round) for one in secrets)
            return speaker.say("hidden_revealed", secrets=" ".join(sentences))
        case facts.MatchDecided(winner=winner, reason=reason):
            return speaker.say(f"match_decided.{reason}", seat=speaker.seat(winner))
        case PhaseOpened(phase=phase) if phase.name == "draft":
            return speaker.say("draft", seat=speaker.seats(phase.must))
        case PhaseOpened():
            return narrate_shared(fact, speaker)
        case _:
            return ""


def _round(played: facts.RoundPlayed, speaker: Speaker) -> str:
    casts = []
    for seat in SEATS:
        spell = played.spells[seat]
        key = ("dealt" if seat in played.absent else "cast") + (".hidden" if spell == HIDDEN else "")
        casts.append(speaker.say(key, seat=speaker.seat(seat), spell=speaker.title("spell", spell)))
    if played.instant is not None:
        result = speaker.say("wins_at_once", seat=speaker.seat(played.instant))
    elif played.winner is None:
        result = speaker.say("nobody_scores")
    else:
        result = speaker.say("scores", seat=speaker.seat(played.winner), gain=played.gain[played.winner])
    score = _score(played.points)
    sentences = [speaker.say("round_played", casts=", ".join(casts), result=result, points=score)]
    sentences += [_say_restored(seat, spell, speaker) for seat, spell in played.restored.items() if spell is not None]
    return " ".join(sentences)


def _say_restored(seat: SeatId, spell: Shown, speaker: Speaker) -> str:
    key = "restored.hidden" if spell == HIDDEN else "restored"
    return speaker.say(key, seat=speaker.seat(seat), spell=speaker.title("spell", spell))


def _say_explanation(explained: facts.RoundExplained, speaker: Speaker) -> str:
    spells = {seat: speaker.title("spell", spell) for seat, spell in explained.spells.items()}
    strengths = (
        speaker.say(
            "strength.none" if strength is None else "strength",
            spell=spells[seat],
            seat=speaker.seat(seat),
            strength=strength,
        )
        for seat, strength in explained.strengths.items()
    )
    parts = [speaker.say("round_explained", strengths=", ".join(strengths))]
    parts += [speaker.say("round_explained.cancelled", spell=spells[seat]) for seat in explained.cancelled]
    if explained.cause:
        parts.append(speaker.say("round_explained.cause", spell=speaker.title("spell", explained.cause)))
    return " ".join(parts)


def _secret(key: str, secret: facts.Secret | facts.Withheld, speaker: Speaker, seat: SeatId, **parts: object) -> str:
    what = "both" if secret.spell and secret.restored else "cast" if secret.spell else "restored"
    return speaker.say(
        f"{key}.{what}",
        seat=speaker.seat(seat),
        spell=speaker.title("spell", secret.spell),
        restored=speaker.title("spell", secret.restored),
        **parts,
    )


def _score(points: dict[SeatId, int]) -> str:
    return "–".join(str(points[seat]) for seat in SEATS)


def _wins(wins: dict[SeatId, int], speaker: Speaker) -> str:
    return ", ".join(speaker.say("wins", seat=speaker.seat(seat), number=wins[seat]) for seat in SEATS)
