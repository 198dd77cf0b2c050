// The options of a game, as making a match or a tournament asks for them; variants and packs are chosen elsewhere.

import type { GameReply, Options, Words } from "moirai-client";
import { useMemo } from "preact/hooks";
import { Form } from "./form.js";
import { definitionsOf, read, type Draft, type Schema } from "./schema.js";

interface OptionsAskProps {
  game: GameReply;
  /** What the options are where nothing is chosen. */
  defaults: Options;
  words: Words;
  /** Options that something else decides. */
  decided?: readonly string[];
  draft: Draft;
  onChange: (draft: Draft) => void;
}

export function OptionsAsk({ game, defaults, words, decided = [], draft, onChange }: OptionsAskProps) {
  const schema = useMemo(() => schemaOf(game, defaults, decided), [game, JSON.stringify([defaults, decided])]);
  const definitions = useMemo(() => definitionsOf(game.options_schema), [game]);
  return <Form schema={schema} definitions={definitions} words={words} draft={draft} problems={{}} onChange={onChange} described />;
}

/** The options that were chosen. */
export function chosenOptions(game: GameReply, defaults: Options, draft: Draft, decided: readonly string[] = []): Options {
  return (read(schemaOf(game, defaults, decided), definitionsOf(game.options_schema), draft).value ?? {}) as Options;
}

function schemaOf(game: GameReply, defaults: Options, decided: readonly string[]): Schema {
  const schema = game.options_schema as unknown as Schema;
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => name !== "variant" && name !== "pack" && !decided.includes(name));
  const named = fields.map(([name, field]) => [name, name in defaults ? { ...field, default: defaults[name]! } : field]);
  return { ...schema, properties: Object.fromEntries(named), required: [] };
}
