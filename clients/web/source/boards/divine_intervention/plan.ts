// What a view, the events and a draft amount to: the plan of rituals, and what each round brought. No element of the
// page is known here.

import type {
  BoonCard,
  BoonId,
  DivineInterventionView,
  Element,
  Fact,
  JsonValue,
  Mana,
  Room,
  ShamanReport,
  ViewerEvent,
} from "moirai-client";
import { HALF, step, without, type Draft } from "../../form/schema.js";
import { ELEMENTS, NO_MANA, type Circumstances } from "./rooms.js";

export interface Ritual {
  room: Room;
  mana: Mana;
}

/** The rituals of a move, as far as it is made. */
export function ritualsOf(move: JsonValue | undefined): Ritual[] {
  const rituals = (move as { rituals?: unknown } | null | undefined)?.rituals;
  if (!Array.isArray(rituals)) return [];
  return rituals.flatMap((one: { room?: Room } & Partial<Mana>) => {
    if (typeof one?.room !== "string") return [];
    const mana = Object.fromEntries(ELEMENTS.map((element) => [element, Number(one[element] ?? 0)]));
    return [{ room: one.room, mana: mana as unknown as Mana }];
  });
}

/** The draft with these rituals in place of its own. */
export function withRituals(draft: Draft, rituals: readonly Ritual[]): Draft {
  const place = step("rituals");
  const written: Draft = { ...without(draft, place) };
  if (rituals.length > 0) written[`${place}#`] = rituals.length;
  rituals.forEach(({ room, mana }, at) => {
    written[place + step(at) + step("room")] = room;
    for (const element of ELEMENTS) {
      if (mana[element] > 0) written[place + step(at) + step(element)] = mana[element];
    }
  });
  return written;
}

/** What a deity or shaman was asked beside the rest, and has not answered; a draft with it is half made. */
export type Open = "prayer" | "prophet" | "bids";

/** The draft with a note of what is open in it. */
export function noted(draft: Draft, open: readonly Open[]): Draft {
  const { [HALF]: _, ...answers } = draft;
  return open.length > 0 && Object.keys(answers).length > 0 ? { ...answers, [HALF]: [...open] } : answers;
}

export const openOf = (draft: Draft): Open[] => (draft[HALF] as Open[] | undefined) ?? [];

export function manaIn(rituals: readonly Ritual[]): Mana {
  return rituals.reduce((sum, { mana }) => plus(sum, mana, 1), NO_MANA);
}

export function plus(one: Mana, other: Mana, times: number): Mana {
  return Object.fromEntries(ELEMENTS.map((element) => [element, one[element] + times * other[element]])) as unknown as Mana;
}

/** What rooms need of this viewer now; the host is told the secret element by a fact. */
export function circumstancesOf(view: DivineInterventionView, events: readonly ViewerEvent[] = []): Circumstances {
  const notices = view.notices ?? [];
  const revealed = notices.find(({ boon, element }) => boon === "revelation" && element);
  const set = factsOf(events).find((fact) => fact.type === "divine_intervention.secret_element_set");
  const isBundled = !view.options?.pack;
  const isTamed = notices.some(({ boon }) => boon === "tamed_inferno");
  const altars = notices.filter((notice) => notice.boon === "plain_altar" && notice.room && !notice.own);
  return {
    round: view.round,
    held: view.mana ?? NO_MANA,
    secret: revealed?.element ?? set?.element ?? null,
    infernoFire: !isTamed ? 500 : isBundled ? 10 : null,
    altars: new Map(altars.map(({ room }) => [room!, isBundled ? 4 : null])),
  };
}

export interface ShamanRound {
  round: number;
  /** Undefined where the round has no prayer: the last one. */
  prayer: string | null | undefined;
  rituals: [Room, boolean][];
  /** What worship and boons brought, by element; null if it cannot be told. */
  gain: Mana | null;
  held: Mana;
}

/** The finished rounds of a shaman, with what each brought: what is held after it, less what was kept. */
export function shamanRounds(view: DivineInterventionView, events: readonly ViewerEvent[]): ShamanRound[] {
  const own = factsOf(events).filter((fact) => fact.type === "divine_intervention.devotion_counted");
  const moves = new Map(own.filter(({ seat }) => seat === view.viewer).map(({ round, devotion }) => [round, devotion]));
  let before = NO_MANA;
  return ((view.reports ?? []) as ShamanReport[]).map((report) => {
    const move = moves.get(report.round);
    const done = ritualsOf(move as unknown as JsonValue).filter(({ room }) => report.rituals[room]);
    const gain = move ? plus(plus(report.mana, before, -1), manaIn(done), 1) : null;
    before = report.mana;
    const rituals = Object.entries(report.rituals) as [Room, boolean][];
    return { round: report.round, prayer: view.prayers?.[report.round], rituals, gain, held: report.mana };
  });
}

/** In which rounds a room was tried in vain. */
export function failuresOf(view: DivineInterventionView): ReadonlyMap<string, number[]> {
  const failures = new Map<string, number[]>();
  for (const report of (view.completed ? (view.reports ?? []) : []) as ShamanReport[]) {
    for (const [room, succeeded] of Object.entries(report.rituals)) {
      if (!succeeded) failures.set(room, [...(failures.get(room) ?? []), report.round]);
    }
  }
  return failures;
}

export interface Offers {
  rounds: [number, BoonId[]][];
  cards: { [name in BoonId]?: BoonCard };
}

/** The boons offered, by round, as far as the viewer sees them; the host is told them by facts alone. */
export function offersOf(view: DivineInterventionView, events: readonly ViewerEvent[]): Offers | null {
  if (view.offers) {
    const rounds = Object.entries(view.offers).map(([round, ids]): [number, BoonId[]] => [Number(round), ids]);
    return { rounds, cards: view.boons ?? {} };
  }
  const offered = factsOf(events).filter((fact) => fact.type === "divine_intervention.boons_offered");
  if (offered.length === 0) return null;
  return {
    rounds: offered.map(({ round, boons }) => [round, boons.map(({ id }) => id)]),
    cards: Object.fromEntries(offered.flatMap(({ boons }) => boons.map((card) => [card.id, card]))),
  };
}

/** The auction rounds of a match: the even ones before the last. */
export function auctionRounds(last: number): number[] {
  return Array.from({ length: Math.ceil(last / 2) }, (_, at) => 2 * at);
}

export interface Standing {
  /** By deity: piety, who worshipped it last, the element it gave last. */
  deities: Map<string, { piety: number; worshipers: number | null; element: Element | null; prophet: string | null }>;
  /** By shaman: how many rooms, the mana, to whom it prayed last. */
  shamans: Map<string, { rooms: number; mana: Mana; prayer: string | null }>;
  /** By room: how many shamans have completed it. */
  rooms: Map<string, number>;
}

/** Where everybody stands, for the host, who is told all reports; null for others. */
export function standingOf(events: readonly ViewerEvent[]): Standing | null {
  const deities: Standing["deities"] = new Map();
  const shamans: Standing["shamans"] = new Map();
  const rooms: Standing["rooms"] = new Map();
  const decrees = new Map<string, { element?: Element | null; prophet?: string | null }>();
  const prayers = new Map<string, string | null>();
  for (const fact of factsOf(events)) {
    if (fact.type === "divine_intervention.decree_counted") decrees.set(fact.seat, fact.decree);
    if (fact.type === "divine_intervention.devotion_counted") prayers.set(fact.seat, fact.devotion.pray ?? null);
    if (fact.type === "divine_intervention.deity_reported") {
      const decree = decrees.get(fact.seat);
      const { piety, worshipers } = fact;
      deities.set(fact.seat, { piety, worshipers, element: decree?.element ?? null, prophet: decree?.prophet ?? null });
    }
    if (fact.type === "divine_intervention.shaman_reported") {
      const done = Object.entries(fact.rituals).flatMap(([room, succeeded]) => (succeeded ? [room] : []));
      for (const room of done) rooms.set(room, (rooms.get(room) ?? 0) + 1);
      const before = shamans.get(fact.seat)?.rooms ?? 0;
      shamans.set(fact.seat, { rooms: before + done.length, mana: fact.mana, prayer: prayers.get(fact.seat) ?? null });
    }
  }
  return deities.size + shamans.size > 1 ? { deities, shamans, rooms } : null;
}

const factsOf = (events: readonly ViewerEvent[]): Fact[] => events.flatMap(({ facts }) => facts as Fact[]);
