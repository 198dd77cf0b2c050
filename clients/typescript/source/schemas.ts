// The shapes of what the API takes and gives. Written by generate_types.py from the documents in openapi/.

/** JSON of any shape. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [name: string]: JsonValue };

/** A choice in an AB game. */
export type AbChoice = "ally" | "betray";

/** An AB game that `by` started with `target` in the previous round, and the choices of both. */
export interface AbGame {
  /** The seat that played the card or started the game. */
  by: string;
  /** The target. */
  target: string;
  /** What `by` chose. */
  by_choice: AbChoice;
  /** What `target` chose. */
  target_choice: AbChoice;
}

/** There is at least one AB game between two opponents in this round. For both, if games are announced. */
export interface AbGameOpened {
  /** The round's number, from 1. */
  round: number;
  /** The seats it is about. */
  seats: [string, string];
  /** The type, which identifies the schema. */
  type: "apocalypse.ab_game_open";
}

/** The AB games of a round. Host only. */
export interface AbGamesSettled {
  /** The round's number, from 1. */
  round: number;
  /** The games, one for each start. */
  games: AbGame[];
  /** The type, which identifies the schema. */
  type: "apocalypse.ab_settled";
}

/** How a card was played. `targets` are in the order of their kind, `guesses` in seat order. */
export interface AbilityUse {
  /** The ability used. */
  ability: CardAbility;
  /** The targets: seats, pairs, cards or realms. */
  targets: string[];
  /** The guessed pair, by seat. */
  guesses: { [name: string]: CardPair };
}

/** What happens to entrants who are not there. */
export interface Absence {
  /** How long tables wait for their entrants to say that they are ready; 0: they do not wait. */
  ready_seconds: number;
  /** After how many forfeits in a row, because they were not there, entrants are withdrawn; 0: never. */
  missed_rounds: number;
  /** What happens in matches when a seat is silent; absent if the rules of the game alone decide. */
  in_play?: AbsenceInPlay;
}

/** What happens in a match when a seat that should submit is silent at the deadline of a phase. */
export interface AbsenceInPlay {
  /** What comes of it. */
  then: "bot" | "waiting" | "forfeit";
  /** How much longer the phase then lasts first, once. */
  grace_seconds: number;
  /** How many phases each seat can miss before that; they close at their deadline. */
  excused_phases: number;
}

/** A deadline has passed, but seats that should have submitted have not, and have missed too many phases before. */
export interface AbsenceNoted {
  /** The number of the phase. */
  phase: number;
  /** The silent seats. */
  seats: string[];
  /** What comes of it. */
  then: "grace" | "bot" | "waiting" | "forfeit";
  /** The type, which identifies the schema. */
  type: "absence_noted";
}

/** What happens to entrants who are not there. */
export interface AbsenceRequest {
  /** How long tables wait for their entrants to say that they are ready (`sayReady`). Whoever is not, forfeits a table of two. 0: tables do not wait. */
  ready_seconds?: number;
  /** After how many forfeits in a row, for not being there, an entrant is withdrawn; 0: never. */
  missed_rounds?: number;
  /** What happens in matches when a seat that should submit is silent at a deadline. */
  in_play?: InPlayRequest;
}

/** What to take in a match, or with whom to enter a tournament. */
export interface AcceptRequest {
  /** In a match, the seat to take; by default that of the invitation, or the first free one. */
  seat?: string | null;
  /** 32 random bytes from the caller, in hexadecimal. They are mixed into the seed, so that the server alone cannot choose the draws. Only for the caller's own seat, until the start. */
  entropy?: string | null;
  /** In a tournament of teams, the other member by id: the team enters when each has named the other. */
  partner?: string | null;
}

/** A player, for administrators. */
export interface AccountReply {
  /** The id of the player. */
  player_id: string;
  /** The name, for people. */
  name: string;
  /** Whether the player is an administrator. */
  administrator: boolean;
  /** When it was created, or renewed for the last time. */
  created_at: string;
  /** Since when the player is suspended; null: it is not. */
  suspended_at: string | null;
  /** The player's tokens that have not expired. */
  tokens: TokenReply[];
  /** What else the player signs in with, oldest first. */
  ways_in: WayIn[];
}

/** Enter bots. */
export interface AddBotsAction {
  /** The type, which identifies the schema. */
  type: "add_bots";
  /** Why; everyone concerned can read it. */
  reason?: string;
  /** How many. */
  count: number;
}

/** End the match with this outcome. Not allowed for a host who plays. */
export interface AdjudicateAction {
  /** The type, which identifies the schema. */
  type: "adjudicate";
  /** The rank of each seat; 1 is best. Seats can share a rank, and ranks can be skipped. */
  rank: { [name: string]: number };
  /** The consequences of the end, by seat. */
  consequences?: { [name: string]: Consequence[] };
  /** Visible to everyone in the match. */
  reason: string;
}

/** A unit right after an effect, before deaths; a unit that returned to a hand, as it left. */
export interface AffectedUnit {
  /** The card's id. */
  card: string;
  /** The arena, 1 to 5. */
  arena: number;
  /** The attack of the unit. */
  attack: number;
  /** The unit's hit points. */
  hp: number;
  /** The most hit points it can have. */
  max_hp: number;
  /** How often the card can still be used; at 0 it is removed from the match. */
  durability: number;
}

/** From now on, these shamans can complete the room with any mana. */
export interface AltarGranted {
  /** The room. */
  room: Room;
  /** The shamans. */
  shamans: string[];
  /** The type, which identifies the schema. */
  type: "divine_intervention.altar_granted";
}

/** Name the prophet of round 0, before anything is shown. */
export interface AnointMove {
  /** The type, which identifies the schema. */
  type: "anoint";
  /** A shaman, who can talk to the deity in round 0. */
  prophet?: string | null;
}

/** The API of this server. */
export interface ApiReply {
  /** The version of the API; paths begin with it. */
  api: "v1";
  /** The features of the server: each addition to the API increases it by one. */
  feature_level: number;
  /** The version of the server, for people. */
  version: string;
  /** The server's time when it sent this. */
  server_now: string;
}

/** A card of The Apocalypse: a horseman. */
export type ApocalypseCard = "pestilence" | "war" | "death" | "famine";

/** Options of a match of The Apocalypse. The defaults shown are those of `classic`; other variants set others. */
export interface ApocalypseOptions {
  /** The variant whose defaults apply. */
  variant: "classic" | "aftermath" | "skirmish" | "open_seals";
  /** Seats of heaven. */
  heaven_size: number;
  /** Seats of hell. */
  hell_size: number;
  /** Whether players of one realm can talk to each other, as a group and in pairs. */
  realm_talk: boolean;
  /** When two players of different realms can talk: when a card has opened their chat, or always. */
  cross_realm_talk: "opened" | "always";
  /** How long a chat that a card has opened stays open. */
  chat_lifetime: "next_round" | "rest_of_match";
  /** Whether both players of an AB game learn that there is one. */
  announce_ab_games: boolean;
  /** Who gains from Pestilence's Communications when both play the same pair. */
  pestilence_bonus: "user" | "both";
  /** How losing at least 2 points in a round is counted: the losses alone, or minus the gains. */
  loss_counting: "gross" | "net";
  /** What becomes public when the match ends: totals and outcome, or all plays and points. */
  reveal_at_end: "outcome" | "full";
  /** Length of every phase. */
  round_seconds: number;
}

/** How the match ended; lists other than `ranking` are in seat order. */
export interface ApocalypseResult {
  /** By seat: its points. */
  totals: { [name: string]: number } | null;
  /** All seats, best first. */
  ranking: string[];
  /** The rank of each seat; 1 is best. */
  rank: { [name: string]: number };
  /** The seats that won. */
  winner: string[];
  /** The seats that go to heaven, or stay there. */
  ascends: string[];
  /** The seats that go to hell, or stay there. */
  descends: string[];
  /** The seats that bear a mark of elimination. */
  mark_of_elimination: string[];
  /** The seats that are candidates for elimination. */
  elimination_candidate: string[];
}

/** Everything that happened in one round; `opened` are the chats opened for it, `totals` the totals after it. */
export interface ApocalypseRound {
  /** The round's number, from 1. */
  round: number;
  /** The chats opened for the round: pairs of opponents. */
  opened: [string, string][];
  /** By seat: what it played. */
  plays: { [name: string]: CardsPlayed };
  /** The uses of Communications in the round. */
  uses: ChatUse[];
  /** The AB games of the round. */
  ab_games: AbGame[];
  /** Every gain and loss of the round. */
  ledger: LedgerRecord[];
  /** The seats that lost at least 2 points in the round. */
  hurt: string[];
  /** By card: how many seats of both realms played it in the round. */
  card_counts: { [name in ApocalypseCard]?: number };
  /** By seat: its points. */
  totals: { [name: string]: number };
}

/** A match of The Apocalypse, as one viewer knows it. The fields from `plays` on are null except for seats. */
export interface ApocalypseView {
  /** A seat, `spectator`, `observer` or `host`. */
  viewer: string;
  /** The id of the game. */
  game: "apocalypse";
  /** The public options of the match. */
  options: ApocalypseOptions;
  /** In seat order. */
  seats: Seat[];
  /** 1 to 6; stays 6 when the match is over. */
  round: number;
  /** The open phase; null once the match is over. */
  phase: Phase | null;
  /** Whether the match is over. */
  over: boolean;
  /** By round: how many seats played each card. */
  card_counts: { [name: string]: { [name in ApocalypseCard]?: number } };
  /** Null until the match is over. */
  final_totals: { [name: string]: number } | null;
  /** Null until the match is over. */
  outcome: ApocalypseResult | null;
  /** The whole match, if it was revealed at the end. */
  record: ApocalypseRound[] | null;
  /** The plays that counted, by round. */
  plays: { [name: string]: CardsPlayed } | null;
  /** Points after each round. */
  totals: { [name: string]: number } | null;
  /** Pairs not played yet. */
  pairs_left: CardPair[] | null;
  /** Opponents that this seat has targeted with Communications. */
  targeted: string[] | null;
  /** Opponents that this seat can still target with Communications. */
  targets_left: string[] | null;
  /** Mates that this seat chose with Death's Active. */
  selected: string[] | null;
  /** Mates that this seat can still choose with Death's Active. */
  mates_left: string[] | null;
  /** Opponents whose chat with this seat was opened for the round, by round, from the second. */
  opened: { [name: string]: string[] } | null;
  /** Opponents whose chat with this seat is open now. */
  can_talk_to: string[] | null;
  /** Opponents with an AB game, by round, from the second; null unless games are announced. */
  ab_games: { [name: string]: string[] } | null;
}

/** One card played from the hand. */
export interface ArenaAction {
  /** The card's id. */
  card: string;
  /** The arena of a unit, or of the target of an item; null for an item without a target. */
  arena?: number | null;
  /** The destination, for an item that moves a hero. */
  to?: number | null;
}

/** All of the fight that everyone knows. `arenas` are 1 to 5; null: nobody's. */
export interface ArenaBoard {
  /** The turn's number, from 1. */
  turn: number;
  /** The fighter who has the turn. */
  active: string;
  /** The heroes of arenas 1 to 5, in this order; null: nobody's. */
  arenas: (ArenaUnit | null)[];
  /** By fighter: what everyone knows. */
  fighters: { [name: string]: ArenaFighter };
  /** The shop. */
  shop: ArenaShop;
  /** The fighter who is ahead; null: nobody. */
  lead: string | null;
}

/** The public state of the fight. */
export interface ArenaBoardTold {
  /** The fight. */
  board: ArenaBoard;
  /** The type, which identifies the schema. */
  type: "hero_of_the_arena.board";
}

/** A fighter paid for a card and played it. */
export interface ArenaCardPlayed {
  /** The seat. */
  seat: string;
  /** The card's id. */
  card: string;
  /** The arena, 1 to 5; null if the card has none. */
  arena: number | null;
  /** The arena to which an item moves a hero; null: none. */
  to: number | null;
  /** The type, which identifies the schema. */
  type: "hero_of_the_arena.card_played";
}

/** The winning team, and the reason. */
export interface ArenaDecided {
  /** The seats of the team that won. */
  winners: string[];
  /** What decided the fight. */
  decided_by: ArenaDecision;
  /** By fighter: points. */
  points: { [name: string]: number };
  /** The type, which identifies the schema. */
  type: "hero_of_the_arena.decided";
}

/** What decided the fight. */
export type ArenaDecision = "score" | "last_lead" | "never_led";

/** Put cards on cooldown, at most one for each arena number. Used in phase `turn`. */
export interface ArenaDiscardMove {
  /** The type, which identifies the schema. */
  type: "discard";
  /** The cards. */
  cards?: DiscardedCard[];
}

/** What everyone knows of a fighter. `perks` in the order of purchase, `removed` cards are gone for good. */
export interface ArenaFighter {
  /** Coins held. */
  coins: number;
  /** Mana left in the turn. */
  mana: number;
  /** The fighter's points. */
  points: number;
  /** The perks bought, in order. */
  perks: string[];
  /** The cards that are gone for good. */
  removed: string[];
  /** How many cards are in the hand. */
  hand_size: number;
  /** How many cards are in the deck. */
  deck_size: number;
  /** The cards on cooldown. */
  pile: CooledCard[];
}

/** All cards and perks of the match; later facts refer to them by id. */
export interface ArenaPackRevealed {
  /** All cards and perks of the match. */
  pack: HeroOfTheArenaPack;
  /** The type, which identifies the schema. */
  type: "hero_of_the_arena.pack_revealed";
}

/** Play cards in this order. Used in phases `turn` and `play`; without actions it is a pass. */
export interface ArenaPlayMove {
  /** The type, which identifies the schema. */
  type: "play";
  /** The cards to play, in this order. */
  actions?: ArenaAction[];
  /** End the turn, or see what was drawn and continue. */
  then?: "end" | "more";
}

/** The shop, which both fighters share. */
export interface ArenaShop {
  /** The cards for sale. */
  row: string[];
  /** The perks on display. */
  perks: DisplayedPerk[];
  /** The cards sold, which never come back. */
  sold: string[];
  /** How often the row was replaced in this turn. */
  refreshes: number;
  /** Complete rounds in a row without a perk bought. */
  idle_rounds: number;
  /** Whether a perk was bought in this round. */
  perk_bought: boolean;
}

/** Buy cards and perks in this order. Used in phases `turn` and `shop`. */
export interface ArenaShopMove {
  /** The type, which identifies the schema. */
  type: "shop";
  /** Cards of the row and perks on display. */
  buy?: string[];
  /** End the turn, or pay for a new row and continue. */
  then?: "leave" | "refresh";
}

/** A hero of an arena. */
export interface ArenaUnit {
  /** The card's id. */
  card: string;
  /** The fighter it fights for. */
  owner: string;
  /** What the unit strikes with. */
  attack: number;
  /** The lasting bonus in the attack. */
  bonus: number;
  /** The unit's hit points. */
  hp: number;
  /** The most hit points it can have. */
  max_hp: number;
  /** How often the card can still be used; at 0 it is removed from the match. */
  durability: number;
}

/** The winners of the boons; boons without a winner are not listed. The winners have paid. */
export interface AuctionHeld {
  /** The round's number; the first is 0. */
  round: number;
  /** By boon: who won it. */
  wins: { [name in BoonId]?: BoonWin };
  /** The type, which identifies the schema. */
  type: "divine_intervention.auction_held";
}

/** Steps of administrators, the newest first. */
export interface AuditPage {
  /** The steps. */
  steps: Audited[];
  /** Pass it as `before` to get those that follow; null: there are none. */
  next: string | null;
}

/** A step of an administrator about a player. */
export interface Audited {
  /** The id of the step; later ones are greater. */
  audit_id: string;
  /** When it was done. */
  at: string;
  /** The id of the administrator; null: the operator, at the command line of the server. */
  by: string | null;
  /** What was done. */
  step: "suspended" | "reinstated" | "name_withdrawn" | "token_withdrawn" | "tokens_withdrawn" | "access_ended" | "administrator_removed" | "administrator_made" | "forgotten";
  /** The player about whom it was done. */
  player_id: string;
  /** Why, in the words of who did it; null: no reason was given. */
  reason: string | null;
  /** The token that was withdrawn; null with other steps. */
  token_id: string | null;
}

/** A phase waits for you: `phase` of the match is open, and your seat is awaited. Again when a match resumes. */
export interface Awaited {
  /** The match. */
  match_id: string;
  /** The id of the game. */
  game: string;
  /** The seat. */
  seat: string;
  /** The number of the phase. */
  phase: number;
  /** Its deadline; null while none runs. */
  closes_at: string | null;
  /** The type, which identifies the schema. */
  type: "awaited";
}

/** The phase that waited for you closed before its deadline, and the one that follows does not wait for you. */
export interface AwaitedNoMore {
  /** The match. */
  match_id: string;
  /** The id of the game. */
  game: string;
  /** The seat. */
  seat: string;
  /** The number of the phase that closed. */
  phase: number;
  /** The type, which identifies the schema. */
  type: "awaited_no_more";
}

/** A boon, as it is shown to viewers who see the offer; `parameter` is the field its use needs besides `id`. */
export interface BoonCard {
  /** The boon. */
  id: BoonId;
  /** For people. */
  name: string;
  /** What it does, for people. */
  text: string;
  /** Whether it acts on rituals or on resources. */
  kind: "ritual" | "resource";
  /** The field that its use needs besides `id`; null: none. */
  parameter: "room" | "element" | "seat" | "number" | null;
}

/** A boon of Divine Intervention. */
export type BoonId = "skeleton_key" | "pilgrims_road" | "sealed_door" | "tamed_inferno" | "plain_altar" | "harmony" | "eclipse" | "conversion" | "revelation" | "harvest" | "second_spring" | "drought" | "tithe" | "covet" | "silenced_prophet" | "wrath" | "constancy" | "all_seeing_eye" | "prophecy" | "last_rites" | "judgement" | "congregation" | "undying_zeal";

/** What a boon did, as far as its recipient learns it; other fields are absent. */
export interface BoonNotice {
  /** The round's number; the first is 0. */
  round: number;
  /** The boon. */
  boon: BoonId;
  /** The room. */
  room?: Room;
  /** The element. */
  element?: Element;
  /** The last round of the effect. */
  until?: number;
  /** The deity that used the boon on the seat. */
  deity?: string;
  /** Whether the shaman follows another deity because of the boon. */
  converted?: boolean;
  /** Whether the boon struck a shaman. */
  struck?: boolean;
  /** By shaman: the deity prayed to, null for none. */
  prayers?: { [name: string]: string | null };
  /** Present if the notice is for the user of the boon. */
  own: true;
  /** The piety that its user gained from the boon in this round. */
  piety?: number;
}

/** A notice about a boon; `public` says whether it is for everyone. */
export interface BoonNoticed {
  /** The notice. */
  notice: BoonNotice;
  /** Whether the notice is for everyone. */
  public: boolean;
  /** The type, which identifies the schema. */
  type: "divine_intervention.boon_noticed";
}

/** Use a boon on an element. */
export interface BoonOnElement {
  /** The boon. */
  id: BoonId;
  /** The element. */
  element: Element;
}

/** Use a boon on a room. */
export interface BoonOnRoom {
  /** The boon. */
  id: BoonId;
  /** The room. */
  room: Room;
}

/** Use a boon on a shaman or on another deity. */
export interface BoonOnSeat {
  /** The boon. */
  id: BoonId;
  /** A shaman or another deity, depending on the boon. */
  seat: string;
}

/** Use a boon that has no parameter. */
export interface BoonUse {
  /** The boon. */
  id: BoonId;
}

/** Who won a boon, and for how much piety. */
export interface BoonWin {
  /** The seat. */
  seat: string;
  /** The piety paid for it. */
  bid: number;
}

/** Use a boon that foretells a number. */
export interface BoonWithNumber {
  /** The boon. */
  id: BoonId;
  /** The number foretold. */
  number: number;
}

/** The boons to bid for in a round. */
export interface BoonsOffered {
  /** The round's number; the first is 0. */
  round: number;
  /** The boons offered. */
  boons: BoonCard[];
  /** The type, which identifies the schema. */
  type: "divine_intervention.boons_offered";
}

/** Bring an entrant back who has withdrawn, was dropped or disqualified, with number and points. */
export interface BringBackAction {
  /** The type, which identifies the schema. */
  type: "bring_back";
  /** Why; everyone concerned can read it. */
  reason?: string;
  /** The entrant. */
  entrant: string;
}

/** The results of the action, in the order of the matches in the request. */
export interface BulkActionReply {
  /** The results. */
  results: BulkActionResult[];
}

/** An action of a host on many matches: those in `match_ids`, or those of a round of a tournament. */
export interface BulkActionRequest {
  /** The matches. */
  match_ids?: string[];
  /** The tournament, with `round`. */
  tournament?: string;
  /** The round, of which the match of each table is meant. */
  round?: number;
  /** The action, the same on each match. */
  action: HostAction;
}

/** What became of the action on a match: its reply or its problem. */
export interface BulkActionResult {
  /** The HTTP status that a call for this item alone would have. */
  status: number;
  /** The match, if it was done. */
  reply?: MatchReply;
  /** Why it was not done; a `pointer` in it points into the item. */
  problem?: Problem;
  /** The match. */
  match_id: string;
}

/** The results of the items, in their order. */
export interface BulkReply {
  /** The results. */
  results: BulkResult[];
}

/** New matches; the caller is their host. */
export interface BulkRequest {
  /** The matches, each as for `createMatch`. */
  matches: MatchRequest[];
}

/** What became of an item: its reply or its problem. */
export interface BulkResult {
  /** The HTTP status that a call for this item alone would have. */
  status: number;
  /** The match, if it was done. */
  reply?: MatchReply;
  /** Why it was not done; a `pointer` in it points into the item. */
  problem?: Problem;
}

/** The seats of the other realm that a seat can talk to in the next round. */
export interface CanTalkTo {
  /** The seat. */
  seat: string;
  /** The seats of the other realm. */
  seats: string[];
  /** The type, which identifies the schema. */
  type: "threads_of_fate.can_talk_to";
}

/** End the tournament without places. Its matches are called off. */
export interface CancelAction {
  /** The type, which identifies the schema. */
  type: "cancel";
  /** Why; everyone concerned can read it. */
  reason?: string;
}

/** End the series without a winner. Its match is called off. */
export interface CancelSeriesAction {
  /** The type, which identifies the schema. */
  type: "cancel";
  /** Why; everyone who sees the series can read it. */
  reason?: string;
}

/** One of a card's abilities in The Apocalypse. */
export type CardAbility = "communications" | "active" | "passive" | "endgame";

/** How many seats of both realms together played each card in a round. */
export interface CardCounts {
  /** The round's number, from 1. */
  round: number;
  /** By card: how many seats played it. */
  counts: { [name in ApocalypseCard]?: number };
  /** The type, which identifies the schema. */
  type: "apocalypse.card_counts";
}

/** Two cards of The Apocalypse. */
export type CardPair = "pestilence_war" | "pestilence_death" | "pestilence_famine" | "war_death" | "war_famine" | "death_famine";

/** One card, its ability and its targets. */
export interface CardPlay {
  /** The card. */
  card: ApocalypseCard;
  /** Always `communications` in the opening and `endgame` in the endgame. */
  ability: CardAbility;
  /** The targets of the ability: seats, pairs, cards or realms, in any order. Twice as many with Death's Passive. */
  targets?: string[];
  /** Endgame of Pestilence and War: the guessed pair of each seat. */
  guesses?: { [name: string]: CardPair };
}

/** A card lost one durability: a unit that died in the arena `died_in`, or an item. */
export interface CardWorn {
  /** The seat. */
  seat: string;
  /** The card's id. */
  card: string;
  /** The arena in which the unit died; null for an item. */
  died_in: number | null;
  /** How often the card can still be used; at 0 it is removed from the match. */
  durability: number;
  /** Turns on cooldown; null if the card was removed from the match. */
  cooldown: number | null;
  /** The type, which identifies the schema. */
  type: "hero_of_the_arena.card_worn";
}

/** What a seat played in a round. `ab` has every opponent whose chat was opened for the round. For that seat. */
export interface CardsPlayed {
  /** The round's number, from 1. */
  round: number;
  /** The seat. */
  seat: string;
  /** The two cards. */
  pair: CardPair;
  /** By card: how it was played. */
  cards: { [name in ApocalypseCard]?: AbilityUse };
  /** The choice for an AB game, by opponent whose chat was opened for the round. */
  ab: { [name: string]: AbChoice };
  /** Whether the server played by default, because the seat did not submit. */
  defaulted: boolean;
  /** The type, which identifies the schema. */
  type: "apocalypse.played";
}

/** Cards went from the pile to the bottom of the deck: the open ones in order, and the number of face-down ones. */
export interface CardsReleased {
  /** The seat. */
  seat: string;
  /** The cards. */
  cards: string[];
  /** How many cards lay face down. */
  face_down: number;
  /** The type, which identifies the schema. */
  type: "hero_of_the_arena.cards_released";
}

/** The two remaining cards of a draft round. */
export interface CardsSetAside {
  /** The draft round, from 1. */
  round: number;
  /** The unit. */
  unit: string;
  /** The item. */
  item: string;
  /** The type, which identifies the schema. */
  type: "hero_of_the_arena.cards_set_aside";
}

/** Choose the spell of this round. Used in phase `cast`; only the mover knows it until the phase closes. */
export interface CastMove {
  /** The type, which identifies the schema. */
  type: "cast";
  /** A spell of the mover's hand, or `w` for the owner of Athena's Wisdom, once. Its English name in the theme of the match is also accepted, in any case. */
  spell: Spell;
}

/** The spell that `seat` submitted when the opponent's missing cast ended the duel. Only for the host. */
export interface CastVoided {
  /** The seat. */
  seat: Duelist;
  /** The spell. */
  spell: Spell;
  /** The type, which identifies the schema. */
  type: "wizards_duel.cast_voided";
}

/** Both units survived 100 strikes, so the challenger falls. Only in version 1 of the rules. */
export interface ChallengerFell {
  /** The arena, 1 to 5. */
  arena: number;
  /** The card's id. */
  card: string;
  /** The type, which identifies the schema. */
  type: "hero_of_the_arena.challenger_fell";
}

/** What changes of a player. */
export interface ChangePlayerRequest {
  /** The visible name of the player, without unassigned or private characters (RFC 8266), and with invisible ones only where its script needs them. */
  name: string;
}

/** Nobody can write in `channel` any more; its messages stay readable. For the viewers of its opening. */
export interface ChannelClosed {
  /** The channel's name. */
  channel: string;
  /** The type, which identifies the schema. */
  type: "channel_closed";
}

/** From now on `members` can talk in `channel`. For its members, and for everyone if `spectators` can read it. */
export interface ChannelOpened {
  /** The channel's name. */
  channel: string;
  /** The seats that can write in the channel. */
  members: string[];
  /** Whether spectators can read the channel. */
  spectators: boolean;
  /** The type, which identifies the schema. */
  type: "channel_opened";
}

/** A channel that the caller can read. Members can also write while it is open. */
export interface ChannelReply {
  /** The name of the channel, for `listMessages` and `sendMessage`. */
  channel: string;
  /** Seats, and `host` in the channel between a seat and the host. */
  members: string[];
  /** Whether its members can write now. */
  open: boolean;
}

/** Forbid the opponent one spell in the next round. Used in phase `charm`. */
export interface CharmMove {
  /** The type, which identifies the schema. */
  type: "charm";
  /** Any spell of the pool except `2` and `x`, in the opponent's hand or not, or its name; null forbids nothing. */
  spell?: Spell | null;
}

/** The spell that each Charm forbids the opponent in the next round; null: none. */
export interface Charmed {
  /** The forbidden spell, by the seat whose Charm worked; null for none. */
  named: { [name in Duelist]?: Spell | null };
  /** The type, which identifies the schema. */
  type: "wizards_duel.charmed";
}

/** Communications have opened the chat of two opponents for this round, so that each has an AB choice for the other. */
export interface ChatOpened {
  /** The round's number, from 1. */
  round: number;
  /** The seats it is about. */
  seats: [string, string];
  /** The type, which identifies the schema. */
  type: "apocalypse.chat_opened";
}

/** One use of a card's Communications. */
export interface ChatUse {
  /** The seat that played the card or started the game. */
  by: string;
  /** The target. */
  target: string;
  /** The card. */
  card: ApocalypseCard;
}

/** The uses of Communications in a round. Host only. */
export interface ChatsUsed {
  /** The round's number, from 1. */
  round: number;
  /** The uses of Communications in the round. */
  uses: ChatUse[];
  /** The type, which identifies the schema. */
  type: "apocalypse.chat_used";
}

/** Ask entrants to say that they are here. */
export interface CheckInAction {
  /** The type, which identifies the schema. */
  type: "check_in";
  /** Why; everyone concerned can read it. */
  reason?: string;
}

/** Say that you are there (`checkIn`), before round 1 is published. */
export interface CheckInAsked {
  /** The id of the tournament. */
  tournament_id: string;
  /** What the tournament is called. */
  label: string;
  /** When round 1 starts; absent if it has no time. */
  starts_at?: string;
  /** The type, which identifies the schema. */
  type: "check_in_asked";
}

/** Entrants must say that they are here; who has not when the first round is paired is withdrawn. */
export interface CheckInOpened {
  /** The type, which identifies the schema. */
  type: "check_in_opened";
}

/** An entrant is here. */
export interface CheckedIn {
  /** The id of the entrant, which never changes. */
  entrant: string;
  /** The type, which identifies the schema. */
  type: "checked_in";
}

/** Choose the drafter who begins. Used in phase `starter`. */
export interface ChooseStarterMove {
  /** The type, which identifies the schema. */
  type: "choose_starter";
  /** One of the two heaven seats. */
  seat: "heaven-1" | "heaven-2";
}

/** A frame that clients send on a WebSocket, by `type`. */
export type ClientFrame = SubscribeFrame | UnsubscribeFrame | SubmitFrame | PingFrame;

/** Before the start: allow only the host and players with a reservation to take a seat. */
export interface CloseDoorAction {
  /** The type, which identifies the schema. */
  type: "close_door";
}

/** A phase of a table's match closes a moment later (`tables_set`), if it is still open. For its entrants. */
export interface CloseOrdered {
  /** The number of the round. */
  round: number;
  /** The number of the table. */
  table: number;
  /** The number of the phase. */
  phase: number;
  /** The entrants of the table. */
  entrants: string[];
  /** How many entries have ordered something about the matches of the round by now. */
  order: number;
  /** The type, which identifies the schema. */
  type: "close_ordered";
}

/** Close the open phase now. Not allowed for a host who plays. */
export interface ClosePhaseAction {
  /** The type, which identifies the schema. */
  type: "close_phase";
  /** The number of the phase to close. */
  phase: number;
}

/** Close the open phase of a table now, as at its deadline. */
export interface CloseTablePhaseAction {
  /** The type, which identifies the schema. */
  type: "close_phase";
  /** Why; everyone concerned can read it. */
  reason?: string;
  /** The round. */
  round: number;
  /** The table. */
  table: number;
  /** The number of the phase to close. */
  phase: number;
}

/** All strikes of a combat: `first` and `second` strike in turn, `strikes` times in total. */
export interface CombatFought {
  /** The arena, 1 to 5. */
  arena: number;
  /** The unit that struck first. */
  first: Combatant;
  /** The unit that struck second. */
  second: Combatant;
  /** The number of strikes of both units. */
  strikes: number;
  /** The challenger, if it fell because both units survived 100 strikes; otherwise null. */
  fell: string | null;
  /** The type, which identifies the schema. */
  type: "hero_of_the_arena.combat_fought";
}

/** One unit survived. */
export interface CombatWon {
  /** The arena, 1 to 5. */
  arena: number;
  /** The seat. */
  seat: string;
  /** The card's id. */
  card: string;
  /** The type, which identifies the schema. */
  type: "hero_of_the_arena.combat_won";
}

/** A unit in a combat: its attack, its HP before the first strike, and after the last. */
export interface Combatant {
  /** The card's id. */
  card: string;
  /** The attack of the unit. */
  attack: number;
  /** Its hit points before the first strike. */
  hp: number;
  /** Its hit points after the last strike, which may be below 0. */
  hp_left: number;
}

/** What the end of a match means for a seat; the rules of the game define it. */
export type Consequence = "winner" | "ascends" | "descends" | "mark_of_elimination" | "elimination_candidate" | "token_of_life";

/** How many seats have a consequence when the match ends, as the rules of its game say. */
export interface ConsequenceCount {
  /** The consequence. */
  consequence: Consequence;
  /** The smallest number of seats. */
  least: number;
  /** The largest number of seats. */
  most: number;
}

/** A card on cooldown for `left` more turns of its owner; `start` is the initial number of turns. */
export interface CooledCard {
  /** The card's id; null to others while it lies face down. */
  card: string | null;
  /** Turns of its owner that the card still waits. */
  left: number;
  /** The number of turns when the cooldown began. */
  start: number;
  /** As of other cards; null to others while it lies face down. */
  durability: number | null;
  /** Whether it lies face down. */
  face_down: boolean;
}

/** Give a table another result. Standings change at once, published pairings do not. */
export interface CorrectResultAction {
  /** The type, which identifies the schema. */
  type: "correct_result";
  /** Why; everyone concerned can read it. */
  reason?: string;
  /** The round. */
  round: number;
  /** The table. */
  table: number;
  /** How the result came about. */
  how?: "played" | "bye" | "half_bye" | "zero_bye" | "forfeit" | "double_forfeit" | "adjudicated";
  /** Half points of each entrant, in the order of the table. */
  points: number[];
}

/** A move of the caller's seat that counted when its phase closed. */
export interface CountedMove {
  /** The number of the phase. */
  phase: number;
  /** The move, in canonical form. */
  move: Move;
}

/** The thread to create already exists; everything that was spent on it is lost. */
export interface CreateFailed {
  /** The thread, as `SOURCE>RECIPIENT`. */
  thread: string;
  /** The type, which identifies the schema. */
  type: "threads_of_fate.create_failed";
}

/** Undo the last round, or let it stand. Used in phase `daybreak`. */
export interface DaybreakMove {
  /** The type, which identifies the schema. */
  type: "daybreak";
  /** True spends one use and undoes the round. */
  use: boolean;
}

/** The deadline of the open phase has moved, in which you can submit: the match was paused or resumed, or extended. */
export interface DeadlineMoved {
  /** The match. */
  match_id: string;
  /** The id of the game. */
  game: string;
  /** The seat. */
  seat: string;
  /** The number of the phase. */
  phase: number;
  /** The new deadline; null while none runs. */
  closes_at: string | null;
  /** The type, which identifies the schema. */
  type: "deadline_moved";
}

/** The deadline of a phase is near, and you have not submitted. Once for each phase. */
export interface DeadlineNear {
  /** The match. */
  match_id: string;
  /** The id of the game. */
  game: string;
  /** The seat. */
  seat: string;
  /** The number of the phase. */
  phase: number;
  /** The deadline. */
  closes_at: string;
  /** The type, which identifies the schema. */
  type: "deadline_near";
}

/** The open phase closes at this time (RFC 3339, UTC); null while the match is paused or suspended. */
export interface DeadlineSet {
  /** The number of the phase. */
  phase: number;
  /** When the open phase closes; null while the match is not running. */
  closes_at: string | null;
  /** The order of the tournament (`extension_ordered`) that this carries out; absent otherwise. */
  order?: number;
  /** The type, which identifies the schema. */
  type: "deadline_set";
}

/** The death match of an episode began. It has this id, and exists a moment later (`matches_set`). */
export interface DeathMatchBegun {
  /** The number of the episode. */
  episode: number;
  /** The death match. */
  match_id: string;
  /** Who has which seat in it. */
  seats: { [name: string]: string };
  /** The type, which identifies the schema. */
  type: "death_match_begun";
}

/** The death match of an episode is over. */
export interface DeathMatchDone {
  /** The number of the episode. */
  episode: number;
  /** How it came to its end. */
  how: "played" | "adjudicated" | "decided";
  /** Who has lost: the candidate or the opponent. */
  loser: string;
  /** Who adjudicated it; absent if nobody did. */
  by?: Person;
  /** The type, which identifies the schema. */
  type: "death_match_done";
}

/** A kind of death match; its loser leaves the series. */
export interface DeathRequest {
  /** The id of the game. */
  game: string;
  /** By default the first variant of the game. */
  variant?: string | null;
  /** Options that differ from those of the variant. */
  options?: Options;
  /** Who has each seat: `candidate`, `opponent`, `partner:candidate` or `partner:opponent`. Partners are picked from those who are in heaven next. */
  seats: { [name: string]: string };
}

/** A kind of death match. */
export interface DeathTerms {
  /** The game. */
  match: SeriesMatchTerms;
  /** Who has which seat: `candidate`, `opponent`, `partner:candidate` or `partner:opponent`. */
  seats: { [name: string]: string };
}

/** Decide the match for which the series waits: by the `loser` of a death match, or as a main match ends. */
export interface DecideMatchAction {
  /** The type, which identifies the schema. */
  type: "decide";
  /** Why; everyone who sees the series can read it. */
  reason?: string;
  /** Who has lost the death match: the candidate or the opponent. */
  loser?: string | null;
  /** The rank of each entrant in the main match; 1 is best. */
  rank?: { [name: string]: number };
  /** What the main match means for each entrant, as in an outcome. */
  consequences?: { [name: string]: Consequence[] };
}

/** An entrant is asked to decide. */
export interface DecisionAsked {
  /** The number of the decision in the series, from 1. */
  decision: number;
  /** The number of the episode. */
  episode: number;
  /** What it is about. */
  about: "pick" | "partner:candidate" | "partner:opponent";
  /** Who is asked. */
  entrant: string;
  /** Who can be chosen. */
  choices: string[];
  /** Until when; null if it closes at once. */
  until: string | null;
  /** The type, which identifies the schema. */
  type: "decision_asked";
}

/** You are asked to decide (`decideInSeries`). */
export interface DecisionAskedOfYou {
  /** The id of the series. */
  series_id: string;
  /** What the series is called. */
  label: string;
  /** The number of the decision in the series. */
  decision: number;
  /** The number of the episode. */
  episode: number;
  /** What it is about. */
  about: "pick" | "partner:candidate" | "partner:opponent";
  /** Until when. */
  until: string;
  /** The type, which identifies the schema. */
  type: "decision_asked";
}

/** A decision is closed: this counts. */
export interface DecisionClosed {
  /** The number of the decision. */
  decision: number;
  /** Who is chosen. */
  choice: string;
  /** Why it closed. */
  because: "made" | "silent" | "only_choice" | "bot";
  /** The type, which identifies the schema. */
  type: "decision_closed";
}

/** An open decision has another deadline. */
export interface DecisionExtended {
  /** The number of the decision. */
  decision: number;
  /** The new deadline. */
  until: string;
  /** The type, which identifies the schema. */
  type: "decision_extended";
}

/** A decision, which can be changed until it closes. For its maker only. */
export interface DecisionMade {
  /** The number of the decision. */
  decision: number;
  /** Who decides. */
  entrant: string;
  /** Who is chosen. */
  choice: string;
  /** The type, which identifies the schema. */
  type: "decision_made";
}

/** The deadline of your decision has moved: the series was paused or resumed, or the time extended. */
export interface DecisionMoved {
  /** The id of the series. */
  series_id: string;
  /** What the series is called. */
  label: string;
  /** The number of the decision in the series. */
  decision: number;
  /** The new deadline; null while none runs. */
  until: string | null;
  /** The type, which identifies the schema. */
  type: "decision_moved";
}

/** What an entrant is or was asked. */
export interface DecisionReply {
  /** The number of the decision in the series, from 1. */
  decision: number;
  /** The number of the episode. */
  episode: number;
  /** What it is about. */
  about: "pick" | "partner:candidate" | "partner:opponent";
  /** Who is asked. */
  entrant: string;
  /** Who had the place of the entrant as long as the decision was open, one after another; bots are null. */
  players: (Person | null)[];
  /** Who can be chosen. */
  choices: string[];
  /** Until when; null while no time runs. */
  until: string | null;
  /** Who is chosen, as far as the caller may know; null: nobody, or the caller learns it when the decision closes. */
  choice: string | null;
  /** Why it closed; null while it is open. */
  because: "made" | "silent" | "only_choice" | "bot" | null;
}

/** A decision; it can be changed until it closes. */
export interface DecisionRequest {
  /** Who is chosen: one of the `choices` of the decision. */
  choice: string;
}

/** Both decks in order, top first. */
export interface DecksStacked {
  /** By fighter: the deck, top first. */
  decks: { [name: string]: string[] };
  /** The type, which identifies the schema. */
  type: "hero_of_the_arena.decks_stacked";
}

/** A deity's decree as it counts, the default if there was none; the prophet is that of the next round. */
export interface DecreeCounted {
  /** The round's number; the first is 0. */
  round: number;
  /** The seat. */
  seat: string;
  /** The decree, in canonical form. */
  decree: DecreeMove;
  /** The type, which identifies the schema. */
  type: "divine_intervention.decree_counted";
}

/** Everything that a deity does in a round. */
export interface DecreeMove {
  /** The type, which identifies the schema. */
  type: "decree";
  /** The mana for worshipers at the end of the round; it must differ from the previous round. Null only in the final round. */
  element?: Element | null;
  /** The prophet of the next round, each shaman once in a match; not in the final round. */
  prophet?: string | null;
  /** Piety for the boons on offer: different amounts, together at most the piety held. */
  bids?: { [name in BoonId]?: number };
  /** The boon held, to be used now, with its parameter. */
  boon?: BoonOnRoom | BoonOnElement | BoonOnSeat | BoonWithNumber | BoonUse | null;
}

/** A finished round, as a deity learned it. */
export interface DeityReport {
  /** The round's number; the first is 0. */
  round: number;
  /** How many shamans worshiped the deity; null in the final round. */
  worshipers: number | null;
  /** Whether the prophet worshiped the deity; null without a prophet. */
  prophet_worshiped: boolean | null;
  /** The deity's piety. */
  piety: number;
  /** The boon won in the auction; null: none. */
  won: OwnWin | null;
}

/** The end of a round, for a deity: its worshipers, its piety after the auction and the boon it won. */
export interface DeityReported {
  /** The round's number; the first is 0. */
  round: number;
  /** The seat. */
  seat: string;
  /** How many shamans worshiped the deity; null in the final round. */
  worshipers: number | null;
  /** Whether the prophet worshiped the deity; null without a prophet. */
  prophet_worshiped: boolean | null;
  /** The deity's piety. */
  piety: number;
  /** The boon won in the auction; null: none. */
  won: OwnWin | null;
  /** The type, which identifies the schema. */
  type: "divine_intervention.deity_reported";
}

/** Messages to a webhook, the last one first. */
export interface DeliveryList {
  /** A page of them. */
  deliveries: DeliveryReply[];
}

/** A message to a webhook, and what has become of it. */
export interface DeliveryReply {
  /** Its number among the messages to this webhook. */
  n: number;
  /** Its `webhook-id`, the same for every try. */
  message_id: string;
  /** The type, which identifies the schema. */
  type: string;
  /** When it was created, or renewed for the last time. */
  created_at: string;
  /** `waiting` for its next try, `delivered`, or `failed` for good. */
  state: "waiting" | "delivered" | "failed";
  /** How often it was tried. */
  tries: number;
  /** When the last try began; null if it was not tried. */
  tried_at: string | null;
  /** The HTTP status of the last try; null if it was not answered. Nothing else of an answer is kept. */
  status: number | null;
  /** When it is tried next; null if never. */
  next_try_at: string | null;
}

/** Everything that a shaman does in a round. */
export interface DevoteMove {
  /** The type, which identifies the schema. */
  type: "devote";
  /** The deity that the shaman prays to; not in the final round. */
  pray?: string | null;
  /** At most one per room, and together at most the mana held; none in round 0. */
  rituals?: RitualEntry[];
}

/** A shaman's prayer and rituals as they count. */
export interface DevotionCounted {
  /** The round's number; the first is 0. */
  round: number;
  /** The seat. */
  seat: string;
  /** The devotion, in canonical form. */
  devotion: DevoteMove;
  /** The type, which identifies the schema. */
  type: "divine_intervention.devotion_counted";
}

/** A director acted; the other facts of the event say what came of it. */
export interface DirectorActed {
  /** Who acted. */
  director: Person;
  /** The type of the action. */
  action: string;
  /** The reason that the director gave; can be empty. */
  reason: string;
  /** Whether the director held no role and acted as an administrator of the server; absent if not, and in old logs. */
  administrator?: boolean;
  /** The type, which identifies the schema. */
  type: "director_acted";
}

/** An action of a director, by `type`. */
export type DirectorAction = OpenEntriesAction | CheckInAction | AddBotsAction | PairAction | SetPairingsAction | PublishAction | StartRoundAction | PauseTournamentAction | ResumeTournamentAction | ExcuseAction | ForfeitAction | CorrectResultAction | VoidTableAction | ExtendTablesAction | CloseTablePhaseAction | EndRoundAction | ReplaceEntrantAction | DisqualifyAction | BringBackAction | FinishAction | GiveTournamentRoleAction | TakeTournamentRoleAction | CancelAction;

/** A card that goes on cooldown for the number of that arena. */
export interface DiscardedCard {
  /** The card's id. */
  card: string;
  /** The arena, 1 to 5. */
  arena: number;
}

/** A perk for sale; once bought it leaves at the end of the turn `leaves_after`. */
export interface DisplayedPerk {
  /** The perk. */
  perk: string;
  /** The fighters who have bought it. */
  bought_by: string[];
  /** The turn at whose end it leaves, once it is bought; null before. */
  leaves_after: number | null;
}

/** Withdraw an entrant for a breach of the rules. */
export interface DisqualifyAction {
  /** The type, which identifies the schema. */
  type: "disqualify";
  /** Why; everyone concerned can read it. */
  reason?: string;
  /** The entrant. */
  entrant: string;
}

/** Let a bot go on in the place of an entrant, for a breach of the rules. */
export interface DisqualifyInSeriesAction {
  /** The type, which identifies the schema. */
  type: "disqualify";
  /** Why; everyone who sees the series can read it. */
  reason?: string;
  /** The entrant. */
  entrant: string;
}

/** One boon of a pack: an effect of the engine under a name and text of the organiser's. */
export interface DivineBoon {
  /** The effect. */
  id: BoonId;
  /** For people. */
  name: string;
  /** A text for players; it should state the values in `numbers`. */
  text: string;
  /** In which auctions it can come up: in those before the last, the last, all, or none. */
  offered: "opening" | "closing" | "both" | "never";
  /** All numbers of the effect by name, and no others. */
  numbers: { [name: string]: number };
}

/** A move of Divine Intervention, identified by `type`. */
export type DivineInterventionMove = AnointMove | DecreeMove | DevoteMove | RaiseMove;

/** Options of a Divine Intervention match. The defaults shown are those of `standard`; other variants set others. */
export interface DivineInterventionOptions {
  /** The named variant whose defaults apply. */
  variant: "standard" | "small" | "grand" | "open_altar";
  /** Number of players in heaven. */
  deities: number;
  /** Number of players in hell. */
  shamans: number;
  /** Number of the final round; the first is 0. */
  last_round: number;
  /** Mana that a deity hands out in a round. */
  pool: number;
  /** Piety of a deity at first. */
  start_piety: number;
  /** Piety for each worshiper and round. */
  worshiper_piety: number;
  /** Shamans who rise by their rank; two more at the least are in hell. */
  ascenders: number;
  /** The organiser's own map and boons, as a JSON object; null: the bundled ones. */
  pack: DivineInterventionPack | string | null;
  /** The map: rows of rooms A to Y, . for none. If left out, that of the pack applies. */
  layout: string[] | null;
  /** The element of room X; null: drawn. */
  secret_element: Element | null;
  /** Three boons for each auction round, all different, by round; null: drawn. */
  boon_offers: { [name: string]: BoonId[] } | null;
  /** Whether the boons offered are shown to all, not to deities alone. */
  boons_public: boolean;
  /** Whether players of one realm talk freely, all together and in pairs. */
  realm_chat: boolean;
  /** Whether each deity and each shaman can talk all along. */
  cross_realm_chat: boolean;
  /** Length of a round. */
  round_seconds: number;
  /** Length of the anointing, and of the ascension. */
  choice_seconds: number;
}

/** How the match ended; `rank` is within each realm, and lists are ordered by realm and rank, heaven first. */
export interface DivineInterventionOutcome {
  /** By seat: its rank within its realm, 1 is best. */
  rank: { [name: string]: number };
  /** The seats that won. */
  winner: string[];
  /** The seats that go to heaven, or stay there. */
  ascends: string[];
  /** The seats that go to hell, or stay there. */
  descends: string[];
  /** The seats that bear a mark of elimination. */
  mark_of_elimination: string[];
  /** The seats that are candidates for elimination. */
  elimination_candidate: string[];
  /** The seats that get a token of life. */
  token_of_life: string[];
}

/** Content for Divine Intervention; what is left out is as bundled. */
export interface DivineInterventionPack {
  /** For people. */
  name: string;
  /** The map, as the option; the option goes before it. */
  layout: string[] | null;
  /** The catalogue, in the order in which boons are drawn from it; others are never offered. */
  boons: DivineBoon[] | null;
}

/** Divine Intervention, as one viewer knows it. */
export interface DivineInterventionView {
  /** A seat, `spectator`, `observer` or `host`. */
  viewer: string;
  /** The id of the game. */
  game: "divine_intervention";
  /** The public options of the match. */
  options: DivineInterventionOptions;
  /** Counts from 0; stays at the last round played. */
  round: number;
  /** The number of the final round. */
  last_round: number;
  /** How many shamans ascend by their rank. */
  ascenders: number;
  /** The open phase; null once the match is over. */
  phase: Phase | null;
  /** Whether play is over. */
  over: boolean;
  /** All seats by realm, in seat order. */
  seats: { [name in "heaven" | "hell"]?: string[] };
  /** The map by rows, . for no room; null before round 0. */
  layout: string[] | null;
  /** What each room needs; null before round 0. */
  rooms: { [name in Room]?: RoomCard } | null;
  /** The boons offered, by auction round; null for viewers who do not see them. */
  offers: { [name: string]: BoonId[] } | null;
  /** All boons offered so far; null if `offers` is null. */
  boons: { [name in BoonId]?: BoonCard } | null;
  /** What boons did, as far as the viewer learned it; for spectators and the host, public notices. */
  notices: BoonNotice[];
  /** The rankings; null until play has ended. */
  result: DivineResult | null;
  /** Null until the match is over. */
  outcome: DivineInterventionOutcome | null;
  /** Deities only. */
  piety: number | null;
  /** Deities only: the elements chosen, by round. */
  elements: { [name: string]: Element } | null;
  /** Deities only: the elements that can be chosen now; none in the final round. */
  elements_allowed: Element[] | null;
  /** Deities only: the prophets by round, up to the current one; null if none was named. */
  prophets: { [name: string]: string | null } | null;
  /** Deities only: shamans who have not been their prophet. */
  prophets_left: string[] | null;
  /** Deities only: the boon held; null without one. */
  held: HeldBoon | null;
  /** Shamans only. */
  mana: Mana | null;
  /** Shamans only: completed rooms, with their rounds. */
  completed: { [name in Room]?: number } | null;
  /** Shamans only: the deities prayed to, by round; null for none. */
  prayers: { [name: string]: string | null } | null;
  /** Shamans only: the deities whose prophet the shaman is in this round. */
  prophet_of: string[] | null;
  /** Shamans only: the current state of the rooms, as far as the shaman knows it; null before round 0. */
  room_states: { [name in Room]?: "completed" | "unlocked" | "locked" } | null;
  /** One for each finished round. */
  reports: DeityReport[] | ShamanReport[] | null;
  /** Open channels, with their members. */
  channels: { [name: string]: string[] } | null;
}

/** How play ended: the seats by rank, and the criteria of the ranking. */
export interface DivineResult {
  /** The deities, best first. */
  heaven: string[];
  /** The shamans, best first. */
  hell: string[];
  /** Whether the second deity stays in heaven. */
  second_stays: boolean;
  /** By deity: its piety. */
  piety: { [name: string]: number };
  /** By deity: its zeal. */
  zeal: { [name: string]: number };
  /** By shaman: how many rooms are completed. */
  rooms: { [name: string]: number };
}

/** Until the door is open again, only the host and players with a reservation can take a seat. */
export interface DoorClosed {
  /** The type, which identifies the schema. */
  type: "door_closed";
}

/** Everyone who can see the match can take a free seat again. */
export interface DoorOpened {
  /** The type, which identifies the schema. */
  type: "door_opened";
}

/** A drafter picked a card, and may also have banned one. */
export interface DraftDecided {
  /** The decision. */
  decision: DraftDecision;
  /** The type, which identifies the schema. */
  type: "hero_of_the_arena.draft_decided";
}

/** What a drafter decided in one phase; the order within `draft_third` is ban, then pick. */
export interface DraftDecision {
  /** The draft round, from 1. */
  round: number;
  /** The seat. */
  seat: string;
  /** The card picked. */
  pick: string;
  /** The card banned; null: none. */
  ban: string | null;
}

/** Take an item without an owner. Used in phase `draft`. */
export interface DraftMove {
  /** The type, which identifies the schema. */
  type: "draft";
  /** The item to own for the whole match. */
  item: DuelItem;
}

/** The drafter who begins; that drafter's partner moves second in the fight. */
export interface DraftStarterTold {
  /** The drafter who begins. */
  starter: string;
  /** The fighter who has the first turn. */
  moves_first: string;
  /** The type, which identifies the schema. */
  type: "hero_of_the_arena.draft_starter";
}

/** A random draw: its label, the candidates and the picks, in order. Only for the host. */
export interface Drawn {
  /** The purpose of the draw. */
  label: string;
  /** The candidates of the draw, in order. */
  candidates: string[];
  /** The picked candidates, in order. */
  picks: string[];
  /** The type, which identifies the schema. */
  type: "drawn";
}

/** The duel is over; `wins` already includes it. A duel that is `drawn` or `replayed` has no winner. */
export interface DuelEnded {
  /** The duel's number in the match, from 1. */
  duel: number;
  /** Whether it is the extra duel that decides a tied match. */
  extra: boolean;
  /** How often this duel was played before; a replay has the same duel number. */
  replay: number;
  /** The seat that won; null: neither. */
  winner: Duelist | null;
  /** What decided it. */
  reason: DuelReason;
  /** By seat: points in the duel so far. */
  points: { [name in Duelist]?: number };
  /** By seat: duels won in the match. */
  wins: { [name in Duelist]?: number };
  /** The type, which identifies the schema. */
  type: "wizards_duel.duel_ended";
}

/** An item of Wizard's Duel. */
export type DuelItem = "athenas_wisdom" | "hestias_hearth" | "apollos_daybreak";

/** What decided a duel. */
export type DuelReason = "points" | "instant" | "timeout" | "holder" | "drawn" | "replayed" | "coin";

/** A finished duel; a replayed duel counts for nobody. */
export interface DuelRecord {
  /** The duel's number in the match, from 1. */
  duel: number;
  /** Whether it is the extra duel that decides a tied match. */
  extra: boolean;
  /** How often this duel was played before; a replay has the same duel number. */
  replay: number;
  /** The seat that won; null: neither. */
  winner: Duelist | null;
  /** What decided it. */
  reason: DuelReason;
  /** By seat: points in the duel so far. */
  points: { [name in Duelist]?: number };
  /** Its rounds, in the order played; undone and restarted ones among them. */
  rounds: RoundRecord[];
}

/** A duel starts: new hands, no points, round 1. A replay has the same duel number. */
export interface DuelStarted {
  /** The duel's number in the match, from 1. */
  duel: number;
  /** Whether it is the extra duel that decides a tied match. */
  extra: boolean;
  /** How often this duel was played before; a replay has the same duel number. */
  replay: number;
  /** The type, which identifies the schema. */
  type: "wizards_duel.duel_started";
}

/** A seat of Wizard's Duel. */
export type Duelist = "a" | "b";

/** A card or perk of `seat` had an effect. */
export interface EffectHappened {
  /** The seat. */
  seat: string;
  /** The card or perk. */
  source: string;
  /** What it does. */
  do: HeroAction;
  /** The result: coins gained or stolen, cards drawn; null if the action has no amount. */
  amount: number | null;
  /** The affected units. */
  units: AffectedUnit[];
  /** The cards that left a hand, which everyone sees. */
  cards: string[];
  /** The type, which identifies the schema. */
  type: "hero_of_the_arena.effect_happened";
}

/** An element of Divine Intervention, and its mana. */
export type Element = "fire" | "air" | "earth" | "water";

/** Sign the player out everywhere, withdraw all tokens and programs, and remove ways in. */
export interface EndAccessAction {
  /** Why, in one line; only administrators can read it. */
  reason?: string | null;
  /** The type, which identifies the schema. */
  type: "end_access";
  /** Remove only the ways in that were added after this time, as `ways_in` shows them; null: all. */
  added_after?: string | null;
}

/** End all open tables of the round without points. Their matches are called off. */
export interface EndRoundAction {
  /** The type, which identifies the schema. */
  type: "end_round";
  /** Why; everyone concerned can read it. */
  reason?: string;
}

/** A player, a team or a bot entered, or waits for a place. */
export interface Entered {
  /** The id of the entrant, which never changes. */
  entrant: string;
  /** The player; null for a bot. */
  player: Person | null;
  /** Whether all places were taken: the entrant waits for one. */
  waiting: boolean;
  /** The rating by which entrants are numbered; 0 if there is none. */
  rating: number;
  /** The second member of a team; null for a bot, and without teams. */
  partner: Person | null;
  /** The id of the invitation that was accepted; absent if there was none. */
  invitation?: string;
  /** The type, which identifies the schema. */
  type: "entered";
}

/** An entrant is not paired in a round, and gets this bye. */
export interface EntrantExcused {
  /** The id of the entrant, which never changes. */
  entrant: string;
  /** The number of the round. */
  round: number;
  /** The kind of the bye. */
  how: "half_bye" | "zero_bye";
  /** The type, which identifies the schema. */
  type: "entrant_excused";
}

/** An entrant is out of the series. */
export interface EntrantLeft {
  /** The id of the place. */
  entrant: string;
  /** The number of the episode. */
  episode: number;
  /** Why: a lost death match, or as one who is not a finalist. */
  because: "death_match" | "no_finalist";
  /** The type, which identifies the schema. */
  type: "entrant_left";
}

/** Another player goes on in the place of an entrant, with the entrant's results. */
export interface EntrantReplaced {
  /** The id of the entrant, which never changes. */
  entrant: string;
  /** The player, or the first member of the team, from now on; null for a bot. */
  player: Person | null;
  /** The second member of the team from now on; null for a bot, and without teams. */
  partner: Person | null;
  /** The type, which identifies the schema. */
  type: "entrant_replaced";
}

/** An entrant of a tournament. */
export interface EntrantReply {
  /** The id of the entrant, which never changes. */
  entrant: string;
  /** The place in the initial ranking; null before the first pairing is published. */
  number: number | null;
  /** The player, or the first member of a team; null for a bot. */
  player: Person | null;
  /** The second member of a team; null for a bot, and without teams. */
  partner: Person | null;
  /** The rating by which entrants are numbered; 0 if there is none. */
  rating: number;
  /** Whether the entrant waits for a place. */
  waiting: boolean;
  /** Whether the entrant has said to be here. */
  checked_in: boolean;
  /** Whether the entrant is in no further pairing. */
  withdrawn: boolean;
  /** Why the entrant is in no further pairing; null as long as the entrant is. */
  left_because: "own_wish" | "director" | "no_check_in" | "missed_rounds" | "disqualified" | "took_over" | null;
  /** Who had the place before, the first one first. */
  earlier: PredecessorReply[];
}

/** An entry; only directors can give a rating, or enter others. */
export interface EntrantRequest {
  /** The rating by which entrants are numbered; by default the player's rating in the game, 0 if there is none, and the mean of a team. */
  rating?: number | null;
  /** The other member of a team, who enters it by naming the caller; directors enter both at once. */
  partner?: string | null;
}

/** An entrant who had withdrawn is in again, with the results so far, from the next pairing on. */
export interface EntrantReturned {
  /** The id of the entrant, which never changes. */
  entrant: string;
  /** Whether all places are taken: the entrant waits for one. */
  waiting: boolean;
  /** The type, which identifies the schema. */
  type: "entrant_returned";
}

/** An entrant is in no further pairing. */
export interface EntrantWithdrawn {
  /** The id of the entrant, which never changes. */
  entrant: string;
  /** Why. */
  because: "own_wish" | "director" | "no_check_in" | "missed_rounds" | "disqualified";
  /** The type, which identifies the schema. */
  type: "entrant_withdrawn";
}

/** The database lost the latest entries of the log: entry `last` had the hash `head`. What was acknowledged in the lost entries did not happen. Only for the host. */
export interface EntriesLost {
  /** The number of the last entry before the loss. */
  last: number;
  /** The hash of that entry. */
  head: string;
  /** The type, which identifies the schema. */
  type: "entries_lost";
}

/** Players can enter. */
export interface EntriesOpened {
  /** The type, which identifies the schema. */
  type: "entries_opened";
}

/** An episode began. Its main match has this id, and exists a moment later (`matches_set`). */
export interface EpisodeBegun {
  /** The number of the episode, from 1. */
  episode: number;
  /** Who is in heaven. */
  heaven: string[];
  /** Who is in hell. */
  hell: string[];
  /** The main match. */
  match_id: string;
  /** Who has which seat in it. */
  seats: { [name: string]: string };
  /** Who has a mark that counts in it. */
  marked: string[];
  /** The hash of the entry before, which covers all before it; absent in old logs. */
  head?: string;
  /** The type, which identifies the schema. */
  type: "episode_begun";
}

/** An episode is done. */
export interface EpisodeDone {
  /** The number of the episode. */
  episode: number;
  /** The type, which identifies the schema. */
  type: "episode_done";
}

/** An episode, and how many players are where before and after each of its matches. */
export interface EpisodePreview {
  /** The number of the episode, from 1. */
  episode: number;
  /** Players in heaven before it. */
  heaven: number;
  /** Players in hell before it. */
  hell: number;
  /** The main match. */
  main: PreviewMatch;
  /** The death match; null if there is none. */
  death: PreviewMatch | null;
  /** What comes of the main match, then of the death match. */
  lines: PreviewLine[];
}

/** An episode that has begun. */
export interface EpisodeReply {
  /** The number of the episode, from 1. */
  episode: number;
  /** Whether it is done. */
  done: boolean;
  /** Who was in heaven before it. */
  heaven: string[];
  /** Who was in hell before it. */
  hell: string[];
  /** Whose marks count in it. */
  marked: string[];
  /** The main match. */
  main: SeriesMatchReply;
  /** Who is in heaven after the main match; null before its end. */
  heaven_next: string[] | null;
  /** Who is in hell after the main match, before anybody leaves; null before its end. */
  hell_next: string[] | null;
  /** Who must play the death match; null if it is not known, or there is none. */
  candidate: string | null;
  /** Who could not be picked as opponent, because of a token. */
  spared: string[];
  /** What was asked. */
  decisions: DecisionReply[];
  /** The death match; null before. */
  death: SeriesMatchReply | null;
  /** Who left the series in this episode. */
  left: string[];
}

/** An episode: a main match, and mostly a death match. */
export interface EpisodeRequest {
  /** The id of the game. */
  game: string;
  /** By default the first variant of the game. */
  variant?: string | null;
  /** Options that differ from those of the variant. The value `{"seats": "mark"}` stands for the seats of those who have a mark that counts. */
  options?: Options;
  /** Who is in heaven next: those who ascend, the winners, or the same as before. */
  heaven?: "ascends" | "winner" | "stays" | null;
  /** The death match that follows, by its name in `deaths`. */
  death?: string | null;
  /** `winner`: only the winners go on, one from each realm; there is no death match. */
  finalists?: "winner" | null;
  /** Who has each seat in the final: `finalist:heaven` or `finalist:hell`. In other episodes the seats of each realm are drawn. */
  seats?: { [name: string]: string };
}

/** An episode of a series has begun, in which you play. */
export interface EpisodeStarted {
  /** The id of the series. */
  series_id: string;
  /** What the series is called. */
  label: string;
  /** The number of the episode. */
  episode: number;
  /** Where you are. */
  realm: "heaven" | "hell";
  /** The type, which identifies the schema. */
  type: "episode_started";
}

/** An episode. */
export interface EpisodeTerms {
  /** The game of the main match. */
  match: SeriesMatchTerms;
  /** How many are in heaven before it. */
  heaven: number;
  /** How many are in hell before it. */
  hell: number;
  /** Who is in heaven next; null if `finalists` says who goes on, and in the last episode. */
  heaven_next: "ascends" | "winner" | "stays" | null;
  /** The kind of its death match; null if there is none. */
  death: string | null;
  /** Who goes on to the last episode, without a death match: the winners, one of each realm; null otherwise. */
  finalists: "winner" | null;
  /** Who has which seat in the last episode, `finalist:heaven` or `finalist:hell`; null: by realm and by lot. */
  seats: { [name: string]: string } | null;
}

/** An event on a WebSocket or as a server-sent event, with the time at which it was sent. */
export interface EventFrame {
  /** The type of the frame. */
  type: "event";
  /** The match. */
  match_id: string;
  /** The number of an event in the caller's own stream. */
  cursor: number;
  /** When, the first time. */
  at: string;
  /** The facts, in order. */
  facts: Fact[];
  /** With `lines`: what happened, in sentences for people. */
  lines?: string[];
  /** The server's time when it sent this. */
  server_now: string;
}

/** The invitations to a tournament or a series, newest first. */
export interface EventInvitationList {
  /** The invitations, newest first. */
  invitations: EventInvitationReply[];
}

/** An invitation to a tournament or a series, for its directors. */
export interface EventInvitationReply {
  /** The id, which the fact contains by which somebody joins who accepts. */
  invitation_id: string;
  /** How often it can be accepted in total. */
  uses: number;
  /** How often it was accepted. */
  used: number;
  /** When it was created, or renewed for the last time. */
  created_at: string;
  /** Until when it can be accepted. */
  expires_at: string;
  /** When it was withdrawn; null if it is not withdrawn. */
  withdrawn_at: string | null;
}

/** A new invitation to a tournament or a series. */
export interface EventInvitationRequest {
  /** How often it can be accepted. A team that enters is one use. */
  uses?: number;
  /** How long it can be accepted; by default a week. */
  expires_in_seconds?: number;
}

/** A page of the caller's stream, in order. */
export interface EventPage {
  /** The viewer of the caller; if it has changed, start from cursor 0. */
  viewer: string;
  /** The events, in order. */
  events: EventReply[];
  /** Send it as `after` to continue. */
  cursor: number;
  /** Whether there are more events already. */
  more: boolean;
  /** The server's time when it sent this. */
  server_now: string;
}

/** The facts that one step of the match addresses to the caller. */
export interface EventReply {
  /** The type of the frame. */
  type: "event";
  /** The match. */
  match_id: string;
  /** The number of an event in the caller's own stream. */
  cursor: number;
  /** When, the first time. */
  at: string;
  /** The facts, in order. */
  facts: Fact[];
  /** With `lines`: what happened, in sentences for people. */
  lines?: string[];
}

/** Give an entrant a bye in the next round that is not paired. */
export interface ExcuseAction {
  /** The type, which identifies the schema. */
  type: "excuse";
  /** Why; everyone concerned can read it. */
  reason?: string;
  /** The entrant. */
  entrant: string;
  /** The kind of the bye. */
  bye?: "half_bye" | "zero_bye";
}

/** Give the open phase more time. */
export interface ExtendAction {
  /** The type, which identifies the schema. */
  type: "extend";
  /** The number of additional seconds. */
  seconds: number;
}

/** Give the open decision more time, or else the open phase of the open match. */
export interface ExtendSeriesAction {
  /** The type, which identifies the schema. */
  type: "extend";
  /** Why; everyone who sees the series can read it. */
  reason?: string;
  /** The number of additional seconds. */
  seconds: number;
}

/** Give the open phase of a table, or of all open tables of the round, more time, if its match runs. */
export interface ExtendTablesAction {
  /** The type, which identifies the schema. */
  type: "extend";
  /** Why; everyone concerned can read it. */
  reason?: string;
  /** The round. */
  round: number;
  /** The table; by default all that are open. */
  table?: number | null;
  /** The number of additional seconds. */
  seconds: number;
}

/** The open phases of these tables get more time, a moment later (`tables_set`). */
export interface ExtensionOrdered {
  /** The number of the round. */
  round: number;
  /** The numbers of the tables. */
  tables: number[];
  /** The number of additional seconds. */
  seconds: number;
  /** How many entries have ordered something about the matches of the round by now. */
  order: number;
  /** The type, which identifies the schema. */
  type: "extension_ordered";
}

/** Something that became true in a match, identified by `type`. */
export type Fact = MatchCreated | SecretOptions | SeatTaken | SeatLeft | SeatReserved | SeatReleased | DoorClosed | DoorOpened | MatchStarted | Drawn | DeadlineSet | Submitted | Withdrawn | SeatSubmitted | PhaseClosed | SubmissionCounted | AbsenceNoted | MatchPaused | MatchSuspended | FailureNoted | MatchResumed | MessageSent | SeatMuted | SeatUnmuted | MatchAdjudicated | MatchVoided | SeedRevealed | EntriesLost | RematchCalled | RoleGiven | RoleTaken | HostViewAsked | HostViewsTold | PhaseOpened | MatchEnded | ChannelOpened | ChannelClosed | ItemDrafted | DuelStarted | RoundPlayed | Withheld | RoundExplained | RoundMissed | CastVoided | Charmed | RoundUndone | DuelEnded | MatchDecided | HiddenRevealed | CardsPlayed | ChatsUsed | AbGamesSettled | LedgerBooked | SeatsHurt | CardCounts | PointsTold | ChatOpened | AbGameOpened | FinalTotals | MatchRecorded | Visited | Woven | ThreadBoosted | ThreadCut | ThreadSnipped | ThreadCreated | CreateFailed | ThreadsGrown | GoldnessTold | TwineTold | OwnThreads | CanTalkTo | FinalStateTold | SecretElementSet | RoomsShown | BoonsOffered | ProphetNamed | ProphetOf | DecreeCounted | DevotionCounted | KeyGranted | RoadGranted | AltarGranted | InfernoTamed | RitualsJudged | GainsCounted | AuctionHeld | BoonNoticed | DeityReported | ShamanReported | PlayEnded | ShamanRaised | DraftStarterTold | OfferRevealed | DraftDecided | CardsSetAside | ArenaPackRevealed | ArenaBoardTold | OwnCardsTold | DecksStacked | TurnBegan | HandFilled | FighterPassed | ArenaCardPlayed | EffectHappened | CombatFought | UnitStruck | ChallengerFell | CombatWon | CardWorn | CardsReleased | StoryCut | HandDiscarded | ShopSold | ShopRefreshed | ShopRestocked | PerksRotated | TurnScored | ArenaDecided;

/** The reason why the server suspended the match: the type of the failure and its place in the code. */
export interface FailureNoted {
  /** The type of the failure, and its place in the code or the versions of the rules. */
  where: string;
  /** The type, which identifies the schema. */
  type: "failure_noted";
}

/** What the ids in a field are. */
export interface FieldIds {
  /** The kinds of the keys of the objects in the field, from the outermost inwards, `*` for a list of objects; none: the keys are fields. */
  keys: string[];
  /** The kind of its values, also of those in lists, or several: `seat|card`; null: they are no ids. */
  values: string | null;
}

/** A fighter's move did nothing. */
export interface FighterPassed {
  /** The seat. */
  seat: string;
  /** The move that did nothing. */
  move: "play" | "shop";
  /** The type, which identifies the schema. */
  type: "hero_of_the_arena.passed";
}

/** The end state; abilities with their levels. */
export interface FinalLoom {
  /** Every thread, by name. */
  threads: { [name: string]: SpunThread };
  /** By seat: the highest strength of a golden thread that it was ever attached to. */
  goldness: { [name: string]: number };
  /** By seat: its twine. */
  twine: { [name: string]: number };
  /** By seat: its abilities, with their levels. */
  abilities: { [name: string]: { [name in MoiraAbility]?: number } };
}

/** How everything stood when the match ended. */
export interface FinalStateTold {
  /** The end state. */
  final: FinalLoom;
  /** The type, which identifies the schema. */
  type: "threads_of_fate.final_state";
}

/** All totals after the last round. */
export interface FinalTotals {
  /** By seat: its points. */
  totals: { [name: string]: number };
  /** The type, which identifies the schema. */
  type: "apocalypse.final_totals";
}

/** End the tournament with the places of the standings; a director who plays can when no round is left. */
export interface FinishAction {
  /** The type, which identifies the schema. */
  type: "finish";
  /** Why; everyone concerned can read it. */
  reason?: string;
}

/** Decide an open table against an entrant, who forfeits it. Its match is called off. */
export interface ForfeitAction {
  /** The type, which identifies the schema. */
  type: "forfeit";
  /** Why; everyone concerned can read it. */
  reason?: string;
  /** The round. */
  round: number;
  /** The table. */
  table: number;
  /** Who forfeits: one entrant, or both. */
  entrants: string[];
}

/** Why a player is to be forgotten. */
export interface ForgetPlayerRequest {
  /** Why, in one line; only administrators can read it. */
  reason?: string | null;
}

/** The wish to be forgotten. */
export interface ForgetRequest {
  /** The name of the player, as a confirmation: this cannot be undone. */
  name: string;
}

/** What becomes of a player who is forgotten. */
export interface ForgettingReply {
  /** The player, who does not exist any more. */
  player_id: string;
  /** When this was asked for. Most of it is done in the seconds that follow, and all of it within minutes. */
  asked_at: string;
}

/** The gains from boons and worship in a round; `follows` is the deity that each shaman followed in the end. */
export interface GainsCounted {
  /** The round's number; the first is 0. */
  round: number;
  /** By shaman: the deity followed in the end, null for none. */
  follows: { [name: string]: string | null };
  /** The mana from boons and worship, by shaman. */
  mana: { [name: string]: Mana };
  /** By deity: the piety that it got. */
  piety: { [name: string]: number };
  /** By deity: its zeal. */
  zeal: { [name: string]: number };
  /** The type, which identifies the schema. */
  type: "divine_intervention.gains_counted";
}

/** The catalogue. */
export interface GameList {
  /** The games of this server. */
  games: GameSummary[];
}

/** A game with everything that is needed to play it. */
export interface GameReply {
  /** The id of the game. */
  game: string;
  /** A name, short enough for a button. */
  title: string;
  /** One line, for people. */
  summary: string;
  /** Increased whenever the same submissions could lead to different facts. */
  rules_version: number;
  /** The variants; the first is the default. */
  variants: VariantReply[];
  /** JSON Schema of the options of a match. */
  options_schema: JsonSchema;
  /** JSON Schema of all moves; a prompt is more specific. */
  move_schema: JsonSchema;
  /** JSON Schema of the game's view. */
  view_schema: JsonSchema;
  /** JSON Schema of packs, for `registerPack`; null if the game does not support packs. */
  pack_schema: JsonSchema | null;
  /** The rules for players, in Markdown. */
  rules: string;
  /** The language of these rules; English where the one asked for is missing. */
  rules_language: string;
}

/** A game of the catalogue. */
export interface GameSummary {
  /** The id of the game. */
  game: string;
  /** The name, for people. */
  title: string;
  /** One line, for people. */
  summary: string;
  /** The first is the default. */
  variants: string[];
}

/** The words of a game for people, in one language. */
export interface GameTexts {
  /** The id of the game. */
  game: string;
  /** The language of these words; in English is what it lacks. */
  language: string;
  /** The languages in which the game has words. */
  languages: string[];
  /** The kinds of the ids in a field, by its name; by `PARENT.NAME` where they are others inside the field PARENT. */
  fields: { [name: string]: FieldIds };
  /** By key: a kind and an id, such as `spell.5`; `field.points` is a field. Every game has the kinds `game`, `variant`, `seat`, `realm`, `team`, `role`, `channel`, `phase`, `type` (of moves and facts), `consequence`, `field` and `value`, as far as it has such ids, and kinds of its own. */
  words: { [name: string]: Word };
}

/** Give a player a role on the match, in place of the one that the player holds, if any. Only for its owners. */
export interface GiveRoleAction {
  /** The type, which identifies the schema. */
  type: "give_role";
  /** The player who gets the role. */
  player_id: string;
  /** The role. */
  role: "owner" | "director" | "arbiter" | "observer";
}

/** Give a player a role on the series, in place of the one that the player holds, if any. Only for its owners. */
export interface GiveSeriesRoleAction {
  /** The type, which identifies the schema. */
  type: "give_role";
  /** Why; everyone who sees the series can read it. */
  reason?: string;
  /** The player who gets the role. */
  player_id: string;
  /** The role. */
  role: "owner" | "director" | "arbiter" | "observer";
}

/** Give a player a role on the tournament, in place of the one that the player holds, if any. Only for its owners. */
export interface GiveTournamentRoleAction {
  /** The type, which identifies the schema. */
  type: "give_role";
  /** Why; everyone concerned can read it. */
  reason?: string;
  /** The player who gets the role. */
  player_id: string;
  /** The role. */
  role: "owner" | "director" | "arbiter" | "observer";
}

/** The highest strength that any golden thread of each seat has had. */
export interface GoldnessTold {
  /** By seat: the highest strength of a golden thread that it was ever attached to. */
  goldness: { [name: string]: number };
  /** The type, which identifies the schema. */
  type: "threads_of_fate.goldness";
}

/** A fighter put cards on cooldown. */
export interface HandDiscarded {
  /** The seat. */
  seat: string;
  /** The cards. */
  cards: OpenDiscard[];
  /** The type, which identifies the schema. */
  type: "hero_of_the_arena.hand_discarded";
}

/** A fighter drew this many cards at the start of its turn. */
export interface HandFilled {
  /** The seat. */
  seat: string;
  /** How many cards were drawn. */
  drawn: number;
  /** The type, which identifies the schema. */
  type: "hero_of_the_arena.hand_filled";
}

/** A hand, as the viewer knows it: its size and possible spells, in pool order. The viewer's own is exact. */
export interface HandView {
  /** How many spells are in the hand. */
  size: number;
  /** The spells that may be in the hand, in pool order. */
  possible: Spell[];
}

/** The process is alive, or ready to serve. */
export interface Health {
  /** Always `ok`; otherwise the reply is an error. */
  status: "ok";
}

/** The connection is alive; sent every `heartbeat_seconds`. */
export interface HeartbeatFrame {
  /** The type, which identifies the schema. */
  type: "heartbeat";
  /** When the server sent this: RFC 3339 in UTC, with microseconds. */
  server_now: string;
}

/** A boon held, and the rounds in which it can be used. */
export interface HeldBoon {
  /** The boon. */
  id: BoonId;
  /** The first round in which it can be used. */
  first_round: number;
  /** The last round in which it can be used. */
  last_round: number;
}

/** A card in a hand or deck. */
export interface HeldCard {
  /** The card's id. */
  card: string;
  /** How often the card can still be used; at 0 it is removed from the match. */
  durability: number;
}

/** The first frame: the socket is authenticated, or the match can be watched without a token. */
export interface HelloFrame {
  /** The type, which identifies the schema. */
  type: "hello";
  /** The id of the authenticated player; absent without a token. */
  player_id?: string;
  /** The interval of `heartbeat`; reconnect if nothing arrives for two intervals. */
  heartbeat_seconds: number;
  /** When the server sent this: RFC 3339 in UTC, with microseconds. */
  server_now: string;
}

/** What an effect does in Hero of the Arena. */
export type HeroAction = "damage" | "heal" | "buff_attack" | "buff_hp" | "repair" | "return_to_hand" | "move" | "strike_first" | "draw" | "gain_mana" | "gain_coins" | "steal_coins" | "gain_points" | "cooldown" | "discard_oldest";

/** The possible targets of an item in Hero of the Arena. */
export type HeroAim = "none" | "own_hero" | "enemy_hero" | "any_hero";

/** The draft as both drafters know it. */
export interface HeroDraft {
  /** The draft round, from 1. */
  round: number;
  /** The cards revealed so far, until the whole pack is public. */
  cards: (HeroUnitCard | HeroItemCard)[];
  /** The cards of the draft round. */
  offer: string[];
  /** The cards of the offer that are neither picked nor banned. */
  open: string[];
  /** What the drafters decided, in order. */
  decisions: DraftDecision[];
  /** The unit and the item that each finished draft round left open. */
  set_aside: [string, string][];
}

/** Pick a card for the partner's deck; in `draft_second` and `draft_third` also ban one. */
export interface HeroDraftMove {
  /** The type, which identifies the schema. */
  type: "draft";
  /** An open card of the offer. */
  pick: string;
  /** Another open card; picked first in `draft_second`, banned first in `draft_third`. */
  ban?: string | null;
}

/** What happens (`do`) at a trigger (`on`), with the parameters of that action and no others. */
export interface HeroEffect {
  /** When it happens. */
  on: "on_play" | "on_combat_start" | "on_win" | "on_death" | "start_of_turn" | "end_of_turn" | "on_buy";
  /** What it does. */
  do: HeroAction;
  /** Never 0. */
  amount?: number | null;
  /** The target; omitted if the action has none. */
  target?: "self" | "foe" | "chosen" | "adjacent_own" | "adjacent_enemy" | "all_own" | "all_enemy" | "hand" | "pile" | null;
  /** By default `leave`. */
  until?: "leave" | "combat" | null;
  /** By default false. */
  adjacent?: boolean | null;
  /** Whose cards are affected; omitted if the action needs none. */
  whose?: "own" | "enemy" | "self" | null;
  /** The number of turns on cooldown. */
  cooldown?: number | null;
  /** A condition of the effect; by default none. */
  if?: "challenger" | "hero" | "behind" | "three_heroes" | null;
  /** Multiplies the amount. */
  per?: "own_heroes" | "enemy_heroes" | "arena" | null;
}

/** An item: it acts when played and goes on cooldown. */
export interface HeroItemCard {
  /** The card's or perk's id in the pack. */
  id: string;
  /** For people; cards that return at the same time are ordered by it. */
  name: string;
  /** The effects, in this order. */
  effects: HeroEffect[];
  /** The effects in words, for people. */
  text: string;
  /** Whether it is a unit or an item. */
  kind: "item";
  /** The price: mana for playing a card, coins for a new row of the shop. */
  cost: number;
  /** How often the card can still be used; at 0 it is removed from the match. */
  durability: number;
  /** What the item can target. */
  aim: HeroAim;
  /** Present only if `aim` is `none`; other items use the arena's number. */
  cooldown?: number | null;
}

/** A move of Hero of the Arena, identified by `type`. */
export type HeroOfTheArenaMove = ChooseStarterMove | HeroReadyMove | HeroDraftMove | ArenaPlayMove | ArenaDiscardMove | ArenaShopMove;

/** Options of a Hero of the Arena match. The defaults shown are those of `standard`; other variants set others. */
export interface HeroOfTheArenaOptions {
  /** The named variant whose defaults apply. */
  variant: "standard" | "skirmish" | "shadow" | "high_rollers";
  /** The team that was called out as the opponent: its drafter chooses who begins the draft. */
  opponent_team: number;
  /** Rounds of the fight, one turn of each fighter in each. */
  rounds: number;
  /** Mana at the start of a turn. */
  mana: number;
  /** Draw up to this many cards at the start of a turn. */
  hand_size: number;
  /** The most coins a fighter can hold. */
  max_coins: number;
  /** Cards in the shop's row. */
  shop_size: number;
  /** Rounds without a perk purchase after which all perks on display are replaced. */
  perk_stale_rounds: number;
  /** Where a bought card goes. */
  bought_cards_to: "hand" | "deck_bottom";
  /** Whether cards of a `discard` move are face down. */
  hidden_discards: boolean;
  /** When the two members of a team can talk to each other, across the realms. */
  partner_channel: "closed" | "after_draft" | "always";
  /** The card pack, or its id; null: the bundled pack. */
  pack: HeroOfTheArenaPack | string | null;
  /** Length of phase `starter`. */
  starter_seconds: number;
  /** Length of a `draft_review`. */
  review_seconds: number;
  /** Time for each drafting decision; some phases have two. */
  decision_seconds: number;
  /** Length of `preparation`. */
  preparation_seconds: number;
  /** Length of a whole turn. */
  turn_seconds: number;
  /** Added to a turn by each refresh of the shop. */
  refresh_seconds: number;
}

/** Cards and perks of a match. */
export interface HeroOfTheArenaPack {
  /** For people. */
  name: string;
  /** For people, like `name`; the server identifies packs by their content. */
  id: string;
  /** The units to draft from. */
  draft_units: HeroUnitCard[];
  /** The items to draft from. */
  draft_items: HeroItemCard[];
  /** 24 or more are recommended; a new match accepts up to 168. */
  shop_cards: (ShopUnitCard | ShopItemCard)[];
  /** A new match accepts up to 60. */
  perks: HeroPerk[];
}

/** Hero of the Arena as one viewer knows it. */
export interface HeroOfTheArenaView {
  /** A seat, `spectator`, `observer` or `host`. */
  viewer: string;
  /** The id of the game. */
  game: "hero_of_the_arena";
  /** The options of the match, as everyone may know them. */
  options: HeroOfTheArenaOptions;
  /** Of the draft, then of the fight; stays at the last when the match is over. */
  round: number;
  /** The open phase; null once the match is over. */
  phase: Phase | null;
  /** Whether the match is over. */
  over: boolean;
  /** How many rounds the fight has. */
  rounds: number;
  /** The most coins a fighter can hold. */
  max_coins: number;
  /** Where a bought card goes. */
  bought_cards_to: "hand" | "deck_bottom";
  /** Idle rounds after which all perks on display are replaced. */
  perk_stale_rounds: number;
  /** Whether discards lie face down. */
  hidden_discards: boolean;
  /** The drafter who begins; null until it is named. */
  starter: string | null;
  /** The fighter who moves first in every round. */
  moves_first: string | null;
  /** How often the open turn was played on: 0 in `turn`, 19 in the last `play` it can have. */
  plays: number;
  /** The draft; always null for fighters and spectators. */
  draft: HeroDraft | null;
  /** All cards and perks; null until the draft is over. */
  pack: HeroOfTheArenaPack | null;
  /** The fight as everyone knows it; null until it begins. */
  board: ArenaBoard | null;
  /** The viewer's own cards; null to all but fighters after the draft. */
  own: OwnCards | null;
  /** What decided the match; null until it is over. */
  decided_by: ArenaDecision | null;
  /** Null until the match is over. */
  outcome: Outcome | null;
}

/** A perk: after the purchase it works for the rest of the match. */
export interface HeroPerk {
  /** The card's or perk's id in the pack. */
  id: string;
  /** For people; cards that return at the same time are ordered by it. */
  name: string;
  /** The effects, in this order. */
  effects: HeroEffect[];
  /** The effects in words, for people. */
  text: string;
  /** The price in coins. */
  price: number;
}

/** Confirm that the seat is ready. Used in phases `draft_review` and `preparation`. */
export interface HeroReadyMove {
  /** The type, which identifies the schema. */
  type: "ready";
}

/** A unit: it enters an arena and fights for it. */
export interface HeroUnitCard {
  /** The card's or perk's id in the pack. */
  id: string;
  /** For people; cards that return at the same time are ordered by it. */
  name: string;
  /** The effects, in this order. */
  effects: HeroEffect[];
  /** The effects in words, for people. */
  text: string;
  /** Whether it is a unit or an item. */
  kind: "unit";
  /** The price: mana for playing a card, coins for a new row of the shop. */
  cost: number;
  /** The attack of the unit. */
  attack: number;
  /** The unit's hit points. */
  hp: number;
  /** How often the card can still be used; at 0 it is removed from the match. */
  durability: number;
}

/** Reveals what earlier records hid in fog, including undone rounds. */
export interface HiddenRevealed {
  /** The hidden values, one record for each seat and round. */
  secrets: Secret[];
  /** The type, which identifies the schema. */
  type: "wizards_duel.hidden_revealed";
}

/** An action of a host during play, by `type`; `void`, `give_role` and `take_role` are also possible before the start, `close_door` and `open_door` only before it. */
export type HostAction = PauseAction | ResumeAction | ExtendAction | ClosePhaseAction | ReplacePlayerAction | MuteAction | UnmuteAction | CloseDoorAction | OpenDoorAction | GiveRoleAction | TakeRoleAction | AdjudicateAction | VoidAction;

/** Somebody wrote to you on the line between a seat and the host; read it with `listMessages`. */
export interface HostLineMessage {
  /** The match. */
  match_id: string;
  /** The id of the game. */
  game: string;
  /** The name of the line, `host:SEAT`. */
  channel: string;
  /** A seat, or `host`. */
  sender: string;
  /** The type, which identifies the schema. */
  type: "host_line_message";
}

/** Who has looked at a match as its host. */
export interface HostLook {
  /** The administrator. */
  player: Person;
  /** When, the first time. */
  at: string;
}

/** An administrator without a role on the match has looked at it as its host; once for each administrator. */
export interface HostViewAsked {
  /** The administrator. */
  player: Person;
  /** The type, which identifies the schema. */
  type: "host_view_asked";
}

/** Which administrators have looked at the match as its host: until its end, or in a match that is over, later. */
export interface HostViewsTold {
  /** Who and when, in order. */
  looks: HostLook[];
  /** The type, which identifies the schema. */
  type: "host_views_told";
}

/** What happens in matches when a seat that should submit is silent at a deadline. */
export interface InPlayRequest {
  /** `default`: only what the rules of the game say; the other fields then have no meaning. Otherwise, after the grace, a `bot` goes on, or the first entrant who is `waiting` for a place (a bot, if nobody is), or the seat's entrant loses the table by `forfeit`, which needs tables of two. All but `default` need `show_submitted`. */
  then?: "default" | "bot" | "waiting" | "forfeit";
  /** How much longer a phase lasts, once, when a seat is silent. */
  grace_seconds?: number;
  /** How many phases of a match each seat can miss before that. */
  excused_phases?: number;
}

/** From now on, room H needs less fire, and pays this deity. */
export interface InfernoTamed {
  /** The seat. */
  seat: string;
  /** The type, which identifies the schema. */
  type: "divine_intervention.inferno_tamed";
}

/** The invitations to a match, newest first. */
export interface InvitationList {
  /** The invitations, newest first. */
  invitations: InvitationReply[];
}

/** An invitation to a match, for its host. Only the reply that created it contains the token. */
export interface InvitationReply {
  /** The id, which the fact contains by which somebody joins who accepts. */
  invitation_id: string;
  /** How often it can be accepted in total. */
  uses: number;
  /** How often it was accepted. */
  used: number;
  /** When it was created, or renewed for the last time. */
  created_at: string;
  /** Until when it can be accepted. */
  expires_at: string;
  /** When it was withdrawn; null if it is not withdrawn. */
  withdrawn_at: string | null;
  /** The match. */
  match_id: string;
  /** The seat that it is for; null: any free one. */
  seat: string | null;
}

/** A new invitation to a match. */
export interface InvitationRequest {
  /** The seat that it is for; by default any free one. */
  seat?: string | null;
  /** How often it can be accepted. */
  uses?: number;
  /** How long it can be accepted; by default a week. */
  expires_in_seconds?: number;
}

/** A seat is reserved for you: take it, or decline it. */
export interface Invited {
  /** The match. */
  match_id: string;
  /** The id of the game. */
  game: string;
  /** The seat. */
  seat: string;
  /** The type, which identifies the schema. */
  type: "invited";
}

/** A seat owns an item from now on. It may have chosen the item or not. */
export interface ItemDrafted {
  /** The seat. */
  seat: Duelist;
  /** The item. */
  item: DuelItem;
  /** The type, which identifies the schema. */
  type: "wizards_duel.item_drafted";
}

/** The match in which the caller has a seat. */
export interface JoinedMatch {
  /** The match. */
  match_id: string;
  /** The id of the game. */
  game: string;
  /** The name of the variant. */
  variant: string;
  /** The status of the match. */
  status: MatchStatus;
  /** Who can see the match. */
  visibility: Visibility;
  /** When phases close. */
  pace: Pace;
  /** Whether the match starts by itself when every seat is taken. */
  autostart: boolean;
  /** When it was created. */
  created_at: string;
  /** The player who created the match and hosts it. */
  host: Person;
  /** The seats, in the order of the game. */
  seats: SeatListing[];
  /** Whether everyone who can see the match can take free seats before the start. Otherwise only the host and players with a reservation can. */
  door_open: boolean;
  /** Who holds a role on the match, its owners with them. */
  roles: RoleHolder[];
  /** What the host calls the match; null if the host gave it no label. */
  label: string | null;
  /** The table of a tournament that is played in this match; null in other matches. */
  tournament: TournamentTable | null;
  /** The place in a series that this match has; null in other matches. */
  series: SeriesPlace | null;
  /** How many seats everyone who can see the match can take now. */
  free_seats: number;
  /** The open phase; null if there is none, or if the caller will learn of it later (`spectator_lag`). */
  phase: Phase | null;
  /** When that phase closes; null while the match is not running. */
  closes_at: string | null;
  /** How the match ended; null before, and if it was voided. */
  outcome: Outcome | null;
  /** Whether the open phase waits for a submission of the caller. */
  awaited: boolean;
  /** What was joined. */
  type: "match";
}

/** What the caller has joined, identified by `type`. */
export type JoinedReply = JoinedMatch | JoinedTournament | JoinedSeries;

/** The series in which the caller has a place. */
export interface JoinedSeries {
  /** The id of the series. */
  series_id: string;
  /** What the series is called. */
  label: string;
  /** How far it is. */
  status: "open" | "running" | "stopped" | "paused" | "over" | "cancelled";
  /** Who can see it. */
  visibility: Visibility;
  /** The player who created it, directs it and hosts its matches. */
  maker: Person;
  /** When it was created. */
  created_at: string;
  /** How many places there are at first. */
  places: number;
  /** How many entrants are in the series now. */
  entrants: number;
  /** How many of them are bots. */
  bots: number;
  /** How many episodes it has. */
  episodes: number;
  /** The last episode that has begun; 0 before. */
  episode: number;
  /** Who holds a role on the series, its owners with them. */
  roles: RoleHolder[];
  /** Proves that the entry that the call caused is in the log: keep it ([verifying](docs/verify.md)). Absent in lists, and where the call changed nothing. */
  receipt?: string;
  /** What was joined. */
  type: "series";
}

/** The tournament that the caller has entered. */
export interface JoinedTournament {
  /** The id of the tournament. */
  tournament_id: string;
  /** What the tournament is called. */
  label: string;
  /** How far it is. */
  status: "draft" | "open" | "check_in" | "running" | "paused" | "over" | "cancelled";
  /** How rounds are paired. */
  system: "swiss" | "round_robin" | "single_elimination" | "double_elimination" | "heats" | "own";
  /** The id of the game. */
  game: string;
  /** The name of the variant. */
  variant: string;
  /** Who can see it. */
  visibility: Visibility;
  /** The player who created it, directs it and hosts its matches. */
  maker: Person;
  /** When it was created. */
  created_at: string;
  /** How many entrants have a place and have not withdrawn. */
  entrants: number;
  /** How many can have a place. */
  max_entrants: number;
  /** How many rounds are planned; 0: as many as the system needs. */
  rounds: number;
  /** The last round that was published; 0 before. */
  round: number;
  /** Who holds a role on the tournament, its owners with them. */
  roles: RoleHolder[];
  /** What may go wrong. */
  warnings: TournamentWarning[];
  /** Proves that the entry that the call caused is in the log: keep it ([verifying](docs/verify.md)). Absent in lists, and where the call changed nothing. */
  receipt?: string;
  /** What was joined. */
  type: "tournament";
}

/** A JSON Schema (2020-12). */
export type JsonSchema = { [name: string]: JsonValue };

/** These shamans have a key to the room from now on. */
export interface KeyGranted {
  /** The room. */
  room: Room;
  /** The shamans. */
  shamans: string[];
  /** The type, which identifies the schema. */
  type: "divine_intervention.key_granted";
}

/** Every gain and loss of a round. Host only. */
export interface LedgerBooked {
  /** The round's number, from 1. */
  round: number;
  /** The gains and losses, in the order booked. */
  records: LedgerRecord[];
  /** The type, which identifies the schema. */
  type: "apocalypse.ledger";
}

/** One gain or loss of a seat: `base` is the amount of the card of `by`, `extra` the addition of War's Passive. */
export interface LedgerRecord {
  /** The seat. */
  seat: string;
  /** The card and the ability that did it. */
  cause: "pestilence_communications" | "war_communications" | "death_communications" | "famine_communications" | "pestilence_active" | "war_active" | "death_active" | "famine_active" | "pestilence_passive" | "famine_passive" | "pestilence_endgame" | "war_endgame" | "death_endgame" | "famine_endgame";
  /** The seat that played the card or started the game. */
  by: string;
  /** The amount of the card of `by`. */
  base: number;
  /** What War's Passive adds to `base`. */
  extra: number;
}

/** Public matches, as a server-sent event: the list, or what has changed in it since the previous event. */
export interface LobbyFrame {
  /** `list` replaces all earlier events; `changes` has only the matches that are new or have changed. */
  type: "list" | "changes";
  /** The matches, as everyone may know them. */
  matches: MatchListing[];
  /** The place of each of them in the list, which is in their order as texts, the highest first. */
  places: string[];
  /** The server's time when it sent this. */
  server_now: string;
}

/** The main match of an episode is over. */
export interface MainMatchDone {
  /** The number of the episode. */
  episode: number;
  /** How it came to its end. */
  how: "played" | "adjudicated" | "decided";
  /** The ranks, as the match counts them; 1 is best. */
  rank: { [name: string]: number };
  /** What it means for everyone. */
  consequences: { [name: string]: Consequence[] };
  /** Who adjudicated it; absent if nobody did. */
  by?: Person;
  /** The type, which identifies the schema. */
  type: "main_match_done";
}

/** Amounts of each element. */
export interface Mana {
  /** Mana of fire. */
  fire: number;
  /** Mana of air. */
  air: number;
  /** Mana of earth. */
  earth: number;
  /** Mana of water. */
  water: number;
}

/** What a Mark of Elimination means. */
export interface MarkRequest {
  /** In how many episodes after its own one a mark counts. */
  episodes?: number;
}

/** The host ended the match with this outcome. */
export interface MatchAdjudicated {
  /** How the host ended it. */
  outcome: Outcome;
  /** The reason that the director gave; can be empty. */
  reason: string;
  /** Who decided it; absent in old logs. */
  by?: Person;
  /** The type, which identifies the schema. */
  type: "match_adjudicated";
}

/** A match that you play or host has started. */
export interface MatchBegun {
  /** The match. */
  match_id: string;
  /** The id of the game. */
  game: string;
  /** Your seat, or `host`. */
  viewer: string;
  /** The type, which identifies the schema. */
  type: "match_begun";
}

/** A match was created, with its game, options and settings. */
export interface MatchCreated {
  /** The match. */
  match_id: string;
  /** The id of the game. */
  game: string;
  /** The name of the variant. */
  variant: string;
  /** Increased whenever the same submissions could lead to different facts. */
  rules_version: number;
  /** All options, except those that only the host may know. */
  options: { [name: string]: JsonValue };
  /** The seats, in the order of the game. */
  seats: Seat[];
  /** When phases close. */
  pace: Pace;
  /** Who can see the match. */
  visibility: Visibility;
  /** Whether the match starts by itself when every seat is taken. */
  autostart: boolean;
  /** Whether everyone can see that a seat has submitted. */
  show_submitted: boolean;
  /** Whether everyone can read the log when the match is over. */
  open_log: boolean;
  /** The delay of spectators in rounds, until the match ends. */
  spectator_lag: number;
  /** The player who created the match and hosts it. */
  host: Person;
  /** The SHA-256 of the secret seed of all draws, in hexadecimal. */
  seed_commitment: string;
  /** The version of the log format; absent if it is 1, which has no `submission_counted`. */
  log_version?: 1 | 2;
  /** What the host calls the match; absent if the host gave it no label. */
  label?: string;
  /** The table of a tournament that is played in this match; absent in other matches. */
  tournament?: TournamentTable;
  /** What happens when a seat is silent; absent if the rules of the game alone decide. */
  absence?: AbsenceInPlay;
  /** The place in a series that this match has; absent in other matches. */
  series?: SeriesPlace;
  /** The type, which identifies the schema. */
  type: "match_created";
}

/** The winner of the match, and the reason. */
export interface MatchDecided {
  /** The seat that won; null: neither. */
  winner: Duelist;
  /** What decided it. */
  reason: MatchReason;
  /** By seat: duels won in the match. */
  wins: { [name in Duelist]?: number };
  /** The type, which identifies the schema. */
  type: "wizards_duel.match_decided";
}

/** A match with its options and settings. */
export interface MatchDetails {
  /** The match. */
  match_id: string;
  /** The id of the game. */
  game: string;
  /** The name of the variant. */
  variant: string;
  /** The status of the match. */
  status: MatchStatus;
  /** Who can see the match. */
  visibility: Visibility;
  /** When phases close. */
  pace: Pace;
  /** Whether the match starts by itself when every seat is taken. */
  autostart: boolean;
  /** When it was created. */
  created_at: string;
  /** The player who created the match and hosts it. */
  host: Person;
  /** The seats, in the order of the game. */
  seats: SeatListing[];
  /** Whether everyone who can see the match can take free seats before the start. Otherwise only the host and players with a reservation can. */
  door_open: boolean;
  /** Who holds a role on the match, its owners with them. */
  roles: RoleHolder[];
  /** What the host calls the match; null if the host gave it no label. */
  label: string | null;
  /** The table of a tournament that is played in this match; null in other matches. */
  tournament: TournamentTable | null;
  /** The place in a series that this match has; null in other matches. */
  series: SeriesPlace | null;
  /** How many seats everyone who can see the match can take now. */
  free_seats: number;
  /** The open phase; null if there is none, or if the caller will learn of it later (`spectator_lag`). */
  phase: Phase | null;
  /** When that phase closes; null while the match is not running. */
  closes_at: string | null;
  /** How the match ended; null before, and if it was voided. */
  outcome: Outcome | null;
  /** Whether the open phase waits for a submission of the caller. */
  awaited: boolean;
  /** All options, except those that only the host may know. */
  options: Options;
  /** Increased whenever the same submissions could lead to different facts. */
  rules_version: number;
  /** Whether everyone can see that a seat has submitted. */
  show_submitted: boolean;
  /** Whether everyone can read the log when the match is over. */
  open_log: boolean;
  /** The delay of spectators in rounds, until the match ends. */
  spectator_lag: number;
  /** The commitment to the secret seed of all draws: read and save it before you send entropy. */
  seed_commitment: string;
  /** The server's time when it sent this. */
  server_now: string;
}

/** The match is over, and all channels are closed. For everyone, as the last fact of the game. */
export interface MatchEnded {
  /** How the match ended. */
  outcome: Outcome;
  /** The type, which identifies the schema. */
  type: "match_ended";
}

/** The open phase of the open match gets more time, a moment later (`matches_set`). */
export interface MatchExtended {
  /** The number of additional seconds. */
  seconds: number;
  /** How many entries have ordered something about matches of the series by now. */
  order: number;
  /** The type, which identifies the schema. */
  type: "match_extended";
}

/** Matches, newest first; in lists of what is public, hosts take turns. */
export interface MatchList {
  /** The matches. */
  matches: MatchReply[];
  /** Send it as `before` to get the next page; null on the last page. */
  next: string | null;
}

/** A match as everyone who can see it may know it. */
export interface MatchListing {
  /** The match. */
  match_id: string;
  /** The id of the game. */
  game: string;
  /** The name of the variant. */
  variant: string;
  /** The status of the match. */
  status: MatchStatus;
  /** Who can see the match. */
  visibility: Visibility;
  /** When phases close. */
  pace: Pace;
  /** Whether the match starts by itself when every seat is taken. */
  autostart: boolean;
  /** When it was created. */
  created_at: string;
  /** The player who created the match and hosts it. */
  host: Person;
  /** The seats, in the order of the game. */
  seats: SeatListing[];
  /** Whether everyone who can see the match can take free seats before the start. Otherwise only the host and players with a reservation can. */
  door_open: boolean;
  /** Who holds a role on the match, its owners with them. */
  roles: RoleHolder[];
  /** What the host calls the match; null if the host gave it no label. */
  label: string | null;
  /** The table of a tournament that is played in this match; null in other matches. */
  tournament: TournamentTable | null;
  /** The place in a series that this match has; null in other matches. */
  series: SeriesPlace | null;
  /** How many seats everyone who can see the match can take now. */
  free_seats: number;
  /** The open phase; null if there is none, or if the caller will learn of it later (`spectator_lag`). */
  phase: Phase | null;
  /** When that phase closes; null while the match is not running. */
  closes_at: string | null;
  /** How the match ended; null before, and if it was voided. */
  outcome: Outcome | null;
}

/** A match that you play or host has ended: `over` with an outcome, which your view shows, or `void`. */
export interface MatchOver {
  /** The match. */
  match_id: string;
  /** The id of the game. */
  game: string;
  /** Your seat, or `host`. */
  viewer: string;
  /** Always `ok`; otherwise the reply is an error. */
  status: "over" | "void";
  /** The type, which identifies the schema. */
  type: "match_over";
}

/** The host paused the match. Nothing can be submitted until it is resumed. */
export interface MatchPaused {
  /** The reason that the host gives, visible to everyone. */
  reason: string;
  /** The type, which identifies the schema. */
  type: "match_paused";
}

/** What decided a match of duels. */
export type MatchReason = "wins" | "extra_duel" | "holder" | "coin";

/** The whole match, round by round. For everyone if `reveal_at_end` is `full`, else for the host. */
export interface MatchRecorded {
  /** The rounds, in order. */
  rounds: ApocalypseRound[];
  /** The type, which identifies the schema. */
  type: "apocalypse.record";
}

/** The last match is played again, with the same seats, under this id; it exists a moment later (`matches_set`). */
export interface MatchReplayed {
  /** The number of the episode. */
  episode: number;
  /** Which match of it. */
  match: "main" | "death";
  /** The new match. */
  match_id: string;
  /** The type, which identifies the schema. */
  type: "match_replayed";
}

/** A match as its caller may know it. */
export interface MatchReply {
  /** The match. */
  match_id: string;
  /** The id of the game. */
  game: string;
  /** The name of the variant. */
  variant: string;
  /** The status of the match. */
  status: MatchStatus;
  /** Who can see the match. */
  visibility: Visibility;
  /** When phases close. */
  pace: Pace;
  /** Whether the match starts by itself when every seat is taken. */
  autostart: boolean;
  /** When it was created. */
  created_at: string;
  /** The player who created the match and hosts it. */
  host: Person;
  /** The seats, in the order of the game. */
  seats: SeatListing[];
  /** Whether everyone who can see the match can take free seats before the start. Otherwise only the host and players with a reservation can. */
  door_open: boolean;
  /** Who holds a role on the match, its owners with them. */
  roles: RoleHolder[];
  /** What the host calls the match; null if the host gave it no label. */
  label: string | null;
  /** The table of a tournament that is played in this match; null in other matches. */
  tournament: TournamentTable | null;
  /** The place in a series that this match has; null in other matches. */
  series: SeriesPlace | null;
  /** How many seats everyone who can see the match can take now. */
  free_seats: number;
  /** The open phase; null if there is none, or if the caller will learn of it later (`spectator_lag`). */
  phase: Phase | null;
  /** When that phase closes; null while the match is not running. */
  closes_at: string | null;
  /** How the match ended; null before, and if it was voided. */
  outcome: Outcome | null;
  /** Whether the open phase waits for a submission of the caller. */
  awaited: boolean;
}

/** A new match; the caller is its host. */
export interface MatchRequest {
  /** The id of the game. */
  game: string;
  /** By default the first variant of the game. */
  variant?: string | null;
  /** Options that differ from those of the variant. */
  options?: Options;
  /** Seats that are taken or reserved from the beginning. */
  seats?: { [name: string]: SeatRequest };
  /** What the match is called in lists, for everyone who can see it. */
  label?: string | null;
  /** `eager` closes a phase when every awaited seat has submitted. */
  pace?: Pace;
  /** `public`: listed, everyone can watch; `unlisted`: not listed; `private`: only the host and players with a seat or a reservation. */
  visibility?: Visibility;
  /** Start by itself when every seat is taken. This happens just after the reply, which still says `open`; the fact `match_started` reports it. */
  autostart?: boolean;
  /** Show everyone that a seat has submitted. */
  show_submitted?: boolean;
  /** Whether everyone can read the log when the match is over. By default the game decides: the log stays closed if the rules keep something secret permanently with these options. */
  open_log?: boolean | null;
  /** The delay of spectators in rounds, until the match ends. */
  spectator_lag?: number;
}

/** How the match ended. `winner` and `reason` are null if the host adjudicated it. */
export interface MatchResult {
  /** The seat that won; null: neither. */
  winner: Duelist | null;
  /** What decided it. */
  reason: MatchReason | null;
  /** By seat: duels won in the match. */
  wins: { [name in Duelist]?: number };
  /** The rank of each seat; 1 is best. */
  rank: { [name in Duelist]?: number };
  /** The consequences of the end, by seat. */
  consequences: { [name in Duelist]?: Consequence[] };
}

/** The match continues, with the remaining time. */
export interface MatchResumed {
  /** The type, which identifies the schema. */
  type: "match_resumed";
}

/** You hold this role in a match from now on; null: none any more. Its log says who gave or took it. */
export interface MatchRoleSet {
  /** The match. */
  match_id: string;
  /** The id of the game. */
  game: string;
  /** The role that you hold; null if you hold none any more. */
  role: "owner" | "director" | "arbiter" | "observer" | null;
  /** The type, which identifies the schema. */
  type: "match_role_set";
}

/** The match started. From now on, only the host can change seats. */
export interface MatchStarted {
  /** The type, which identifies the schema. */
  type: "match_started";
}

/** The status of a match: `open` for players, `running`, `paused` by its host, `suspended` by the server, `over` with an outcome, or `void`. */
export type MatchStatus = "open" | "running" | "paused" | "suspended" | "over" | "void";

/** The server cannot continue the match, and suspended it. An administrator can resume it when the server is fixed, or the host can void or adjudicate it. */
export interface MatchSuspended {
  /** Whether the rules failed, or the server has another version of them. */
  because: "rules_failed" | "other_rules";
  /** The type, which identifies the schema. */
  type: "match_suspended";
}

/** What the matches of a tournament are: the same for all. */
export interface MatchTerms {
  /** The id of the game. */
  game: string;
  /** The name of the variant. */
  variant: string;
  /** All options, except those that only the host may know. */
  options: { [name: string]: JsonValue };
  /** When phases close. */
  pace: Pace;
  /** Who can see the matches. */
  visibility: Visibility;
  /** Whether everyone can see that a seat has submitted. */
  show_submitted: boolean;
  /** Whether everyone can read the log when the match is over. */
  open_log: boolean;
  /** The delay of spectators in rounds, until the match ends. */
  spectator_lag: number;
}

/** What the matches of the tournament are: the same for all. */
export interface MatchTermsRequest {
  /** The id of the game. */
  game: string;
  /** By default the first variant of the game. */
  variant?: string | null;
  /** Options that differ from those of the variant. */
  options?: Options;
  /** `eager` closes a phase when every awaited seat has submitted. */
  pace?: Pace;
  /** Who can see the matches. */
  visibility?: Visibility;
  /** Show everyone that a seat has submitted. */
  show_submitted?: boolean;
  /** Whether everyone can read the log when the match is over. By default the game decides. */
  open_log?: boolean | null;
  /** The delay of spectators in rounds, until the match ends. */
  spectator_lag?: number;
}

/** The host ended the match without an outcome. */
export interface MatchVoided {
  /** The reason that the director gave; can be empty. */
  reason: string;
  /** The type, which identifies the schema. */
  type: "match_voided";
}

/** Everything is done that was ordered about matches: those that begin exist, others are ended. */
export interface MatchesSet {
  /** How many entries ordered something about them so far. */
  orders: number;
  /** The type, which identifies the schema. */
  type: "matches_set";
}

/** The player of a token, and what the token allows. */
export interface MeReply {
  /** The id of the player. */
  player_id: string;
  /** The name, for people. */
  name: string;
  /** Whether the player does what directors do in every match; every look into one leaves a trace in its log. */
  administrator: boolean;
  /** The earlier name of `administrator`. */
  organiser: boolean;
  /** When it was created, or renewed for the last time. */
  created_at: string;
  /** The token of this call. */
  token: TokenReply;
}

/** Messages that the caller received in a channel, oldest first. */
export interface MessagePage {
  /** The messages, oldest first. */
  messages: MessageReply[];
  /** Whether there are more: older messages, or, with `after`, newer ones. */
  more: boolean;
}

/** A message in a channel. */
export interface MessageReply {
  /** The event of this message in the caller's stream. */
  cursor: number;
  /** When it happened. */
  at: string;
  /** The channel's name. */
  channel: string;
  /** A seat, or `host`. */
  sender: string;
  /** The text of the message; empty if its sender has left the server. */
  text: string;
}

/** A message to send. */
export interface MessageRequest {
  /** One line: not blank, without characters that control terminals or the text direction. */
  text: string;
}

/** A message from `sender`, a seat or `host`, in a channel. For its members, and for everyone if all can read it. */
export interface MessageSent {
  /** The channel's name. */
  channel: string;
  /** A seat, or `host`. */
  sender: string;
  /** The text of the message; empty if its sender has left the server. */
  text: string;
  /** The type, which identifies the schema. */
  type: "message_sent";
}

/** An ability that a Moira gives in Threads of Fate: `gilding` by Clotho, `head_start` by Nona, `boosting` by Lachesis, `protection` by Decima, `recycling` by Atropos, `stronger_cutters` by Morta. */
export type MoiraAbility = "gilding" | "head_start" | "boosting" | "protection" | "recycling" | "stronger_cutters";

/** A move of the game of the match. */
export type Move = WizardsDuelMove | PlayMove | WeaveMove | DivineInterventionMove | HeroOfTheArenaMove;

/** Allow a seat to write only to the host. Not allowed for a host who plays. */
export interface MuteAction {
  /** The type, which identifies the schema. */
  type: "mute";
  /** The seat. */
  seat: string;
  /** Visible to everyone in the match. */
  reason: string;
}

/** The new address of the caller's calendar. */
export interface NewCalendarReply {
  /** The path of the calendar, behind the address of the server (`getCalendar`). Whoever has it can read the calendar. The server stores only a hash of it, so it is shown only once. */
  path: string;
  /** When it was made. */
  opened_at: string;
}

/** A new invitation to a tournament or a series, with its token. */
export interface NewEventInvitationReply {
  /** The id, which the fact contains by which somebody joins who accepts. */
  invitation_id: string;
  /** How often it can be accepted in total. */
  uses: number;
  /** How often it was accepted. */
  used: number;
  /** When it was created, or renewed for the last time. */
  created_at: string;
  /** Until when it can be accepted. */
  expires_at: string;
  /** When it was withdrawn; null if it is not withdrawn. */
  withdrawn_at: string | null;
  /** The secret to put into a link (`getInvitation`). The server stores only its hash, so it is shown only once. */
  token: string;
}

/** A new invitation, with its token. */
export interface NewInvitationReply {
  /** The id, which the fact contains by which somebody joins who accepts. */
  invitation_id: string;
  /** How often it can be accepted in total. */
  uses: number;
  /** How often it was accepted. */
  used: number;
  /** When it was created, or renewed for the last time. */
  created_at: string;
  /** Until when it can be accepted. */
  expires_at: string;
  /** When it was withdrawn; null if it is not withdrawn. */
  withdrawn_at: string | null;
  /** The match. */
  match_id: string;
  /** The seat that it is for; null: any free one. */
  seat: string | null;
  /** The secret to put into a link (`getInvitation`). The server stores only its hash, so it is shown only once. */
  token: string;
}

/** A new player with its token, which is shown only once and stored only as a hash. */
export interface NewPlayerReply {
  /** The id of the player. */
  player_id: string;
  /** The name, for people. */
  name: string;
  /** Whether the player does what directors do in every match; every look into one leaves a trace in its log. */
  administrator: boolean;
  /** The earlier name of `administrator`. */
  organiser: boolean;
  /** When it was created, or renewed for the last time. */
  created_at: string;
  /** Opaque; letters, digits, `.`, `-` and `_`. It begins with `moirai_`, has every scope, and does not expire. Send it as `Authorization: Bearer TOKEN` with every other call. */
  token: string;
}

/** A token with its text, which is shown only once and stored only as a hash. */
export interface NewTokenReply {
  /** The id of the token; it is not secret. */
  token_id: string;
  /** What the token is for, in words for the player. */
  name: string;
  /** What the token allows. */
  scopes: ("watch" | "play" | "talk" | "host" | "organise" | "notify" | "account" | "administer")[];
  /** When it was created, or renewed for the last time. */
  created_at: string;
  /** When it expires; null: it does not. */
  expires_at: string | null;
  /** The day of its last use in UTC, such as `2040-01-31`; null: it was not used yet. */
  used_on: string | null;
  /** The program of others that got the token with the player's consent; null: the player has created it. */
  client: string | null;
  /** Whether it is the token of this call. */
  current: boolean;
  /** Send it as `Authorization: Bearer TOKEN`. It begins with `moirai_`. */
  token: string;
}

/** A new token. */
export interface NewTokenRequest {
  /** What the token is for, in words for the player. */
  name: string;
  /** What the token allows: at most what the token of this call does. */
  scopes: ("watch" | "play" | "talk" | "host" | "organise" | "notify" | "account" | "administer")[];
  /** How long the ticket is valid. */
  expires_in_seconds?: number | null;
}

/** A new webhook, with its secret. */
export interface NewWebhookReply {
  /** The id of the webhook, for the calls about it. */
  webhook_id: string;
  /** Where its messages go. */
  url: string;
  /** Which messages it gets: types, groups such as `match.*`, or `*` for all. */
  types: string[];
  /** How many seconds before a deadline `submission.missing` is sent if you have not submitted. */
  missing_seconds: number[];
  /** When it was created, or renewed for the last time. */
  created_at: string;
  /** Since when all tries have failed; null if the last one succeeded. */
  failing_since: string | null;
  /** When the server stopped sending; null while it sends. `pingWebhook` enables the webhook again. */
  disabled_at: string | null;
  /** `gone`: the target answered 410. `failing`: nothing has succeeded for five days. */
  disabled_because: "gone" | "failing" | null;
  /** The secret that signs its messages: `whsec_` and base64. It is shown only once. */
  secret: string;
}

/** An entrant was silent in a match for too long: the player of an entrant who waited for a place goes on, with the entrant's results, and has the seat a moment later (`tables_set`). The entrant who waited is withdrawn. */
export interface NewcomerSeated {
  /** The number of the round. */
  round: number;
  /** The number of the table. */
  table: number;
  /** The entrant who was silent, with another player from now on. */
  entrant: string;
  /** The entrant who waited for a place. */
  newcomer: string;
  /** The type, which identifies the schema. */
  type: "newcomer_seated";
}

/** Something that concerns the caller, identified by `type`. */
export type NewsFact = Invited | Seated | Unseated | Replaced | MatchBegun | Awaited | DeadlineNear | DeadlineMoved | AwaitedNoMore | MatchOver | HostLineMessage | MatchRoleSet | PartnerAsked | TournamentEntered | TournamentLeft | CheckInAsked | TablePublished | ReadyAsked | TableDecided | TournamentEnded | TournamentRoleSet | SeriesEntered | SeriesLeft | EpisodeStarted | DecisionAskedOfYou | DecisionMoved | YourDecisionClosed | SeriesWaits | SeriesEnded | SeriesRoleSet;

/** The system has no further round: a director can finish the tournament. */
export interface NoRoundLeft {
  /** The type, which identifies the schema. */
  type: "no_round_left";
}

/** Entrants were not ready in time. At a table of two they forfeit; a larger one starts, and waits in each phase. */
export interface NotReady {
  /** The number of the round. */
  round: number;
  /** The number of the table. */
  table: number;
  /** Who was not ready. */
  entrants: string[];
  /** The type, which identifies the schema. */
  type: "not_ready";
}

/** The cards of a draft round: units, then items. */
export interface OfferRevealed {
  /** The draft round, from 1. */
  round: number;
  /** The cards. */
  cards: (HeroUnitCard | HeroItemCard)[];
  /** The type, which identifies the schema. */
  type: "hero_of_the_arena.offer_revealed";
}

/** A card that was discarded; null if face down. */
export interface OpenDiscard {
  /** The card's id; null if it lies face down. */
  card: string | null;
  /** The arena, 1 to 5. */
  arena: number;
}

/** Before the start: allow everyone who can see the match to take free seats again. */
export interface OpenDoorAction {
  /** The type, which identifies the schema. */
  type: "open_door";
}

/** Let players enter. */
export interface OpenEntriesAction {
  /** The type, which identifies the schema. */
  type: "open";
  /** Why; everyone concerned can read it. */
  reason?: string;
}

/** What an invitation is for, identified by `type`. */
export type OpenedInvitationReply = OpenedMatchInvitation | OpenedTournamentInvitation | OpenedSeriesInvitation;

/** An invitation to a match. */
export interface OpenedMatchInvitation {
  /** The id, which the fact contains by which somebody joins who accepts. */
  invitation_id: string;
  /** How often it can still be accepted. */
  uses_left: number;
  /** Until when it can be accepted. */
  expires_at: string;
  /** What it is for. */
  type: "match";
  /** The seat that it is for; null: any free one. */
  seat: string | null;
  /** The match as its spectators see it. */
  match: MatchDetails;
}

/** An invitation to a series. */
export interface OpenedSeriesInvitation {
  /** The id, which the fact contains by which somebody joins who accepts. */
  invitation_id: string;
  /** How often it can still be accepted. */
  uses_left: number;
  /** Until when it can be accepted. */
  expires_at: string;
  /** What it is for. */
  type: "series";
  /** The series, as lists show it. */
  series: SeriesListing;
  /** The series as it was created. */
  settings: SeriesCreated;
}

/** An invitation to a tournament. */
export interface OpenedTournamentInvitation {
  /** The id, which the fact contains by which somebody joins who accepts. */
  invitation_id: string;
  /** How often it can still be accepted. */
  uses_left: number;
  /** Until when it can be accepted. */
  expires_at: string;
  /** What it is for. */
  type: "tournament";
  /** The tournament, as lists show it. */
  tournament: TournamentListing;
  /** The tournament as it was created. */
  settings: TournamentCreated;
}

/** Options by name, as in the game's `options_schema`. */
export type Options = { [name: string]: JsonValue };

/** How a match ended: the rank of each seat (1 is best), and the consequences for each seat. */
export interface Outcome {
  /** The rank of each seat; 1 is best. */
  rank: { [name: string]: number };
  /** The consequences of the end, by seat. */
  consequences: { [name: string]: Consequence[] };
}

/** A fighter's own cards: the hand in order, the deck as a set in pack order, the pile with nothing hidden. */
export interface OwnCards {
  /** The cards in the hand, in order. */
  hand: HeldCard[];
  /** The cards of the deck, in pack order and not in that of the deck. */
  deck: HeldCard[];
  /** The cards on cooldown. */
  pile: CooledCard[];
}

/** A fighter's own cards, as they are now. */
export interface OwnCardsTold {
  /** The seat. */
  seat: string;
  /** The cards, as they are now. */
  cards: OwnCards;
  /** The type, which identifies the schema. */
  type: "hero_of_the_arena.own_cards";
}

/** An event of the player's own stream on a WebSocket or as a server-sent event, with the time of sending. */
export interface OwnEventFrame {
  /** The type of the frame. */
  type: "own_event";
  /** The caller. */
  player_id: string;
  /** The number of an event in the caller's own stream. */
  cursor: number;
  /** When, the first time. */
  at: string;
  /** The facts, in order. */
  facts: NewsFact[];
  /** The server's time when it sent this. */
  server_now: string;
}

/** A page of the caller's own stream, in order. */
export interface OwnEventPage {
  /** The caller. */
  player_id: string;
  /** The events, in order. */
  events: OwnEventReply[];
  /** Send it as `after` to continue. */
  cursor: number;
  /** Whether there are more events already. */
  more: boolean;
  /** The server's time when it sent this. */
  server_now: string;
}

/** What one step of a match or tournament tells the caller, whether or not the caller follows it. */
export interface OwnEventReply {
  /** The type of the frame. */
  type: "own_event";
  /** The caller. */
  player_id: string;
  /** The number of an event in the caller's own stream. */
  cursor: number;
  /** When, the first time. */
  at: string;
  /** The facts, in order. */
  facts: NewsFact[];
}

/** The caller's current submission. */
export interface OwnSubmission {
  /** The number of the phase. */
  phase: number;
  /** The move, in canonical form. */
  move: Move;
  /** Whether the phase waits for this seat until its deadline, instead of closing early. */
  keep_thinking: boolean;
}

/** The socket follows the player's own stream: missed events up to `cursor`, then new events. */
export interface OwnSubscribedFrame {
  /** The type, which identifies the schema. */
  type: "own_subscribed";
  /** The id of the authenticated player. */
  player_id: string;
  /** The last event of the stream so far. */
  cursor: number;
  /** When the server sent this: RFC 3339 in UTC, with microseconds. */
  server_now: string;
}

/** A table of a pairing that a director sends. */
export interface OwnTable {
  /** The entrants in the order of the seats; one for a bye. */
  entrants: string[];
  /** The kind of the bye. */
  bye?: "bye" | "half_bye" | "zero_bye" | null;
}

/** The existing threads that a seat is the source of, after the round. */
export interface OwnThreads {
  /** The source of the threads. */
  seat: string;
  /** The existing threads that the seat is the source of, by name. */
  threads: { [name: string]: SpunThread };
  /** The type, which identifies the schema. */
  type: "threads_of_fate.own_threads";
}

/** A boon won, as its winner is told. */
export interface OwnWin {
  /** The boon. */
  boon: BoonId;
  /** The piety paid for it. */
  bid: number;
}

/** `deadline`: phases close at their deadline; `eager`: also when every awaited seat has submitted: the seats in `must`, or, if `must` is empty, the seats in `may`. */
export type Pace = "deadline" | "eager";

/** A pack, as in the game's `pack_schema`. */
export type PackContent = { [name: string]: JsonValue };

/** A registered pack with its content, in canonical form. */
export interface PackDetails {
  /** The id of the pack, a hash of its content: use it as the option `pack` of a match. */
  pack: string;
  /** The id of the game. */
  game: string;
  /** The name, for people. */
  name: string;
  /** When it was created, or renewed for the last time. */
  created_at: string;
  /** The content of the pack. */
  content: PackContent;
}

/** The caller's packs, newest first. */
export interface PackList {
  /** The packs, newest first. */
  packs: PackReply[];
}

/** A registered pack. */
export interface PackReply {
  /** The id of the pack, a hash of its content: use it as the option `pack` of a match. */
  pack: string;
  /** The id of the game. */
  game: string;
  /** The name, for people. */
  name: string;
  /** When it was created, or renewed for the last time. */
  created_at: string;
}

/** Your own content for a game that supports packs. */
export interface PackRequest {
  /** The id of the game. */
  game: string;
  /** The pack, as in the game's `pack_schema`. */
  content: PackContent;
}

/** Pair the next round, or pair it anew as long as it is not published. */
export interface PairAction {
  /** The type, which identifies the schema. */
  type: "pair";
  /** Why; everyone concerned can read it. */
  reason?: string;
  /** Whether entrants may meet again in this round, if there is no other pairing. */
  allow_repeats?: boolean;
}

/** A table of a round: entrants in the order of the seats, or one with a bye. */
export interface PairedTable {
  /** The number of the table. */
  table: number;
  /** In the order of the seats. */
  entrants: string[];
  /** The result of a bye, or of a table with an entrant who has withdrawn; null for a table with a match. */
  result: Result | null;
}

/** Before a round was published, earlier pairings of it were thrown away. Told with the publication. */
export interface PairingsReplaced {
  /** The number of the round. */
  round: number;
  /** How many pairings. */
  count: number;
  /** Who had them replaced, in the order of the first time. */
  by: Person[];
  /** The type, which identifies the schema. */
  type: "pairings_replaced";
}

/** A player wants to enter a tournament as a team with you: name the player, too (`enterTournament`). */
export interface PartnerAsked {
  /** The id of the tournament. */
  tournament_id: string;
  /** What the tournament is called. */
  label: string;
  /** Who asks. */
  player: Person;
  /** The type, which identifies the schema. */
  type: "partner_asked";
}

/** A player wants to enter as a team with another one, who enters it by naming the player. */
export interface PartnerNamed {
  /** Who wants to enter. */
  player: Person;
  /** Who is asked. */
  partner: Person;
  /** The type, which identifies the schema. */
  type: "partner_named";
}

/** Pause the match. Nothing can be submitted until it is resumed. */
export interface PauseAction {
  /** The type, which identifies the schema. */
  type: "pause";
  /** Visible to everyone in the match. */
  reason?: string;
}

/** Pause the series and its match. */
export interface PauseSeriesAction {
  /** The type, which identifies the schema. */
  type: "pause";
  /** Why; everyone who sees the series can read it. */
  reason?: string;
}

/** Pause the tournament and all its matches; by a director who plays once a round, and for ten minutes at most. */
export interface PauseTournamentAction {
  /** The type, which identifies the schema. */
  type: "pause";
  /** Why; everyone concerned can read it. */
  reason?: string;
}

/** What affects a seat's next cast; null if it follows from a spell that the viewer has not seen. */
export interface PendingView {
  /** What is added to the strength of the cast. */
  modifier: number | null;
  /** Whether the cast will be hidden by the caster's own Fog Cloud of the round before. */
  fogged: boolean | null;
  /** The spell that the opponent's Charm forbids; null: none. */
  banned: Spell | null;
}

/** Perks on display were replaced, after a purchase or because nobody bought any. */
export interface PerksRotated {
  /** The perks that were removed from the display. */
  left: string[];
  /** The new perks on display. */
  entered: string[];
  /** Whether they were replaced because nobody bought any. */
  stale: boolean;
  /** The type, which identifies the schema. */
  type: "hero_of_the_arena.perks_rotated";
}

/** A player, as others see them. */
export interface Person {
  /** The id of the player. */
  player_id: string;
  /** The name, for people; empty if the player has left the server. */
  name: string;
}

/** A period in which each seat submits one move. */
export interface Phase {
  /** The number of the phase in the match, from 1. */
  number: number;
  /** The name of this kind of phase in the game. */
  name: string;
  /** The round, as the game counts them. */
  round: number;
  /** Seats that should submit. An early close waits for them; the rules choose a missing move. */
  must: string[];
  /** Seats that can submit but do not have to. If `must` is empty, an early close waits for these seats. */
  may: string[];
  /** The duration of the phase. */
  seconds: number;
  /** Whether `seconds` count from the previous deadline instead of from the opening. */
  keeps_deadline: boolean;
  /** Whether the phase closes when all awaited seats have submitted, with either pace. */
  early_close: boolean;
  /** Whether a submission can be withdrawn; it can always be replaced. */
  withdrawable: boolean;
}

/** A phase closed. The following facts of the same event are its result. */
export interface PhaseClosed {
  /** The number of the phase. */
  phase: number;
  /** Why it closed: at its deadline, because all awaited seats had submitted, or by the host. */
  because: "deadline" | "all_submitted" | "host";
  /** The `head` that the sender knew: that of the previous phase. */
  head: string;
  /** Seats that sent the `head` of the previous phase; absent if the match does not show it. */
  head_seen_by?: string[];
  /** The type, which identifies the schema. */
  type: "phase_closed";
}

/** The next phase opened. For everyone, as the last fact of the game in a set-up or resolution. */
export interface PhaseOpened {
  /** The phase. */
  phase: Phase;
  /** The type, which identifies the schema. */
  type: "phase_opened";
}

/** Who picks the opponent of a death match. */
export interface PickRequest {
  /** Who picks. */
  by: "candidate";
  /** From whom: those who are in hell next, without the candidate. */
  from: "next_hell";
  /** The time for each decision. */
  seconds?: number;
  /** Who is picked if nobody decides in time: the one with the worst rank in the main match, or one who is drawn. Partners are always drawn. */
  silent?: "worst_rank" | "draw";
}

/** How candidates pick their opponents, and partners are chosen. */
export interface PickTerms {
  /** How long each decision is open. */
  seconds: number;
  /** Who is picked if the candidate is silent; partners are then drawn. */
  silent: "worst_rank" | "draw";
}

/** Check that the connection is alive. */
export interface PingFrame {
  /** The type, which identifies the schema. */
  type: "ping";
}

/** An entrant who waited has a place. */
export interface PlaceGiven {
  /** The id of the entrant, which never changes. */
  entrant: string;
  /** The type, which identifies the schema. */
  type: "place_given";
}

/** Somebody else goes on in a place: another player, or a bot, which then plays and decides. */
export interface PlaceHandedOver {
  /** The id of the place. */
  entrant: string;
  /** Who goes on; null for a bot. */
  player: Person | null;
  /** Why. */
  because: "own_wish" | "director" | "disqualified" | "replaced";
  /** The type, which identifies the schema. */
  type: "place_handed_over";
}

/** A place is free again, before the start. */
export interface PlaceLeft {
  /** The id of the place. */
  entrant: string;
  /** Why. */
  because: "own_wish" | "director";
  /** The type, which identifies the schema. */
  type: "place_left";
}

/** A player or a bot has a place in the series. */
export interface PlaceTaken {
  /** The id of the place. */
  entrant: string;
  /** The player; null for a bot. */
  player: Person | null;
  /** The id of the invitation that the player accepted; absent if there was none. */
  invitation?: string;
  /** The type, which identifies the schema. */
  type: "place_taken";
}

/** A director has set who is in heaven and who is in hell in the next episode. */
export interface PlacesSet {
  /** Who is in heaven. */
  heaven: string[];
  /** Who is in hell. */
  hell: string[];
  /** The type, which identifies the schema. */
  type: "places_set";
}

/** The rankings, before anybody is raised. */
export interface PlayEnded {
  /** How play ended. */
  result: DivineResult;
  /** The type, which identifies the schema. */
  type: "divine_intervention.play_ended";
}

/** The two cards of a round, each with one ability. Used in every phase. */
export interface PlayMove {
  /** The type, which identifies the schema. */
  type: "play";
  /** Two different cards, in any order. */
  plays: [CardPlay, CardPlay];
  /** Choices for AB games, for opponents whose chat with this seat was opened for this round; the default is `ally`. */
  ab?: { [name: string]: AbChoice };
}

/** A new player. */
export interface PlayerRequest {
  /** The visible name of the player, without unassigned or private characters (RFC 8266), and with invisible ones only where its script needs them. */
  name: string;
  /** The administrator key of the server; it makes the player an administrator. */
  administrator_key?: string | null;
  /** The earlier name of `administrator_key`, which counts if both are given. */
  organiser_key?: string | null;
}

/** A seat's total after a round. For that seat. */
export interface PointsTold {
  /** The round's number, from 1. */
  round: number;
  /** The seat. */
  seat: string;
  /** The seat's points. */
  total: number;
  /** The type, which identifies the schema. */
  type: "apocalypse.points";
}

/** The answer to `ping`. */
export interface PongFrame {
  /** The type, which identifies the schema. */
  type: "pong";
  /** When the server sent this: RFC 3339 in UTC, with microseconds. */
  server_now: string;
}

/** Who had the place of an entrant before. */
export interface PredecessorReply {
  /** The player, or the first member of the team; null for a bot. */
  player: Person | null;
  /** The second member of the team; null for a bot, and without teams. */
  partner: Person | null;
  /** How many rounds were published until then; who played at which table, `players` of the table says. */
  rounds: number;
}

/** How many are where after a match, and how many leave by it. */
export interface PreviewLine {
  /** What happens: those who ascend or win are in heaven next, or everyone stays; or some leave. */
  step: "ascends" | "winner" | "stays" | "finalists" | "death_match" | "final";
  /** How many ascend, win, stay in heaven, go on to the final, play the death match, or win the season. */
  count: number;
  /** Players in heaven afterwards; 0 after the final. */
  heaven: number;
  /** Players in hell afterwards; 0 after the final. */
  hell: number;
  /** How many leave the series. */
  leave: number;
}

/** A match of the season. */
export interface PreviewMatch {
  /** The id of the game. */
  game: string;
  /** The name of the variant. */
  variant: string;
  /** How many play. */
  seats: number;
  /** How many seats have each consequence at the end. */
  counts: ConsequenceCount[];
}

/** An error (RFC 9457). `code` is stable; `detail` is for people and may change. */
export interface Problem {
  /** Always `about:blank`: use `code` to identify the problem. */
  type: string;
  /** The status in words. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** What went wrong, for programs. */
  code: string;
  /** What was expected and what to do; it never repeats input. */
  detail: string;
  /** JSON Pointer to the wrong place in the request body. */
  pointer?: string | null;
  /** All problems, if the request does not fit its schema. */
  errors?: ProblemComplaint[] | null;
}

/** One thing wrong with a request. */
export interface ProblemComplaint {
  /** A JSON Pointer into the body, or `query/NAME`, `path/NAME`, `header/NAME`. */
  pointer: string;
  /** What is wrong there. */
  message: string;
}

/** The deity's prophet of the round that opens, null if it named none. */
export interface ProphetNamed {
  /** The round's number; the first is 0. */
  round: number;
  /** The seat. */
  seat: string;
  /** The prophet; null: none was named. */
  prophet: string | null;
  /** The type, which identifies the schema. */
  type: "divine_intervention.prophet_named";
}

/** The deities whose prophet the shaman is in the round that opens; can be empty. */
export interface ProphetOf {
  /** The round's number; the first is 0. */
  round: number;
  /** The seat. */
  seat: string;
  /** The deities. */
  deities: string[];
  /** The type, which identifies the schema. */
  type: "divine_intervention.prophet_of";
}

/** Tell everyone the pairing. */
export interface PublishAction {
  /** The type, which identifies the schema. */
  type: "publish";
  /** Why; everyone concerned can read it. */
  reason?: string;
}

/** The keys of a subscription, as `PushSubscription.toJSON()` in a browser returns them. */
export interface PushKeys {
  /** The public key of the browser, in base64url. */
  p256dh: string;
  /** The secret of the browser, in base64url. */
  auth: string;
}

/** The caller's push subscriptions, newest first. */
export interface PushSubscriptionList {
  /** The public key of the server in base64url, for `pushManager.subscribe()`. It never changes. */
  application_server_key: string;
  /** The subscriptions, newest first, without their addresses. */
  subscriptions: PushSubscriptionReply[];
}

/** A push subscription of the caller. */
export interface PushSubscriptionReply {
  /** The id of the subscription, for `deletePushSubscription`. */
  subscription_id: string;
  /** The host of the push service. */
  service: string;
  /** The language of its messages. */
  language: string;
  /** When it was created, or renewed for the last time. */
  created_at: string;
  /** The status with which the push service has refused the last message; null if it took it, or none was sent. */
  refused: number | null;
}

/** A push subscription, as `PushSubscription.toJSON()` in a browser returns it. */
export interface PushSubscriptionRequest {
  /** The address at the push service; a secret of the browser. */
  endpoint: string;
  /** The kinds of the keys of the objects in the field, from the outermost inwards, `*` for a list of objects; none: the keys are fields. */
  keys: PushKeys;
  /** The language of the messages, as a tag; English if unknown. */
  language?: string;
}

/** Raise one more shaman to heaven, after the last round. */
export interface RaiseMove {
  /** The type, which identifies the schema. */
  type: "raise";
  /** The shaman to raise. */
  seat: string;
}

/** A page of the players who are rated in a game. */
export interface RatingList {
  /** The best first. */
  ratings: RatingReply[];
  /** The `before` of the next page; null on the last page. */
  next: string | null;
}

/** The rating of a player in a game. */
export interface RatingReply {
  /** Who holds it. */
  player: Person;
  /** The id of the game. */
  game: string;
  /** By which players are ordered: `mean` less three times `deviation`, in hundredths of a point, and at least 0. */
  rating: number;
  /** The estimate of the player's strength, in thousandths of a point; that of a newcomer is 25000. */
  mean: number;
  /** How far off the estimate may be, in thousandths of a point. */
  deviation: number;
  /** How many tables the rating comes from. */
  tables: number;
}

/** The ratings of a player. */
export interface RatingsReply {
  /** One for each game in which the player has a rating. */
  ratings: RatingReply[];
}

/** Your table waits for you: say that you are ready (`sayReady`). Once more if a pause has moved the time. */
export interface ReadyAsked {
  /** The id of the tournament. */
  tournament_id: string;
  /** What the tournament is called. */
  label: string;
  /** The number of the round. */
  round: number;
  /** The number of the table. */
  table: number;
  /** Until when. */
  ready_until: string;
  /** The type, which identifies the schema. */
  type: "ready_asked";
}

/** An entrant is ready at the table, which starts when all are. For the entrants of the table. */
export interface ReadySaid {
  /** The number of the round. */
  round: number;
  /** The number of the table. */
  table: number;
  /** The id of the entrant, which never changes. */
  entrant: string;
  /** The entrants of the table. */
  entrants: string[];
  /** The type, which identifies the schema. */
  type: "ready_said";
}

/** How many players are in each realm before the first episode. */
export interface RealmsRequest {
  /** Players in heaven. */
  heaven: number;
  /** Players in hell. */
  hell: number;
}

/** After a main match: who is in heaven and in hell next, but for whoever leaves. */
export interface RealmsSettled {
  /** The number of the episode. */
  episode: number;
  /** Who is in heaven next. */
  heaven: string[];
  /** Who is in hell next. */
  hell: string[];
  /** Who must play the death match; null if there is none. */
  candidate: string | null;
  /** Who cannot be picked as opponent, because of a token. */
  spared: string[];
  /** The type, which identifies the schema. */
  type: "realms_settled";
}

/** A submission or withdrawal was stored in the log. It counts until the next one of the same seat and phase. */
export interface ReceiptReply {
  /** The match. */
  match_id: string;
  /** The seat. */
  seat: string;
  /** The number of the phase. */
  phase: number;
  /** When the server accepted it. */
  accepted_at: string;
  /** Commits to the log entry: save it with the move, to verify the log when it is open. When the phase closes, `submission_counted` contains the receipt of the submission that counted. */
  receipt: string;
  /** The event of the submission in the caller's stream. */
  cursor: number;
  /** Whether exactly this submission was already accepted. */
  repeated: boolean;
}

/** A `subscribe` or a `submit` was refused; the socket stays open. */
export interface RefusedFrame {
  /** The type, which identifies the schema. */
  type: "refused";
  /** A text of the client's choice, which the answer repeats. */
  ref?: string | null;
  /** The id of the match. */
  match_id: string;
  /** The HTTP status that the call would have had. */
  status: number;
  /** What went wrong, for programs; stable. */
  code: string;
  /** What was expected and what to do, for people. */
  detail: string;
  /** JSON Pointer into the frame, if one place is wrong. */
  pointer?: string | null;
  /** When the server sent this: RFC 3339 in UTC, with microseconds. */
  server_now: string;
}

/** Let the tokens of a suspended player work again. */
export interface ReinstateAction {
  /** Why, in one line; only administrators can read it. */
  reason?: string | null;
  /** The type, which identifies the schema. */
  type: "reinstate";
}

/** The same people can play again, in the match `rematch_id`; the first and only event after the end of a match. */
export interface RematchCalled {
  /** The id of the new match. */
  rematch_id: string;
  /** The player who called for the rematch, and hosts it. */
  player: Person;
  /** The type, which identifies the schema. */
  type: "rematch_called";
}

/** What the caller is told of, and since when the calendar has its address. */
export interface RemindersReply {
  /** What push messages tell. */
  push: ("awaited" | "deadline_near" | "seated" | "over")[];
  /** What the calendar shows. */
  calendar: ("awaited" | "deadline_near" | "seated" | "over")[];
  /** When `createCalendar` made the address of the calendar; null if there is none. */
  calendar_opened_at: string | null;
}

/** What the caller wants to be told of: a phase or decision waits, a deadline is near, seats and rounds, the end. */
export interface RemindersRequest {
  /** What push messages tell. Messages on the line to a host are always told. */
  push: ("awaited" | "deadline_near" | "seated" | "over")[];
  /** What the calendar shows: `awaited` deadlines of phases and decisions, `deadline_near` an alarm before each deadline, `seated` rounds, check-ins and tables that wait for the caller, `over` ends. */
  calendar: ("awaited" | "deadline_near" | "seated" | "over")[];
}

/** Take the role of an administrator away. Roles on matches and events stay, as everybody's do. */
export interface RemoveAdministratorAction {
  /** Why, in one line; only administrators can read it. */
  reason?: string | null;
  /** The type, which identifies the schema. */
  type: "remove_administrator";
}

/** Let another player, or a bot, go on in the place of an entrant from the next round on. */
export interface ReplaceEntrantAction {
  /** The type, which identifies the schema. */
  type: "replace_entrant";
  /** Why; everyone concerned can read it. */
  reason?: string;
  /** The entrant. */
  entrant: string;
  /** The new player; by default a bot. */
  player_id?: string | null;
  /** The player who leaves a team; by default a bot of it, or else its first member. */
  leaving?: string | null;
}

/** Let another player, or a bot, go on in the place of an entrant. */
export interface ReplaceInSeriesAction {
  /** The type, which identifies the schema. */
  type: "replace";
  /** Why; everyone who sees the series can read it. */
  reason?: string;
  /** The entrant. */
  entrant: string;
  /** The new player; by default a bot. */
  player_id?: string | null;
}

/** Give a seat to a bot during play, or reserve it for another player. A host who plays can only give away their own. */
export interface ReplacePlayerAction {
  /** The type, which identifies the schema. */
  type: "replace_player";
  /** The seat. */
  seat: string;
  /** The player who gets the seat; if omitted or null, a bot. */
  player_id?: string | null;
}

/** You no longer have the seat: another player or a bot has taken it over. You hear nothing more of the match. */
export interface Replaced {
  /** The match. */
  match_id: string;
  /** The id of the game. */
  game: string;
  /** The seat. */
  seat: string;
  /** The type, which identifies the schema. */
  type: "replaced";
}

/** Have the match played again for which the series waits, with the same seats. */
export interface ReplayMatchAction {
  /** The type, which identifies the schema. */
  type: "replay";
  /** Why; everyone who sees the series can read it. */
  reason?: string;
}

/** What a table came to. */
export interface Result {
  /** How it came about. */
  how: "played" | "bye" | "half_bye" | "zero_bye" | "forfeit" | "double_forfeit" | "adjudicated";
  /** Half points of each entrant, in the order of the table; of a forfeit, the winner has 2 and the other 0. */
  points: number[];
}

/** A director corrected the result of a table. The log of its match stays as it is. */
export interface ResultCorrected {
  /** The number of the round. */
  round: number;
  /** The number of the table. */
  table: number;
  /** How the result came about. */
  how: "played" | "bye" | "half_bye" | "zero_bye" | "forfeit" | "double_forfeit" | "adjudicated";
  /** Half points, in the order of the table's entrants. */
  points: number[];
  /** The type, which identifies the schema. */
  type: "result_corrected";
}

/** Resume the match with the remaining time. Only an administrator can resume a suspended match. */
export interface ResumeAction {
  /** The type, which identifies the schema. */
  type: "resume";
}

/** Resume the series and its match, with the time that was left. */
export interface ResumeSeriesAction {
  /** The type, which identifies the schema. */
  type: "resume";
  /** Why; everyone who sees the series can read it. */
  reason?: string;
}

/** Resume the tournament and its matches. */
export interface ResumeTournamentAction {
  /** The type, which identifies the schema. */
  type: "resume";
  /** Why; everyone concerned can read it. */
  reason?: string;
}

/** One ritual; the mana is spent only if it succeeds. */
export interface RitualEntry {
  /** The room. */
  room: Room;
  /** Mana of fire. */
  fire?: number;
  /** Mana of air. */
  air?: number;
  /** Mana of earth. */
  earth?: number;
  /** Mana of water. */
  water?: number;
}

/** The result of every ritual, and the mana spent on rooms that were completed. */
export interface RitualsJudged {
  /** The round's number; the first is 0. */
  round: number;
  /** The result of each ritual, by shaman and room; all except `completed` failed. */
  verdicts: { [name: string]: { [name in Room]?: "completed" | "locked" | "eclipsed" | "form" | "rivals" } };
  /** By shaman: the mana spent on rituals that succeeded. */
  spent: { [name: string]: Mana };
  /** The type, which identifies the schema. */
  type: "divine_intervention.rituals_judged";
}

/** These shamans have Pilgrims' Road up to and including this round. */
export interface RoadGranted {
  /** The last round of the effect. */
  until: number;
  /** The shamans. */
  shamans: string[];
  /** The type, which identifies the schema. */
  type: "divine_intervention.road_granted";
}

/** A player holds this role from now on, in place of the one that the player held before, if any. */
export interface RoleGiven {
  /** Who holds it. */
  player: Person;
  /** The role. */
  role: "owner" | "director" | "arbiter" | "observer";
  /** Who gave it: an owner, or an administrator of the server. */
  by: Person;
  /** The type, which identifies the schema. */
  type: "role_given";
}

/** A player who holds a role. */
export interface RoleHolder {
  /** Who holds it. */
  player: Person;
  /** The role. */
  role: "owner" | "director" | "arbiter" | "observer";
}

/** A player does not hold this role any more, and no other. */
export interface RoleTaken {
  /** Who held it. */
  player: Person;
  /** The role. */
  role: "owner" | "director" | "arbiter" | "observer";
  /** Who took it: an owner, an administrator of the server, or the player. */
  by: Person;
  /** The type, which identifies the schema. */
  type: "role_taken";
}

/** A room of the temple in Divine Intervention. */
export type Room = "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" | "J" | "K" | "L" | "M" | "N" | "O" | "P" | "Q" | "R" | "S" | "T" | "U" | "V" | "W" | "X" | "Y";

/** A room as players see it; in pink rooms, `against` is the condition about other rituals. */
export interface RoomCard {
  /** Whether the result also depends on other rituals in the room. */
  pink: boolean;
  /** What a ritual needs here, for people. */
  needs: string;
  /** The condition about other rituals in a pink room; null in other rooms. */
  against: string | null;
}

/** The map, and what each room needs. */
export interface RoomsShown {
  /** The map, row by row; each character is a room, `.` is none. */
  layout: string[];
  /** What each room needs. */
  rooms: { [name in Room]?: RoomCard };
  /** The type, which identifies the schema. */
  type: "divine_intervention.rooms_shown";
}

/** The new secret of a webhook. */
export interface RotatedReply {
  /** The secret that signs from now on, shown only once. */
  secret: string;
  /** Until when the previous secret signs, too. */
  previous_until: string;
}

/** All tables of a round have results. */
export interface RoundDone {
  /** The number of the round. */
  round: number;
  /** The type, which identifies the schema. */
  type: "round_done";
}

/** How the last round was scored: the real spells, the cancelled effects, the final strengths (null for a spell without strength) and the spell that caused `instant`. Host only. */
export interface RoundExplained {
  /** By seat: the spell cast. */
  spells: { [name in Duelist]?: Spell };
  /** The spell that was taken back into the hand; null: none. */
  restored: { [name in Duelist]?: Spell | null };
  /** The seats whose spell's effect the other's spell cancelled. */
  cancelled: Duelist[];
  /** The final strength of each spell, by seat; null for a spell without strength. */
  strengths: { [name in Duelist]?: number | null };
  /** The spell that caused `instant`; null if nobody won at once. */
  cause: Spell | null;
  /** The type, which identifies the schema. */
  type: "wizards_duel.round_explained";
}

/** Casts were missing: the round restarts, or the duel is over. */
export interface RoundMissed {
  /** The round's number in the duel, from 1. */
  round: number;
  /** The number of starts of the round, from 1: it restarts when casts are missing or Daybreak undoes it. */
  attempt: number;
  /** The seats whose cast was missing. */
  absent: Duelist[];
  /** Whether the round restarts, instead of ending the duel. */
  restarted: boolean;
  /** The type, which identifies the schema. */
  type: "wizards_duel.round_missed";
}

/** A round was paired. For directors only, until it is published. */
export interface RoundPaired {
  /** The number of the round. */
  round: number;
  /** The initial ranking, by rating, then by lot: an entrant's place in it, from 1, is the entrant's number. */
  numbered: string[];
  /** The entrants in the order of their lots, which decide where nothing else does. */
  lots: string[];
  /** The tables, in order. */
  tables: PairedTable[];
  /** Why each table is as it is, in the order of the tables; empty if a director sent the pairing. */
  reasons: { [name: string]: JsonValue }[];
  /** When it is published by itself; null: by the word of a director. */
  publish_at: string | null;
  /** The type, which identifies the schema. */
  type: "round_paired";
}

/** Both spells and their score, as everyone sees them: spells in fog are `hidden`. */
export interface RoundPlayed {
  /** The round's number in the duel, from 1. */
  round: number;
  /** The number of starts of the round, from 1: it restarts when casts are missing or Daybreak undoes it. */
  attempt: number;
  /** The seats whose cast was missing. */
  absent: Duelist[];
  /** By seat: the spell cast. */
  spells: { [name in Duelist]?: ShownSpell };
  /** The seat that won; null: neither. */
  winner: Duelist | null;
  /** Points that each seat won in the round. */
  gain: { [name in Duelist]?: number };
  /** By seat: points in the duel so far. */
  points: { [name in Duelist]?: number };
  /** The seat that won the whole duel in this round; null: nobody. */
  instant: Duelist | null;
  /** The spell that was taken back into the hand; null: none. */
  restored: { [name in Duelist]?: ShownSpell | null };
  /** The type, which identifies the schema. */
  type: "wizards_duel.round_played";
}

/** The pairing of a round is public. */
export interface RoundPublished {
  /** The number of the round. */
  round: number;
  /** The initial ranking, by rating, then by lot: an entrant's place in it, from 1, is the entrant's number. */
  numbered: string[];
  /** The entrants in the order of their lots, which decide where nothing else does. */
  lots: string[];
  /** The tables, in order. */
  tables: PairedTable[];
  /** The type, which identifies the schema. */
  type: "round_published";
}

/** One round of a duel. A round that was restarted, or lost by a missing cast, has null spells and no winner. */
export interface RoundRecord {
  /** The round's number in the duel, from 1. */
  round: number;
  /** The number of starts of the round, from 1: it restarts when casts are missing or Daybreak undoes it. */
  attempt: number;
  /** The seats whose cast was missing. */
  absent: Duelist[];
  /** Whether the round restarts, instead of ending the duel. */
  restarted: boolean;
  /** Whether Daybreak undid the round. */
  undone: boolean;
  /** By seat: the spell cast. */
  spells: { [name in Duelist]?: ShownSpell | null };
  /** The seat that won; null: neither. */
  winner: Duelist | null;
  /** Points that each seat won in the round. */
  gain: { [name in Duelist]?: number };
  /** By seat: points in the duel so far. */
  points: { [name in Duelist]?: number };
  /** The seat that won the whole duel in this round; null: nobody. */
  instant: Duelist | null;
  /** The spell that was taken back into the hand; null: none. */
  restored: { [name in Duelist]?: ShownSpell | null };
  /** The forbidden spell, by the seat whose Charm worked; null for none. */
  charmed: { [name in Duelist]?: Spell | null };
}

/** A round of a tournament. */
export interface RoundReply {
  /** The number of the round. */
  round: number;
  /** How far it is. */
  status: "paired" | "published" | "started" | "done";
  /** When it is published by itself; only directors are told. */
  publish_at: string | null;
  /** Until when entrants must say that they are ready; null if tables do not wait. */
  ready_until: string | null;
  /** The tables, in order. */
  tables: TableReply[];
}

/** A round started. The matches have these ids, and exist a moment later (`tables_set`). */
export interface RoundStarted {
  /** The number of the round. */
  round: number;
  /** The match of each table, by the number of the table. */
  matches: { [name: string]: string };
  /** Until when entrants must say that they are ready; null if tables do not wait. */
  ready_until: string | null;
  /** The hash of the entry before, which covers all before it; absent in old logs. */
  head?: string;
  /** The type, which identifies the schema. */
  type: "round_started";
}

/** Apollo's Daybreak undid the round; it is played again. */
export interface RoundUndone {
  /** The seat. */
  seat: Duelist;
  /** The round's number in the duel, from 1. */
  round: number;
  /** The number of starts of the round, from 1: it restarts when casts are missing or Daybreak undoes it. */
  attempt: number;
  /** The type, which identifies the schema. */
  type: "wizards_duel.round_undone";
}

/** When rounds are published and started. */
export interface Schedule {
  /** When a round without a time is paired and started. */
  start: "by_word" | "when_done";
  /** How long directors can look at a pairing before everyone is told; 0: it is published at once. */
  review_seconds: number;
  /** When rounds start, from the first one on; those with a time are paired when the last one is done. */
  times: string[];
}

/** When rounds are published and started. */
export interface ScheduleRequest {
  /** `by_word`: directors pair and start each round; `when_done`: the first one as well, all others follow by themselves when the last one is done. */
  start?: "by_word" | "when_done";
  /** How long directors can look at a pairing before everyone is told; 0: it is published at once. */
  review_seconds?: number;
  /** When rounds start, from the first one on. A round with a time is paired when the last one is done (the first one by a director), and starts at its time, or when it is published if that is later; a director can start it earlier. For rounds beyond the list, `start` decides. */
  times?: string[];
}

/** A season, as the preview takes it: the same as a new series, with or without `label`. */
export interface SeasonRequest {
  /** What the series is called. */
  label?: string | null;
  /** How many players are in each realm before the first episode. */
  realms: RealmsRequest;
  /** What a mark means; null: nothing. */
  mark?: MarkRequest | null;
  /** What a token means; null: nothing. */
  token?: TokenRequest | null;
  /** Who picks the opponent of a death match. */
  pick?: PickRequest;
  /** The kinds of death matches, by a name that episodes use. */
  deaths?: { [name: string]: JsonValue };
  /** The episodes, in their order. */
  episodes: EpisodeRequest[];
  /** Players who are in it from the beginning, by their ids; null: a bot. Others can enter until it starts; then bots take the places that are left. */
  players?: (string | null)[];
  /** Players who may direct it as well, by their ids. */
  directors?: string[];
  /** `by_word`: directors begin each episode; `when_done`: the first one as well, all others follow by themselves when the last one is done. */
  start?: "by_word" | "when_done";
  /** `eager`: phases of matches close when every awaited seat has submitted, and decisions when they are made; `deadline`: at their deadlines. */
  pace?: Pace;
  /** How the matches are run. */
  match?: SeriesMatchRequest;
  /** What happens in matches when a seat is silent. */
  absence?: SeriesAbsenceRequest;
  /** Who can see the series. */
  visibility?: Visibility;
}

/** A place in a match; `realm`, `team` and `role` are null in games without them. */
export interface Seat {
  /** The id of the seat. */
  id: string;
  /** `heaven` or `hell`; null in games without realms. */
  realm: string | null;
  /** The team of the seat; null in games without teams. */
  team: string | null;
  /** The role of the seat in the game; null if all seats have the same role. */
  role: string | null;
}

/** A seat is free again. */
export interface SeatLeft {
  /** The seat. */
  seat: string;
  /** The type, which identifies the schema. */
  type: "seat_left";
}

/** A seat in lists: free, with a bot or with a player; `reserved_for` is the player with a reservation for it. */
export interface SeatListing {
  /** The id of the seat. */
  id: string;
  /** `heaven` or `hell`; null in games without realms. */
  realm: string | null;
  /** The team of the seat; null in games without teams. */
  team: string | null;
  /** The role of the seat in the game; null if all seats have the same role. */
  role: string | null;
  /** Who holds it. */
  player: Person | null;
  /** Whether a bot has the seat. */
  bot: boolean;
  /** The player with a reservation for the seat; null if there is none. */
  reserved_for: Person | null;
}

/** The host muted a seat: it can write only to the host, until it is unmuted or gets another player. */
export interface SeatMuted {
  /** The seat. */
  seat: string;
  /** The reason that the director gave; can be empty. */
  reason: string;
  /** The type, which identifies the schema. */
  type: "seat_muted";
}

/** A taken seat: its player, or a bot if `player` is null. */
export interface SeatOccupant {
  /** The seat. */
  seat: string;
  /** Who holds it. */
  player: Person | null;
}

/** The reservation of a seat ended. */
export interface SeatReleased {
  /** The seat. */
  seat: string;
  /** The type, which identifies the schema. */
  type: "seat_released";
}

/** The new owner of the seat: by default the caller; only the host can name another player or a bot. */
export interface SeatRequest {
  /** The player who gets the seat; by default the caller. */
  player_id?: string | null;
  /** Whether a bot takes the seat. */
  bot?: boolean;
}

/** A seat that is reserved for a player until that player takes it or declines. */
export interface SeatReservation {
  /** The seat. */
  seat: string;
  /** The player with the reservation. */
  player: Person;
}

/** The host reserved a seat for this player, who can take it (`takeSeat`) or decline it. */
export interface SeatReserved {
  /** The seat. */
  seat: string;
  /** The player with the reservation. */
  player: Person;
  /** The type, which identifies the schema. */
  type: "seat_reserved";
}

/** Whether a seat has a submission in this phase; for everyone if the match shows it. */
export interface SeatSubmitted {
  /** The seat. */
  seat: string;
  /** The number of the phase. */
  phase: number;
  /** Whether the seat has a submission. */
  has_submission: boolean;
  /** The type, which identifies the schema. */
  type: "seat_submitted";
}

/** A player took a seat, or a bot if `player` is null. During play, this replaces the previous player. */
export interface SeatTaken {
  /** The seat. */
  seat: string;
  /** The player in the seat; null if it is free or has a bot. */
  player: Person | null;
  /** The entropy that the player mixes into the seed, 32 bytes in hexadecimal; null: none. */
  entropy: string | null;
  /** The id of the invitation that the player accepted; absent if there was none. */
  invitation?: string;
  /** The type, which identifies the schema. */
  type: "seat_taken";
}

/** The seat can write again where the game allows it. */
export interface SeatUnmuted {
  /** The seat. */
  seat: string;
  /** The type, which identifies the schema. */
  type: "seat_unmuted";
}

/** You have a seat. */
export interface Seated {
  /** The match. */
  match_id: string;
  /** The id of the game. */
  game: string;
  /** The seat. */
  seat: string;
  /** The type, which identifies the schema. */
  type: "seated";
}

/** The seats that lost at least 2 points in a round. Host only. */
export interface SeatsHurt {
  /** The round's number, from 1. */
  round: number;
  /** The seats it is about. */
  seats: string[];
  /** The type, which identifies the schema. */
  type: "apocalypse.hurt";
}

/** What the public record of one round hides about one seat; null if it hides nothing. */
export interface Secret {
  /** The duel's number in the match, from 1. */
  duel: number;
  /** How often this duel was played before; a replay has the same duel number. */
  replay: number;
  /** The round's number in the duel, from 1. */
  round: number;
  /** The number of starts of the round, from 1: it restarts when casts are missing or Daybreak undoes it. */
  attempt: number;
  /** The seat. */
  seat: Duelist;
  /** The spell. */
  spell: Spell | null;
  /** The spell that was taken back into the hand; null: none. */
  restored: Spell | null;
}

/** The element of room X. */
export interface SecretElementSet {
  /** The element. */
  element: Element;
  /** The type, which identifies the schema. */
  type: "divine_intervention.secret_element_set";
}

/** All options of the matches, including those that only the host may know. */
export interface SecretMatchOptions {
  /** All options, including the secret ones. */
  options: { [name: string]: JsonValue };
  /** The type, which identifies the schema. */
  type: "secret_match_options";
}

/** All options, including those that only the host may know. */
export interface SecretOptions {
  /** All options, including the secret ones. */
  options: { [name: string]: JsonValue };
  /** The type, which identifies the schema. */
  type: "secret_options";
}

/** All options of matches that have some which only directors may know, by episode and by kind of death match. */
export interface SecretSeriesOptions {
  /** All options of main matches, by the number of the episode. */
  episodes: { [name: string]: { [name: string]: JsonValue } };
  /** All options of death matches, by the name of the kind. */
  deaths: { [name: string]: { [name: string]: JsonValue } };
  /** The type, which identifies the schema. */
  type: "secret_series_options";
}

/** The seed of all draws, in hexadecimal, when the match is over. For everyone if the log opens. */
export interface SeedRevealed {
  /** The seed, 32 bytes in hexadecimal; its hash was published when the match was created. */
  seed: string;
  /** The type, which identifies the schema. */
  type: "seed_revealed";
}

/** What happens in matches when a seat that should submit is silent at a deadline. */
export interface SeriesAbsenceRequest {
  /** `default`: only what the rules of the game say; the other fields then have no meaning. `bot`: after the grace, a bot goes on in this match, which needs `show_submitted`. */
  then?: "default" | "bot";
  /** How much longer a phase lasts, once, when a seat is silent. */
  grace_seconds?: number;
  /** How many phases of a match each seat can miss before that. */
  excused_phases?: number;
}

/** An action of a director, by `type`. */
export type SeriesAction = StartEpisodeAction | SetPlacesAction | PauseSeriesAction | ResumeSeriesAction | ExtendSeriesAction | ReplayMatchAction | DecideMatchAction | ReplaceInSeriesAction | DisqualifyInSeriesAction | GiveSeriesRoleAction | TakeSeriesRoleAction | CancelSeriesAction;

/** The series ended without a winner; its match is called off. */
export interface SeriesCancelled {
  /** The type, which identifies the schema. */
  type: "series_cancelled";
}

/** A series was created, with its plan and its settings. */
export interface SeriesCreated {
  /** The series. */
  series_id: string;
  /** What the series is called. */
  label: string;
  /** In how many following episodes a mark counts. */
  mark_episodes: number;
  /** What a token spares its holder in the episode in which it was given; null: nothing. */
  token_spares: "pick" | null;
  /** How candidates pick their opponents, and partners are chosen. */
  pick: PickTerms;
  /** The kinds of death matches, by name. */
  deaths: { [name: string]: DeathTerms };
  /** The episodes, in order. */
  episodes: EpisodeTerms[];
  /** When phases and decisions close: `eager` also as soon as everything is decided. */
  pace: Pace;
  /** When an episode begins after the last is done: by the word of a director, or at once. */
  start: "by_word" | "when_done";
  /** Who can see the series. */
  visibility: Visibility;
  /** How its matches are run. */
  matches: SeriesMatchSettings;
  /** The player who created it, directs it, and hosts its matches. */
  maker: Person;
  /** Further players who may direct it. */
  directors: Person[];
  /** The SHA-256 of the secret seed of all lots, in hexadecimal. */
  seed_commitment: string;
  /** The version of the log format; absent if it is 1. */
  log_version?: 1 | 2;
  /** The type, which identifies the schema. */
  type: "series_created";
}

/** A series in which you have a place is over, or was cancelled. */
export interface SeriesEnded {
  /** The id of the series. */
  series_id: string;
  /** What the series is called. */
  label: string;
  /** Whether it was cancelled. */
  cancelled: boolean;
  /** Your final place; null if you have none. */
  place: number | null;
  /** The type, which identifies the schema. */
  type: "series_ended";
}

/** You have a place in a series. */
export interface SeriesEntered {
  /** The id of the series. */
  series_id: string;
  /** What the series is called. */
  label: string;
  /** Your id in the series. */
  entrant: string;
  /** The type, which identifies the schema. */
  type: "series_entered";
}

/** An entrant of a series. */
export interface SeriesEntrantReply {
  /** The id of the place. */
  entrant: string;
  /** The player; null for a bot. */
  player: Person | null;
  /** The last episode in which a mark of the entrant counts; null without one. */
  marked_until: number | null;
  /** The episode in which the entrant left; null if the entrant is in the series. */
  left_in: number | null;
  /** Why the entrant left; null if the entrant is in the series. */
  left_because: "death_match" | "no_finalist" | null;
  /** Who had the place before, the first one first. */
  earlier: SeriesPredecessorReply[];
}

/** An event of a series as a server-sent event, with the time at which it was sent. */
export interface SeriesEventFrame {
  /** The type of the frame. */
  type: "series_event";
  /** The series. */
  series_id: string;
  /** The number of an event in the caller's own stream. */
  cursor: number;
  /** When, the first time. */
  at: string;
  /** The facts, in order. */
  facts: SeriesFact[];
  /** With `lines`: what happened, in sentences for people. */
  lines?: string[];
  /** The server's time when it sent this. */
  server_now: string;
}

/** A page of the caller's stream of a series, in order. */
export interface SeriesEventPage {
  /** The viewer of the caller; if it has changed, start from cursor 0. */
  viewer: string;
  /** The events, in order. */
  events: SeriesEventReply[];
  /** Send it as `after` to continue. */
  cursor: number;
  /** Whether there are more events already. */
  more: boolean;
  /** The server's time when it sent this. */
  server_now: string;
}

/** The facts that one step of a series addresses to the caller. */
export interface SeriesEventReply {
  /** The type of the frame. */
  type: "series_event";
  /** The series. */
  series_id: string;
  /** The number of an event in the caller's own stream. */
  cursor: number;
  /** When, the first time. */
  at: string;
  /** The facts, in order. */
  facts: SeriesFact[];
  /** With `lines`: what happened, in sentences for people. */
  lines?: string[];
}

/** Something that happened in a series, identified by `type`. */
export type SeriesFact = SeriesCreated | SecretSeriesOptions | DirectorActed | RoleGiven | RoleTaken | HostViewAsked | PlaceTaken | PlaceLeft | PlaceHandedOver | PlacesSet | Drawn | EpisodeBegun | MainMatchDone | RealmsSettled | DecisionAsked | DecisionMade | DecisionExtended | DecisionClosed | DeathMatchBegun | DeathMatchDone | EntrantLeft | EpisodeDone | SeriesStopped | MatchReplayed | MatchExtended | MatchesSet | SeriesPaused | SeriesResumed | SeriesOver | SeriesCancelled;

/** You are out of a series. */
export interface SeriesLeft {
  /** The id of the series. */
  series_id: string;
  /** What the series is called. */
  label: string;
  /** Your id in the series. */
  entrant: string;
  /** Why, as in `entrant_left` and `place_handed_over`. */
  because: "own_wish" | "director" | "disqualified" | "replaced" | "death_match" | "no_finalist";
  /** The type, which identifies the schema. */
  type: "series_left";
}

/** Series, newest first; but their makers take turns, except with `mine`. */
export interface SeriesList {
  /** The series. */
  series: SeriesListing[];
  /** Send it as `before` to get the next page; null on the last page. */
  next: string | null;
}

/** A series in lists. */
export interface SeriesListing {
  /** The id of the series. */
  series_id: string;
  /** What the series is called. */
  label: string;
  /** How far it is. */
  status: "open" | "running" | "stopped" | "paused" | "over" | "cancelled";
  /** Who can see it. */
  visibility: Visibility;
  /** The player who created it, directs it and hosts its matches. */
  maker: Person;
  /** When it was created. */
  created_at: string;
  /** How many places there are at first. */
  places: number;
  /** How many entrants are in the series now. */
  entrants: number;
  /** How many of them are bots. */
  bots: number;
  /** How many episodes it has. */
  episodes: number;
  /** The last episode that has begun; 0 before. */
  episode: number;
  /** Who holds a role on the series, its owners with them. */
  roles: RoleHolder[];
  /** Proves that the entry that the call caused is in the log: keep it ([verifying](docs/verify.md)). Absent in lists, and where the call changed nothing. */
  receipt?: string;
}

/** A match of an episode. */
export interface SeriesMatchReply {
  /** The match. */
  match_id: string;
  /** Who has which seat in it. */
  seats: { [name: string]: string };
  /** Who played for each entrant, one after another; bots are null. */
  players: { [name: string]: (Person | null)[] };
  /** How it came to its end; null before. */
  how: "played" | "adjudicated" | "decided" | null;
  /** The ranks of a main match; empty before its end, and for a death match. */
  rank: { [name: string]: number };
  /** What a main match means for everyone; empty before its end, and for a death match. */
  consequences: { [name: string]: Consequence[] };
  /** Who has lost a death match; null before its end, and for a main match. */
  loser: string | null;
}

/** How the matches of the series are run: the same for all. */
export interface SeriesMatchRequest {
  /** Who can see the matches. */
  visibility?: Visibility;
  /** Show everyone that a seat has submitted. */
  show_submitted?: boolean;
  /** Whether everyone can read the log when a match is over. By default its game decides. */
  open_log?: boolean | null;
  /** The delay of spectators in rounds, until the match ends. */
  spectator_lag?: number;
}

/** How the matches of a series are run. */
export interface SeriesMatchSettings {
  /** Who can see the matches. */
  visibility: Visibility;
  /** Whether everyone can see that a seat has submitted. */
  show_submitted: boolean;
  /** The delay of spectators in rounds, until a match ends. */
  spectator_lag: number;
  /** What happens when a seat is silent; absent if the rules of the game alone decide. */
  in_play?: AbsenceInPlay;
}

/** The game of a match of a series. */
export interface SeriesMatchTerms {
  /** The id of the game. */
  game: string;
  /** The name of the variant. */
  variant: string;
  /** All options, except those that only directors may know, and those of `marked`. */
  options: { [name: string]: JsonValue };
  /** The option that gets the seats of those who have a mark; null if there is none. */
  marked: string | null;
  /** Whether everyone can read the log when the match is over. */
  open_log: boolean;
}

/** The series is over. */
export interface SeriesOver {
  /** Who has won the season. */
  winner: string;
  /** Place and entrant, in order: those who stayed longer are ahead, and who left together share a place. */
  places: [number, string][];
  /** The seed of all lots, 32 bytes in hexadecimal. */
  seed: string;
  /** The hash of the entry before, which covers all before it; absent in old logs. */
  head?: string;
  /** The type, which identifies the schema. */
  type: "series_over";
}

/** The series and its running match are paused; an open decision waits. */
export interface SeriesPaused {
  /** How much time the open decision has left; absent if there is none. */
  left_seconds?: number;
  /** The type, which identifies the schema. */
  type: "series_paused";
}

/** The place of a match in a series. */
export interface SeriesPlace {
  /** The id of the series. */
  series_id: string;
  /** The number of the episode in the series, from 1. */
  episode: number;
  /** Which match of the episode. */
  match: "main" | "death";
}

/** Who had a place before. */
export interface SeriesPredecessorReply {
  /** The player; null for a bot. */
  player: Person | null;
  /** Why somebody else went on. */
  because: "own_wish" | "director" | "disqualified" | "replaced";
  /** How many episodes had begun by then; who played which match, `players` of the match says. */
  episodes: number;
}

/** What a season would be, as the rules of its games say. */
export interface SeriesPreview {
  /** How many players it has at first. */
  places: number;
  /** How many matches are played. */
  matches: number;
  /** The episodes, in order. */
  episodes: EpisodePreview[];
}

/** A new series; the caller directs it and hosts its matches. */
export interface SeriesRequest {
  /** What the series is called. */
  label: string;
  /** How many players are in each realm before the first episode. */
  realms: RealmsRequest;
  /** What a mark means; null: nothing. */
  mark?: MarkRequest | null;
  /** What a token means; null: nothing. */
  token?: TokenRequest | null;
  /** Who picks the opponent of a death match. */
  pick?: PickRequest;
  /** The kinds of death matches, by a name that episodes use. */
  deaths?: { [name: string]: JsonValue };
  /** The episodes, in their order. */
  episodes: EpisodeRequest[];
  /** Players who are in it from the beginning, by their ids; null: a bot. Others can enter until it starts; then bots take the places that are left. */
  players?: (string | null)[];
  /** Players who may direct it as well, by their ids. */
  directors?: string[];
  /** `by_word`: directors begin each episode; `when_done`: the first one as well, all others follow by themselves when the last one is done. */
  start?: "by_word" | "when_done";
  /** `eager`: phases of matches close when every awaited seat has submitted, and decisions when they are made; `deadline`: at their deadlines. */
  pace?: Pace;
  /** How the matches are run. */
  match?: SeriesMatchRequest;
  /** What happens in matches when a seat is silent. */
  absence?: SeriesAbsenceRequest;
  /** Who can see the series. */
  visibility?: Visibility;
}

/** The series and its match continue. */
export interface SeriesResumed {
  /** The deadline of the open decision from now on; absent if there is none. */
  until?: string;
  /** The type, which identifies the schema. */
  type: "series_resumed";
}

/** You hold this role on a series from now on; null: none any more. Its log says who gave or took it. */
export interface SeriesRoleSet {
  /** The id of the series. */
  series_id: string;
  /** What the series is called. */
  label: string;
  /** The role that you hold; null if you hold none any more. */
  role: "owner" | "director" | "arbiter" | "observer" | null;
  /** The type, which identifies the schema. */
  type: "series_role_set";
}

/** The series waits for a director, who has the match replayed, or decides it. */
export interface SeriesStopped {
  /** The number of the episode. */
  episode: number;
  /** The match that has no outcome with which the season could go on. */
  match: "main" | "death";
  /** Why. */
  because: "void" | "does_not_fit";
  /** The type, which identifies the schema. */
  type: "series_stopped";
}

/** What a viewer knows of a series. */
export interface SeriesView {
  /** An entrant, `spectator`, or `host` for a director. */
  viewer: string;
  /** The number of an event in the caller's own stream. */
  cursor: number;
  /** How far it is. */
  status: "open" | "running" | "stopped" | "paused" | "over" | "cancelled";
  /** Why it waits for a director; null if it does not. */
  stopped: SeriesStopped | null;
  /** The series as it was created. */
  settings: SeriesCreated;
  /** Who holds a role on the series, its owners with them. */
  roles: RoleHolder[];
  /** The entrants, in the order of their ids. */
  entrants: SeriesEntrantReply[];
  /** Who is in heaven in the next episode, as far as that is settled; empty before. */
  heaven: string[];
  /** Who is in hell in the next episode, as far as that is settled; empty before. */
  hell: string[];
  /** The episodes that have begun. */
  episodes: EpisodeReply[];
  /** Who has won the season; null before. */
  winner: string | null;
  /** The final places; empty before. */
  places: [number, string][];
  /** With `lines`: what happened lately, in sentences for people, of at most 32 events. */
  lines?: string[];
  /** The server's time when it sent this. */
  server_now: string;
}

/** A series that you direct waits for a director: a match has no outcome with which it could go on. */
export interface SeriesWaits {
  /** The id of the series. */
  series_id: string;
  /** What the series is called. */
  label: string;
  /** The number of the episode. */
  episode: number;
  /** The type, which identifies the schema. */
  type: "series_waits";
}

/** A frame that the server sends on a WebSocket, by `type`. */
export type ServerFrame = HelloFrame | SubscribedFrame | OwnSubscribedFrame | TournamentSubscribedFrame | UnsubscribedFrame | SubmittedFrame | RefusedFrame | HeartbeatFrame | PongFrame | EventFrame | OwnEventFrame | TournamentEventFrame;

/** Send the pairing of the next round, in place of that of the system. */
export interface SetPairingsAction {
  /** The type, which identifies the schema. */
  type: "set_pairings";
  /** Why; everyone concerned can read it. */
  reason?: string;
  /** The tables, in order. Entrants at none of them score nothing. */
  tables: OwnTable[];
  /** Whether entrants who have met may meet again; this needs a reason. */
  force?: boolean;
}

/** Set who is in heaven and who is in hell in the next episode, before it begins. */
export interface SetPlacesAction {
  /** The type, which identifies the schema. */
  type: "set_places";
  /** Why; everyone who sees the series can read it. */
  reason?: string;
  /** Who is in heaven. */
  heaven: string[];
  /** Who is in hell: all others. */
  hell: string[];
}

/** The first deity raised one more shaman. */
export interface ShamanRaised {
  /** The deity that raised the shaman. */
  seat: string;
  /** The shaman. */
  shaman: string;
  /** The type, which identifies the schema. */
  type: "divine_intervention.shaman_raised";
}

/** A finished round, as a shaman learned it: the rituals by room, and the mana held afterwards. */
export interface ShamanReport {
  /** The round's number; the first is 0. */
  round: number;
  /** By room: whether the ritual succeeded. */
  rituals: { [name in Room]?: boolean };
  /** The mana held. */
  mana: Mana;
}

/** The end of a round, for a shaman: which rituals succeeded, and the mana now held. */
export interface ShamanReported {
  /** The round's number; the first is 0. */
  round: number;
  /** The seat. */
  seat: string;
  /** By room: whether the ritual succeeded. */
  rituals: { [name in Room]?: boolean };
  /** The mana held. */
  mana: Mana;
  /** The type, which identifies the schema. */
  type: "divine_intervention.shaman_reported";
}

/** An item for sale. */
export interface ShopItemCard {
  /** The card's or perk's id in the pack. */
  id: string;
  /** For people; cards that return at the same time are ordered by it. */
  name: string;
  /** The effects, in this order. */
  effects: HeroEffect[];
  /** The effects in words, for people. */
  text: string;
  /** Whether it is a unit or an item. */
  kind: "item";
  /** The price: mana for playing a card, coins for a new row of the shop. */
  cost: number;
  /** How often the card can still be used; at 0 it is removed from the match. */
  durability: number;
  /** What the item can target. */
  aim: HeroAim;
  /** Present only if `aim` is `none`; other items use the arena's number. */
  cooldown?: number | null;
  /** The price in coins. */
  price: number;
}

/** A fighter paid for a new row. */
export interface ShopRefreshed {
  /** The seat. */
  seat: string;
  /** The price: mana for playing a card, coins for a new row of the shop. */
  cost: number;
  /** The cards for sale. */
  row: string[];
  /** The type, which identifies the schema. */
  type: "hero_of_the_arena.shop_refreshed";
}

/** Cards were added at the end of the row. */
export interface ShopRestocked {
  /** The cards. */
  cards: string[];
  /** The type, which identifies the schema. */
  type: "hero_of_the_arena.shop_restocked";
}

/** A fighter bought a card or perk. */
export interface ShopSold {
  /** The seat. */
  seat: string;
  /** The card or perk bought. */
  bought: string;
  /** The price in coins. */
  price: number;
  /** The type, which identifies the schema. */
  type: "hero_of_the_arena.shop_sold";
}

/** A unit for sale. */
export interface ShopUnitCard {
  /** The card's or perk's id in the pack. */
  id: string;
  /** For people; cards that return at the same time are ordered by it. */
  name: string;
  /** The effects, in this order. */
  effects: HeroEffect[];
  /** The effects in words, for people. */
  text: string;
  /** Whether it is a unit or an item. */
  kind: "unit";
  /** The price: mana for playing a card, coins for a new row of the shop. */
  cost: number;
  /** The attack of the unit. */
  attack: number;
  /** The unit's hit points. */
  hp: number;
  /** How often the card can still be used; at 0 it is removed from the match. */
  durability: number;
  /** The price in coins. */
  price: number;
}

/** A spell as others see it: `hidden` in fog. */
export type ShownSpell = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "x" | "w" | "hidden";

/** A spell of Wizard's Duel; `w` is cast by Athena's Wisdom. */
export type Spell = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "x" | "w";

/** An existing thread as its source is told of it. */
export interface SpunThread {
  /** The thread's strength. */
  strength: number;
  /** Whether it is a golden thread. */
  golden: boolean;
}

/** An entrant in the standings. */
export interface StandingReply {
  /** The place; those with equal values share one. Null for who gets none: who was disqualified, has withdrawn and played no table, or has played less than half of a round robin. */
  rank: number | null;
  /** The entrant's number. */
  number: number;
  /** The entrant. */
  entrant: string;
  /** Points, in halves. */
  points: number;
  /** The values of the tie-breaks, by their codes; `per_point` says in which units. */
  tie_breaks: { [name: string]: number };
  /** Whether the entrant has withdrawn. */
  withdrawn: boolean;
}

/** The standings of a tournament. */
export interface StandingsReply {
  /** The round after which they stand; 0 before the first one is done. */
  round: number;
  /** The tie-breaks in the order in which they count. */
  tie_breaks: string[];
  /** How many units of a tie-break are one point. */
  per_point: { [name: string]: number };
  /** The best first. */
  rows: StandingReply[];
  /** The values of the entrant that `explain` names, with what they are made of; null without it. */
  explained: { [name: string]: JsonValue }[] | null;
}

/** Start the series, with bots in the free places, or let its next episode begin. */
export interface StartEpisodeAction {
  /** The type, which identifies the schema. */
  type: "start";
  /** Why; everyone who sees the series can read it. */
  reason?: string;
}

/** Start the published round: its matches are created, and begin. */
export interface StartRoundAction {
  /** The type, which identifies the schema. */
  type: "start_round";
  /** Why; everyone concerned can read it. */
  reason?: string;
}

/** There were too many steps: further effects, combats, used and returned cards are omitted. */
export interface StoryCut {
  /** The type, which identifies the schema. */
  type: "hero_of_the_arena.story_cut";
}

/** The `receipt` of the submission of a seat that counted in the closed phase; null if none did. */
export interface SubmissionCounted {
  /** The seat. */
  seat: string;
  /** The number of the phase. */
  phase: number;
  /** The receipt of the submission that counted; null if the seat had none. */
  receipt: string | null;
  /** The type, which identifies the schema. */
  type: "submission_counted";
}

/** A move for the open phase, which replaces an earlier one. */
export interface SubmissionRequest {
  /** The number of the phase that the move is for. */
  phase: number;
  /** One of the moves of the game, as described by the prompt. */
  move: Move;
  /** The phase waits for this seat until its deadline, instead of closing early. */
  keep_thinking?: boolean;
  /** The `head` that you received when the last phase closed, to confirm that all see the same match. */
  head?: string | null;
}

/** Submit a move, like `PUT …/submission`. The answer is `submitted` or `refused` with the same `ref`. */
export interface SubmitFrame {
  /** The type, which identifies the schema. */
  type: "submit";
  /** A text of the client's choice, which the answer repeats. */
  ref?: string | null;
  /** The id of the match; required except on the socket of one match. */
  match_id?: string | null;
  /** The number of the phase that the move is for. */
  phase: number;
  /** One of the moves of the game, as described by the prompt of the view. */
  move: JsonValue;
  /** The phase waits for this seat until its deadline, instead of closing early. */
  keep_thinking?: boolean;
  /** The `head` that you received when the last phase closed, to confirm that all see the same match. */
  head?: string | null;
}

/** A seat submitted this move for this phase, which replaces an earlier one. Only for this seat. */
export interface Submitted {
  /** The seat. */
  seat: string;
  /** The number of the phase. */
  phase: number;
  /** The move, in canonical form. */
  move: JsonValue;
  /** Whether the phase waits for this seat until its deadline, instead of closing early. */
  keep_thinking: boolean;
  /** Whether a bot submitted it. */
  by_bot: boolean;
  /** The `head` that the sender knew: that of the previous phase. */
  head?: string;
  /** The type, which identifies the schema. */
  type: "submitted";
}

/** A move was accepted and stored. The fields are those of the reply to `PUT …/submission`. */
export interface SubmittedFrame {
  /** The type, which identifies the schema. */
  type: "submitted";
  /** A text of the client's choice, which the answer repeats. */
  ref: string | null;
  /** The id of the match. */
  match_id: string;
  /** The player's seat. */
  seat: string;
  /** The number of the phase. */
  phase: number;
  /** When the server accepted the move. */
  accepted_at: string;
  /** Commits to the log entry: save it with the move, to verify the log. */
  receipt: string;
  /** The event of the submission in the player's stream. */
  cursor: number;
  /** Whether exactly this submission was already accepted. */
  repeated: boolean;
  /** When the server sent this: RFC 3339 in UTC, with microseconds. */
  server_now: string;
}

/** Follow a match, starting after the cursor `after`; not on the socket of one match. */
export interface SubscribeFrame {
  /** The type, which identifies the schema. */
  type: "subscribe";
  /** The id of the match. */
  match_id: string;
  /** The cursor of the last event that the client has received. */
  after?: number;
}

/** The socket follows the match as this viewer: missed events up to `cursor`, then new events. */
export interface SubscribedFrame {
  /** The type, which identifies the schema. */
  type: "subscribed";
  /** The id of the match. */
  match_id: string;
  /** The viewer of the player: a seat, `spectator`, `observer`, `host`, or `director` on the socket of a tournament. If it has changed, start from 0. */
  viewer: string;
  /** The last event of the player's stream so far. */
  cursor: number;
  /** When the server sent this: RFC 3339 in UTC, with microseconds. */
  server_now: string;
}

/** Stop all tokens of the player from working. Its seats stay, and are silent: the absence policy applies. */
export interface SuspendAction {
  /** Why, in one line; only administrators can read it. */
  reason?: string | null;
  /** The type, which identifies the schema. */
  type: "suspend";
}

/** Your table was decided without its match, as by a forfeit, or a director has corrected its result. */
export interface TableDecided {
  /** The id of the tournament. */
  tournament_id: string;
  /** What the tournament is called. */
  label: string;
  /** The number of the round. */
  round: number;
  /** The number of the table. */
  table: number;
  /** Whether it takes the place of an earlier result. */
  corrected: boolean;
  /** The type, which identifies the schema. */
  type: "table_decided";
}

/** A table has a result. */
export interface TableDone {
  /** The number of the round. */
  round: number;
  /** The number of the table. */
  table: number;
  /** How the result came about. */
  how: "played" | "bye" | "half_bye" | "zero_bye" | "forfeit" | "double_forfeit" | "adjudicated";
  /** Half points, in the order of the table's entrants. */
  points: number[];
  /** Who decided its match as somebody who judges it; absent if nobody did. */
  by?: Person;
  /** The type, which identifies the schema. */
  type: "table_done";
}

/** A round is published, in which you have this table. */
export interface TablePublished {
  /** The id of the tournament. */
  tournament_id: string;
  /** What the tournament is called. */
  label: string;
  /** The number of the round. */
  round: number;
  /** The number of the table. */
  table: number;
  /** Whether you have a bye, alone at this table. */
  bye: boolean;
  /** When the round starts; absent if it has no time. */
  starts_at?: string;
  /** The type, which identifies the schema. */
  type: "table_published";
}

/** A table that must have a winner ended level, or its match was called off: it is played again. */
export interface TableReplayed {
  /** The number of the round. */
  round: number;
  /** The number of the table. */
  table: number;
  /** The new match, which exists a moment later (`tables_set`). */
  match_id: string;
  /** How many entries have ordered something about the matches of the round by now. */
  order: number;
  /** The type, which identifies the schema. */
  type: "table_replayed";
}

/** A table of a round. */
export interface TableReply {
  /** The number of the table. */
  table: number;
  /** The entrants, in the order of the seats; one for a bye. */
  entrants: string[];
  /** Who played for an entrant at this table, where it is not just who has the place now: the members of a team, or players who went on for each other, in order. Bots are null. */
  players: { [name: string]: (Person | null)[] };
  /** How far it is. */
  status: "waiting" | "playing" | "done";
  /** Who has said to be ready; only those at the table and directors are told. */
  ready: string[];
  /** Its match; null before the round starts, and without one. */
  match_id: string | null;
  /** Its result; null before. */
  result: Result | null;
  /** Why the table is as it is; only directors who do not play are told. */
  reason: { [name: string]: JsonValue } | null;
}

/** Everything is done that was ordered about the matches of a round: those that start exist, others are ended. */
export interface TablesSet {
  /** The number of the round. */
  round: number;
  /** How many entries ordered something about them so far. */
  orders: number;
  /** The type, which identifies the schema. */
  type: "tables_set";
}

/** Take the role that a player holds on the match. Only for its owners, and for the player who lays it down. */
export interface TakeRoleAction {
  /** The type, which identifies the schema. */
  type: "take_role";
  /** The player who holds it. */
  player_id: string;
}

/** The new owner of the seat, and the entropy that the caller mixes into the seed. */
export interface TakeSeatRequest {
  /** The player who gets the seat; by default the caller. */
  player_id?: string | null;
  /** Whether a bot takes the seat. */
  bot?: boolean;
  /** 32 random bytes from the caller, in hexadecimal. They are mixed into the seed, so that the server alone cannot choose the draws. Only for the caller's own seat, until the start. */
  entropy?: string | null;
}

/** Take the role that a player holds on the series. Only for its owners, and for who lays down the own one. */
export interface TakeSeriesRoleAction {
  /** The type, which identifies the schema. */
  type: "take_role";
  /** Why; everyone who sees the series can read it. */
  reason?: string;
  /** The player who holds it. */
  player_id: string;
}

/** Take the role that a player holds on the tournament. Only for its owners, and for who lays down the own one. */
export interface TakeTournamentRoleAction {
  /** The type, which identifies the schema. */
  type: "take_role";
  /** Why; everyone concerned can read it. */
  reason?: string;
  /** The player who holds it. */
  player_id: string;
}

/** A thread gained what each booster added; `strength` is after that. */
export interface ThreadBoosted {
  /** The thread, as `SOURCE>RECIPIENT`. */
  thread: string;
  /** By booster: the strength it added. */
  boosts: { [name: string]: number };
  /** The thread's strength. */
  strength: number;
  /** The type, which identifies the schema. */
  type: "threads_of_fate.thread_boosted";
}

/** A new thread, before it grows; `extra` is its growth per round in addition to 1. */
export interface ThreadCreated {
  /** The thread, as `SOURCE>RECIPIENT`. */
  thread: string;
  /** The thread's strength. */
  strength: number;
  /** Whether it is a golden thread. */
  golden: boolean;
  /** The growth per round in addition to 1. */
  extra: number;
  /** The type, which identifies the schema. */
  type: "threads_of_fate.thread_created";
}

/** A thread of this strength is gone. */
export interface ThreadCut {
  /** The thread, as `SOURCE>RECIPIENT`. */
  thread: string;
  /** The thread's strength. */
  strength: number;
  /** The gain of each taker, before Recycling. */
  share: number;
  /** By seat: the twine it got for it. */
  gains: { [name: string]: number };
  /** The type, which identifies the schema. */
  type: "threads_of_fate.thread_cut";
}

/** A thread lost the sum of `reductions`, by snipper; with a `strength` of 0 or less it is gone. */
export interface ThreadSnipped {
  /** The thread, as `SOURCE>RECIPIENT`. */
  thread: string;
  /** By snipper: the strength its snip took. */
  reductions: { [name: string]: number };
  /** The thread's strength. */
  strength: number;
  /** By seat: the twine it got for it. */
  gains: { [name: string]: number };
  /** The type, which identifies the schema. */
  type: "threads_of_fate.thread_snipped";
}

/** The strength of every thread after the growth of this round. */
export interface ThreadsGrown {
  /** The round's number, from 1. */
  round: number;
  /** By thread: its strength. */
  strengths: { [name: string]: number };
  /** The type, which identifies the schema. */
  type: "threads_of_fate.threads_grown";
}

/** Options of a Threads of Fate match. The defaults shown are those of `classic`; other variants set others. */
export interface ThreadsOfFateOptions {
  /** The named variant whose defaults apply. */
  variant: "classic" | "quick" | "even" | "grand" | "open_table";
  /** Number of players in heaven. */
  heaven_size: number;
  /** Number of players in hell. */
  hell_size: number;
  /** Number of rounds. */
  rounds: number;
  /** Length of a round. */
  round_seconds: number;
  /** Seats of this match that hold a Mark of Elimination: no pair with one of them can win. */
  marked: string[];
  /** Whether players of one realm can talk freely, as a group and in pairs. */
  realm_talk: boolean;
  /** Which pairs across the realms can talk: those joined by a strong or golden thread, all, or none. */
  cross_realm_talk: "threads" | "always" | "never";
  /** What becomes public at the end: the outcome alone, or all threads, goldness, twine and abilities. */
  reveal_at_end: "outcome" | "full";
}

/** How the match ended, each list in seat order. `winner` is empty if no pair could win. */
export interface ThreadsOfFateResult {
  /** The rank of each seat; 1 is best. */
  rank: { [name: string]: number };
  /** The seats that won. */
  winner: string[];
  /** The seats that get a token of life. */
  token_of_life: string[];
  /** The seats that go to heaven, or stay there. */
  ascends: string[];
  /** The seats that go to hell, or stay there. */
  descends: string[];
  /** The seats that bear a mark of elimination. */
  mark_of_elimination: string[];
  /** The seats that are candidates for elimination. */
  elimination_candidate: string[];
}

/** Threads of Fate, as one viewer knows it. Fields about the own seat are null for spectators and the host. */
export interface ThreadsOfFateView {
  /** A seat, `spectator`, `observer` or `host`. */
  viewer: string;
  /** The id of the game. */
  game: "threads_of_fate";
  /** The public options of the match. */
  options: ThreadsOfFateOptions;
  /** Counts from 1; stays at the last round when the match is over. */
  round: number;
  /** How many rounds the match has. */
  rounds: number;
  /** The open phase; null once the match is over. */
  phase: Phase | null;
  /** Whether the last round is over. */
  over: boolean;
  /** All seats by realm, in seat order. */
  seats: { [name in "heaven" | "hell"]?: string[] };
  /** Seats with a Mark of Elimination, in seat order. */
  marked: string[];
  /** Null until the match is over. */
  outcome: ThreadsOfFateResult | null;
  /** The final state; null unless the match is over and the state was revealed. */
  final: FinalLoom | null;
  /** The seat's twine; null for other viewers. */
  twine: number | null;
  /** The seat's abilities, with their levels. */
  abilities: { [name in MoiraAbility]?: number } | null;
  /** The abilities that the seat can still get. */
  visits_left: MoiraAbility[] | null;
  /** Whether the seat has created its golden thread; null for other viewers. */
  gilding_used: boolean | null;
  /** The head start accumulated so far; null without the ability. */
  head_start_x: number | null;
  /** How often the seat has selected each seat of the other realm for a new thread. */
  create_counts: { [name: string]: number } | null;
  /** The seats to which the seat can create a thread now. */
  creatable: string[] | null;
  /** Existing threads of which the seat is the source. */
  threads: { [name: string]: SpunThread } | null;
  /** Seats of the other realm that the seat can talk to now. */
  can_talk_to: string[] | null;
  /** One for each finished round. */
  reports: WeaveReport[] | null;
}

/** A ticket for opening one WebSocket, for browsers, which cannot send headers. */
export interface TicketReply {
  /** Opaque, like a token. Send it as `?ticket=` when you open the socket. */
  ticket: string;
  /** How long the ticket is valid. */
  expires_in_seconds: number;
}

/** The tokens of a player that have not expired, the newest first. */
export interface TokenList {
  /** The tokens. */
  tokens: TokenReply[];
}

/** A token, without its secret. */
export interface TokenReply {
  /** The id of the token; it is not secret. */
  token_id: string;
  /** What the token is for, in words for the player. */
  name: string;
  /** What the token allows. */
  scopes: ("watch" | "play" | "talk" | "host" | "organise" | "notify" | "account" | "administer")[];
  /** When it was created, or renewed for the last time. */
  created_at: string;
  /** When it expires; null: it does not. */
  expires_at: string | null;
  /** The day of its last use in UTC, such as `2040-01-31`; null: it was not used yet. */
  used_on: string | null;
  /** The program of others that got the token with the player's consent; null: the player has created it. */
  client: string | null;
  /** Whether it is the token of this call. */
  current: boolean;
}

/** What a Token of Life means. */
export interface TokenRequest {
  /** `pick`: who got a token in the main match cannot be picked as the opponent in this episode, unless nobody else is left to be picked. */
  spares: "pick";
}

/** The tournament ended without final places; its matches are called off. */
export interface TournamentCancelled {
  /** The type, which identifies the schema. */
  type: "tournament_cancelled";
}

/** A tournament was created, with its system, its matches and its settings. */
export interface TournamentCreated {
  /** The tournament. */
  tournament_id: string;
  /** What the tournament is called. */
  label: string;
  /** How rounds are paired. */
  system: "swiss" | "round_robin" | "single_elimination" | "double_elimination" | "heats" | "own";
  /** How many rounds are planned; 0: as many as the system needs. */
  rounds: number;
  /** How often everyone meets everyone in a round robin. */
  cycles: number;
  /** Whether members of teams keep their roles; null if players enter alone. */
  teams: "fixed" | "in_turn" | null;
  /** How many entrants a table has at most. */
  table_size: number;
  /** How many can enter; later ones wait. */
  max_entrants: number;
  /** The tie-breaks of the standings, the first one first. */
  tie_breaks: string[];
  /** What late entrants score for each round before they entered. */
  late: "zero_bye" | "half_bye";
  /** The matches. */
  match: MatchTerms;
  /** When rounds are published and started. */
  schedule: Schedule;
  /** What happens to entrants who are not there. */
  absence: Absence;
  /** Who can see the tournament. */
  visibility: Visibility;
  /** The player who created it, directs it, and hosts its matches. */
  maker: Person;
  /** Further players who may direct it. */
  directors: Person[];
  /** The SHA-256 of the secret seed of all lots, in hexadecimal. */
  seed_commitment: string;
  /** The version of the log format; absent if it is 1. */
  log_version?: 1 | 2;
  /** Whether tables of the disqualified count for ratings; absent in earlier tournaments, where all keep places. */
  rate_expelled?: boolean;
  /** The type, which identifies the schema. */
  type: "tournament_created";
}

/** A tournament in which you are is over, or was cancelled. */
export interface TournamentEnded {
  /** The id of the tournament. */
  tournament_id: string;
  /** What the tournament is called. */
  label: string;
  /** Whether it was cancelled. */
  cancelled: boolean;
  /** Your final place; null if you have none. */
  place: number | null;
  /** The type, which identifies the schema. */
  type: "tournament_ended";
}

/** You are in a tournament, or wait for a place in it; if you waited, once more when you get the place. */
export interface TournamentEntered {
  /** The id of the tournament. */
  tournament_id: string;
  /** What the tournament is called. */
  label: string;
  /** Your id in the tournament. */
  entrant: string;
  /** Whether you wait for a place. */
  waiting: boolean;
  /** When rounds start, from the first one on; absent if none has a time. */
  times?: string[];
  /** The type, which identifies the schema. */
  type: "tournament_entered";
}

/** An event of a tournament on a WebSocket or as a server-sent event, with the time at which it was sent. */
export interface TournamentEventFrame {
  /** The type of the frame. */
  type: "tournament_event";
  /** The tournament. */
  tournament_id: string;
  /** The number of an event in the caller's own stream. */
  cursor: number;
  /** When, the first time. */
  at: string;
  /** The facts, in order. */
  facts: TournamentFact[];
  /** With `lines`: what happened, in sentences for people. */
  lines?: string[];
  /** The server's time when it sent this. */
  server_now: string;
}

/** A page of the caller's stream of a tournament, in order. */
export interface TournamentEventPage {
  /** The viewer of the caller; if it has changed, start from cursor 0. */
  viewer: string;
  /** The events, in order. */
  events: TournamentEventReply[];
  /** Send it as `after` to continue. */
  cursor: number;
  /** Whether there are more events already. */
  more: boolean;
  /** The server's time when it sent this. */
  server_now: string;
}

/** The facts that one step of a tournament addresses to the caller. */
export interface TournamentEventReply {
  /** The type of the frame. */
  type: "tournament_event";
  /** The tournament. */
  tournament_id: string;
  /** The number of an event in the caller's own stream. */
  cursor: number;
  /** When, the first time. */
  at: string;
  /** The facts, in order. */
  facts: TournamentFact[];
  /** With `lines`: what happened, in sentences for people. */
  lines?: string[];
}

/** Something that happened in a tournament, identified by `type`. */
export type TournamentFact = TournamentCreated | SecretMatchOptions | DirectorActed | EntriesOpened | CheckInOpened | PartnerNamed | RoleGiven | RoleTaken | HostViewAsked | Entered | PlaceGiven | CheckedIn | EntrantWithdrawn | EntrantReturned | EntrantReplaced | EntrantExcused | Drawn | RoundPaired | RoundPublished | PairingsReplaced | RoundStarted | ReadySaid | NotReady | TablesSet | TableReplayed | ExtensionOrdered | CloseOrdered | TableDone | ResultCorrected | NewcomerSeated | RoundDone | NoRoundLeft | TournamentPaused | TournamentResumed | TournamentOver | TournamentCancelled;

/** You are in no further pairing of a tournament. */
export interface TournamentLeft {
  /** The id of the tournament. */
  tournament_id: string;
  /** What the tournament is called. */
  label: string;
  /** Your id in the tournament. */
  entrant: string;
  /** Why, as in `entrant_withdrawn`; `replaced`: another player or a bot goes on in your place. */
  because: "own_wish" | "director" | "no_check_in" | "missed_rounds" | "disqualified" | "replaced";
  /** The type, which identifies the schema. */
  type: "tournament_left";
}

/** Tournaments, newest first; but their makers take turns, except with `mine`. */
export interface TournamentList {
  /** The tournaments. */
  tournaments: TournamentListing[];
  /** Send it as `before` to get the next page; null on the last page. */
  next: string | null;
}

/** A tournament in lists. */
export interface TournamentListing {
  /** The id of the tournament. */
  tournament_id: string;
  /** What the tournament is called. */
  label: string;
  /** How far it is. */
  status: "draft" | "open" | "check_in" | "running" | "paused" | "over" | "cancelled";
  /** How rounds are paired. */
  system: "swiss" | "round_robin" | "single_elimination" | "double_elimination" | "heats" | "own";
  /** The id of the game. */
  game: string;
  /** The name of the variant. */
  variant: string;
  /** Who can see it. */
  visibility: Visibility;
  /** The player who created it, directs it and hosts its matches. */
  maker: Person;
  /** When it was created. */
  created_at: string;
  /** How many entrants have a place and have not withdrawn. */
  entrants: number;
  /** How many can have a place. */
  max_entrants: number;
  /** How many rounds are planned; 0: as many as the system needs. */
  rounds: number;
  /** The last round that was published; 0 before. */
  round: number;
  /** Who holds a role on the tournament, its owners with them. */
  roles: RoleHolder[];
  /** What may go wrong. */
  warnings: TournamentWarning[];
  /** Proves that the entry that the call caused is in the log: keep it ([verifying](docs/verify.md)). Absent in lists, and where the call changed nothing. */
  receipt?: string;
}

/** The tournament is over, with these final places. */
export interface TournamentOver {
  /** Place and entrant, in order; those who are equal by all tie-breaks share a place. */
  places: [number, string][];
  /** The seed of all lots, 32 bytes in hexadecimal. */
  seed: string;
  /** The hash of the entry before, which covers all before it; absent in old logs. */
  head?: string;
  /** The type, which identifies the schema. */
  type: "tournament_over";
}

/** The tournament and its running matches are paused. */
export interface TournamentPaused {
  /** When it goes on by itself, because a director who plays has paused it; null: by the word of a director. */
  until: string | null;
  /** The type, which identifies the schema. */
  type: "tournament_paused";
}

/** A new tournament; the caller directs it and hosts its matches. */
export interface TournamentRequest {
  /** What the tournament is called. */
  label: string;
  /** How rounds are paired. */
  system: "swiss" | "round_robin" | "single_elimination" | "double_elimination" | "heats" | "own";
  /** What its matches are. */
  match: MatchTermsRequest;
  /** How many rounds are planned; 0: as many as the system needs, which a Swiss does not know. */
  rounds?: number;
  /** How often everyone meets everyone in a round robin. */
  cycles?: 1 | 2;
  /** Teams of two enter, in a game with teams, and keep their roles or change them after each table that they play; null: players enter alone. */
  teams?: "fixed" | "in_turn" | null;
  /** How many can enter; later ones wait. */
  max_entrants?: number;
  /** The tie-breaks of the standings; by default those of the system. */
  tie_breaks?: string[] | null;
  /** What late entrants score for each round before they entered. */
  late?: "zero_bye" | "half_bye";
  /** When rounds are published and started. */
  schedule?: ScheduleRequest;
  /** What happens to entrants who are not there. */
  absence?: AbsenceRequest;
  /** Who can see the tournament. */
  visibility?: Visibility;
  /** Whether tables of entrants who are disqualified count for ratings, as far as they were played. */
  rate_expelled?: boolean;
  /** Players who may direct it as well, by their ids. */
  directors?: string[];
}

/** The tournament and its matches continue. */
export interface TournamentResumed {
  /** Until when entrants of the open round must say that they are ready; absent if its tables do not wait. */
  ready_until?: string;
  /** The type, which identifies the schema. */
  type: "tournament_resumed";
}

/** You hold this role on a tournament from now on; null: none any more. Its log says who gave or took it. */
export interface TournamentRoleSet {
  /** The id of the tournament. */
  tournament_id: string;
  /** What the tournament is called. */
  label: string;
  /** The role that you hold; null if you hold none any more. */
  role: "owner" | "director" | "arbiter" | "observer" | null;
  /** The type, which identifies the schema. */
  type: "tournament_role_set";
}

/** The socket follows the tournament as this viewer: missed events up to `cursor`, then new events. */
export interface TournamentSubscribedFrame {
  /** The type, which identifies the schema. */
  type: "tournament_subscribed";
  /** The id of the tournament. */
  tournament_id: string;
  /** The viewer of the player: an entrant, `spectator`, or `host` for a director who does not play. If it has changed, start from 0. */
  viewer: string;
  /** The last event of the player's stream so far. */
  cursor: number;
  /** When the server sent this: RFC 3339 in UTC, with microseconds. */
  server_now: string;
}

/** A table of a tournament. */
export interface TournamentTable {
  /** The id of the tournament. */
  tournament_id: string;
  /** The number of the round in the tournament, from 1. */
  round: number;
  /** The number of the table in its round, from 1. */
  table: number;
}

/** What the caller knows of a tournament. */
export interface TournamentView {
  /** The caller's viewer: `spectator`, an entrant, or `host` for a director who does not play. */
  viewer: string;
  /** The number of an event in the caller's own stream. */
  cursor: number;
  /** How far it is. */
  status: "draft" | "open" | "check_in" | "running" | "paused" | "over" | "cancelled";
  /** When a pause ends by itself; null if a director must end it, or there is none. */
  paused_until: string | null;
  /** The tournament as it was created. */
  settings: TournamentCreated;
  /** Who holds a role on the tournament, its owners with them. */
  roles: RoleHolder[];
  /** The entrants, in the order of their numbers, then of their entry. */
  entrants: EntrantReply[];
  /** The rounds that the caller knows of. */
  rounds: RoundReply[];
  /** The final places; empty before. */
  places: [number, string][];
  /** With `lines`: what happened lately, in sentences for people, of at most 32 events. */
  lines?: string[];
  /** The server's time when it sent this. */
  server_now: string;
}

/** Something about a tournament that may go wrong. */
export interface TournamentWarning {
  /** What it is, for programs: `many_rounds` are more rounds of a Swiss than half the entrants. */
  code: "many_rounds";
  /** What it means, and what to do. */
  detail: string;
}

/** The turn of a fighter began, with one more coin and full mana. */
export interface TurnBegan {
  /** The turn's number, from 1. */
  turn: number;
  /** The seat. */
  seat: string;
  /** The type, which identifies the schema. */
  type: "hero_of_the_arena.turn_began";
}

/** The end of a turn: the points for held arenas, all points, and who is ahead (null: nobody). */
export interface TurnScored {
  /** The turn's number, from 1. */
  turn: number;
  /** The seat. */
  seat: string;
  /** Points for the arenas held at the end of the turn. */
  scored: number;
  /** By fighter: points. */
  points: { [name: string]: number };
  /** The fighter who is ahead; null: nobody. */
  lead: string | null;
  /** The type, which identifies the schema. */
  type: "hero_of_the_arena.turn_scored";
}

/** A seat's twine after the round: the total and no more. */
export interface TwineTold {
  /** The seat. */
  seat: string;
  /** The seat's twine. */
  total: number;
  /** The type, which identifies the schema. */
  type: "threads_of_fate.twine";
}

/** One strike of a combat; `hp` is the remaining HP of the struck unit. Only in version 1 of the rules. */
export interface UnitStruck {
  /** The arena, 1 to 5. */
  arena: number;
  /** The unit that strikes. */
  striker: string;
  /** The unit that is struck. */
  struck: string;
  /** The attack of the unit. */
  attack: number;
  /** The remaining HP of the struck unit. */
  hp: number;
  /** The type, which identifies the schema. */
  type: "hero_of_the_arena.unit_struck";
}

/** Allow a seat to write again. Not allowed for a host who plays. */
export interface UnmuteAction {
  /** The type, which identifies the schema. */
  type: "unmute";
  /** The seat. */
  seat: string;
}

/** You no longer have the seat: you left it before the start, or the host cleared it. */
export interface Unseated {
  /** The match. */
  match_id: string;
  /** The id of the game. */
  game: string;
  /** The seat. */
  seat: string;
  /** The type, which identifies the schema. */
  type: "unseated";
}

/** Stop following a match; not on the socket of one match. */
export interface UnsubscribeFrame {
  /** The type, which identifies the schema. */
  type: "unsubscribe";
  /** The id of the match. */
  match_id: string;
}

/** The socket no longer follows the match. */
export interface UnsubscribedFrame {
  /** The type, which identifies the schema. */
  type: "unsubscribed";
  /** The id of the match. */
  match_id: string;
  /** When the server sent this: RFC 3339 in UTC, with microseconds. */
  server_now: string;
}

/** A named set of option values. */
export interface VariantReply {
  /** The name of the variant. */
  variant: string;
  /** A name, short enough for a button. */
  title: string;
  /** One line, for people. */
  summary: string;
  /** The complete options of a match that is created without other options. */
  options: Options;
  /** The seats, in the order of the game. */
  seats: Seat[];
}

/** What the caller knows about the game, identified by `game`. */
export type View = WizardsDuelView | ApocalypseView | ThreadsOfFateView | DivineInterventionView | HeroOfTheArenaView;

/** Everything the caller knows, folded from its own stream up to `cursor` and from nothing else. */
export interface ViewReply {
  /** The match. */
  match_id: string;
  /** The id of the game. */
  game: string;
  /** A seat, `spectator`, `observer` or `host`. */
  viewer: string;
  /** The number of an event in the caller's own stream. */
  cursor: number;
  /** The status of the match. */
  status: MatchStatus;
  /** Why the host has paused or ended the match, if the host gave a reason; null otherwise. */
  reason: string | null;
  /** The taken seats and their players; free seats are omitted. */
  occupants: SeatOccupant[];
  /** Seats that are reserved for players until they take them. */
  reserved: SeatReservation[];
  /** Who holds a role on the match, its owners with them. */
  roles: RoleHolder[];
  /** The open phase; null if there is none. */
  phase: Phase | null;
  /** When the open phase closes; null while the match is not running. */
  closes_at: string | null;
  /** The caller's current submission; null if there is none. */
  submission: OwnSubmission | null;
  /** What the caller's seat did: its moves that counted in closed phases, in order. */
  moves: CountedMove[];
  /** Seats that are known to have submitted, if the match shows it. */
  submitted: string[];
  /** All channels that the caller has been told about, including closed ones. */
  channels: ChannelReply[];
  /** Seats that can write only to the host. */
  muted: string[];
  /** By muted seat, the reason that the host gave. */
  mute_reasons: { [name: string]: string };
  /** How the match ended; null before, and if it was voided. */
  outcome: Outcome | null;
  /** The match in which the same people can play again; null if nobody has called for a rematch. */
  rematch_id: string | null;
  /** JSON Schema of the move that the caller has to make now, with titles for people. */
  prompt: JsonSchema | null;
  /** The state of the game; it stays unchanged when a match is voided. */
  view: View;
  /** With `lines`: what happened since the last phase closed, in sentences for people; first its result. At most 32 events. */
  lines?: string[];
  /** The server's time when it sent this. */
  server_now: string;
}

/** `public`: listed, everyone can watch; `unlisted`: not listed; `private`: only the host and players with a seat or a reservation. */
export type Visibility = "public" | "unlisted" | "private";

/** A seat got an ability; the whole donation is spent. */
export interface Visited {
  /** The seat. */
  seat: string;
  /** The ability. */
  ability: MoiraAbility;
  /** The twine given for it. */
  donated: number;
  /** The ability's level, 0 to 3, by the donation. */
  level: number;
  /** The type, which identifies the schema. */
  type: "threads_of_fate.visited";
}

/** End the match without an outcome. */
export interface VoidAction {
  /** The type, which identifies the schema. */
  type: "void";
  /** Visible to everyone in the match. */
  reason: string;
}

/** End an open table without points. Its match is called off. */
export interface VoidTableAction {
  /** The type, which identifies the schema. */
  type: "void_table";
  /** Why; everyone concerned can read it. */
  reason?: string;
  /** The round. */
  round: number;
  /** The table. */
  table: number;
}

/** What a player signs in with, besides tokens. */
export interface WayIn {
  /** What it is. */
  kind: "passkey" | "provider" | "recovery_codes";
  /** What the player calls a passkey, the issuer of a provider; empty for recovery codes. */
  name: string;
  /** When the player has got it. */
  added_at: string;
  /** The day of its last use; null: it was not used, or is not known. */
  used_on: string | null;
}

/** Everything that a seat does in a round. Every action is optional. */
export interface WeaveMove {
  /** The type, which identifies the schema. */
  type: "weave";
  /** The Moira or ability to visit; each once in a match. */
  visit?: MoiraAbility | null;
  /** Twine for the visited Moira; it determines the level of the ability. */
  donate?: number;
  /** A thread attached to the mover's seat; needs `boosting`. */
  boost?: string | null;
  /** A seat of the other realm: cuts all plain threads between it and the mover's seat. */
  cut?: string | null;
  /** Any thread, whether or not it exists. */
  snip?: string | null;
  /** A seat of the other realm to create a thread to; one of those selected least often so far. */
  create?: string | null;
  /** Make the created thread golden; needs `gilding`, once in a match. */
  golden?: boolean;
  /** Start the created thread with the strength accumulated so far; needs `head_start`. */
  head_start?: boolean;
}

/** A finished round, as its seat learned it. */
export interface WeaveReport {
  /** The round's number, from 1. */
  round: number;
  /** The weave that counted. */
  submission: WeaveMove;
  /** The seat's twine after the round. */
  twine: number;
  /** The existing threads that the seat is the source of, by name. */
  threads: { [name: string]: SpunThread };
  /** The seats of the other realm that the seat can talk to in the next round. */
  can_talk_to: string[] | null;
}

/** The caller's webhooks, newest first. */
export interface WebhookList {
  /** Without their secrets. */
  webhooks: WebhookReply[];
}

/** What a target receives, signed as in Standard Webhooks 1.0.0. */
export interface WebhookMessage {
  /** What happened. */
  type: "ping" | "decision.asked" | "decision.closed" | "decision.moved" | "episode.started" | "match.awaited" | "match.awaited_no_more" | "match.begun" | "match.deadline_moved" | "match.deadline_near" | "match.host_line_message" | "match.invited" | "match.over" | "match.replaced" | "match.role_set" | "match.seated" | "match.unseated" | "round.published" | "series.ended" | "series.entered" | "series.left" | "series.role_set" | "series.waits" | "submission.missing" | "table.decided" | "table.ready_asked" | "tournament.check_in_asked" | "tournament.ended" | "tournament.entered" | "tournament.left" | "tournament.partner_asked" | "tournament.role_set";
  /** When it happened. */
  timestamp: string;
  /** The ids, and what the fact of your own stream says; `player_id` and `cursor` name the event. Fields may be added. */
  data: { [name: string]: JsonValue };
}

/** A webhook of the caller, without its secret. */
export interface WebhookReply {
  /** The id of the webhook, for the calls about it. */
  webhook_id: string;
  /** Where its messages go. */
  url: string;
  /** Which messages it gets: types, groups such as `match.*`, or `*` for all. */
  types: string[];
  /** How many seconds before a deadline `submission.missing` is sent if you have not submitted. */
  missing_seconds: number[];
  /** When it was created, or renewed for the last time. */
  created_at: string;
  /** Since when all tries have failed; null if the last one succeeded. */
  failing_since: string | null;
  /** When the server stopped sending; null while it sends. `pingWebhook` enables the webhook again. */
  disabled_at: string | null;
  /** `gone`: the target answered 410. `failing`: nothing has succeeded for five days. */
  disabled_because: "gone" | "failing" | null;
}

/** A new webhook. */
export interface WebhookRequest {
  /** Where messages go: an `https:` URL without user, password and fragment, whose host leads to public addresses only, at port 443. */
  url: string;
  /** Which messages to send: types, groups such as `match.*`, or `*` for all. */
  types?: ("*" | "decision.*" | "episode.*" | "match.*" | "round.*" | "series.*" | "submission.*" | "table.*" | "tournament.*" | "decision.asked" | "decision.closed" | "decision.moved" | "episode.started" | "match.awaited" | "match.awaited_no_more" | "match.begun" | "match.deadline_moved" | "match.deadline_near" | "match.host_line_message" | "match.invited" | "match.over" | "match.replaced" | "match.role_set" | "match.seated" | "match.unseated" | "round.published" | "series.ended" | "series.entered" | "series.left" | "series.role_set" | "series.waits" | "submission.missing" | "table.decided" | "table.ready_asked" | "tournament.check_in_asked" | "tournament.ended" | "tournament.entered" | "tournament.left" | "tournament.partner_asked" | "tournament.role_set")[];
  /** How many seconds before a deadline to send `submission.missing` if you have not submitted. */
  missing_seconds?: number[];
}

/** Give the player a plain name: in everything that begins from now on. */
export interface WithdrawNameAction {
  /** Why, in one line; only administrators can read it. */
  reason?: string | null;
  /** The type, which identifies the schema. */
  type: "withdraw_name";
}

/** Withdraw one token of the player. */
export interface WithdrawTokenAction {
  /** Why, in one line; only administrators can read it. */
  reason?: string | null;
  /** The type, which identifies the schema. */
  type: "withdraw_token";
  /** The token. */
  token_id: string;
}

/** Withdraw all tokens of the player. */
export interface WithdrawTokensAction {
  /** Why, in one line; only administrators can read it. */
  reason?: string | null;
  /** The type, which identifies the schema. */
  type: "withdraw_tokens";
}

/** A seat withdrew its submission. Only for this seat. */
export interface Withdrawn {
  /** The seat. */
  seat: string;
  /** The number of the phase. */
  phase: number;
  /** The type, which identifies the schema. */
  type: "withdrawn";
}

/** What `RoundPlayed` hides from the others about `seat`; null if it hides nothing. For that seat. */
export interface Withheld {
  /** The seat. */
  seat: Duelist;
  /** The spell. */
  spell: Spell | null;
  /** The spell that was taken back into the hand; null: none. */
  restored: Spell | null;
  /** The type, which identifies the schema. */
  type: "wizards_duel.withheld";
}

/** The owner of each item at the start; null: none. */
export interface WizardsDuelItems {
  /** Can cast `w` once in the match. */
  athenas_wisdom: Duelist | null;
  /** Wins every tied duel. */
  hestias_hearth: Duelist | null;
  /** Can undo the last round. */
  apollos_daybreak: Duelist | null;
}

/** A move of Wizard's Duel, identified by `type`. */
export type WizardsDuelMove = DraftMove | CastMove | CharmMove | DaybreakMove;

/** Options of a Wizard's Duel match. The defaults shown are those of `genius_3_3`; other variants set others. */
export interface WizardsDuelOptions {
  /** The published variant whose defaults apply. */
  variant: "genius_3_3" | "colosseum" | "archwizard" | "puzzler" | "gods_collide";
  /** Whether spell `0` is in the pool, which adds a round. */
  phantasmal_killer: boolean;
  /** Duel wins that end the match. */
  wins_needed: number;
  /** The result of a duel with equal points: won by `advantage_seat`, played again, or drawn. */
  tied_duel: "holder_wins" | "replay" | "draw";
  /** The seat that wins ties; null: neither. */
  advantage_seat: Duelist | null;
  /** The effect of a missing cast: a random spell and a lost round, or a lost duel. */
  timeout: "random_penalty" | "lose_duel";
  /** How often one round restarts when both casts are missing. */
  max_restarts: number;
  /** How often one duel is played again after a tie. */
  max_replays: number;
  /** Items owned from the start. */
  items: WizardsDuelItems;
  /** The seats that pick an unowned item before the first duel, in order; at most one pick per item. */
  item_draft: Duelist[];
  /** How often Apollo's Daybreak works in a match. */
  daybreak_uses: number;
  /** When spells cast in fog are revealed to everyone. */
  hidden_reveal: "duel_end" | "match_end" | "never";
  /** Which names of the spells to display; does not change the rules. */
  theme: "wizards" | "olympians";
  /** Length of a `cast` phase. */
  cast_seconds: number;
  /** Length of a `charm` phase. */
  charm_seconds: number;
  /** Length of a `daybreak` phase. */
  daybreak_seconds: number;
  /** Length of a `draft` phase. */
  draft_seconds: number;
  /** Added to the first `cast` of each duel after the first. */
  break_seconds: number;
  /** Close a phase as soon as every seat that can submit has. */
  early_close: boolean;
  /** Whether the seats share the channel `table`. */
  table_talk: boolean;
}

/** A Wizard's Duel, as one viewer knows it. */
export interface WizardsDuelView {
  /** A seat, `spectator`, `observer` or `host`. */
  viewer: string;
  /** The id of the game. */
  game: "wizards_duel";
  /** The public options of the match. */
  options: WizardsDuelOptions;
  /** Which names of the spells to display. */
  theme: "wizards" | "olympians";
  /** A full hand; a duel has as many rounds. */
  pool: Spell[];
  /** The open phase; null once the match is over. */
  phase: Phase | null;
  /** Whether the match is over. */
  over: boolean;
  /** Counts from 1; 0 during the draft. */
  duel: number;
  /** Whether this is the extra duel after equal wins. */
  extra: boolean;
  /** How often this duel was replayed. */
  replay: number;
  /** Counts from 1 in each duel. */
  round: number;
  /** Counts from 1 in each round; one more whenever it is reopened. */
  attempt: number;
  /** By seat: duels won in the match. */
  wins: { [name in Duelist]?: number };
  /** Of the current duel, or the one just finished. */
  points: { [name in Duelist]?: number };
  /** The owner of each item; null: none. */
  items: { [name in DuelItem]?: Duelist | null };
  /** The seats of the remaining picks, in order. */
  draft: Duelist[];
  /** Whether `w` can still be cast. */
  wisdom_left: boolean;
  /** The remaining uses of Apollo's Daybreak. */
  daybreak_left: number;
  /** By seat: the hand, as far as the viewer knows it. */
  hands: { [name in Duelist]?: HandView };
  /** What affects the next cast of each seat. */
  pending: { [name in Duelist]?: PendingView };
  /** Of the current duel, or the one just finished. */
  rounds: RoundRecord[];
  /** Finished duels. */
  duels: DuelRecord[];
  /** How the match ended; null until then. */
  outcome: MatchResult | null;
  /** Open channels and the seats that can talk in them. */
  channels: { [name: string]: Duelist[] };
}

/** What people read in the place of an id. */
export interface Word {
  /** A name, short enough for a button. */
  title: string;
  /** One or two sentences; empty if the title says it all. */
  text: string;
}

/** The seat's weave as it counts in this round; an absent one is empty. */
export interface Woven {
  /** The round's number, from 1. */
  round: number;
  /** The seat. */
  seat: string;
  /** The weave. */
  weave: WeaveMove;
  /** The head start gathered by the end of the round; null without the ability. */
  head_start_x: number | null;
  /** The type, which identifies the schema. */
  type: "threads_of_fate.woven";
}

/** A decision for which you were asked is closed; the view of the series shows it. */
export interface YourDecisionClosed {
  /** The id of the series. */
  series_id: string;
  /** What the series is called. */
  label: string;
  /** The number of the decision in the series. */
  decision: number;
  /** The type, which identifies the schema. */
  type: "decision_closed";
}
