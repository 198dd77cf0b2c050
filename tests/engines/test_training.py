"""Games as environments of PettingZoo: its own tests pass, and its random agent plays by what a seat may know."""

from __future__ import annotations

from typing import Any, Final

import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from engines.catalogue import GAMES
from engines.training import Environment, env, parallel_env
from engines.training.questions import MOST
from engines.training.seat import WAIT

VARIANTS: Final = [(name, variant) for name, engine in GAMES.items() for variant in engine.variants]

SHORT: Final[dict[str, dict[str, Any]]] = {
    "wizards_duel": {"wins_needed": 1},
    "hero_of_the_arena": {"rounds": 1},
}
"""For matches of moderate length."""

pytestmark = [
    # What PettingZoo advises against, and all environments with masks have.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    # Seats have the names that they have in the API.
    pytest.mark.filterwarnings("ignore:We recommend agents to be named"),
    pytest.mark.filterwarnings("ignore:Environment has not defined a render"),
]


def _short(game: str) -> Environment:
    return parallel_env(game, options=SHORT.get(game))


@pytest.mark.parametrize("game", GAMES)
def test_the_environments_pass_the_tests_of_pettingzoo(game: str) -> None:
    parallel_api_test(_short(game), num_cycles=300)
    api_test(env(game, options=SHORT.get(game)), num_cycles=300)
    seed_test(lambda: env(game, options=SHORT.get(game)), num_cycles=50)
    parallel_seed_test(lambda: _short(game), num_cycles=50)


def _played(environment: Environment, seed: int, *, masked: bool = True) -> dict[str, float]:
    """Play with the random agent of the library, and return the last rewards."""
    seen, _ = environment.reset(seed=seed)
    rewards: dict[str, float] = {}
    for agent in environment.possible_agents:
        environment.action_space(agent).seed(seed)
    while environment.agents:
        actions = {
            agent: int(environment.action_space(agent).sample(seen[agent]["action_mask"] if masked else None))
            for agent in environment.agents
        }
        seen, rewards, _, _, _ = environment.step(actions)
    return rewards


@pytest.mark.sampled
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_a_random_agent_plays_every_variant_to_its_end(game: str, variant: str) -> None:
    environment = parallel_env(game, variant)
    rewards = _played(environment, seed=1)

    assert [*rewards] == environment.possible_agents
    assert all(-1 <= reward <= 1 for reward in rewards.values())


@pytest.mark.parametrize("game", GAMES)
def test_actions_that_no_mask_allows_are_taken_as_ones_that_it_does(game: str) -> None:
    assert [*_played(_short(game), seed=2, masked=False)] == _short(game).possible_agents


def test_a_team_and_its_opponents_have_opposite_rewards() -> None:
    rewards = _played(_short("hero_of_the_arena"), seed=3)

    assert sum(rewards.values()) == 0
    assert set(rewards.values()) <= {-1.0, 0.0, 1.0}


def test_choices_keep_their_actions_while_others_are_used_up() -> None:
    environment = parallel_env("wizards_duel")
    environment.reset(seed=4)
    spells: dict[str, set[int]] = {}
    while environment.agents:
        _, _, _, _, infos = environment.step(
            {agent: next(iter(_choices(environment, agent)), WAIT) for agent in environment.agents}
        )
        for info in infos.values():
            if info["asked"] == "/spell":
                for action, spell in info["choices"].items():
                    spells.setdefault(spell, set()).add(action)

    assert len(spells) == 9
    assert all(len(actions) == 1 for actions in spells.values())


def _choices(environment: Environment, agent: str) -> dict[int, Any]:
    choices: dict[int, Any] = environment._seats[agent].choices()
    return choices


@pytest.mark.parametrize("game", GAMES)
def test_every_question_has_choices_and_no_more_than_a_mask_has_room_for(game: str) -> None:
    environment = _short(game)
    seen, infos = environment.reset(seed=5)
    for agent in environment.possible_agents:
        environment.action_space(agent).seed(5)
    asked = 0
    while environment.agents:
        for agent, info in infos.items():
            if info["asked"] is not None:
                asked += 1
                assert 2 <= len(info["choices"]) <= MOST
                assert seen[agent]["action_mask"].sum() == len(info["choices"])
                assert WAIT not in info["choices"]
        actions = {
            agent: int(environment.action_space(agent).sample(seen[agent]["action_mask"]))
            for agent in environment.agents
        }
        seen, _, _, _, infos = environment.step(actions)

    assert asked


def test_a_seat_sees_its_own_view_and_not_what_others_answer() -> None:
    """Two matches in which another seat answers otherwise are the same to a seat until the phase closes."""
    one, two = parallel_env("apocalypse"), parallel_env("apocalypse")
    one.reset(seed=6)
    two.reset(seed=6)
    first, other = one.possible_agents[:2]
    answers = [*_choices(one, other)]
    seen = [environment.step({other: answers[place]}) for environment, place in ((one, 0), (two, len(answers) - 1))]

    assert (seen[0][0][first]["observation"] == seen[1][0][first]["observation"]).all()
    assert seen[0][4][first] == seen[1][4][first]
    assert (seen[0][0][other]["observation"] != seen[1][0][other]["observation"]).any()
    assert seen[0][4][first]["view"]["viewer"] == first
