// A shaman's move: rooms to touch, mana for each, and a prayer.

import type { DivineInterventionView, Element, Room } from "moirai-client";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { choicesOf, read, resolve, type Definitions, type Draft, type Schema } from "../../form/schema.js";
import { Icon } from "../../parts/icons.js";
import { Thing } from "../../parts/thing.js";
import { listed } from "../../strings/index.js";
import type { Words } from "../../words.js";
import { seatName } from "../people.js";
import { Folds } from "../folds.js";
import type { MoveFormProps } from "../props.js";
import { Pools } from "./known.js";
import { MapKey, RoomMap } from "./map.js";
import { manaText, Options, Stepper } from "./parts.js";
import { circumstancesOf, manaIn, noted, plus, ritualsOf, withRituals, type Ritual } from "./plan.js";
import { Sign } from "./signs.js";
import { ELEMENTS, firstMana, NO_MANA, totalOf, verdictOn, type Circumstances } from "./rooms.js";
import { text } from "./strings.js";

/** Whether the form for rituals shows the map, so that the board needs none. */
export const hasRituals = (view: DivineInterventionView): boolean => view.round > 0 && totalOf(view.mana ?? NO_MANA) > 0;

export function DevotionForm({ view: reply, schema, definitions, draft, words, problems, onChange: set }: MoveFormProps) {
  const view = reply.view as DivineInterventionView;
  const asksPrayer = deitiesIn(schema, definitions).length > 0;
  // The prayer may be out of sight: whoever chose rooms has to answer it, too.
  const onChange = (draft: Draft) => set(noted(draft, asksPrayer && !("/pray" in draft) ? ["prayer"] : []));
  const rituals = ritualsOf(read(schema, definitions, draft).value);
  const circumstances = circumstancesOf(view);
  const held = view.mana ?? NO_MANA;
  const left = plus(held, manaIn(rituals), -1);
  const list = resolve(schema.properties?.["rituals"] ?? {}, definitions);
  const most = list.maxItems ?? 0;
  const change = (rituals: Ritual[]) => onChange(withRituals(draft, rituals));
  const pick = (room: Room, on: boolean) => {
    if (!on) return change(rituals.filter((ritual) => ritual.room !== room));
    const mana = firstMana(room, left, circumstances);
    if (mana) change([...rituals, { room, mana }]);
  };
  const shut = (room: Room) => {
    const round = view.completed?.[room];
    if (round !== undefined) return text.yours(round);
    return totalOf(left) === 0 && !rituals.some((ritual) => ritual.room === room) ? text.noManaLeft : null;
  };
  const prayer = <Prayer {...{ view, schema, definitions, draft, words, onChange }} problem={problems["/pray"]} />;
  if (!hasRituals(view)) {
    return (
      <div class="form divine">
        <p class="small dim">{view.round === 0 ? text.noRituals : text.noneHeld}</p>
        {prayer}
      </div>
    );
  }
  const title = <>{text.rituals} <span class="dim">({text.upTo(most)})</span></>;
  const map = (
    <>
      <fieldset class="ask">
        <legend>{title}</legend>
        <RoomMap view={view} circumstances={circumstances} words={words} plan={rituals} pick={{ type: "checkbox", chosen: new Set(rituals.map(({ room }) => room)), shut, onPick: pick }} />
        <MapKey view={view} plan={true} />
      </fieldset>
      <Pools held={held} planned={manaIn(rituals)} words={words} />
    </>
  );
  const row = (ritual: Ritual, at: number, isShown: boolean) => (
    <RitualRow
      key={ritual.room}
      {...{ ritual, at, isShown, view, circumstances, words, left }}
      problem={problems[`/rituals/${at}`] ?? problems[`/rituals/${at}/room`]}
      onChange={(mana) => change(rituals.map((other) => (other === ritual ? { ...other, mana } : other)))}
      onRemove={() => pick(ritual.room, false)}
    />
  );
  return (
    <div class="form divine">
      <Folds
        parts={{
          map: { title, body: map },
          rituals: rituals.length > 0 && { title: text.manaFor(rituals.length), body: <Rituals rituals={rituals} row={row} words={words} /> },
          prayer: { title: text.prayer, body: prayer },
        }}
      />
      {problems["/rituals"] && <p class="problem">{problems["/rituals"]}</p>}
      <p class="small" role="status">{totalOf(left) > 0 ? text.left(manaText(left, words)) : text.nothingLeft}</p>
    </div>
  );
}

/** The rooms that are tried, with their mana; a phone shows one, the last unless another is touched. */
function Rituals({ rituals, row, words }: { rituals: readonly Ritual[]; row: (ritual: Ritual, at: number, isShown: boolean) => ComponentChildren; words: Words }) {
  const [touched, touch] = useState<string | null>(null);
  const shown = rituals.find(({ room }) => room === touched) ?? rituals.at(-1);
  return (
    <>
      {rituals.length > 1 && (
        <div class="phone-only">
          <div class="row">
            {rituals.map((ritual) => (
              <button key={ritual.room} type="button" class="btn" aria-pressed={ritual === shown} aria-label={words.thing("room", ritual.room)} onClick={() => touch(ritual.room)}>{ritual.room}</button>
            ))}
          </div>
        </div>
      )}
      <ol class="rituals">{rituals.map((ritual, at) => row(ritual, at, ritual === shown))}</ol>
      <p class="tiny dim">{text.ritualsNote}</p>
    </>
  );
}

interface RowProps {
  ritual: Ritual;
  isShown: boolean;
  at: number;
  view: DivineInterventionView;
  circumstances: Circumstances;
  words: Words;
  left: Ritual["mana"];
  problem: string | undefined;
  onChange: (mana: Ritual["mana"]) => void;
  onRemove: () => void;
}

function RitualRow({ ritual: { room, mana }, at, isShown, view, circumstances, words, left, problem, onChange, onRemove }: RowProps) {
  const isLocked = view.room_states?.[room] === "locked";
  const verdict = verdictOn(room, mana, isLocked, circumstances);
  const name = words.thing("room", room);
  const held = view.mana ?? NO_MANA;
  const isLast = (element: Element) => totalOf(mana) === mana[element];
  return (
    <li class="ritual" data-shown={isShown}>
      <span class="order" aria-hidden="true">{at + 1}</span>
      <div class="ritual-text">
        <b><Thing words={words} kind="room" id={room} /></b> <span class={`chip verdict ${verdict}`}>{text.verdict[verdict]}</span>
        <p class="tiny dim">
          {words.text("room", room)} {isLocked && text.lockedNote} {verdict === "unknown" && room === "X" && text.unknownNote}
        </p>
        {problem && <p class="problem">{problem}</p>}
      </div>
      <button type="button" class="btn quiet out" aria-label={text.remove(name)} onClick={onRemove}><Icon name="cross" /></button>
      <div class="amounts">
        {ELEMENTS.filter((element) => held[element] > 0).map((element) => (
          <Stepper
            key={element}
            label={text.amount(words.thing("element", element), name)}
            value={mana[element]}
            least={isLast(element) ? 1 : 0}
            most={mana[element] + left[element]}
            onChange={(amount) => onChange({ ...mana, [element]: amount })}
          >
            <Sign name={element} />
          </Stepper>
        ))}
      </div>
    </li>
  );
}

interface PrayerProps extends Pick<MoveFormProps, "schema" | "definitions" | "draft" | "words"> {
  view: DivineInterventionView;
  problem: string | undefined;
  onChange: (draft: Draft) => void;
}

const NOBODY = "";

/** To whom one can pray now. */
function deitiesIn(schema: Schema, definitions: Definitions): string[] {
  return (choicesOf(schema.properties?.["pray"] ?? {}, definitions) ?? []).flatMap(({ value }) => (typeof value === "string" ? [value] : []));
}

function Prayer({ view, schema, definitions, draft, words, problem, onChange }: PrayerProps) {
  const deities = deitiesIn(schema, definitions);
  if (deities.length === 0) return <p class="small dim">{text.noPrayer}</p>;
  const note = (deity: string) => {
    const rounds = Object.entries(view.prayers ?? {}).flatMap(([round, prayed]) => (prayed === deity ? [round] : []));
    const before = rounds.length > 0 ? text.prayedIn(listed(rounds)) : text.neverYet;
    return view.prophet_of?.includes(deity) ? `${before}. ${text.yourDeity}` : before;
  };
  const options = deities.map((deity) => ({ id: deity, label: seatName(words, deity), note: note(deity) }));
  const answer = draft["/pray"];
  return (
    <Options
      title={text.prayer}
      options={hasRituals(view) ? [...options, { id: NOBODY, label: text.nobody }] : options}
      chosen={answer === undefined ? null : (answer as string | null) ?? NOBODY}
      onChoose={(id) => onChange({ ...draft, "/pray": id === NOBODY ? null : id })}
      problem={problem}
    />
  );
}
