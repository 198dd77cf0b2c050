// The groups before a bracket: what everyone scored against everyone of the group, and who goes on.

import type { StandingsReply, TournamentView } from "moirai-client";
import { Cross } from "./cross_table.js";
import { advancingIn, groupsOf, roundsInGroups } from "./groups.js";
import { tell } from "./strings.js";

interface GroupTablesProps {
  view: TournamentView;
  standings: StandingsReply | null;
  nameOf: (entrant: string) => string;
}

export default function GroupTables({ view, standings, nameOf }: GroupTablesProps) {
  const last = roundsInGroups(view);
  const groups = groupsOf(view, standings);
  const says = view.rounds.length > last ? tell.goesOn : tell.wouldGoOn;
  const marks = new Map([...advancingIn(view, standings)].map((entrant) => [entrant, says]));
  return (
    <section class="panel groups" id="groups" tabIndex={-1} aria-labelledby="groups-title">
      <h2 id="groups-title">{tell.groups}</h2>
      <p class="small dim">{tell.firstOnesGoOn(view.settings.groups?.advance ?? 0)}</p>
      <div class="group-tables" style={{ "--columns": Math.max(...groups.map(({ members }) => members.length)) }}>
        {groups.map(({ name, members }) => (
          <div key={name}>
            <h3 id={`group-${name}`}>{tell.group(name)}</h3>
            <Cross titled={`group-${name}`} view={view} order={members} until={Math.min(last, view.rounds.length)} nameOf={nameOf} marks={marks} />
          </div>
        ))}
      </div>
    </section>
  );
}
