// Checking the whole match on this device, against what this page kept.

import type { LogReport } from "moirai-client/verifier";
import { useState } from "preact/hooks";
import { Failure, useAttempt } from "../parts/attempt.js";
import { Icon } from "../parts/icons.js";
import { say } from "../strings/index.js";
import type { Following } from "./following.js";

interface Checked {
  log: string;
  report: LogReport;
  receipts: number;
}

export function Fairness({ table, game, isHost }: { table: Following; game: string; isHost: boolean }) {
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
    <section class="panel fairness" aria-label={say.fairness}>
      <h2 class="eyebrow">
        <Icon name="check" /> {say.fairness}
      </h2>
      {!checked && <p class="small">{isReadable ? say.fairnessIntro : say.logShut}</p>}
      {isReadable && (
        <button class="btn" aria-disabled={isBusy} onClick={() => !isBusy && void attempt(check)}>
          {isBusy ? say.checking : say.check}
        </button>
      )}
      <Failure error={failure} />
      <div aria-live="polite">{checked && <Report {...checked} id={match.id} rules={say.rulesOf(game, details.rules_version)} />}</div>
      <button class="btn quiet" onClick={() => save(`${match.id}.kept.json`, JSON.stringify(match.kept))}>{say.saveKept}</button>
    </section>
  );
}

function Report({ log, report, receipts, id, rules }: Checked & { id: string; rules: string }) {
  const [match] = report.matches;
  const bad = [...(match?.faults ?? []), ...report.findings.filter(({ good }) => !good).map(({ line }) => line)];
  return (
    <>
      <h3 class={report.good ? "good-ink" : "bad-ink"}>{report.good ? say.allAgrees : say.disagrees}</h3>
      <ul class="checks">
        {bad.map((line) => (
          <li key={line} class="bad-ink">
            <Icon name="cross" /> <span>{line}</span>
          </li>
        ))}
        {match && report.good && (
          <>
            <Good text={say.chainGood(match.entries)} />
            <Good text={say.seedGood} />
            {match.rules !== null && <Good text={say.rulesGood(rules)} />}
            {receipts > 0 ? <Good text={say.receiptsGood(receipts)} /> : <li class="dim">{say.noReceipts}</li>}
          </>
        )}
        {(match?.unchecked ?? []).map((line) => (
          <li key={line} class="dim">
            {say.notChecked}: {line}
          </li>
        ))}
      </ul>
      <p class="tiny dim">{say.cannotShow}</p>
      <button class="btn quiet" onClick={() => save(`${id}.ndjson`, log)}>{say.saveLog}</button>
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

function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
