// The words of a game, for people: names and texts for everything that a view, a prompt or a fact contains.

import type { GameTexts, JsonValue } from "./schemas.js";

export interface WordsOptions {
  /** The option `theme` of the match, in games where it decides between names. */
  theme?: string | null;
  /** By whom a seat is taken; null for what is no seat. Without it, seats have the names that the game gives them. */
  nameOf?: (seat: string) => string | null;
}

const NUMBER = /\d+/g;

/** Names for everything of one match, by the places where ids stand. Without texts, names are made of the ids. */
export class Words {
  readonly #texts: GameTexts | null;
  readonly #theme: string | null;
  readonly #nameOf: (seat: string) => string | null;

  constructor(texts: GameTexts | null, { theme = null, nameOf = () => null }: WordsOptions = {}) {
    this.#texts = texts;
    this.#theme = theme;
    this.#nameOf = nameOf;
  }

  /** The name of a thing by its kind and id: `phase` and `cast`. */
  thing(kind: string, id: string): string {
    return this.#word(`${kind}.${id}`)?.title ?? spaced(id);
  }

  /** What a thing does, in a sentence or two; null if the game does not say so. */
  text(kind: string, id: string): string | null {
    return this.#word(`${kind}.${id}`)?.text || null;
  }

  /** The name of a field, inside the field `parent`. */
  field(name: string, parent = ""): string {
    const seat = this.#nameOf(name);
    if (seat !== null) return seat;
    const own = this.#word(`field.${parent}.${name}`) ?? this.#word(`field.${name}`);
    if (own) return own.title;
    return this.#first(this.#kinds(parent)?.keys ?? [], name) ?? this.#combined(name) ?? spaced(name);
  }

  /** By whom a seat, or each of an id made of seats, is taken; null for what is no seat, nor made of seats. */
  seat(value: JsonValue): string | null {
    return typeof value === "string" ? (this.#nameOf(value) ?? this.#combined(value)) : null;
  }

  /** Whether a name inside an object is that of a field, as against an id. */
  isField(name: string): boolean {
    if (this.#nameOf(name) !== null) return false;
    return this.#texts === null || this.#word(`field.${name}`) !== undefined || name in this.#texts.fields;
  }

  /** A value of the field `name`, inside the field `parent`; if `name` is an id, of the field `parent`. */
  value(value: JsonValue, name = "", parent = ""): string {
    const kinds = (this.isField(name) ? this.#kinds(name, parent) : this.#kinds(parent))?.values?.split("|") ?? [];
    if (Array.isArray(value)) return value.map((one) => this.value(one, name, parent)).join(", ");
    if (typeof value === "object" && value !== null) return "";
    const known = this.#first(kinds, value);
    if (known !== null) return known;
    if (typeof value === "number") return String(value);
    if (typeof value !== "string") return this.thing("value", String(value));
    const isId = kinds.length > 0 || !/\s/.test(value);
    return this.#nameOf(value) ?? this.#combined(value) ?? (isId ? spaced(value) : value);
  }

  #kinds(name: string, parent = "") {
    return this.#texts?.fields[`${parent}.${name}`] ?? this.#texts?.fields[name];
  }

  #word(key: string) {
    const words = this.#texts?.words;
    return (this.#theme === null ? undefined : words?.[`${key}@${this.#theme}`]) ?? words?.[key] ?? this.#numbered(key);
  }

  /** The words of an id with numbers, whose key has `#` for each. */
  #numbered(key: string) {
    const word = this.#texts?.words[key.replace(NUMBER, "#")];
    const numbers = key.match(NUMBER);
    if (!word || !numbers) return undefined;
    const filled = (text: string) => numbers.reduce((filled, number) => filled.replace("#", number), text);
    return { ...word, title: filled(word.title), text: filled(word.text ?? "") };
  }

  /** The title of an id of one of these kinds. A seat is called by who sits there. */
  #first(kinds: string[], value: string | number | boolean | null): string | null {
    if (kinds.includes("seat") && typeof value === "string") {
      const seat = this.#nameOf(value);
      if (seat !== null) return seat;
    }
    const titles = kinds.map((kind) => this.#word(`${kind}.${String(value)}`)?.title);
    return titles.find((title) => title !== undefined) ?? null;
  }

  /** Ids made of seats: a thread `a>b`, a talk `pair:a:b`. */
  #combined(id: string): string | null {
    if (!/[>:]/.test(id)) return null;
    const seats = id
      .replace(/^pair:/, "")
      .split(/[>:]/)
      .map((part) => this.#nameOf(part));
    if (seats.length < 2 || seats.some((seat) => seat === null)) return null;
    return seats.join(id.includes(">") ? " → " : " & ");
  }
}

/** An id as words: `mark_of_elimination` becomes "Mark of elimination". */
export function spaced(id: string): string {
  const words = id
    .replace(/[_.]+/g, " ")
    .replace(/-(?=\d)/g, " ")
    .replace(/-/g, " ")
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
