// What a game's page of rules says: made by the texts of a language from the options of a match.

import type { JsonValue } from "moirai-client";

/** What the texts are made from. */
export interface Given<Options, Data = object> {
  o: Options;
  /** The name of a thing, and what it does, in the words of the game. */
  name: (kind: string, id: string) => string;
  text: (kind: string, id: string) => string;
  /** A seat by who sits there, or by its title where nobody is known to. */
  seat: (seat: string) => string;
  /** A length of time, of seconds. */
  long: (seconds: number) => string;
  listed: (names: readonly string[]) => string;
  /** Whether a phase opens as soon as everybody has sealed, not at its deadline alone. */
  isEager: boolean;
  /** Lists of the game that are the same in every language. */
  data: Data;
}

/** A heading or a name, and what is said of it. */
export type Line = readonly [string, string];

export interface Thing {
  title: string;
  /** A word or a number beside the title. */
  tag?: string | undefined;
  does?: string | undefined;
  /** What it does, part by part. */
  rows?: readonly Line[];
  example?: string | undefined;
  /** The key of its sign. */
  sign?: string;
}

export interface Group {
  title: string;
  note?: string | undefined;
  things: readonly Thing[];
  /** Many small things: in one list that is opened. */
  isFolded?: boolean;
}

export type FiveSteps = readonly [Line, Line, Line, Line, Line];

export interface Secrets {
  own: readonly string[];
  some: readonly string[];
  all: readonly string[];
  none: readonly string[];
}

/** The texts of one game, in one language. */
export interface Told<Options, Data = object> {
  aim: (g: Given<Options, Data>) => string;
  more: (g: Given<Options, Data>) => string;
  picture: (g: Given<Options, Data>) => string;
  round: (g: Given<Options, Data>) => FiveSteps;
  things: (g: Given<Options, Data>) => readonly Group[];
  secrets: (g: Given<Options, Data>) => Secrets;
  end: (g: Given<Options, Data>) => readonly Line[];
  asked: (g: Given<Options, Data>) => readonly Line[];
  /** What the organiser of a match decides, all of it. */
  match: (g: Given<Options, Data>) => readonly Line[];
}

export type AnyOptions = { [option: string]: JsonValue };
