// What can be taken away: sheets, reports, slips, links, and what other pages and programs need. Loaded when it is opened.

import { BASE } from "../base.js";
import { Failure, useAttempt } from "../parts/attempt.js";
import { LinkBox, saveFile } from "../parts/link.js";
import { loadStyles } from "../parts/styles.js";
import { follow, pathOf } from "../router.js";
import { useSession } from "../session.js";
import { language } from "../strings/index.js";
import type { Following } from "./following.js";
import { tell } from "./strings.js";

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export default function Exported({ tournament, nameOf }: { tournament: Following; nameOf: (entrant: string) => string }) {
  const { client, player } = useSession();
  const { view } = tournament;
  const { isBusy, failure, attempt } = useAttempt();
  const id = view.settings.tournament_id;
  const isOver = view.status === "over" || view.status === "cancelled";
  const isPublic = view.settings.visibility === "public";
  const isArena = view.settings.system === "arena";
  const isOfTwo = view.settings.table_size === 2 && view.settings.teams === null && !isArena;
  const save = async (type: string, ending: string) => {
    const headers: Record<string, string> = { Accept: type, ...(client.token === null ? {} : { Authorization: `Bearer ${client.token}` }) };
    const reply = await fetch(`${BASE}/v1/tournaments/${encodeURIComponent(id)}/standings?language=${language}`, { headers });
    if (!reply.ok) throw new Error(String(reply.status));
    saveFile(`${view.settings.label}.${ending}`, await reply.blob(), type);
  };
  const round = view.rounds.at(-1);
  const print = () => loadStyles("hall").then(() => import("./slips.js")).then(({ printSlips }) => printSlips(view, round!, nameOf));
  const saveLog = async () => saveFile(`${view.settings.label}.ndjson`, await client.call("getTournamentLog", { tournament_id: id }), "application/x-ndjson");
  return (
    <>
      <div class="row">
        {tournament.standings !== null && <button class="btn" aria-disabled={isBusy} onClick={() => void attempt(() => save("text/csv", "csv"))}>{tell.csv}</button>}
        {tournament.standings !== null && <button class="btn" aria-disabled={isBusy} onClick={() => void attempt(() => save(XLSX, "xlsx"))}>{tell.xlsx}</button>}
        {tournament.standings !== null && isOfTwo && <button class="btn" aria-disabled={isBusy} onClick={() => void attempt(() => save("text/x-trf", "trf"))}>{tell.trf}</button>}
        {player !== null && (isOver || view.viewer === "host") && <button class="btn" aria-disabled={isBusy} onClick={() => void attempt(saveLog)}>{tell.log}</button>}
        {round !== undefined && !isArena && <button class="btn" aria-disabled={isBusy} onClick={() => void attempt(print)}>{tell.slips(round.round)}</button>}
        <a class="btn" {...follow({ page: "screen", id })}>{tell.screenLink}</a>
      </div>
      <Failure error={failure} />
      <LinkBox title={tell.link} link={location.origin + pathOf({ page: "tournament", id })} />
      {isPublic && view.settings.schedule.times.length > 0 && <LinkBox title={tell.calendar} link={`${location.origin}${BASE}/v1/tournaments/${encodeURIComponent(id)}/calendar.ics?language=${language}`} />}
      {isPublic && <LinkBox title={tell.frame} link={frameOf(id, view.settings.label)} scans={false} />}
    </>
  );
}

/** What a page of somebody else needs to show the tournament. */
function frameOf(id: string, label: string): string {
  const title = label.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return `<iframe src="${location.origin}${pathOf({ page: "embed", id })}?language=${language}" title="${title}" width="100%" height="480" loading="lazy"></iframe>`;
}
