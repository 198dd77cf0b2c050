"""One line of plain text for each fact, for readers of the terminal."""

from collections.abc import Iterable, Mapping
from typing import Final, TypeVar

from engines.divine_intervention import facts
from engines.divine_intervention.data import ELEMENTS, Mana, Room
from engines.divine_intervention.moves import DecreeMove, DevoteMove
from engines.kit import Fact, PhaseOpened, SeatId, counted, joined

NameT = TypeVar("NameT", bound=str)

_VERDICTS: Final[dict[facts.Verdict, str]] = {
    "completed": "completed",
    "locked": "locked",
    "eclipsed": "eclipsed",
    "form": "not the mana it takes",
    "rivals": "lost to rivals",
}

_PHASES: Final = {
    "anointing": "The deities name their first prophets.",
    "round": "All submit.",
    "ascension": "The first deity raises one more shaman.",
}


def narrate(fact: Fact) -> str:
    """Return a line for a fact."""
    match fact:
        case PhaseOpened(phase=phase):
            return _PHASES[phase.name]
        case facts.SecretElementSet(element=element):
            return f"Room X takes {element}."
        case facts.RoomsShown(layout=layout):
            return f"The rooms are shown: {' / '.join(layout)}."
        case facts.BoonsOffered(boons=boons):
            return f"Boons offered: {joined(boon.name for boon in boons)}."
        case facts.ProphetNamed(seat=seat, prophet=prophet):
            return f"{seat} has {'no prophet' if prophet is None else f'{prophet} for a prophet'}."
        case facts.ProphetOf(seat=seat, deities=deities):
            return f"{seat} is a prophet of {joined(deities)}." if deities else ""
        case facts.DecreeCounted(seat=seat, decree=decree):
            return _decreed(seat, decree)
        case facts.DevotionCounted(seat=seat, devotion=devotion):
            return _devoted(seat, devotion)
        case facts.KeyGranted(room=room, shamans=shamans):
            return f"A key to room {room}: {_or_nobody(shamans)}."
        case facts.RoadGranted(until=until, shamans=shamans):
            return f"On the Pilgrims' Road up to round {until}: {_or_nobody(shamans)}."
        case facts.AltarGranted(room=room, shamans=shamans):
            return f"A plain altar in room {room}: {_or_nobody(shamans)}."
        case facts.InfernoTamed(seat=seat):
            return f"{seat} tames the inferno."
        case facts.RitualsJudged(verdicts=verdicts):
            return _judged(verdicts)
        case facts.GainsCounted():
            return _gained(fact)
        case facts.AuctionHeld(wins=wins):
            won = ", ".join(f"{boon} to {win.seat} for {win.bid}" for boon, win in wins.items())
            return f"Boons won: {won or 'none'}."
        case facts.BoonNoticed(notice=notice):
            return _noticed(notice)
        case facts.DeityReported():
            return _deity_reported(fact)
        case facts.ShamanReported(seat=seat, rituals=rituals, mana=mana):
            done = [room for room, succeeded in rituals.items() if succeeded]
            failed = [room for room, succeeded in rituals.items() if not succeeded]
            parts = [f"completes {joined(done)}"] if done else []
            parts += [f"fails in {joined(failed)}"] if failed else []
            return f"{seat} {'; '.join([*parts, f'holds {_mana(mana)}'])}."
        case facts.PlayEnded(result=result):
            return _play_ended(result)
        case facts.ShamanRaised(seat=seat, shaman=shaman):
            return f"{seat} raises {shaman}."
        case _:
            return ""


def _decreed(seat: SeatId, decree: DecreeMove) -> str:
    deeds = [] if decree.element is None else [f"gives {decree.element}"]
    if decree.prophet is not None:
        deeds.append(f"names {decree.prophet} for the next round")
    if decree.bids:
        deeds.append(f"bids {', '.join(f'{bid} for {boon}' for boon, bid in decree.bids.items())}")
    if decree.boon is not None:
        _, *parameter = decree.boon.model_dump().values()
        deeds.append(f"uses {decree.boon.id}{''.join(f' ({value})' for value in parameter)}")
    return f"{seat} {'; '.join(deeds) or 'does nothing'}."


def _devoted(seat: SeatId, devotion: DevoteMove) -> str:
    prayer = "prays to nobody" if devotion.pray is None else f"prays to {devotion.pray}"
    rituals = ", ".join(f"{ritual.room} with {_mana(ritual.mana)}" for ritual in devotion.rituals)
    return f"{seat} {prayer}{f'; rituals in {rituals}' if rituals else ''}."


def _judged(verdicts: Mapping[SeatId, Mapping[Room, facts.Verdict]]) -> str:
    told = [f"{seat} in {room}: {_VERDICTS[verdict]}" for seat, of in verdicts.items() for room, verdict in of.items()]
    return f"Rituals: {'; '.join(told)}." if told else ""


def _gained(gains: facts.GainsCounted) -> str:
    mana = ", ".join(f"{seat} {_mana(mana)}" for seat, mana in gains.mana.items())
    return f"Mana: {mana or 'none'}; piety: {counted(gains.piety)}; zeal: {counted(gains.zeal)}."


def _noticed(notice: facts.BoonNotice) -> str:
    told: dict[str, object] = {**notice}
    prayers = notice.get("prayers")
    if prayers is not None:
        told["prayers"] = ", ".join(f"{shaman} to {deity or 'nobody'}" for shaman, deity in prayers.items())
    details = "; ".join(
        f"{name} {value}" for name, value in told.items() if name not in ("round", "boon", "own", "piety")
    )
    brought = f", {notice['piety']} piety" if "own" in notice else ""
    return f"{'Your boon' if brought else 'Boon'} {notice['boon']}{brought}{f': {details}' if details else ''}."


def _deity_reported(report: facts.DeityReported) -> str:
    parts = [f"{report.piety} piety"]
    if report.worshipers is not None:
        parts.insert(0, f"{report.worshipers} worshiper{'' if report.worshipers == 1 else 's'}")
    if report.prophet_worshiped is not None:
        parts.append(f"the prophet {'was' if report.prophet_worshiped else 'was not'} among them")
    if report.won is not None:
        parts.append(f"wins {report.won.boon} for {report.won.bid}")
    return f"{report.seat}: {', '.join(parts)}."


def _play_ended(result: facts.DivineResult) -> str:
    heaven = ", ".join(f"{seat} ({result.piety[seat]} piety, {result.zeal[seat]} zeal)" for seat in result.heaven)
    hell = ", ".join(f"{seat} ({result.rooms[seat]} rooms)" for seat in result.hell)
    second = f"{result.heaven[1]} {'stays' if result.second_stays else 'does not stay'}"
    return f"Heaven: {heaven}. Hell: {hell}. {second}."


def _mana(mana: Mana) -> str:
    held = [f"{amount} {element}" for element, amount in zip(ELEMENTS, mana.amounts, strict=True) if amount]
    return " ".join(held) or "no mana"


def _or_nobody(seats: Iterable[SeatId]) -> str:
    return joined(seats) or "nobody"
