"""Everything that a viewer can observe of a match at one moment, by name, as text."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from pydantic import JsonValue, TypeAdapter

from engines.bots import choose
from engines.kit import ENGLISH, HOST
from server.access.errors import RefusedError, ThrottledError
from server.access.scopes import EVERY_SCOPE
from server.api.models.matches import MatchDetails
from server.api.routes import matches, playing
from server.logs.aggregates.lines import Lines, Retelling
from server.logs.aggregates.projection import facts_addressed_to
from server.matches import commands
from server.matches.hosting.host_actions import (
    ClosePhaseAction,
    HostAction,
    MuteAction,
    PauseAction,
    TakeRoleAction,
)
from server.matches.lists import listings
from server.notifications.news.choices import KINDS
from server.runtime.times import timestamp
from tests.engines.junk import JUNK
from tests.secrecy.twins.hashes import without_hashes
from tests.secrecy.twins.twin import MATCH_ID, Twin, acted, finish, player

Observations: TypeAlias = dict[str, str]

_details = TypeAdapter(MatchDetails)


@dataclass(frozen=True, slots=True)
class Probe:
    """A request that the viewer makes in both worlds, and that changes neither."""

    name: str
    ask: Callable[[Twin], Coroutine[Any, Any, object]]


def observe(world: Twin, after: int, probes: list[Probe], earlier: int | None) -> Observations:
    """
    Observe a world as its viewer.

    Args:
        world: Left unchanged, except that its pushed events are taken.
        after: The cursor up to which events were compared before.
        probes: Further requests.
        earlier: A cursor; the view at that cursor is observed too.
    """
    viewer, caller, now = world.viewer, player(world.viewer), timestamp(world.now)
    view, lines = finish(world.matches.view(caller, MATCH_ID, None, asked=ENGLISH))
    details = matches.render_details(*finish(world.matches.read(caller, MATCH_ID)), now)
    seen = {
        "events": "\n".join(event.text() for event in world.live.events(viewer, after)),
        "pushed events": "\n".join(world.pushed),
        "news": "\n".join(map(str, world.news)),
        "calendar": "\n".join(map(str, world.agenda.items(KINDS, world.now))),
        "reminders": world.reminders,
        "lines": str(_lines(world, after)),
        "lines of the view": str(lines),
        "cursor": str(view.cursor),
        "prompt": json.dumps(view.prompt()),
        "move of a bot": _bots_move(world),
        "view": playing.render_view(MATCH_ID, view, now, ENGLISH).decode(),
        "ETag of the view": playing.etag_of(MATCH_ID, view),
        "details": _details.dump_json(details).decode(),
        "listing": listings.render_listing(listings.list_match(world.state)),
        "own listing": listings.render_reply(listings.list_match_for(caller, world.state)),
    }
    world.pushed.clear()
    world.news.clear()
    if earlier is not None:
        then, lines = finish(world.matches.view(caller, MATCH_ID, earlier, asked=ENGLISH))
        seen[f"view at cursor {earlier}"] = playing.render_view(MATCH_ID, then, now, lines=lines).decode()
    seen |= {probe.name: _answer(world, probe) for probe in probes}
    world.hashes.know(world.state.created.seed_commitment)
    return {name: without_hashes(text, world.hashes) for name, text in seen.items()}


def _bots_move(world: Twin) -> str:
    """Return the move that a bot would choose in the viewer's seat, if the seat can move."""
    phase, engine = world.state.phase, world.state.engine
    if phase is None or world.viewer not in phase.seats:
        return ""
    return choose(engine, world.live.projection(world.viewer).game, "strong", Random(1)).model_dump_json()


def _lines(world: Twin, after: int) -> list[Sequence[str]]:
    """Return the sentences of each event, in every language."""
    cursors = range(after + 1, world.live.projection_so_far(world.viewer).cursor + 1)
    told = [Retelling(Lines(world.live, world.viewer, language)) for language in world.state.engine.sentences]
    return [finish(retelling.lines_of(cursor)) for retelling in told for cursor in cursors]


def _answer(world: Twin, probe: Probe) -> str:
    """Return the reply and what the caller would be told, or the refusal as a client sees it."""
    try:
        reply, entry = world.attempt(probe.ask)
    except RefusedError as error:
        return json.dumps(
            {
                "refused": type(error).__name__,
                "status": error.status,
                "code": error.code.name,
                "message": error.message,
                "pointer": error.pointer,
                "complaints": [dataclasses.asdict(complaint) for complaint in error.complaints],
                "retry_after": error.retry_after_seconds if isinstance(error, ThrottledError) else None,
            }
        )
    told = [] if entry is None else [told.fact for told in facts_addressed_to(world.viewer, entry)]
    return json.dumps({"accepted": _plain(reply), "told": told})


def _plain(reply: object) -> JsonValue:
    match reply:
        case list():
            return [_plain(part) for part in reply]
        case None | str():
            return reply
        case _ if dataclasses.is_dataclass(reply) and not isinstance(reply, type):
            plain: JsonValue = dataclasses.asdict(reply)
            return plain
        case _:
            raise AssertionError("services reply with records")


def probes_of(world: Twin, other: Twin, random: Random) -> list[Probe]:
    """Return requests of the viewer, valid and invalid, some about things that it cannot know to exist."""
    return [*_submissions(world, random), *_talk(world, other, random), *_other_requests(world)]


def _submissions(world: Twin, random: Random) -> list[Probe]:
    phase = world.state.phase
    if phase is None:
        return []
    view = world.live.projection(world.viewer).game
    engine = world.terms.engine
    seat = world.viewer if world.viewer in phase.seats else phase.seats[0]
    sample = engine.sample(world.live.projection(seat).game, random).model_dump(mode="json")
    field = random.choice(list(sample))
    moves: dict[str, JsonValue] = {
        "a legal move": sample,
        "a spoilt move": {**sample, field: random.choice([None, 0, True, "a", [], "1", -1])},
        "junk": random.choice(JUNK),
        "junk in a move": {**sample, random.choice([*sample, "junk"]): random.choice(JUNK)},
    }
    if engine.prompt(view) is not None:
        moves["another legal move"] = engine.sample(view, random).model_dump(mode="json")
    for pending in world.state.submissions.values():
        moves[f"what {pending.submitted.seat} submitted"] = pending.submitted.move
    number = phase.number
    probes = [_submit(f"submitting {name}", number, move) for name, move in moves.items()]
    probes += [_submit(f"submitting for phase {wrong}", wrong, sample) for wrong in (0, number - 1, number + 1)]
    probes += [
        Probe(
            "submitting with the head", lambda world: _submit_with(world, number, sample, world.state.published_head)
        ),
        Probe("submitting with another head", lambda world: _submit_with(world, number, sample, "0" * 64)),
    ]
    return probes + [_withdraw(at) for at in (number - 1, number, number + 1)]


def _submit(name: str, phase: int, move: JsonValue) -> Probe:
    return Probe(name, lambda world: _submit_with(world, phase, move, None))


async def _submit_with(world: Twin, phase: int, move: JsonValue, head: str | None) -> object:
    submission = commands.Submission(phase, move, head=head)
    return await world.matches.submit(player(world.viewer), MATCH_ID, submission, read_at=world.now)


def _withdraw(phase: int) -> Probe:
    return Probe(
        f"withdrawing from phase {phase}",
        lambda world: world.matches.withdraw(player(world.viewer), MATCH_ID, phase, read_at=world.now),
    )


def _talk(world: Twin, other: Twin, random: Random) -> list[Probe]:
    known = list(world.live.projection(world.viewer).channels)
    hidden = {*world.live.projection(HOST).channels, *other.live.projection(HOST).channels} - set(known)
    chosen = [
        *random.sample(known, min(3, len(known))),
        *random.sample(sorted(hidden), min(3, len(hidden))),
        "nowhere",
    ]
    probes = []
    for channel in chosen:
        probes.append(_read(channel, None, None))
        probes.append(_say(channel, "Hello"))
    cursor = random.randint(0, world.live.projection(world.viewer).cursor)
    return [
        *probes,
        _say(chosen[0], "two\nlines"),
        _read(chosen[0], cursor, None),
        _read(chosen[0], None, cursor),
    ]


def _say(channel: str, text: str) -> Probe:
    return Probe(
        f"saying {text!r} in {channel}",
        lambda world: world.talk.say(player(world.viewer), MATCH_ID, channel, text, None),
    )


def _read(channel: str, after: int | None, before: int | None) -> Probe:
    return Probe(
        f"messages of {channel}"
        + (f" after {after}" if after is not None else "")
        + (f" before {before}" if before else ""),
        lambda world: _page(world, channel, after, before),
    )


async def _page(world: Twin, channel: str, after: int | None, before: int | None) -> object:
    return await world.talk.read(player(world.viewer), MATCH_ID, channel, after=after, before=before, limit=5)


def _other_requests(world: Twin) -> list[Probe]:
    """Return requests of hosts, which most viewers may not make."""
    seat = next(seat for seat in reversed(world.state.seat_ids) if seat != world.viewer)
    number = world.state.phase.number if world.state.phase else 0
    caller = player(world.viewer)

    laying_down = TakeRoleAction(type="take_role", player_id=caller.id)

    def closing(phase: int) -> HostAction:
        return ClosePhaseAction(type="close_phase", phase=max(0, phase))

    probes = [
        Probe("a view from the future", lambda world: world.matches.view(caller, MATCH_ID, 2**53)),
        Probe("leaving a seat", lambda world: world.matches.leave_seat(caller, MATCH_ID, seat, EVERY_SCOPE)),
        Probe("pausing", lambda world: acted(world, caller, PauseAction(type="pause", reason="Why not"))),
        Probe("muting", lambda world: acted(world, caller, MuteAction(type="mute", seat=seat, reason="Hush"))),
        Probe("laying down a role", lambda world: acted(world, caller, laying_down)),
        Probe("closing what is closed", lambda world: acted(world, caller, closing(number - 1))),
    ]
    if world.state.status != "open":
        probes.append(Probe("starting", lambda world: world.hosting.start(caller, MATCH_ID, None)))
    if world.viewer == HOST:
        # Closing the phase would tell it results that depend on chance, and its log contains hashes in all places.
        return probes
    return [
        *probes,
        Probe("closing the phase", lambda world: acted(world, caller, closing(number))),
        Probe("reading the log", _log),
    ]


async def _log(world: Twin) -> object:
    lines = await world.matches.read_log(player(world.viewer), MATCH_ID)
    return [line.decode() for line in lines]
