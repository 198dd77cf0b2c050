// The 25 rooms as far as a page can tell: signs for what each needs, whether mana fits, and how little would do.
// A pack can change the map and the boons, but never what a room needs.

import type { Element, Mana, Room } from "moirai-client";

export const ELEMENTS: readonly Element[] = ["fire", "air", "earth", "water"];

export const NO_MANA: Mana = { fire: 0, air: 0, earth: 0, water: 0 };

export const PINK: ReadonlySet<string> = new Set(["A", "E", "I", "O", "U"]);

/** What the needs of some rooms hang on. */
export interface Circumstances {
  round: number;
  /** The mana held when the round opened. */
  held: Mana;
  /** The element of room X, if it is known. */
  secret: Element | null;
  /** The fire that room H needs; null where a pack may have changed it. */
  infernoFire: number | null;
  /** Rooms with a plain altar, and the mana that it needs; null where a pack may have changed it. */
  altars: ReadonlyMap<string, number | null>;
}

/** A sign of an element, of any one element (`any`), of a hidden one (`secret`), or a short text. */
export type Need = Element | "any" | "secret" | "all" | number | `${number}+` | "=" | "/" | "+" | `+${number}`;

const FOUR: readonly Need[] = ELEMENTS;

/** What a room needs, as signs for a narrow place. */
export function needOf(room: Room, { round, secret, infernoFire }: Circumstances): readonly Need[] {
  switch (room) {
    case "A":
    case "U":
      return ["1+", "any"];
    case "B":
    case "O":
      return FOUR;
    case "C":
      return [`${total13(round)}+`, ...FOUR];
    case "D":
      return [round < 6 ? 3 : 7, "air"];
    case "E":
      return ["=", 5, "any"];
    case "F":
      return [3, "any", 2, "any", 1, "any"];
    case "G":
      return ["3+", "fire", "water", "3+", "air", "earth"];
    case "H":
      return [...(infernoFire === null ? [] : [infernoFire]), "fire"];
    case "I":
      return ["=", "any", "any", "any"];
    case "J":
      return ["all", "earth", "3+"];
    case "K":
      return ["8+", "any", "any"];
    case "L":
      return [2, "water", 2, "air", 1, "fire", "/", "earth"];
    case "M":
      return [6, "fire", "/", "earth"];
    case "N":
      return [round < 3 ? 2 : round < 6 ? 4 : 8, "water"];
    case "P":
      return [3, "earth", 3, "any"];
    case "Q":
      return [6, "air", "/", "fire", "earth", "water"];
    case "R":
      return [2, "fire", 2, "air", "+1"];
    case "S":
      return ["9+", ...FOUR];
    case "T":
      return [5, round % 2 ? "earth" : "water"];
    case "V":
      return [3, "fire", "+", "any", "any"];
    case "W":
      return [7, "any"];
    case "X":
      return ["=", 1, secret ?? "secret"];
    case "Y":
      return [5, "water"];
  }
}

export const totalOf = (mana: Mana): number => ELEMENTS.reduce((sum, element) => sum + mana[element], 0);

const total13 = (round: number): number => Math.max(4, 13 - round);

/** Whether mana is of the form that the room needs, rivals aside; null where that cannot be known here. */
export function hasForm(room: Room, mana: Mana, circumstances: Circumstances): boolean | null {
  const own = ownForm(room, mana, circumstances);
  if (own === true || !circumstances.altars.has(room)) return own;
  const least = circumstances.altars.get(room) ?? null;
  return least === null ? null : totalOf(mana) >= least;
}

function ownForm(room: Room, mana: Mana, { round, held, secret, infernoFire }: Circumstances): boolean | null {
  const { fire, air, earth, water } = mana;
  const total = totalOf(mana);
  const sizes = ELEMENTS.map((element) => mana[element]).sort((one, other) => other - one);
  const [largest = 0, second = 0, third = 0, least = 0] = sizes;
  const kinds = sizes.filter((amount) => amount > 0).length;
  switch (room) {
    case "A":
    case "U":
      return total >= 1;
    case "B":
    case "O":
      return least >= 1;
    case "C":
      return least >= 1 && total >= total13(round);
    case "D":
      return air >= (round < 6 ? 3 : 7);
    case "E":
      return largest === 5 && total === 5;
    case "F":
      return largest >= 3 && second >= 2 && third >= 1;
    case "G":
      return least >= 1 && fire + water >= 3 && air + earth >= 3;
    case "H":
      return infernoFire === null ? (fire > 0 ? null : false) : fire >= infernoFire;
    case "I":
      return total === 3 && third === 1;
    case "J":
      return earth >= 3 && earth === held.earth;
    case "K":
      return kinds === 2 && total >= 8;
    case "L":
      return water >= 2 && air >= 2 && (fire >= 1 || earth >= 1);
    case "M":
      return fire >= 6 || earth >= 6;
    case "N":
      return water >= (round < 3 ? 2 : round < 6 ? 4 : 8);
    case "P":
      return earth >= 3 && (fire >= 3 || air >= 3 || water >= 3);
    case "Q":
      return air >= 6 || (fire >= 1 && earth >= 1 && water >= 1);
    case "R":
      return fire >= 2 && air >= 2 && fire + air >= 5;
    case "S":
      return least >= 1 && total >= 9;
    case "T":
      return (round % 2 ? earth : water) >= 5;
    case "V":
      return fire >= 3 && [air, earth, water].filter((amount) => amount > 0).length >= 2;
    case "W":
      return largest >= 7;
    case "X":
      return total === 1 && (secret === null ? null : mana[secret] === 1);
    case "Y":
      return water >= 5;
  }
}

/** What can be said of a ritual before the round closes; that it will succeed never can. */
export type Verdict = "misfit" | "locked" | "rivals" | "unknown" | "fits";

export function verdictOn(room: Room, mana: Mana, isLocked: boolean, circumstances: Circumstances): Verdict {
  const fits = hasForm(room, mana, circumstances);
  if (fits === false) return "misfit";
  if (isLocked) return "locked";
  if (PINK.has(room)) return "rivals";
  return fits === null ? "unknown" : "fits";
}

/** The largest amount that is looked for: more than any room needs but H, and J where much earth is held. */
const MOST = 14;

/** The least mana that would do, as evenly as possible from what is left; null if what is left would not do. */
export function leastFor(room: Room, left: Mana, circumstances: Circumstances): Mana | null {
  const whole = { ...NO_MANA, earth: left.earth };
  if (room === "J" && hasForm("J", whole, circumstances)) return whole;
  for (let total = 1; total <= Math.min(MOST, totalOf(left)); total++) {
    let best: Mana | null = null;
    for (const mana of splits(total, left)) {
      if (hasForm(room, mana, circumstances) !== false && (!best || share(mana, left) < share(best, left))) best = mana;
    }
    if (best) return best;
  }
  return null;
}

/** What a touch of the room puts in: the least that would do, else 1 of what there is most of; null if nothing is left. */
export function firstMana(room: Room, left: Mana, circumstances: Circumstances): Mana | null {
  const least = leastFor(room, left, circumstances);
  if (least || totalOf(left) === 0) return least;
  const most = ELEMENTS.reduce((one, other) => (left[other] > left[one] ? other : one));
  return { ...NO_MANA, [most]: 1 };
}

function* splits(total: number, left: Mana): Generator<Mana> {
  for (let fire = 0; fire <= Math.min(total, left.fire); fire++) {
    for (let air = 0; air <= Math.min(total - fire, left.air); air++) {
      for (let earth = 0; earth <= Math.min(total - fire - air, left.earth); earth++) {
        const water = total - fire - air - earth;
        if (water <= left.water) yield { fire, air, earth, water };
      }
    }
  }
}

/** The largest part of an element that would be gone. */
const share = (mana: Mana, left: Mana): number =>
  Math.max(...ELEMENTS.map((element) => (mana[element] === 0 ? 0 : mana[element] / left[element])));

export interface Place {
  room: Room;
  /** From 1. */
  row: number;
  column: number;
}

/** The rooms of a map and where they are; `.` is no room. */
export function placesOf(layout: readonly string[]): Place[] {
  return layout.flatMap((cells, row) =>
    [...cells].flatMap((cell, column) => (cell === "." ? [] : [{ room: cell as Room, row: row + 1, column: column + 1 }])),
  );
}

/** The rooms that touch a room along a side. */
export function neighboursOf(room: string, places: readonly Place[]): Room[] {
  const own = places.find((place) => place.room === room);
  if (!own) return [];
  const near = ({ row, column }: Place) => Math.abs(row - own.row) + Math.abs(column - own.column) === 1;
  return places.filter(near).map((place) => place.room);
}
