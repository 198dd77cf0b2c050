// Checking the whole match on this device, against what this page kept.

import type { LogReport, Remark } from "moirai-client/verifier";
import { useState } from "preact/hooks";
import { Failure, useAttempt } from "../parts/attempt.js";
import { Icon } from "../parts/icons.js";
import { saveFile } from "../parts/link.js";
import type { Following } from "../table/following.js";
import { seatName } from "../table/people.js";
import { remarkText } from "./remarks.js";
import { tell } from "./strings.js";

interface Checked {
  log: string;
  report: LogReport;
  receipts: number;
}

interface FairnessProps {
  table: Following;
  /** Its title. */
  game: string;
  isHost: boolean;
}

export default function Fairness({ table, game, isHost }: FairnessProps) {
  const { match, details } = table;
  const [checked, setChecked] = useState<Checked | null>(null);
  const { isBusy, failure, attempt } = useAttempt();
  const check = async () => {
    const [{ verifyLog }, log] = await Promise.all([import("moirai-client/verifier"), match.log()]);
    const kept = match.kept.toJSON();
    setChecked({ log, report: verifyLog(log, kept), receipts: kept.receipts.length });
  };
  const isReadable = details.open_log || isHost;
  return (
    <section class="panel fairness" aria-label={tell.fairness}>
      <h2 class="eyebrow">
        <Icon name="check" /> {tell.fairness}
      </h2>
      {!checked && <p class="small">{isReadable ? tell.intro : tell.logShut}</p>}
      {isReadable && (
        <button class="btn" aria-disabled={isBusy} onClick={() => !isBusy && void attempt(check)}>
          {isBusy ? tell.checking : tell.check}
        </button>
      )}
      <Failure error={failure} />
      <div aria-live="polite">{checked && <Report {...checked} table={table} game={game} />}</div>
      <button class="btn quiet" onClick={() => saveFile(`${match.id}.kept.json`, JSON.stringify(match.kept), "application/json")}>{tell.saveKept}</button>
    </section>
  );
}

function Report({ log, report, receipts, table, game }: Checked & { table: Following; game: string }) {
  const { match, details } = table;
  const [found] = report.matches;
  const bad = [...(found?.faults ?? []), ...report.findings.filter(({ good }) => !good)];
  const read = (remark: Remark) => remarkText(remark, { game, nameOf: (viewer) => seatName(details, viewer, "") });
  return (
    <>
      <h3 class={report.good ? "good-ink" : "bad-ink"}>{report.good ? tell.allAgrees : tell.disagrees}</h3>
      <ul class="checks">
        {bad.map((remark) => (
          <li key={remark.line} class="bad-ink">
            <Icon name="cross" /> <span>{read(remark)} {remark.code === "step" && <q lang="en">{remark.given["what"]}</q>}</span>
          </li>
        ))}
        {found && report.good && (
          <>
            <Good text={tell.chainGood(found.entries)} />
            <Good text={tell.seedGood} />
            {found.rules !== null && <Good text={tell.rulesGood(game, details.rules_version)} />}
            {receipts > 0 ? <Good text={tell.receiptsGood(receipts)} /> : <li class="dim">{tell.noReceipts}</li>}
          </>
        )}
        {(found?.unchecked ?? []).map((remark) => (
          <li key={remark.line} class="dim">
            {tell.notChecked}: {read(remark)}
          </li>
        ))}
      </ul>
      <p class="tiny dim">{tell.cannotShow}</p>
      <button class="btn quiet" onClick={() => saveFile(`${match.id}.ndjson`, log, "application/json")}>{tell.saveLog}</button>
    </>
  );
}

function Good({ text }: { text: string }) {
  return (
    <li>
      <Icon name="check" /> <span>{text}</span>
    </li>
  );
}
