"""
Accounts in every role of docs/access.md, and matches in which they have it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, TypeAlias

from tests.server.world import Client, World

Json = Any

Moment: TypeAlias = Literal[
    "none", "open", "full", "running", "submitted", "offered", "paused", "muted", "over", "kept"
]
"""
The moment of a request: outside of matches; with seat b free; with both seats taken; in the first phase; after the
caller, if seated, has submitted; with a seat reserved for the caller, if not seated; paused; with seat b muted; over,
with an open log or not.
"""

TournamentMoment: TypeAlias = Literal["round", "own round", "entries", "cancelled"]
"""The moment in a tournament: with a published round; with one, for this request alone; before it, also; cancelled."""

SeriesMoment: TypeAlias = Literal["asked", "own season", "places", "series cancelled"]
"""
The moment in a series: when a decision is asked, of the caller if the caller has a place; the same, for this request
alone; before the start, also; cancelled.
"""

BEFORE_PLAY: Final = ("open", "full")

KEY: Final = "laplace and his demon"
"""The administrator key of the servers that tests run."""


@dataclass(frozen=True)
class Actor:
    """
    A role and how an account gets it: who calls, who creates the match, whether the caller is put into seat a, and
    which role it is given on the match.
    """

    role: str
    caller: str
    maker: str = "host"
    sits: bool = False
    given: str | None = None

    @property
    def has_token(self) -> bool:
        return self.role != "anonymous"

    @property
    def seated(self) -> bool:
        """Whether the caller has a seat at the moment of the request."""
        return self.role in ("seat", "playing_host")

    @property
    def offered(self) -> str:
        """The seat that is offered to the caller during play, or its seat."""
        return "a" if self.sits else "b"

    def __str__(self) -> str:
        return f"{self.role} ({self.caller}{f', {self.given}' if self.given else ''})"


DEADLY: Final[Json] = {
    "realms": {"heaven": 2, "hell": 3},
    "deaths": {"duel": {"game": "wizards_duel", "seats": {"a": "candidate", "b": "opponent"}}},
    "episodes": [
        {
            "game": "threads_of_fate",
            "variant": "quick",
            "options": {"hell_size": 3},
            "heaven": "stays",
            "death": "duel",
        },
        {"game": "hero_of_the_arena", "finalists": "winner"},
        {"game": "wizards_duel", "seats": {"a": "finalist:hell", "b": "finalist:heaven"}},
    ],
}
"""A season with a death match."""

OUTSIDER: Final = Actor("player", "zoe")
SPECTATOR: Final = Actor("spectator", "zoe")
SEAT: Final = Actor("seat", "ada", sits=True)
HOST: Final = Actor("owner", "host")

ACTORS: Final = (
    Actor("anonymous", "nobody"),
    OUTSIDER,
    SPECTATOR,
    SEAT,
    Actor("playing_host", "ada", maker="ada", sits=True),
    Actor("playing_host", "administrator", sits=True),
    Actor("left_host", "ada", maker="ada", sits=True),
    Actor("left_host", "administrator", sits=True),
    Actor("observer", "zoe", given="observer"),
    Actor("seat", "ada", sits=True, given="arbiter"),
    Actor("arbiter", "zoe", given="arbiter"),
    Actor("playing_host", "ada", sits=True, given="director"),
    Actor("director", "zoe", given="director"),
    HOST,
    Actor("administrator", "administrator"),
)


def visibilities(actor: Actor) -> tuple[str, ...]:
    """Return the visibilities of matches in which an actor has its role."""
    if actor.role == "player":
        return ("private",)
    if actor.role == "spectator":
        return ("public", "unlisted")
    return ("public", "private") if actor.has_token else ("public", "unlisted", "private")


@dataclass(frozen=True)
class Scene:
    """A match or a tournament in which the caller has the role; its id is empty outside of it."""

    actor: Actor
    caller: Client
    judge: Client
    match_id: str = ""
    tournament_id: str = ""
    series_id: str = ""

    @property
    def log_id(self) -> str:
        return self.series_id or self.tournament_id or self.match_id

    @property
    def path(self) -> str:
        kind = "series" if self.series_id else "tournaments" if self.tournament_id else "matches"
        return f"/v1/{kind}/{self.log_id}"


@dataclass
class Stage:
    """
    A running server and its accounts. `judge` is an administrator who only sets up matches.

    `unchanged` are scenes in which nothing has happened since they were set up.
    """

    world: World
    accounts: dict[str, Client] = field(default_factory=dict)
    tournaments: dict[tuple[Actor, str, TournamentMoment], str] = field(default_factory=dict)
    series: dict[tuple[Actor, str, SeriesMoment], str] = field(default_factory=dict)
    unchanged: dict[tuple[Actor, str, Moment | TournamentMoment | SeriesMoment], Scene] = field(default_factory=dict)

    @classmethod
    async def set(cls, world: World) -> Stage:
        stage = cls(world)
        for name in ("zoe", "ada", "bo", "cy", "host"):
            stage.accounts[name] = await world.player(name)
        for name in ("administrator", "judge"):
            stage.accounts[name] = await world.player(name, administrator_key=KEY)
        stage.accounts["nobody"] = world.nobody()
        return stage

    async def scene(
        self, actor: Actor, visibility: str, moment: Moment | TournamentMoment | SeriesMoment, **terms: Json
    ) -> Scene:
        """Put the actor into a match, tournament or series at this moment; `terms` are more of what creates a match."""
        scene = Scene(actor, self.accounts[actor.caller], self.accounts["judge"])
        if moment == "none":
            return scene
        if moment == "round" or moment == "own round" or moment == "entries" or moment == "cancelled":
            return replace(scene, tournament_id=await self._tournament(actor, visibility, moment))
        if moment == "asked" or moment == "own season" or moment == "places" or moment == "series cancelled":
            return replace(scene, series_id=await self._series(actor, visibility, moment))
        match_id = await self._match(actor, moment, {"visibility": visibility, **terms})
        scene = Scene(actor, scene.caller, scene.judge, match_id)
        await self._bring_to(scene, moment)
        return scene

    async def _tournament(self, actor: Actor, visibility: str, moment: TournamentMoment) -> str:
        """Return a tournament of the judge; all requests at this moment share it, but for `own round` and `entries`."""
        known = self.tournaments.get((actor, visibility, moment))
        if known is not None:
            return known
        judge, entrants = self.accounts["judge"], [self.accounts[name] for name in ("bo", "cy")]
        if actor.sits:
            entrants.append(self.accounts[actor.caller])
        terms = {"label": "Duels", "system": "own", "match": {"game": "wizards_duel"}, "visibility": visibility}
        maker = self.accounts[actor.maker]
        created = await judge.post("/v1/tournaments", {**terms, "directors": [maker.player_id]}, 201)
        path = f"/v1/tournaments/{created['tournament_id']}"
        await judge.post(f"{path}/actions", {"type": "open"})
        for entrant in entrants:
            await judge.put(f"{path}/entrants/{entrant.player_id}", {})
        if moment != "entries":
            await judge.post(f"{path}/actions", {"type": "set_pairings", "tables": [{"entrants": ["e1", "e2"]}]})
        if actor.role == "left_host":
            await judge.delete(f"{path}/entrants/{entrants[-1].player_id}")
        await self._give_roles(actor, judge, path)
        if moment == "cancelled":
            await judge.post(f"{path}/actions", {"type": "cancel"})
        if moment not in ("own round", "entries"):
            self.tournaments[actor, visibility, moment] = created["tournament_id"]
        return str(created["tournament_id"])

    async def _series(self, actor: Actor, visibility: str, moment: SeriesMoment) -> str:
        """Return a series of the judge; all requests share it at the moments `asked` and `series cancelled`."""
        known = self.series.get((actor, visibility, moment))
        if known is not None:
            return known
        # The candidate is always a player: a bot would decide at once, and its death match could end at any time.
        candidate = actor.caller if actor.sits else "ada"
        judge, entrants = self.accounts["judge"], [self.accounts[name] for name in ("bo", "cy", candidate)]
        created = await judge.post("/v1/series", {"label": "Duels", **DEADLY, "visibility": visibility}, 201)
        path = f"/v1/series/{created['series_id']}"
        for entrant in entrants:
            await judge.put(f"{path}/players/{entrant.player_id}", {})
        if moment != "places":
            await judge.post(f"{path}/actions", {"type": "set_places", "heaven": ["e1", "e2"], "hell": ["e3"]})
            await judge.post(f"{path}/actions", {"type": "start"})
            await self.world.settle()
            main = (await judge.get(f"{path}/view"))["episodes"][0]["main"]
            await judge.act(main["match_id"], {"type": "void", "reason": "Enough."})
            await self.world.settle()
            rank = dict.fromkeys(("e1", "e2", "e3", "e4", "e5"), 1)
            met = {"e3": ["elimination_candidate"]}
            await judge.post(f"{path}/actions", {"type": "decide", "rank": rank, "consequences": met})
        if actor.role == "left_host":
            await judge.delete(f"{path}/players/{entrants[-1].player_id}")
        await self._give_roles(actor, judge, path)
        if moment == "series cancelled":
            await judge.post(f"{path}/actions", {"type": "cancel"})
        if moment in ("asked", "series cancelled"):
            self.series[actor, visibility, moment] = created["series_id"]
        return str(created["series_id"])

    async def _give_roles(self, actor: Actor, judge: Client, path: str) -> None:
        """Make who made it an owner, and give the actor's role; nobody with a place directs a series."""
        if actor.caller == actor.maker and not (actor.sits and "series" in path):
            owner = {"type": "give_role", "player_id": self.accounts[actor.maker].player_id, "role": "owner"}
            await judge.post(f"{path}/actions", owner)
        if actor.given is not None and not (actor.sits and "series" in path):
            given = {"type": "give_role", "player_id": self.accounts[actor.caller].player_id, "role": actor.given}
            await judge.post(f"{path}/actions", given)

    async def _match(self, actor: Actor, moment: Moment, terms: Json) -> str:
        # The role `left_host` leaves its seat during play, so its match must have begun.
        waits = moment in BEFORE_PLAY and actor.role != "left_host"
        ada, bo = self.accounts[actor.caller if actor.sits else "ada"], self.accounts["bo"]
        sitters = {"a": ada} if moment == "open" and waits else {"a": ada, "b": bo}
        maker, kept = self.accounts[actor.maker], moment == "kept"
        terms |= {"autostart": not waits, "open_log": not kept}
        match_id = await self.world.match("wizards_duel", maker, sitters, **terms)
        if actor.role == "left_host":
            await self.accounts["judge"].act(match_id, {"type": "replace_player", "seat": "a"})
        if actor.given is not None:
            given = {"type": "give_role", "player_id": self.accounts[actor.caller].player_id, "role": actor.given}
            await maker.act(match_id, given)
        return match_id

    async def _bring_to(self, scene: Scene, moment: Moment) -> None:
        judge, match_id = scene.judge, scene.match_id
        if moment == "submitted" and scene.actor.seated:
            await scene.caller.submit(match_id, 1, {"type": "cast", "spell": "5"})
        elif moment == "offered":
            offers = {"b" if scene.actor.sits else "a": self.accounts["cy"]}
            if scene.actor.has_token and not scene.actor.seated and scene.actor.role != "player":
                offers[scene.actor.offered] = scene.caller
            for seat, newcomer in offers.items():
                offer = {"type": "replace_player", "seat": seat, "player_id": newcomer.player_id}
                await judge.act(match_id, offer)
        elif moment == "paused":
            await judge.act(match_id, {"type": "pause"})
        elif moment == "muted":
            await judge.act(match_id, {"type": "mute", "seat": "b", "reason": "Enough."})
        elif moment in ("over", "kept"):
            await judge.act(match_id, {"type": "void", "reason": "Enough."})
