"""What happened, in sentences; their templates are in the folder `sentences`."""

from collections.abc import Mapping

from engines.kit import Fact, SeatId, Speaker, narrate_shared
from engines.threads_of_fate import facts
from engines.threads_of_fate.moves import WeaveMove
from engines.threads_of_fate.strands import ThreadId, ends_of


def narrate(fact: Fact, speaker: Speaker) -> str:
    """Return a sentence or more for a fact; empty if another fact of the same event says it."""
    match fact:
        case facts.Visited(seat=seat, ability=ability, donated=donated, level=level):
            return speaker.say(
                "visited" if donated else "visited.free",
                seat=speaker.seat(seat),
                ability=speaker.title("ability", ability),
                donated=donated,
                level=level,
            )
        case facts.Woven(seat=seat, weave=weave):
            return _woven(seat, weave, speaker)
        case facts.ThreadBoosted(thread=thread, boosts=boosts, strength=strength):
            changes = _amounts("gain", boosts, speaker)
            return speaker.say("thread_boosted", thread=_thread(thread, speaker), strength=strength, boosts=changes)
        case facts.ThreadCut(thread=thread, strength=strength, gains=gains):
            cut = speaker.say("thread_cut", thread=_thread(thread, speaker), strength=strength)
            return f"{cut} {_say_gains(gains, speaker)}"
        case facts.ThreadSnipped(thread=thread, reductions=reductions, strength=strength, gains=gains):
            snipped = speaker.say(
                "thread_snipped" if strength > 0 else "thread_snipped.through",
                thread=_thread(thread, speaker),
                strength=strength,
                reductions=_amounts("loss", reductions, speaker),
            )
            return f"{snipped} {_say_gains(gains, speaker)}"
        case facts.ThreadCreated(thread=thread, strength=strength, golden=golden):
            key = "thread_created.golden" if golden else "thread_created"
            return speaker.say(key, thread=_thread(thread, speaker), strength=strength)
        case facts.CreateFailed(thread=thread):
            return speaker.say("create_failed", thread=_thread(thread, speaker))
        case facts.ThreadsGrown(strengths=strengths):
            grown = [_between("between", thread, strength, speaker) for thread, strength in strengths.items()]
            return speaker.say("threads_grown" if grown else "no_threads", threads=", ".join(grown))
        case facts.GoldnessTold(goldness=goldness):
            return _goldness(goldness, speaker)
        case facts.TwineTold(seat=seat, total=total):
            return speaker.say("twine_told", seat=speaker.seat(seat), total=total)
        case facts.OwnThreads(seat=seat, threads=threads):
            own = [
                _between(_key("own_thread", spun), thread, spun.strength, speaker) for thread, spun in threads.items()
            ]
            key = "own_threads" if own else "own_threads.none"
            return speaker.say(key, seat=speaker.seat(seat), threads=", ".join(own))
        case facts.FinalStateTold(final=final):
            return _final(final, speaker)
        case _:
            return narrate_shared(fact, speaker)


def _woven(seat: SeatId, weave: WeaveMove, speaker: Speaker) -> str:
    deeds = []
    if weave.boost is not None:
        deeds.append(speaker.say("boosts", thread=_thread(weave.boost, speaker)))
    if weave.cut is not None:
        deeds.append(speaker.say("cuts", seat=speaker.seat(weave.cut)))
    if weave.snip is not None:
        deeds.append(speaker.say("snips", thread=_thread(weave.snip, speaker)))
    if weave.create is not None:
        how = ("golden_" if weave.golden else "") + ("ahead" if weave.head_start else "plain")
        deeds.append(speaker.say(f"creates.{how}", seat=speaker.seat(weave.create)))
    if not deeds and weave.visit is not None:
        return ""  # `Visited` has its own sentence.
    return speaker.say("woven" if deeds else "woven.nothing", seat=speaker.seat(seat), deeds=speaker.join(deeds))


def _final(final: facts.FinalLoom, speaker: Speaker) -> str:
    threads = [
        _between(_key("between", spun), thread, spun.strength, speaker) for thread, spun in final.threads.items()
    ]
    sentences = [
        speaker.say("final_threads" if threads else "no_threads", threads=", ".join(threads)),
        _goldness(final.goldness, speaker),
        speaker.say("final_twine", amounts=_amounts("amount", final.twine, speaker)),
    ]
    for seat, abilities in final.abilities.items():
        if abilities:
            titles = (
                speaker.say("ability", ability=speaker.title("ability", ability), level=level)
                for ability, level in abilities.items()
            )
            sentences.append(speaker.say("final_abilities", seat=speaker.seat(seat), abilities=speaker.join(titles)))
    return " ".join(filter(None, sentences))


def _goldness(goldness: Mapping[SeatId, int], speaker: Speaker) -> str:
    gained = {seat: value for seat, value in goldness.items() if value > 0}
    return speaker.say("goldness", amounts=_amounts("amount", gained, speaker)) if gained else ""


def _say_gains(gains: Mapping[SeatId, int], speaker: Speaker) -> str:
    return speaker.say("paid" if gains else "paid.nobody", gains=_amounts("gain", gains, speaker))


def _amounts(key: str, amounts: Mapping[SeatId, int], speaker: Speaker) -> str:
    return ", ".join(speaker.say(key, seat=speaker.seat(seat), number=number) for seat, number in amounts.items())


def _thread(thread: ThreadId, speaker: Speaker) -> str:
    source, recipient = ends_of(thread)
    return speaker.say("thread", source=speaker.seat(source), recipient=speaker.seat(recipient))


def _key(key: str, spun: facts.SpunThread) -> str:
    return f"{key}.golden" if spun.golden else key


def _between(key: str, thread: ThreadId, strength: int, speaker: Speaker) -> str:
    source, recipient = ends_of(thread)
    return speaker.say(key, source=speaker.seat(source), recipient=speaker.seat(recipient), strength=strength)
