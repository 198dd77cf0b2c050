"""The shapes of what the API takes and gives. Written by `generate.py` from the OpenAPI document."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

JsonValue: TypeAlias = Any
"""JSON of any shape."""


class AbGame(TypedDict):
    """An AB game that `by` started with `target` in the previous round, and the choices of both."""

    by: str
    """The seat that played the card or started the game."""
    target: str
    """The target."""
    by_choice: AbChoice
    """What `by` chose."""
    target_choice: AbChoice
    """What `target` chose."""


class AbGameOpened(TypedDict):
    """There is at least one AB game between two opponents in this round. For both, if games are announced."""

    round: int
    """The round's number, from 1."""
    seats: list[str]
    """The seats it is about."""
    type: Literal["apocalypse.ab_game_open"]
    """The type, which identifies the schema."""


class AbGamesSettled(TypedDict):
    """The AB games of a round. Host only."""

    round: int
    """The round's number, from 1."""
    games: list[AbGame]
    """The games, one for each start."""
    type: Literal["apocalypse.ab_settled"]
    """The type, which identifies the schema."""


class AbilityUse(TypedDict):
    """How a card was played. `targets` are in the order of their kind, `guesses` in seat order."""

    ability: CardAbility
    """The ability used."""
    targets: list[str]
    """The targets: seats, pairs, cards or realms."""
    guesses: dict[str, CardPair]
    """The guessed pair, by seat."""


class Absence(TypedDict):
    """What happens to entrants who are not there."""

    ready_seconds: int
    """How long tables wait for their entrants to say that they are ready; 0: they do not wait."""
    missed_rounds: int
    """After how many forfeits in a row, because they were not there, entrants are withdrawn; 0: never."""
    in_play: NotRequired[AbsenceInPlay]
    """What happens in matches when a seat is silent; absent if the rules of the game alone decide."""


class AbsenceInPlay(TypedDict):
    """What happens in a match when a seat that should submit is silent at the deadline of a phase."""

    then: Literal["bot", "waiting", "forfeit"]
    """What comes of it."""
    grace_seconds: int
    """How much longer the phase then lasts first, once."""
    excused_phases: int
    """How many phases each seat can miss before that; they close at their deadline."""


class AbsenceNoted(TypedDict):
    """A deadline has passed, but seats that should have submitted have not, and have missed too many phases before."""

    phase: int
    """The number of the phase."""
    seats: list[str]
    """The silent seats."""
    then: Literal["grace", "bot", "waiting", "forfeit"]
    """What comes of it."""
    type: Literal["absence_noted"]
    """The type, which identifies the schema."""


class AbsenceRequest(TypedDict):
    """What happens to entrants who are not there."""

    ready_seconds: NotRequired[int]
    """How long tables wait for their entrants to say that they are ready (`sayReady`). Whoever is not, forfeits a table of two. 0: tables do not wait."""
    missed_rounds: NotRequired[int]
    """After how many forfeits in a row, for not being there, an entrant is withdrawn; 0: never."""
    in_play: NotRequired[InPlayRequest]
    """What happens in matches when a seat that should submit is silent at a deadline."""


class AcceptRequest(TypedDict):
    """What to take in a match, or with whom to enter a tournament."""

    seat: NotRequired[str | None]
    """In a match, the seat to take; by default that of the invitation, or the first free one."""
    entropy: NotRequired[str | None]
    """32 random bytes from the caller, in hexadecimal. They are mixed into the seed, so that the server alone cannot choose the draws. Only for the caller's own seat, until the start."""
    partner: NotRequired[str | None]
    """In a tournament of teams, the other member by id: the team enters when each has named the other."""


class AccountReply(TypedDict):
    """A player, for administrators."""

    player_id: str
    """The id of the player."""
    name: str
    """The name, for people."""
    administrator: bool
    """Whether the player is an administrator."""
    created_at: str
    """When it was created, or renewed for the last time."""
    suspended_at: str | None
    """Since when the player is suspended; null: it is not."""
    tokens: list[TokenReply]
    """The player's tokens that have not expired."""
    ways_in: list[WayIn]
    """What else the player signs in with, oldest first."""


class AddBotsAction(TypedDict):
    """Enter bots."""

    type: Literal["add_bots"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone concerned can read it."""
    count: int
    """How many."""


class AdjudicateAction(TypedDict):
    """End the match with this outcome. Not allowed for a host who plays."""

    type: Literal["adjudicate"]
    """The type, which identifies the schema."""
    rank: dict[str, int]
    """The rank of each seat; 1 is best. Seats can share a rank, and ranks can be skipped."""
    consequences: NotRequired[dict[str, list[Consequence]]]
    """The consequences of the end, by seat."""
    reason: str
    """Visible to everyone in the match."""


class AffectedUnit(TypedDict):
    """A unit right after an effect, before deaths; a unit that returned to a hand, as it left."""

    card: str
    """The card's id."""
    arena: int
    """The arena, 1 to 5."""
    attack: int
    """The attack of the unit."""
    hp: int
    """The unit's hit points."""
    max_hp: int
    """The most hit points it can have."""
    durability: int
    """How often the card can still be used; at 0 it is removed from the match."""


class AltarGranted(TypedDict):
    """From now on, these shamans can complete the room with any mana."""

    room: Room
    """The room."""
    shamans: list[str]
    """The shamans."""
    type: Literal["divine_intervention.altar_granted"]
    """The type, which identifies the schema."""


class AnointMove(TypedDict):
    """Name the prophet of round 0, before anything is shown."""

    type: Literal["anoint"]
    """The type, which identifies the schema."""
    prophet: NotRequired[str | None]
    """A shaman, who can talk to the deity in round 0."""


class ApiReply(TypedDict):
    """The API of this server."""

    api: Literal["v1"]
    """The version of the API; paths begin with it."""
    feature_level: int
    """The features of the server: each addition to the API increases it by one."""
    version: str
    """The version of the server, for people."""
    server_now: str
    """The server's time when it sent this."""


class ApocalypseOptions(TypedDict):
    """Options of a match of The Apocalypse. The defaults shown are those of `classic`; other variants set others."""

    variant: Literal["classic", "aftermath", "skirmish", "open_seals"]
    """The variant whose defaults apply."""
    heaven_size: int
    """Seats of heaven."""
    hell_size: int
    """Seats of hell."""
    realm_talk: bool
    """Whether players of one realm can talk to each other, as a group and in pairs."""
    cross_realm_talk: Literal["opened", "always"]
    """When two players of different realms can talk: when a card has opened their chat, or always."""
    chat_lifetime: Literal["next_round", "rest_of_match"]
    """How long a chat that a card has opened stays open."""
    announce_ab_games: bool
    """Whether both players of an AB game learn that there is one."""
    pestilence_bonus: Literal["user", "both"]
    """Who gains from Pestilence's Communications when both play the same pair."""
    loss_counting: Literal["gross", "net"]
    """How losing at least 2 points in a round is counted: the losses alone, or minus the gains."""
    reveal_at_end: Literal["outcome", "full"]
    """What becomes public when the match ends: totals and outcome, or all plays and points."""
    round_seconds: int
    """Length of every phase."""


class ApocalypseResult(TypedDict):
    """How the match ended; lists other than `ranking` are in seat order."""

    totals: dict[str, int] | None
    """By seat: its points."""
    ranking: list[str]
    """All seats, best first."""
    rank: dict[str, int]
    """The rank of each seat; 1 is best."""
    winner: list[str]
    """The seats that won."""
    ascends: list[str]
    """The seats that go to heaven, or stay there."""
    descends: list[str]
    """The seats that go to hell, or stay there."""
    mark_of_elimination: list[str]
    """The seats that bear a mark of elimination."""
    elimination_candidate: list[str]
    """The seats that are candidates for elimination."""


class ApocalypseRound(TypedDict):
    """Everything that happened in one round; `opened` are the chats opened for it, `totals` the totals after it."""

    round: int
    """The round's number, from 1."""
    opened: list[list[str]]
    """The chats opened for the round: pairs of opponents."""
    plays: dict[str, CardsPlayed]
    """By seat: what it played."""
    uses: list[ChatUse]
    """The uses of Communications in the round."""
    ab_games: list[AbGame]
    """The AB games of the round."""
    ledger: list[LedgerRecord]
    """Every gain and loss of the round."""
    hurt: list[str]
    """The seats that lost at least 2 points in the round."""
    card_counts: dict[ApocalypseCard, int]
    """By card: how many seats of both realms played it in the round."""
    totals: dict[str, int]
    """By seat: its points."""


class ApocalypseView(TypedDict):
    """A match of The Apocalypse, as one viewer knows it. The fields from `plays` on are null except for seats."""

    viewer: str
    """A seat, `spectator`, `observer` or `host`."""
    game: Literal["apocalypse"]
    """The id of the game."""
    options: ApocalypseOptions
    """The public options of the match."""
    seats: list[Seat]
    """In seat order."""
    round: int
    """1 to 6; stays 6 when the match is over."""
    phase: Phase | None
    """The open phase; null once the match is over."""
    over: bool
    """Whether the match is over."""
    card_counts: dict[str, dict[ApocalypseCard, int]]
    """By round: how many seats played each card."""
    final_totals: dict[str, int] | None
    """Null until the match is over."""
    outcome: ApocalypseResult | None
    """Null until the match is over."""
    record: list[ApocalypseRound] | None
    """The whole match, if it was revealed at the end."""
    plays: dict[str, CardsPlayed] | None
    """The plays that counted, by round."""
    totals: dict[str, int] | None
    """Points after each round."""
    pairs_left: list[CardPair] | None
    """Pairs not played yet."""
    targeted: list[str] | None
    """Opponents that this seat has targeted with Communications."""
    targets_left: list[str] | None
    """Opponents that this seat can still target with Communications."""
    selected: list[str] | None
    """Mates that this seat chose with Death's Active."""
    mates_left: list[str] | None
    """Mates that this seat can still choose with Death's Active."""
    opened: dict[str, list[str]] | None
    """Opponents whose chat with this seat was opened for the round, by round, from the second."""
    can_talk_to: list[str] | None
    """Opponents whose chat with this seat is open now."""
    ab_games: dict[str, list[str]] | None
    """Opponents with an AB game, by round, from the second; null unless games are announced."""


class ArenaAction(TypedDict):
    """One card played from the hand."""

    card: str
    """The card's id."""
    arena: NotRequired[int | None]
    """The arena of a unit, or of the target of an item; null for an item without a target."""
    to: NotRequired[int | None]
    """The destination, for an item that moves a hero."""


class ArenaBoard(TypedDict):
    """All of the fight that everyone knows. `arenas` are 1 to 5; null: nobody's."""

    turn: int
    """The turn's number, from 1."""
    active: str
    """The fighter who has the turn."""
    arenas: list[ArenaUnit | None]
    """The heroes of arenas 1 to 5, in this order; null: nobody's."""
    fighters: dict[str, ArenaFighter]
    """By fighter: what everyone knows."""
    shop: ArenaShop
    """The shop."""
    lead: str | None
    """The fighter who is ahead; null: nobody."""


class ArenaBoardTold(TypedDict):
    """The public state of the fight."""

    board: ArenaBoard
    """The fight."""
    type: Literal["hero_of_the_arena.board"]
    """The type, which identifies the schema."""


class ArenaCardPlayed(TypedDict):
    """A fighter paid for a card and played it."""

    seat: str
    """The seat."""
    card: str
    """The card's id."""
    arena: int | None
    """The arena, 1 to 5; null if the card has none."""
    to: int | None
    """The arena to which an item moves a hero; null: none."""
    type: Literal["hero_of_the_arena.card_played"]
    """The type, which identifies the schema."""


class ArenaDecided(TypedDict):
    """The winning team, and the reason."""

    winners: list[str]
    """The seats of the team that won."""
    decided_by: ArenaDecision
    """What decided the fight."""
    points: dict[str, int]
    """By fighter: points."""
    type: Literal["hero_of_the_arena.decided"]
    """The type, which identifies the schema."""


class ArenaDiscardMove(TypedDict):
    """Put cards on cooldown, at most one for each arena number. Used in phase `turn`."""

    type: Literal["discard"]
    """The type, which identifies the schema."""
    cards: NotRequired[list[DiscardedCard]]
    """The cards."""


class ArenaFighter(TypedDict):
    """What everyone knows of a fighter. `perks` in the order of purchase, `removed` cards are gone for good."""

    coins: int
    """Coins held."""
    mana: int
    """Mana left in the turn."""
    points: int
    """The fighter's points."""
    perks: list[str]
    """The perks bought, in order."""
    removed: list[str]
    """The cards that are gone for good."""
    hand_size: int
    """How many cards are in the hand."""
    deck_size: int
    """How many cards are in the deck."""
    pile: list[CooledCard]
    """The cards on cooldown."""


class ArenaPackRevealed(TypedDict):
    """All cards and perks of the match; later facts refer to them by id."""

    pack: HeroOfTheArenaPack
    """All cards and perks of the match."""
    type: Literal["hero_of_the_arena.pack_revealed"]
    """The type, which identifies the schema."""


class ArenaPlayMove(TypedDict):
    """Play cards in this order. Used in phases `turn` and `play`; without actions it is a pass."""

    type: Literal["play"]
    """The type, which identifies the schema."""
    actions: NotRequired[list[ArenaAction]]
    """The cards to play, in this order."""
    then: NotRequired[Literal["end", "more"]]
    """End the turn, or see what was drawn and continue."""


class ArenaShop(TypedDict):
    """The shop, which both fighters share."""

    row: list[str]
    """The cards for sale."""
    perks: list[DisplayedPerk]
    """The perks on display."""
    sold: list[str]
    """The cards sold, which never come back."""
    refreshes: int
    """How often the row was replaced in this turn."""
    idle_rounds: int
    """Complete rounds in a row without a perk bought."""
    perk_bought: bool
    """Whether a perk was bought in this round."""


class ArenaShopMove(TypedDict):
    """Buy cards and perks in this order. Used in phases `turn` and `shop`."""

    type: Literal["shop"]
    """The type, which identifies the schema."""
    buy: NotRequired[list[str]]
    """Cards of the row and perks on display."""
    then: NotRequired[Literal["leave", "refresh"]]
    """End the turn, or pay for a new row and continue."""


class ArenaUnit(TypedDict):
    """A hero of an arena."""

    card: str
    """The card's id."""
    owner: str
    """The fighter it fights for."""
    attack: int
    """What the unit strikes with."""
    bonus: int
    """The lasting bonus in the attack."""
    hp: int
    """The unit's hit points."""
    max_hp: int
    """The most hit points it can have."""
    durability: int
    """How often the card can still be used; at 0 it is removed from the match."""


class AuctionHeld(TypedDict):
    """The winners of the boons; boons without a winner are not listed. The winners have paid."""

    round: int
    """The round's number; the first is 0."""
    wins: dict[BoonId, BoonWin]
    """By boon: who won it."""
    type: Literal["divine_intervention.auction_held"]
    """The type, which identifies the schema."""


class AuditPage(TypedDict):
    """Steps of administrators, the newest first."""

    steps: list[Audited]
    """The steps."""
    next: str | None
    """Pass it as `before` to get those that follow; null: there are none."""


class Audited(TypedDict):
    """A step of an administrator about a player."""

    audit_id: str
    """The id of the step; later ones are greater."""
    at: str
    """When it was done."""
    by: str | None
    """The id of the administrator; null: the operator, at the command line of the server."""
    step: Literal[
        "suspended",
        "reinstated",
        "name_withdrawn",
        "token_withdrawn",
        "tokens_withdrawn",
        "access_ended",
        "administrator_removed",
        "administrator_made",
        "forgotten",
    ]
    """What was done."""
    player_id: str
    """The player about whom it was done."""
    reason: str | None
    """Why, in the words of who did it; null: no reason was given."""
    token_id: str | None
    """The token that was withdrawn; null with other steps."""


class Awaited(TypedDict):
    """A phase waits for you: `phase` of the match is open, and your seat is awaited. Again when a match resumes."""

    match_id: str
    """The match."""
    game: str
    """The id of the game."""
    seat: str
    """The seat."""
    phase: int
    """The number of the phase."""
    closes_at: str | None
    """Its deadline; null while none runs."""
    type: Literal["awaited"]
    """The type, which identifies the schema."""


class AwaitedNoMore(TypedDict):
    """The phase that waited for you closed before its deadline, and the one that follows does not wait for you."""

    match_id: str
    """The match."""
    game: str
    """The id of the game."""
    seat: str
    """The seat."""
    phase: int
    """The number of the phase that closed."""
    type: Literal["awaited_no_more"]
    """The type, which identifies the schema."""


class BoonCard(TypedDict):
    """A boon, as it is shown to viewers who see the offer; `parameter` is the field its use needs besides `id`."""

    id: BoonId
    """The boon."""
    name: str
    """For people."""
    text: str
    """What it does, for people."""
    kind: Literal["ritual", "resource"]
    """Whether it acts on rituals or on resources."""
    parameter: Literal["room", "element", "seat", "number"] | None
    """The field that its use needs besides `id`; null: none."""


class BoonNotice(TypedDict):
    """What a boon did, as far as its recipient learns it; other fields are absent."""

    round: int
    """The round's number; the first is 0."""
    boon: BoonId
    """The boon."""
    room: NotRequired[Room]
    """The room."""
    element: NotRequired[Element]
    """The element."""
    until: NotRequired[int]
    """The last round of the effect."""
    deity: NotRequired[str]
    """The deity that used the boon on the seat."""
    converted: NotRequired[bool]
    """Whether the shaman follows another deity because of the boon."""
    struck: NotRequired[bool]
    """Whether the boon struck a shaman."""
    prayers: NotRequired[dict[str, str | None]]
    """By shaman: the deity prayed to, null for none."""
    own: NotRequired[Literal[True]]
    """Present if the notice is for the user of the boon."""
    piety: NotRequired[int]
    """The piety that its user gained from the boon in this round."""


class BoonNoticed(TypedDict):
    """A notice about a boon; `public` says whether it is for everyone."""

    notice: BoonNotice
    """The notice."""
    public: bool
    """Whether the notice is for everyone."""
    type: Literal["divine_intervention.boon_noticed"]
    """The type, which identifies the schema."""


class BoonOnElement(TypedDict):
    """Use a boon on an element."""

    id: BoonId
    """The boon."""
    element: Element
    """The element."""


class BoonOnRoom(TypedDict):
    """Use a boon on a room."""

    id: BoonId
    """The boon."""
    room: Room
    """The room."""


class BoonOnSeat(TypedDict):
    """Use a boon on a shaman or on another deity."""

    id: BoonId
    """The boon."""
    seat: str
    """A shaman or another deity, depending on the boon."""


class BoonUse(TypedDict):
    """Use a boon that has no parameter."""

    id: BoonId
    """The boon."""


class BoonWin(TypedDict):
    """Who won a boon, and for how much piety."""

    seat: str
    """The seat."""
    bid: int
    """The piety paid for it."""


class BoonWithNumber(TypedDict):
    """Use a boon that foretells a number."""

    id: BoonId
    """The boon."""
    number: int
    """The number foretold."""


class BoonsOffered(TypedDict):
    """The boons to bid for in a round."""

    round: int
    """The round's number; the first is 0."""
    boons: list[BoonCard]
    """The boons offered."""
    type: Literal["divine_intervention.boons_offered"]
    """The type, which identifies the schema."""


class BringBackAction(TypedDict):
    """Bring an entrant back who has withdrawn, was dropped or disqualified, with number and points."""

    type: Literal["bring_back"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone concerned can read it."""
    entrant: str
    """The entrant."""


class BulkActionReply(TypedDict):
    """The results of the action, in the order of the matches in the request."""

    results: list[BulkActionResult]
    """The results."""


class BulkActionRequest(TypedDict):
    """An action of a host on many matches: those in `match_ids`, or those of a round of a tournament."""

    match_ids: NotRequired[list[str]]
    """The matches."""
    tournament: NotRequired[str]
    """The tournament, with `round`."""
    round: NotRequired[int]
    """The round, of which the match of each table is meant."""
    action: HostAction
    """The action, the same on each match."""


class BulkActionResult(TypedDict):
    """What became of the action on a match: its reply or its problem."""

    status: int
    """The HTTP status that a call for this item alone would have."""
    reply: NotRequired[MatchReply]
    """The match, if it was done."""
    problem: NotRequired[Problem]
    """Why it was not done; a `pointer` in it points into the item."""
    match_id: str
    """The match."""


class BulkReply(TypedDict):
    """The results of the items, in their order."""

    results: list[BulkResult]
    """The results."""


class BulkRequest(TypedDict):
    """New matches; the caller is their host."""

    matches: list[MatchRequest]
    """The matches, each as for `createMatch`."""


class BulkResult(TypedDict):
    """What became of an item: its reply or its problem."""

    status: int
    """The HTTP status that a call for this item alone would have."""
    reply: NotRequired[MatchReply]
    """The match, if it was done."""
    problem: NotRequired[Problem]
    """Why it was not done; a `pointer` in it points into the item."""


class CanTalkTo(TypedDict):
    """The seats of the other realm that a seat can talk to in the next round."""

    seat: str
    """The seat."""
    seats: list[str]
    """The seats of the other realm."""
    type: Literal["threads_of_fate.can_talk_to"]
    """The type, which identifies the schema."""


class CancelAction(TypedDict):
    """End the tournament without places. Its matches are called off."""

    type: Literal["cancel"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone concerned can read it."""


class CancelSeriesAction(TypedDict):
    """End the series without a winner. Its match is called off."""

    type: Literal["cancel"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone who sees the series can read it."""


class CardCounts(TypedDict):
    """How many seats of both realms together played each card in a round."""

    round: int
    """The round's number, from 1."""
    counts: dict[ApocalypseCard, int]
    """By card: how many seats played it."""
    type: Literal["apocalypse.card_counts"]
    """The type, which identifies the schema."""


class CardPlay(TypedDict):
    """One card, its ability and its targets."""

    card: ApocalypseCard
    """The card."""
    ability: CardAbility
    """Always `communications` in the opening and `endgame` in the endgame."""
    targets: NotRequired[list[str]]
    """The targets of the ability: seats, pairs, cards or realms, in any order. Twice as many with Death's Passive."""
    guesses: NotRequired[dict[str, CardPair]]
    """Endgame of Pestilence and War: the guessed pair of each seat."""


class CardWorn(TypedDict):
    """A card lost one durability: a unit that died in the arena `died_in`, or an item."""

    seat: str
    """The seat."""
    card: str
    """The card's id."""
    died_in: int | None
    """The arena in which the unit died; null for an item."""
    durability: int
    """How often the card can still be used; at 0 it is removed from the match."""
    cooldown: int | None
    """Turns on cooldown; null if the card was removed from the match."""
    type: Literal["hero_of_the_arena.card_worn"]
    """The type, which identifies the schema."""


class CardsPlayed(TypedDict):
    """What a seat played in a round. `ab` has every opponent whose chat was opened for the round. For that seat."""

    round: int
    """The round's number, from 1."""
    seat: str
    """The seat."""
    pair: CardPair
    """The two cards."""
    cards: dict[ApocalypseCard, AbilityUse]
    """By card: how it was played."""
    ab: dict[str, AbChoice]
    """The choice for an AB game, by opponent whose chat was opened for the round."""
    defaulted: bool
    """Whether the server played by default, because the seat did not submit."""
    type: Literal["apocalypse.played"]
    """The type, which identifies the schema."""


class CardsReleased(TypedDict):
    """Cards went from the pile to the bottom of the deck: the open ones in order, and the number of face-down ones."""

    seat: str
    """The seat."""
    cards: list[str]
    """The cards."""
    face_down: int
    """How many cards lay face down."""
    type: Literal["hero_of_the_arena.cards_released"]
    """The type, which identifies the schema."""


class CardsSetAside(TypedDict):
    """The two remaining cards of a draft round."""

    round: int
    """The draft round, from 1."""
    unit: str
    """The unit."""
    item: str
    """The item."""
    type: Literal["hero_of_the_arena.cards_set_aside"]
    """The type, which identifies the schema."""


class CastMove(TypedDict):
    """Choose the spell of this round. Used in phase `cast`; only the mover knows it until the phase closes."""

    type: Literal["cast"]
    """The type, which identifies the schema."""
    spell: Spell
    """A spell of the mover's hand, or `w` for the owner of Athena's Wisdom, once. Its English name in the theme of the match is also accepted, in any case."""


class CastVoided(TypedDict):
    """The spell that `seat` submitted when the opponent's missing cast ended the duel. Only for the host."""

    seat: Duelist
    """The seat."""
    spell: Spell
    """The spell."""
    type: Literal["wizards_duel.cast_voided"]
    """The type, which identifies the schema."""


class ChallengerFell(TypedDict):
    """Both units survived 100 strikes, so the challenger falls. Only in version 1 of the rules."""

    arena: int
    """The arena, 1 to 5."""
    card: str
    """The card's id."""
    type: Literal["hero_of_the_arena.challenger_fell"]
    """The type, which identifies the schema."""


class ChangePlayerRequest(TypedDict):
    """What changes of a player."""

    name: str
    """The visible name of the player, without unassigned or private characters (RFC 8266), and with invisible ones only where its script needs them."""


class ChannelClosed(TypedDict):
    """Nobody can write in `channel` any more; its messages stay readable. For the viewers of its opening."""

    channel: str
    """The channel's name."""
    type: Literal["channel_closed"]
    """The type, which identifies the schema."""


class ChannelOpened(TypedDict):
    """From now on `members` can talk in `channel`. For its members, and for everyone if `spectators` can read it."""

    channel: str
    """The channel's name."""
    members: list[str]
    """The seats that can write in the channel."""
    spectators: bool
    """Whether spectators can read the channel."""
    type: Literal["channel_opened"]
    """The type, which identifies the schema."""


class ChannelReply(TypedDict):
    """A channel that the caller can read. Members can also write while it is open."""

    channel: str
    """The name of the channel, for `listMessages` and `sendMessage`."""
    members: list[str]
    """Seats, and `host` in the channel between a seat and the host."""
    open: bool
    """Whether its members can write now."""


class CharmMove(TypedDict):
    """Forbid the opponent one spell in the next round. Used in phase `charm`."""

    type: Literal["charm"]
    """The type, which identifies the schema."""
    spell: NotRequired[Spell | None]
    """Any spell of the pool except `2` and `x`, in the opponent's hand or not, or its name; null forbids nothing."""


class Charmed(TypedDict):
    """The spell that each Charm forbids the opponent in the next round; null: none."""

    named: dict[Duelist, Spell | None]
    """The forbidden spell, by the seat whose Charm worked; null for none."""
    type: Literal["wizards_duel.charmed"]
    """The type, which identifies the schema."""


class ChatOpened(TypedDict):
    """Communications have opened the chat of two opponents for this round, so that each has an AB choice for the other."""

    round: int
    """The round's number, from 1."""
    seats: list[str]
    """The seats it is about."""
    type: Literal["apocalypse.chat_opened"]
    """The type, which identifies the schema."""


class ChatUse(TypedDict):
    """One use of a card's Communications."""

    by: str
    """The seat that played the card or started the game."""
    target: str
    """The target."""
    card: ApocalypseCard
    """The card."""


class ChatsUsed(TypedDict):
    """The uses of Communications in a round. Host only."""

    round: int
    """The round's number, from 1."""
    uses: list[ChatUse]
    """The uses of Communications in the round."""
    type: Literal["apocalypse.chat_used"]
    """The type, which identifies the schema."""


class CheckInAction(TypedDict):
    """Ask entrants to say that they are here."""

    type: Literal["check_in"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone concerned can read it."""


class CheckInAsked(TypedDict):
    """Say that you are there (`checkIn`), before round 1 is published."""

    tournament_id: str
    """The id of the tournament."""
    label: str
    """What the tournament is called."""
    starts_at: NotRequired[str]
    """When round 1 starts; absent if it has no time."""
    type: Literal["check_in_asked"]
    """The type, which identifies the schema."""


class CheckInOpened(TypedDict):
    """Entrants must say that they are here; who has not when the first round is paired is withdrawn."""

    type: Literal["check_in_opened"]
    """The type, which identifies the schema."""


class CheckedIn(TypedDict):
    """An entrant is here."""

    entrant: str
    """The id of the entrant, which never changes."""
    type: Literal["checked_in"]
    """The type, which identifies the schema."""


class ChooseStarterMove(TypedDict):
    """Choose the drafter who begins. Used in phase `starter`."""

    type: Literal["choose_starter"]
    """The type, which identifies the schema."""
    seat: Literal["heaven-1", "heaven-2"]
    """One of the two heaven seats."""


class CloseDoorAction(TypedDict):
    """Before the start: allow only the host and players with a reservation to take a seat."""

    type: Literal["close_door"]
    """The type, which identifies the schema."""


class CloseOrdered(TypedDict):
    """A phase of a table's match closes a moment later (`tables_set`), if it is still open. For its entrants."""

    round: int
    """The number of the round."""
    table: int
    """The number of the table."""
    phase: int
    """The number of the phase."""
    entrants: list[str]
    """The entrants of the table."""
    order: int
    """How many entries have ordered something about the matches of the round by now."""
    type: Literal["close_ordered"]
    """The type, which identifies the schema."""


class ClosePhaseAction(TypedDict):
    """Close the open phase now. Not allowed for a host who plays."""

    type: Literal["close_phase"]
    """The type, which identifies the schema."""
    phase: int
    """The number of the phase to close."""


class CloseTablePhaseAction(TypedDict):
    """Close the open phase of a table now, as at its deadline."""

    type: Literal["close_phase"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone concerned can read it."""
    round: int
    """The round."""
    table: int
    """The table."""
    phase: int
    """The number of the phase to close."""


class CombatFought(TypedDict):
    """All strikes of a combat: `first` and `second` strike in turn, `strikes` times in total."""

    arena: int
    """The arena, 1 to 5."""
    first: Combatant
    """The unit that struck first."""
    second: Combatant
    """The unit that struck second."""
    strikes: int
    """The number of strikes of both units."""
    fell: str | None
    """The challenger, if it fell because both units survived 100 strikes; otherwise null."""
    type: Literal["hero_of_the_arena.combat_fought"]
    """The type, which identifies the schema."""


class CombatWon(TypedDict):
    """One unit survived."""

    arena: int
    """The arena, 1 to 5."""
    seat: str
    """The seat."""
    card: str
    """The card's id."""
    type: Literal["hero_of_the_arena.combat_won"]
    """The type, which identifies the schema."""


class Combatant(TypedDict):
    """A unit in a combat: its attack, its HP before the first strike, and after the last."""

    card: str
    """The card's id."""
    attack: int
    """The attack of the unit."""
    hp: int
    """Its hit points before the first strike."""
    hp_left: int
    """Its hit points after the last strike, which may be below 0."""


class ConsequenceCount(TypedDict):
    """How many seats have a consequence when the match ends, as the rules of its game say."""

    consequence: Consequence
    """The consequence."""
    least: int
    """The smallest number of seats."""
    most: int
    """The largest number of seats."""


class CooledCard(TypedDict):
    """A card on cooldown for `left` more turns of its owner; `start` is the initial number of turns."""

    card: str | None
    """The card's id; null to others while it lies face down."""
    left: int
    """Turns of its owner that the card still waits."""
    start: int
    """The number of turns when the cooldown began."""
    durability: int | None
    """As of other cards; null to others while it lies face down."""
    face_down: bool
    """Whether it lies face down."""


class CorrectResultAction(TypedDict):
    """Give a table another result. Standings change at once, published pairings do not."""

    type: Literal["correct_result"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone concerned can read it."""
    round: int
    """The round."""
    table: int
    """The table."""
    how: NotRequired[Literal["played", "bye", "half_bye", "zero_bye", "forfeit", "double_forfeit", "adjudicated"]]
    """How the result came about."""
    points: list[int]
    """Half points of each entrant, in the order of the table."""


class CountedMove(TypedDict):
    """A move of the caller's seat that counted when its phase closed."""

    phase: int
    """The number of the phase."""
    move: Move
    """The move, in canonical form."""


class CreateFailed(TypedDict):
    """The thread to create already exists; everything that was spent on it is lost."""

    thread: str
    """The thread, as `SOURCE>RECIPIENT`."""
    type: Literal["threads_of_fate.create_failed"]
    """The type, which identifies the schema."""


class DaybreakMove(TypedDict):
    """Undo the last round, or let it stand. Used in phase `daybreak`."""

    type: Literal["daybreak"]
    """The type, which identifies the schema."""
    use: bool
    """True spends one use and undoes the round."""


class DeadlineMoved(TypedDict):
    """The deadline of the open phase has moved, in which you can submit: the match was paused or resumed, or extended."""

    match_id: str
    """The match."""
    game: str
    """The id of the game."""
    seat: str
    """The seat."""
    phase: int
    """The number of the phase."""
    closes_at: str | None
    """The new deadline; null while none runs."""
    type: Literal["deadline_moved"]
    """The type, which identifies the schema."""


class DeadlineNear(TypedDict):
    """The deadline of a phase is near, and you have not submitted. Once for each phase."""

    match_id: str
    """The match."""
    game: str
    """The id of the game."""
    seat: str
    """The seat."""
    phase: int
    """The number of the phase."""
    closes_at: str
    """The deadline."""
    type: Literal["deadline_near"]
    """The type, which identifies the schema."""


class DeadlineSet(TypedDict):
    """The open phase closes at this time (RFC 3339, UTC); null while the match is paused or suspended."""

    phase: int
    """The number of the phase."""
    closes_at: str | None
    """When the open phase closes; null while the match is not running."""
    order: NotRequired[int]
    """The order of the tournament (`extension_ordered`) that this carries out; absent otherwise."""
    type: Literal["deadline_set"]
    """The type, which identifies the schema."""


class DeathMatchBegun(TypedDict):
    """The death match of an episode began. It has this id, and exists a moment later (`matches_set`)."""

    episode: int
    """The number of the episode."""
    match_id: str
    """The death match."""
    seats: dict[str, str]
    """Who has which seat in it."""
    type: Literal["death_match_begun"]
    """The type, which identifies the schema."""


class DeathMatchDone(TypedDict):
    """The death match of an episode is over."""

    episode: int
    """The number of the episode."""
    how: Literal["played", "adjudicated", "decided"]
    """How it came to its end."""
    loser: str
    """Who has lost: the candidate or the opponent."""
    by: NotRequired[Person]
    """Who adjudicated it; absent if nobody did."""
    type: Literal["death_match_done"]
    """The type, which identifies the schema."""


class DeathRequest(TypedDict):
    """A kind of death match; its loser leaves the series."""

    game: str
    """The id of the game."""
    variant: NotRequired[str | None]
    """By default the first variant of the game."""
    options: NotRequired[Options]
    """Options that differ from those of the variant."""
    seats: dict[str, str]
    """Who has each seat: `candidate`, `opponent`, `partner:candidate` or `partner:opponent`. Partners are picked from those who are in heaven next."""


class DeathTerms(TypedDict):
    """A kind of death match."""

    match: SeriesMatchTerms
    """The game."""
    seats: dict[str, str]
    """Who has which seat: `candidate`, `opponent`, `partner:candidate` or `partner:opponent`."""


class DecideMatchAction(TypedDict):
    """Decide the match for which the series waits: by the `loser` of a death match, or as a main match ends."""

    type: Literal["decide"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone who sees the series can read it."""
    loser: NotRequired[str | None]
    """Who has lost the death match: the candidate or the opponent."""
    rank: NotRequired[dict[str, int]]
    """The rank of each entrant in the main match; 1 is best."""
    consequences: NotRequired[dict[str, list[Consequence]]]
    """What the main match means for each entrant, as in an outcome."""


class DecisionAsked(TypedDict):
    """An entrant is asked to decide."""

    decision: int
    """The number of the decision in the series, from 1."""
    episode: int
    """The number of the episode."""
    about: Literal["pick", "partner:candidate", "partner:opponent"]
    """What it is about."""
    entrant: str
    """Who is asked."""
    choices: list[str]
    """Who can be chosen."""
    until: str | None
    """Until when; null if it closes at once."""
    type: Literal["decision_asked"]
    """The type, which identifies the schema."""


class DecisionAskedOfYou(TypedDict):
    """You are asked to decide (`decideInSeries`)."""

    series_id: str
    """The id of the series."""
    label: str
    """What the series is called."""
    decision: int
    """The number of the decision in the series."""
    episode: int
    """The number of the episode."""
    about: Literal["pick", "partner:candidate", "partner:opponent"]
    """What it is about."""
    until: str
    """Until when."""
    type: Literal["decision_asked"]
    """The type, which identifies the schema."""


class DecisionClosed(TypedDict):
    """A decision is closed: this counts."""

    decision: int
    """The number of the decision."""
    choice: str
    """Who is chosen."""
    because: Literal["made", "silent", "only_choice", "bot"]
    """Why it closed."""
    type: Literal["decision_closed"]
    """The type, which identifies the schema."""


class DecisionExtended(TypedDict):
    """An open decision has another deadline."""

    decision: int
    """The number of the decision."""
    until: str
    """The new deadline."""
    type: Literal["decision_extended"]
    """The type, which identifies the schema."""


class DecisionMade(TypedDict):
    """A decision, which can be changed until it closes. For its maker only."""

    decision: int
    """The number of the decision."""
    entrant: str
    """Who decides."""
    choice: str
    """Who is chosen."""
    type: Literal["decision_made"]
    """The type, which identifies the schema."""


class DecisionMoved(TypedDict):
    """The deadline of your decision has moved: the series was paused or resumed, or the time extended."""

    series_id: str
    """The id of the series."""
    label: str
    """What the series is called."""
    decision: int
    """The number of the decision in the series."""
    until: str | None
    """The new deadline; null while none runs."""
    type: Literal["decision_moved"]
    """The type, which identifies the schema."""


class DecisionReply(TypedDict):
    """What an entrant is or was asked."""

    decision: int
    """The number of the decision in the series, from 1."""
    episode: int
    """The number of the episode."""
    about: Literal["pick", "partner:candidate", "partner:opponent"]
    """What it is about."""
    entrant: str
    """Who is asked."""
    players: list[Person | None]
    """Who had the place of the entrant as long as the decision was open, one after another; bots are null."""
    choices: list[str]
    """Who can be chosen."""
    until: str | None
    """Until when; null while no time runs."""
    choice: str | None
    """Who is chosen, as far as the caller may know; null: nobody, or the caller learns it when the decision closes."""
    because: Literal["made", "silent", "only_choice", "bot"] | None
    """Why it closed; null while it is open."""


class DecisionRequest(TypedDict):
    """A decision; it can be changed until it closes."""

    choice: str
    """Who is chosen: one of the `choices` of the decision."""


class DecksStacked(TypedDict):
    """Both decks in order, top first."""

    decks: dict[str, list[str]]
    """By fighter: the deck, top first."""
    type: Literal["hero_of_the_arena.decks_stacked"]
    """The type, which identifies the schema."""


class DecreeCounted(TypedDict):
    """A deity's decree as it counts, the default if there was none; the prophet is that of the next round."""

    round: int
    """The round's number; the first is 0."""
    seat: str
    """The seat."""
    decree: DecreeMove
    """The decree, in canonical form."""
    type: Literal["divine_intervention.decree_counted"]
    """The type, which identifies the schema."""


class DecreeMove(TypedDict):
    """Everything that a deity does in a round."""

    type: Literal["decree"]
    """The type, which identifies the schema."""
    element: NotRequired[Element | None]
    """The mana for worshipers at the end of the round; it must differ from the previous round. Null only in the final round."""
    prophet: NotRequired[str | None]
    """The prophet of the next round, each shaman once in a match; not in the final round."""
    bids: NotRequired[dict[BoonId, int]]
    """Piety for the boons on offer: different amounts, together at most the piety held."""
    boon: NotRequired[BoonOnRoom | BoonOnElement | BoonOnSeat | BoonWithNumber | BoonUse | None]
    """The boon held, to be used now, with its parameter."""


class DeityReport(TypedDict):
    """A finished round, as a deity learned it."""

    round: int
    """The round's number; the first is 0."""
    worshipers: int | None
    """How many shamans worshiped the deity; null in the final round."""
    prophet_worshiped: bool | None
    """Whether the prophet worshiped the deity; null without a prophet."""
    piety: int
    """The deity's piety."""
    won: OwnWin | None
    """The boon won in the auction; null: none."""


class DeityReported(TypedDict):
    """The end of a round, for a deity: its worshipers, its piety after the auction and the boon it won."""

    round: int
    """The round's number; the first is 0."""
    seat: str
    """The seat."""
    worshipers: int | None
    """How many shamans worshiped the deity; null in the final round."""
    prophet_worshiped: bool | None
    """Whether the prophet worshiped the deity; null without a prophet."""
    piety: int
    """The deity's piety."""
    won: OwnWin | None
    """The boon won in the auction; null: none."""
    type: Literal["divine_intervention.deity_reported"]
    """The type, which identifies the schema."""


class DeliveryList(TypedDict):
    """Messages to a webhook, the last one first."""

    deliveries: list[DeliveryReply]
    """A page of them."""


class DeliveryReply(TypedDict):
    """A message to a webhook, and what has become of it."""

    n: int
    """Its number among the messages to this webhook."""
    message_id: str
    """Its `webhook-id`, the same for every try."""
    type: str
    """The type, which identifies the schema."""
    created_at: str
    """When it was created, or renewed for the last time."""
    state: Literal["waiting", "delivered", "failed"]
    """`waiting` for its next try, `delivered`, or `failed` for good."""
    tries: int
    """How often it was tried."""
    tried_at: str | None
    """When the last try began; null if it was not tried."""
    status: int | None
    """The HTTP status of the last try; null if it was not answered. Nothing else of an answer is kept."""
    next_try_at: str | None
    """When it is tried next; null if never."""


class DevoteMove(TypedDict):
    """Everything that a shaman does in a round."""

    type: Literal["devote"]
    """The type, which identifies the schema."""
    pray: NotRequired[str | None]
    """The deity that the shaman prays to; not in the final round."""
    rituals: NotRequired[list[RitualEntry]]
    """At most one per room, and together at most the mana held; none in round 0."""


class DevotionCounted(TypedDict):
    """A shaman's prayer and rituals as they count."""

    round: int
    """The round's number; the first is 0."""
    seat: str
    """The seat."""
    devotion: DevoteMove
    """The devotion, in canonical form."""
    type: Literal["divine_intervention.devotion_counted"]
    """The type, which identifies the schema."""


class DirectorActed(TypedDict):
    """A director acted; the other facts of the event say what came of it."""

    director: Person
    """Who acted."""
    action: str
    """The type of the action."""
    reason: str
    """The reason that the director gave; can be empty."""
    administrator: NotRequired[bool]
    """Whether the director held no role and acted as an administrator of the server; absent if not, and in old logs."""
    type: Literal["director_acted"]
    """The type, which identifies the schema."""


class DiscardedCard(TypedDict):
    """A card that goes on cooldown for the number of that arena."""

    card: str
    """The card's id."""
    arena: int
    """The arena, 1 to 5."""


class DisplayedPerk(TypedDict):
    """A perk for sale; once bought it leaves at the end of the turn `leaves_after`."""

    perk: str
    """The perk."""
    bought_by: list[str]
    """The fighters who have bought it."""
    leaves_after: int | None
    """The turn at whose end it leaves, once it is bought; null before."""


class DisqualifyAction(TypedDict):
    """Withdraw an entrant for a breach of the rules."""

    type: Literal["disqualify"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone concerned can read it."""
    entrant: str
    """The entrant."""


class DisqualifyInSeriesAction(TypedDict):
    """Let a bot go on in the place of an entrant, for a breach of the rules."""

    type: Literal["disqualify"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone who sees the series can read it."""
    entrant: str
    """The entrant."""


class DivineBoon(TypedDict):
    """One boon of a pack: an effect of the engine under a name and text of the organiser's."""

    id: BoonId
    """The effect."""
    name: str
    """For people."""
    text: str
    """A text for players; it should state the values in `numbers`."""
    offered: Literal["opening", "closing", "both", "never"]
    """In which auctions it can come up: in those before the last, the last, all, or none."""
    numbers: dict[str, int]
    """All numbers of the effect by name, and no others."""


class DivineInterventionOptions(TypedDict):
    """Options of a Divine Intervention match. The defaults shown are those of `standard`; other variants set others."""

    variant: Literal["standard", "small", "grand", "open_altar"]
    """The named variant whose defaults apply."""
    deities: int
    """Number of players in heaven."""
    shamans: int
    """Number of players in hell."""
    last_round: int
    """Number of the final round; the first is 0."""
    pool: int
    """Mana that a deity hands out in a round."""
    start_piety: int
    """Piety of a deity at first."""
    worshiper_piety: int
    """Piety for each worshiper and round."""
    ascenders: int
    """Shamans who rise by their rank; two more at the least are in hell."""
    pack: DivineInterventionPack | str | None
    """The organiser's own map and boons, as a JSON object; null: the bundled ones."""
    layout: list[str] | None
    """The map: rows of rooms A to Y, . for none. If left out, that of the pack applies."""
    secret_element: Element | None
    """The element of room X; null: drawn."""
    boon_offers: dict[str, list[BoonId]] | None
    """Three boons for each auction round, all different, by round; null: drawn."""
    boons_public: bool
    """Whether the boons offered are shown to all, not to deities alone."""
    realm_chat: bool
    """Whether players of one realm talk freely, all together and in pairs."""
    cross_realm_chat: bool
    """Whether each deity and each shaman can talk all along."""
    round_seconds: int
    """Length of a round."""
    choice_seconds: int
    """Length of the anointing, and of the ascension."""


class DivineInterventionOutcome(TypedDict):
    """How the match ended; `rank` is within each realm, and lists are ordered by realm and rank, heaven first."""

    rank: dict[str, int]
    """By seat: its rank within its realm, 1 is best."""
    winner: list[str]
    """The seats that won."""
    ascends: list[str]
    """The seats that go to heaven, or stay there."""
    descends: list[str]
    """The seats that go to hell, or stay there."""
    mark_of_elimination: list[str]
    """The seats that bear a mark of elimination."""
    elimination_candidate: list[str]
    """The seats that are candidates for elimination."""
    token_of_life: list[str]
    """The seats that get a token of life."""


class DivineInterventionPack(TypedDict):
    """Content for Divine Intervention; what is left out is as bundled."""

    name: str
    """For people."""
    layout: list[str] | None
    """The map, as the option; the option goes before it."""
    boons: list[DivineBoon] | None
    """The catalogue, in the order in which boons are drawn from it; others are never offered."""


class DivineInterventionView(TypedDict):
    """Divine Intervention, as one viewer knows it."""

    viewer: str
    """A seat, `spectator`, `observer` or `host`."""
    game: Literal["divine_intervention"]
    """The id of the game."""
    options: DivineInterventionOptions
    """The public options of the match."""
    round: int
    """Counts from 0; stays at the last round played."""
    last_round: int
    """The number of the final round."""
    ascenders: int
    """How many shamans ascend by their rank."""
    phase: Phase | None
    """The open phase; null once the match is over."""
    over: bool
    """Whether play is over."""
    seats: dict[Literal["heaven", "hell"], list[str]]
    """All seats by realm, in seat order."""
    layout: list[str] | None
    """The map by rows, . for no room; null before round 0."""
    rooms: dict[Room, RoomCard] | None
    """What each room needs; null before round 0."""
    offers: dict[str, list[BoonId]] | None
    """The boons offered, by auction round; null for viewers who do not see them."""
    boons: dict[BoonId, BoonCard] | None
    """All boons offered so far; null if `offers` is null."""
    notices: list[BoonNotice]
    """What boons did, as far as the viewer learned it; for spectators and the host, public notices."""
    result: DivineResult | None
    """The rankings; null until play has ended."""
    outcome: DivineInterventionOutcome | None
    """Null until the match is over."""
    piety: int | None
    """Deities only."""
    elements: dict[str, Element] | None
    """Deities only: the elements chosen, by round."""
    elements_allowed: list[Element] | None
    """Deities only: the elements that can be chosen now; none in the final round."""
    prophets: dict[str, str | None] | None
    """Deities only: the prophets by round, up to the current one; null if none was named."""
    prophets_left: list[str] | None
    """Deities only: shamans who have not been their prophet."""
    held: HeldBoon | None
    """Deities only: the boon held; null without one."""
    mana: Mana | None
    """Shamans only."""
    completed: dict[Room, int] | None
    """Shamans only: completed rooms, with their rounds."""
    prayers: dict[str, str | None] | None
    """Shamans only: the deities prayed to, by round; null for none."""
    prophet_of: list[str] | None
    """Shamans only: the deities whose prophet the shaman is in this round."""
    room_states: dict[Room, Literal["completed", "unlocked", "locked"]] | None
    """Shamans only: the current state of the rooms, as far as the shaman knows it; null before round 0."""
    reports: list[DeityReport] | list[ShamanReport] | None
    """One for each finished round."""
    channels: dict[str, list[str]] | None
    """Open channels, with their members."""


class DivineResult(TypedDict):
    """How play ended: the seats by rank, and the criteria of the ranking."""

    heaven: list[str]
    """The deities, best first."""
    hell: list[str]
    """The shamans, best first."""
    second_stays: bool
    """Whether the second deity stays in heaven."""
    piety: dict[str, int]
    """By deity: its piety."""
    zeal: dict[str, int]
    """By deity: its zeal."""
    rooms: dict[str, int]
    """By shaman: how many rooms are completed."""


class DoorClosed(TypedDict):
    """Until the door is open again, only the host and players with a reservation can take a seat."""

    type: Literal["door_closed"]
    """The type, which identifies the schema."""


class DoorOpened(TypedDict):
    """Everyone who can see the match can take a free seat again."""

    type: Literal["door_opened"]
    """The type, which identifies the schema."""


class DraftDecided(TypedDict):
    """A drafter picked a card, and may also have banned one."""

    decision: DraftDecision
    """The decision."""
    type: Literal["hero_of_the_arena.draft_decided"]
    """The type, which identifies the schema."""


class DraftDecision(TypedDict):
    """What a drafter decided in one phase; the order within `draft_third` is ban, then pick."""

    round: int
    """The draft round, from 1."""
    seat: str
    """The seat."""
    pick: str
    """The card picked."""
    ban: str | None
    """The card banned; null: none."""


class DraftMove(TypedDict):
    """Take an item without an owner. Used in phase `draft`."""

    type: Literal["draft"]
    """The type, which identifies the schema."""
    item: DuelItem
    """The item to own for the whole match."""


class DraftStarterTold(TypedDict):
    """The drafter who begins; that drafter's partner moves second in the fight."""

    starter: str
    """The drafter who begins."""
    moves_first: str
    """The fighter who has the first turn."""
    type: Literal["hero_of_the_arena.draft_starter"]
    """The type, which identifies the schema."""


class Drawn(TypedDict):
    """A random draw: its label, the candidates and the picks, in order. Only for the host."""

    label: str
    """The purpose of the draw."""
    candidates: list[str]
    """The candidates of the draw, in order."""
    picks: list[str]
    """The picked candidates, in order."""
    type: Literal["drawn"]
    """The type, which identifies the schema."""


class DuelEnded(TypedDict):
    """The duel is over; `wins` already includes it. A duel that is `drawn` or `replayed` has no winner."""

    duel: int
    """The duel's number in the match, from 1."""
    extra: bool
    """Whether it is the extra duel that decides a tied match."""
    replay: int
    """How often this duel was played before; a replay has the same duel number."""
    winner: Duelist | None
    """The seat that won; null: neither."""
    reason: DuelReason
    """What decided it."""
    points: dict[Duelist, int]
    """By seat: points in the duel so far."""
    wins: dict[Duelist, int]
    """By seat: duels won in the match."""
    type: Literal["wizards_duel.duel_ended"]
    """The type, which identifies the schema."""


class DuelRecord(TypedDict):
    """A finished duel; a replayed duel counts for nobody."""

    duel: int
    """The duel's number in the match, from 1."""
    extra: bool
    """Whether it is the extra duel that decides a tied match."""
    replay: int
    """How often this duel was played before; a replay has the same duel number."""
    winner: Duelist | None
    """The seat that won; null: neither."""
    reason: DuelReason
    """What decided it."""
    points: dict[Duelist, int]
    """By seat: points in the duel so far."""
    rounds: list[RoundRecord]
    """Its rounds, in the order played; undone and restarted ones among them."""


class DuelStarted(TypedDict):
    """A duel starts: new hands, no points, round 1. A replay has the same duel number."""

    duel: int
    """The duel's number in the match, from 1."""
    extra: bool
    """Whether it is the extra duel that decides a tied match."""
    replay: int
    """How often this duel was played before; a replay has the same duel number."""
    type: Literal["wizards_duel.duel_started"]
    """The type, which identifies the schema."""


class EffectHappened(TypedDict):
    """A card or perk of `seat` had an effect."""

    seat: str
    """The seat."""
    source: str
    """The card or perk."""
    do: HeroAction
    """What it does."""
    amount: int | None
    """The result: coins gained or stolen, cards drawn; null if the action has no amount."""
    units: list[AffectedUnit]
    """The affected units."""
    cards: list[str]
    """The cards that left a hand, which everyone sees."""
    type: Literal["hero_of_the_arena.effect_happened"]
    """The type, which identifies the schema."""


class EndAccessAction(TypedDict):
    """Sign the player out everywhere, withdraw all tokens and programs, and remove ways in."""

    reason: NotRequired[str | None]
    """Why, in one line; only administrators can read it."""
    type: Literal["end_access"]
    """The type, which identifies the schema."""
    added_after: NotRequired[str | None]
    """Remove only the ways in that were added after this time, as `ways_in` shows them; null: all."""


class EndRoundAction(TypedDict):
    """End all open tables of the round without points. Their matches are called off."""

    type: Literal["end_round"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone concerned can read it."""


class Entered(TypedDict):
    """A player, a team or a bot entered, or waits for a place."""

    entrant: str
    """The id of the entrant, which never changes."""
    player: Person | None
    """The player; null for a bot."""
    waiting: bool
    """Whether all places were taken: the entrant waits for one."""
    rating: int
    """The rating by which entrants are numbered; 0 if there is none."""
    partner: Person | None
    """The second member of a team; null for a bot, and without teams."""
    invitation: NotRequired[str]
    """The id of the invitation that was accepted; absent if there was none."""
    type: Literal["entered"]
    """The type, which identifies the schema."""


class EntrantExcused(TypedDict):
    """An entrant is not paired in a round, and gets this bye."""

    entrant: str
    """The id of the entrant, which never changes."""
    round: int
    """The number of the round."""
    how: Literal["half_bye", "zero_bye"]
    """The kind of the bye."""
    type: Literal["entrant_excused"]
    """The type, which identifies the schema."""


class EntrantLeft(TypedDict):
    """An entrant is out of the series."""

    entrant: str
    """The id of the place."""
    episode: int
    """The number of the episode."""
    because: Literal["death_match", "no_finalist"]
    """Why: a lost death match, or as one who is not a finalist."""
    type: Literal["entrant_left"]
    """The type, which identifies the schema."""


class EntrantReplaced(TypedDict):
    """Another player goes on in the place of an entrant, with the entrant's results."""

    entrant: str
    """The id of the entrant, which never changes."""
    player: Person | None
    """The player, or the first member of the team, from now on; null for a bot."""
    partner: Person | None
    """The second member of the team from now on; null for a bot, and without teams."""
    type: Literal["entrant_replaced"]
    """The type, which identifies the schema."""


class EntrantReply(TypedDict):
    """An entrant of a tournament."""

    entrant: str
    """The id of the entrant, which never changes."""
    number: int | None
    """The place in the initial ranking; null before the first pairing is published."""
    player: Person | None
    """The player, or the first member of a team; null for a bot."""
    partner: Person | None
    """The second member of a team; null for a bot, and without teams."""
    rating: int
    """The rating by which entrants are numbered; 0 if there is none."""
    waiting: bool
    """Whether the entrant waits for a place."""
    checked_in: bool
    """Whether the entrant has said to be here."""
    withdrawn: bool
    """Whether the entrant is in no further pairing."""
    left_because: (
        Literal["own_wish", "director", "no_check_in", "missed_rounds", "disqualified"] | Literal["took_over"] | None
    )
    """Why the entrant is in no further pairing; null as long as the entrant is."""
    earlier: list[PredecessorReply]
    """Who had the place before, the first one first."""


class EntrantRequest(TypedDict):
    """An entry; only directors can give a rating, or enter others."""

    rating: NotRequired[int | None]
    """The rating by which entrants are numbered; by default the player's rating in the game, 0 if there is none, and the mean of a team."""
    partner: NotRequired[str | None]
    """The other member of a team, who enters it by naming the caller; directors enter both at once."""


class EntrantReturned(TypedDict):
    """An entrant who had withdrawn is in again, with the results so far, from the next pairing on."""

    entrant: str
    """The id of the entrant, which never changes."""
    waiting: bool
    """Whether all places are taken: the entrant waits for one."""
    type: Literal["entrant_returned"]
    """The type, which identifies the schema."""


class EntrantWithdrawn(TypedDict):
    """An entrant is in no further pairing."""

    entrant: str
    """The id of the entrant, which never changes."""
    because: Literal["own_wish", "director", "no_check_in", "missed_rounds", "disqualified"]
    """Why."""
    type: Literal["entrant_withdrawn"]
    """The type, which identifies the schema."""


class EntriesLost(TypedDict):
    """The database lost the latest entries of the log: entry `last` had the hash `head`. What was acknowledged in the lost entries did not happen. Only for the host."""

    last: int
    """The number of the last entry before the loss."""
    head: str
    """The hash of that entry."""
    type: Literal["entries_lost"]
    """The type, which identifies the schema."""


class EntriesOpened(TypedDict):
    """Players can enter."""

    type: Literal["entries_opened"]
    """The type, which identifies the schema."""


class EpisodeBegun(TypedDict):
    """An episode began. Its main match has this id, and exists a moment later (`matches_set`)."""

    episode: int
    """The number of the episode, from 1."""
    heaven: list[str]
    """Who is in heaven."""
    hell: list[str]
    """Who is in hell."""
    match_id: str
    """The main match."""
    seats: dict[str, str]
    """Who has which seat in it."""
    marked: list[str]
    """Who has a mark that counts in it."""
    head: NotRequired[str]
    """The hash of the entry before, which covers all before it; absent in old logs."""
    type: Literal["episode_begun"]
    """The type, which identifies the schema."""


class EpisodeDone(TypedDict):
    """An episode is done."""

    episode: int
    """The number of the episode."""
    type: Literal["episode_done"]
    """The type, which identifies the schema."""


class EpisodePreview(TypedDict):
    """An episode, and how many players are where before and after each of its matches."""

    episode: int
    """The number of the episode, from 1."""
    heaven: int
    """Players in heaven before it."""
    hell: int
    """Players in hell before it."""
    main: PreviewMatch
    """The main match."""
    death: PreviewMatch | None
    """The death match; null if there is none."""
    lines: list[PreviewLine]
    """What comes of the main match, then of the death match."""


class EpisodeReply(TypedDict):
    """An episode that has begun."""

    episode: int
    """The number of the episode, from 1."""
    done: bool
    """Whether it is done."""
    heaven: list[str]
    """Who was in heaven before it."""
    hell: list[str]
    """Who was in hell before it."""
    marked: list[str]
    """Whose marks count in it."""
    main: SeriesMatchReply
    """The main match."""
    heaven_next: list[str] | None
    """Who is in heaven after the main match; null before its end."""
    hell_next: list[str] | None
    """Who is in hell after the main match, before anybody leaves; null before its end."""
    candidate: str | None
    """Who must play the death match; null if it is not known, or there is none."""
    spared: list[str]
    """Who could not be picked as opponent, because of a token."""
    decisions: list[DecisionReply]
    """What was asked."""
    death: SeriesMatchReply | None
    """The death match; null before."""
    left: list[str]
    """Who left the series in this episode."""


class EpisodeRequest(TypedDict):
    """An episode: a main match, and mostly a death match."""

    game: str
    """The id of the game."""
    variant: NotRequired[str | None]
    """By default the first variant of the game."""
    options: NotRequired[Options]
    """Options that differ from those of the variant. The value `{"seats": "mark"}` stands for the seats of those who have a mark that counts."""
    heaven: NotRequired[Literal["ascends", "winner", "stays"] | None]
    """Who is in heaven next: those who ascend, the winners, or the same as before."""
    death: NotRequired[str | None]
    """The death match that follows, by its name in `deaths`."""
    finalists: NotRequired[Literal["winner"] | None]
    """`winner`: only the winners go on, one from each realm; there is no death match."""
    seats: NotRequired[dict[str, str]]
    """Who has each seat in the final: `finalist:heaven` or `finalist:hell`. In other episodes the seats of each realm are drawn."""


class EpisodeStarted(TypedDict):
    """An episode of a series has begun, in which you play."""

    series_id: str
    """The id of the series."""
    label: str
    """What the series is called."""
    episode: int
    """The number of the episode."""
    realm: Literal["heaven", "hell"]
    """Where you are."""
    type: Literal["episode_started"]
    """The type, which identifies the schema."""


class EpisodeTerms(TypedDict):
    """An episode."""

    match: SeriesMatchTerms
    """The game of the main match."""
    heaven: int
    """How many are in heaven before it."""
    hell: int
    """How many are in hell before it."""
    heaven_next: Literal["ascends", "winner", "stays"] | None
    """Who is in heaven next; null if `finalists` says who goes on, and in the last episode."""
    death: str | None
    """The kind of its death match; null if there is none."""
    finalists: Literal["winner"] | None
    """Who goes on to the last episode, without a death match: the winners, one of each realm; null otherwise."""
    seats: dict[str, str] | None
    """Who has which seat in the last episode, `finalist:heaven` or `finalist:hell`; null: by realm and by lot."""


class EventFrame(TypedDict):
    """An event on a WebSocket or as a server-sent event, with the time at which it was sent."""

    type: Literal["event"]
    """The type of the frame."""
    match_id: str
    """The match."""
    cursor: int
    """The number of an event in the caller's own stream."""
    at: str
    """When, the first time."""
    facts: list[Fact]
    """The facts, in order."""
    lines: NotRequired[list[str]]
    """With `lines`: what happened, in sentences for people."""
    server_now: str
    """The server's time when it sent this."""


class EventInvitationList(TypedDict):
    """The invitations to a tournament or a series, newest first."""

    invitations: list[EventInvitationReply]
    """The invitations, newest first."""


class EventInvitationReply(TypedDict):
    """An invitation to a tournament or a series, for its directors."""

    invitation_id: str
    """The id, which the fact contains by which somebody joins who accepts."""
    uses: int
    """How often it can be accepted in total."""
    used: int
    """How often it was accepted."""
    created_at: str
    """When it was created, or renewed for the last time."""
    expires_at: str
    """Until when it can be accepted."""
    withdrawn_at: str | None
    """When it was withdrawn; null if it is not withdrawn."""


class EventInvitationRequest(TypedDict):
    """A new invitation to a tournament or a series."""

    uses: NotRequired[int]
    """How often it can be accepted. A team that enters is one use."""
    expires_in_seconds: NotRequired[int]
    """How long it can be accepted; by default a week."""


class EventPage(TypedDict):
    """A page of the caller's stream, in order."""

    viewer: str
    """The viewer of the caller; if it has changed, start from cursor 0."""
    events: list[EventReply]
    """The events, in order."""
    cursor: int
    """Send it as `after` to continue."""
    more: bool
    """Whether there are more events already."""
    server_now: str
    """The server's time when it sent this."""


class EventReply(TypedDict):
    """The facts that one step of the match addresses to the caller."""

    type: Literal["event"]
    """The type of the frame."""
    match_id: str
    """The match."""
    cursor: int
    """The number of an event in the caller's own stream."""
    at: str
    """When, the first time."""
    facts: list[Fact]
    """The facts, in order."""
    lines: NotRequired[list[str]]
    """With `lines`: what happened, in sentences for people."""


class ExcuseAction(TypedDict):
    """Give an entrant a bye in the next round that is not paired."""

    type: Literal["excuse"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone concerned can read it."""
    entrant: str
    """The entrant."""
    bye: NotRequired[Literal["half_bye", "zero_bye"]]
    """The kind of the bye."""


class ExtendAction(TypedDict):
    """Give the open phase more time."""

    type: Literal["extend"]
    """The type, which identifies the schema."""
    seconds: int
    """The number of additional seconds."""


class ExtendSeriesAction(TypedDict):
    """Give the open decision more time, or else the open phase of the open match."""

    type: Literal["extend"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone who sees the series can read it."""
    seconds: int
    """The number of additional seconds."""


class ExtendTablesAction(TypedDict):
    """Give the open phase of a table, or of all open tables of the round, more time, if its match runs."""

    type: Literal["extend"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone concerned can read it."""
    round: int
    """The round."""
    table: NotRequired[int | None]
    """The table; by default all that are open."""
    seconds: int
    """The number of additional seconds."""


class ExtensionOrdered(TypedDict):
    """The open phases of these tables get more time, a moment later (`tables_set`)."""

    round: int
    """The number of the round."""
    tables: list[int]
    """The numbers of the tables."""
    seconds: int
    """The number of additional seconds."""
    order: int
    """How many entries have ordered something about the matches of the round by now."""
    type: Literal["extension_ordered"]
    """The type, which identifies the schema."""


class FailureNoted(TypedDict):
    """The reason why the server suspended the match: the type of the failure and its place in the code."""

    where: str
    """The type of the failure, and its place in the code or the versions of the rules."""
    type: Literal["failure_noted"]
    """The type, which identifies the schema."""


class FieldIds(TypedDict):
    """What the ids in a field are."""

    keys: list[str]
    """The kinds of the keys of the objects in the field, from the outermost inwards, `*` for a list of objects; none: the keys are fields."""
    values: str | None
    """The kind of its values, also of those in lists, or several: `seat|card`; null: they are no ids."""


class FighterPassed(TypedDict):
    """A fighter's move did nothing."""

    seat: str
    """The seat."""
    move: Literal["play", "shop"]
    """The move that did nothing."""
    type: Literal["hero_of_the_arena.passed"]
    """The type, which identifies the schema."""


class FinalLoom(TypedDict):
    """The end state; abilities with their levels."""

    threads: dict[str, SpunThread]
    """Every thread, by name."""
    goldness: dict[str, int]
    """By seat: the highest strength of a golden thread that it was ever attached to."""
    twine: dict[str, int]
    """By seat: its twine."""
    abilities: dict[str, dict[MoiraAbility, int]]
    """By seat: its abilities, with their levels."""


class FinalStateTold(TypedDict):
    """How everything stood when the match ended."""

    final: FinalLoom
    """The end state."""
    type: Literal["threads_of_fate.final_state"]
    """The type, which identifies the schema."""


class FinalTotals(TypedDict):
    """All totals after the last round."""

    totals: dict[str, int]
    """By seat: its points."""
    type: Literal["apocalypse.final_totals"]
    """The type, which identifies the schema."""


class FinishAction(TypedDict):
    """End the tournament with the places of the standings; a director who plays can when no round is left."""

    type: Literal["finish"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone concerned can read it."""


class ForfeitAction(TypedDict):
    """Decide an open table against an entrant, who forfeits it. Its match is called off."""

    type: Literal["forfeit"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone concerned can read it."""
    round: int
    """The round."""
    table: int
    """The table."""
    entrants: list[str]
    """Who forfeits: one entrant, or both."""


class ForgetPlayerRequest(TypedDict):
    """Why a player is to be forgotten."""

    reason: NotRequired[str | None]
    """Why, in one line; only administrators can read it."""


class ForgetRequest(TypedDict):
    """The wish to be forgotten."""

    name: str
    """The name of the player, as a confirmation: this cannot be undone."""


class ForgettingReply(TypedDict):
    """What becomes of a player who is forgotten."""

    player_id: str
    """The player, who does not exist any more."""
    asked_at: str
    """When this was asked for. Most of it is done in the seconds that follow, and all of it within minutes."""


class GainsCounted(TypedDict):
    """The gains from boons and worship in a round; `follows` is the deity that each shaman followed in the end."""

    round: int
    """The round's number; the first is 0."""
    follows: dict[str, str | None]
    """By shaman: the deity followed in the end, null for none."""
    mana: dict[str, Mana]
    """The mana from boons and worship, by shaman."""
    piety: dict[str, int]
    """By deity: the piety that it got."""
    zeal: dict[str, int]
    """By deity: its zeal."""
    type: Literal["divine_intervention.gains_counted"]
    """The type, which identifies the schema."""


class GameList(TypedDict):
    """The catalogue."""

    games: list[GameSummary]
    """The games of this server."""


class GameReply(TypedDict):
    """A game with everything that is needed to play it."""

    game: str
    """The id of the game."""
    title: str
    """A name, short enough for a button."""
    summary: str
    """One line, for people."""
    rules_version: int
    """Increased whenever the same submissions could lead to different facts."""
    variants: list[VariantReply]
    """The variants; the first is the default."""
    options_schema: JsonSchema
    """JSON Schema of the options of a match."""
    move_schema: JsonSchema
    """JSON Schema of all moves; a prompt is more specific."""
    view_schema: JsonSchema
    """JSON Schema of the game's view."""
    pack_schema: JsonSchema | None
    """JSON Schema of packs, for `registerPack`; null if the game does not support packs."""
    rules: str
    """The rules for players, in Markdown."""
    rules_language: str
    """The language of these rules; English where the one asked for is missing."""


class GameSummary(TypedDict):
    """A game of the catalogue."""

    game: str
    """The id of the game."""
    title: str
    """The name, for people."""
    summary: str
    """One line, for people."""
    variants: list[str]
    """The first is the default."""


class GameTexts(TypedDict):
    """The words of a game for people, in one language."""

    game: str
    """The id of the game."""
    language: str
    """The language of these words; in English is what it lacks."""
    languages: list[str]
    """The languages in which the game has words."""
    fields: dict[str, FieldIds]
    """The kinds of the ids in a field, by its name; by `PARENT.NAME` where they are others inside the field PARENT."""
    words: dict[str, Word]
    """By key: a kind and an id, such as `spell.5`; `field.points` is a field. Every game has the kinds `game`, `variant`, `seat`, `realm`, `team`, `role`, `channel`, `phase`, `type` (of moves and facts), `consequence`, `field` and `value`, as far as it has such ids, and kinds of its own."""


class GiveRoleAction(TypedDict):
    """Give a player a role on the match, in place of the one that the player holds, if any. Only for its owners."""

    type: Literal["give_role"]
    """The type, which identifies the schema."""
    player_id: str
    """The player who gets the role."""
    role: Literal["owner", "director", "arbiter", "observer"]
    """The role."""


class GiveSeriesRoleAction(TypedDict):
    """Give a player a role on the series, in place of the one that the player holds, if any. Only for its owners."""

    type: Literal["give_role"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone who sees the series can read it."""
    player_id: str
    """The player who gets the role."""
    role: Literal["owner", "director", "arbiter", "observer"]
    """The role."""


class GiveTournamentRoleAction(TypedDict):
    """Give a player a role on the tournament, in place of the one that the player holds, if any. Only for its owners."""

    type: Literal["give_role"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone concerned can read it."""
    player_id: str
    """The player who gets the role."""
    role: Literal["owner", "director", "arbiter", "observer"]
    """The role."""


class GoldnessTold(TypedDict):
    """The highest strength that any golden thread of each seat has had."""

    goldness: dict[str, int]
    """By seat: the highest strength of a golden thread that it was ever attached to."""
    type: Literal["threads_of_fate.goldness"]
    """The type, which identifies the schema."""


class HandDiscarded(TypedDict):
    """A fighter put cards on cooldown."""

    seat: str
    """The seat."""
    cards: list[OpenDiscard]
    """The cards."""
    type: Literal["hero_of_the_arena.hand_discarded"]
    """The type, which identifies the schema."""


class HandFilled(TypedDict):
    """A fighter drew this many cards at the start of its turn."""

    seat: str
    """The seat."""
    drawn: int
    """How many cards were drawn."""
    type: Literal["hero_of_the_arena.hand_filled"]
    """The type, which identifies the schema."""


class HandView(TypedDict):
    """A hand, as the viewer knows it: its size and possible spells, in pool order. The viewer's own is exact."""

    size: int
    """How many spells are in the hand."""
    possible: list[Spell]
    """The spells that may be in the hand, in pool order."""


class Health(TypedDict):
    """The process is alive, or ready to serve."""

    status: Literal["ok"]
    """Always `ok`; otherwise the reply is an error."""


class HeartbeatFrame(TypedDict):
    """The connection is alive; sent every `heartbeat_seconds`."""

    type: Literal["heartbeat"]
    """The type, which identifies the schema."""
    server_now: str
    """When the server sent this: RFC 3339 in UTC, with microseconds."""


class HeldBoon(TypedDict):
    """A boon held, and the rounds in which it can be used."""

    id: BoonId
    """The boon."""
    first_round: int
    """The first round in which it can be used."""
    last_round: int
    """The last round in which it can be used."""


class HeldCard(TypedDict):
    """A card in a hand or deck."""

    card: str
    """The card's id."""
    durability: int
    """How often the card can still be used; at 0 it is removed from the match."""


class HelloFrame(TypedDict):
    """The first frame: the socket is authenticated, or the match can be watched without a token."""

    type: Literal["hello"]
    """The type, which identifies the schema."""
    player_id: NotRequired[str]
    """The id of the authenticated player; absent without a token."""
    heartbeat_seconds: float
    """The interval of `heartbeat`; reconnect if nothing arrives for two intervals."""
    server_now: str
    """When the server sent this: RFC 3339 in UTC, with microseconds."""


class HeroDraft(TypedDict):
    """The draft as both drafters know it."""

    round: int
    """The draft round, from 1."""
    cards: list[HeroUnitCard | HeroItemCard]
    """The cards revealed so far, until the whole pack is public."""
    offer: list[str]
    """The cards of the draft round."""
    open: list[str]
    """The cards of the offer that are neither picked nor banned."""
    decisions: list[DraftDecision]
    """What the drafters decided, in order."""
    set_aside: list[list[str]]
    """The unit and the item that each finished draft round left open."""


class HeroDraftMove(TypedDict):
    """Pick a card for the partner's deck; in `draft_second` and `draft_third` also ban one."""

    type: Literal["draft"]
    """The type, which identifies the schema."""
    pick: str
    """An open card of the offer."""
    ban: NotRequired[str | None]
    """Another open card; picked first in `draft_second`, banned first in `draft_third`."""


HeroEffect = TypedDict(
    "HeroEffect",
    {
        "on": "Literal['on_play', 'on_combat_start', 'on_win', 'on_death', 'start_of_turn', 'end_of_turn', 'on_buy']",
        "do": "HeroAction",
        "amount": "NotRequired[int | None]",
        "target": "NotRequired[Literal['self', 'foe', 'chosen', 'adjacent_own', 'adjacent_enemy', 'all_own', 'all_enemy', 'hand', 'pile'] | None]",
        "until": "NotRequired[Literal['leave', 'combat'] | None]",
        "adjacent": "NotRequired[bool | None]",
        "whose": "NotRequired[Literal['own', 'enemy', 'self'] | None]",
        "cooldown": "NotRequired[int | None]",
        "if": "NotRequired[Literal['challenger', 'hero', 'behind', 'three_heroes'] | None]",
        "per": "NotRequired[Literal['own_heroes', 'enemy_heroes', 'arena'] | None]",
    },
)
"""What happens (`do`) at a trigger (`on`), with the parameters of that action and no others."""


class HeroItemCard(TypedDict):
    """An item: it acts when played and goes on cooldown."""

    id: str
    """The card's or perk's id in the pack."""
    name: str
    """For people; cards that return at the same time are ordered by it."""
    effects: list[HeroEffect]
    """The effects, in this order."""
    text: str
    """The effects in words, for people."""
    kind: Literal["item"]
    """Whether it is a unit or an item."""
    cost: int
    """The price: mana for playing a card, coins for a new row of the shop."""
    durability: int
    """How often the card can still be used; at 0 it is removed from the match."""
    aim: HeroAim
    """What the item can target."""
    cooldown: NotRequired[int | None]
    """Present only if `aim` is `none`; other items use the arena's number."""


class HeroOfTheArenaOptions(TypedDict):
    """Options of a Hero of the Arena match. The defaults shown are those of `standard`; other variants set others."""

    variant: Literal["standard", "skirmish", "shadow", "high_rollers"]
    """The named variant whose defaults apply."""
    opponent_team: int
    """The team that was called out as the opponent: its drafter chooses who begins the draft."""
    rounds: int
    """Rounds of the fight, one turn of each fighter in each."""
    mana: int
    """Mana at the start of a turn."""
    hand_size: int
    """Draw up to this many cards at the start of a turn."""
    max_coins: int
    """The most coins a fighter can hold."""
    shop_size: int
    """Cards in the shop's row."""
    perk_stale_rounds: int
    """Rounds without a perk purchase after which all perks on display are replaced."""
    bought_cards_to: Literal["hand", "deck_bottom"]
    """Where a bought card goes."""
    hidden_discards: bool
    """Whether cards of a `discard` move are face down."""
    partner_channel: Literal["closed", "after_draft", "always"]
    """When the two members of a team can talk to each other, across the realms."""
    pack: HeroOfTheArenaPack | str | None
    """The card pack, or its id; null: the bundled pack."""
    starter_seconds: int
    """Length of phase `starter`."""
    review_seconds: int
    """Length of a `draft_review`."""
    decision_seconds: int
    """Time for each drafting decision; some phases have two."""
    preparation_seconds: int
    """Length of `preparation`."""
    turn_seconds: int
    """Length of a whole turn."""
    refresh_seconds: int
    """Added to a turn by each refresh of the shop."""


class HeroOfTheArenaPack(TypedDict):
    """Cards and perks of a match."""

    name: str
    """For people."""
    id: str
    """For people, like `name`; the server identifies packs by their content."""
    draft_units: list[HeroUnitCard]
    """The units to draft from."""
    draft_items: list[HeroItemCard]
    """The items to draft from."""
    shop_cards: list[ShopUnitCard | ShopItemCard]
    """24 or more are recommended; a new match accepts up to 168."""
    perks: list[HeroPerk]
    """A new match accepts up to 60."""


class HeroOfTheArenaView(TypedDict):
    """Hero of the Arena as one viewer knows it."""

    viewer: str
    """A seat, `spectator`, `observer` or `host`."""
    game: Literal["hero_of_the_arena"]
    """The id of the game."""
    options: HeroOfTheArenaOptions
    """The options of the match, as everyone may know them."""
    round: int
    """Of the draft, then of the fight; stays at the last when the match is over."""
    phase: Phase | None
    """The open phase; null once the match is over."""
    over: bool
    """Whether the match is over."""
    rounds: int
    """How many rounds the fight has."""
    max_coins: int
    """The most coins a fighter can hold."""
    bought_cards_to: Literal["hand", "deck_bottom"]
    """Where a bought card goes."""
    perk_stale_rounds: int
    """Idle rounds after which all perks on display are replaced."""
    hidden_discards: bool
    """Whether discards lie face down."""
    starter: str | None
    """The drafter who begins; null until it is named."""
    moves_first: str | None
    """The fighter who moves first in every round."""
    plays: int
    """How often the open turn was played on: 0 in `turn`, 19 in the last `play` it can have."""
    draft: HeroDraft | None
    """The draft; always null for fighters and spectators."""
    pack: HeroOfTheArenaPack | None
    """All cards and perks; null until the draft is over."""
    board: ArenaBoard | None
    """The fight as everyone knows it; null until it begins."""
    own: OwnCards | None
    """The viewer's own cards; null to all but fighters after the draft."""
    decided_by: ArenaDecision | None
    """What decided the match; null until it is over."""
    outcome: Outcome | None
    """Null until the match is over."""


class HeroPerk(TypedDict):
    """A perk: after the purchase it works for the rest of the match."""

    id: str
    """The card's or perk's id in the pack."""
    name: str
    """For people; cards that return at the same time are ordered by it."""
    effects: list[HeroEffect]
    """The effects, in this order."""
    text: str
    """The effects in words, for people."""
    price: int
    """The price in coins."""


class HeroReadyMove(TypedDict):
    """Confirm that the seat is ready. Used in phases `draft_review` and `preparation`."""

    type: Literal["ready"]
    """The type, which identifies the schema."""


class HeroUnitCard(TypedDict):
    """A unit: it enters an arena and fights for it."""

    id: str
    """The card's or perk's id in the pack."""
    name: str
    """For people; cards that return at the same time are ordered by it."""
    effects: list[HeroEffect]
    """The effects, in this order."""
    text: str
    """The effects in words, for people."""
    kind: Literal["unit"]
    """Whether it is a unit or an item."""
    cost: int
    """The price: mana for playing a card, coins for a new row of the shop."""
    attack: int
    """The attack of the unit."""
    hp: int
    """The unit's hit points."""
    durability: int
    """How often the card can still be used; at 0 it is removed from the match."""


class HiddenRevealed(TypedDict):
    """Reveals what earlier records hid in fog, including undone rounds."""

    secrets: list[Secret]
    """The hidden values, one record for each seat and round."""
    type: Literal["wizards_duel.hidden_revealed"]
    """The type, which identifies the schema."""


class HostLineMessage(TypedDict):
    """Somebody wrote to you on the line between a seat and the host; read it with `listMessages`."""

    match_id: str
    """The match."""
    game: str
    """The id of the game."""
    channel: str
    """The name of the line, `host:SEAT`."""
    sender: str
    """A seat, or `host`."""
    type: Literal["host_line_message"]
    """The type, which identifies the schema."""


class HostLook(TypedDict):
    """Who has looked at a match as its host."""

    player: Person
    """The administrator."""
    at: str
    """When, the first time."""


class HostViewAsked(TypedDict):
    """An administrator without a role on the match has looked at it as its host; once for each administrator."""

    player: Person
    """The administrator."""
    type: Literal["host_view_asked"]
    """The type, which identifies the schema."""


class HostViewsTold(TypedDict):
    """Which administrators have looked at the match as its host: until its end, or in a match that is over, later."""

    looks: list[HostLook]
    """Who and when, in order."""
    type: Literal["host_views_told"]
    """The type, which identifies the schema."""


class InPlayRequest(TypedDict):
    """What happens in matches when a seat that should submit is silent at a deadline."""

    then: NotRequired[Literal["default"] | Literal["bot", "waiting", "forfeit"]]
    """`default`: only what the rules of the game say; the other fields then have no meaning. Otherwise, after the grace, a `bot` goes on, or the first entrant who is `waiting` for a place (a bot, if nobody is), or the seat's entrant loses the table by `forfeit`, which needs tables of two. All but `default` need `show_submitted`."""
    grace_seconds: NotRequired[int]
    """How much longer a phase lasts, once, when a seat is silent."""
    excused_phases: NotRequired[int]
    """How many phases of a match each seat can miss before that."""


class InfernoTamed(TypedDict):
    """From now on, room H needs less fire, and pays this deity."""

    seat: str
    """The seat."""
    type: Literal["divine_intervention.inferno_tamed"]
    """The type, which identifies the schema."""


class InvitationList(TypedDict):
    """The invitations to a match, newest first."""

    invitations: list[InvitationReply]
    """The invitations, newest first."""


class InvitationReply(TypedDict):
    """An invitation to a match, for its host. Only the reply that created it contains the token."""

    invitation_id: str
    """The id, which the fact contains by which somebody joins who accepts."""
    uses: int
    """How often it can be accepted in total."""
    used: int
    """How often it was accepted."""
    created_at: str
    """When it was created, or renewed for the last time."""
    expires_at: str
    """Until when it can be accepted."""
    withdrawn_at: str | None
    """When it was withdrawn; null if it is not withdrawn."""
    match_id: str
    """The match."""
    seat: str | None
    """The seat that it is for; null: any free one."""


class InvitationRequest(TypedDict):
    """A new invitation to a match."""

    seat: NotRequired[str | None]
    """The seat that it is for; by default any free one."""
    uses: NotRequired[int]
    """How often it can be accepted."""
    expires_in_seconds: NotRequired[int]
    """How long it can be accepted; by default a week."""


class Invited(TypedDict):
    """A seat is reserved for you: take it, or decline it."""

    match_id: str
    """The match."""
    game: str
    """The id of the game."""
    seat: str
    """The seat."""
    type: Literal["invited"]
    """The type, which identifies the schema."""


class ItemDrafted(TypedDict):
    """A seat owns an item from now on. It may have chosen the item or not."""

    seat: Duelist
    """The seat."""
    item: DuelItem
    """The item."""
    type: Literal["wizards_duel.item_drafted"]
    """The type, which identifies the schema."""


class JoinedMatch(TypedDict):
    """The match in which the caller has a seat."""

    match_id: str
    """The match."""
    game: str
    """The id of the game."""
    variant: str
    """The name of the variant."""
    status: MatchStatus
    """The status of the match."""
    visibility: Visibility
    """Who can see the match."""
    pace: Pace
    """When phases close."""
    autostart: bool
    """Whether the match starts by itself when every seat is taken."""
    created_at: str
    """When it was created."""
    host: Person
    """The player who created the match and hosts it."""
    seats: list[SeatListing]
    """The seats, in the order of the game."""
    door_open: bool
    """Whether everyone who can see the match can take free seats before the start. Otherwise only the host and players with a reservation can."""
    roles: list[RoleHolder]
    """Who holds a role on the match, its owners with them."""
    label: str | None
    """What the host calls the match; null if the host gave it no label."""
    tournament: TournamentTable | None
    """The table of a tournament that is played in this match; null in other matches."""
    series: SeriesPlace | None
    """The place in a series that this match has; null in other matches."""
    free_seats: int
    """How many seats everyone who can see the match can take now."""
    phase: Phase | None
    """The open phase; null if there is none, or if the caller will learn of it later (`spectator_lag`)."""
    closes_at: str | None
    """When that phase closes; null while the match is not running."""
    outcome: Outcome | None
    """How the match ended; null before, and if it was voided."""
    awaited: bool
    """Whether the open phase waits for a submission of the caller."""
    type: Literal["match"]
    """What was joined."""


class JoinedSeries(TypedDict):
    """The series in which the caller has a place."""

    series_id: str
    """The id of the series."""
    label: str
    """What the series is called."""
    status: Literal["open", "running", "stopped", "paused", "over", "cancelled"]
    """How far it is."""
    visibility: Visibility
    """Who can see it."""
    maker: Person
    """The player who created it, directs it and hosts its matches."""
    created_at: str
    """When it was created."""
    places: int
    """How many places there are at first."""
    entrants: int
    """How many entrants are in the series now."""
    bots: int
    """How many of them are bots."""
    episodes: int
    """How many episodes it has."""
    episode: int
    """The last episode that has begun; 0 before."""
    roles: list[RoleHolder]
    """Who holds a role on the series, its owners with them."""
    receipt: NotRequired[str]
    """Proves that the entry that the call caused is in the log: keep it ([verifying](docs/verify.md)). Absent in lists, and where the call changed nothing."""
    type: Literal["series"]
    """What was joined."""


class JoinedTournament(TypedDict):
    """The tournament that the caller has entered."""

    tournament_id: str
    """The id of the tournament."""
    label: str
    """What the tournament is called."""
    status: Literal["draft", "open", "check_in", "running", "paused", "over", "cancelled"]
    """How far it is."""
    system: Literal["swiss", "round_robin", "single_elimination", "double_elimination", "heats", "own"]
    """How rounds are paired."""
    game: str
    """The id of the game."""
    variant: str
    """The name of the variant."""
    visibility: Visibility
    """Who can see it."""
    maker: Person
    """The player who created it, directs it and hosts its matches."""
    created_at: str
    """When it was created."""
    entrants: int
    """How many entrants have a place and have not withdrawn."""
    max_entrants: int
    """How many can have a place."""
    rounds: int
    """How many rounds are planned; 0: as many as the system needs."""
    round: int
    """The last round that was published; 0 before."""
    roles: list[RoleHolder]
    """Who holds a role on the tournament, its owners with them."""
    warnings: list[TournamentWarning]
    """What may go wrong."""
    receipt: NotRequired[str]
    """Proves that the entry that the call caused is in the log: keep it ([verifying](docs/verify.md)). Absent in lists, and where the call changed nothing."""
    type: Literal["tournament"]
    """What was joined."""


class KeyGranted(TypedDict):
    """These shamans have a key to the room from now on."""

    room: Room
    """The room."""
    shamans: list[str]
    """The shamans."""
    type: Literal["divine_intervention.key_granted"]
    """The type, which identifies the schema."""


class LedgerBooked(TypedDict):
    """Every gain and loss of a round. Host only."""

    round: int
    """The round's number, from 1."""
    records: list[LedgerRecord]
    """The gains and losses, in the order booked."""
    type: Literal["apocalypse.ledger"]
    """The type, which identifies the schema."""


class LedgerRecord(TypedDict):
    """One gain or loss of a seat: `base` is the amount of the card of `by`, `extra` the addition of War's Passive."""

    seat: str
    """The seat."""
    cause: Literal[
        "pestilence_communications",
        "war_communications",
        "death_communications",
        "famine_communications",
        "pestilence_active",
        "war_active",
        "death_active",
        "famine_active",
        "pestilence_passive",
        "famine_passive",
        "pestilence_endgame",
        "war_endgame",
        "death_endgame",
        "famine_endgame",
    ]
    """The card and the ability that did it."""
    by: str
    """The seat that played the card or started the game."""
    base: int
    """The amount of the card of `by`."""
    extra: int
    """What War's Passive adds to `base`."""


class LobbyFrame(TypedDict):
    """Public matches, as a server-sent event: the list, or what has changed in it since the previous event."""

    type: Literal["list", "changes"]
    """`list` replaces all earlier events; `changes` has only the matches that are new or have changed."""
    matches: list[MatchListing]
    """The matches, as everyone may know them."""
    places: list[str]
    """The place of each of them in the list, which is in their order as texts, the highest first."""
    server_now: str
    """The server's time when it sent this."""


class MainMatchDone(TypedDict):
    """The main match of an episode is over."""

    episode: int
    """The number of the episode."""
    how: Literal["played", "adjudicated", "decided"]
    """How it came to its end."""
    rank: dict[str, int]
    """The ranks, as the match counts them; 1 is best."""
    consequences: dict[str, list[Consequence]]
    """What it means for everyone."""
    by: NotRequired[Person]
    """Who adjudicated it; absent if nobody did."""
    type: Literal["main_match_done"]
    """The type, which identifies the schema."""


class Mana(TypedDict):
    """Amounts of each element."""

    fire: int
    """Mana of fire."""
    air: int
    """Mana of air."""
    earth: int
    """Mana of earth."""
    water: int
    """Mana of water."""


class MarkRequest(TypedDict):
    """What a Mark of Elimination means."""

    episodes: NotRequired[int]
    """In how many episodes after its own one a mark counts."""


class MatchAdjudicated(TypedDict):
    """The host ended the match with this outcome."""

    outcome: Outcome
    """How the host ended it."""
    reason: str
    """The reason that the director gave; can be empty."""
    by: NotRequired[Person]
    """Who decided it; absent in old logs."""
    type: Literal["match_adjudicated"]
    """The type, which identifies the schema."""


class MatchBegun(TypedDict):
    """A match that you play or host has started."""

    match_id: str
    """The match."""
    game: str
    """The id of the game."""
    viewer: str
    """Your seat, or `host`."""
    type: Literal["match_begun"]
    """The type, which identifies the schema."""


class MatchCreated(TypedDict):
    """A match was created, with its game, options and settings."""

    match_id: str
    """The match."""
    game: str
    """The id of the game."""
    variant: str
    """The name of the variant."""
    rules_version: int
    """Increased whenever the same submissions could lead to different facts."""
    options: dict[str, JsonValue]
    """All options, except those that only the host may know."""
    seats: list[Seat]
    """The seats, in the order of the game."""
    pace: Pace
    """When phases close."""
    visibility: Visibility
    """Who can see the match."""
    autostart: bool
    """Whether the match starts by itself when every seat is taken."""
    show_submitted: bool
    """Whether everyone can see that a seat has submitted."""
    open_log: bool
    """Whether everyone can read the log when the match is over."""
    spectator_lag: int
    """The delay of spectators in rounds, until the match ends."""
    host: Person
    """The player who created the match and hosts it."""
    seed_commitment: str
    """The SHA-256 of the secret seed of all draws, in hexadecimal."""
    log_version: NotRequired[Literal[1, 2]]
    """The version of the log format; absent if it is 1, which has no `submission_counted`."""
    label: NotRequired[str]
    """What the host calls the match; absent if the host gave it no label."""
    tournament: NotRequired[TournamentTable]
    """The table of a tournament that is played in this match; absent in other matches."""
    absence: NotRequired[AbsenceInPlay]
    """What happens when a seat is silent; absent if the rules of the game alone decide."""
    series: NotRequired[SeriesPlace]
    """The place in a series that this match has; absent in other matches."""
    type: Literal["match_created"]
    """The type, which identifies the schema."""


class MatchDecided(TypedDict):
    """The winner of the match, and the reason."""

    winner: Duelist
    """The seat that won; null: neither."""
    reason: MatchReason
    """What decided it."""
    wins: dict[Duelist, int]
    """By seat: duels won in the match."""
    type: Literal["wizards_duel.match_decided"]
    """The type, which identifies the schema."""


class MatchDetails(TypedDict):
    """A match with its options and settings."""

    match_id: str
    """The match."""
    game: str
    """The id of the game."""
    variant: str
    """The name of the variant."""
    status: MatchStatus
    """The status of the match."""
    visibility: Visibility
    """Who can see the match."""
    pace: Pace
    """When phases close."""
    autostart: bool
    """Whether the match starts by itself when every seat is taken."""
    created_at: str
    """When it was created."""
    host: Person
    """The player who created the match and hosts it."""
    seats: list[SeatListing]
    """The seats, in the order of the game."""
    door_open: bool
    """Whether everyone who can see the match can take free seats before the start. Otherwise only the host and players with a reservation can."""
    roles: list[RoleHolder]
    """Who holds a role on the match, its owners with them."""
    label: str | None
    """What the host calls the match; null if the host gave it no label."""
    tournament: TournamentTable | None
    """The table of a tournament that is played in this match; null in other matches."""
    series: SeriesPlace | None
    """The place in a series that this match has; null in other matches."""
    free_seats: int
    """How many seats everyone who can see the match can take now."""
    phase: Phase | None
    """The open phase; null if there is none, or if the caller will learn of it later (`spectator_lag`)."""
    closes_at: str | None
    """When that phase closes; null while the match is not running."""
    outcome: Outcome | None
    """How the match ended; null before, and if it was voided."""
    awaited: bool
    """Whether the open phase waits for a submission of the caller."""
    options: Options
    """All options, except those that only the host may know."""
    rules_version: int
    """Increased whenever the same submissions could lead to different facts."""
    show_submitted: bool
    """Whether everyone can see that a seat has submitted."""
    open_log: bool
    """Whether everyone can read the log when the match is over."""
    spectator_lag: int
    """The delay of spectators in rounds, until the match ends."""
    seed_commitment: str
    """The commitment to the secret seed of all draws: read and save it before you send entropy."""
    server_now: str
    """The server's time when it sent this."""


class MatchEnded(TypedDict):
    """The match is over, and all channels are closed. For everyone, as the last fact of the game."""

    outcome: Outcome
    """How the match ended."""
    type: Literal["match_ended"]
    """The type, which identifies the schema."""


class MatchExtended(TypedDict):
    """The open phase of the open match gets more time, a moment later (`matches_set`)."""

    seconds: int
    """The number of additional seconds."""
    order: int
    """How many entries have ordered something about matches of the series by now."""
    type: Literal["match_extended"]
    """The type, which identifies the schema."""


class MatchList(TypedDict):
    """Matches, newest first; in lists of what is public, hosts take turns."""

    matches: list[MatchReply]
    """The matches."""
    next: str | None
    """Send it as `before` to get the next page; null on the last page."""


class MatchListing(TypedDict):
    """A match as everyone who can see it may know it."""

    match_id: str
    """The match."""
    game: str
    """The id of the game."""
    variant: str
    """The name of the variant."""
    status: MatchStatus
    """The status of the match."""
    visibility: Visibility
    """Who can see the match."""
    pace: Pace
    """When phases close."""
    autostart: bool
    """Whether the match starts by itself when every seat is taken."""
    created_at: str
    """When it was created."""
    host: Person
    """The player who created the match and hosts it."""
    seats: list[SeatListing]
    """The seats, in the order of the game."""
    door_open: bool
    """Whether everyone who can see the match can take free seats before the start. Otherwise only the host and players with a reservation can."""
    roles: list[RoleHolder]
    """Who holds a role on the match, its owners with them."""
    label: str | None
    """What the host calls the match; null if the host gave it no label."""
    tournament: TournamentTable | None
    """The table of a tournament that is played in this match; null in other matches."""
    series: SeriesPlace | None
    """The place in a series that this match has; null in other matches."""
    free_seats: int
    """How many seats everyone who can see the match can take now."""
    phase: Phase | None
    """The open phase; null if there is none, or if the caller will learn of it later (`spectator_lag`)."""
    closes_at: str | None
    """When that phase closes; null while the match is not running."""
    outcome: Outcome | None
    """How the match ended; null before, and if it was voided."""


class MatchOver(TypedDict):
    """A match that you play or host has ended: `over` with an outcome, which your view shows, or `void`."""

    match_id: str
    """The match."""
    game: str
    """The id of the game."""
    viewer: str
    """Your seat, or `host`."""
    status: Literal["over", "void"]
    """Always `ok`; otherwise the reply is an error."""
    type: Literal["match_over"]
    """The type, which identifies the schema."""


class MatchPaused(TypedDict):
    """The host paused the match. Nothing can be submitted until it is resumed."""

    reason: str
    """The reason that the host gives, visible to everyone."""
    type: Literal["match_paused"]
    """The type, which identifies the schema."""


class MatchRecorded(TypedDict):
    """The whole match, round by round. For everyone if `reveal_at_end` is `full`, else for the host."""

    rounds: list[ApocalypseRound]
    """The rounds, in order."""
    type: Literal["apocalypse.record"]
    """The type, which identifies the schema."""


class MatchReplayed(TypedDict):
    """The last match is played again, with the same seats, under this id; it exists a moment later (`matches_set`)."""

    episode: int
    """The number of the episode."""
    match: Literal["main", "death"]
    """Which match of it."""
    match_id: str
    """The new match."""
    type: Literal["match_replayed"]
    """The type, which identifies the schema."""


class MatchReply(TypedDict):
    """A match as its caller may know it."""

    match_id: str
    """The match."""
    game: str
    """The id of the game."""
    variant: str
    """The name of the variant."""
    status: MatchStatus
    """The status of the match."""
    visibility: Visibility
    """Who can see the match."""
    pace: Pace
    """When phases close."""
    autostart: bool
    """Whether the match starts by itself when every seat is taken."""
    created_at: str
    """When it was created."""
    host: Person
    """The player who created the match and hosts it."""
    seats: list[SeatListing]
    """The seats, in the order of the game."""
    door_open: bool
    """Whether everyone who can see the match can take free seats before the start. Otherwise only the host and players with a reservation can."""
    roles: list[RoleHolder]
    """Who holds a role on the match, its owners with them."""
    label: str | None
    """What the host calls the match; null if the host gave it no label."""
    tournament: TournamentTable | None
    """The table of a tournament that is played in this match; null in other matches."""
    series: SeriesPlace | None
    """The place in a series that this match has; null in other matches."""
    free_seats: int
    """How many seats everyone who can see the match can take now."""
    phase: Phase | None
    """The open phase; null if there is none, or if the caller will learn of it later (`spectator_lag`)."""
    closes_at: str | None
    """When that phase closes; null while the match is not running."""
    outcome: Outcome | None
    """How the match ended; null before, and if it was voided."""
    awaited: bool
    """Whether the open phase waits for a submission of the caller."""


class MatchRequest(TypedDict):
    """A new match; the caller is its host."""

    game: str
    """The id of the game."""
    variant: NotRequired[str | None]
    """By default the first variant of the game."""
    options: NotRequired[Options]
    """Options that differ from those of the variant."""
    seats: NotRequired[dict[str, SeatRequest]]
    """Seats that are taken or reserved from the beginning."""
    label: NotRequired[str | None]
    """What the match is called in lists, for everyone who can see it."""
    pace: NotRequired[Pace]
    """`eager` closes a phase when every awaited seat has submitted."""
    visibility: NotRequired[Visibility]
    """`public`: listed, everyone can watch; `unlisted`: not listed; `private`: only the host and players with a seat or a reservation."""
    autostart: NotRequired[bool]
    """Start by itself when every seat is taken. This happens just after the reply, which still says `open`; the fact `match_started` reports it."""
    show_submitted: NotRequired[bool]
    """Show everyone that a seat has submitted."""
    open_log: NotRequired[bool | None]
    """Whether everyone can read the log when the match is over. By default the game decides: the log stays closed if the rules keep something secret permanently with these options."""
    spectator_lag: NotRequired[int]
    """The delay of spectators in rounds, until the match ends."""


class MatchResult(TypedDict):
    """How the match ended. `winner` and `reason` are null if the host adjudicated it."""

    winner: Duelist | None
    """The seat that won; null: neither."""
    reason: MatchReason | None
    """What decided it."""
    wins: dict[Duelist, int]
    """By seat: duels won in the match."""
    rank: dict[Duelist, int]
    """The rank of each seat; 1 is best."""
    consequences: dict[Duelist, list[Consequence]]
    """The consequences of the end, by seat."""


class MatchResumed(TypedDict):
    """The match continues, with the remaining time."""

    type: Literal["match_resumed"]
    """The type, which identifies the schema."""


class MatchRoleSet(TypedDict):
    """You hold this role in a match from now on; null: none any more. Its log says who gave or took it."""

    match_id: str
    """The match."""
    game: str
    """The id of the game."""
    role: Literal["owner", "director", "arbiter", "observer"] | None
    """The role that you hold; null if you hold none any more."""
    type: Literal["match_role_set"]
    """The type, which identifies the schema."""


class MatchStarted(TypedDict):
    """The match started. From now on, only the host can change seats."""

    type: Literal["match_started"]
    """The type, which identifies the schema."""


class MatchSuspended(TypedDict):
    """The server cannot continue the match, and suspended it. An administrator can resume it when the server is fixed, or the host can void or adjudicate it."""

    because: Literal["rules_failed", "other_rules"]
    """Whether the rules failed, or the server has another version of them."""
    type: Literal["match_suspended"]
    """The type, which identifies the schema."""


class MatchTerms(TypedDict):
    """What the matches of a tournament are: the same for all."""

    game: str
    """The id of the game."""
    variant: str
    """The name of the variant."""
    options: dict[str, JsonValue]
    """All options, except those that only the host may know."""
    pace: Pace
    """When phases close."""
    visibility: Visibility
    """Who can see the matches."""
    show_submitted: bool
    """Whether everyone can see that a seat has submitted."""
    open_log: bool
    """Whether everyone can read the log when the match is over."""
    spectator_lag: int
    """The delay of spectators in rounds, until the match ends."""


class MatchTermsRequest(TypedDict):
    """What the matches of the tournament are: the same for all."""

    game: str
    """The id of the game."""
    variant: NotRequired[str | None]
    """By default the first variant of the game."""
    options: NotRequired[Options]
    """Options that differ from those of the variant."""
    pace: NotRequired[Pace]
    """`eager` closes a phase when every awaited seat has submitted."""
    visibility: NotRequired[Visibility]
    """Who can see the matches."""
    show_submitted: NotRequired[bool]
    """Show everyone that a seat has submitted."""
    open_log: NotRequired[bool | None]
    """Whether everyone can read the log when the match is over. By default the game decides."""
    spectator_lag: NotRequired[int]
    """The delay of spectators in rounds, until the match ends."""


class MatchVoided(TypedDict):
    """The host ended the match without an outcome."""

    reason: str
    """The reason that the director gave; can be empty."""
    type: Literal["match_voided"]
    """The type, which identifies the schema."""


class MatchesSet(TypedDict):
    """Everything is done that was ordered about matches: those that begin exist, others are ended."""

    orders: int
    """How many entries ordered something about them so far."""
    type: Literal["matches_set"]
    """The type, which identifies the schema."""


class MeReply(TypedDict):
    """The player of a token, and what the token allows."""

    player_id: str
    """The id of the player."""
    name: str
    """The name, for people."""
    administrator: bool
    """Whether the player does what directors do in every match; every look into one leaves a trace in its log."""
    organiser: bool
    """The earlier name of `administrator`."""
    created_at: str
    """When it was created, or renewed for the last time."""
    token: TokenReply
    """The token of this call."""


class MessagePage(TypedDict):
    """Messages that the caller received in a channel, oldest first."""

    messages: list[MessageReply]
    """The messages, oldest first."""
    more: bool
    """Whether there are more: older messages, or, with `after`, newer ones."""


class MessageReply(TypedDict):
    """A message in a channel."""

    cursor: int
    """The event of this message in the caller's stream."""
    at: str
    """When it happened."""
    channel: str
    """The channel's name."""
    sender: str
    """A seat, or `host`."""
    text: str
    """The text of the message; empty if its sender has left the server."""


class MessageRequest(TypedDict):
    """A message to send."""

    text: str
    """One line: not blank, without characters that control terminals or the text direction."""


class MessageSent(TypedDict):
    """A message from `sender`, a seat or `host`, in a channel. For its members, and for everyone if all can read it."""

    channel: str
    """The channel's name."""
    sender: str
    """A seat, or `host`."""
    text: str
    """The text of the message; empty if its sender has left the server."""
    type: Literal["message_sent"]
    """The type, which identifies the schema."""


class MuteAction(TypedDict):
    """Allow a seat to write only to the host. Not allowed for a host who plays."""

    type: Literal["mute"]
    """The type, which identifies the schema."""
    seat: str
    """The seat."""
    reason: str
    """Visible to everyone in the match."""


class NewCalendarReply(TypedDict):
    """The new address of the caller's calendar."""

    path: str
    """The path of the calendar, behind the address of the server (`getCalendar`). Whoever has it can read the calendar. The server stores only a hash of it, so it is shown only once."""
    opened_at: str
    """When it was made."""


class NewEventInvitationReply(TypedDict):
    """A new invitation to a tournament or a series, with its token."""

    invitation_id: str
    """The id, which the fact contains by which somebody joins who accepts."""
    uses: int
    """How often it can be accepted in total."""
    used: int
    """How often it was accepted."""
    created_at: str
    """When it was created, or renewed for the last time."""
    expires_at: str
    """Until when it can be accepted."""
    withdrawn_at: str | None
    """When it was withdrawn; null if it is not withdrawn."""
    token: str
    """The secret to put into a link (`getInvitation`). The server stores only its hash, so it is shown only once."""


class NewInvitationReply(TypedDict):
    """A new invitation, with its token."""

    invitation_id: str
    """The id, which the fact contains by which somebody joins who accepts."""
    uses: int
    """How often it can be accepted in total."""
    used: int
    """How often it was accepted."""
    created_at: str
    """When it was created, or renewed for the last time."""
    expires_at: str
    """Until when it can be accepted."""
    withdrawn_at: str | None
    """When it was withdrawn; null if it is not withdrawn."""
    match_id: str
    """The match."""
    seat: str | None
    """The seat that it is for; null: any free one."""
    token: str
    """The secret to put into a link (`getInvitation`). The server stores only its hash, so it is shown only once."""


class NewPlayerReply(TypedDict):
    """A new player with its token, which is shown only once and stored only as a hash."""

    player_id: str
    """The id of the player."""
    name: str
    """The name, for people."""
    administrator: bool
    """Whether the player does what directors do in every match; every look into one leaves a trace in its log."""
    organiser: bool
    """The earlier name of `administrator`."""
    created_at: str
    """When it was created, or renewed for the last time."""
    token: str
    """Opaque; letters, digits, `.`, `-` and `_`. It begins with `moirai_`, has every scope, and does not expire. Send it as `Authorization: Bearer TOKEN` with every other call."""


class NewTokenReply(TypedDict):
    """A token with its text, which is shown only once and stored only as a hash."""

    token_id: str
    """The id of the token; it is not secret."""
    name: str
    """What the token is for, in words for the player."""
    scopes: list[Literal["watch", "play", "talk", "host", "organise", "notify", "account", "administer"]]
    """What the token allows."""
    created_at: str
    """When it was created, or renewed for the last time."""
    expires_at: str | None
    """When it expires; null: it does not."""
    used_on: str | None
    """The day of its last use in UTC, such as `2040-01-31`; null: it was not used yet."""
    client: str | None
    """The program of others that got the token with the player's consent; null: the player has created it."""
    current: bool
    """Whether it is the token of this call."""
    token: str
    """Send it as `Authorization: Bearer TOKEN`. It begins with `moirai_`."""


class NewTokenRequest(TypedDict):
    """A new token."""

    name: str
    """What the token is for, in words for the player."""
    scopes: list[Literal["watch", "play", "talk", "host", "organise", "notify", "account", "administer"]]
    """What the token allows: at most what the token of this call does."""
    expires_in_seconds: NotRequired[int | None]
    """How long the ticket is valid."""


class NewWebhookReply(TypedDict):
    """A new webhook, with its secret."""

    webhook_id: str
    """The id of the webhook, for the calls about it."""
    url: str
    """Where its messages go."""
    types: list[str]
    """Which messages it gets: types, groups such as `match.*`, or `*` for all."""
    missing_seconds: list[int]
    """How many seconds before a deadline `submission.missing` is sent if you have not submitted."""
    created_at: str
    """When it was created, or renewed for the last time."""
    failing_since: str | None
    """Since when all tries have failed; null if the last one succeeded."""
    disabled_at: str | None
    """When the server stopped sending; null while it sends. `pingWebhook` enables the webhook again."""
    disabled_because: Literal["gone", "failing"] | None
    """`gone`: the target answered 410. `failing`: nothing has succeeded for five days."""
    secret: str
    """The secret that signs its messages: `whsec_` and base64. It is shown only once."""


class NewcomerSeated(TypedDict):
    """An entrant was silent in a match for too long: the player of an entrant who waited for a place goes on, with the entrant's results, and has the seat a moment later (`tables_set`). The entrant who waited is withdrawn."""

    round: int
    """The number of the round."""
    table: int
    """The number of the table."""
    entrant: str
    """The entrant who was silent, with another player from now on."""
    newcomer: str
    """The entrant who waited for a place."""
    type: Literal["newcomer_seated"]
    """The type, which identifies the schema."""


class NoRoundLeft(TypedDict):
    """The system has no further round: a director can finish the tournament."""

    type: Literal["no_round_left"]
    """The type, which identifies the schema."""


class NotReady(TypedDict):
    """Entrants were not ready in time. At a table of two they forfeit; a larger one starts, and waits in each phase."""

    round: int
    """The number of the round."""
    table: int
    """The number of the table."""
    entrants: list[str]
    """Who was not ready."""
    type: Literal["not_ready"]
    """The type, which identifies the schema."""


class OfferRevealed(TypedDict):
    """The cards of a draft round: units, then items."""

    round: int
    """The draft round, from 1."""
    cards: list[HeroUnitCard | HeroItemCard]
    """The cards."""
    type: Literal["hero_of_the_arena.offer_revealed"]
    """The type, which identifies the schema."""


class OpenDiscard(TypedDict):
    """A card that was discarded; null if face down."""

    card: str | None
    """The card's id; null if it lies face down."""
    arena: int
    """The arena, 1 to 5."""


class OpenDoorAction(TypedDict):
    """Before the start: allow everyone who can see the match to take free seats again."""

    type: Literal["open_door"]
    """The type, which identifies the schema."""


class OpenEntriesAction(TypedDict):
    """Let players enter."""

    type: Literal["open"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone concerned can read it."""


class OpenedMatchInvitation(TypedDict):
    """An invitation to a match."""

    invitation_id: str
    """The id, which the fact contains by which somebody joins who accepts."""
    uses_left: int
    """How often it can still be accepted."""
    expires_at: str
    """Until when it can be accepted."""
    type: Literal["match"]
    """What it is for."""
    seat: str | None
    """The seat that it is for; null: any free one."""
    match: MatchDetails
    """The match as its spectators see it."""


class OpenedSeriesInvitation(TypedDict):
    """An invitation to a series."""

    invitation_id: str
    """The id, which the fact contains by which somebody joins who accepts."""
    uses_left: int
    """How often it can still be accepted."""
    expires_at: str
    """Until when it can be accepted."""
    type: Literal["series"]
    """What it is for."""
    series: SeriesListing
    """The series, as lists show it."""
    settings: SeriesCreated
    """The series as it was created."""


class OpenedTournamentInvitation(TypedDict):
    """An invitation to a tournament."""

    invitation_id: str
    """The id, which the fact contains by which somebody joins who accepts."""
    uses_left: int
    """How often it can still be accepted."""
    expires_at: str
    """Until when it can be accepted."""
    type: Literal["tournament"]
    """What it is for."""
    tournament: TournamentListing
    """The tournament, as lists show it."""
    settings: TournamentCreated
    """The tournament as it was created."""


class Outcome(TypedDict):
    """How a match ended: the rank of each seat (1 is best), and the consequences for each seat."""

    rank: dict[str, int]
    """The rank of each seat; 1 is best."""
    consequences: dict[str, list[Consequence]]
    """The consequences of the end, by seat."""


class OwnCards(TypedDict):
    """A fighter's own cards: the hand in order, the deck as a set in pack order, the pile with nothing hidden."""

    hand: list[HeldCard]
    """The cards in the hand, in order."""
    deck: list[HeldCard]
    """The cards of the deck, in pack order and not in that of the deck."""
    pile: list[CooledCard]
    """The cards on cooldown."""


class OwnCardsTold(TypedDict):
    """A fighter's own cards, as they are now."""

    seat: str
    """The seat."""
    cards: OwnCards
    """The cards, as they are now."""
    type: Literal["hero_of_the_arena.own_cards"]
    """The type, which identifies the schema."""


class OwnEventFrame(TypedDict):
    """An event of the player's own stream on a WebSocket or as a server-sent event, with the time of sending."""

    type: Literal["own_event"]
    """The type of the frame."""
    player_id: str
    """The caller."""
    cursor: int
    """The number of an event in the caller's own stream."""
    at: str
    """When, the first time."""
    facts: list[NewsFact]
    """The facts, in order."""
    server_now: str
    """The server's time when it sent this."""


class OwnEventPage(TypedDict):
    """A page of the caller's own stream, in order."""

    player_id: str
    """The caller."""
    events: list[OwnEventReply]
    """The events, in order."""
    cursor: int
    """Send it as `after` to continue."""
    more: bool
    """Whether there are more events already."""
    server_now: str
    """The server's time when it sent this."""


class OwnEventReply(TypedDict):
    """What one step of a match or tournament tells the caller, whether or not the caller follows it."""

    type: Literal["own_event"]
    """The type of the frame."""
    player_id: str
    """The caller."""
    cursor: int
    """The number of an event in the caller's own stream."""
    at: str
    """When, the first time."""
    facts: list[NewsFact]
    """The facts, in order."""


class OwnSubmission(TypedDict):
    """The caller's current submission."""

    phase: int
    """The number of the phase."""
    move: Move
    """The move, in canonical form."""
    keep_thinking: bool
    """Whether the phase waits for this seat until its deadline, instead of closing early."""


class OwnSubscribedFrame(TypedDict):
    """The socket follows the player's own stream: missed events up to `cursor`, then new events."""

    type: Literal["own_subscribed"]
    """The type, which identifies the schema."""
    player_id: str
    """The id of the authenticated player."""
    cursor: int
    """The last event of the stream so far."""
    server_now: str
    """When the server sent this: RFC 3339 in UTC, with microseconds."""


class OwnTable(TypedDict):
    """A table of a pairing that a director sends."""

    entrants: list[str]
    """The entrants in the order of the seats; one for a bye."""
    bye: NotRequired[Literal["bye", "half_bye", "zero_bye"] | None]
    """The kind of the bye."""


class OwnThreads(TypedDict):
    """The existing threads that a seat is the source of, after the round."""

    seat: str
    """The source of the threads."""
    threads: dict[str, SpunThread]
    """The existing threads that the seat is the source of, by name."""
    type: Literal["threads_of_fate.own_threads"]
    """The type, which identifies the schema."""


class OwnWin(TypedDict):
    """A boon won, as its winner is told."""

    boon: BoonId
    """The boon."""
    bid: int
    """The piety paid for it."""


class PackDetails(TypedDict):
    """A registered pack with its content, in canonical form."""

    pack: str
    """The id of the pack, a hash of its content: use it as the option `pack` of a match."""
    game: str
    """The id of the game."""
    name: str
    """The name, for people."""
    created_at: str
    """When it was created, or renewed for the last time."""
    content: PackContent
    """The content of the pack."""


class PackList(TypedDict):
    """The caller's packs, newest first."""

    packs: list[PackReply]
    """The packs, newest first."""


class PackReply(TypedDict):
    """A registered pack."""

    pack: str
    """The id of the pack, a hash of its content: use it as the option `pack` of a match."""
    game: str
    """The id of the game."""
    name: str
    """The name, for people."""
    created_at: str
    """When it was created, or renewed for the last time."""


class PackRequest(TypedDict):
    """Your own content for a game that supports packs."""

    game: str
    """The id of the game."""
    content: PackContent
    """The pack, as in the game's `pack_schema`."""


class PairAction(TypedDict):
    """Pair the next round, or pair it anew as long as it is not published."""

    type: Literal["pair"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone concerned can read it."""
    allow_repeats: NotRequired[bool]
    """Whether entrants may meet again in this round, if there is no other pairing."""


class PairedTable(TypedDict):
    """A table of a round: entrants in the order of the seats, or one with a bye."""

    table: int
    """The number of the table."""
    entrants: list[str]
    """In the order of the seats."""
    result: Result | None
    """The result of a bye, or of a table with an entrant who has withdrawn; null for a table with a match."""


class PairingsReplaced(TypedDict):
    """Before a round was published, earlier pairings of it were thrown away. Told with the publication."""

    round: int
    """The number of the round."""
    count: int
    """How many pairings."""
    by: list[Person]
    """Who had them replaced, in the order of the first time."""
    type: Literal["pairings_replaced"]
    """The type, which identifies the schema."""


class PartnerAsked(TypedDict):
    """A player wants to enter a tournament as a team with you: name the player, too (`enterTournament`)."""

    tournament_id: str
    """The id of the tournament."""
    label: str
    """What the tournament is called."""
    player: Person
    """Who asks."""
    type: Literal["partner_asked"]
    """The type, which identifies the schema."""


class PartnerNamed(TypedDict):
    """A player wants to enter as a team with another one, who enters it by naming the player."""

    player: Person
    """Who wants to enter."""
    partner: Person
    """Who is asked."""
    type: Literal["partner_named"]
    """The type, which identifies the schema."""


class PauseAction(TypedDict):
    """Pause the match. Nothing can be submitted until it is resumed."""

    type: Literal["pause"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Visible to everyone in the match."""


class PauseSeriesAction(TypedDict):
    """Pause the series and its match."""

    type: Literal["pause"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone who sees the series can read it."""


class PauseTournamentAction(TypedDict):
    """Pause the tournament and all its matches; by a director who plays once a round, and for ten minutes at most."""

    type: Literal["pause"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone concerned can read it."""


class PendingView(TypedDict):
    """What affects a seat's next cast; null if it follows from a spell that the viewer has not seen."""

    modifier: int | None
    """What is added to the strength of the cast."""
    fogged: bool | None
    """Whether the cast will be hidden by the caster's own Fog Cloud of the round before."""
    banned: Spell | None
    """The spell that the opponent's Charm forbids; null: none."""


class PerksRotated(TypedDict):
    """Perks on display were replaced, after a purchase or because nobody bought any."""

    left: list[str]
    """The perks that were removed from the display."""
    entered: list[str]
    """The new perks on display."""
    stale: bool
    """Whether they were replaced because nobody bought any."""
    type: Literal["hero_of_the_arena.perks_rotated"]
    """The type, which identifies the schema."""


class Person(TypedDict):
    """A player, as others see them."""

    player_id: str
    """The id of the player."""
    name: str
    """The name, for people; empty if the player has left the server."""


class Phase(TypedDict):
    """A period in which each seat submits one move."""

    number: int
    """The number of the phase in the match, from 1."""
    name: str
    """The name of this kind of phase in the game."""
    round: int
    """The round, as the game counts them."""
    must: list[str]
    """Seats that should submit. An early close waits for them; the rules choose a missing move."""
    may: list[str]
    """Seats that can submit but do not have to. If `must` is empty, an early close waits for these seats."""
    seconds: int
    """The duration of the phase."""
    keeps_deadline: bool
    """Whether `seconds` count from the previous deadline instead of from the opening."""
    early_close: bool
    """Whether the phase closes when all awaited seats have submitted, with either pace."""
    withdrawable: bool
    """Whether a submission can be withdrawn; it can always be replaced."""


class PhaseClosed(TypedDict):
    """A phase closed. The following facts of the same event are its result."""

    phase: int
    """The number of the phase."""
    because: Literal["deadline", "all_submitted", "host"]
    """Why it closed: at its deadline, because all awaited seats had submitted, or by the host."""
    head: str
    """The `head` that the sender knew: that of the previous phase."""
    head_seen_by: NotRequired[list[str]]
    """Seats that sent the `head` of the previous phase; absent if the match does not show it."""
    type: Literal["phase_closed"]
    """The type, which identifies the schema."""


class PhaseOpened(TypedDict):
    """The next phase opened. For everyone, as the last fact of the game in a set-up or resolution."""

    phase: Phase
    """The phase."""
    type: Literal["phase_opened"]
    """The type, which identifies the schema."""


PickRequest = TypedDict(
    "PickRequest",
    {
        "by": "NotRequired[Literal['candidate']]",
        "from": "NotRequired[Literal['next_hell']]",
        "seconds": "NotRequired[int]",
        "silent": "NotRequired[Literal['worst_rank', 'draw']]",
    },
)
"""Who picks the opponent of a death match."""


class PickTerms(TypedDict):
    """How candidates pick their opponents, and partners are chosen."""

    seconds: int
    """How long each decision is open."""
    silent: Literal["worst_rank", "draw"]
    """Who is picked if the candidate is silent; partners are then drawn."""


class PingFrame(TypedDict):
    """Check that the connection is alive."""

    type: Literal["ping"]
    """The type, which identifies the schema."""


class PlaceGiven(TypedDict):
    """An entrant who waited has a place."""

    entrant: str
    """The id of the entrant, which never changes."""
    type: Literal["place_given"]
    """The type, which identifies the schema."""


class PlaceHandedOver(TypedDict):
    """Somebody else goes on in a place: another player, or a bot, which then plays and decides."""

    entrant: str
    """The id of the place."""
    player: Person | None
    """Who goes on; null for a bot."""
    because: Literal["own_wish", "director", "disqualified", "replaced"]
    """Why."""
    type: Literal["place_handed_over"]
    """The type, which identifies the schema."""


class PlaceLeft(TypedDict):
    """A place is free again, before the start."""

    entrant: str
    """The id of the place."""
    because: Literal["own_wish", "director"]
    """Why."""
    type: Literal["place_left"]
    """The type, which identifies the schema."""


class PlaceTaken(TypedDict):
    """A player or a bot has a place in the series."""

    entrant: str
    """The id of the place."""
    player: Person | None
    """The player; null for a bot."""
    invitation: NotRequired[str]
    """The id of the invitation that the player accepted; absent if there was none."""
    type: Literal["place_taken"]
    """The type, which identifies the schema."""


class PlacesSet(TypedDict):
    """A director has set who is in heaven and who is in hell in the next episode."""

    heaven: list[str]
    """Who is in heaven."""
    hell: list[str]
    """Who is in hell."""
    type: Literal["places_set"]
    """The type, which identifies the schema."""


class PlayEnded(TypedDict):
    """The rankings, before anybody is raised."""

    result: DivineResult
    """How play ended."""
    type: Literal["divine_intervention.play_ended"]
    """The type, which identifies the schema."""


class PlayMove(TypedDict):
    """The two cards of a round, each with one ability. Used in every phase."""

    type: Literal["play"]
    """The type, which identifies the schema."""
    plays: list[CardPlay]
    """Two different cards, in any order."""
    ab: NotRequired[dict[str, AbChoice]]
    """Choices for AB games, for opponents whose chat with this seat was opened for this round; the default is `ally`."""


class PlayerRequest(TypedDict):
    """A new player."""

    name: str
    """The visible name of the player, without unassigned or private characters (RFC 8266), and with invisible ones only where its script needs them."""
    administrator_key: NotRequired[str | None]
    """The administrator key of the server; it makes the player an administrator."""
    organiser_key: NotRequired[str | None]
    """The earlier name of `administrator_key`, which counts if both are given."""


class PointsTold(TypedDict):
    """A seat's total after a round. For that seat."""

    round: int
    """The round's number, from 1."""
    seat: str
    """The seat."""
    total: int
    """The seat's points."""
    type: Literal["apocalypse.points"]
    """The type, which identifies the schema."""


class PongFrame(TypedDict):
    """The answer to `ping`."""

    type: Literal["pong"]
    """The type, which identifies the schema."""
    server_now: str
    """When the server sent this: RFC 3339 in UTC, with microseconds."""


class PredecessorReply(TypedDict):
    """Who had the place of an entrant before."""

    player: Person | None
    """The player, or the first member of the team; null for a bot."""
    partner: Person | None
    """The second member of the team; null for a bot, and without teams."""
    rounds: int
    """How many rounds were published until then; who played at which table, `players` of the table says."""


class PreviewLine(TypedDict):
    """How many are where after a match, and how many leave by it."""

    step: Literal["ascends", "winner", "stays", "finalists", "death_match", "final"]
    """What happens: those who ascend or win are in heaven next, or everyone stays; or some leave."""
    count: int
    """How many ascend, win, stay in heaven, go on to the final, play the death match, or win the season."""
    heaven: int
    """Players in heaven afterwards; 0 after the final."""
    hell: int
    """Players in hell afterwards; 0 after the final."""
    leave: int
    """How many leave the series."""


class PreviewMatch(TypedDict):
    """A match of the season."""

    game: str
    """The id of the game."""
    variant: str
    """The name of the variant."""
    seats: int
    """How many play."""
    counts: list[ConsequenceCount]
    """How many seats have each consequence at the end."""


class Problem(TypedDict):
    """An error (RFC 9457). `code` is stable; `detail` is for people and may change."""

    type: str
    """Always `about:blank`: use `code` to identify the problem."""
    title: str
    """The status in words."""
    status: int
    """The HTTP status."""
    code: str
    """What went wrong, for programs."""
    detail: str
    """What was expected and what to do; it never repeats input."""
    pointer: NotRequired[str | None]
    """JSON Pointer to the wrong place in the request body."""
    errors: NotRequired[list[ProblemComplaint] | None]
    """All problems, if the request does not fit its schema."""


class ProblemComplaint(TypedDict):
    """One thing wrong with a request."""

    pointer: str
    """A JSON Pointer into the body, or `query/NAME`, `path/NAME`, `header/NAME`."""
    message: str
    """What is wrong there."""


class ProphetNamed(TypedDict):
    """The deity's prophet of the round that opens, null if it named none."""

    round: int
    """The round's number; the first is 0."""
    seat: str
    """The seat."""
    prophet: str | None
    """The prophet; null: none was named."""
    type: Literal["divine_intervention.prophet_named"]
    """The type, which identifies the schema."""


class ProphetOf(TypedDict):
    """The deities whose prophet the shaman is in the round that opens; can be empty."""

    round: int
    """The round's number; the first is 0."""
    seat: str
    """The seat."""
    deities: list[str]
    """The deities."""
    type: Literal["divine_intervention.prophet_of"]
    """The type, which identifies the schema."""


class PublishAction(TypedDict):
    """Tell everyone the pairing."""

    type: Literal["publish"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone concerned can read it."""


class PushKeys(TypedDict):
    """The keys of a subscription, as `PushSubscription.toJSON()` in a browser returns them."""

    p256dh: str
    """The public key of the browser, in base64url."""
    auth: str
    """The secret of the browser, in base64url."""


class PushSubscriptionList(TypedDict):
    """The caller's push subscriptions, newest first."""

    application_server_key: str
    """The public key of the server in base64url, for `pushManager.subscribe()`. It never changes."""
    subscriptions: list[PushSubscriptionReply]
    """The subscriptions, newest first, without their addresses."""


class PushSubscriptionReply(TypedDict):
    """A push subscription of the caller."""

    subscription_id: str
    """The id of the subscription, for `deletePushSubscription`."""
    service: str
    """The host of the push service."""
    language: str
    """The language of its messages."""
    created_at: str
    """When it was created, or renewed for the last time."""
    refused: int | None
    """The status with which the push service has refused the last message; null if it took it, or none was sent."""


class PushSubscriptionRequest(TypedDict):
    """A push subscription, as `PushSubscription.toJSON()` in a browser returns it."""

    endpoint: str
    """The address at the push service; a secret of the browser."""
    keys: PushKeys
    """The kinds of the keys of the objects in the field, from the outermost inwards, `*` for a list of objects; none: the keys are fields."""
    language: NotRequired[str]
    """The language of the messages, as a tag; English if unknown."""


class RaiseMove(TypedDict):
    """Raise one more shaman to heaven, after the last round."""

    type: Literal["raise"]
    """The type, which identifies the schema."""
    seat: str
    """The shaman to raise."""


class RatingList(TypedDict):
    """A page of the players who are rated in a game."""

    ratings: list[RatingReply]
    """The best first."""
    next: str | None
    """The `before` of the next page; null on the last page."""


class RatingReply(TypedDict):
    """The rating of a player in a game."""

    player: Person
    """Who holds it."""
    game: str
    """The id of the game."""
    rating: int
    """By which players are ordered: `mean` less three times `deviation`, in hundredths of a point, and at least 0."""
    mean: int
    """The estimate of the player's strength, in thousandths of a point; that of a newcomer is 25000."""
    deviation: int
    """How far off the estimate may be, in thousandths of a point."""
    tables: int
    """How many tables the rating comes from."""


class RatingsReply(TypedDict):
    """The ratings of a player."""

    ratings: list[RatingReply]
    """One for each game in which the player has a rating."""


class ReadyAsked(TypedDict):
    """Your table waits for you: say that you are ready (`sayReady`). Once more if a pause has moved the time."""

    tournament_id: str
    """The id of the tournament."""
    label: str
    """What the tournament is called."""
    round: int
    """The number of the round."""
    table: int
    """The number of the table."""
    ready_until: str
    """Until when."""
    type: Literal["ready_asked"]
    """The type, which identifies the schema."""


class ReadySaid(TypedDict):
    """An entrant is ready at the table, which starts when all are. For the entrants of the table."""

    round: int
    """The number of the round."""
    table: int
    """The number of the table."""
    entrant: str
    """The id of the entrant, which never changes."""
    entrants: list[str]
    """The entrants of the table."""
    type: Literal["ready_said"]
    """The type, which identifies the schema."""


class RealmsRequest(TypedDict):
    """How many players are in each realm before the first episode."""

    heaven: int
    """Players in heaven."""
    hell: int
    """Players in hell."""


class RealmsSettled(TypedDict):
    """After a main match: who is in heaven and in hell next, but for whoever leaves."""

    episode: int
    """The number of the episode."""
    heaven: list[str]
    """Who is in heaven next."""
    hell: list[str]
    """Who is in hell next."""
    candidate: str | None
    """Who must play the death match; null if there is none."""
    spared: list[str]
    """Who cannot be picked as opponent, because of a token."""
    type: Literal["realms_settled"]
    """The type, which identifies the schema."""


class ReceiptReply(TypedDict):
    """A submission or withdrawal was stored in the log. It counts until the next one of the same seat and phase."""

    match_id: str
    """The match."""
    seat: str
    """The seat."""
    phase: int
    """The number of the phase."""
    accepted_at: str
    """When the server accepted it."""
    receipt: str
    """Commits to the log entry: save it with the move, to verify the log when it is open. When the phase closes, `submission_counted` contains the receipt of the submission that counted."""
    cursor: int
    """The event of the submission in the caller's stream."""
    repeated: bool
    """Whether exactly this submission was already accepted."""


class RefusedFrame(TypedDict):
    """A `subscribe` or a `submit` was refused; the socket stays open."""

    type: Literal["refused"]
    """The type, which identifies the schema."""
    ref: NotRequired[str | None]
    """A text of the client's choice, which the answer repeats."""
    match_id: str
    """The id of the match."""
    status: int
    """The HTTP status that the call would have had."""
    code: str
    """What went wrong, for programs; stable."""
    detail: str
    """What was expected and what to do, for people."""
    pointer: NotRequired[str | None]
    """JSON Pointer into the frame, if one place is wrong."""
    server_now: str
    """When the server sent this: RFC 3339 in UTC, with microseconds."""


class ReinstateAction(TypedDict):
    """Let the tokens of a suspended player work again."""

    reason: NotRequired[str | None]
    """Why, in one line; only administrators can read it."""
    type: Literal["reinstate"]
    """The type, which identifies the schema."""


class RematchCalled(TypedDict):
    """The same people can play again, in the match `rematch_id`; the first and only event after the end of a match."""

    rematch_id: str
    """The id of the new match."""
    player: Person
    """The player who called for the rematch, and hosts it."""
    type: Literal["rematch_called"]
    """The type, which identifies the schema."""


class RemindersReply(TypedDict):
    """What the caller is told of, and since when the calendar has its address."""

    push: list[Literal["awaited", "deadline_near", "seated", "over"]]
    """What push messages tell."""
    calendar: list[Literal["awaited", "deadline_near", "seated", "over"]]
    """What the calendar shows."""
    calendar_opened_at: str | None
    """When `createCalendar` made the address of the calendar; null if there is none."""


class RemindersRequest(TypedDict):
    """What the caller wants to be told of: a phase or decision waits, a deadline is near, seats and rounds, the end."""

    push: list[Literal["awaited", "deadline_near", "seated", "over"]]
    """What push messages tell. Messages on the line to a host are always told."""
    calendar: list[Literal["awaited", "deadline_near", "seated", "over"]]
    """What the calendar shows: `awaited` deadlines of phases and decisions, `deadline_near` an alarm before each deadline, `seated` rounds, check-ins and tables that wait for the caller, `over` ends."""


class RemoveAdministratorAction(TypedDict):
    """Take the role of an administrator away. Roles on matches and events stay, as everybody's do."""

    reason: NotRequired[str | None]
    """Why, in one line; only administrators can read it."""
    type: Literal["remove_administrator"]
    """The type, which identifies the schema."""


class ReplaceEntrantAction(TypedDict):
    """Let another player, or a bot, go on in the place of an entrant from the next round on."""

    type: Literal["replace_entrant"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone concerned can read it."""
    entrant: str
    """The entrant."""
    player_id: NotRequired[str | None]
    """The new player; by default a bot."""
    leaving: NotRequired[str | None]
    """The player who leaves a team; by default a bot of it, or else its first member."""


class ReplaceInSeriesAction(TypedDict):
    """Let another player, or a bot, go on in the place of an entrant."""

    type: Literal["replace"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone who sees the series can read it."""
    entrant: str
    """The entrant."""
    player_id: NotRequired[str | None]
    """The new player; by default a bot."""


class ReplacePlayerAction(TypedDict):
    """Give a seat to a bot during play, or reserve it for another player. A host who plays can only give away their own."""

    type: Literal["replace_player"]
    """The type, which identifies the schema."""
    seat: str
    """The seat."""
    player_id: NotRequired[str | None]
    """The player who gets the seat; if omitted or null, a bot."""


class Replaced(TypedDict):
    """You no longer have the seat: another player or a bot has taken it over. You hear nothing more of the match."""

    match_id: str
    """The match."""
    game: str
    """The id of the game."""
    seat: str
    """The seat."""
    type: Literal["replaced"]
    """The type, which identifies the schema."""


class ReplayMatchAction(TypedDict):
    """Have the match played again for which the series waits, with the same seats."""

    type: Literal["replay"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone who sees the series can read it."""


class Result(TypedDict):
    """What a table came to."""

    how: Literal["played", "bye", "half_bye", "zero_bye", "forfeit", "double_forfeit", "adjudicated"]
    """How it came about."""
    points: list[int]
    """Half points of each entrant, in the order of the table; of a forfeit, the winner has 2 and the other 0."""


class ResultCorrected(TypedDict):
    """A director corrected the result of a table. The log of its match stays as it is."""

    round: int
    """The number of the round."""
    table: int
    """The number of the table."""
    how: Literal["played", "bye", "half_bye", "zero_bye", "forfeit", "double_forfeit", "adjudicated"]
    """How the result came about."""
    points: list[int]
    """Half points, in the order of the table's entrants."""
    type: Literal["result_corrected"]
    """The type, which identifies the schema."""


class ResumeAction(TypedDict):
    """Resume the match with the remaining time. Only an administrator can resume a suspended match."""

    type: Literal["resume"]
    """The type, which identifies the schema."""


class ResumeSeriesAction(TypedDict):
    """Resume the series and its match, with the time that was left."""

    type: Literal["resume"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone who sees the series can read it."""


class ResumeTournamentAction(TypedDict):
    """Resume the tournament and its matches."""

    type: Literal["resume"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone concerned can read it."""


class RitualEntry(TypedDict):
    """One ritual; the mana is spent only if it succeeds."""

    room: Room
    """The room."""
    fire: NotRequired[int]
    """Mana of fire."""
    air: NotRequired[int]
    """Mana of air."""
    earth: NotRequired[int]
    """Mana of earth."""
    water: NotRequired[int]
    """Mana of water."""


class RitualsJudged(TypedDict):
    """The result of every ritual, and the mana spent on rooms that were completed."""

    round: int
    """The round's number; the first is 0."""
    verdicts: dict[str, dict[Room, Literal["completed", "locked", "eclipsed", "form", "rivals"]]]
    """The result of each ritual, by shaman and room; all except `completed` failed."""
    spent: dict[str, Mana]
    """By shaman: the mana spent on rituals that succeeded."""
    type: Literal["divine_intervention.rituals_judged"]
    """The type, which identifies the schema."""


class RoadGranted(TypedDict):
    """These shamans have Pilgrims' Road up to and including this round."""

    until: int
    """The last round of the effect."""
    shamans: list[str]
    """The shamans."""
    type: Literal["divine_intervention.road_granted"]
    """The type, which identifies the schema."""


class RoleGiven(TypedDict):
    """A player holds this role from now on, in place of the one that the player held before, if any."""

    player: Person
    """Who holds it."""
    role: Literal["owner", "director", "arbiter", "observer"]
    """The role."""
    by: Person
    """Who gave it: an owner, or an administrator of the server."""
    type: Literal["role_given"]
    """The type, which identifies the schema."""


class RoleHolder(TypedDict):
    """A player who holds a role."""

    player: Person
    """Who holds it."""
    role: Literal["owner", "director", "arbiter", "observer"]
    """The role."""


class RoleTaken(TypedDict):
    """A player does not hold this role any more, and no other."""

    player: Person
    """Who held it."""
    role: Literal["owner", "director", "arbiter", "observer"]
    """The role."""
    by: Person
    """Who took it: an owner, an administrator of the server, or the player."""
    type: Literal["role_taken"]
    """The type, which identifies the schema."""


class RoomCard(TypedDict):
    """A room as players see it; in pink rooms, `against` is the condition about other rituals."""

    pink: bool
    """Whether the result also depends on other rituals in the room."""
    needs: str
    """What a ritual needs here, for people."""
    against: str | None
    """The condition about other rituals in a pink room; null in other rooms."""


class RoomsShown(TypedDict):
    """The map, and what each room needs."""

    layout: list[str]
    """The map, row by row; each character is a room, `.` is none."""
    rooms: dict[Room, RoomCard]
    """What each room needs."""
    type: Literal["divine_intervention.rooms_shown"]
    """The type, which identifies the schema."""


class RotatedReply(TypedDict):
    """The new secret of a webhook."""

    secret: str
    """The secret that signs from now on, shown only once."""
    previous_until: str
    """Until when the previous secret signs, too."""


class RoundDone(TypedDict):
    """All tables of a round have results."""

    round: int
    """The number of the round."""
    type: Literal["round_done"]
    """The type, which identifies the schema."""


class RoundExplained(TypedDict):
    """How the last round was scored: the real spells, the cancelled effects, the final strengths (null for a spell without strength) and the spell that caused `instant`. Host only."""

    spells: dict[Duelist, Spell]
    """By seat: the spell cast."""
    restored: dict[Duelist, Spell | None]
    """The spell that was taken back into the hand; null: none."""
    cancelled: list[Duelist]
    """The seats whose spell's effect the other's spell cancelled."""
    strengths: dict[Duelist, int | None]
    """The final strength of each spell, by seat; null for a spell without strength."""
    cause: Spell | None
    """The spell that caused `instant`; null if nobody won at once."""
    type: Literal["wizards_duel.round_explained"]
    """The type, which identifies the schema."""


class RoundMissed(TypedDict):
    """Casts were missing: the round restarts, or the duel is over."""

    round: int
    """The round's number in the duel, from 1."""
    attempt: int
    """The number of starts of the round, from 1: it restarts when casts are missing or Daybreak undoes it."""
    absent: list[Duelist]
    """The seats whose cast was missing."""
    restarted: bool
    """Whether the round restarts, instead of ending the duel."""
    type: Literal["wizards_duel.round_missed"]
    """The type, which identifies the schema."""


class RoundPaired(TypedDict):
    """A round was paired. For directors only, until it is published."""

    round: int
    """The number of the round."""
    numbered: list[str]
    """The initial ranking, by rating, then by lot: an entrant's place in it, from 1, is the entrant's number."""
    lots: list[str]
    """The entrants in the order of their lots, which decide where nothing else does."""
    tables: list[PairedTable]
    """The tables, in order."""
    reasons: list[dict[str, JsonValue]]
    """Why each table is as it is, in the order of the tables; empty if a director sent the pairing."""
    publish_at: str | None
    """When it is published by itself; null: by the word of a director."""
    type: Literal["round_paired"]
    """The type, which identifies the schema."""


class RoundPlayed(TypedDict):
    """Both spells and their score, as everyone sees them: spells in fog are `hidden`."""

    round: int
    """The round's number in the duel, from 1."""
    attempt: int
    """The number of starts of the round, from 1: it restarts when casts are missing or Daybreak undoes it."""
    absent: list[Duelist]
    """The seats whose cast was missing."""
    spells: dict[Duelist, ShownSpell]
    """By seat: the spell cast."""
    winner: Duelist | None
    """The seat that won; null: neither."""
    gain: dict[Duelist, int]
    """Points that each seat won in the round."""
    points: dict[Duelist, int]
    """By seat: points in the duel so far."""
    instant: Duelist | None
    """The seat that won the whole duel in this round; null: nobody."""
    restored: dict[Duelist, ShownSpell | None]
    """The spell that was taken back into the hand; null: none."""
    type: Literal["wizards_duel.round_played"]
    """The type, which identifies the schema."""


class RoundPublished(TypedDict):
    """The pairing of a round is public."""

    round: int
    """The number of the round."""
    numbered: list[str]
    """The initial ranking, by rating, then by lot: an entrant's place in it, from 1, is the entrant's number."""
    lots: list[str]
    """The entrants in the order of their lots, which decide where nothing else does."""
    tables: list[PairedTable]
    """The tables, in order."""
    type: Literal["round_published"]
    """The type, which identifies the schema."""


class RoundRecord(TypedDict):
    """One round of a duel. A round that was restarted, or lost by a missing cast, has null spells and no winner."""

    round: int
    """The round's number in the duel, from 1."""
    attempt: int
    """The number of starts of the round, from 1: it restarts when casts are missing or Daybreak undoes it."""
    absent: list[Duelist]
    """The seats whose cast was missing."""
    restarted: bool
    """Whether the round restarts, instead of ending the duel."""
    undone: bool
    """Whether Daybreak undid the round."""
    spells: dict[Duelist, ShownSpell | None]
    """By seat: the spell cast."""
    winner: Duelist | None
    """The seat that won; null: neither."""
    gain: dict[Duelist, int]
    """Points that each seat won in the round."""
    points: dict[Duelist, int]
    """By seat: points in the duel so far."""
    instant: Duelist | None
    """The seat that won the whole duel in this round; null: nobody."""
    restored: dict[Duelist, ShownSpell | None]
    """The spell that was taken back into the hand; null: none."""
    charmed: dict[Duelist, Spell | None]
    """The forbidden spell, by the seat whose Charm worked; null for none."""


class RoundReply(TypedDict):
    """A round of a tournament."""

    round: int
    """The number of the round."""
    status: Literal["paired", "published", "started", "done"]
    """How far it is."""
    publish_at: str | None
    """When it is published by itself; only directors are told."""
    ready_until: str | None
    """Until when entrants must say that they are ready; null if tables do not wait."""
    tables: list[TableReply]
    """The tables, in order."""


class RoundStarted(TypedDict):
    """A round started. The matches have these ids, and exist a moment later (`tables_set`)."""

    round: int
    """The number of the round."""
    matches: dict[str, str]
    """The match of each table, by the number of the table."""
    ready_until: str | None
    """Until when entrants must say that they are ready; null if tables do not wait."""
    head: NotRequired[str]
    """The hash of the entry before, which covers all before it; absent in old logs."""
    type: Literal["round_started"]
    """The type, which identifies the schema."""


class RoundUndone(TypedDict):
    """Apollo's Daybreak undid the round; it is played again."""

    seat: Duelist
    """The seat."""
    round: int
    """The round's number in the duel, from 1."""
    attempt: int
    """The number of starts of the round, from 1: it restarts when casts are missing or Daybreak undoes it."""
    type: Literal["wizards_duel.round_undone"]
    """The type, which identifies the schema."""


class Schedule(TypedDict):
    """When rounds are published and started."""

    start: Literal["by_word", "when_done"]
    """When a round without a time is paired and started."""
    review_seconds: int
    """How long directors can look at a pairing before everyone is told; 0: it is published at once."""
    times: list[str]
    """When rounds start, from the first one on; those with a time are paired when the last one is done."""


class ScheduleRequest(TypedDict):
    """When rounds are published and started."""

    start: NotRequired[Literal["by_word", "when_done"]]
    """`by_word`: directors pair and start each round; `when_done`: the first one as well, all others follow by themselves when the last one is done."""
    review_seconds: NotRequired[int]
    """How long directors can look at a pairing before everyone is told; 0: it is published at once."""
    times: NotRequired[list[str]]
    """When rounds start, from the first one on. A round with a time is paired when the last one is done (the first one by a director), and starts at its time, or when it is published if that is later; a director can start it earlier. For rounds beyond the list, `start` decides."""


class SeasonRequest(TypedDict):
    """A season, as the preview takes it: the same as a new series, with or without `label`."""

    label: NotRequired[str | None]
    """What the series is called."""
    realms: RealmsRequest
    """How many players are in each realm before the first episode."""
    mark: NotRequired[MarkRequest | None]
    """What a mark means; null: nothing."""
    token: NotRequired[TokenRequest | None]
    """What a token means; null: nothing."""
    pick: NotRequired[PickRequest]
    """Who picks the opponent of a death match."""
    deaths: NotRequired[dict[str, Any]]
    """The kinds of death matches, by a name that episodes use."""
    episodes: list[EpisodeRequest]
    """The episodes, in their order."""
    players: NotRequired[list[str | None]]
    """Players who are in it from the beginning, by their ids; null: a bot. Others can enter until it starts; then bots take the places that are left."""
    directors: NotRequired[list[str]]
    """Players who may direct it as well, by their ids."""
    start: NotRequired[Literal["by_word", "when_done"]]
    """`by_word`: directors begin each episode; `when_done`: the first one as well, all others follow by themselves when the last one is done."""
    pace: NotRequired[Pace]
    """`eager`: phases of matches close when every awaited seat has submitted, and decisions when they are made; `deadline`: at their deadlines."""
    match: NotRequired[SeriesMatchRequest]
    """How the matches are run."""
    absence: NotRequired[SeriesAbsenceRequest]
    """What happens in matches when a seat is silent."""
    visibility: NotRequired[Visibility]
    """Who can see the series."""


class Seat(TypedDict):
    """A place in a match; `realm`, `team` and `role` are null in games without them."""

    id: str
    """The id of the seat."""
    realm: str | None
    """`heaven` or `hell`; null in games without realms."""
    team: str | None
    """The team of the seat; null in games without teams."""
    role: str | None
    """The role of the seat in the game; null if all seats have the same role."""


class SeatLeft(TypedDict):
    """A seat is free again."""

    seat: str
    """The seat."""
    type: Literal["seat_left"]
    """The type, which identifies the schema."""


class SeatListing(TypedDict):
    """A seat in lists: free, with a bot or with a player; `reserved_for` is the player with a reservation for it."""

    id: str
    """The id of the seat."""
    realm: str | None
    """`heaven` or `hell`; null in games without realms."""
    team: str | None
    """The team of the seat; null in games without teams."""
    role: str | None
    """The role of the seat in the game; null if all seats have the same role."""
    player: Person | None
    """Who holds it."""
    bot: bool
    """Whether a bot has the seat."""
    reserved_for: Person | None
    """The player with a reservation for the seat; null if there is none."""


class SeatMuted(TypedDict):
    """The host muted a seat: it can write only to the host, until it is unmuted or gets another player."""

    seat: str
    """The seat."""
    reason: str
    """The reason that the director gave; can be empty."""
    type: Literal["seat_muted"]
    """The type, which identifies the schema."""


class SeatOccupant(TypedDict):
    """A taken seat: its player, or a bot if `player` is null."""

    seat: str
    """The seat."""
    player: Person | None
    """Who holds it."""


class SeatReleased(TypedDict):
    """The reservation of a seat ended."""

    seat: str
    """The seat."""
    type: Literal["seat_released"]
    """The type, which identifies the schema."""


class SeatRequest(TypedDict):
    """The new owner of the seat: by default the caller; only the host can name another player or a bot."""

    player_id: NotRequired[str | None]
    """The player who gets the seat; by default the caller."""
    bot: NotRequired[bool]
    """Whether a bot takes the seat."""


class SeatReservation(TypedDict):
    """A seat that is reserved for a player until that player takes it or declines."""

    seat: str
    """The seat."""
    player: Person
    """The player with the reservation."""


class SeatReserved(TypedDict):
    """The host reserved a seat for this player, who can take it (`takeSeat`) or decline it."""

    seat: str
    """The seat."""
    player: Person
    """The player with the reservation."""
    type: Literal["seat_reserved"]
    """The type, which identifies the schema."""


class SeatSubmitted(TypedDict):
    """Whether a seat has a submission in this phase; for everyone if the match shows it."""

    seat: str
    """The seat."""
    phase: int
    """The number of the phase."""
    has_submission: bool
    """Whether the seat has a submission."""
    type: Literal["seat_submitted"]
    """The type, which identifies the schema."""


class SeatTaken(TypedDict):
    """A player took a seat, or a bot if `player` is null. During play, this replaces the previous player."""

    seat: str
    """The seat."""
    player: Person | None
    """The player in the seat; null if it is free or has a bot."""
    entropy: str | None
    """The entropy that the player mixes into the seed, 32 bytes in hexadecimal; null: none."""
    invitation: NotRequired[str]
    """The id of the invitation that the player accepted; absent if there was none."""
    type: Literal["seat_taken"]
    """The type, which identifies the schema."""


class SeatUnmuted(TypedDict):
    """The seat can write again where the game allows it."""

    seat: str
    """The seat."""
    type: Literal["seat_unmuted"]
    """The type, which identifies the schema."""


class Seated(TypedDict):
    """You have a seat."""

    match_id: str
    """The match."""
    game: str
    """The id of the game."""
    seat: str
    """The seat."""
    type: Literal["seated"]
    """The type, which identifies the schema."""


class SeatsHurt(TypedDict):
    """The seats that lost at least 2 points in a round. Host only."""

    round: int
    """The round's number, from 1."""
    seats: list[str]
    """The seats it is about."""
    type: Literal["apocalypse.hurt"]
    """The type, which identifies the schema."""


class Secret(TypedDict):
    """What the public record of one round hides about one seat; null if it hides nothing."""

    duel: int
    """The duel's number in the match, from 1."""
    replay: int
    """How often this duel was played before; a replay has the same duel number."""
    round: int
    """The round's number in the duel, from 1."""
    attempt: int
    """The number of starts of the round, from 1: it restarts when casts are missing or Daybreak undoes it."""
    seat: Duelist
    """The seat."""
    spell: Spell | None
    """The spell."""
    restored: Spell | None
    """The spell that was taken back into the hand; null: none."""


class SecretElementSet(TypedDict):
    """The element of room X."""

    element: Element
    """The element."""
    type: Literal["divine_intervention.secret_element_set"]
    """The type, which identifies the schema."""


class SecretMatchOptions(TypedDict):
    """All options of the matches, including those that only the host may know."""

    options: dict[str, JsonValue]
    """All options, including the secret ones."""
    type: Literal["secret_match_options"]
    """The type, which identifies the schema."""


class SecretOptions(TypedDict):
    """All options, including those that only the host may know."""

    options: dict[str, JsonValue]
    """All options, including the secret ones."""
    type: Literal["secret_options"]
    """The type, which identifies the schema."""


class SecretSeriesOptions(TypedDict):
    """All options of matches that have some which only directors may know, by episode and by kind of death match."""

    episodes: dict[str, dict[str, JsonValue]]
    """All options of main matches, by the number of the episode."""
    deaths: dict[str, dict[str, JsonValue]]
    """All options of death matches, by the name of the kind."""
    type: Literal["secret_series_options"]
    """The type, which identifies the schema."""


class SeedRevealed(TypedDict):
    """The seed of all draws, in hexadecimal, when the match is over. For everyone if the log opens."""

    seed: str
    """The seed, 32 bytes in hexadecimal; its hash was published when the match was created."""
    type: Literal["seed_revealed"]
    """The type, which identifies the schema."""


class SeriesAbsenceRequest(TypedDict):
    """What happens in matches when a seat that should submit is silent at a deadline."""

    then: NotRequired[Literal["default", "bot"]]
    """`default`: only what the rules of the game say; the other fields then have no meaning. `bot`: after the grace, a bot goes on in this match, which needs `show_submitted`."""
    grace_seconds: NotRequired[int]
    """How much longer a phase lasts, once, when a seat is silent."""
    excused_phases: NotRequired[int]
    """How many phases of a match each seat can miss before that."""


class SeriesCancelled(TypedDict):
    """The series ended without a winner; its match is called off."""

    type: Literal["series_cancelled"]
    """The type, which identifies the schema."""


class SeriesCreated(TypedDict):
    """A series was created, with its plan and its settings."""

    series_id: str
    """The series."""
    label: str
    """What the series is called."""
    mark_episodes: int
    """In how many following episodes a mark counts."""
    token_spares: Literal["pick"] | None
    """What a token spares its holder in the episode in which it was given; null: nothing."""
    pick: PickTerms
    """How candidates pick their opponents, and partners are chosen."""
    deaths: dict[str, DeathTerms]
    """The kinds of death matches, by name."""
    episodes: list[EpisodeTerms]
    """The episodes, in order."""
    pace: Pace
    """When phases and decisions close: `eager` also as soon as everything is decided."""
    start: Literal["by_word", "when_done"]
    """When an episode begins after the last is done: by the word of a director, or at once."""
    visibility: Visibility
    """Who can see the series."""
    matches: SeriesMatchSettings
    """How its matches are run."""
    maker: Person
    """The player who created it, directs it, and hosts its matches."""
    directors: list[Person]
    """Further players who may direct it."""
    seed_commitment: str
    """The SHA-256 of the secret seed of all lots, in hexadecimal."""
    log_version: NotRequired[Literal[1, 2]]
    """The version of the log format; absent if it is 1."""
    type: Literal["series_created"]
    """The type, which identifies the schema."""


class SeriesEnded(TypedDict):
    """A series in which you have a place is over, or was cancelled."""

    series_id: str
    """The id of the series."""
    label: str
    """What the series is called."""
    cancelled: bool
    """Whether it was cancelled."""
    place: int | None
    """Your final place; null if you have none."""
    type: Literal["series_ended"]
    """The type, which identifies the schema."""


class SeriesEntered(TypedDict):
    """You have a place in a series."""

    series_id: str
    """The id of the series."""
    label: str
    """What the series is called."""
    entrant: str
    """Your id in the series."""
    type: Literal["series_entered"]
    """The type, which identifies the schema."""


class SeriesEntrantReply(TypedDict):
    """An entrant of a series."""

    entrant: str
    """The id of the place."""
    player: Person | None
    """The player; null for a bot."""
    marked_until: int | None
    """The last episode in which a mark of the entrant counts; null without one."""
    left_in: int | None
    """The episode in which the entrant left; null if the entrant is in the series."""
    left_because: Literal["death_match", "no_finalist"] | None
    """Why the entrant left; null if the entrant is in the series."""
    earlier: list[SeriesPredecessorReply]
    """Who had the place before, the first one first."""


class SeriesEventFrame(TypedDict):
    """An event of a series as a server-sent event, with the time at which it was sent."""

    type: Literal["series_event"]
    """The type of the frame."""
    series_id: str
    """The series."""
    cursor: int
    """The number of an event in the caller's own stream."""
    at: str
    """When, the first time."""
    facts: list[SeriesFact]
    """The facts, in order."""
    lines: NotRequired[list[str]]
    """With `lines`: what happened, in sentences for people."""
    server_now: str
    """The server's time when it sent this."""


class SeriesEventPage(TypedDict):
    """A page of the caller's stream of a series, in order."""

    viewer: str
    """The viewer of the caller; if it has changed, start from cursor 0."""
    events: list[SeriesEventReply]
    """The events, in order."""
    cursor: int
    """Send it as `after` to continue."""
    more: bool
    """Whether there are more events already."""
    server_now: str
    """The server's time when it sent this."""


class SeriesEventReply(TypedDict):
    """The facts that one step of a series addresses to the caller."""

    type: Literal["series_event"]
    """The type of the frame."""
    series_id: str
    """The series."""
    cursor: int
    """The number of an event in the caller's own stream."""
    at: str
    """When, the first time."""
    facts: list[SeriesFact]
    """The facts, in order."""
    lines: NotRequired[list[str]]
    """With `lines`: what happened, in sentences for people."""


class SeriesLeft(TypedDict):
    """You are out of a series."""

    series_id: str
    """The id of the series."""
    label: str
    """What the series is called."""
    entrant: str
    """Your id in the series."""
    because: Literal["own_wish", "director", "disqualified", "replaced", "death_match", "no_finalist"]
    """Why, as in `entrant_left` and `place_handed_over`."""
    type: Literal["series_left"]
    """The type, which identifies the schema."""


class SeriesList(TypedDict):
    """Series, newest first; but their makers take turns, except with `mine`."""

    series: list[SeriesListing]
    """The series."""
    next: str | None
    """Send it as `before` to get the next page; null on the last page."""


class SeriesListing(TypedDict):
    """A series in lists."""

    series_id: str
    """The id of the series."""
    label: str
    """What the series is called."""
    status: Literal["open", "running", "stopped", "paused", "over", "cancelled"]
    """How far it is."""
    visibility: Visibility
    """Who can see it."""
    maker: Person
    """The player who created it, directs it and hosts its matches."""
    created_at: str
    """When it was created."""
    places: int
    """How many places there are at first."""
    entrants: int
    """How many entrants are in the series now."""
    bots: int
    """How many of them are bots."""
    episodes: int
    """How many episodes it has."""
    episode: int
    """The last episode that has begun; 0 before."""
    roles: list[RoleHolder]
    """Who holds a role on the series, its owners with them."""
    receipt: NotRequired[str]
    """Proves that the entry that the call caused is in the log: keep it ([verifying](docs/verify.md)). Absent in lists, and where the call changed nothing."""


class SeriesMatchReply(TypedDict):
    """A match of an episode."""

    match_id: str
    """The match."""
    seats: dict[str, str]
    """Who has which seat in it."""
    players: dict[str, list[Person | None]]
    """Who played for each entrant, one after another; bots are null."""
    how: Literal["played", "adjudicated", "decided"] | None
    """How it came to its end; null before."""
    rank: dict[str, int]
    """The ranks of a main match; empty before its end, and for a death match."""
    consequences: dict[str, list[Consequence]]
    """What a main match means for everyone; empty before its end, and for a death match."""
    loser: str | None
    """Who has lost a death match; null before its end, and for a main match."""


class SeriesMatchRequest(TypedDict):
    """How the matches of the series are run: the same for all."""

    visibility: NotRequired[Visibility]
    """Who can see the matches."""
    show_submitted: NotRequired[bool]
    """Show everyone that a seat has submitted."""
    open_log: NotRequired[bool | None]
    """Whether everyone can read the log when a match is over. By default its game decides."""
    spectator_lag: NotRequired[int]
    """The delay of spectators in rounds, until the match ends."""


class SeriesMatchSettings(TypedDict):
    """How the matches of a series are run."""

    visibility: Visibility
    """Who can see the matches."""
    show_submitted: bool
    """Whether everyone can see that a seat has submitted."""
    spectator_lag: int
    """The delay of spectators in rounds, until a match ends."""
    in_play: NotRequired[AbsenceInPlay]
    """What happens when a seat is silent; absent if the rules of the game alone decide."""


class SeriesMatchTerms(TypedDict):
    """The game of a match of a series."""

    game: str
    """The id of the game."""
    variant: str
    """The name of the variant."""
    options: dict[str, JsonValue]
    """All options, except those that only directors may know, and those of `marked`."""
    marked: str | None
    """The option that gets the seats of those who have a mark; null if there is none."""
    open_log: bool
    """Whether everyone can read the log when the match is over."""


class SeriesOver(TypedDict):
    """The series is over."""

    winner: str
    """Who has won the season."""
    places: list[list[int | str]]
    """Place and entrant, in order: those who stayed longer are ahead, and who left together share a place."""
    seed: str
    """The seed of all lots, 32 bytes in hexadecimal."""
    head: NotRequired[str]
    """The hash of the entry before, which covers all before it; absent in old logs."""
    type: Literal["series_over"]
    """The type, which identifies the schema."""


class SeriesPaused(TypedDict):
    """The series and its running match are paused; an open decision waits."""

    left_seconds: NotRequired[int]
    """How much time the open decision has left; absent if there is none."""
    type: Literal["series_paused"]
    """The type, which identifies the schema."""


class SeriesPlace(TypedDict):
    """The place of a match in a series."""

    series_id: str
    """The id of the series."""
    episode: int
    """The number of the episode in the series, from 1."""
    match: Literal["main", "death"]
    """Which match of the episode."""


class SeriesPredecessorReply(TypedDict):
    """Who had a place before."""

    player: Person | None
    """The player; null for a bot."""
    because: Literal["own_wish", "director", "disqualified", "replaced"]
    """Why somebody else went on."""
    episodes: int
    """How many episodes had begun by then; who played which match, `players` of the match says."""


class SeriesPreview(TypedDict):
    """What a season would be, as the rules of its games say."""

    places: int
    """How many players it has at first."""
    matches: int
    """How many matches are played."""
    episodes: list[EpisodePreview]
    """The episodes, in order."""


class SeriesRequest(TypedDict):
    """A new series; the caller directs it and hosts its matches."""

    label: str
    """What the series is called."""
    realms: RealmsRequest
    """How many players are in each realm before the first episode."""
    mark: NotRequired[MarkRequest | None]
    """What a mark means; null: nothing."""
    token: NotRequired[TokenRequest | None]
    """What a token means; null: nothing."""
    pick: NotRequired[PickRequest]
    """Who picks the opponent of a death match."""
    deaths: NotRequired[dict[str, Any]]
    """The kinds of death matches, by a name that episodes use."""
    episodes: list[EpisodeRequest]
    """The episodes, in their order."""
    players: NotRequired[list[str | None]]
    """Players who are in it from the beginning, by their ids; null: a bot. Others can enter until it starts; then bots take the places that are left."""
    directors: NotRequired[list[str]]
    """Players who may direct it as well, by their ids."""
    start: NotRequired[Literal["by_word", "when_done"]]
    """`by_word`: directors begin each episode; `when_done`: the first one as well, all others follow by themselves when the last one is done."""
    pace: NotRequired[Pace]
    """`eager`: phases of matches close when every awaited seat has submitted, and decisions when they are made; `deadline`: at their deadlines."""
    match: NotRequired[SeriesMatchRequest]
    """How the matches are run."""
    absence: NotRequired[SeriesAbsenceRequest]
    """What happens in matches when a seat is silent."""
    visibility: NotRequired[Visibility]
    """Who can see the series."""


class SeriesResumed(TypedDict):
    """The series and its match continue."""

    until: NotRequired[str]
    """The deadline of the open decision from now on; absent if there is none."""
    type: Literal["series_resumed"]
    """The type, which identifies the schema."""


class SeriesRoleSet(TypedDict):
    """You hold this role on a series from now on; null: none any more. Its log says who gave or took it."""

    series_id: str
    """The id of the series."""
    label: str
    """What the series is called."""
    role: Literal["owner", "director", "arbiter", "observer"] | None
    """The role that you hold; null if you hold none any more."""
    type: Literal["series_role_set"]
    """The type, which identifies the schema."""


class SeriesStopped(TypedDict):
    """The series waits for a director, who has the match replayed, or decides it."""

    episode: int
    """The number of the episode."""
    match: Literal["main", "death"]
    """The match that has no outcome with which the season could go on."""
    because: Literal["void", "does_not_fit"]
    """Why."""
    type: Literal["series_stopped"]
    """The type, which identifies the schema."""


class SeriesView(TypedDict):
    """What a viewer knows of a series."""

    viewer: str
    """An entrant, `spectator`, or `host` for a director."""
    cursor: int
    """The number of an event in the caller's own stream."""
    status: Literal["open", "running", "stopped", "paused", "over", "cancelled"]
    """How far it is."""
    stopped: SeriesStopped | None
    """Why it waits for a director; null if it does not."""
    settings: SeriesCreated
    """The series as it was created."""
    roles: list[RoleHolder]
    """Who holds a role on the series, its owners with them."""
    entrants: list[SeriesEntrantReply]
    """The entrants, in the order of their ids."""
    heaven: list[str]
    """Who is in heaven in the next episode, as far as that is settled; empty before."""
    hell: list[str]
    """Who is in hell in the next episode, as far as that is settled; empty before."""
    episodes: list[EpisodeReply]
    """The episodes that have begun."""
    winner: str | None
    """Who has won the season; null before."""
    places: list[list[int | str]]
    """The final places; empty before."""
    lines: NotRequired[list[str]]
    """With `lines`: what happened lately, in sentences for people, of at most 32 events."""
    server_now: str
    """The server's time when it sent this."""


class SeriesWaits(TypedDict):
    """A series that you direct waits for a director: a match has no outcome with which it could go on."""

    series_id: str
    """The id of the series."""
    label: str
    """What the series is called."""
    episode: int
    """The number of the episode."""
    type: Literal["series_waits"]
    """The type, which identifies the schema."""


class SetPairingsAction(TypedDict):
    """Send the pairing of the next round, in place of that of the system."""

    type: Literal["set_pairings"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone concerned can read it."""
    tables: list[OwnTable]
    """The tables, in order. Entrants at none of them score nothing."""
    force: NotRequired[bool]
    """Whether entrants who have met may meet again; this needs a reason."""


class SetPlacesAction(TypedDict):
    """Set who is in heaven and who is in hell in the next episode, before it begins."""

    type: Literal["set_places"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone who sees the series can read it."""
    heaven: list[str]
    """Who is in heaven."""
    hell: list[str]
    """Who is in hell: all others."""


class ShamanRaised(TypedDict):
    """The first deity raised one more shaman."""

    seat: str
    """The deity that raised the shaman."""
    shaman: str
    """The shaman."""
    type: Literal["divine_intervention.shaman_raised"]
    """The type, which identifies the schema."""


class ShamanReport(TypedDict):
    """A finished round, as a shaman learned it: the rituals by room, and the mana held afterwards."""

    round: int
    """The round's number; the first is 0."""
    rituals: dict[Room, bool]
    """By room: whether the ritual succeeded."""
    mana: Mana
    """The mana held."""


class ShamanReported(TypedDict):
    """The end of a round, for a shaman: which rituals succeeded, and the mana now held."""

    round: int
    """The round's number; the first is 0."""
    seat: str
    """The seat."""
    rituals: dict[Room, bool]
    """By room: whether the ritual succeeded."""
    mana: Mana
    """The mana held."""
    type: Literal["divine_intervention.shaman_reported"]
    """The type, which identifies the schema."""


class ShopItemCard(TypedDict):
    """An item for sale."""

    id: str
    """The card's or perk's id in the pack."""
    name: str
    """For people; cards that return at the same time are ordered by it."""
    effects: list[HeroEffect]
    """The effects, in this order."""
    text: str
    """The effects in words, for people."""
    kind: Literal["item"]
    """Whether it is a unit or an item."""
    cost: int
    """The price: mana for playing a card, coins for a new row of the shop."""
    durability: int
    """How often the card can still be used; at 0 it is removed from the match."""
    aim: HeroAim
    """What the item can target."""
    cooldown: NotRequired[int | None]
    """Present only if `aim` is `none`; other items use the arena's number."""
    price: int
    """The price in coins."""


class ShopRefreshed(TypedDict):
    """A fighter paid for a new row."""

    seat: str
    """The seat."""
    cost: int
    """The price: mana for playing a card, coins for a new row of the shop."""
    row: list[str]
    """The cards for sale."""
    type: Literal["hero_of_the_arena.shop_refreshed"]
    """The type, which identifies the schema."""


class ShopRestocked(TypedDict):
    """Cards were added at the end of the row."""

    cards: list[str]
    """The cards."""
    type: Literal["hero_of_the_arena.shop_restocked"]
    """The type, which identifies the schema."""


class ShopSold(TypedDict):
    """A fighter bought a card or perk."""

    seat: str
    """The seat."""
    bought: str
    """The card or perk bought."""
    price: int
    """The price in coins."""
    type: Literal["hero_of_the_arena.shop_sold"]
    """The type, which identifies the schema."""


class ShopUnitCard(TypedDict):
    """A unit for sale."""

    id: str
    """The card's or perk's id in the pack."""
    name: str
    """For people; cards that return at the same time are ordered by it."""
    effects: list[HeroEffect]
    """The effects, in this order."""
    text: str
    """The effects in words, for people."""
    kind: Literal["unit"]
    """Whether it is a unit or an item."""
    cost: int
    """The price: mana for playing a card, coins for a new row of the shop."""
    attack: int
    """The attack of the unit."""
    hp: int
    """The unit's hit points."""
    durability: int
    """How often the card can still be used; at 0 it is removed from the match."""
    price: int
    """The price in coins."""


class SpunThread(TypedDict):
    """An existing thread as its source is told of it."""

    strength: int
    """The thread's strength."""
    golden: bool
    """Whether it is a golden thread."""


class StandingReply(TypedDict):
    """An entrant in the standings."""

    rank: int | None
    """The place; those with equal values share one. Null for who gets none: who was disqualified, has withdrawn and played no table, or has played less than half of a round robin."""
    number: int
    """The entrant's number."""
    entrant: str
    """The entrant."""
    points: int
    """Points, in halves."""
    tie_breaks: dict[str, int]
    """The values of the tie-breaks, by their codes; `per_point` says in which units."""
    withdrawn: bool
    """Whether the entrant has withdrawn."""


class StandingsReply(TypedDict):
    """The standings of a tournament."""

    round: int
    """The round after which they stand; 0 before the first one is done."""
    tie_breaks: list[str]
    """The tie-breaks in the order in which they count."""
    per_point: dict[str, int]
    """How many units of a tie-break are one point."""
    rows: list[StandingReply]
    """The best first."""
    explained: list[dict[str, JsonValue]] | None
    """The values of the entrant that `explain` names, with what they are made of; null without it."""


class StartEpisodeAction(TypedDict):
    """Start the series, with bots in the free places, or let its next episode begin."""

    type: Literal["start"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone who sees the series can read it."""


class StartRoundAction(TypedDict):
    """Start the published round: its matches are created, and begin."""

    type: Literal["start_round"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone concerned can read it."""


class StoryCut(TypedDict):
    """There were too many steps: further effects, combats, used and returned cards are omitted."""

    type: Literal["hero_of_the_arena.story_cut"]
    """The type, which identifies the schema."""


class SubmissionCounted(TypedDict):
    """The `receipt` of the submission of a seat that counted in the closed phase; null if none did."""

    seat: str
    """The seat."""
    phase: int
    """The number of the phase."""
    receipt: str | None
    """The receipt of the submission that counted; null if the seat had none."""
    type: Literal["submission_counted"]
    """The type, which identifies the schema."""


class SubmissionRequest(TypedDict):
    """A move for the open phase, which replaces an earlier one."""

    phase: int
    """The number of the phase that the move is for."""
    move: Move
    """One of the moves of the game, as described by the prompt."""
    keep_thinking: NotRequired[bool]
    """The phase waits for this seat until its deadline, instead of closing early."""
    head: NotRequired[str | None]
    """The `head` that you received when the last phase closed, to confirm that all see the same match."""


class SubmitFrame(TypedDict):
    """Submit a move, like `PUT …/submission`. The answer is `submitted` or `refused` with the same `ref`."""

    type: Literal["submit"]
    """The type, which identifies the schema."""
    ref: NotRequired[str | None]
    """A text of the client's choice, which the answer repeats."""
    match_id: NotRequired[str | None]
    """The id of the match; required except on the socket of one match."""
    phase: int
    """The number of the phase that the move is for."""
    move: JsonValue
    """One of the moves of the game, as described by the prompt of the view."""
    keep_thinking: NotRequired[bool]
    """The phase waits for this seat until its deadline, instead of closing early."""
    head: NotRequired[str | None]
    """The `head` that you received when the last phase closed, to confirm that all see the same match."""


class Submitted(TypedDict):
    """A seat submitted this move for this phase, which replaces an earlier one. Only for this seat."""

    seat: str
    """The seat."""
    phase: int
    """The number of the phase."""
    move: JsonValue
    """The move, in canonical form."""
    keep_thinking: bool
    """Whether the phase waits for this seat until its deadline, instead of closing early."""
    by_bot: bool
    """Whether a bot submitted it."""
    head: NotRequired[str]
    """The `head` that the sender knew: that of the previous phase."""
    type: Literal["submitted"]
    """The type, which identifies the schema."""


class SubmittedFrame(TypedDict):
    """A move was accepted and stored. The fields are those of the reply to `PUT …/submission`."""

    type: Literal["submitted"]
    """The type, which identifies the schema."""
    ref: str | None
    """A text of the client's choice, which the answer repeats."""
    match_id: str
    """The id of the match."""
    seat: str
    """The player's seat."""
    phase: int
    """The number of the phase."""
    accepted_at: str
    """When the server accepted the move."""
    receipt: str
    """Commits to the log entry: save it with the move, to verify the log."""
    cursor: int
    """The event of the submission in the player's stream."""
    repeated: bool
    """Whether exactly this submission was already accepted."""
    server_now: str
    """When the server sent this: RFC 3339 in UTC, with microseconds."""


class SubscribeFrame(TypedDict):
    """Follow a match, starting after the cursor `after`; not on the socket of one match."""

    type: Literal["subscribe"]
    """The type, which identifies the schema."""
    match_id: str
    """The id of the match."""
    after: NotRequired[int]
    """The cursor of the last event that the client has received."""


class SubscribedFrame(TypedDict):
    """The socket follows the match as this viewer: missed events up to `cursor`, then new events."""

    type: Literal["subscribed"]
    """The type, which identifies the schema."""
    match_id: str
    """The id of the match."""
    viewer: str
    """The viewer of the player: a seat, `spectator`, `observer`, `host`, or `director` on the socket of a tournament. If it has changed, start from 0."""
    cursor: int
    """The last event of the player's stream so far."""
    server_now: str
    """When the server sent this: RFC 3339 in UTC, with microseconds."""


class SuspendAction(TypedDict):
    """Stop all tokens of the player from working. Its seats stay, and are silent: the absence policy applies."""

    reason: NotRequired[str | None]
    """Why, in one line; only administrators can read it."""
    type: Literal["suspend"]
    """The type, which identifies the schema."""


class TableDecided(TypedDict):
    """Your table was decided without its match, as by a forfeit, or a director has corrected its result."""

    tournament_id: str
    """The id of the tournament."""
    label: str
    """What the tournament is called."""
    round: int
    """The number of the round."""
    table: int
    """The number of the table."""
    corrected: bool
    """Whether it takes the place of an earlier result."""
    type: Literal["table_decided"]
    """The type, which identifies the schema."""


class TableDone(TypedDict):
    """A table has a result."""

    round: int
    """The number of the round."""
    table: int
    """The number of the table."""
    how: Literal["played", "bye", "half_bye", "zero_bye", "forfeit", "double_forfeit", "adjudicated"]
    """How the result came about."""
    points: list[int]
    """Half points, in the order of the table's entrants."""
    by: NotRequired[Person]
    """Who decided its match as somebody who judges it; absent if nobody did."""
    type: Literal["table_done"]
    """The type, which identifies the schema."""


class TablePublished(TypedDict):
    """A round is published, in which you have this table."""

    tournament_id: str
    """The id of the tournament."""
    label: str
    """What the tournament is called."""
    round: int
    """The number of the round."""
    table: int
    """The number of the table."""
    bye: bool
    """Whether you have a bye, alone at this table."""
    starts_at: NotRequired[str]
    """When the round starts; absent if it has no time."""
    type: Literal["table_published"]
    """The type, which identifies the schema."""


class TableReplayed(TypedDict):
    """A table that must have a winner ended level, or its match was called off: it is played again."""

    round: int
    """The number of the round."""
    table: int
    """The number of the table."""
    match_id: str
    """The new match, which exists a moment later (`tables_set`)."""
    order: int
    """How many entries have ordered something about the matches of the round by now."""
    type: Literal["table_replayed"]
    """The type, which identifies the schema."""


class TableReply(TypedDict):
    """A table of a round."""

    table: int
    """The number of the table."""
    entrants: list[str]
    """The entrants, in the order of the seats; one for a bye."""
    players: dict[str, list[Person | None]]
    """Who played for an entrant at this table, where it is not just who has the place now: the members of a team, or players who went on for each other, in order. Bots are null."""
    status: Literal["waiting", "playing", "done"]
    """How far it is."""
    ready: list[str]
    """Who has said to be ready; only those at the table and directors are told."""
    match_id: str | None
    """Its match; null before the round starts, and without one."""
    result: Result | None
    """Its result; null before."""
    reason: dict[str, JsonValue] | None
    """Why the table is as it is; only directors who do not play are told."""


class TablesSet(TypedDict):
    """Everything is done that was ordered about the matches of a round: those that start exist, others are ended."""

    round: int
    """The number of the round."""
    orders: int
    """How many entries ordered something about them so far."""
    type: Literal["tables_set"]
    """The type, which identifies the schema."""


class TakeRoleAction(TypedDict):
    """Take the role that a player holds on the match. Only for its owners, and for the player who lays it down."""

    type: Literal["take_role"]
    """The type, which identifies the schema."""
    player_id: str
    """The player who holds it."""


class TakeSeatRequest(TypedDict):
    """The new owner of the seat, and the entropy that the caller mixes into the seed."""

    player_id: NotRequired[str | None]
    """The player who gets the seat; by default the caller."""
    bot: NotRequired[bool]
    """Whether a bot takes the seat."""
    entropy: NotRequired[str | None]
    """32 random bytes from the caller, in hexadecimal. They are mixed into the seed, so that the server alone cannot choose the draws. Only for the caller's own seat, until the start."""


class TakeSeriesRoleAction(TypedDict):
    """Take the role that a player holds on the series. Only for its owners, and for who lays down the own one."""

    type: Literal["take_role"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone who sees the series can read it."""
    player_id: str
    """The player who holds it."""


class TakeTournamentRoleAction(TypedDict):
    """Take the role that a player holds on the tournament. Only for its owners, and for who lays down the own one."""

    type: Literal["take_role"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone concerned can read it."""
    player_id: str
    """The player who holds it."""


class ThreadBoosted(TypedDict):
    """A thread gained what each booster added; `strength` is after that."""

    thread: str
    """The thread, as `SOURCE>RECIPIENT`."""
    boosts: dict[str, int]
    """By booster: the strength it added."""
    strength: int
    """The thread's strength."""
    type: Literal["threads_of_fate.thread_boosted"]
    """The type, which identifies the schema."""


class ThreadCreated(TypedDict):
    """A new thread, before it grows; `extra` is its growth per round in addition to 1."""

    thread: str
    """The thread, as `SOURCE>RECIPIENT`."""
    strength: int
    """The thread's strength."""
    golden: bool
    """Whether it is a golden thread."""
    extra: int
    """The growth per round in addition to 1."""
    type: Literal["threads_of_fate.thread_created"]
    """The type, which identifies the schema."""


class ThreadCut(TypedDict):
    """A thread of this strength is gone."""

    thread: str
    """The thread, as `SOURCE>RECIPIENT`."""
    strength: int
    """The thread's strength."""
    share: int
    """The gain of each taker, before Recycling."""
    gains: dict[str, int]
    """By seat: the twine it got for it."""
    type: Literal["threads_of_fate.thread_cut"]
    """The type, which identifies the schema."""


class ThreadSnipped(TypedDict):
    """A thread lost the sum of `reductions`, by snipper; with a `strength` of 0 or less it is gone."""

    thread: str
    """The thread, as `SOURCE>RECIPIENT`."""
    reductions: dict[str, int]
    """By snipper: the strength its snip took."""
    strength: int
    """The thread's strength."""
    gains: dict[str, int]
    """By seat: the twine it got for it."""
    type: Literal["threads_of_fate.thread_snipped"]
    """The type, which identifies the schema."""


class ThreadsGrown(TypedDict):
    """The strength of every thread after the growth of this round."""

    round: int
    """The round's number, from 1."""
    strengths: dict[str, int]
    """By thread: its strength."""
    type: Literal["threads_of_fate.threads_grown"]
    """The type, which identifies the schema."""


class ThreadsOfFateOptions(TypedDict):
    """Options of a Threads of Fate match. The defaults shown are those of `classic`; other variants set others."""

    variant: Literal["classic", "quick", "even", "grand", "open_table"]
    """The named variant whose defaults apply."""
    heaven_size: int
    """Number of players in heaven."""
    hell_size: int
    """Number of players in hell."""
    rounds: int
    """Number of rounds."""
    round_seconds: int
    """Length of a round."""
    marked: list[str]
    """Seats of this match that hold a Mark of Elimination: no pair with one of them can win."""
    realm_talk: bool
    """Whether players of one realm can talk freely, as a group and in pairs."""
    cross_realm_talk: Literal["threads", "always", "never"]
    """Which pairs across the realms can talk: those joined by a strong or golden thread, all, or none."""
    reveal_at_end: Literal["outcome", "full"]
    """What becomes public at the end: the outcome alone, or all threads, goldness, twine and abilities."""


class ThreadsOfFateResult(TypedDict):
    """How the match ended, each list in seat order. `winner` is empty if no pair could win."""

    rank: dict[str, int]
    """The rank of each seat; 1 is best."""
    winner: list[str]
    """The seats that won."""
    token_of_life: list[str]
    """The seats that get a token of life."""
    ascends: list[str]
    """The seats that go to heaven, or stay there."""
    descends: list[str]
    """The seats that go to hell, or stay there."""
    mark_of_elimination: list[str]
    """The seats that bear a mark of elimination."""
    elimination_candidate: list[str]
    """The seats that are candidates for elimination."""


class ThreadsOfFateView(TypedDict):
    """Threads of Fate, as one viewer knows it. Fields about the own seat are null for spectators and the host."""

    viewer: str
    """A seat, `spectator`, `observer` or `host`."""
    game: Literal["threads_of_fate"]
    """The id of the game."""
    options: ThreadsOfFateOptions
    """The public options of the match."""
    round: int
    """Counts from 1; stays at the last round when the match is over."""
    rounds: int
    """How many rounds the match has."""
    phase: Phase | None
    """The open phase; null once the match is over."""
    over: bool
    """Whether the last round is over."""
    seats: dict[Literal["heaven", "hell"], list[str]]
    """All seats by realm, in seat order."""
    marked: list[str]
    """Seats with a Mark of Elimination, in seat order."""
    outcome: ThreadsOfFateResult | None
    """Null until the match is over."""
    final: FinalLoom | None
    """The final state; null unless the match is over and the state was revealed."""
    twine: int | None
    """The seat's twine; null for other viewers."""
    abilities: dict[MoiraAbility, int] | None
    """The seat's abilities, with their levels."""
    visits_left: list[MoiraAbility] | None
    """The abilities that the seat can still get."""
    gilding_used: bool | None
    """Whether the seat has created its golden thread; null for other viewers."""
    head_start_x: int | None
    """The head start accumulated so far; null without the ability."""
    create_counts: dict[str, int] | None
    """How often the seat has selected each seat of the other realm for a new thread."""
    creatable: list[str] | None
    """The seats to which the seat can create a thread now."""
    threads: dict[str, SpunThread] | None
    """Existing threads of which the seat is the source."""
    can_talk_to: list[str] | None
    """Seats of the other realm that the seat can talk to now."""
    reports: list[WeaveReport] | None
    """One for each finished round."""


class TicketReply(TypedDict):
    """A ticket for opening one WebSocket, for browsers, which cannot send headers."""

    ticket: str
    """Opaque, like a token. Send it as `?ticket=` when you open the socket."""
    expires_in_seconds: int
    """How long the ticket is valid."""


class TokenList(TypedDict):
    """The tokens of a player that have not expired, the newest first."""

    tokens: list[TokenReply]
    """The tokens."""


class TokenReply(TypedDict):
    """A token, without its secret."""

    token_id: str
    """The id of the token; it is not secret."""
    name: str
    """What the token is for, in words for the player."""
    scopes: list[Literal["watch", "play", "talk", "host", "organise", "notify", "account", "administer"]]
    """What the token allows."""
    created_at: str
    """When it was created, or renewed for the last time."""
    expires_at: str | None
    """When it expires; null: it does not."""
    used_on: str | None
    """The day of its last use in UTC, such as `2040-01-31`; null: it was not used yet."""
    client: str | None
    """The program of others that got the token with the player's consent; null: the player has created it."""
    current: bool
    """Whether it is the token of this call."""


class TokenRequest(TypedDict):
    """What a Token of Life means."""

    spares: NotRequired[Literal["pick"]]
    """`pick`: who got a token in the main match cannot be picked as the opponent in this episode, unless nobody else is left to be picked."""


class TournamentCancelled(TypedDict):
    """The tournament ended without final places; its matches are called off."""

    type: Literal["tournament_cancelled"]
    """The type, which identifies the schema."""


class TournamentCreated(TypedDict):
    """A tournament was created, with its system, its matches and its settings."""

    tournament_id: str
    """The tournament."""
    label: str
    """What the tournament is called."""
    system: Literal["swiss", "round_robin", "single_elimination", "double_elimination", "heats", "own"]
    """How rounds are paired."""
    rounds: int
    """How many rounds are planned; 0: as many as the system needs."""
    cycles: int
    """How often everyone meets everyone in a round robin."""
    teams: Literal["fixed", "in_turn"] | None
    """Whether members of teams keep their roles; null if players enter alone."""
    table_size: int
    """How many entrants a table has at most."""
    max_entrants: int
    """How many can enter; later ones wait."""
    tie_breaks: list[str]
    """The tie-breaks of the standings, the first one first."""
    late: Literal["zero_bye", "half_bye"]
    """What late entrants score for each round before they entered."""
    match: MatchTerms
    """The matches."""
    schedule: Schedule
    """When rounds are published and started."""
    absence: Absence
    """What happens to entrants who are not there."""
    visibility: Visibility
    """Who can see the tournament."""
    maker: Person
    """The player who created it, directs it, and hosts its matches."""
    directors: list[Person]
    """Further players who may direct it."""
    seed_commitment: str
    """The SHA-256 of the secret seed of all lots, in hexadecimal."""
    log_version: NotRequired[Literal[1, 2]]
    """The version of the log format; absent if it is 1."""
    rate_expelled: NotRequired[bool]
    """Whether tables of the disqualified count for ratings; absent in earlier tournaments, where all keep places."""
    type: Literal["tournament_created"]
    """The type, which identifies the schema."""


class TournamentEnded(TypedDict):
    """A tournament in which you are is over, or was cancelled."""

    tournament_id: str
    """The id of the tournament."""
    label: str
    """What the tournament is called."""
    cancelled: bool
    """Whether it was cancelled."""
    place: int | None
    """Your final place; null if you have none."""
    type: Literal["tournament_ended"]
    """The type, which identifies the schema."""


class TournamentEntered(TypedDict):
    """You are in a tournament, or wait for a place in it; if you waited, once more when you get the place."""

    tournament_id: str
    """The id of the tournament."""
    label: str
    """What the tournament is called."""
    entrant: str
    """Your id in the tournament."""
    waiting: bool
    """Whether you wait for a place."""
    times: NotRequired[list[str]]
    """When rounds start, from the first one on; absent if none has a time."""
    type: Literal["tournament_entered"]
    """The type, which identifies the schema."""


class TournamentEventFrame(TypedDict):
    """An event of a tournament on a WebSocket or as a server-sent event, with the time at which it was sent."""

    type: Literal["tournament_event"]
    """The type of the frame."""
    tournament_id: str
    """The tournament."""
    cursor: int
    """The number of an event in the caller's own stream."""
    at: str
    """When, the first time."""
    facts: list[TournamentFact]
    """The facts, in order."""
    lines: NotRequired[list[str]]
    """With `lines`: what happened, in sentences for people."""
    server_now: str
    """The server's time when it sent this."""


class TournamentEventPage(TypedDict):
    """A page of the caller's stream of a tournament, in order."""

    viewer: str
    """The viewer of the caller; if it has changed, start from cursor 0."""
    events: list[TournamentEventReply]
    """The events, in order."""
    cursor: int
    """Send it as `after` to continue."""
    more: bool
    """Whether there are more events already."""
    server_now: str
    """The server's time when it sent this."""


class TournamentEventReply(TypedDict):
    """The facts that one step of a tournament addresses to the caller."""

    type: Literal["tournament_event"]
    """The type of the frame."""
    tournament_id: str
    """The tournament."""
    cursor: int
    """The number of an event in the caller's own stream."""
    at: str
    """When, the first time."""
    facts: list[TournamentFact]
    """The facts, in order."""
    lines: NotRequired[list[str]]
    """With `lines`: what happened, in sentences for people."""


class TournamentLeft(TypedDict):
    """You are in no further pairing of a tournament."""

    tournament_id: str
    """The id of the tournament."""
    label: str
    """What the tournament is called."""
    entrant: str
    """Your id in the tournament."""
    because: Literal["own_wish", "director", "no_check_in", "missed_rounds", "disqualified", "replaced"]
    """Why, as in `entrant_withdrawn`; `replaced`: another player or a bot goes on in your place."""
    type: Literal["tournament_left"]
    """The type, which identifies the schema."""


class TournamentList(TypedDict):
    """Tournaments, newest first; but their makers take turns, except with `mine`."""

    tournaments: list[TournamentListing]
    """The tournaments."""
    next: str | None
    """Send it as `before` to get the next page; null on the last page."""


class TournamentListing(TypedDict):
    """A tournament in lists."""

    tournament_id: str
    """The id of the tournament."""
    label: str
    """What the tournament is called."""
    status: Literal["draft", "open", "check_in", "running", "paused", "over", "cancelled"]
    """How far it is."""
    system: Literal["swiss", "round_robin", "single_elimination", "double_elimination", "heats", "own"]
    """How rounds are paired."""
    game: str
    """The id of the game."""
    variant: str
    """The name of the variant."""
    visibility: Visibility
    """Who can see it."""
    maker: Person
    """The player who created it, directs it and hosts its matches."""
    created_at: str
    """When it was created."""
    entrants: int
    """How many entrants have a place and have not withdrawn."""
    max_entrants: int
    """How many can have a place."""
    rounds: int
    """How many rounds are planned; 0: as many as the system needs."""
    round: int
    """The last round that was published; 0 before."""
    roles: list[RoleHolder]
    """Who holds a role on the tournament, its owners with them."""
    warnings: list[TournamentWarning]
    """What may go wrong."""
    receipt: NotRequired[str]
    """Proves that the entry that the call caused is in the log: keep it ([verifying](docs/verify.md)). Absent in lists, and where the call changed nothing."""


class TournamentOver(TypedDict):
    """The tournament is over, with these final places."""

    places: list[list[int | str]]
    """Place and entrant, in order; those who are equal by all tie-breaks share a place."""
    seed: str
    """The seed of all lots, 32 bytes in hexadecimal."""
    head: NotRequired[str]
    """The hash of the entry before, which covers all before it; absent in old logs."""
    type: Literal["tournament_over"]
    """The type, which identifies the schema."""


class TournamentPaused(TypedDict):
    """The tournament and its running matches are paused."""

    until: str | None
    """When it goes on by itself, because a director who plays has paused it; null: by the word of a director."""
    type: Literal["tournament_paused"]
    """The type, which identifies the schema."""


class TournamentRequest(TypedDict):
    """A new tournament; the caller directs it and hosts its matches."""

    label: str
    """What the tournament is called."""
    system: Literal["swiss", "round_robin", "single_elimination", "double_elimination", "heats", "own"]
    """How rounds are paired."""
    match: MatchTermsRequest
    """What its matches are."""
    rounds: NotRequired[int]
    """How many rounds are planned; 0: as many as the system needs, which a Swiss does not know."""
    cycles: NotRequired[Literal[1, 2]]
    """How often everyone meets everyone in a round robin."""
    teams: NotRequired[Literal["fixed", "in_turn"] | None]
    """Teams of two enter, in a game with teams, and keep their roles or change them after each table that they play; null: players enter alone."""
    max_entrants: NotRequired[int]
    """How many can enter; later ones wait."""
    tie_breaks: NotRequired[list[str] | None]
    """The tie-breaks of the standings; by default those of the system."""
    late: NotRequired[Literal["zero_bye", "half_bye"]]
    """What late entrants score for each round before they entered."""
    schedule: NotRequired[ScheduleRequest]
    """When rounds are published and started."""
    absence: NotRequired[AbsenceRequest]
    """What happens to entrants who are not there."""
    visibility: NotRequired[Visibility]
    """Who can see the tournament."""
    rate_expelled: NotRequired[bool]
    """Whether tables of entrants who are disqualified count for ratings, as far as they were played."""
    directors: NotRequired[list[str]]
    """Players who may direct it as well, by their ids."""


class TournamentResumed(TypedDict):
    """The tournament and its matches continue."""

    ready_until: NotRequired[str]
    """Until when entrants of the open round must say that they are ready; absent if its tables do not wait."""
    type: Literal["tournament_resumed"]
    """The type, which identifies the schema."""


class TournamentRoleSet(TypedDict):
    """You hold this role on a tournament from now on; null: none any more. Its log says who gave or took it."""

    tournament_id: str
    """The id of the tournament."""
    label: str
    """What the tournament is called."""
    role: Literal["owner", "director", "arbiter", "observer"] | None
    """The role that you hold; null if you hold none any more."""
    type: Literal["tournament_role_set"]
    """The type, which identifies the schema."""


class TournamentSubscribedFrame(TypedDict):
    """The socket follows the tournament as this viewer: missed events up to `cursor`, then new events."""

    type: Literal["tournament_subscribed"]
    """The type, which identifies the schema."""
    tournament_id: str
    """The id of the tournament."""
    viewer: str
    """The viewer of the player: an entrant, `spectator`, or `host` for a director who does not play. If it has changed, start from 0."""
    cursor: int
    """The last event of the player's stream so far."""
    server_now: str
    """When the server sent this: RFC 3339 in UTC, with microseconds."""


class TournamentTable(TypedDict):
    """A table of a tournament."""

    tournament_id: str
    """The id of the tournament."""
    round: int
    """The number of the round in the tournament, from 1."""
    table: int
    """The number of the table in its round, from 1."""


class TournamentView(TypedDict):
    """What the caller knows of a tournament."""

    viewer: str
    """The caller's viewer: `spectator`, an entrant, or `host` for a director who does not play."""
    cursor: int
    """The number of an event in the caller's own stream."""
    status: Literal["draft", "open", "check_in", "running", "paused", "over", "cancelled"]
    """How far it is."""
    paused_until: str | None
    """When a pause ends by itself; null if a director must end it, or there is none."""
    settings: TournamentCreated
    """The tournament as it was created."""
    roles: list[RoleHolder]
    """Who holds a role on the tournament, its owners with them."""
    entrants: list[EntrantReply]
    """The entrants, in the order of their numbers, then of their entry."""
    rounds: list[RoundReply]
    """The rounds that the caller knows of."""
    places: list[list[int | str]]
    """The final places; empty before."""
    lines: NotRequired[list[str]]
    """With `lines`: what happened lately, in sentences for people, of at most 32 events."""
    server_now: str
    """The server's time when it sent this."""


class TournamentWarning(TypedDict):
    """Something about a tournament that may go wrong."""

    code: Literal["many_rounds"]
    """What it is, for programs: `many_rounds` are more rounds of a Swiss than half the entrants."""
    detail: str
    """What it means, and what to do."""


class TurnBegan(TypedDict):
    """The turn of a fighter began, with one more coin and full mana."""

    turn: int
    """The turn's number, from 1."""
    seat: str
    """The seat."""
    type: Literal["hero_of_the_arena.turn_began"]
    """The type, which identifies the schema."""


class TurnScored(TypedDict):
    """The end of a turn: the points for held arenas, all points, and who is ahead (null: nobody)."""

    turn: int
    """The turn's number, from 1."""
    seat: str
    """The seat."""
    scored: int
    """Points for the arenas held at the end of the turn."""
    points: dict[str, int]
    """By fighter: points."""
    lead: str | None
    """The fighter who is ahead; null: nobody."""
    type: Literal["hero_of_the_arena.turn_scored"]
    """The type, which identifies the schema."""


class TwineTold(TypedDict):
    """A seat's twine after the round: the total and no more."""

    seat: str
    """The seat."""
    total: int
    """The seat's twine."""
    type: Literal["threads_of_fate.twine"]
    """The type, which identifies the schema."""


class UnitStruck(TypedDict):
    """One strike of a combat; `hp` is the remaining HP of the struck unit. Only in version 1 of the rules."""

    arena: int
    """The arena, 1 to 5."""
    striker: str
    """The unit that strikes."""
    struck: str
    """The unit that is struck."""
    attack: int
    """The attack of the unit."""
    hp: int
    """The remaining HP of the struck unit."""
    type: Literal["hero_of_the_arena.unit_struck"]
    """The type, which identifies the schema."""


class UnmuteAction(TypedDict):
    """Allow a seat to write again. Not allowed for a host who plays."""

    type: Literal["unmute"]
    """The type, which identifies the schema."""
    seat: str
    """The seat."""


class Unseated(TypedDict):
    """You no longer have the seat: you left it before the start, or the host cleared it."""

    match_id: str
    """The match."""
    game: str
    """The id of the game."""
    seat: str
    """The seat."""
    type: Literal["unseated"]
    """The type, which identifies the schema."""


class UnsubscribeFrame(TypedDict):
    """Stop following a match; not on the socket of one match."""

    type: Literal["unsubscribe"]
    """The type, which identifies the schema."""
    match_id: str
    """The id of the match."""


class UnsubscribedFrame(TypedDict):
    """The socket no longer follows the match."""

    type: Literal["unsubscribed"]
    """The type, which identifies the schema."""
    match_id: str
    """The id of the match."""
    server_now: str
    """When the server sent this: RFC 3339 in UTC, with microseconds."""


class VariantReply(TypedDict):
    """A named set of option values."""

    variant: str
    """The name of the variant."""
    title: str
    """A name, short enough for a button."""
    summary: str
    """One line, for people."""
    options: Options
    """The complete options of a match that is created without other options."""
    seats: list[Seat]
    """The seats, in the order of the game."""


class ViewReply(TypedDict):
    """Everything the caller knows, folded from its own stream up to `cursor` and from nothing else."""

    match_id: str
    """The match."""
    game: str
    """The id of the game."""
    viewer: str
    """A seat, `spectator`, `observer` or `host`."""
    cursor: int
    """The number of an event in the caller's own stream."""
    status: MatchStatus
    """The status of the match."""
    reason: str | None
    """Why the host has paused or ended the match, if the host gave a reason; null otherwise."""
    occupants: list[SeatOccupant]
    """The taken seats and their players; free seats are omitted."""
    reserved: list[SeatReservation]
    """Seats that are reserved for players until they take them."""
    roles: list[RoleHolder]
    """Who holds a role on the match, its owners with them."""
    phase: Phase | None
    """The open phase; null if there is none."""
    closes_at: str | None
    """When the open phase closes; null while the match is not running."""
    submission: OwnSubmission | None
    """The caller's current submission; null if there is none."""
    moves: list[CountedMove]
    """What the caller's seat did: its moves that counted in closed phases, in order."""
    submitted: list[str]
    """Seats that are known to have submitted, if the match shows it."""
    channels: list[ChannelReply]
    """All channels that the caller has been told about, including closed ones."""
    muted: list[str]
    """Seats that can write only to the host."""
    mute_reasons: dict[str, str]
    """By muted seat, the reason that the host gave."""
    outcome: Outcome | None
    """How the match ended; null before, and if it was voided."""
    rematch_id: str | None
    """The match in which the same people can play again; null if nobody has called for a rematch."""
    prompt: JsonSchema | None
    """JSON Schema of the move that the caller has to make now, with titles for people."""
    view: View
    """The state of the game; it stays unchanged when a match is voided."""
    lines: NotRequired[list[str]]
    """With `lines`: what happened since the last phase closed, in sentences for people; first its result. At most 32 events."""
    server_now: str
    """The server's time when it sent this."""


class Visited(TypedDict):
    """A seat got an ability; the whole donation is spent."""

    seat: str
    """The seat."""
    ability: MoiraAbility
    """The ability."""
    donated: int
    """The twine given for it."""
    level: int
    """The ability's level, 0 to 3, by the donation."""
    type: Literal["threads_of_fate.visited"]
    """The type, which identifies the schema."""


class VoidAction(TypedDict):
    """End the match without an outcome."""

    type: Literal["void"]
    """The type, which identifies the schema."""
    reason: str
    """Visible to everyone in the match."""


class VoidTableAction(TypedDict):
    """End an open table without points. Its match is called off."""

    type: Literal["void_table"]
    """The type, which identifies the schema."""
    reason: NotRequired[str]
    """Why; everyone concerned can read it."""
    round: int
    """The round."""
    table: int
    """The table."""


class WayIn(TypedDict):
    """What a player signs in with, besides tokens."""

    kind: Literal["passkey", "provider", "recovery_codes"]
    """What it is."""
    name: str
    """What the player calls a passkey, the issuer of a provider; empty for recovery codes."""
    added_at: str
    """When the player has got it."""
    used_on: str | None
    """The day of its last use; null: it was not used, or is not known."""


class WeaveMove(TypedDict):
    """Everything that a seat does in a round. Every action is optional."""

    type: Literal["weave"]
    """The type, which identifies the schema."""
    visit: NotRequired[MoiraAbility | None]
    """The Moira or ability to visit; each once in a match."""
    donate: NotRequired[int]
    """Twine for the visited Moira; it determines the level of the ability."""
    boost: NotRequired[str | None]
    """A thread attached to the mover's seat; needs `boosting`."""
    cut: NotRequired[str | None]
    """A seat of the other realm: cuts all plain threads between it and the mover's seat."""
    snip: NotRequired[str | None]
    """Any thread, whether or not it exists."""
    create: NotRequired[str | None]
    """A seat of the other realm to create a thread to; one of those selected least often so far."""
    golden: NotRequired[bool]
    """Make the created thread golden; needs `gilding`, once in a match."""
    head_start: NotRequired[bool]
    """Start the created thread with the strength accumulated so far; needs `head_start`."""


class WeaveReport(TypedDict):
    """A finished round, as its seat learned it."""

    round: int
    """The round's number, from 1."""
    submission: WeaveMove
    """The weave that counted."""
    twine: int
    """The seat's twine after the round."""
    threads: dict[str, SpunThread]
    """The existing threads that the seat is the source of, by name."""
    can_talk_to: list[str] | None
    """The seats of the other realm that the seat can talk to in the next round."""


class WebhookList(TypedDict):
    """The caller's webhooks, newest first."""

    webhooks: list[WebhookReply]
    """Without their secrets."""


class WebhookMessage(TypedDict):
    """What a target receives, signed as in Standard Webhooks 1.0.0."""

    type: Literal[
        "ping",
        "decision.asked",
        "decision.closed",
        "decision.moved",
        "episode.started",
        "match.awaited",
        "match.awaited_no_more",
        "match.begun",
        "match.deadline_moved",
        "match.deadline_near",
        "match.host_line_message",
        "match.invited",
        "match.over",
        "match.replaced",
        "match.role_set",
        "match.seated",
        "match.unseated",
        "round.published",
        "series.ended",
        "series.entered",
        "series.left",
        "series.role_set",
        "series.waits",
        "submission.missing",
        "table.decided",
        "table.ready_asked",
        "tournament.check_in_asked",
        "tournament.ended",
        "tournament.entered",
        "tournament.left",
        "tournament.partner_asked",
        "tournament.role_set",
    ]
    """What happened."""
    timestamp: str
    """When it happened."""
    data: dict[str, Any]
    """The ids, and what the fact of your own stream says; `player_id` and `cursor` name the event. Fields may be added."""


class WebhookReply(TypedDict):
    """A webhook of the caller, without its secret."""

    webhook_id: str
    """The id of the webhook, for the calls about it."""
    url: str
    """Where its messages go."""
    types: list[str]
    """Which messages it gets: types, groups such as `match.*`, or `*` for all."""
    missing_seconds: list[int]
    """How many seconds before a deadline `submission.missing` is sent if you have not submitted."""
    created_at: str
    """When it was created, or renewed for the last time."""
    failing_since: str | None
    """Since when all tries have failed; null if the last one succeeded."""
    disabled_at: str | None
    """When the server stopped sending; null while it sends. `pingWebhook` enables the webhook again."""
    disabled_because: Literal["gone", "failing"] | None
    """`gone`: the target answered 410. `failing`: nothing has succeeded for five days."""


class WebhookRequest(TypedDict):
    """A new webhook."""

    url: str
    """Where messages go: an `https:` URL without user, password and fragment, whose host leads to public addresses only, at port 443."""
    types: NotRequired[
        list[
            Literal[
                "*",
                "decision.*",
                "episode.*",
                "match.*",
                "round.*",
                "series.*",
                "submission.*",
                "table.*",
                "tournament.*",
                "decision.asked",
                "decision.closed",
                "decision.moved",
                "episode.started",
                "match.awaited",
                "match.awaited_no_more",
                "match.begun",
                "match.deadline_moved",
                "match.deadline_near",
                "match.host_line_message",
                "match.invited",
                "match.over",
                "match.replaced",
                "match.role_set",
                "match.seated",
                "match.unseated",
                "round.published",
                "series.ended",
                "series.entered",
                "series.left",
                "series.role_set",
                "series.waits",
                "submission.missing",
                "table.decided",
                "table.ready_asked",
                "tournament.check_in_asked",
                "tournament.ended",
                "tournament.entered",
                "tournament.left",
                "tournament.partner_asked",
                "tournament.role_set",
            ]
        ]
    ]
    """Which messages to send: types, groups such as `match.*`, or `*` for all."""
    missing_seconds: NotRequired[list[int]]
    """How many seconds before a deadline to send `submission.missing` if you have not submitted."""


class WithdrawNameAction(TypedDict):
    """Give the player a plain name: in everything that begins from now on."""

    reason: NotRequired[str | None]
    """Why, in one line; only administrators can read it."""
    type: Literal["withdraw_name"]
    """The type, which identifies the schema."""


class WithdrawTokenAction(TypedDict):
    """Withdraw one token of the player."""

    reason: NotRequired[str | None]
    """Why, in one line; only administrators can read it."""
    type: Literal["withdraw_token"]
    """The type, which identifies the schema."""
    token_id: str
    """The token."""


class WithdrawTokensAction(TypedDict):
    """Withdraw all tokens of the player."""

    reason: NotRequired[str | None]
    """Why, in one line; only administrators can read it."""
    type: Literal["withdraw_tokens"]
    """The type, which identifies the schema."""


class Withdrawn(TypedDict):
    """A seat withdrew its submission. Only for this seat."""

    seat: str
    """The seat."""
    phase: int
    """The number of the phase."""
    type: Literal["withdrawn"]
    """The type, which identifies the schema."""


class Withheld(TypedDict):
    """What `RoundPlayed` hides from the others about `seat`; null if it hides nothing. For that seat."""

    seat: Duelist
    """The seat."""
    spell: Spell | None
    """The spell."""
    restored: Spell | None
    """The spell that was taken back into the hand; null: none."""
    type: Literal["wizards_duel.withheld"]
    """The type, which identifies the schema."""


class WizardsDuelItems(TypedDict):
    """The owner of each item at the start; null: none."""

    athenas_wisdom: Duelist | None
    """Can cast `w` once in the match."""
    hestias_hearth: Duelist | None
    """Wins every tied duel."""
    apollos_daybreak: Duelist | None
    """Can undo the last round."""


class WizardsDuelOptions(TypedDict):
    """Options of a Wizard's Duel match. The defaults shown are those of `genius_3_3`; other variants set others."""

    variant: Literal["genius_3_3", "colosseum", "archwizard", "puzzler", "gods_collide"]
    """The published variant whose defaults apply."""
    phantasmal_killer: bool
    """Whether spell `0` is in the pool, which adds a round."""
    wins_needed: int
    """Duel wins that end the match."""
    tied_duel: Literal["holder_wins", "replay", "draw"]
    """The result of a duel with equal points: won by `advantage_seat`, played again, or drawn."""
    advantage_seat: Duelist | None
    """The seat that wins ties; null: neither."""
    timeout: Literal["random_penalty", "lose_duel"]
    """The effect of a missing cast: a random spell and a lost round, or a lost duel."""
    max_restarts: int
    """How often one round restarts when both casts are missing."""
    max_replays: int
    """How often one duel is played again after a tie."""
    items: WizardsDuelItems
    """Items owned from the start."""
    item_draft: list[Duelist]
    """The seats that pick an unowned item before the first duel, in order; at most one pick per item."""
    daybreak_uses: int
    """How often Apollo's Daybreak works in a match."""
    hidden_reveal: Literal["duel_end", "match_end", "never"]
    """When spells cast in fog are revealed to everyone."""
    theme: Literal["wizards", "olympians"]
    """Which names of the spells to display; does not change the rules."""
    cast_seconds: int
    """Length of a `cast` phase."""
    charm_seconds: int
    """Length of a `charm` phase."""
    daybreak_seconds: int
    """Length of a `daybreak` phase."""
    draft_seconds: int
    """Length of a `draft` phase."""
    break_seconds: int
    """Added to the first `cast` of each duel after the first."""
    early_close: bool
    """Close a phase as soon as every seat that can submit has."""
    table_talk: bool
    """Whether the seats share the channel `table`."""


class WizardsDuelView(TypedDict):
    """A Wizard's Duel, as one viewer knows it."""

    viewer: str
    """A seat, `spectator`, `observer` or `host`."""
    game: Literal["wizards_duel"]
    """The id of the game."""
    options: WizardsDuelOptions
    """The public options of the match."""
    theme: Literal["wizards", "olympians"]
    """Which names of the spells to display."""
    pool: list[Spell]
    """A full hand; a duel has as many rounds."""
    phase: Phase | None
    """The open phase; null once the match is over."""
    over: bool
    """Whether the match is over."""
    duel: int
    """Counts from 1; 0 during the draft."""
    extra: bool
    """Whether this is the extra duel after equal wins."""
    replay: int
    """How often this duel was replayed."""
    round: int
    """Counts from 1 in each duel."""
    attempt: int
    """Counts from 1 in each round; one more whenever it is reopened."""
    wins: dict[Duelist, int]
    """By seat: duels won in the match."""
    points: dict[Duelist, int]
    """Of the current duel, or the one just finished."""
    items: dict[DuelItem, Duelist | None]
    """The owner of each item; null: none."""
    draft: list[Duelist]
    """The seats of the remaining picks, in order."""
    wisdom_left: bool
    """Whether `w` can still be cast."""
    daybreak_left: int
    """The remaining uses of Apollo's Daybreak."""
    hands: dict[Duelist, HandView]
    """By seat: the hand, as far as the viewer knows it."""
    pending: dict[Duelist, PendingView]
    """What affects the next cast of each seat."""
    rounds: list[RoundRecord]
    """Of the current duel, or the one just finished."""
    duels: list[DuelRecord]
    """Finished duels."""
    outcome: MatchResult | None
    """How the match ended; null until then."""
    channels: dict[str, list[Duelist]]
    """Open channels and the seats that can talk in them."""


class Word(TypedDict):
    """What people read in the place of an id."""

    title: str
    """A name, short enough for a button."""
    text: str
    """One or two sentences; empty if the title says it all."""


class Woven(TypedDict):
    """The seat's weave as it counts in this round; an absent one is empty."""

    round: int
    """The round's number, from 1."""
    seat: str
    """The seat."""
    weave: WeaveMove
    """The weave."""
    head_start_x: int | None
    """The head start gathered by the end of the round; null without the ability."""
    type: Literal["threads_of_fate.woven"]
    """The type, which identifies the schema."""


class YourDecisionClosed(TypedDict):
    """A decision for which you were asked is closed; the view of the series shows it."""

    series_id: str
    """The id of the series."""
    label: str
    """What the series is called."""
    decision: int
    """The number of the decision in the series."""
    type: Literal["decision_closed"]
    """The type, which identifies the schema."""


AbChoice: TypeAlias = Literal["ally", "betray"]
"""A choice in an AB game."""

ApocalypseCard: TypeAlias = Literal["pestilence", "war", "death", "famine"]
"""A card of The Apocalypse: a horseman."""

ArenaDecision: TypeAlias = Literal["score", "last_lead", "never_led"]
"""What decided the fight."""

BoonId: TypeAlias = Literal[
    "skeleton_key",
    "pilgrims_road",
    "sealed_door",
    "tamed_inferno",
    "plain_altar",
    "harmony",
    "eclipse",
    "conversion",
    "revelation",
    "harvest",
    "second_spring",
    "drought",
    "tithe",
    "covet",
    "silenced_prophet",
    "wrath",
    "constancy",
    "all_seeing_eye",
    "prophecy",
    "last_rites",
    "judgement",
    "congregation",
    "undying_zeal",
]
"""A boon of Divine Intervention."""

CardAbility: TypeAlias = Literal["communications", "active", "passive", "endgame"]
"""One of a card's abilities in The Apocalypse."""

CardPair: TypeAlias = Literal[
    "pestilence_war", "pestilence_death", "pestilence_famine", "war_death", "war_famine", "death_famine"
]
"""Two cards of The Apocalypse."""

ClientFrame: TypeAlias = SubscribeFrame | UnsubscribeFrame | SubmitFrame | PingFrame
"""A frame that clients send on a WebSocket, by `type`."""

Consequence: TypeAlias = Literal[
    "winner", "ascends", "descends", "mark_of_elimination", "elimination_candidate", "token_of_life"
]
"""What the end of a match means for a seat; the rules of the game define it."""

DirectorAction: TypeAlias = (
    OpenEntriesAction
    | CheckInAction
    | AddBotsAction
    | PairAction
    | SetPairingsAction
    | PublishAction
    | StartRoundAction
    | PauseTournamentAction
    | ResumeTournamentAction
    | ExcuseAction
    | ForfeitAction
    | CorrectResultAction
    | VoidTableAction
    | ExtendTablesAction
    | CloseTablePhaseAction
    | EndRoundAction
    | ReplaceEntrantAction
    | DisqualifyAction
    | BringBackAction
    | FinishAction
    | GiveTournamentRoleAction
    | TakeTournamentRoleAction
    | CancelAction
)
"""An action of a director, by `type`."""

DivineInterventionMove: TypeAlias = AnointMove | DecreeMove | DevoteMove | RaiseMove
"""A move of Divine Intervention, identified by `type`."""

DuelItem: TypeAlias = Literal["athenas_wisdom", "hestias_hearth", "apollos_daybreak"]
"""An item of Wizard's Duel."""

DuelReason: TypeAlias = Literal["points", "instant", "timeout", "holder", "drawn", "replayed", "coin"]
"""What decided a duel."""

Duelist: TypeAlias = Literal["a", "b"]
"""A seat of Wizard's Duel."""

Element: TypeAlias = Literal["fire", "air", "earth", "water"]
"""An element of Divine Intervention, and its mana."""

Fact: TypeAlias = (
    MatchCreated
    | SecretOptions
    | SeatTaken
    | SeatLeft
    | SeatReserved
    | SeatReleased
    | DoorClosed
    | DoorOpened
    | MatchStarted
    | Drawn
    | DeadlineSet
    | Submitted
    | Withdrawn
    | SeatSubmitted
    | PhaseClosed
    | SubmissionCounted
    | AbsenceNoted
    | MatchPaused
    | MatchSuspended
    | FailureNoted
    | MatchResumed
    | MessageSent
    | SeatMuted
    | SeatUnmuted
    | MatchAdjudicated
    | MatchVoided
    | SeedRevealed
    | EntriesLost
    | RematchCalled
    | RoleGiven
    | RoleTaken
    | HostViewAsked
    | HostViewsTold
    | PhaseOpened
    | MatchEnded
    | ChannelOpened
    | ChannelClosed
    | ItemDrafted
    | DuelStarted
    | RoundPlayed
    | Withheld
    | RoundExplained
    | RoundMissed
    | CastVoided
    | Charmed
    | RoundUndone
    | DuelEnded
    | MatchDecided
    | HiddenRevealed
    | CardsPlayed
    | ChatsUsed
    | AbGamesSettled
    | LedgerBooked
    | SeatsHurt
    | CardCounts
    | PointsTold
    | ChatOpened
    | AbGameOpened
    | FinalTotals
    | MatchRecorded
    | Visited
    | Woven
    | ThreadBoosted
    | ThreadCut
    | ThreadSnipped
    | ThreadCreated
    | CreateFailed
    | ThreadsGrown
    | GoldnessTold
    | TwineTold
    | OwnThreads
    | CanTalkTo
    | FinalStateTold
    | SecretElementSet
    | RoomsShown
    | BoonsOffered
    | ProphetNamed
    | ProphetOf
    | DecreeCounted
    | DevotionCounted
    | KeyGranted
    | RoadGranted
    | AltarGranted
    | InfernoTamed
    | RitualsJudged
    | GainsCounted
    | AuctionHeld
    | BoonNoticed
    | DeityReported
    | ShamanReported
    | PlayEnded
    | ShamanRaised
    | DraftStarterTold
    | OfferRevealed
    | DraftDecided
    | CardsSetAside
    | ArenaPackRevealed
    | ArenaBoardTold
    | OwnCardsTold
    | DecksStacked
    | TurnBegan
    | HandFilled
    | FighterPassed
    | ArenaCardPlayed
    | EffectHappened
    | CombatFought
    | UnitStruck
    | ChallengerFell
    | CombatWon
    | CardWorn
    | CardsReleased
    | StoryCut
    | HandDiscarded
    | ShopSold
    | ShopRefreshed
    | ShopRestocked
    | PerksRotated
    | TurnScored
    | ArenaDecided
)
"""Something that became true in a match, identified by `type`."""

HeroAction: TypeAlias = Literal[
    "damage",
    "heal",
    "buff_attack",
    "buff_hp",
    "repair",
    "return_to_hand",
    "move",
    "strike_first",
    "draw",
    "gain_mana",
    "gain_coins",
    "steal_coins",
    "gain_points",
    "cooldown",
    "discard_oldest",
]
"""What an effect does in Hero of the Arena."""

HeroAim: TypeAlias = Literal["none", "own_hero", "enemy_hero", "any_hero"]
"""The possible targets of an item in Hero of the Arena."""

HeroOfTheArenaMove: TypeAlias = (
    ChooseStarterMove | HeroReadyMove | HeroDraftMove | ArenaPlayMove | ArenaDiscardMove | ArenaShopMove
)
"""A move of Hero of the Arena, identified by `type`."""

HostAction: TypeAlias = (
    PauseAction
    | ResumeAction
    | ExtendAction
    | ClosePhaseAction
    | ReplacePlayerAction
    | MuteAction
    | UnmuteAction
    | CloseDoorAction
    | OpenDoorAction
    | GiveRoleAction
    | TakeRoleAction
    | AdjudicateAction
    | VoidAction
)
"""An action of a host during play, by `type`; `void`, `give_role` and `take_role` are also possible before the start, `close_door` and `open_door` only before it."""

JoinedReply: TypeAlias = JoinedMatch | JoinedTournament | JoinedSeries
"""What the caller has joined, identified by `type`."""

JsonSchema: TypeAlias = dict[str, JsonValue]
"""A JSON Schema (2020-12)."""

MatchReason: TypeAlias = Literal["wins", "extra_duel", "holder", "coin"]
"""What decided a match of duels."""

MatchStatus: TypeAlias = Literal["open", "running", "paused", "suspended", "over", "void"]
"""The status of a match: `open` for players, `running`, `paused` by its host, `suspended` by the server, `over` with an outcome, or `void`."""

MoiraAbility: TypeAlias = Literal["gilding", "head_start", "boosting", "protection", "recycling", "stronger_cutters"]
"""An ability that a Moira gives in Threads of Fate: `gilding` by Clotho, `head_start` by Nona, `boosting` by Lachesis, `protection` by Decima, `recycling` by Atropos, `stronger_cutters` by Morta."""

WizardsDuelMove: TypeAlias = DraftMove | CastMove | CharmMove | DaybreakMove
"""A move of Wizard's Duel, identified by `type`."""

NewsFact: TypeAlias = (
    Invited
    | Seated
    | Unseated
    | Replaced
    | MatchBegun
    | Awaited
    | DeadlineNear
    | DeadlineMoved
    | AwaitedNoMore
    | MatchOver
    | HostLineMessage
    | MatchRoleSet
    | PartnerAsked
    | TournamentEntered
    | TournamentLeft
    | CheckInAsked
    | TablePublished
    | ReadyAsked
    | TableDecided
    | TournamentEnded
    | TournamentRoleSet
    | SeriesEntered
    | SeriesLeft
    | EpisodeStarted
    | DecisionAskedOfYou
    | DecisionMoved
    | YourDecisionClosed
    | SeriesWaits
    | SeriesEnded
    | SeriesRoleSet
)
"""Something that concerns the caller, identified by `type`."""

OpenedInvitationReply: TypeAlias = OpenedMatchInvitation | OpenedTournamentInvitation | OpenedSeriesInvitation
"""What an invitation is for, identified by `type`."""

Options: TypeAlias = dict[str, JsonValue]
"""Options by name, as in the game's `options_schema`."""

Pace: TypeAlias = Literal["deadline", "eager"]
"""`deadline`: phases close at their deadline; `eager`: also when every awaited seat has submitted: the seats in `must`, or, if `must` is empty, the seats in `may`."""

PackContent: TypeAlias = dict[str, JsonValue]
"""A pack, as in the game's `pack_schema`."""

Room: TypeAlias = Literal[
    "A",
    "B",
    "C",
    "D",
    "E",
    "F",
    "G",
    "H",
    "I",
    "J",
    "K",
    "L",
    "M",
    "N",
    "O",
    "P",
    "Q",
    "R",
    "S",
    "T",
    "U",
    "V",
    "W",
    "X",
    "Y",
]
"""A room of the temple in Divine Intervention."""

SeriesAction: TypeAlias = (
    StartEpisodeAction
    | SetPlacesAction
    | PauseSeriesAction
    | ResumeSeriesAction
    | ExtendSeriesAction
    | ReplayMatchAction
    | DecideMatchAction
    | ReplaceInSeriesAction
    | DisqualifyInSeriesAction
    | GiveSeriesRoleAction
    | TakeSeriesRoleAction
    | CancelSeriesAction
)
"""An action of a director, by `type`."""

SeriesFact: TypeAlias = (
    SeriesCreated
    | SecretSeriesOptions
    | DirectorActed
    | RoleGiven
    | RoleTaken
    | HostViewAsked
    | PlaceTaken
    | PlaceLeft
    | PlaceHandedOver
    | PlacesSet
    | Drawn
    | EpisodeBegun
    | MainMatchDone
    | RealmsSettled
    | DecisionAsked
    | DecisionMade
    | DecisionExtended
    | DecisionClosed
    | DeathMatchBegun
    | DeathMatchDone
    | EntrantLeft
    | EpisodeDone
    | SeriesStopped
    | MatchReplayed
    | MatchExtended
    | MatchesSet
    | SeriesPaused
    | SeriesResumed
    | SeriesOver
    | SeriesCancelled
)
"""Something that happened in a series, identified by `type`."""

ServerFrame: TypeAlias = (
    HelloFrame
    | SubscribedFrame
    | OwnSubscribedFrame
    | TournamentSubscribedFrame
    | UnsubscribedFrame
    | SubmittedFrame
    | RefusedFrame
    | HeartbeatFrame
    | PongFrame
    | EventFrame
    | OwnEventFrame
    | TournamentEventFrame
)
"""A frame that the server sends on a WebSocket, by `type`."""

ShownSpell: TypeAlias = Literal["0", "1", "2", "3", "4", "5", "6", "7", "8", "x", "w", "hidden"]
"""A spell as others see it: `hidden` in fog."""

Spell: TypeAlias = Literal["0", "1", "2", "3", "4", "5", "6", "7", "8", "x", "w"]
"""A spell of Wizard's Duel; `w` is cast by Athena's Wisdom."""

TournamentFact: TypeAlias = (
    TournamentCreated
    | SecretMatchOptions
    | DirectorActed
    | EntriesOpened
    | CheckInOpened
    | PartnerNamed
    | RoleGiven
    | RoleTaken
    | HostViewAsked
    | Entered
    | PlaceGiven
    | CheckedIn
    | EntrantWithdrawn
    | EntrantReturned
    | EntrantReplaced
    | EntrantExcused
    | Drawn
    | RoundPaired
    | RoundPublished
    | PairingsReplaced
    | RoundStarted
    | ReadySaid
    | NotReady
    | TablesSet
    | TableReplayed
    | ExtensionOrdered
    | CloseOrdered
    | TableDone
    | ResultCorrected
    | NewcomerSeated
    | RoundDone
    | NoRoundLeft
    | TournamentPaused
    | TournamentResumed
    | TournamentOver
    | TournamentCancelled
)
"""Something that happened in a tournament, identified by `type`."""

View: TypeAlias = WizardsDuelView | ApocalypseView | ThreadsOfFateView | DivineInterventionView | HeroOfTheArenaView
"""What the caller knows about the game, identified by `game`."""

Visibility: TypeAlias = Literal["public", "unlisted", "private"]
"""`public`: listed, everyone can watch; `unlisted`: not listed; `private`: only the host and players with a seat or a reservation."""

Move: TypeAlias = WizardsDuelMove | PlayMove | WeaveMove | DivineInterventionMove | HeroOfTheArenaMove
"""A move of the game of the match."""
