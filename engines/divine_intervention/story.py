"""What happened, in sentences; their templates are in the folder `sentences`."""

from collections.abc import Iterable, Mapping

from engines.divine_intervention import facts
from engines.divine_intervention.data import ELEMENTS, Mana, Room
from engines.divine_intervention.moves import (
    AnyBoonUse,
    BoonOnElement,
    BoonOnRoom,
    BoonOnSeat,
    BoonWithNumber,
    DecreeMove,
    DevoteMove,
)
from engines.kit import Fact, Phase, PhaseOpened, SeatId, Speaker, narrate_shared


def narrate(fact: Fact, speaker: Speaker) -> str:
    """Return a sentence or more for a fact."""
    match fact:
        case PhaseOpened(phase=phase):
            return _say_phase(phase, speaker)
        case facts.RoomsShown():
            return speaker.say("rooms_shown")
        case facts.BoonsOffered(boons=boons):
            return speaker.say("boons_offered", boons=speaker.join(speaker.title("boon", boon.id) for boon in boons))
        case facts.ProphetNamed(seat=seat, prophet=None):
            return speaker.say("no_prophet", seat=speaker.seat(seat))
        case facts.ProphetNamed(seat=seat, prophet=prophet) if prophet is not None:
            return speaker.say("prophet_named", seat=speaker.seat(seat), prophet=speaker.seat(prophet))
        case facts.ProphetOf(seat=seat, deities=deities):
            named = {"seat": speaker.seat(seat), "deities": speaker.seats(deities)}
            return speaker.say("prophet_of", **named) if deities else ""
        case facts.DecreeCounted(seat=seat, decree=decree):
            deeds = _say_decree(decree, speaker)
            if not deeds:
                return speaker.say("does_nothing", seat=speaker.seat(seat))
            return speaker.say("decrees", seat=speaker.seat(seat), deeds=speaker.join(deeds))
        case facts.DevotionCounted(seat=seat, devotion=devotion):
            return speaker.say("devotes", seat=speaker.seat(seat), deeds=speaker.join(_say_devotion(devotion, speaker)))
        case facts.DeityReported():
            return _deity_reported(fact, speaker)
        case facts.ShamanReported():
            return _shaman_reported(fact, speaker)
        case facts.BoonNoticed(notice=notice):
            return " ".join(_say_notice(notice, speaker))
        case facts.PlayEnded(result=result):
            return _play_ended(result, speaker)
        case facts.ShamanRaised(seat=seat, shaman=shaman):
            return speaker.say("shaman_raised", seat=speaker.seat(seat), shaman=speaker.seat(shaman))
        case _:
            return _to_host(fact, speaker) or narrate_shared(fact, speaker)


def _to_host(fact: Fact, speaker: Speaker) -> str:
    """Return a sentence for a fact that only the host learns."""
    match fact:
        case facts.SecretElementSet(element=element):
            return speaker.say("secret_element", element=speaker.title("element", element))
        case facts.KeyGranted(room=room, shamans=shamans) if shamans:
            return speaker.count("key", len(shamans), seats=speaker.seats(shamans), room=speaker.title("room", room))
        case facts.RoadGranted(until=until, shamans=shamans) if shamans:
            return speaker.count("road", len(shamans), seats=speaker.seats(shamans), until=until)
        case facts.AltarGranted(room=room, shamans=shamans) if shamans:
            return speaker.count("altar", len(shamans), seats=speaker.seats(shamans), room=speaker.title("room", room))
        case facts.InfernoTamed(seat=seat):
            return speaker.say("inferno_tamed", seat=speaker.seat(seat))
        case facts.RitualsJudged(verdicts=verdicts):
            return _say_rituals(verdicts, speaker)
        case facts.GainsCounted(mana=mana, piety=piety, zeal=zeal):
            held = {seat: _mana(amounts, speaker) for seat, amounts in mana.items()}
            return speaker.say(
                "gains",
                mana=_scores(held, speaker) or speaker.say("no_mana"),
                piety=_scores(piety, speaker),
                zeal=_scores(zeal, speaker),
            )
        case facts.AuctionHeld(wins=wins):
            won = [_say_win(win.seat, boon, win.bid, speaker) for boon, win in wins.items()]
            return " ".join(won) or speaker.say("no_boon_won")
        case _:
            return ""


def _say_phase(phase: Phase, speaker: Speaker) -> str:
    if phase.name == "anointing":
        return speaker.say("anointing")
    if phase.name == "ascension":
        return speaker.say("ascension", seat=speaker.seats(phase.seats))
    return speaker.say("round", round=phase.round)


def _say_decree(decree: DecreeMove, speaker: Speaker) -> list[str]:
    deeds = []
    if decree.element is not None:
        deeds.append(speaker.say("gives", element=speaker.title("element", decree.element)))
    if decree.prophet is not None:
        deeds.append(speaker.say("names", prophet=speaker.seat(decree.prophet)))
    if decree.bids:
        bids = (speaker.say("bid", bid=bid, boon=speaker.title("boon", boon)) for boon, bid in decree.bids.items())
        deeds.append(speaker.say("bids", bids=", ".join(bids)))
    if decree.boon is not None:
        on, boon = _say_target(decree.boon, speaker), speaker.title("boon", decree.boon.id)
        deeds.append(speaker.say("uses.on", boon=boon, on=on) if on else speaker.say("uses", boon=boon))
    return deeds


def _say_target(use: AnyBoonUse, speaker: Speaker) -> str:
    match use:
        case BoonOnRoom(room=room):
            return speaker.title("room", room)
        case BoonOnElement(element=element):
            return speaker.title("element", element)
        case BoonOnSeat(seat=seat):
            return speaker.seat(seat)
        case BoonWithNumber(number=number):
            return str(number)
        case _:
            return ""


def _say_devotion(devotion: DevoteMove, speaker: Speaker) -> list[str]:
    pray = devotion.pray
    deeds = [speaker.say("prays.not") if pray is None else speaker.say("prays", deity=speaker.seat(pray))]
    rituals = [
        speaker.say("ritual", room=speaker.title("room", ritual.room), mana=_mana(ritual.mana, speaker))
        for ritual in devotion.rituals
    ]
    return [*deeds, speaker.say("rituals", rituals=", ".join(rituals))] if rituals else deeds


def _say_rituals(verdicts: Mapping[SeatId, Mapping[Room, facts.Verdict]], speaker: Speaker) -> str:
    sentences = [
        speaker.say(
            "ritual_judged",
            seat=speaker.seat(seat),
            room=speaker.title("room", room),
            verdict=speaker.title("verdict", verdict),
        )
        for seat, of in verdicts.items()
        for room, verdict in of.items()
    ]
    return speaker.say("rituals_judged", rituals="; ".join(sentences)) if sentences else ""


def _say_notice(notice: facts.BoonNotice, speaker: Speaker) -> list[str]:
    boon = speaker.title("boon", notice["boon"])
    own = "own" in notice
    sentences = [speaker.say("boon.own", boon=boon, piety=notice["piety"]) if own else speaker.say("boon", boon=boon)]
    if "room" in notice:
        sentences.append(speaker.say("boon.room", room=speaker.title("room", notice["room"])))
    if "element" in notice:
        sentences.append(speaker.say("boon.element", element=speaker.title("element", notice["element"])))
    if "until" in notice:
        sentences.append(speaker.say("boon.until", until=notice["until"]))
    if "deity" in notice:
        sentences.append(speaker.say("boon.deity", deity=speaker.seat(notice["deity"])))
    if "converted" in notice:
        sentences.append(speaker.say("boon.converted" if notice["converted"] else "boon.not_converted"))
    if "struck" in notice:
        sentences.append(speaker.say("boon.struck" if notice["struck"] else "boon.not_struck"))
    if notice.get("prayers"):
        sentences.append(speaker.say("boon.prayers", prayers=", ".join(_prayers(notice["prayers"], speaker))))
    return sentences


def _prayers(prayers: Mapping[SeatId, SeatId | None], speaker: Speaker) -> Iterable[str]:
    for shaman, deity in prayers.items():
        yield speaker.say("prayed", seat=speaker.seat(shaman), deity=speaker.seats([deity] if deity else []))


def _deity_reported(report: facts.DeityReported, speaker: Speaker) -> str:
    seat, sentences = speaker.seat(report.seat), list[str]()
    if report.worshipers is not None:
        sentences.append(speaker.count("worshipers", report.worshipers, seat=seat))
    if report.prophet_worshiped is not None:
        sentences.append(speaker.say("prophet_among_them" if report.prophet_worshiped else "prophet_absent"))
    if report.won is not None:
        sentences.append(_say_win(report.seat, report.won.boon, report.won.bid, speaker))
    return " ".join([*sentences, speaker.say("deity_reported", seat=seat, piety=report.piety)])


def _shaman_reported(report: facts.ShamanReported, speaker: Speaker) -> str:
    seat, sentences = speaker.seat(report.seat), list[str]()
    for key, succeeded in (("completes", True), ("fails", False)):
        rooms = [speaker.title("room", room) for room, well in report.rituals.items() if well == succeeded]
        if rooms:
            sentences.append(speaker.say(key, seat=seat, rooms=speaker.join(rooms)))
    return " ".join([*sentences, speaker.say("holds", seat=seat, mana=_mana(report.mana, speaker))])


def _play_ended(result: facts.DivineResult, speaker: Speaker) -> str:
    heaven = (
        speaker.say("deity", seat=speaker.seat(seat), piety=result.piety[seat], zeal=result.zeal[seat])
        for seat in result.heaven
    )
    hell = (speaker.count("shaman", result.rooms[seat], seat=speaker.seat(seat)) for seat in result.hell)
    ranked = speaker.say("play_ended", heaven=", ".join(heaven), hell=", ".join(hell))
    if speaker.in_event:
        return ranked
    stays = speaker.say("stays" if result.second_stays else "stays.not", seat=speaker.seat(result.heaven[1]))
    return f"{ranked} {stays}"


def _say_win(seat: SeatId, boon: str, bid: int, speaker: Speaker) -> str:
    return speaker.say("wins", seat=speaker.seat(seat), boon=speaker.title("boon", boon), bid=bid)


def _mana(mana: Mana, speaker: Speaker) -> str:
    held = [
        speaker.say("mana", number=amount, element=speaker.title("element", element))
        for element, amount in zip(ELEMENTS, mana.amounts, strict=True)
        if amount
    ]
    return speaker.join(held) or speaker.say("no_mana")


def _scores(amounts: Mapping[SeatId, object], speaker: Speaker) -> str:
    return ", ".join(speaker.say("score", seat=speaker.seat(seat), amount=amount) for seat, amount in amounts.items())
