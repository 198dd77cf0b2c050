// My weave in the order in which it happens: a visit, a boost, a cut, a snip and a new thread; all of it can be left out.

import type { JsonValue, MoiraAbility, WeaveMove } from "moirai-client";
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { Problem } from "../../form/form.js";
import { choicesOf, read, write } from "../../form/schema.js";
import { listed } from "../../strings/index.js";
import type { Words } from "../../words.js";
import { seatName } from "../people.js";
import type { MoveFormProps } from "../props.js";
import { Folds } from "../folds.js";
import { Touch } from "../touch.js";
import { ABILITIES, AMOUNTS, consistent, DONATIONS, endsOf, forecast, levelOf, levelWith, type Known } from "./loom.js";
import { Moira } from "./moirai.js";
import { Sign } from "./signs.js";
import { tell } from "./strings.js";
import { OwnLoom } from "./web.js";

interface Asked {
  known: Known;
  words: Words;
  move: Partial<WeaveMove>;
  /** Change parts of the weave; null takes a part away. */
  change: (parts: Partial<WeaveMove>) => void;
}

export default function MoveForm({ view, schema, definitions, words, draft, problems, onChange }: MoveFormProps) {
  const known = view.view as Known;
  const move = (read(schema, definitions, draft).value ?? {}) as unknown as Partial<WeaveMove>;
  const change = (parts: Partial<WeaveMove>) => {
    const next = Object.entries(consistent(known, { ...move, ...parts })).filter(([, value]) => value !== null && value !== false);
    onChange(write(schema, definitions, Object.fromEntries(next) as JsonValue));
  };
  const asked: Asked = { known, words, move, change };
  const idsOf = (field: string) => (choicesOf(schema.properties?.[field] ?? {}, definitions) ?? []).flatMap(({ value }) => (value === null ? [] : [String(value)]));
  const [touched, touch] = useState<string | null>(null);
  const seat = touched ?? move.create ?? move.cut ?? null;
  const snips = 1 + amountOf(known, move, "stronger_cutters");
  const boosting = levelWith(known, move, "boosting");
  return (
    <div class="form threads">
      <Folds
        wanted={touched === null ? undefined : deedsOf(touched)}
        parts={{
          visit: { title: <VisitTitle known={known} />, body: <VisitAsk {...asked} /> },
          threads: {
            title: tell.boostAndSnip,
            body: (
              <>
                <ThreadAsk {...asked} field="boost" ids={idsOf("boost")} title={tell.boost} refused={boosting === null ? tell.needs(words.thing("ability", "boosting")) : undefined}>
                  {boosting !== null && tell.boostBy(AMOUNTS.boosting[boosting]!)}
                  {move.boost?.startsWith(`${known.viewer}>`) && !(move.boost in (known.threads ?? {})) && <b>{tell.boostNothing}</b>}
                </ThreadAsk>
                <ThreadAsk {...asked} field="snip" ids={idsOf("snip")} title={tell.snip} refused={undefined}>{tell.snipNote(snips)}</ThreadAsk>
              </>
            ),
          },
          person: { title: tell.whom, body: <PersonAsk {...asked} seat={seat} touch={touch} /> },
          ...(seat === null ? {} : { [deedsOf(seat)]: { title: <bdi>{seatName(words, seat)}</bdi>, body: <Person {...asked} seat={seat} /> } }),
        }}
      />
      <Forecast {...asked} />
      {Object.entries(problems).map(([place, text]) => text && <Problem key={place} text={text} />)}
    </div>
  );
}

/** The part with what can be done about a person: another for each, so that it opens when another is touched. */
const deedsOf = (seat: string): string => `deeds ${seat}`;

function amountOf(known: Known, move: Partial<WeaveMove>, ability: MoiraAbility): number {
  const level = levelWith(known, move, ability);
  return level === null ? 0 : AMOUNTS[ability][level]!;
}

function VisitTitle({ known }: { known: Known }) {
  return <>{tell.whichMoira} <span class="dim twine"><Sign name="spool" /> {tell.twine(known.twine ?? 0)}</span></>;
}

function VisitAsk({ known, words, move, change }: Asked) {
  const name = useId();
  const left = known.visits_left ?? [];
  return (
    <>
      <fieldset class="ask">
        <legend><VisitTitle known={known} /></legend>
        <p class="tiny dim">{tell.twineUse(listed(DONATIONS.map(String)))}</p>
        <div class="moirai">
          {ABILITIES.map((ability) => {
            const on = move.visit === ability;
            const planned = on ? { level: levelOf(move.donate ?? 0), donated: move.donate ?? 0 } : null;
            return (
              <Touch key={ability} type="radio" name={name} class="moira" on={on} refused={left.includes(ability) ? undefined : ""} onChange={() => change({ visit: ability })}>
                <Moira ability={ability} known={known} words={words} planned={planned} />
              </Touch>
            );
          })}
        </div>
        {left.length > 0 && <Touch type="radio" name={name} class="target nobody" on={!move.visit} onChange={() => change({ visit: null })}>{tell.nobody}</Touch>}
      </fieldset>
      {move.visit && <DonateAsk known={known} move={move} change={change} />}
    </>
  );
}

function DonateAsk({ known, move, change }: Omit<Asked, "words">) {
  const id = useId();
  const most = known.twine ?? 0;
  const given = move.donate ?? 0;
  const level = levelOf(given);
  const least = level === 0 ? 0 : DONATIONS[level - 1]!;
  const give = (donate: number) => change({ donate: Math.max(0, Math.min(most, Math.floor(donate) || 0)) });
  if (most === 0) return <p class="small dim">{tell.noTwine}</p>;
  return (
    <div class="ask">
      <label for={id}>{tell.donate}</label>
      <div class="row touches">
        <button type="button" class="btn" aria-label={tell.less} disabled={given === 0} onClick={() => give(given - 1)}>−</button>
        <input class="field donation" id={id} type="number" inputMode="numeric" min={0} max={most} value={given} aria-describedby={`${id}-note`} onInput={(event) => give(Number(event.currentTarget.value))} />
        <button type="button" class="btn" aria-label={tell.more} disabled={given === most} onClick={() => give(given + 1)}>+</button>
        <span class="small" id={`${id}-note`}>
          {tell.donation(level, DONATIONS[level] ?? null)} <span class="dim">{tell.left(most - given)}.</span> {given > least && <b class="warn-ink">{tell.wasted(least)}</b>}
        </span>
      </div>
    </div>
  );
}

/** A thread out of all that the rules allow, the known ones first. */
function ThreadAsk({ known, words, move, change, field, ids, title, refused, children }: Asked & { field: "boost" | "snip"; ids: string[]; title: string; refused: string | undefined; children: ComponentChildren }) {
  const id = useId();
  const own = known.viewer ?? "";
  const threads = known.threads ?? {};
  const groups = [
    { title: tell.groupMine, ids: ids.filter((one) => one in threads) },
    { title: tell.groupToMe, ids: ids.filter((one) => endsOf(one)[1] === own) },
    { title: tell.groupNone, ids: ids.filter((one) => endsOf(one)[0] === own && !(one in threads)) },
    { title: tell.groupOthers, ids: ids.filter((one) => !endsOf(one).includes(own)) },
  ];
  const label = (one: string) => {
    const [source, recipient] = endsOf(one);
    const thread = threads[one];
    return `${seatName(words, source)} → ${seatName(words, recipient)}${thread ? ` (${tell.strength(thread.strength, thread.golden)})` : ""}`;
  };
  return (
    <div class="ask">
      <label for={id}>{title}</label>
      <select class="field" id={id} disabled={refused !== undefined} aria-describedby={`${id}-note`} value={move[field] ?? ""} onChange={(event) => change({ [field]: event.currentTarget.value || null })}>
        <option value="">{tell.noThread}</option>
        {groups.map(({ title, ids }) => ids.length > 0 && (
          <optgroup key={title} label={title}>{ids.map((one) => <option key={one} value={one}>{label(one)}</option>)}</optgroup>
        ))}
      </select>
      <p class="tiny dim" id={`${id}-note`}>{refused ?? children}</p>
    </div>
  );
}

/** The persons in the web: who is touched can be cut off, or get a thread. */
function PersonAsk({ known, words, move, seat, touch }: Asked & { seat: string | null; touch: (seat: string) => void }) {
  return (
    <fieldset class="ask">
      <legend>{tell.whom}</legend>
      <OwnLoom known={known} move={move} words={words} pick={{ seat, onPick: touch }} />
      {seat === null && <p class="small dim">{tell.touchPerson}</p>}
    </fieldset>
  );
}

/** What can be done about one person of the other realm. */
function Person({ known, words, move, change, seat }: Asked & { seat: string }) {
  const id = `${known.viewer}>${seat}`;
  const [name, thread] = [seatName(words, seat), known.threads?.[id]];
  const weaves = move.create === seat;
  const needs = (ability: MoiraAbility) => (levelWith(known, move, ability) === null ? tell.needs(words.thing("ability", ability)) : weaves ? undefined : tell.choosePerson);
  return (
    <div class="person">
      <div class="ask">
        <Touch type="checkbox" name="create" on={weaves} refused={known.creatable?.includes(seat) ? undefined : tell.createFull(known.create_counts?.[seat] ?? 0)} onChange={(on) => change({ create: on ? seat : null })}>
          <bdi>{tell.weaveTo(name)}</bdi>
        </Touch>
      </div>
      <div class="ask">
        <Touch type="checkbox" name="cut" on={move.cut === seat} onChange={(on) => change({ cut: on ? seat : null })}>
          <bdi>{tell.cutOff(name)}</bdi>
          <small>{thread ? (thread.golden ? tell.cutGolden : tell.cutOwn(thread.strength)) : tell.cutNote}</small>
        </Touch>
      </div>
      {weaves && thread && move.cut !== seat && <p class="small warn-ink"><b>{tell.createExists}</b></p>}
      {weaves && move.golden && [known.viewer, seat].some((one) => known.marked?.includes(one ?? "")) && <p class="small warn-ink"><b>{tell.goldenMarked}</b></p>}
      {weaves && (
        <div class="flags">
          <Flag title={tell.golden} on={move.golden ?? false} note={words.text("field", "golden")} refused={known.gilding_used ? tell.goldenSpent : needs("gilding")} onChange={(golden) => change({ golden })} />
          <Flag title={tell.headStart(known.head_start_x ?? 0)} on={move.head_start ?? false} note={known.head_start_x ? tell.headStartNote : tell.headStartNothing} refused={needs("head_start")} onChange={(head_start) => change({ head_start })} />
        </div>
      )}
    </div>
  );
}

function Flag({ title, on, note, refused, onChange }: { title: string; on: boolean; note: string | null; refused: string | undefined; onChange: (on: boolean) => void }) {
  return (
    <div class="ask">
      <label class="switch" data-off={refused !== undefined}>
        <input type="checkbox" checked={on} disabled={refused !== undefined} onChange={(event) => onChange(event.currentTarget.checked)} />
        <span>{title}<span class="tiny dim note">{refused ?? note}</span></span>
      </label>
    </div>
  );
}

function Forecast({ known, words, move }: Asked) {
  const threads = forecast(known, move);
  if (threads.length === 0) return <p class="small dim">{tell.forecastNone}</p>;
  return (
    <p class="small">
      {tell.forecast}{" "}
      {threads.map(({ id, recipient, strength, golden }, at) => (
        <span key={id}>{at > 0 && ", "}<b class={golden ? "gold-ink" : ""}><bdi>{seatName(words, recipient)}</bdi>: {tell.strength(strength, golden)}</b></span>
      ))}.
    </p>
  );
}
