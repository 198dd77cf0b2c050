"""Clients and bots for Moirai, a server for games with simultaneous, hidden moves."""

from moirai_client.answers import answer
from moirai_client.bot import Bot
from moirai_client.client import Client, sign_in
from moirai_client.clock import ServerClock
from moirai_client.errors import MoiraiError, RefusedError, StreamClosedError, UnreachableError
from moirai_client.kept import Kept, TamperingWarning
from moirai_client.match import Match
from moirai_client.series import Series
from moirai_client.stream import Stream
from moirai_client.tournament import Tournament
from moirai_client.tournament_stream import TournamentStream

__all__ = [
    "Bot",
    "Client",
    "Kept",
    "Match",
    "MoiraiError",
    "RefusedError",
    "Series",
    "ServerClock",
    "Stream",
    "StreamClosedError",
    "TamperingWarning",
    "Tournament",
    "TournamentStream",
    "UnreachableError",
    "answer",
    "sign_in",
]
