"""Every game as an environment of PettingZoo, for those who train players (docs/training.md)."""

from engines.training.environment import Environment, env, parallel_env

__all__ = ["Environment", "env", "parallel_env"]
