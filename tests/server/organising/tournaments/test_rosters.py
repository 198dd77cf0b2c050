"""Rosters: people who are to be entered, from sheets and reports as other programs write them."""

from __future__ import annotations

import pytest

from server.access.errors import RefusedError
from server.organising.tournaments.requests import MAX_LINES
from server.organising.tournaments.roster import Roster, check_line, read_report, read_sheet
from server.runtime.time_slices import at_once
from tests.server.organising.tournaments.directing import directed
from tests.server.organising.tournaments.test_unclaimed import add
from tests.server.world import World


def _sheet(text: str) -> Roster:
    return at_once(read_sheet(text))


@pytest.mark.parametrize(
    "text",
    [
        "name,rating,club,email\nAnna,1500,SK Delphi,a@b.c\n",
        "\ufeffName;Elo;Verein;E-Mail\r\nAnna;1500;SK Delphi;a@b.c\r\n",
        "e-mail\tclub\tDWZ\tSpieler\na@b.c\tSK Delphi\t1500\tAnna",
        'Rating,Club,Name,Email\n1500,"SK Delphi","Anna",a@b.c\n\n , ,,\n',
    ],
    ids=["English", "German Excel", "tabs", "other order"],
)
def test_headings_say_what_columns_are_in_any_order_and_with_any_separator(text: str) -> None:
    roster = _sheet(text)

    (line,) = roster.lines
    assert (line.name, line.rating, line.club, line.email) == ("Anna", 1500, "SK Delphi", "a@b.c")
    assert roster.unknown_columns == []


def test_a_name_can_stand_in_two_columns() -> None:
    (line,) = _sheet("Nachname;Vorname\nArachne;Anna\n").lines

    assert line.name == "Anna Arachne"


def test_lines_have_the_numbers_that_a_spreadsheet_shows() -> None:
    roster = _sheet('name,Shoe size\n\nAnna,38\n"Bo\nor not",41\nCy,\n')

    assert [(line.number, line.name) for line in roster.lines] == [(3, "Anna"), (5, "Bo\nor not"), (6, "Cy")]
    assert roster.unknown_columns == ["Shoe size"]


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("Anna,1500,Delphi", None),
        ("Anna,,", None),
        ("Anna,-,", None),
        ("Anna", None),
        (",1500,", "bad_name"),
        ("\u200b,1500,", "bad_name"),
        (f"{'A' * 41},1500,", "bad_name"),
        ("Anna,many,", "bad_rating"),
        ("Anna,10001,", "bad_rating"),
        ("Anna,-5,", "bad_rating"),
        ("Anna,\u0661\u0662,", "bad_rating"),
        (f"Anna,1500,{'C' * 65}", "bad_club"),
        ("Anna,1500,a\u202eb", "bad_club"),
    ],
)
def test_a_line_that_cannot_be_entered_says_why(row: str, fault: str | None) -> None:
    (line,) = _sheet(f"name,rating,club\n{row}\n").lines

    assert check_line(line).fault == fault


@pytest.mark.parametrize("text", ["", "Anna,1500\n", "rating,club\n1500,Delphi\n", "first name\nAnna\n"])
def test_a_sheet_needs_a_heading_for_names(text: str) -> None:
    with pytest.raises(RefusedError, match="headings"):
        _sheet(text)


def test_a_sheet_has_at_most_so_many_lines() -> None:
    text = "name\n" + "Anna\n" * MAX_LINES

    assert len(_sheet(text).lines) == MAX_LINES
    with pytest.raises(RefusedError, match="at most"):
        _sheet(f"{text}Bo\n")


def test_names_and_ratings_of_a_report_are_read() -> None:
    text = (
        "012 Open of Delphi\n"
        "001    1 f    Arachne, Anna                     1500 GRE     4201111 1990/01/01  1.0    1     2 w 1\n"
        "001    2      Bo\n"
        "013 Team\n"
    )

    lines = at_once(read_report(text)).lines

    assert [(each.number, each.name, each.rating) for each in lines] == [(2, "Arachne, Anna", 1500), (3, "Bo", 0)]


def test_a_report_without_players_is_refused() -> None:
    with pytest.raises(RefusedError, match="001"):
        at_once(read_report("012 Open of Delphi\n"))


async def test_a_sheet_is_entered_line_by_line_with_the_fate_of_each(world: World) -> None:
    one = await directed(world, ("Bo",))
    sheet = "Name;Wertung;Schuhe\nAnna;1500;38\nBo;1400;41\nCy;viel;40\n"

    reply = await one.director.post(f"{one.path}/entrants", {"csv": sheet})

    assert reply["unknown_columns"] == ["Schuhe"]
    assert [(each["line"], each["fate"]) for each in reply["lines"]] == [
        (2, "added"),
        (3, "name_too_similar"),
        (4, "bad_rating"),
    ]


async def test_the_report_of_a_tournament_can_be_imported_into_another_one(world: World) -> None:
    one, other = await directed(world, ("Ada", "Bo", "Cy")), await directed(world)
    await one.start()
    report = await one.director.http.get(f"{one.path}/standings", headers={"Accept": "text/x-trf"})

    reply = await other.director.post(f"{other.path}/entrants", {"trf": report.text})

    assert [(each["name"], each["rating"], each["fate"]) for each in reply["lines"]] == [
        ("Ada", 999, "added"),
        ("Bo", 998, "added"),
        ("Cy", 997, "added"),
    ]


async def test_a_report_is_for_a_tournament_without_rounds(world: World) -> None:
    one = await directed(world, ("Ada", "Bo"))
    await one.start()

    refused = await one.director.post(f"{one.path}/entrants", {"trf": "001    1      Anna\n"}, 409)
    added = await add(one, "Anna")

    assert refused["code"] == "too_late"
    assert added["lines"][0]["fate"] == "added"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "bad_roster"),
        ({"csv": "name\nA", "trf": "001"}, "bad_roster"),
        ({"people": []}, "malformed_request"),
    ],
)
async def test_a_call_has_one_list(world: World, body: dict[str, object], code: str) -> None:
    one = await directed(world)

    assert (await one.director.post(f"{one.path}/entrants", body, 422))["code"] == code


async def test_links_come_as_a_sheet_for_a_mail_merge_in_which_no_name_is_a_formula(world: World) -> None:
    one = await directed(world)
    body = {"people": [{"name": "=1+1", "email": "a@b.c"}, {"name": "Bo", "email": "@b"}]}

    reply = await one.director.http.post(f"{one.path}/entrants", json=body, headers={"Accept": "text/csv"})

    heading, first, second = reply.text.removeprefix("\ufeff").splitlines()
    assert heading == "name,email,link"
    name, email, link = first.split(",")
    assert (name, email) == ("'=1+1", "a@b.c")
    assert second.startswith("Bo,'@b,")
    opened = await world.nobody().get(f"/v1/invitations/{link.rpartition('/')[2]}")
    assert opened["place"]["name"] == "=1+1"


async def test_a_sheet_of_a_thousand_long_lines_is_not_too_large(world: World) -> None:
    one = await directed(world, max_entrants=1000)
    rows = "".join(f"Person {number:030},1500,{'Club ' * 10},{'m' * 60}@example.org\n" for number in range(1000))

    reply = await one.director.post(f"{one.path}/entrants", {"csv": f"name,rating,club,email\n{rows}", "preview": True})

    assert {each["fate"] for each in reply["lines"]} == {"added"}
