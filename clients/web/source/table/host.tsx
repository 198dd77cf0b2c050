// What the host can do, each action with what it asks.

import type { Consequence, HostAction, MatchListing, SeatListing } from "moirai-client";
import { useEffect, useId, useState } from "preact/hooks";
import { useSession } from "../session.js";
import { Failure, useAttempt } from "../parts/attempt.js";
import { say } from "../strings/index.js";
import { textsOf } from "../strings/parts.js";
import { momentText } from "../time.js";
import type { Following } from "./following.js";
import { isolated, placeName, playsBots, seatName } from "./people.js";

const tell = await textsOf("host");

const CONSEQUENCES = Object.keys(say.consequence) as Consequence[];

export default function HostPanel({ table }: { table: Following }) {
  const { match, details, view } = table;
  const { player } = useSession();
  const { status } = details;
  const act = (action: HostAction) => match.act(action);
  const running = status === "running";
  const playing = running || status === "paused" || status === "suspended";
  const own = details.seats.filter((seat) => seat.player?.player_id === player?.player_id);
  // An arbiter delays and decides, and nothing else.
  const directs = details.roles.find((holder) => holder.player.player_id === player?.player_id)?.role !== "arbiter";
  // The server lets nobody decide a match that they play in.
  const plays = own.length > 0;
  if (status === "over" || status === "void") return null;
  // Nobody else is there for whom there would be something to direct.
  if (playing && playsBots(details, view.viewer)) return null;
  return (
    <details class="panel host" id="host">
      <summary>{tell.hostPanel}</summary>
      <p class="small dim">{tell.hostIntro}</p>
      <Reports table={table} />
      {running && <Action table={table} name="pause" asks={["reason?"]} run={({ reason }) => act({ type: "pause", reason })} />}
      {(status === "paused" || (status === "suspended" && player?.administrator)) && <Action table={table} name="resume" run={() => act({ type: "resume" })} />}
      {running && view.phase && (
        <>
          <Action table={table} name="extend" asks={["minutes"]} run={({ minutes }) => act({ type: "extend", seconds: Math.round(Number(minutes) * 60) })} />
          {!plays && directs && <Action table={table} name="close_phase" risky run={() => act({ type: "close_phase", phase: view.phase!.number })} />}
        </>
      )}
      {directs && status === "open" && details.door_open && <Action table={table} name="close_door" run={() => act({ type: "close_door" })} />}
      {directs && status === "open" && !details.door_open && <Action table={table} name="open_door" run={() => act({ type: "open_door" })} />}
      {directs && status === "open" && <Action table={table} name="reserve" asks={["seat", "player"]} run={({ seat, player }) => match.takeSeat(seat, { player_id: player })} />}
      {playing && directs && <Rules table={table} />}
      {playing && directs && <Action table={table} name="replace_player" seats={plays ? own : details.seats} asks={["seat", "player?"]} run={({ seat, player }) => act({ type: "replace_player", seat, player_id: player || null })} />}
      {playing && !plays && directs && <Action table={table} name="mute" asks={["seat", "reason"]} run={({ seat, reason }) => act({ type: "mute", seat, reason })} />}
      {playing && !plays && directs && view.muted.length > 0 && <Action table={table} name="unmute" asks={["seat"]} run={({ seat }) => act({ type: "unmute", seat })} />}
      {playing && !plays && <Adjudicate table={table} />}
      {playing && plays && <p class="action small dim">{tell.hostPlays}</p>}
      {directs && <Action table={table} name="void" asks={["reason"]} risky run={({ reason }) => act({ type: "void", reason })} />}
    </details>
  );
}

/** What players have reported, each with the moment that it is about. */
function Reports({ table }: { table: Following }) {
  const { details, view, talks, events } = table;
  const reports = [...talks.values()].flatMap(({ messages }) => messages.filter(({ about }) => about));
  if (view.viewer !== "host" || reports.length === 0) return null;
  const nameOf = (seat: string) => isolated(seatName(details, seat, view.viewer) ?? seat);
  return (
    <section class="action reports" aria-label={tell.reports}>
      <h3>{tell.reports}</h3>
      <ul>
        {reports.map(({ cursor, sender, text, about }) => {
          const place = events.find(({ at }) => at === about!.at)?.cursor;
          return (
            <li key={cursor}>
              <b>{tell.reportsWhom(nameOf(sender), nameOf(about!.seat))}</b> <q dir="auto">{text}</q>{" "}
              {place !== undefined && <a href={`#at=${place}`}>{tell.moment}</a>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Propose the newest rules by which the match can continue, or withdraw the proposal. */
function Rules({ table }: { table: Following }) {
  const { match, details } = table;
  const propose = (version: number | null) => match.act({ type: "propose_rules", rules_version: version });
  // Each with a key: what is said of the one must not stay beside the other.
  if (details.proposed_rules) return <Action key="withdraw" table={table} name="withdraw_rules" run={() => propose(null)} />;
  // Earlier servers do not say it.
  const newest = Math.max(0, ...(details.newer_rules ?? []));
  return newest > 0 ? <Action key="propose" table={table} name="propose_rules" run={() => propose(newest)} /> : null;
}

interface Given {
  reason: string;
  minutes: string;
  seat: string;
  player: string;
}

interface ActionProps {
  table: Following;
  name: keyof typeof tell.action;
  /** What it needs to know; with a question mark where nothing is an answer. */
  asks?: string[];
  /** Of which seats it asks for one. */
  seats?: readonly SeatListing[];
  /** Whether it cannot be undone: it asks again. */
  risky?: boolean;
  run: (given: Given) => Promise<unknown>;
}

function Action({ table, name, asks = [], seats = table.details.seats, risky = false, run }: ActionProps) {
  const first = seats[0]!.id;
  const known = useKnown(table, asks.some((ask) => ask.startsWith("player")));
  const [given, setGiven] = useState<Given>({ reason: "", minutes: "10", seat: first, player: "" });
  const [isSure, setSure] = useState(!risky);
  const [isDone, setDone] = useState(false);
  const { isBusy, failure, attempt } = useAttempt(table.refresh);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (!isSure) return setSure(true);
    setDone(await attempt(() => run(given)));
    setSure(!risky);
  };
  const set = (field: keyof Given) => (text: string) => setGiven({ ...given, [field]: text });
  return (
    <form class="action" onSubmit={(event) => void submit(event)}>
      {asks.map((ask) => {
        const field = ask.replace("?", "") as keyof Given;
        const needed = !ask.endsWith("?");
        if (field === "seat") return <SeatSelect key={ask} table={table} seats={seats} value={given.seat} onChange={set("seat")} />;
        if (field === "player") return <PlayerSelect key={ask} known={known} orBot={!needed} value={given.player} onChange={set("player")} />;
        const title = field === "reason" ? tell.reason : tell.extendBy;
        return <Ask key={ask} title={title} needed={needed} number={field === "minutes"} value={given[field]} onChange={set(field)} />;
      })}
      <div class="row">
        {risky && isSure && <span class="small">{tell.sure}</span>}
        {!(known.length === 0 && asks.includes("player")) && <button class="btn" disabled={isBusy}>{risky && isSure ? `${tell.action[name]}: ${tell.doIt}` : tell.action[name]}</button>}
        {risky && isSure && <button type="button" class="btn quiet" onClick={() => setSure(false)}>{say.cancel}</button>}
        <span role="status" class="small good-ink">{isDone && tell.done}</span>
      </div>
      <Failure error={failure} />
    </form>
  );
}

function Ask({ title, needed, number, value, onChange }: { title: string; needed: boolean; number: boolean; value: string; onChange: (text: string) => void }) {
  const id = useId();
  return (
    <div class="ask">
      <label for={id} class="small">{title}</label>
      <input class="field" id={id} inputMode={number ? "numeric" : "text"} pattern={number ? "[1-9][0-9]*" : undefined} required={needed} value={value} autoComplete="off" onInput={(event) => onChange(event.currentTarget.value)} />
    </div>
  );
}

function SeatSelect({ table, seats, value, onChange }: { table: Following; seats: readonly SeatListing[]; value: string; onChange: (seat: string) => void }) {
  const id = useId();
  return (
    <div class="ask">
      <label for={id} class="small">{tell.seat}</label>
      <select class="field" id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {seats.map((seat) => (
          <option key={seat.id} value={seat.id}>
            {[...new Set([placeName(seat), seatName(table.details, seat.id, "")])].join(": ")}
          </option>
        ))}
      </select>
    </div>
  );
}

interface Known {
  id: string;
  name: string;
  /** Tells people of one name apart. */
  note: string;
}

/** Those with whom the caller has played, without who sits here, the latest first. */
function useKnown({ details }: Following, isAsked: boolean): readonly Known[] {
  const { client, player } = useSession();
  const [matches, setMatches] = useState<readonly MatchListing[]>([]);
  useEffect(() => {
    if (isAsked) void client.matches({ mine: true, limit: 100 }).then((found) => setMatches(found.matches), () => undefined);
  }, [client, isAsked]);
  const here = new Set([player?.player_id, ...details.seats.map((seat) => seat.player?.player_id)]);
  const known = new Map<string, Known>();
  for (const match of matches) {
    for (const person of [match.host, ...match.seats.flatMap((seat) => seat.player ?? [])]) {
      if (person.name === "" || here.has(person.player_id) || known.has(person.player_id)) continue;
      known.set(person.player_id, { id: person.player_id, name: isolated(person.name), note: momentText(client.clock.toLocal(match.created_at)) });
    }
  }
  return [...known.values()];
}

function PlayerSelect({ known, orBot, value, onChange }: { known: readonly Known[]; orBot: boolean; value: string; onChange: (player: string) => void }) {
  const id = useId();
  if (!orBot && known.length === 0) return <p class="small dim">{tell.nobodyKnown}</p>;
  const isAlone = ({ name }: Known) => known.filter((other) => other.name === name).length === 1;
  return (
    <div class="ask">
      <label for={id} class="small">{orBot ? tell.replaceWith : tell.reserveFor}</label>
      <select class="field" id={id} value={value} required={!orBot} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{orBot ? say.botOf(undefined) : say.choose}</option>
        {known.map((one) => <option key={one.id} value={one.id}>{isAlone(one) ? one.name : tell.playedWith(one.name, one.note)}</option>)}
      </select>
    </div>
  );
}

/** Ranks and consequences for every seat. */
function Adjudicate({ table }: { table: Following }) {
  const { match, details } = table;
  const [ranks, setRanks] = useState<{ [seat: string]: number }>(() => Object.fromEntries(details.seats.map((seat, at) => [seat.id, at + 1])));
  const [consequences, setConsequences] = useState<{ [seat: string]: Consequence[] }>({});
  const toggle = (seat: string, one: Consequence, on: boolean) => {
    const others = (consequences[seat] ?? []).filter((other) => other !== one);
    setConsequences({ ...consequences, [seat]: on ? [...others, one] : others });
  };
  const run = ({ reason }: Given) => match.act({ type: "adjudicate", rank: ranks, consequences, reason });
  return (
    <details>
      <summary>{tell.action.adjudicate}</summary>
      {details.seats.map((seat) => (
        <fieldset class="group" key={seat.id}>
          <legend>{seatName(details, seat.id, "")}</legend>
          <Ask title={say.rank} needed number value={String(ranks[seat.id])} onChange={(text) => setRanks({ ...ranks, [seat.id]: Number(text) })} />
          <div class="row">
            {CONSEQUENCES.map((one) => (
              <label class="switch small" key={one}>
                <input type="checkbox" checked={consequences[seat.id]?.includes(one) ?? false} onChange={(event) => toggle(seat.id, one, event.currentTarget.checked)} /> {say.consequence[one]}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <Action table={table} name="adjudicate" asks={["reason"]} risky run={run} />
    </details>
  );
}
