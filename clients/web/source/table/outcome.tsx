// The end: who came in where, and what follows for each.

import type { Consequence, GameReply, MatchReply, Outcome, SeatListing } from "moirai-client";
import { Icon } from "../parts/icons.js";
import { listed, say } from "../strings/index.js";
import { seatName, sitterName, sitterNote } from "./people.js";

type Told = Pick<MatchReply, "seats" | "host" | "tournament" | "series">;

/** One sentence: for a player their rank, for watchers who won. */
export function outcomeLine(outcome: Outcome, details: Pick<MatchReply, "seats" | "host">, viewer: string): string {
  const mine = outcome.rank[viewer];
  const first = firstIn(outcome);
  if (first.length === 1 && first[0] === viewer) return say.youWon;
  const names = listed(first.map((seat) => seatName(details, seat, viewer) ?? seat));
  const isShared = !isWon(outcome) && new Set(first.map((seat) => teamOf(details, seat))).size > 1;
  const won = isShared ? say.shared(names) : say.won(names, first.length > 1);
  return mine === undefined || mine === 1 || first.includes(viewer) ? won : `${say.yourRank(mine)} ${won}`;
}

/** Whether the game names winners. */
const isWon = ({ rank, consequences }: Outcome): boolean => Object.keys(rank).some((seat) => consequences[seat]?.includes("winner"));

/** The seats that have won, or if the game names no winners, those that came in first. */
export function firstIn(outcome: Outcome): string[] {
  const seats = Object.keys(outcome.rank);
  return seats.filter((seat) => (isWon(outcome) ? outcome.consequences[seat]?.includes("winner") : outcome.rank[seat] === 1));
}

/** The team of a seat; in games without teams, the seat alone. */
const teamOf = ({ seats }: Pick<MatchReply, "seats">, id: string): string => seats.find((seat) => seat.id === id)?.team ?? id;

/** Whether an event, and not the game, decides what follows from the match. */
export const isOfEvent = ({ tournament, series }: Pick<MatchReply, "tournament" | "series">): boolean => tournament !== null || series !== null;

/** What follows for a seat, as far as the game decides it: in an event only that it won. */
export function consequencesOf(outcome: Outcome, details: Pick<MatchReply, "tournament" | "series">, seat: string): Consequence[] {
  const named = outcome.consequences[seat] ?? [];
  return isOfEvent(details) ? named.filter((one) => one === "winner") : named;
}

export interface OutcomeProps {
  outcome: Outcome;
  details: Told;
  viewer: string;
  /** What a rank is compared with. */
  ranksOver: GameReply["ranks_over"];
}

/** The seats by rank, in a list for each realm where only seats of one realm are compared. */
export function OutcomeTable({ ranksOver, ...told }: OutcomeProps) {
  const { outcome, details } = told;
  const seats = [...details.seats].sort((one, two) => (outcome.rank[one.id] ?? 99) - (outcome.rank[two.id] ?? 99));
  const realms = ranksOver === "realm" ? (["heaven", "hell"] as const) : [null];
  return (
    <section class="outcome" aria-label={say.outcome}>
      <h2>{say.outcome}</h2>
      {realms.map((realm) => (
        <div key={realm}>
          {realm && <h3 class={`${realm}-ink`}><Icon name={realm === "heaven" ? "sun" : "flame"} /> {say[realm]}</h3>}
          <ol>
            {seats.filter((seat) => realm === null || seat.realm === realm).map((seat) => <Ranked key={seat.id} seat={seat} ranksOver={ranksOver} {...told} />)}
          </ol>
        </div>
      ))}
    </section>
  );
}

/** Whether seats of another team have the same rank. */
export function isSharedBy(compared: readonly SeatListing[], seat: SeatListing, { rank }: Pick<Outcome, "rank">, details: Pick<MatchReply, "seats">): boolean {
  return compared.some((other) => rank[other.id] === rank[seat.id] && teamOf(details, other.id) !== teamOf(details, seat.id));
}

interface RankedProps extends OutcomeProps {
  seat: SeatListing;
  look?: string;
  /** Where the seat goes on, which is then shown by its place; only screen readers are told. */
  goesOn?: string;
}

/** Who sits in a seat, its rank, and what follows for it. */
export function Ranked({ seat, outcome, details, viewer, ranksOver, look = "", goesOn }: RankedProps) {
  const rank = outcome.rank[seat.id];
  const compared = ranksOver === "realm" ? details.seats.filter(({ realm }) => realm === seat.realm) : details.seats;
  const met = consequencesOf(outcome, details, seat.id).filter((one) => goesOn === undefined || (one !== "ascends" && one !== "descends"));
  return (
    <li class={`${seat.id === viewer ? "me" : ""} ${look}`}>
      <span class="rank">
        <span class="vh">{say.rank} </span>
        {rank === undefined ? "–" : `${rank}${isSharedBy(compared, seat, outcome, details) ? "=" : ""}`}
      </span>
      <span class="who">
        <b>
          <bdi>{sitterName(seat)}</bdi> {seat.id === viewer && <span class="mine-ink">({say.you})</span>}
        </b>
        {goesOn === undefined ? (
          <span class="s">
            {seat.realm === "heaven" && <Icon name="sun" />}
            {seat.realm === "hell" && <Icon name="flame" />} {sitterNote(seat)}
          </span>
        ) : <span class="vh">{goesOn}</span>}
      </span>
      <span class="chip-row">
        {met.map((one) => (
          <span key={one} class={`chip ${/elimination/.test(one) ? "bad" : one === "descends" ? "" : "good"}`}>
            {say.consequence[one]}
          </span>
        ))}
      </span>
    </li>
  );
}
