// The map of the rooms: what each needs, in which state it is for the viewer, and what is planned for it.

import type { DivineInterventionView, Room } from "moirai-client";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Icon } from "../../parts/icons.js";
import { Thing } from "../../parts/thing.js";
import { listed } from "../../strings/index.js";
import type { Words } from "../../words.js";
import { Legend } from "../legend.js";
import { Needs } from "./parts.js";
import { Sign } from "./signs.js";
import { failuresOf, manaIn, plus, type Ritual } from "./plan.js";
import { leastFor, needOf, neighboursOf, NO_MANA, PINK, placesOf, type Circumstances, type Place } from "./rooms.js";
import { text } from "./strings.js";

/** More columns than these are scrolled. */
const FITTING = 7;

export interface Pick {
  type: "checkbox" | "radio";
  chosen: ReadonlySet<string>;
  /** Why a room cannot be chosen; null if it can. */
  shut: (room: Room) => string | null;
  onPick: (room: Room, on: boolean) => void;
}

interface MapProps {
  view: DivineInterventionView;
  circumstances: Circumstances;
  words: Words;
  plan: readonly Ritual[];
  /** By room, how many have completed it: for the host. */
  counts?: ReadonlyMap<string, number> | undefined;
  /** Without it, touching a room shows its card. */
  pick?: Pick;
}

export function RoomMap({ view, circumstances, words, plan, counts, pick }: MapProps) {
  const name = useId();
  const layout = view.layout;
  if (!layout) return <p class="dim">{text.noMap}</p>;
  const places = placesOf(layout);
  const columns = Math.max(...places.map(({ column }) => column));
  const failures = failuresOf(view);
  const left = plus(view.mana ?? NO_MANA, manaIn(plan), -1);
  const isWide = columns > FITTING;
  return (
    <>
      {isWide && <p class="tiny dim">{text.wideMap}</p>}
      <div class={isWide ? "map-scroll" : ""} {...(isWide ? { tabIndex: 0, role: "group", "aria-label": text.rooms } : {})}>
        <ul class="map" style={{ "--columns": columns }}>
          {places.map((place) => {
            const { room } = place;
            const shown = <Cell {...{ view, circumstances, words, plan, place, places, left }} failures={failures.get(room) ?? []} count={counts?.get(room)} shut={pick?.shut(room) ?? null} />;
            const look = { "data-state": view.room_states?.[room] ?? "plain", "data-pink": PINK.has(room), "data-planned": plan.some((ritual) => ritual.room === room) };
            return (
              <li key={room} style={{ gridRow: place.row, gridColumn: place.column }}>
                {pick ? (
                  <label class="room" {...look} data-on={pick.chosen.has(room)} data-off={pick.shut(room) !== null}>
                    <input class="vh" type={pick.type} name={name} checked={pick.chosen.has(room)} disabled={pick.shut(room) !== null} onChange={(event) => pick.onPick(room, event.currentTarget.checked)} />
                    {shown}
                  </label>
                ) : (
                  <div class="room" {...look}>
                    <Thing words={words} kind="room" id={room} note={noteOf(view, room, places)}>{shown}</Thing>
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </>
  );
}

interface CellProps {
  view: DivineInterventionView;
  circumstances: Circumstances;
  words: Words;
  plan: readonly Ritual[];
  place: Place;
  places: readonly Place[];
  left: Ritual["mana"];
  failures: readonly number[];
  count: number | undefined;
  shut: string | null;
}

function Cell({ view, circumstances, words, plan, place: { room }, left, failures, count, shut }: CellProps) {
  const state = view.room_states?.[room];
  const at = plan.findIndex((ritual) => ritual.room === room);
  const round = view.completed?.[room];
  const isReach = at < 0 && state === "unlocked" && view.round > 0 && !view.over && leastFor(room, left, circumstances) !== null;
  return (
    <>
      <span class="room-head">
        <b aria-hidden="true">{room}</b>
        {at >= 0 ? <i class="order" aria-hidden="true">{at + 1}</i> : state === "completed" ? <Icon name="check" /> : state === "locked" ? <Sign name="lock" /> : isReach ? <i class="reach" aria-hidden="true" /> : null}
      </span>
      <span class="room-foot">
        {at >= 0 ? <Planned ritual={plan[at]!} /> : round !== undefined ? <span aria-hidden="true">{text.yoursShort(round)}</span> : <Needs needs={needOf(room, circumstances)} />}
        {failures.length > 0 && round === undefined && <span class="tried" aria-hidden="true"><Icon name="cross" />{failures.join(", ")}</span>}
        {count !== undefined && <span class="tried" aria-hidden="true"><Icon name="check" />{count}</span>}
      </span>
      <span class="vh">{spoken()}</span>
    </>
  );

  function spoken(): string {
    const parts = [
      words.thing("room", room),
      at >= 0 ? text.step(at + 1) : "",
      round !== undefined ? text.yours(round) : state ? text.state[state] : "",
      isReach ? text.keyReach : "",
      failures.length > 0 ? text.triedIn(listed(failures.map(String))) : "",
      count !== undefined ? text.doneBy(count) : "",
      shut && round === undefined ? shut : "",
    ];
    return `${parts.filter(Boolean).join(", ")}. ${words.text("room", room) ?? ""}`;
  }
}

function Planned({ ritual: { mana } }: { ritual: Ritual }) {
  const parts = (["fire", "air", "earth", "water"] as const).filter((element) => mana[element] > 0);
  return (
    <span class="needs" aria-hidden="true">
      {parts.map((element) => [<span key={element}>{mana[element]}</span>, <Sign key={`${element} sign`} name={element} />])}
    </span>
  );
}

/** What a room's card says of its state. */
function noteOf(view: DivineInterventionView, room: Room, places: readonly Place[]): ComponentChildren {
  const round = view.completed?.[room];
  if (round !== undefined) return text.yours(round);
  if (view.room_states?.[room] === "locked") {
    const missing = neighboursOf(room, places).filter((near) => view.completed?.[near] === undefined);
    return text.lockedBy(listed(missing));
  }
  return view.room_states?.[room] === "unlocked" ? text.keyOpen : null;
}

/** What the looks of the map mean. */
export function MapKey({ view, plan }: { view: DivineInterventionView; plan: boolean }) {
  const isShaman = Boolean(view.room_states);
  return (
    <Legend title={text.key} class="map-key">
      {isShaman && (
        <>
          <span><i class="swatch done" /> {text.keyYours}</span>
          {plan && <span><i class="swatch plan" /> {text.keyPlan}</span>}
          <span><i class="swatch open" /> {text.keyOpen}</span>
          {view.round > 0 && !view.over && <span><i class="reach" /> {text.keyReach}</span>}
          <span><Sign name="lock" /> {text.keyLocked}</span>
        </>
      )}
      <span><i class="swatch pink" /> {text.keyPink}</span>
      <span><Sign name="any" /> {text.keyAny}</span>
      <span>{text.keyExact}</span>
    </Legend>
  );
}

/** All rooms with their full texts. */
export function RoomList({ view, words }: { view: DivineInterventionView; words: Words }) {
  if (!view.layout) return null;
  return (
    <details class="room-list">
      <summary>{text.roomsInWords}</summary>
      <dl class="fields">
        {placesOf(view.layout)
          .map(({ room }) => room)
          .sort()
          .map((room) => (
            <div key={room}>
              <dt>{words.thing("room", room)}</dt>
              <dd>{words.text("room", room) ?? [view.rooms?.[room]?.needs, view.rooms?.[room]?.against].filter(Boolean).join(" ")}</dd>
            </div>
          ))}
      </dl>
    </details>
  );
}
