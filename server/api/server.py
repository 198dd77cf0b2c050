"""The parts of a running server: routes, the processes that serve, and tests use the same object."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AsyncExitStack
from datetime import datetime
from functools import partial
from typing import Any, Final, Generic, TypeVar

from server.api.retention import rules_of
from server.api.streams.lobby import Lobby
from server.api.streams.streams import Streams
from server.api.streams.upkeep import Upkeep
from server.logs.aggregates.aggregate import Unread
from server.logs.aggregates.kind import AggregateT, ListedKind
from server.logs.aggregates.losses import Losses
from server.logs.aggregates.memory import Recent
from server.logs.aggregates.repository import Repository
from server.logs.aggregates.schedule import DueLogs, Scheduler, Work
from server.logs.aggregates.turns import Turns
from server.logs.archive.archivist import Archivist
from server.logs.archive.due import DueLogs as DueForArchive
from server.logs.invitations.links import Links
from server.logs.replies.idempotency import Replies
from server.logs.store.readiness import Database, Readiness
from server.matches.hosting.bulk import Bulk
from server.matches.hosting.hosting import Hosting
from server.matches.hosting.packs import Packs
from server.matches.leaving import part_of_matches
from server.matches.lists.directory import Directory
from server.matches.lists.queues import Queues
from server.matches.match import Match
from server.matches.play.bot_pace import BotPace
from server.matches.play.bots import Bots
from server.matches.play.referee import Referee
from server.matches.play.reminders import near_deadline
from server.matches.repository import MatchKind
from server.matches.seats.invitations import MatchInvitations
from server.matches.seats.queue import Queue
from server.matches.seats.rematches import Rematches
from server.matches.service import Matches
from server.matches.talk.reports import Reports
from server.matches.talk.talk import Talk
from server.notifications.calendars.calendars import Calendars
from server.notifications.delivery.deliverer import Channel, Deliverer
from server.notifications.delivery.streamed import Asks
from server.notifications.news.choices import Reminders
from server.notifications.news.comparison import Comparison
from server.notifications.news.handing_on import Caused, HandingOn, nothing_by_time
from server.notifications.news.inboxes import Inboxes
from server.notifications.news.marks import Marks
from server.notifications.news.withdrawals import Withdrawals
from server.notifications.push.channel import PushChannel
from server.notifications.push.subscriptions import Subscriptions
from server.notifications.webhooks.channel import CALL_SECONDS, WebhookChannel
from server.notifications.webhooks.followed import PublicStream
from server.notifications.webhooks.hooks import Webhooks
from server.notifications.webhooks.outbox import Outbox
from server.organising.ordering.places import EventPlaces
from server.organising.public import PublicEvents
from server.organising.series.kind import SERIES
from server.organising.series.referee import SeriesReferee
from server.organising.series.series import Series
from server.organising.series.service import SeriesService
from server.organising.tournaments.kind import TOURNAMENTS
from server.organising.tournaments.pairer import Pairer
from server.organising.tournaments.pairing.process import PairingProcess
from server.organising.tournaments.rater import Rater
from server.organising.tournaments.rating_list import RatingList
from server.organising.tournaments.referee import TournamentReferee
from server.organising.tournaments.service import Tournaments
from server.organising.tournaments.tournament import Tournament
from server.people.accounts.accounts import accounts_of
from server.people.accounts.claims import Claims
from server.people.administration.administration import Administration
from server.people.forgetting.renewal import Renewals
from server.people.forgetting.work import Forgetting
from server.people.friends.blocks import Blocks
from server.people.friends.friends import Friends
from server.people.identity.admission import Admission
from server.people.identity.bearers import Bearers
from server.people.identity.changes import Changes
from server.people.identity.players import Players
from server.people.identity.tickets import Tickets
from server.people.identity.tokens import Tokens
from server.people.oauth.service import OAuth
from server.runtime.activity import Activity
from server.runtime.background import end, every, keep_running
from server.runtime.clock.arrivals import Arrivals
from server.runtime.clock.clock import Clock, SystemClock
from server.runtime.loop_lag import measure_loop_lag
from server.runtime.metrics import metrics
from server.runtime.outside.addresses import Reach
from server.runtime.outside.calls import LatePost, Outside
from server.runtime.outside.names import SystemNames
from server.runtime.retention import Retention
from server.runtime.settings import Settings
from server.runtime.time_slices import Share

_INBOX_BYTES_A_MEGABYTE: Final = 100_000
"""How much memory unused players' own streams may take for each megabyte of unused matches."""

_LIVE_EVENTS: Final = 100
"""Number of tournaments, and of series, that stay in memory unused."""

_EVENT_BYTES_A_MEGABYTE: Final = 100_000
"""How much memory unused tournaments may take for each megabyte of unused matches, and unused series."""

_COUNT_SECONDS: Final = 60.0
"""Time between two counts of the matches whose rules the process does not have."""

WorkT = TypeVar("WorkT", bound=Work[Any])


class Running(Generic[AggregateT, WorkT]):
    """
    A kind of log while the server runs.

    Attributes:
        repository: Its logs in memory.
        referee: What does the work that is due in them.
        schedule: What lets the referee work in time.
        handing_on: What appends the news of its entries to players' own streams.
    """

    referee: WorkT
    schedule: Scheduler[AggregateT]
    handing_on: Scheduler[AggregateT]

    def __init__(self, server: Server, kind: ListedKind[AggregateT], recent: Recent) -> None:
        turns = Turns(server.database, server.clock, kind.tables)
        self.repository = Repository(kind, server.log, server.clock, recent, turns)
        self.kind = kind
        self._server = server

    def employ(
        self,
        referee: WorkT,
        due: DueLogs,
        by_time: Callable[[AggregateT, datetime], Caused] = nothing_by_time,
    ) -> None:
        """Schedule the work in `due`; `by_time` as in `HandingOn`."""
        server = self._server
        marks = Marks(server.database, self.kind.log_ids)
        work = HandingOn(self.repository, marks, server.inboxes, by_time, server.note_news, server.clock)
        self.referee = referee
        self.schedule = self._schedule(referee, due, Share.DUE)
        self.handing_on = self._schedule(work, marks, Share.NEWS)

    def _schedule(self, work: Work[AggregateT], due: DueLogs, share: Share) -> Scheduler[AggregateT]:
        server = self._server
        return Scheduler(self.repository, work, due, server.clock, server.chance, server.activity, share)


class Server:
    """
    All parts of a server over its databases: the first one is for everything but players' own streams, which are in the
    last one.
    """

    def __init__(self, settings: Settings, clock: Clock, outside: Outside, databases: Sequence[Database]) -> None:
        self.settings, self.clock, self.databases = settings, clock, databases
        self.database, self.log, self.replica = databases[0].engine, databases[0].log, databases[0].replica
        self.chance = random.SystemRandom()
        self.activity = Activity(settings.sweep_seconds, lambda: self.hears)
        self.readiness = Readiness(databases, SystemClock().now)
        self.replies, self.links = Replies(self.database, clock), Links(self.database, clock)
        self._gather_people()
        self._keep_logs()
        self._notify(outside)
        self._serve_matches()
        self._serve_events()
        self._employ()
        self._archive_logs()
        self._let_follow()
        self._forget()
        self.retention = Retention(tuple(rules_of(self)), clock)

    def _gather_people(self) -> None:
        settings, database, clock = self.settings, self.database, self.clock
        self.players = Players(database, clock, settings.key_of_administrators)
        self.friends, self.blocks = Friends(database, clock), Blocks(database, self.players, clock)
        self.changes, self.bearers = Changes(database, self.activity), Bearers(database, clock)
        self.tickets = Tickets(database, clock, self.bearers)
        self.tokens = Tokens(database, clock, self.changes)
        self.admission = Admission(
            self.bearers, self.tickets, clock, settings.rate_per_token, settings.rate_per_address
        )
        self.administration = Administration(database, clock, self.changes)
        self.accounts = accounts_of(
            database, self.changes, clock, settings.public_url, settings.base_path, settings.openid_providers
        )
        self.oauth = OAuth(database, clock, self.changes)

    def _keep_logs(self) -> None:
        """Keep logs of each kind in memory, and all lists of them."""
        live, megabytes = self.settings.live_matches, self.settings.live_megabytes
        self.arrivals, self.pace = Arrivals(self.clock), BotPace(self.settings.bot_entries_per_second)
        self.match_logs = Running[Match, Referee](self, MatchKind(self.pace), Recent(live, megabytes * 1_000_000))
        events = partial(Recent, _LIVE_EVENTS, megabytes * _EVENT_BYTES_A_MEGABYTE)
        self.tournament_logs = Running[Tournament, TournamentReferee](self, TOURNAMENTS, events())
        self.series_logs = Running[Series, SeriesReferee](self, SERIES, events())
        inboxes = Recent(live, megabytes * _INBOX_BYTES_A_MEGABYTE)
        self.inboxes = Inboxes(self.databases[-1].log, self.databases[-1].engine, self.clock, inboxes)
        self.directory = Directory(self.database, self.replica)

    def _notify(self, outside: Outside) -> None:
        settings, database, clock = self.settings, self.database, self.clock
        hosts = [host.strip() for host in settings.push_hosts.split(",") if host.strip()]
        self.reminders, subscriptions = Reminders(database), Subscriptions(database, clock, hosts)
        asks: dict[str, Asks] = {
            "match_id": self.directory.asks,
            "tournament_id": partial(TOURNAMENTS.asks, self.tournament_logs.repository),
            "series_id": partial(SERIES.asks, self.series_logs.repository),
        }
        self.push = PushChannel(
            subscriptions, self.reminders, self.inboxes, clock, asks, settings.contact_for_push, outside.push
        )
        reached = Reach(settings.webhook_allow), outside.names or SystemNames()
        public: dict[str, PublicStream] = {
            "tournament": PublicEvents(TOURNAMENTS, self.tournament_logs.repository, self.players, self.bearers),
            "series": PublicEvents(SERIES, self.series_logs.repository, self.players, self.bearers),
        }
        self.webhooks, self.outbox = Webhooks(database, self.inboxes, public, clock, *reached), Outbox(database, clock)
        post = outside.webhooks or LatePost(*reached, seconds=CALL_SECONDS, keeps=False)
        awaiting, followers = self.directory.awaiting, self.webhooks.followers
        webhooks = WebhookChannel(followers, self.outbox, self.inboxes, public, awaiting, clock, self.chance, post)
        channels: dict[str, Channel[Any, Any]] = {"push": self.push, "webhooks": webhooks}
        self.deliverers = {name: Deliverer(channel, self.activity) for name, channel in channels.items()}
        self.withdrawals = Withdrawals(database, clock, self.activity)
        self.claims = Claims(database, self.changes, self.activity, clock)
        self.calendars = Calendars(database, self.inboxes, clock)

    def _serve_matches(self) -> None:
        logs, clock, most = self.match_logs.repository, self.clock, self.settings.matches_per_host
        self.packs = Packs(self.database, clock)
        places = EventPlaces({"tournament": self.tournament_logs.repository, "series": self.series_logs.repository})
        self.hosting = Hosting(logs, self.directory, self.replies, self.players, self.packs, places, clock, most)
        self.matches = Matches(logs, self.directory, self.players, self.settings.submissions_per_phase)
        self.bots = Bots()
        self.bulk = Bulk()
        self.rematches = Rematches(logs, self.directory, clock, most)
        self.queue = Queue(logs, Queues(self.database), self.hosting, self.blocks, clock, most)
        self.invitations = MatchInvitations(self.links, logs, self.match_logs.kind)
        self.talk = Talk(logs, self.replies)
        self.reports = Reports(logs, self.database, clock)

    def _serve_events(self) -> None:
        used = self.players, self.replies, self.links, self.clock
        self.pairer = Pairer(PairingProcess())
        self.ratings = RatingList(self.database)
        self.tournament_lists = TOURNAMENTS.lists_in(self.database, self.replica)
        self.series_lists = SERIES.lists_in(self.database, self.replica)
        tournaments, series = self.tournament_logs.repository, self.series_logs.repository
        self.rater = Rater(tournaments, self.ratings, self.activity)
        self.tournaments = Tournaments(
            tournaments, self.tournament_lists, self.ratings, self.hosting, self.pairer, *used
        )
        self.series = SeriesService(SERIES, series, self.series_lists, self.hosting, *used)

    def _employ(self) -> None:
        """Give each kind of log what does its work."""
        matches, clock = self.match_logs.repository, self.clock
        ordered = matches, self.directory, self.hosting
        self.match_logs.employ(
            Referee(matches, self.arrivals, self.pace, self.bots, clock, self.chance), self.directory, near_deadline
        )
        self.tournament_logs.employ(
            TournamentReferee(
                self.tournament_logs.repository, *ordered, self.players, self.pairer, clock, self.activity
            ),
            self.tournament_lists,
        )
        self.series_logs.employ(
            SeriesReferee(self.series_logs.repository, *ordered, clock, self.activity), self.series_lists
        )

    def _archive_logs(self) -> None:
        """Move to the archive what has long been over."""
        kinds = (self.tournament_logs.kind, self.series_logs.kind, self.match_logs.kind)
        due = DueForArchive(self.database, [kind.tables for kind in kinds])
        archive, days = self.databases[0].archive, self.settings.archive_after
        self.archivist = Archivist(archive, due, days, self.clock, self.activity)

    def _let_follow(self) -> None:
        """Let clients, and parts, follow what happens."""
        settings, matches = self.settings, self.match_logs
        self.lobby = Lobby(self.directory, self.clock)
        self.streams = Streams(
            matches.repository,
            self.arrivals,
            self.matches,
            self.inboxes,
            self.tournament_logs.repository,
            self.admission,
            self.clock,
            settings.socket_queue,
            settings.heartbeat_seconds,
            settings.streams_per_player,
        )
        self.upkeep = Upkeep(self.bearers, self.streams)
        taking = self.tournament_logs.referee.note, self.series_logs.referee.note
        matches.repository.watchers.extend((*taking, self.lobby.note))
        matches.referee.for_vacant.append(self.tournament_logs.referee.note)
        self.tournament_logs.repository.watchers.append(self.rater.note)

    def _forget(self) -> None:
        self.parts = (
            TOURNAMENTS.part_in(self.tournament_logs.repository),
            SERIES.part_in(self.series_logs.repository),
            part_of_matches(self.match_logs.repository),
        )
        kinds = self.match_logs, self.tournament_logs, self.series_logs
        self.losses = Losses(self.database, [each.repository for each in kinds], self.activity)
        self.comparison = Comparison(
            self.databases[0],
            self.databases[-1],
            [each.kind for each in kinds],
            self.inboxes,
            self.clock,
            self.activity,
        )
        self.renewals = Renewals(self.database, list(self._memories.values()), self.lobby.hear, self.activity)
        redacted, activity = self.renewals.note, self.activity
        self.forgetting = Forgetting(self.databases, self.parts, self.changes, redacted, activity, self.clock)
        self.changes.watchers.extend((self.forgetting.notice, self.upkeep.notice, self.withdrawals.notice))
        self.changes.watchers.append(self.claims.notice)

    @property
    def hears(self) -> bool:
        """Whether notices of other processes arrive."""
        return all(each.store.hears for each in self.databases)

    def now(self) -> str:
        """Return the current time, as sent to clients."""
        return self.streams.now()

    async def note_news(self, players: Collection[str], logs: Collection[str]) -> None:
        """Note that there is news for these players, and for who follows these logs."""
        for each in self.deliverers.values():
            await each.channel.followers.note(players, logs)

    async def begin(self, ending: AsyncExitStack) -> None:
        """Begin with what the server does by itself; `ending` stops it."""
        kinds = self.match_logs, self.tournament_logs, self.series_logs
        referees = self.tournament_logs.referee, self.series_logs.referee
        for deliverer in self.deliverers.values():
            ending.push_async_callback(deliverer.channel.close)
        for part in (self.pairer, self.bots, *referees):
            ending.push_async_callback(part.close)
        for scheduled in (*(each.handing_on for each in kinds), *(each.schedule for each in kinds)):
            ending.push_async_callback(scheduled.stop)
            await scheduled.start()
        tasks = [asyncio.create_task(keep_running(name, run)) for name, run in self._beside().items()]
        ending.push_async_callback(end, tasks)

    @property
    def _memories(self) -> Mapping[str, Repository[Any]]:
        """What keeps logs in memory, by what it keeps."""
        return {
            "matches": self.match_logs.repository,
            "own streams": self.inboxes.repository,
            "tournaments": self.tournament_logs.repository,
            "series": self.series_logs.repository,
        }

    def _held(self) -> Mapping[str, int]:
        """Return the logs in memory, and the number of the last entry of each."""
        return {log_id: seq for memory in self._memories.values() for log_id, seq in memory.held.items()}

    def _hear(self, grown: Mapping[str, int] | None, *, own: bool = False) -> None:
        """Take in that logs have grown, as in `Repository.hear`."""
        for memory in self._memories.values():
            memory.hear(grown, own=own)
        self.lobby.hear(grown)
        self.activity.note()

    def _hear_own_streams(self, grown: Mapping[str, int] | None, *, own: bool = False) -> None:
        """The same of own streams, where they have a database of their own."""
        self.inboxes.repository.hear(grown, own=own)
        self.activity.note()

    async def count_other_rules(self) -> None:
        """Count what waits for another process, which has its rules or knows all of its facts, for operators."""
        metrics.other_rules = await self.directory.count_other_rules()
        waiting = [await self._waiting(memory) for memory in self._memories.values()]
        metrics.unread = Counter((unread.fact_type, unread.version) for some in waiting for unread in some)

    async def _waiting(self, memory: Repository[Any]) -> Collection[Unread]:
        """Return what this process does not understand in logs that are not over; of others, nothing is due."""
        tables = memory.tables
        if memory.unread and tables is not None:
            memory.forget_unread(await self.directory.find_ended(tables, [*memory.unread]))
        return memory.unread.values()

    def _beside(self) -> dict[str, Callable[[], Awaitable[None]]]:
        """Return what runs all the time, by what it does."""
        beside: dict[str, Callable[[], Awaitable[None]]] = {
            "listening to other processes": partial(self.databases[0].store.listen, self._hear, self._held),
            "publishing public matches": self.lobby.run,
            "taking outcomes for tournaments": self.tournament_logs.referee.run,
            "taking outcomes for series": self.series_logs.referee.run,
            "rating players": self.rater.run,
            "noticing changes of players": self.changes.run,
            "writing the last uses of tokens": self.bearers.run,
            "closing streams of expired tokens": self.upkeep.run,
            "ending news by withdrawn tokens": self.withdrawals.run,
            "taking back guests": self.claims.run,
            "ending what is no longer kept": self.retention.run,
            "archiving what is over": self.archivist.run,
            "forgetting players": self.forgetting.run,
            "reading redacted logs again": self.renewals.run,
            "noting what a restore has lost": self.losses.run,
            "measuring the event loop": measure_loop_lag,
            "noticing what nobody tells": self.activity.watch,
            "counting matches of other rules": partial(
                every,
                _COUNT_SECONDS,
                self.count_other_rules,
                "matches of other rules cannot be counted",
                activity=self.activity,
            ),
        }
        for name, deliverer in self.deliverers.items():
            beside[f"sending to {name}"] = deliverer.run
        for name, memory in self._memories.items():
            beside[f"following {name} that are not heard"] = partial(memory.follow_unheard, self.activity)
        if len(self.databases) > 1:
            listening = partial(
                self.databases[-1].store.listen, self._hear_own_streams, lambda: self.inboxes.repository.held
            )
            beside["comparing own streams with other logs"] = self.comparison.run
            beside["listening to others about own streams"] = listening
        return beside
