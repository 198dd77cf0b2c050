// People without an account: a director enters them by name, one or a file of them, and gives each a link.

import type { Addition, EntrantsRequest } from "moirai-client";
import { useId, useState } from "preact/hooks";
import { Failure, useAttempt } from "../parts/attempt.js";
import { saveFile } from "../parts/link.js";
import { pathOf } from "../router.js";
import { useSession } from "../session.js";
import { keep } from "../storage.js";
import { textsOf } from "../strings/parts.js";
import { keptLinks, linksOf, type Links } from "./place_link.js";
import { csvOf } from "./csv.js";

const tell = await textsOf("roster");
const directing = await textsOf("directing");

const IN: readonly Addition["fate"][] = ["added", "waiting"];

type Source = Pick<EntrantsRequest, "csv" | "trf" | "people">;

interface RosterProps {
  id: string;
  /** What the tournament is called. */
  label: string;
  onDone: () => void;
}

export default function Roster({ id, label, onDone }: RosterProps) {
  const { client } = useSession();
  const [source, setSource] = useState<Source | null>(null);
  const [seen, setSeen] = useState<{ lines: Addition[]; unknown: string[]; isDone: boolean } | null>(null);
  const [added, setAdded] = useState<readonly Addition[]>([]);
  const [name, setName] = useState("");
  const [rating, setRating] = useState("");
  const [club, setClub] = useState("");
  const { isBusy, failure, attempt } = useAttempt(onDone);
  const field = useId();
  const send = async (from: Source, preview: boolean) => {
    const { lines, unknown_columns } = await client.tournament(id).add({ ...from, preview });
    setSeen({ lines, unknown: unknown_columns, isDone: !preview });
    setSource(preview ? from : null);
    if (!preview) setAdded([...added, ...lines.filter(({ token }) => token)]);
    const links: Links = Object.fromEntries(lines.flatMap(({ entrant, token }) => (entrant && token ? [[entrant, token]] : [])));
    if (!preview) keep(linksOf(id), { ...keptLinks(id), ...links });
  };
  const addOne = async () => {
    const people = [{ name: name.trim(), rating: Number(rating || 0), club: club.trim() }];
    if (await attempt(() => send({ people }, false))) {
      setName("");
      setRating("");
      setClub("");
    }
  };
  const choose = (input: HTMLInputElement) => {
    const file = input.files?.[0];
    input.value = ""; // The same file can be chosen again when it has been repaired.
    if (file) void attempt(async () => send(sourceOf(await textOf(file)), true));
  };
  const entering = seen?.lines.filter(({ fate }) => IN.includes(fate)).length ?? 0;
  return (
    <section class="roster" aria-label={tell.people}>
      <form onSubmit={(event) => { event.preventDefault(); if (!isBusy) void addOne(); }}>
        <div class="ask"><label for={field}>{tell.people}</label></div>
        <p class="tiny dim">{tell.note}</p>
        <div class="row">
          <input class="field" id={field} required maxLength={40} autoComplete="off" dir="auto" placeholder={tell.name} value={name} onInput={(event) => setName(event.currentTarget.value)} />
          <label class="ask club"><span class="vh">{directing.club}</span><input class="field" dir="auto" autoComplete="off" maxLength={64} placeholder={directing.club} value={club} onInput={(event) => setClub(event.currentTarget.value)} /></label>
          <label class="ask rating"><span class="vh">{tell.rating}</span><input class="field short" type="number" min="0" max="10000" placeholder={tell.rating} value={rating} onInput={(event) => setRating(event.currentTarget.value)} /></label>
          <button class="btn" aria-disabled={isBusy}>{tell.add}</button>
        </div>
      </form>
      <label class="btn file">{tell.file}<input class="vh" type="file" accept=".csv,.tsv,.txt,.trf,text/csv" disabled={isBusy} onChange={(event) => choose(event.currentTarget)} /></label>
      <p class="tiny dim">{tell.fileNote}</p>
      <Failure error={failure} />
      {seen !== null && (
        <>
          <p role="status">{seen.isDone ? tell.areIn(entering) : tell.wouldBeIn(entering, seen.lines.length - entering)}{seen.unknown.length > 0 && ` ${tell.unknownColumns(seen.unknown.join(", "))}`}</p>
          <ol class="fates" tabIndex={0} aria-label={tell.fates}>
            {seen.lines.map((one) => (
              <li key={one.line} class={IN.includes(one.fate) ? "" : "out"}>
                <span><span class="dim" aria-label={tell.line(one.line)}>{one.line}</span> <bdi>{one.name}</bdi> <span class="tiny dim">{[one.rating || "", one.club].filter(Boolean).join(" · ")}</span></span>
                <span class="small fate">{seen.isDone || !IN.includes(one.fate) ? tell.fateIs[one.fate] : tell.wouldBe[one.fate as "added" | "waiting"]}</span>
              </li>
            ))}
          </ol>
          <div class="row">
            {!seen.isDone && source && entering > 0 && <button type="button" class="btn primary" aria-disabled={isBusy} onClick={() => !isBusy && void attempt(() => send(source, false))}>{tell.enterAll(entering)}</button>}
            {seen.isDone && added.length > 0 && <button type="button" class="btn" onClick={() => saveLinks(label, added)}>{tell.saveLinks}</button>}
            <button type="button" class="btn quiet" onClick={() => setSeen(null)}>{tell.close}</button>
          </div>
          {seen.isDone && entering > 0 && <p class="tiny dim">{tell.linksNote}</p>}
        </>
      )}
    </section>
  );
}

/** Spreadsheets of Windows save in its own encoding, unless they are told otherwise. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

const sourceOf = (text: string): Source => (/^001 /m.test(text) ? { trf: text } : { csv: text });

function saveLinks(label: string, lines: readonly Addition[]): void {
  const rows = lines.map(({ name, email, token }) => [name, email, location.origin + pathOf({ page: "invitation", token: token! })]);
  saveFile(`${label} ${tell.links}.csv`, csvOf([["name", "email", "link"], ...rows]), "text/csv");
}

