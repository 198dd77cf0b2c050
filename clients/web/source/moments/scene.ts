// What a game brings to the moment in which a phase has closed: the sealed cards that turn over, and the points that roll.

import type { MatchDetails, ViewerEvent, ViewReply } from "moirai-client";
import { seatName } from "../boards/people.js";
import type { Words } from "../words.js";

export interface OpenCard {
  title: string;
  /** What stands large on the card. */
  number?: string | undefined;
  /** The path of a sign. */
  sign?: string | undefined;
  note?: string | undefined;
  /** A card that stays closed for this viewer. */
  isHidden?: boolean;
  /** A card that won, or did what it was meant to do. */
  isWinner?: boolean;
}

export interface Side {
  name: string;
  isMine: boolean;
  cards: OpenCard[];
  score?: { of: string; before: number; after: number } | undefined;
}

export interface Scene {
  sides: Side[];
  /** Of whom a move was asked that the viewer is not shown. */
  closed?: readonly string[];
}

/** What the viewer was told of a phase that has closed. */
export interface Closed {
  event: ViewerEvent;
  /** Everything that the viewer was told before it, in order. */
  before: readonly ViewerEvent[];
  view: ViewReply;
  details: MatchDetails;
  words: Words;
}

type Fact = ViewerEvent["facts"][number];

/** The first fact of a type in an event; about a seat, if one is given. */
export function factOf<T extends Fact["type"]>({ facts }: Pick<ViewerEvent, "facts">, type: T, seat?: string): Extract<Fact, { type: T }> | undefined {
  return facts.find((fact): fact is Extract<Fact, { type: T }> => fact.type === type && (seat === undefined || ("seat" in fact && fact.seat === seat)));
}

const sits = ({ view, details }: Closed): boolean => details.seats.some(({ id }) => id === view.viewer);

/** The seats that the phase had asked. */
function askedIn({ before }: Closed): string[] {
  const phase = lastOf(before, "phase_opened")?.phase;
  return phase ? [...phase.must, ...phase.may] : [];
}

/** The own cards, and the closed ones of all others who were asked. */
export function ownScene(told: Closed, own: Pick<Side, "cards" | "score">): Scene {
  const { words, view: { viewer } } = told;
  const others = askedIn(told).filter((seat) => seat !== viewer);
  return { sides: [{ name: seatName(words, viewer), isMine: true, ...own }], closed: others.map((seat) => seatName(words, seat)) };
}

/** For somebody without a seat: the cards of all who were asked stay closed, and what is told to everybody turns over. */
export function watchedScene(told: Closed, sides: Side[] = []): Scene | null {
  if (sits(told) || told.event.facts[0]?.type !== "phase_closed") return null;
  const asked = askedIn(told);
  return asked.length === 0 ? null : { sides, closed: asked.map((seat) => seatName(told.words, seat)) };
}

/** The last fact of a type before an event; about a seat, if one is given. */
export function lastOf<T extends Fact["type"]>(events: readonly ViewerEvent[], type: T, seat?: string): Extract<Fact, { type: T }> | undefined {
  for (const event of events.toReversed()) {
    const found = factOf(event, type, seat);
    if (found) return found;
  }
  return undefined;
}
