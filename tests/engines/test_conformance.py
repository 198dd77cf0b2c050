"""The contract of every game, tested for every game and variant of the catalogue (docs/engines.md)."""

from __future__ import annotations

import contextlib
import dataclasses
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator, meta
from pydantic import JsonValue, TypeAdapter

from engines.catalogue import GAMES
from engines.kit import (
    EVERYONE,
    HOST,
    SPECTATOR,
    AnyEngine,
    Audience,
    Chance,
    ChannelClosed,
    ChannelOpened,
    IllegalMoveError,
    MatchEnded,
    Outcome,
    PhaseOpened,
    only,
)
from engines.play import play
from tests.engines.bearing import require_borne
from tests.engines.junk import JUNK, spoilt
from tests.engines.table import SEED, Table, is_legal
from tests.prompts import answer
from tests.sampling import more

CASES = [
    pytest.param(engine, variant, id=f"{name}-{variant}")
    for name, engine in GAMES.items()
    for variant in engine.variants
]
SEEDS = range(3 * more())
"""The random matches of each variant."""

every_game = pytest.mark.parametrize("engine", GAMES.values(), ids=GAMES)


def every_variant(law: Callable[..., None]) -> Callable[..., None]:
    """Run a law for each variant, or for some in a short run."""
    parametrized = pytest.mark.parametrize(("engine", "variant"), CASES)
    sampled: Callable[..., None] = pytest.mark.sampled(share=0.5)(parametrized(law))
    return sampled


def _tables(engine: AnyEngine, variant: str, absent: float = 0.1) -> Iterator[tuple[Table, Random]]:
    """Yield every moment between two phases of some random matches, the last with the match over."""
    options = engine.options(variant, {})
    for seed in SEEDS:
        random = Random(seed)
        table = Table(engine, options)
        for _ in table.moments(random, absent):
            yield table, random


def _compared(table: Table, outcome: Outcome) -> list[list[int]]:
    """Return the ranks that the game compares with each other (`ranks_over`); a team has one."""
    seats = table.engine.seats(table.options)
    if table.engine.ranks_over == "team":
        of_teams = [{outcome.rank[seat.id] for seat in seats if seat.team == team} for team in {s.team for s in seats}]
        return [[rank for (rank,) in of_teams]]
    realms = {seat.realm for seat in seats} if table.engine.ranks_over == "realm" else {None}
    return [[outcome.rank[seat.id] for seat in seats if realm in (None, seat.realm)] for realm in realms]


@every_variant
def test_options_are_what_their_schema_says_and_survive_the_log(engine: AnyEngine, variant: str) -> None:
    """Organisers fill in the schema; the log keeps the options complete."""
    schema = engine.options_type.model_json_schema()
    meta.validate(schema)

    options = engine.options(variant, {})

    stored = options.model_dump(mode="json")
    assert Draft202012Validator(schema).is_valid(stored)
    assert engine.read_options(json.loads(json.dumps(stored))) == options
    assert engine.public_options(engine.public_options(options)) == engine.public_options(options)


def test_no_two_kinds_of_the_catalogue_share_a_name() -> None:
    """Class names become names of schemas in one published document."""
    kinds = [
        kind
        for engine in GAMES.values()
        for kind in (engine.options_type, engine.view_type, *engine.move_types, *engine.fact_types)
    ]

    names = [kind.__name__ for kind in kinds]
    assert len(set(names)) == len(names)


@every_game
def test_schemas_of_moves_and_facts_are_tagged_by_type(engine: AnyEngine) -> None:
    """Clients tell them apart by `type`; a game's own facts carry its name."""
    adapters: tuple[TypeAdapter[Any], ...] = (engine.moves, engine.facts)
    for adapter in adapters:
        schema = adapter.json_schema(mode="serialization")
        meta.validate(schema)
        if adapter is engine.moves and len(engine.move_types) == 1:
            assert "const" in schema["properties"]["type"]
        else:
            assert schema["discriminator"]["propertyName"] == "type"
    shared = {"phase_opened", "match_ended", "channel_opened", "channel_closed"}
    tags = set(engine.facts.json_schema(mode="serialization")["discriminator"]["mapping"])
    assert shared < tags
    assert all(tag.startswith(f"{engine.name}.") for tag in tags - shared)


@every_game
def test_every_kind_of_fact_says_whom_it_is_told(engine: AnyEngine) -> None:
    """No fact is told to everyone because it lacks an audience."""
    for kind in engine.fact_types:
        assert callable(getattr(kind, "audience", None)), (
            f"{kind.__name__} does not say whom it is told: "
            "give it the base ToEveryone, ToItsSeat or ToHost, or a method `audience`."
        )


@every_variant
def test_facts_end_with_a_phase_or_the_outcome_told_to_everyone(engine: AnyEngine, variant: str) -> None:
    """The server acts on the last fact; phases are numbered from 1 without a gap."""
    number = 0
    for table, _ in _tables(engine, variant):
        *before, last = table.facts
        assert not any(isinstance(addressed.fact, PhaseOpened | MatchEnded) for addressed in before)
        assert last.audience == EVERYONE
        if isinstance(last.fact, PhaseOpened):
            phase = last.fact.phase
            number = 1 if phase.number == 1 else number + 1
            assert phase == engine.phase(table.truth)
            assert phase.number == number
            assert phase.seconds > 0 or phase.keeps_deadline
            assert phase.seats
            assert len(set(phase.seats)) == len(phase.seats)
            assert set(phase.seats) <= set(table.seats)
        else:
            assert isinstance(last.fact, MatchEnded)
            outcome = engine.phase(table.truth)
            assert isinstance(outcome, Outcome)
            assert outcome == last.fact.outcome
            assert set(outcome.rank) == set(outcome.consequences) == set(table.seats)
            assert all(
                rank == 1 + sum(other < rank for other in ranks)
                for ranks in _compared(table, outcome)
                for rank in ranks
            )


@every_variant
def test_samples_are_legal_and_asked_for(engine: AnyEngine, variant: str) -> None:
    """A sample is accepted by `check` unchanged, and valid against the prompt."""
    for table, random in _tables(engine, variant):
        for seat in table.phase.seats if not table.over else ():
            prompt = engine.prompt(table.views[seat])
            assert prompt is not None
            if seat == table.phase.seats[0]:  # Validation is slow, and prompts of a phase are much alike.
                meta.validate(prompt)
            for _ in range(3):
                move = engine.sample(table.views[seat], random)
                raw = move.model_dump(mode="json")
                assert engine.check(table.views[seat], raw) == move
                assert engine.moves.validate_python(raw) == move
                assert Draft202012Validator(prompt).is_valid(raw)


@every_variant
def test_only_those_who_are_asked_have_a_prompt(engine: AnyEngine, variant: str) -> None:
    """Neither spectators nor the host, and nobody once the match is over."""
    for table, _ in _tables(engine, variant):
        asked = () if table.over else table.phase.seats
        for viewer, view in table.views.items():
            assert (engine.prompt(view) is not None) == (viewer in asked)


@every_variant
def test_a_move_that_check_accepts_is_valid_against_the_prompt(engine: AnyEngine, variant: str) -> None:
    """Moves of other seats, phases and matches, whole or with one field changed, checked against every seat's view."""
    seen: list[dict[str, JsonValue]] = []
    for table, random in _tables(engine, variant):
        if table.over:
            continue
        seen += [engine.sample(table.views[seat], random).model_dump(mode="json") for seat in table.phase.seats]
        for move in random.sample(seen, min(len(seen), 10)):
            spoilt = {**move, random.choice(list(move)): random.choice([None, 0, True, "a", [], "1"])}
            for candidate in (move, spoilt):
                for seat in table.seats:
                    with contextlib.suppress(IllegalMoveError):
                        canonical = engine.check(table.views[seat], candidate).model_dump(mode="json")
                        prompt = engine.prompt(table.views[seat])
                        assert prompt is not None
                        assert Draft202012Validator(prompt).is_valid(canonical)


@every_variant
def test_a_client_that_knows_no_rules_can_play_by_the_prompt(engine: AnyEngine, variant: str) -> None:
    """Where the schema cannot express legality it may have to retry, but only a few times."""
    for table, random in _tables(engine, variant):
        for seat in () if table.over else table.phase.seats:
            prompt = engine.prompt(table.views[seat])
            assert prompt is not None
            assert any(is_legal(engine, table.views[seat], answer(prompt, random)) for _ in range(50))


@every_variant
def test_channels_open_and_close_before_their_members_alone(engine: AnyEngine, variant: str) -> None:
    """The server lets members write who are told that they may; a name always has the same members."""
    opened: dict[str, tuple[ChannelOpened, Audience]] = {}
    open_now: set[str] = set()
    for table, _ in _tables(engine, variant):
        if table.is_new:
            opened, open_now = {}, set()
        for addressed in table.facts:
            match addressed.fact:
                case ChannelOpened(channel=channel, members=members, spectators=spectators) as fact:
                    assert channel not in open_now
                    assert opened.setdefault(channel, (fact, addressed.audience)) == (fact, addressed.audience)
                    assert addressed.audience == (EVERYONE if spectators else only(*members))
                    open_now.add(channel)
                case ChannelClosed(channel=channel):
                    assert channel in open_now
                    assert addressed.audience == opened[channel][1]
                    open_now.remove(channel)


@every_variant
def test_junk_anywhere_in_a_move_is_refused_unless_the_move_stays_legal(engine: AnyEngine, variant: str) -> None:
    """Client input raises nothing but `IllegalMoveError`, whose message is safe to forward, and leaves no trace."""
    for table, random in _tables(engine, variant):
        moves: list[Any] = list(JUNK)
        movers = () if table.over else (table.phase.seats[0], table.phase.seats[-1])
        for seat in movers:
            good = engine.sample(table.views[seat], random).model_dump(mode="json")
            moves += [move for junk in random.sample(JUNK, 3) for move in spoilt(good, junk)]
        before = (repr(table.truth), {viewer: table.bytes_of(viewer) for viewer in table.views})
        for viewer in {*movers, table.seats[0], table.seats[-1], SPECTATOR, HOST}:
            prompt = Draft202012Validator(engine.prompt(table.views[viewer]) or False)
            for move in moves:
                _assert_judged(engine, table.views[viewer], move, prompt)
        assert (repr(table.truth), {viewer: table.bytes_of(viewer) for viewer in table.views}) == before


def _assert_judged(
    engine: AnyEngine,
    view: Any,  # noqa: ANN401 - any game's view
    move: JsonValue,
    prompt: Draft202012Validator,
) -> None:
    try:
        accepted = engine.check(view, move)
    except IllegalMoveError as refusal:
        text = refusal.code.name + refusal.message + refusal.pointer
        assert len(text) < 600
        assert text.encode()
    else:
        assert prompt.is_valid(accepted.model_dump(mode="json"))


@every_variant
def test_resolving_again_gives_the_same_facts(engine: AnyEngine, variant: str) -> None:
    """Same options, seed and moves, the moves read back from JSON: same facts, same draws."""
    options = engine.read_options(engine.options(variant, {}).model_dump(mode="json"))
    for seed in SEEDS:
        played = play(engine, options, SEED, Random(seed), absent=0.1)
        truth = engine.start(options)
        for step in played.steps:
            chance = Chance(SEED, 0 if step.phase is None else step.phase.number)
            if step.phase is None:
                facts = engine.setup(options, chance)
            else:
                moves = {
                    seat: None if move is None else engine.moves.validate_json(move.model_dump_json())
                    for seat, move in step.moves.items()
                }
                facts = engine.resolve(truth, moves, chance)
            assert tuple(facts) == step.facts
            assert tuple(chance.draws) == step.draws
            for addressed in facts:
                truth = engine.evolve(truth, addressed.fact)
        assert engine.phase(truth) == played.outcome


@every_variant
def test_neither_absent_seats_nor_the_order_of_moves_have_to_be_given(engine: AnyEngine, variant: str) -> None:
    """A seat without a move may be left out, and moves may come in any order."""
    for table, random in _tables(engine, variant):
        if table.over:
            continue
        moves = {
            seat: engine.sample(table.views[seat], random) if random.random() < 0.5 else None
            for seat in table.phase.seats
        }
        given = {seat: move for seat, move in moves.items() if move is not None}

        turned = dict(reversed(given.items()))

        facts, *others = [
            engine.resolve(table.truth, of, Chance(SEED, table.phase.number)) for of in (moves, given, turned)
        ]

        assert others == [facts, facts]


@every_variant
def test_truth_and_views_follow_from_the_facts_as_they_are_stored(engine: AnyEngine, variant: str) -> None:
    """Facts survive JSON, and folding what was read back gives the same truth and the same bytes of every view."""
    options = engine.options(variant, {})
    for table, _ in _tables(engine, variant):
        if not table.over:
            continue
        truth = engine.start(options)
        for viewer, facts in table.told.items():
            view = engine.look(viewer, engine.public_options(options))
            for fact in facts:
                stored = json.dumps(engine.facts.dump_python(fact, mode="json"))
                read = engine.facts.validate_json(stored)
                assert read == fact
                view = engine.fold(view, read)
                if viewer == HOST:
                    truth = engine.evolve(truth, read)
            assert view.model_dump_json().encode() == table.bytes_of(viewer)
        assert truth == table.truth


@every_variant
def test_a_truth_that_carries_over_is_as_if_the_newer_rules_had_recorded_the_same(
    engine: AnyEngine, variant: str
) -> None:
    """Else something that is recorded would mean something else there."""
    options = engine.options(variant, {})
    carrying = [
        (older, newer, carry) for older in engine.versions.values() for newer, carry in older.carries_over.items()
    ]
    for older, newer, carry in carrying:
        assert newer > older.rules_version
        by_newer = engine.versions[newer]
        for seed in range(3):
            truth, expected = older.start(options), by_newer.start(options)
            for step in play(older, options, SEED, Random(seed), absent=0.2).steps:
                for addressed in step.facts:
                    truth, expected = older.evolve(truth, addressed.fact), by_newer.evolve(expected, addressed.fact)
                assert carry(truth) == expected


@every_variant
def test_every_view_says_its_options_its_phase_and_its_round(engine: AnyEngine, variant: str) -> None:
    options = engine.options(variant, {})
    for table, _ in _tables(engine, variant):
        for view in table.views.values():
            assert view.options == engine.public_options(options)
            if not table.over:
                assert (view.phase, view.round) == (table.phase, table.phase.round)


@every_variant
def test_no_view_has_an_outcome_while_a_phase_is_open(engine: AnyEngine, variant: str) -> None:
    """Not even between two facts of one resolution."""
    options = engine.options(variant, {})
    for table, _ in _tables(engine, variant):
        for viewer, facts in table.told.items() if table.over else ():
            view = engine.look(viewer, engine.public_options(options))
            for fact in facts:
                view = engine.fold(view, fact)
                assert None in (view.outcome, view.phase), fact
                assert view.over == (view.outcome is not None)
            assert view.over


@every_variant
def test_contents_are_records_and_narrated_in_one_line(engine: AnyEngine, variant: str) -> None:
    """A log line for the terminal, for every fact."""
    for table, _ in _tables(engine, variant):
        for addressed in table.facts:
            assert dataclasses.is_dataclass(addressed.fact)
            assert not hasattr(addressed.fact, "__dict__")
            assert "\n" not in engine.narrate(addressed.fact, engine.speaker("en"))


@every_variant
def test_facts_truths_and_views_stay_as_they_were(engine: AnyEngine, variant: str) -> None:
    """
    So an earlier view can be kept for comparison.

    Only the type checker refuses to change a record, and dictionaries can always be changed.
    """
    for seed in SEEDS:
        random, table = Random(seed), Table(engine, engine.options(variant, {}))
        views: TypeAdapter[Any] = TypeAdapter(engine.view_type)
        kept: list[tuple[TypeAdapter[Any], Any, bytes]] = []
        truths: list[tuple[Any, str]] = []
        for _ in table.moments(random, 0.1):
            truths.append((table.truth, repr(table.truth)))
            new = [(engine.facts, addressed.fact) for addressed in table.facts]
            new += [(views, view) for view in table.views.values()]
            kept += [(kind, value, kind.dump_json(value)) for kind, value in new]

        assert all(kind.dump_json(value) == before for kind, value, before in kept)
        assert all(repr(truth) == before for truth, before in truths)


@every_variant
def test_views_are_what_their_schema_says(engine: AnyEngine, variant: str) -> None:
    """Before, during and after play, for every viewer; reading one back gives the same view."""
    schema = engine.view_type.model_json_schema(mode="serialization")
    meta.validate(schema)
    validator = Draft202012Validator(schema)
    for table, random in _tables(engine, variant):
        if random.random() < 0.8 and not table.over:
            continue
        for viewer in table.views:
            validator.validate(json.loads(table.bytes_of(viewer)))
            assert engine.view_type.model_validate_json(table.bytes_of(viewer)) == table.views[viewer]


@every_variant
@pytest.mark.parametrize("absent", [0.0, 0.5, 1.0])
def test_matches_end_even_if_players_are_absent(engine: AnyEngine, variant: str, absent: float) -> None:
    """Absent players delay a match but never prevent its end: `play` raises if a match goes on without bound."""
    options = engine.options(variant, {})
    for seed in SEEDS:
        played = play(engine, options, Random(seed).randbytes(32), Random(seed), absent)

        assert min(played.outcome.rank.values()) == 1


@every_variant
def test_consequences_are_borne_by_as_many_seats_as_the_game_says(engine: AnyEngine, variant: str) -> None:
    """Series plan the sizes of both realms before a match is played; a candidate does not ascend."""
    options = engine.options(variant, {})
    assert engine.bears(engine.public_options(options)) == engine.bears(options)
    for seed in SEEDS:
        outcome = play(engine, options, SEED, Random(seed), absent=0.1).outcome

        require_borne(engine, options, outcome)
        assert not any({"elimination_candidate", "ascends"} <= {*own} for own in outcome.consequences.values())


@every_variant
def test_a_pending_submission_shows_only_in_the_facts_of_its_resolution(engine: AnyEngine, variant: str) -> None:
    """
    Two submissions of one seat that make no difference to the facts of another viewer give it identical bytes.

    The resolutions are made from one truth; whatever else differs in the truth must not reach the view.
    """
    for table, random in _tables(engine, variant, absent=0.0):
        if table.over or random.random() < 0.5:
            continue
        phase, truth = table.phase, table.truth
        mover = random.choice(phase.seats)
        moves = {seat: engine.sample(table.views[seat], random) for seat in phase.seats}
        changed = {**moves, mover: engine.sample(table.views[mover], random)}
        results = [engine.resolve(truth, chosen, Chance(SEED, phase.number)) for chosen in (moves, changed)]
        for viewer, view in table.views.items():
            told = [[addressed.fact for addressed in facts if addressed.audience.includes(viewer)] for facts in results]
            views = []
            for facts in told:
                folded = view
                for fact in facts:
                    folded = engine.fold(folded, fact)
                views.append(folded.model_dump_json())
            if told[0] == told[1]:
                assert views[0] == views[1]
