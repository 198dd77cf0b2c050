// What the board of a game is given, and what it can bring besides the drawing.

import type { JsonValue, MatchDetails, ViewerEvent, ViewReply } from "moirai-client";
import type { ComponentType } from "preact";
import type { FormProps } from "../form/form.js";
import type { Definitions, Draft, Schema } from "../form/schema.js";
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

/** What a module in this folder exports. */
export interface GameModule {
  default: ComponentType<BoardProps>;
  /** The widgets of a move, in place of the form made from the prompt. Every control is an input, as in that form. */
  MoveForm?: ComponentType<MoveFormProps>;
  /** A move as a sentence: "You cast Ray of Frost."; null for moves that the form's words say well enough. */
  readMove?: (move: JsonValue, words: Words, view: ViewReply) => string | null;
}
