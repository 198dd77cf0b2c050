"""The matches of episodes: which terms they have, and who sits where."""

from __future__ import annotations

import secrets
from dataclasses import replace

from engines.catalogue import GAMES
from engines.kit import GameOptions
from server.matches.facts import SeriesPlace
from server.matches.hosting.hosting import Hosting, Terms, describe
from server.matches.match import Match
from server.matches.requests import MatchSettings
from server.organising.series.course import Course, MatchCourse
from server.organising.series.plan import SeriesMatchTerms


async def create_match(hosting: Hosting, course: Course, number: int, match: MatchCourse) -> Match:
    """Return a match of an episode; create it under the id that the log names if it does not exist."""
    created, terms = course.terms, terms_of(course, number, match)
    options = options_of(course, number, match)
    settings = MatchSettings(
        pace=created.pace,
        visibility=created.matches.visibility,
        autostart=False,  # As the series orders it.
        show_submitted=created.matches.show_submitted,
        open_log=terms.open_log,
        spectator_lag=created.matches.spectator_lag,
        label=created.label,
        rest=created.matches.rest,
        leave_days=created.leave_days,
    )
    seed = secrets.token_bytes(32)
    described = describe(match.match_id, seed, course.host, Terms(GAMES[terms.game], terms.variant, options), settings)
    place = SeriesPlace(created.series_id, number, match.name)
    described = replace(described, absence=created.matches.in_play, series=place)
    sitting = {seat: course.entrants[entrant].player for seat, entrant in match.seats.items()}
    return await hosting.create_table(seed, described, options, sitting)


def terms_of(course: Course, number: int, match: MatchCourse) -> SeriesMatchTerms:
    """Return the terms of a match of an episode."""
    episode = course.terms.episodes[number - 1]
    if match.name == "main":
        return episode.match
    if episode.death is None:
        raise AssertionError("only an episode with a death match has one")
    return course.terms.deaths[episode.death].match


def options_of(course: Course, number: int, match: MatchCourse) -> GameOptions:
    """Return the complete options of a match, with the seats of those who have a mark where an option wants them."""
    terms = terms_of(course, number, match)
    episode = course.episodes[number - 1]
    known = (
        course.episode_options[number]
        if match.name == "main"
        else course.death_options[course.terms.episodes[number - 1].death or ""]
    )
    if terms.marked is not None:
        known = {**known, terms.marked: [seat for seat, entrant in match.seats.items() if entrant in episode.marked]}
    options: GameOptions = GAMES[terms.game].read_options(known)
    return options
