// The rules of a game, for people: what they call by an id, as programs do, has its name here. Loaded when it is opened.

import { Words, type GameReply, type GameTexts } from "moirai-client";
import { Markdown } from "../parts/markdown.js";

/** Of what a text speaks first, where several things have the same id. */
const KINDS = ["seat", "field", "phase"];

export default function RulesText({ game, texts }: { game: GameReply; texts: GameTexts | null }) {
  return <Markdown text={game.rules} language={game.rules_language} titleOf={(id) => titleOf(texts, id)} />;
}

/** The name of whatever has this id; null if nothing has a name of its own. */
function titleOf(texts: GameTexts | null, id: string): string | null {
  const keys = Object.keys(texts?.words ?? {});
  const ends = [`.${id}`, `.${id.replace(/\d+/g, "#")}`];
  const known = keys.filter((key) => ends.some((end) => key.endsWith(end)));
  const kindOf = (key: string) => key.slice(0, -id.replace(/\d+/g, "#").length - 1);
  const kinds = known.map(kindOf);
  const kind = KINDS.find((kind) => kinds.includes(kind)) ?? kinds[0];
  // Boards show signs of one letter or digit, too.
  if (kind === undefined || (id.length === 1 && kind !== "seat")) return null;
  return new Words(texts).thing(kind, id);
}
