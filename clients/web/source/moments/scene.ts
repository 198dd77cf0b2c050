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
  /** Who has sealed something that the viewer is not shown. */
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

/** The own cards, and the closed ones of all others. */
export function ownScene({ view, details, words }: Closed, own: Pick<Side, "cards" | "score">): Scene {
  const others = details.seats.filter(({ id }) => id !== view.viewer);
  return { sides: [{ name: seatName(words, view.viewer), isMine: true, ...own }], closed: others.map(({ id }) => seatName(words, id)) };
}

/** For somebody without a seat: the cards of all who were asked stay closed, and what is told to everybody turns over. */
export function watchedScene(told: Closed, sides: Side[] = []): Scene | null {
  const phase = lastOf(told.before, "phase_opened")?.phase;
  if (sits(told) || !phase || told.event.facts[0]?.type !== "phase_closed") return null;
  const asked = [...phase.must, ...phase.may];
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
