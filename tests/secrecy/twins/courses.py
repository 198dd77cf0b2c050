"""Two courses of one match that a viewer cannot tell apart, although the other seats act differently."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

from engines.catalogue import GAMES
from engines.kit import HOST, SPECTATOR, Viewer
from tests.engines.table import SEED
from tests.secrecy.twins.search import Course, Search, bring_about, resolved, some_course
from tests.secrecy.twins.twin import Fate, Terms, Twin


@dataclass
class Courses:
    """
    The course of one match, phase by phase.

    The viewer is eventually told the results of the phases in `told`, as far as it may know them. The phases in
    `untold` follow, so late that a viewer who lags behind is told nothing of them.
    """

    told: list[Course] = field(default_factory=list)
    untold: list[Course] = field(default_factory=list)


def indistinguishable(
    game: str, variant: str, viewer: Viewer, random: Random, *, phases: int, lag: int
) -> tuple[Courses, Courses]:
    """
    Return two courses, phase by phase, with the same draws: those of a server whose seed is `SEED`.

    The viewer acts the same in both. They end after this many phases whose results the viewer is told, or at the end of
    the match, or where no different actions of the others would look the same to the viewer. For a spectator who lags
    by some rounds, anything may happen in one round less than that.
    """
    options = GAMES[game].options(variant, {})
    terms = Terms(GAMES[game], variant, options, HOST, show_submitted=False, open_log=False, spectator_lag=lag)
    one, other = Twin(terms, viewer, SEED, Random("one")), Twin(terms, viewer, SEED, Random("other"))
    for world in (one, other):
        world.start(Fate(SEED, SEED))
    courses = Courses(), Courses()
    while one.state.phase is not None and len(courses[0].told) < phases:
        course = some_course(one, SEED, random)
        others = [seat for seat in course.finals if seat != viewer]
        search = Search(other, course, one.may_know(resolved(one, course)), others, labels=(), seed=SEED)
        found = search.run(random)
        if found is None:
            return courses
        for world, chosen, played in ((one, course, courses[0]), (other, found, courses[1])):
            # Of a phase that opens after its deadline, viewers see only that it was closed.
            if world.has_time:
                played.told.append(chosen)
            bring_about(world, chosen)
            world.close(chosen.fate)
    if viewer == SPECTATOR and lag:
        for world, played in ((one, courses[0]), (other, courses[1])):
            played.untold += _out_of_sight(world, random, lag - 1)
    return courses


def _out_of_sight(world: Twin, random: Random, phases: int) -> list[Course]:
    """
    Return any course of the next phases. Each begins at most one round; the match must not end, which would reveal it
    all.
    """
    courses: list[Course] = []
    while len(courses) < phases or (world.state.phase is not None and not world.has_time):
        if world.state.phase is None:
            return []
        course = some_course(world, SEED, random)
        # They close at their deadlines, so that the clocks of both worlds stay equal.
        course = replace(
            course, finals={seat: replace(final, keep_thinking=True) for seat, final in course.finals.items()}
        )
        if world.has_time:
            courses.append(course)
        bring_about(world, course)
        world.close(course.fate)
    return [] if world.state.ended else courses
