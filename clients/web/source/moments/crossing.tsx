// Where everyone played and where everyone goes on: heaven above hell on both sides, and a line from each to each.

import type { MatchReply, Outcome, SeatListing } from "moirai-client";
import { Icon } from "../parts/icons.js";
import { say } from "../strings/index.js";
import { consequencesOf, Ranked, type OutcomeProps } from "../table/outcome.js";
import { sitterName } from "../table/people.js";
import { text } from "./strings.js";

type Told = Pick<MatchReply, "seats" | "host" | "tournament" | "series">;

const REALMS = ["heaven", "hell"] as const;
type Realm = (typeof REALMS)[number];

/** Height of a row, and of the gap between the realms, in the units of the drawing. */
const [ROW, GAP] = [52, 8];

interface Place {
  seat: SeatListing;
  from: Realm;
  to: Realm;
}

/** Where each seat played and goes on; null in games without realms, and where an event decides it. */
export function placesOf(outcome: Outcome, details: Told): Place[] | null {
  const places = details.seats.flatMap((seat) => {
    if (seat.realm !== "heaven" && seat.realm !== "hell") return [];
    const met = consequencesOf(outcome, details, seat.id);
    const to: Realm = met.includes("ascends") ? "heaven" : met.includes("descends") ? "hell" : (seat.realm as Realm);
    return [{ seat, from: seat.realm as Realm, to }];
  });
  const crosses = details.seats.some(({ id }) => consequencesOf(outcome, details, id).includes("ascends"));
  return crosses && places.length === details.seats.length ? places : null;
}

export default function Crossing({ ranksOver, ...told }: OutcomeProps) {
  const { outcome, details, viewer } = told;
  const places = placesOf(outcome, details);
  if (!places) return null;
  const rank = ({ seat }: Place) => outcome.rank[seat.id] ?? 99;
  const [left, right] = [(realm: Realm) => places.filter(({ from }) => from === realm), (realm: Realm) => places.filter(({ to }) => to === realm).sort((one, two) => rank(one) - rank(two))];
  const [starts, ends] = [REALMS.map(left), REALMS.map(right)];
  const height = places.length * ROW + GAP;
  return (
    <section class="outcome crossing" aria-label={say.outcome}>
      <div class="heads" aria-hidden="true"><h2>{text.playedIn}</h2><h2>{text.goesOn}</h2></div>
      <h2 class="vh">{say.outcome}</h2>
      <div class="fates">
        <Bars counts={starts.map((group) => group.length)} />
        <ul class="from" aria-hidden="true">
          {starts.flat().map(({ seat, from }, at) => (
            <li key={seat.id} class={`${seat.id === viewer ? "me" : from} ${at === starts[0]!.length ? "next" : ""}`}><bdi>{sitterName(seat)}</bdi></li>
          ))}
        </ul>
        <svg class="ways" viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" aria-hidden="true">
          {starts.flat().map((place) => {
            const [one, two] = [middleOf(starts, place), middleOf(ends, place)];
            return <path key={place.seat.id} class={place.seat.id === viewer ? "mine" : ""} d={`M0 ${one}C50 ${one} 50 ${two} 100 ${two}`} vector-effect="non-scaling-stroke" />;
          })}
        </svg>
        <ol>
          {ends.map((group, realm) => group.map(({ seat, from, to }, at) => (
            <Ranked key={seat.id} seat={seat} ranksOver={ranksOver} {...told} look={realm === 1 && at === 0 ? "next" : ""} goesOn={from === to ? text.stays[to] : text.goes[to]} />
          )))}
        </ol>
        <Bars counts={ends.map((group) => group.length)} />
      </div>
    </section>
  );
}

/** The realms, as bars beside their rows. */
function Bars({ counts }: { counts: number[] }) {
  return (
    <div class="bars" aria-hidden="true">
      {REALMS.map((realm, at) => counts[at]! > 0 && (
        <span key={realm} class={`realm ${realm}`} style={{ flex: `${counts[at]} 0 0` }}>
          <Icon name={realm === "heaven" ? "sun" : "flame"} /> {say[realm]}
        </span>
      ))}
    </div>
  );
}

/** The height at which the row of a seat has its middle. */
function middleOf(groups: Place[][], { seat }: Place): number {
  const at = groups.flat().findIndex((place) => place.seat.id === seat.id);
  return at * ROW + ROW / 2 + (at >= groups[0]!.length ? GAP : 0);
}
