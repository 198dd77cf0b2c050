"""The wiring: from settings to a running application, in one place."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Final

from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware
from fastapi.routing import APIRoute

from server.api.account.routes import show_accounts
from server.api.calls.admission import Door
from server.api.calls.base_path import BasePath
from server.api.calls.body import BodyGuard
from server.api.calls.conditional import HeadAsGet
from server.api.calls.cross_origin import cross_origin
from server.api.calls.dependencies import Server
from server.api.calls.fast_routes import FastApp
from server.api.calls.parameters import refusing_unknown_parameters
from server.api.calls.problems import FailureGuard, install_problem_handlers
from server.api.calls.tracking import Calls
from server.api.calls.versions import VERSION
from server.api.documents.asyncapi import publish
from server.api.documents.openapi import describe
from server.api.oauth.routes import show_oauth
from server.api.pages.routes import show_documentation
from server.api.routes import (
    about,
    administration,
    bulk,
    calendars,
    channels,
    events,
    games,
    health,
    invitations,
    matches,
    news,
    packs,
    players,
    playing,
    push,
    sockets,
    tokens,
    web,
)
from server.api.routes import ratings as ratings_routes
from server.api.routes import series as series_routes
from server.api.routes import tournaments as tournaments_routes
from server.api.routes import webhooks as webhooks_routes
from server.api.streams.lobby import Lobby
from server.api.streams.streams import Streams
from server.api.streams.upkeep import Upkeep
from server.logs.aggregates.memory import Recent
from server.logs.aggregates.schedule import Schedule
from server.logs.aggregates.turns import Turns
from server.logs.invitations.links import Links
from server.logs.replies.housekeeping import Housekeeping
from server.logs.replies.idempotency import Replies
from server.logs.store.opening import open_store
from server.logs.store.readiness import Database, Readiness
from server.logs.store.writer import GroupCommit
from server.matches.hosting.bulk import Bulk
from server.matches.hosting.hosting import Hosting
from server.matches.hosting.packs import Packs
from server.matches.leaving import part_of_matches
from server.matches.lists.directory import Directory
from server.matches.lists.summary import MatchSummary
from server.matches.play.bot_pace import BotPace
from server.matches.play.referee import Referee
from server.matches.play.reminders import near_deadline
from server.matches.repository import MatchKind, MatchRepository
from server.matches.seats.invitations import MatchInvitations
from server.matches.seats.rematches import Rematches
from server.matches.service import Matches
from server.matches.talk.talk import Talk
from server.notifications.calendars.calendars import Calendars
from server.notifications.news.choices import Reminders
from server.notifications.news.handing_on import HandingOn, nothing_by_time
from server.notifications.news.inboxes import Inboxes
from server.notifications.news.marks import Marks
from server.notifications.news.withdrawals import Withdrawals
from server.notifications.push.sender import Asks, Sender
from server.notifications.push.subscriptions import Subscriptions
from server.notifications.webhooks.hooks import Webhooks
from server.notifications.webhooks.outbox import Outbox
from server.notifications.webhooks.sender import WebhookSender
from server.organising.ordering.places import EventPlaces
from server.organising.series.asking import asks as asked_by_series
from server.organising.series.directory import series_in
from server.organising.series.leaving import part_of_series
from server.organising.series.referee import SeriesReferee
from server.organising.series.repository import SeriesKind, SeriesRepository
from server.organising.series.service import SeriesService
from server.organising.series.summary import SeriesSummary
from server.organising.tournaments.asking import asks as asked_by_tournament
from server.organising.tournaments.directory import tournaments_in
from server.organising.tournaments.leaving import part_of_tournaments
from server.organising.tournaments.pairer import Pairer
from server.organising.tournaments.pairing.process import PairingProcess
from server.organising.tournaments.rater import Rater
from server.organising.tournaments.rating_list import RatingList
from server.organising.tournaments.referee import TournamentReferee
from server.organising.tournaments.repository import TournamentKind, TournamentRepository
from server.organising.tournaments.service import Tournaments
from server.organising.tournaments.summary import TournamentSummary
from server.people.accounts.accounts import accounts_of
from server.people.administration.administration import Administration
from server.people.forgetting.renewal import Renewals
from server.people.forgetting.work import Forgetting
from server.people.identity.admission import Admission
from server.people.identity.bearers import Bearers
from server.people.identity.changes import Changes
from server.people.identity.players import Players
from server.people.identity.tickets import Tickets
from server.people.identity.tokens import Tokens
from server.people.oauth.service import OAuth
from server.runtime.background import end, keep_running
from server.runtime.clock.arrivals import Arrivals
from server.runtime.clock.clock import Clock, SystemClock
from server.runtime.database.connection import open_engine
from server.runtime.database.schema import check_schema
from server.runtime.database.tables import MatchRow, SeriesRow, TournamentRow
from server.runtime.database.times import warn_of_difference
from server.runtime.loop_lag import measure_loop_lag
from server.runtime.outside.addresses import Reach
from server.runtime.outside.calls import REAL, Outside
from server.runtime.outside.names import SystemNames
from server.runtime.settings import Settings
from server.runtime.time_slices import Share, let_threads_in

_INBOX_BYTES_A_MEGABYTE: Final = 100_000
"""How much memory unused players' own streams may take for each megabyte of unused matches."""

_LIVE_EVENTS: Final = 100
"""Number of tournaments, and of series, that stay in memory unused."""

_EVENT_BYTES_A_MEGABYTE: Final = 100_000
"""How much memory unused tournaments may take for each megabyte of unused matches, and unused series."""


async def _open(url: str, ending: AsyncExitStack) -> Database:
    """Open a database; `ending` closes it."""
    engine = open_engine(url)
    ending.push_async_callback(engine.dispose)
    revision = await check_schema(engine)
    await warn_of_difference(engine, SystemClock().now)
    store = open_store(url)
    ending.push_async_callback(store.close)
    log = GroupCommit(store)
    ending.push_async_callback(log.close)
    return Database(engine, revision, store, log)


def create_app(settings: Settings, clock: Clock | None = None, outside: Outside = REAL) -> FastAPI:
    """
    Create the application for a migrated database; `outside` is what lies outside of it.

    While it runs, `app.state.server` holds the parts that routes use, `app.state.schedule` keeps matches moving,
    `app.state.handing_on` tells players what happens, as those of tournaments and series do, and `app.state.log` is the
    log.
    """
    clock = clock or SystemClock()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        let_threads_in()
        # Started parts are stopped even if a later one fails to start.
        async with AsyncExitStack() as ending:
            await begin(app, ending)
            yield

    async def begin(app: FastAPI, ending: AsyncExitStack) -> None:
        used = [await _open(url, ending) for url in settings.databases]
        database, log = used[0].engine, used[0].log
        directory = Directory(database)
        known = Players(database, clock, settings.key_of_administrators)
        changes, bearers = Changes(database), Bearers(database, clock)
        tickets = Tickets(database, clock, bearers)
        admission = Admission(bearers, tickets, clock, settings.rate_per_token, settings.rate_per_address)
        recent = Recent(settings.live_matches, settings.live_megabytes * 1_000_000)
        chance, arrivals, pace = random.SystemRandom(), Arrivals(clock), BotPace(settings.bot_entries_per_second)
        turns = Turns(database, clock, MatchSummary.tables)
        repository = MatchRepository(MatchKind(pace), log, clock, recent, turns)
        inboxes = Inboxes(
            used[-1].log, clock, Recent(settings.live_matches, settings.live_megabytes * _INBOX_BYTES_A_MEGABYTE)
        )
        referee = Referee(repository, arrivals, pace, clock, chance)
        schedule = Schedule(repository, referee, directory.overdue, clock, chance, settings.sweep_seconds)
        hosts = [host.strip() for host in settings.push_hosts.split(",") if host.strip()]
        reminders = Reminders(database)
        subscriptions = Subscriptions(database, clock, hosts)
        asks: dict[str, Asks] = {"match_id": directory.asks}
        push = Sender(subscriptions, reminders, inboxes, clock, asks, settings.contact_for_push, outside.push)
        ending.push_async_callback(push.close)
        reach, names = Reach(settings.webhook_allow), outside.names or SystemNames()
        webhooks = Webhooks(database, inboxes, clock, reach, names)
        outbox, calls = Outbox(database), outside.webhooks
        webhook_sender = WebhookSender(
            webhooks, outbox, inboxes, directory.awaiting, clock, chance, reach, names, calls
        )
        ending.push_async_callback(webhook_sender.close)
        sweep_seconds = settings.sweep_seconds

        async def note(players: Collection[str]) -> None:
            await push.subscriptions.note(players)
            await webhooks.note(players)

        marks = Marks(database, MatchRow.__table__.c.match_id)
        work = HandingOn(repository, marks, inboxes, near_deadline, note, clock)
        handing_on = Schedule(repository, work, marks.overdue, clock, chance, sweep_seconds, Share.NEWS)
        replies = Replies(database, clock)
        packs = Packs(database, clock)
        tournaments = TournamentRepository(
            TournamentKind(),
            log,
            clock,
            Recent(_LIVE_EVENTS, settings.live_megabytes * _EVENT_BYTES_A_MEGABYTE),
            Turns(database, clock, TournamentSummary.tables),
        )
        series = SeriesRepository(
            SeriesKind(),
            log,
            clock,
            Recent(_LIVE_EVENTS, settings.live_megabytes * _EVENT_BYTES_A_MEGABYTE),
            Turns(database, clock, SeriesSummary.tables),
        )
        asks["tournament_id"] = partial(asked_by_tournament, tournaments)
        asks["series_id"] = partial(asked_by_series, series)
        places = EventPlaces({"tournament": tournaments, "series": series})
        hosting = Hosting(repository, directory, replies, known, packs, places, clock, settings.matches_per_host)
        tournament_directory = tournaments_in(database)
        pairer = Pairer(PairingProcess())
        ending.push_async_callback(pairer.close)
        tournament_referee = TournamentReferee(
            tournaments, repository, directory, hosting, known, pairer, clock, settings.sweep_seconds
        )
        repository.watchers.append(tournament_referee.note)
        referee.for_vacant.append(tournament_referee.note)
        ending.push_async_callback(tournament_referee.close)
        tournament_schedule = Schedule(
            tournaments, tournament_referee, tournament_directory.overdue, clock, chance, settings.sweep_seconds
        )
        ratings = RatingList(database)
        rater = Rater(tournaments, ratings, settings.sweep_seconds)
        tournaments.watchers.append(rater.note)
        tournament_marks = Marks(database, TournamentRow.__table__.c.tournament_id)
        tournament_work = HandingOn(tournaments, tournament_marks, inboxes, nothing_by_time, note, clock)
        tournament_handing_on = Schedule(
            tournaments, tournament_work, tournament_marks.overdue, clock, chance, sweep_seconds, Share.NEWS
        )
        series_directory = series_in(database)
        series_referee = SeriesReferee(series, repository, directory, hosting, clock, sweep_seconds)
        repository.watchers.append(series_referee.note)
        ending.push_async_callback(series_referee.close)
        series_schedule = Schedule(series, series_referee, series_directory.overdue, clock, chance, sweep_seconds)
        series_marks = Marks(database, SeriesRow.__table__.c.series_id)
        series_work = HandingOn(series, series_marks, inboxes, nothing_by_time, note, clock)
        series_handing_on = Schedule(
            series, series_work, series_marks.overdue, clock, chance, sweep_seconds, Share.NEWS
        )
        links = Links(database, clock)
        lobby = Lobby(directory, clock)
        memories = (repository, inboxes.repository, tournaments, series)
        renewals = Renewals(database, memories, lobby.hear)
        parts = (part_of_tournaments(tournaments), part_of_series(series), part_of_matches(repository))
        forgetting = Forgetting(used, parts, changes, renewals.note, clock)
        changes.watchers.append(forgetting.notice)
        app.state.forgetting, app.state.renewals = forgetting, renewals
        matches_service = Matches(repository, directory, known, settings.submissions_per_phase)
        repository.watchers.append(lobby.note)
        streams = Streams(
            repository,
            arrivals,
            matches_service,
            inboxes,
            tournaments,
            series,
            admission,
            clock,
            settings.socket_queue,
            settings.heartbeat_seconds,
            settings.streams_per_player,
        )
        upkeep = Upkeep(bearers, streams)
        changes.watchers.append(upkeep.notice)
        withdrawals = Withdrawals(database, clock)
        changes.watchers.append(withdrawals.notice)
        app.state.withdrawals = withdrawals
        app.state.server = Server(
            players=known,
            tokens=Tokens(database, clock, changes),
            tickets=tickets,
            administration=Administration(database, clock, changes),
            forgetting=forgetting,
            admission=admission,
            matches=matches_service,
            hosting=hosting,
            tournaments=Tournaments(
                tournaments, tournament_directory, ratings, hosting, pairer, known, replies, links, clock
            ),
            series=SeriesService(series, series_directory, hosting, known, replies, links, clock),
            bulk=Bulk(),
            rematches=Rematches(repository, directory, clock, settings.matches_per_host),
            packs=packs,
            links=links,
            invitations=MatchInvitations(links, repository),
            talk=Talk(repository, replies),
            streams=streams,
            lobby=lobby,
            push=push,
            webhooks=webhooks,
            reminders=reminders,
            calendars=Calendars(database, inboxes, clock),
            accounts=accounts_of(
                database, changes, clock, settings.public_url, settings.base_path, settings.openid_providers
            ),
            oauth=OAuth(database, clock, changes),
            readiness=Readiness(used, SystemClock().now),
        )
        app.state.changes = changes
        app.state.schedule = schedule
        app.state.webhook_sender = webhook_sender
        app.state.outbox = outbox
        app.state.handing_on = handing_on
        app.state.tournament_handing_on = tournament_handing_on
        app.state.tournament_schedule = tournament_schedule
        app.state.tournament_referee = tournament_referee
        app.state.rater = rater
        app.state.series_schedule = series_schedule
        app.state.series_referee = series_referee
        app.state.series_handing_on = series_handing_on
        app.state.log = log
        app.state.stores = [each.store for each in used]
        housekeeping = Housekeeping(database, clock)
        app.state.housekeeping = housekeeping

        def hear(grown: Mapping[str, int] | None, *, own: bool = False) -> None:
            repository.hear(grown, own=own)
            inboxes.repository.hear(grown, own=own)
            tournaments.hear(grown, own=own)
            series.hear(grown, own=own)
            lobby.hear(grown)

        beside = {
            "listening to other processes": lambda: used[0].store.listen(hear),
            "telling of public matches": lobby.run,
            "following what is not heard": repository.follow_unheard,
            "following tournaments that are not heard": tournaments.follow_unheard,
            "taking outcomes": tournament_referee.run,
            "following series that are not heard": series.follow_unheard,
            "taking outcomes for series": series_referee.run,
            "rating players": rater.run,
            "following own streams that are not heard": inboxes.repository.follow_unheard,
            "noticing changes of players": changes.run,
            "closing streams of expired tokens": upkeep.run,
            "ending news by withdrawn tokens": withdrawals.run,
            "housekeeping": housekeeping.run,
            "sending push messages": push.run,
            "sending to webhooks": webhook_sender.run,
            "deleting old messages to webhooks": webhook_sender.run_tidying,
            "forgetting players": forgetting.run,
            "reading redacted logs again": renewals.run,
            "measuring the event loop": measure_loop_lag,
        }
        if len(used) > 1:
            beside["listening to others about own streams"] = lambda: used[-1].store.listen(inboxes.repository.hear)
        telling = (handing_on, tournament_handing_on, series_handing_on)
        for scheduled in (*telling, schedule, tournament_schedule, series_schedule):
            ending.push_async_callback(scheduled.stop)
            await scheduled.start()
        ending.push_async_callback(end, [asyncio.create_task(keep_running(name, run)) for name, run in beside.items()])

    app = FastApp(
        title="Moirai",
        version=VERSION,
        lifespan=lifespan,
        redirect_slashes=False,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        # Calls contain secrets; and even checking for a collector costs some microseconds per call.
        telemetry={"tracing": False, "metrics": False, "logs": False, "auto_configure": False},
    )
    # Routes are matched in order, so the most frequent ones come first. They are added directly, because an included
    # router matches them again with each call, and creates what they need a second time.
    routers = [
        part.router
        for part in (
            events,
            channels,
            matches,
            players,
            tokens,
            administration,
            news,
            tournaments_routes,
            ratings_routes,
            series_routes,
            push,
            webhooks_routes,
            calendars,
            games,
            packs,
            invitations,
            sockets,
            about,
            health,
        )
    ]
    leading = (playing.lean_write, playing.lean_read, playing.withdrawing)
    for router in (*leading, *routers, bulk.in_pieces, bulk.router):
        app.router.routes += (
            refusing_unknown_parameters(route) if isinstance(route, APIRoute) else route for route in router.routes
        )
    webhooks_routes.describe_messages(app)
    show_documentation(app)
    show_accounts(app)
    show_oauth(app)
    web.show_player(app, web.folder())
    install_problem_handlers(app)
    app.add_middleware(BodyGuard, max_bytes=settings.max_body_bytes)
    app.add_middleware(Door)
    app.add_middleware(FailureGuard)
    if settings.cors_origins:
        app.add_middleware(CORSMiddleware, **cross_origin(settings.cors_origins))
    app.add_middleware(Calls)
    app.add_middleware(HeadAsGet)
    app.base_path = BasePath(settings.base_path) if settings.base_path else None
    app.answer_first(app.routes, cross_origin=bool(settings.cors_origins))
    describe(app, settings.base_path)
    publish(app, settings.base_path)
    return app
