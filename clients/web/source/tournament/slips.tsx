// Slips to print: one for each table of a round, on which people write the result.

import type { RoundReply, TournamentView } from "moirai-client";
import { render } from "preact";
import { namesAt } from "./names.js";
import { tell } from "./strings.js";

type NameOf = (entrant: string) => string;

/** The tables of a round at which somebody plays: who has a bye writes nothing. */
export const slipTables = ({ tables }: RoundReply) => tables.filter(({ entrants }) => entrants.length > 1);

/** Print the slips of a round; nothing else of the page is printed meanwhile. */
export function printSlips(view: TournamentView, round: RoundReply, nameOf: NameOf): void {
  const sheet = document.createElement("div");
  sheet.className = "slips";
  document.body.append(sheet);
  render(<Slips view={view} round={round} nameOf={nameOf} />, sheet);
  const remove = () => {
    render(null, sheet);
    sheet.remove();
  };
  addEventListener("afterprint", remove, { once: true });
  print();
}

function Slips({ view, round, nameOf }: { view: TournamentView; round: RoundReply; nameOf: NameOf }) {
  return (
    <ol>
      {slipTables(round).map((table) => (
        <li key={table.table} class="slip">
          <p class="slip-head"><bdi>{view.settings.label}</bdi> <span>{tell.round(round.round)}</span></p>
          <p class="slip-table">{tell.table(table.table)}</p>
          <table>
            <thead><tr><th scope="col">{tell.player}</th><th scope="col">{tell.pts}</th><th scope="col">{tell.signed}</th></tr></thead>
            <tbody>
              {table.entrants.map((entrant) => <tr key={entrant}><th scope="row"><bdi>{namesAt(view, table, nameOf)(entrant)}</bdi></th><td class="slip-box" /><td class="slip-line" /></tr>)}
            </tbody>
          </table>
        </li>
      ))}
    </ol>
  );
}
