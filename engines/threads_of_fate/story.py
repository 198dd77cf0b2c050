"""One line of plain text for each fact, for readers of the terminal."""

from collections.abc import Mapping
from typing import TypeVar

from engines import kit
from engines.threads_of_fate import facts
from engines.threads_of_fate.data import ABILITIES
from engines.threads_of_fate.moves import WeaveMove

NameT = TypeVar("NameT", bound=str)


def narrate(fact: kit.Fact) -> str:
    """Return a line for a fact."""
    match fact:
        case kit.PhaseOpened(phase=phase):
            return f"{len(phase.must)} seats weave."
        case facts.Visited(seat=seat, ability=ability, donated=donated, level=level):
            return f"{seat} visits {ABILITIES[ability].name} and donates {donated}: {ability} at level {level}."
        case facts.Woven(seat=seat, weave=weave):
            return _woven(seat, weave)
        case facts.ThreadBoosted(thread=thread, boosts=boosts, strength=strength):
            return f"{thread} is boosted to strength {strength} by {_doers(boosts)}."
        case facts.ThreadCut(thread=thread, strength=strength, gains=gains):
            return f"{thread} (strength {strength}) is cut: {_paid(gains)}."
        case facts.ThreadSnipped():
            return _snipped(fact)
        case facts.ThreadCreated(thread=thread, strength=strength, golden=golden):
            return f"{thread} is made{', golden' if golden else ''}, of strength {strength} before growth."
        case facts.CreateFailed(thread=thread):
            return f"{thread} exists already: it is not made."
        case facts.ThreadsGrown(strengths=strengths):
            grown = ", ".join(f"{thread} {strength}" for thread, strength in strengths.items())
            return f"The threads grow: {grown}." if grown else "There are no threads."
        case facts.GoldnessTold(goldness=goldness):
            gained = kit.counted({seat: value for seat, value in goldness.items() if value > 0})
            return f"Goldness: {gained}." if gained else ""
        case facts.TwineTold(seat=seat, total=total):
            return f"{seat} has {total} twine."
        case facts.OwnThreads(seat=seat, threads=threads):
            own = _threads({thread.removeprefix(f"{seat}>"): spun for thread, spun in threads.items()})
            return f"{seat}'s threads: {own or 'none'}."
        case facts.FinalStateTold(final=final):
            return _final(final)
        case _:
            return ""


def _woven(seat: kit.SeatId, weave: WeaveMove) -> str:
    deeds = []
    if weave.boost is not None:
        deeds.append(f"boosts {weave.boost}")
    if weave.cut is not None:
        deeds.append(f"cuts {weave.cut}")
    if weave.snip is not None:
        deeds.append(f"snips {weave.snip}")
    if weave.create is not None:
        golden, ahead = " golden" if weave.golden else "", " with a head start" if weave.head_start else ""
        deeds.append(f"creates a{golden} thread to {weave.create}{ahead}")
    if not deeds:
        # `Visited` has its own line.
        return f"{seat} weaves nothing." if weave.visit is None else ""
    return f"{seat} {', '.join(deeds)}."


def _snipped(snipped: facts.ThreadSnipped) -> str:
    left = f"to strength {snipped.strength}" if snipped.strength > 0 else "and is gone"
    paid = _paid(snipped.gains) if snipped.gains else "nobody gains anything"
    return f"{snipped.thread} is snipped by {_doers(snipped.reductions)} {left}: {paid}."


def _final(final: facts.FinalLoom) -> str:
    skills = ", ".join(
        f"{seat} {' '.join(f'{ability}/{level}' for ability, level in abilities.items())}"
        for seat, abilities in final.abilities.items()
        if abilities
    )
    return (
        f"At the end: threads {_threads(final.threads) or 'none'}; goldness {kit.counted(final.goldness)}; "
        f"twine {kit.counted(final.twine)}; abilities {skills or 'none'}."
    )


def _doers(amounts: Mapping[kit.SeatId, int]) -> str:
    return kit.joined(f"{seat} ({amount})" for seat, amount in amounts.items())


def _paid(gains: Mapping[kit.SeatId, int]) -> str:
    verb = "gain" if len(gains) > 1 else "gains"
    return f"{kit.joined(gains)} {verb} {', '.join(map(str, gains.values()))}"


def _threads(threads: Mapping[NameT, facts.SpunThread]) -> str:
    return ", ".join(f"{name} {spun.strength}{' golden' if spun.golden else ''}" for name, spun in threads.items())
