"""Places for people without an account: a director enters them by name, and each claims the place by a link."""

from __future__ import annotations

import io
from typing import Any, Final

import openpyxl

from tests.server.organising.tournaments.directing import Directed, directed
from tests.server.people.forgetting.test_forgotten import require_genuine
from tests.server.world import Client, World

Json = Any

XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


async def add(one: Directed, *names: str, by: Client | None = None, expect: int = 200, **terms: Json) -> Json:
    """Enter people by name; return the reply."""
    body = {"people": [{"name": name} for name in names], **terms}
    return await (by or one.director).post(f"{one.path}/entrants", body, expect)


async def links(one: Directed, *names: str, **terms: Json) -> list[str]:
    """Enter people by name; return the tokens of their links."""
    return [line["token"] for line in (await add(one, *names, **terms))["lines"]]


async def claim(player: Client, token: str, expect: int = 200) -> Json:
    return await player.post(f"/v1/invitations/{token}/accept", {}, expect)


async def entrant(one: Directed, name: str) -> Json:
    return next(each for each in (await one.view())["entrants"] if each["entrant"] == name)


async def test_a_director_enters_somebody_by_name_with_rating_and_club(world: World) -> None:
    one = await directed(world)
    body = {"people": [{"name": "Anna", "rating": 1500, "club": "SK Delphi", "email": "anna@example.org"}]}

    (line,) = (await one.director.post(f"{one.path}/entrants", body))["lines"]

    assert (line["fate"], line["entrant"], line["email"]) == ("added", "e1", "anna@example.org")
    known = await entrant(one, "e1")
    assert (known["player"]["name"], known["rating"], known["club"]) == ("Anna", 1500, "SK Delphi")
    assert known["unclaimed"]
    assert "example.org" not in await one.log()
    await one.require_genuine()


async def test_nobody_can_act_for_an_unclaimed_place(world: World) -> None:
    one = await directed(world)
    await add(one, "Anna")
    player_id = (await entrant(one, "e1"))["player"]["player_id"]

    reply = await world.connect(player_id, f"moirai_{player_id}.guessed").http.get("/v1/players/me")

    assert reply.status_code == 401
    assert await world.nobody().get("/v1/players", name="Anna") == {"players": [], "next": None}
    assert (await one.director.get(f"/v1/players/{player_id}"))["name"] == "Anna"


async def test_the_link_says_whose_place_it_is_and_is_for_one_person(world: World) -> None:
    one = await directed(world, visibility="private")
    (token,) = await links(one, "Anna")
    opened = await world.nobody().get(f"/v1/invitations/{token}")
    anna, other = await world.players("Anna", "Other")

    joined = await claim(anna, token)
    late = await claim(other, token, 409)
    again = await claim(anna, token)

    assert opened["place"] == {"entrant": "e1", "name": "Anna"}
    assert (joined["tournament_id"], joined["entrants"]) == (one.id, 1)
    assert late["code"] == "invitation_used_up"
    assert "receipt" not in again
    known = await entrant(one, "e1")
    assert known["player"] == {"player_id": anna.player_id, "name": "Anna"}
    assert not known["unclaimed"]
    assert (await one.view(anna))["viewer"] == "e1"
    (told,) = await one.told("entrant_replaced")
    assert told["invitation"] == opened["invitation_id"]
    await one.require_genuine()


async def test_who_claims_a_place_plays_from_the_next_match_on(world: World) -> None:
    one = await directed(world, ("Bo",))
    (token,) = await links(one, "Anna")
    (table,) = await one.start()
    anna = await world.player("Anna")

    await claim(anna, token)
    await one.act("correct_result", round=1, table=1, points=[0, 2], reason="Played at a board.")
    await one.act("set_pairings", tables=[{"entrants": ["e1", "e2"]}], force=True, reason="Again.")
    await one.act("start_round")

    (second,) = (await one.round(2))["tables"]
    match = await anna.get(f"/v1/matches/{second['match_id']}")
    assert anna.player_id in [(seat["player"] or {}).get("player_id") for seat in match["seats"]]
    assert anna.player_id not in await one.log(f"/v1/matches/{table['match_id']}")
    await one.require_genuine()


async def test_a_director_gives_a_place_another_link_and_withdraws_it(world: World) -> None:
    one = await directed(world)
    (first,) = await links(one, "Anna")
    anna = await world.player("Anna")

    second = await one.invite(entrant="e1")
    ended = await claim(anna, first, 404)
    listed = await one.invitations()
    await one.director.delete(f"{one.path}/invitations/{second['invitation_id']}", expect=204)
    withdrawn = await claim(anna, second["token"], 409)

    assert ended["code"] == "unknown_invitation"
    assert [each["entrant"] for each in listed] == ["e1"]
    assert withdrawn["code"] == "invitation_withdrawn"


async def test_a_link_needs_a_place_that_nobody_has(world: World) -> None:
    one = await directed(world, ("Bo",))

    taken = await one.director.post(f"{one.path}/invitations", {"entrant": "e1"}, 409)
    unknown = await one.director.post(f"{one.path}/invitations", {"entrant": "e9"}, 422)

    assert (taken["code"], unknown["code"]) == ("invitation_used_up", "unknown_entrant")


async def test_links_of_places_leave_room_for_other_invitations(world: World) -> None:
    one = await directed(world)
    await add(one, *(f"Anna {number}" for number in range(101)))

    await one.invite()

    assert len(await one.invitations()) == 102


async def test_a_place_that_was_withdrawn_cannot_be_claimed(world: World) -> None:
    one = await directed(world)
    (token,) = await links(one, "Anna")
    player_id = (await entrant(one, "e1"))["player"]["player_id"]
    await one.director.delete(f"{one.path}/entrants/{player_id}")
    anna = await world.player("Anna")

    refused = await claim(anna, token, 409)

    assert refused["code"] == "not_open"
    assert await one.told("entrant_replaced") == []


async def test_a_place_in_a_bracket_can_be_claimed_after_round_1_is_paired(world: World) -> None:
    one = await directed(world, ("Bo",), system="single_elimination", rounds=0)
    (token,) = await links(one, "Anna")
    await one.start()

    await claim(await world.player("Anna"), token)

    assert not (await entrant(one, "e2"))["unclaimed"]
    assert (await add(one, "Di", expect=409))["code"] == "not_open"
    await one.require_genuine()


async def test_a_name_that_looks_like_another_one_is_refused(world: World) -> None:
    one = await directed(world, ("Bo",))

    lines = (await add(one, "\u0412\u043e", "Cy", "Cy", "Bo"))["lines"]

    assert [each["fate"] for each in lines] == ["name_too_similar", "added", "already_entered", "name_too_similar"]


async def test_who_claims_a_place_may_have_its_name_but_not_that_of_another_entrant(world: World) -> None:
    one = await directed(world, ("Bo",))
    (token,) = await links(one, "Anna")
    bo, anna = await world.players("Bo", "Anna")

    refused = await claim(bo, token, 409)

    assert refused["code"] == "name_too_similar"
    await claim(anna, token)


async def test_who_has_entered_cannot_claim_a_place_too(world: World) -> None:
    one = await directed(world, ("Bo",))
    (token,) = await links(one, "Anna")

    assert (await claim(one.entrants["e1"], token, 409))["code"] == "already_entered"


async def test_a_director_cannot_take_a_place_after_the_first_round_is_paired(world: World) -> None:
    one = await directed(world, ("Bo",))
    (token,) = await links(one, "Anna")
    await one.start()

    refused = await claim(one.director, token, 403)

    assert refused["code"] == "director_plays"


async def test_those_who_wait_are_in_order_and_nobody_who_is_unclaimed_takes_over(world: World) -> None:
    absence = {"in_play": {"then": "waiting", "grace_seconds": 1, "excused_phases": 0}}
    match = {"game": "wizards_duel", "options": {"cast_seconds": 10}, "show_submitted": True}
    one = await directed(world, ("Bo", "Cy"), max_entrants=2, rounds=1, absence=absence, match=match)

    (line,) = (await add(one, "Anna"))["lines"]
    await one.start()
    for _ in range(3):
        await world.pass_time(11)

    assert line["fate"] == "waiting"
    assert await one.told("newcomer_seated") == []
    assert (await entrant(one, "e3"))["waiting"]


async def test_a_preview_says_the_same_and_enters_nobody(world: World) -> None:
    one = await directed(world, ("Bo",))

    seen = await add(one, "Anna", "Bo", "Cy", preview=True)
    log = await one.log()
    done = await add(one, "Anna", "Bo", "Cy")

    assert "anna" not in log.lower()
    assert [(line["fate"], line["entrant"]) for line in seen["lines"]] == [
        (line["fate"], line["entrant"]) for line in done["lines"]
    ]
    assert [line["token"] is not None for line in seen["lines"]] == [False] * 3
    assert [line["token"] is not None for line in done["lines"]] == [True, False, True]


async def test_a_repeated_call_enters_nobody_twice_and_gives_new_links_if_it_says_so(world: World) -> None:
    one = await directed(world)
    (first,) = await links(one, "Anna")

    plain = (await add(one, "Anna"))["lines"][0]
    (renewed,) = await links(one, "Anna", renew_links=True)

    assert (plain["fate"], plain["entrant"], plain["token"]) == ("already_entered", "e1", None)
    assert (await claim(await world.player("Anna"), first, 404))["code"] == "unknown_invitation"
    await claim(await world.player("Anna"), renewed)


async def test_a_thousand_people_enter_with_one_call(world: World) -> None:
    one = await directed(world, max_entrants=900)

    lines = (await add(one, *(f"Person {number}" for number in range(1000))))["lines"]

    assert [line["fate"] for line in lines] == ["added"] * 900 + ["waiting"] * 100
    assert len({line["token"] for line in lines}) == 1000
    assert len((await one.view())["entrants"]) == 1000
    assert max(len(event["facts"]) for event in await one.events()) <= 50


async def test_no_more_people_enter_than_a_log_has_room_for(world: World) -> None:
    one = await directed(world, max_entrants=2, rounds=1)

    lines = (await add(one, *(f"Person {number}" for number in range(10))))["lines"]

    assert [line["fate"] for line in lines] == ["added"] * 2 + ["waiting"] * 6 + ["not_open"] * 2


async def test_results_against_unclaimed_places_count_for_no_rating(world: World) -> None:
    one = await directed(world, ("Bo",))
    await add(one, "Anna")
    (table,) = await one.start()
    await one.decide(table["match_id"])
    await one.act("finish")

    await world.app.state.server.rater.sweep()

    assert (await one.entrants["e1"].get("/v1/players/me/ratings"))["ratings"] == []


async def test_only_players_with_accounts_enter_as_teams(world: World) -> None:
    one = await directed(world, teams="fixed", system="swiss", match={"game": "hero_of_the_arena"})

    assert (await add(one, "Anna", expect=422))["code"] == "bad_partner"


async def test_entrants_are_told_in_sentences_who_has_claimed_a_place(world: World) -> None:
    one = await directed(world)
    (token,) = await links(one, "Anna")
    await claim(await world.player("Anna Arachne"), token)

    lines = (await one.view(lines="en"))["lines"]

    assert lines[-1] == "Anna Arachne claims the place of Anna."


async def test_what_is_personal_of_a_place_is_withheld_when_it_is_forgotten(world: World) -> None:
    one = await directed(world, ("Bo",))
    body = {"people": [{"name": name, "club": "SK Delphi"} for name in ("Anna", "Cy")]}
    await one.director.post(f"{one.path}/entrants", body)
    await one.start()
    themis = await world.player("Themis", administrator_key="laplace and his demon")
    for name in ("e2", "e3"):
        account = (await entrant(one, name))["player"]["player_id"]
        asked = {"reason": "Asked by letter."}
        reply = await themis.http.request("DELETE", f"/v1/administration/players/{account}", json=asked)
        assert reply.status_code == 202, reply.text
    await world.app.state.server.forgetting.settle()

    log = await one.log()

    assert "Anna" not in log
    await require_genuine([log])


async def test_who_claimed_a_place_is_forgotten_with_the_name_that_the_place_was_made_for(world: World) -> None:
    one = await directed(world, ("Bo",))
    (token,) = await links(one, "Anna Arachne")
    await one.start()
    player = await world.player("Atropos")
    await claim(player, token)

    reply = await player.http.request("DELETE", "/v1/me", json={"name": "Atropos"})
    assert reply.status_code == 202, reply.text
    await world.app.state.server.forgetting.settle()
    await world.app.state.server.renewals.look()

    logs = await one.logs()
    assert "Arachne" not in logs
    assert "Atropos" not in logs
    assert "Arachne" not in str(await one.view())
    await require_genuine([logs])


async def test_standings_as_a_workbook_have_clubs_and_headings_by_the_language_of_the_caller(world: World) -> None:
    one = await directed(world, ("Bo",))
    await one.director.post(f"{one.path}/entrants", {"people": [{"name": "=1+1", "club": "SK Delphi"}]})
    await one.start()
    headers = {"Accept": XLSX, "Accept-Language": "de-AT, en;q=0.5"}

    standings = await one.director.http.get(f"{one.path}/standings", headers=headers)
    tables = await one.director.http.get(f"{one.path}/rounds/1", headers=headers, params={"language": "en"})

    assert standings.headers["content-disposition"].endswith('.xlsx"')
    heading, *rows = _cells(standings.content)
    assert heading[:6] == ["Platz", "Nummer", "Kennung", "Name", "ausgeschieden", "Punkte"]
    assert (heading[-1], {row[3]: row[-1] for row in rows}) == ("Verein", {"Bo": None, "=1+1": "SK Delphi"})
    assert _cells(tables.content)[0][:3] == ["table", "seat", "entrant"]


def _cells(workbook: bytes) -> list[list[Json]]:
    (sheet,) = openpyxl.load_workbook(io.BytesIO(workbook))
    return [[cell.value for cell in row] for row in sheet.iter_rows()]
