"""How the golden matches are played: each course plays a whole match of a game and variant, with its own randomness."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final

from engines import hero_of_the_arena
from engines.catalogue import GAMES
from engines.divine_intervention.boons import BUNDLED
from engines.kit import HOST, Viewer
from server.access.errors import RefusedError
from server.logs.store.entry import Decision, Head
from server.matches import commands
from server.matches.hosting import newer_rules
from server.matches.seats import seating
from server.matches.talk import channels
from tests.match_in_process import seats_of
from tests.secrecy.twins.secret_options import otherwise_secret
from tests.secrecy.verifiers.scribe import Scribe, person

Json = Any

_ROUNDS_BEFORE_THE_CUT: Final = 2

_WORDS: Final = ("Well?", "I trust you.", "Né: “jamais”, said she.", "<b>5</b> & 6", "🜁 or 🜄?")


def quiet(game: str, variant: str, random: Random) -> Scribe:
    """Play with silent seats, one of them a bot's; the log opens at the end."""
    match = Scribe(game, variant, bots=(seats_of(game, variant)[-1],), random=random)
    match.start()
    _play_out(match, random, absent=0.3)
    return match


def eventful(game: str, variant: str, random: Random) -> Scribe:
    """Play with reserved and replaced players, messages and every host action; the log stays closed."""
    terms = {"open_log": False, "show_submitted": True, "spectator_lag": 1, "visibility": "unlisted"}
    seats = seats_of(game, variant)
    match = Scribe(game, variant, _options(game, variant, random), terms, guests={seats[0]: "Ada"}, random=random)
    match.reserve(seats[1], "Bo")
    match.act(seating.close_door)
    match.take(seats[0], "Ada", "11" * 32)
    match.take(seats[1], "Bo")
    match.leave(seats[1])
    match.act(seating.open_door)
    match.take(seats[-1], "Cy", "22" * 32)
    match.start()
    _play_out(match, random, absent=0.1, meddle=_meddle)
    return match


def cut_short(game: str, variant: str, random: Random) -> Scribe:
    """Let the host void or adjudicate the match; with a pack where the game has packs."""
    terms = {"spectator_lag": 2}
    match = Scribe(game, variant, _pack(game), terms, random=random)
    match.start()
    while (phase := match.live.state.phase) is not None and (phase.round or 0) <= _ROUNDS_BEFORE_THE_CUT:
        _talk(match, random)
        match.play(1, absent=0.2)
    if match.live.state.ended:
        return match
    if list(GAMES[game].variants).index(variant) % 2:
        match.act(commands.void, "The hall has to be left.", match.seed)
        match.act(commands.note_loss, Head(99, "55" * 32))
    else:
        match.adjudicate({seat: place for place, seat in enumerate(match.seats, start=1)}, "By the points so far.")
    return match


def moved(game: str, variant: str, random: Random) -> Scribe:
    """Begin by the oldest version of the rules, and move to the newest after two phases; a first proposal lapses."""
    oldest, newest = min(GAMES[game].versions), GAMES[game].rules_version
    match = Scribe(game, variant, terms={"rules_version": oldest}, random=random)
    match.start()
    for phase in (1, 2):
        match.act(newer_rules.propose, newest, person("Host"))
        for seat in match.seats[:phase]:
            match.act(newer_rules.agree, seat, newest)
        match.play(1)
    _play_out(match, random, absent=0.3)
    return match


COURSES: Final[dict[str, Callable[[str, str, Random], Scribe]]] = {
    course.__name__: course for course in (quiet, eventful, cut_short)
}
"""For each version of the rules; `moved` is for those that carry over to the newest."""


def _options(game: str, variant: str, random: Random) -> dict[str, Json]:
    """Return other secret options than those of the variant, where there are any."""
    engine = GAMES[game]
    usual = engine.options(variant, {})
    before, after = (options.model_dump(mode="json") for options in (usual, otherwise_secret(engine, usual, random)))
    return {name: value for name, value in after.items() if value != before[name]}


def _pack(game: str) -> dict[str, Json]:
    """Return the bundled pack of a game that has packs, with some names and numbers changed."""
    if game == "hero_of_the_arena":
        pack = json.loads((Path(hero_of_the_arena.__file__).parent / "pack.json").read_text(encoding="utf-8"))
        pack |= {"name": "The Golden Sand"}
        for number, unit in enumerate(pack["draft_units"][:5]):
            unit |= {"name": f"Gladiator {number}", "attack": unit["attack"] + 1}
        return {"pack": pack}
    if game == "divine_intervention":
        boons = [
            {"id": boon.id, "name": f"{boon.name} II", "text": boon.text, "offered": boon.offered}
            | {"numbers": {**boon.numbers} | ({"percent": 200} if boon.id == "harvest" else {})}
            for boon in BUNDLED
        ]
        return {"pack": {"name": "Golden", "boons": boons, "layout": ["YXWVU", "TSRQP", "ONMLK", "JIHGF", "EDCBA"]}}
    return {}


def _play_out(
    match: Scribe, random: Random, absent: float, meddle: Callable[[Scribe, Random], None] = lambda *_: None
) -> None:
    while (phase := match.live.state.phase) is not None:
        _talk(match, random)
        meddle(match, random)
        if match.live.state.phase is not phase:
            continue
        for seat in phase.seats:
            if random.random() < absent:
                continue
            match.submit(seat, keep_thinking=random.random() < 0.1)
            if random.random() < 0.1:
                with suppress(AssertionError):  # A repeat changes nothing.
                    match.submit(seat)
            elif random.random() < 0.1:
                with suppress(RefusedError):  # Not in every phase.
                    match.withdraw(seat)
        match.close()


def _talk(match: Scribe, random: Random) -> None:
    """Send a few messages in open channels."""
    for _ in range(random.randint(0, 3)):
        known = match.live.projection(HOST).channels.values()
        channel = random.choice([channel for channel in known if channel.open])
        with suppress(RefusedError):  # Muted senders.
            match.say(random.choice(channel.members), channel.name, random.choice(_WORDS))


def _meddle(match: Scribe, random: Random) -> None:
    """Take one host action, if it is allowed now and changes anything."""
    seat, phase = random.choice(match.seats), match.live.state.phase
    assert phase is not None
    deeds: list[Callable[[], None]] = [
        lambda: _act(match, channels.mute, seat, "shouting"),
        lambda: _act(match, channels.unmute, seat),
        lambda: _break(match),
        lambda: _act(match, commands.extend, 90, match.now),
        lambda: _act(match, commands.close_now, match.seed, phase.number, match.now),
        lambda: _act(match, seating.hand_over, seat, person(f"{seat}, the second")),
        lambda: _act(match, seating.replace_player, seat, None),
        lambda: _replace(match, seat),
        lambda: match.say(Viewer(seat), f"host:{seat}", "May I?"),
    ]
    with suppress(RefusedError):
        random.choice(deeds)()


def _act(match: Scribe, command: Callable[..., Decision | None], *given: Json) -> None:
    decision = command(match.live.state, *given)
    if decision is not None:
        match.write(decision)


def _break(match: Scribe) -> None:
    match.act(commands.pause, "tea")
    match.wait(minutes=20)
    match.act(commands.resume, match.now)


def _replace(match: Scribe, seat: str) -> None:
    _act(match, seating.replace_player, seat, person(f"{seat}, the third"))
    match.leave(seat)
    _act(match, seating.replace_player, seat, person(f"{seat}, the third"))
    match.take(seat, f"{seat}, the third", "33" * 32)
