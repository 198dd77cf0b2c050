// What the board of a game is given, and what it can bring besides the drawing.

import type { Fact, JsonValue, MatchDetails, ViewerEvent, ViewReply } from "moirai-client";
import type { ComponentType } from "preact";
import type { FormProps } from "../form/form.js";
import type { Definitions, Draft, Schema } from "../form/schema.js";
import type { Closed, Scene } from "../moments/scene.js";
import type { Words } from "../words.js";

export interface BoardProps {
  details: MatchDetails;
  /** What the viewer knows, now or at the moment that is looked at. */
  view: ViewReply;
  /** What the viewer was told up to that moment, in order. */
  events: readonly ViewerEvent[];
  words: Words;
  /** The viewer's move; null while there is nothing to decide, and in the past. */
  move: BoardMove | null;
}

/** The move as the board shows and changes it. It is sealed beside the board, for every game alike. */
export interface BoardMove {
  schema: Schema;
  definitions: Definitions;
  draft: Draft;
  /** What the draft amounts to while it is open, else what is sealed; undefined as long as something is missing. */
  shown: JsonValue | undefined;
  /** Whether the draft can be changed now; what is sealed has to be opened first, beside the board. */
  isOpen: boolean;
  setDraft: (draft: Draft) => void;
}

export interface MoveFormProps extends FormProps {
  details: MatchDetails;
  view: ViewReply;
}

/** What an event has brought, and what was told before it. */
export interface Told {
  details: MatchDetails;
  event: Pick<ViewerEvent, "facts">;
  before: readonly Pick<ViewerEvent, "facts">[];
  viewer: string;
  words: Words;
}

/** The last fact of a type that was told in these events. */
export function lastFact<T extends Fact["type"]>(events: readonly Pick<ViewerEvent, "facts">[], type: T): Extract<Fact, { type: T }> | undefined {
  for (const { facts } of events.toReversed()) {
    const found = facts.findLast((fact) => fact.type === type);
    if (found) return found as Extract<Fact, { type: T }>;
  }
  return undefined;
}

export interface SealName {
  label: string;
  /** Whether the move does nothing. */
  isNothing: boolean;
}

/** What a module in this folder exports. */
export interface GameModule {
  default: ComponentType<BoardProps>;
  /** The widgets of a move, in place of the form made from the prompt. Every control is an input, as in that form. */
  MoveForm?: ComponentType<MoveFormProps>;
  /** What is still to be chosen, as a sentence: "No spell chosen yet."; null where the names of the fields say it. */
  readOpen?: (draft: Draft, words: Words, view: ViewReply) => string | null;
  /** The move that does nothing, where the prompt asks something first; null where there is none. */
  emptyMove?: (view: ViewReply) => JsonValue | null;
  /** How the button is named that seals a move; null where "Seal it" is enough, which is never so for doing nothing. */
  sealName?: (move: JsonValue, words: Words, view: ViewReply) => SealName | null;
  /** What the moment of opening shows of a phase that has closed; null for phases with nothing to show. */
  opening?: (closed: Closed) => Scene | null;
  /** A move as a sentence: "You cast Ray of Frost."; null for moves that the form's words say well enough. */
  readMove?: (move: JsonValue, words: Words, view: ViewReply) => string | null;
  /** The result of a phase for its reader, with what it changed: "You take round 3: +1, now 2 : 1."; null where it has none. */
  readResult?: (told: Told) => string | null;
}
