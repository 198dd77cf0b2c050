"""A match of any game as an environment of PettingZoo: seats are agents, which give their moves answer by answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, MultiBinary
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import parallel_to_aec

from engines.catalogue import GAMES
from engines.kit import AnyEngine, Chance, GameOptions, Outcome, Phase
from engines.kit.resolution import Resolution
from engines.training.seat import ACTIONS, SeatAtPlay

Observations: TypeAlias = dict[str, dict[str, NDArray[Any]]]
Infos: TypeAlias = dict[str, dict[str, Any]]

_MOST: Final = 1e6
"""Numbers in an observation are between this and its negative."""


class Environment(ParallelEnv):
    """
    One game, match after match.

    All seats act at once. In each step a seat answers one question of its prompt; the phase closes when all have given
    their moves, and a seat that is done or not asked waits. Observations are made from the view of the seat and from
    its own answers alone. `infos` has for each seat its `view`, what is `asked`, the `choices` by action, and
    `refused`, the code with which the game has just refused its move, which then begins anew.

    Rewards come with the end: of all that a rank is compared with, the share that is below minus the share above.
    """

    def __init__(
        self, game: str, variant: str | None = None, options: Mapping[str, Any] | None = None, *, size: int = 2048
    ) -> None:
        """
        Args:
            game: The name of the game, as in the API.
            variant: One of its variants; the first one if it is None.
            options: What differs from the variant.
            size: The length of the vector of an observation.

        Raises:
            KeyError: There is no such game.
            BadOptionsError: Unknown variant or option, a wrong type, or a value out of bounds.
        """
        self._engine: AnyEngine = GAMES[game]
        self._options: GameOptions = self._engine.options(variant or next(iter(self._engine.variants)), options or {})
        self._size = size
        self._random = np.random.default_rng()
        self._seed = b""
        self._truth: Any = None
        self._seats: dict[str, SeatAtPlay] = {}
        self._places = {str(seat.id): seat for seat in self._engine.seats(self._options)}
        self.metadata = {"name": f"moirai_{game}_v{self._engine.rules_version}", "render_modes": []}
        self.render_mode = None
        self.agents: list[str] = []
        self.possible_agents = [*self._places]
        vector = Box(-_MOST, _MOST, (size,), np.float32)
        self._observed = {
            agent: Dict({"observation": vector, "action_mask": MultiBinary(ACTIONS)}) for agent in self._places
        }
        self._actions = {agent: Discrete(ACTIONS) for agent in self._places}

    def observation_space(self, agent: str) -> Dict:
        """Return the space of a vector, and of the mask of actions."""
        return self._observed[agent]

    def action_space(self, agent: str) -> Discrete[Any]:
        """Return the space of actions: 0 to wait, or the slot of a choice."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Observations, Infos]:
        """Begin a match. The same seed gives the same draws. `options` are there for PettingZoo, and change nothing."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._seed = self._random.bytes(32)
        self.agents = [*self._places]
        public = self._engine.public_options(self._options)
        self._seats = {
            agent: SeatAtPlay(self._engine, self._engine.look(seat.id, public)) for agent, seat in self._places.items()
        }
        self._tell(self._engine.opening(self._options, Chance(self._seed, 0)))
        return self._observations(self.agents), self._infos(self.agents)

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """
        Take the actions of the agents. One that the mask does not allow stands for the next one that it allows.

        An agent that gives no action is asked again.
        """
        agents = self.agents
        for agent, action in actions.items():
            self._seats[agent].take(int(action))
        phase = self._engine.phase(self._truth)
        if isinstance(phase, Phase) and not any(seat.question for seat in self._seats.values()):
            moves = {seat: self._seats[seat].move for seat in phase.seats}
            self._tell(self._engine.closing(self._truth, moves, Chance(self._seed, phase.number)))
        outcome = self._engine.phase(self._truth)
        is_over = isinstance(outcome, Outcome)
        if is_over:
            self.agents = []
        return (
            self._observations(agents),
            {agent: self._reward(agent, outcome) for agent in agents},
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, False),
            self._infos(agents),
        )

    def _tell(self, resolution: Resolution[Any]) -> None:
        """Tell each seat what it may know, and ask for moves in the phase that has opened."""
        self._truth = resolution.truth
        for addressed in resolution.facts:
            for agent in self._places if addressed.audience.everyone else addressed.audience.seats:
                self._seats[agent].tell(addressed.fact)
        phase = self._engine.phase(self._truth)
        if isinstance(phase, Phase):
            for seat in phase.seats:
                self._seats[seat].begin(is_optional=seat in phase.may)

    def _observations(self, agents: Sequence[str]) -> Observations:
        seats = {agent: self._seats[agent] for agent in agents}
        return {
            agent: {"observation": seat.observation(self._size).clip(-_MOST, _MOST), "action_mask": seat.mask()}
            for agent, seat in seats.items()
        }

    def _infos(self, agents: Sequence[str]) -> Infos:
        seats = {agent: self._seats[agent] for agent in agents}
        return {
            agent: {
                "view": seat.view(),
                "asked": None if seat.question is None else seat.question.at,
                "choices": seat.choices(),
                "refused": seat.refused,
            }
            for agent, seat in seats.items()
        }

    def _reward(self, agent: str, outcome: Phase | Outcome) -> float:
        if isinstance(outcome, Phase):
            return 0.0
        own = self._places[agent]
        match self._engine.ranks_over:
            case "match":
                others = [seat for seat in self._places.values() if seat != own]
            case "realm":
                others = [seat for seat in self._places.values() if seat != own and seat.realm == own.realm]
            case "team":
                others = [seat for seat in self._places.values() if seat.team != own.team]
        rank = outcome.rank[own.id]
        signs = [(outcome.rank[other.id] > rank) - (outcome.rank[other.id] < rank) for other in others]
        return sum(signs) / len(signs) if signs else 0.0


def parallel_env(game: str, variant: str | None = None, options: Mapping[str, Any] | None = None) -> Environment:
    """Return a game in which all agents act at once."""
    return Environment(game, variant, options)


def env(game: str, variant: str | None = None, options: Mapping[str, Any] | None = None) -> AECEnv:
    """Return a game in which agents act one after the other, each by what it knew when the step began."""
    return parallel_to_aec(Environment(game, variant, options))
