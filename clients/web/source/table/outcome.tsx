// The end: who came in where, and what follows for each.

import type { MatchReply, Outcome } from "moirai-client";
import { Icon } from "../parts/icons.js";
import { listed, say } from "../strings/index.js";
import { seatName, sitterName, sitterNote } from "./people.js";

/** One sentence: for a player their rank, for watchers who won. */
export function outcomeLine(outcome: Outcome, details: Pick<MatchReply, "seats" | "host">, viewer: string): string {
  const mine = outcome.rank[viewer];
  const first = Object.keys(outcome.rank).filter((seat) => outcome.rank[seat] === 1);
  if (mine === 1 && first.length === 1) return say.youWon;
  const won = say.won(listed(first.map((seat) => seatName(details, seat, viewer) ?? seat)), first.length > 1);
  return mine === undefined || mine === 1 ? won : `${say.yourRank(mine)} ${won}`;
}

export function OutcomeTable({ outcome, details, viewer }: { outcome: Outcome; details: Pick<MatchReply, "seats" | "host">; viewer: string }) {
  const seats = [...details.seats].sort((one, two) => (outcome.rank[one.id] ?? 99) - (outcome.rank[two.id] ?? 99));
  const ranks = Object.values(outcome.rank);
  return (
    <section class="outcome" aria-label={say.outcome}>
      <h2>{say.outcome}</h2>
      <ol>
        {seats.map((seat) => {
          const rank = outcome.rank[seat.id];
          const shared = ranks.filter((other) => other === rank).length > 1;
          return (
            <li key={seat.id} class={seat.id === viewer ? "me" : ""}>
              <span class="rank">
                <span class="vh">{say.rank} </span>
                {rank === undefined ? "–" : `${rank}${shared ? "=" : ""}`}
              </span>
              <span class="who">
                <b>
                  <bdi>{sitterName(seat)}</bdi> {seat.id === viewer && <span class="mine-ink">({say.you})</span>}
                </b>
                <span class="s">
                  {seat.realm === "heaven" && <Icon name="sun" />}
                  {seat.realm === "hell" && <Icon name="flame" />} {sitterNote(seat)}
                </span>
              </span>
              <span class="chip-row">
                {(outcome.consequences[seat.id] ?? []).map((one) => (
                  <span key={one} class={`chip ${/elimination/.test(one) ? "bad" : one === "descends" ? "" : "good"}`}>
                    {say.consequence[one]}
                  </span>
                ))}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
