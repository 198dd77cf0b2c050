// What the pages of rules say for each of some options, as lines by section: asked and said in JSON.

import { readFileSync } from "node:fs";
import * as divine from "../../clients/web/source/rules/divine_intervention.js";
import * as hero from "../../clients/web/source/rules/hero_of_the_arena.js";
import type { Given, Told } from "../../clients/web/source/rules/told.js";
import { chooseLanguage, listed } from "../../clients/web/source/strings/index.js";
import { textsOf } from "../../clients/web/source/strings/parts.js";
import { lengthText } from "../../clients/web/source/time.js";
import { Words, type GameTexts } from "../../clients/typescript/source/words.js";

interface Asked { language: string; game: string; texts: GameTexts; options: object[] }

globalThis.document = { documentElement: {} } as never;

const { language, game, texts, options } = JSON.parse(readFileSync(0, "utf8")) as Asked;
await chooseLanguage([language]);
const told = (await textsOf(`rules_${game}` as "rules_wizards_duel")) as unknown as Told<object>;

const said = options.map((o) => {
  const words = new Words(texts, { theme: (o as { theme?: string }).theme ?? null });
  const g: Given<object> = { o, name: (kind, id) => words.thing(kind, id), text: (kind, id) => words.text(kind, id) ?? "", seat: (seat) => words.thing("seat", seat), long: lengthText, listed, isEager: false, data: { divine_intervention: divine, hero_of_the_arena: hero }[game] ?? {} };
  const groups = told.things(g);
  const { own, some, all, none } = told.secrets(g);
  return {
    aim: [told.aim(g), told.more(g), told.picture(g)],
    round: told.round(g).flat(),
    things: groups.flatMap(({ title, note = "", things }) => [title, note, ...things.flatMap((thing) => [thing.title, thing.tag ?? "", thing.does ?? "", ...(thing.rows ?? []).flat(), thing.example ?? ""])]),
    cards: groups.filter(({ isFolded }) => !isFolded).flatMap(({ things }) => things.map(({ title, does, rows, example }) => ({ title, says: Boolean(does || rows), example: example ?? "" }))),
    secrets: [own, some, all, none].flat(),
    end: told.end(g).flat(),
    asked: told.asked(g).flat(),
    match: told.match(g).flat(),
    rooms: divine.EXAMPLES,
  };
});
process.stdout.write(JSON.stringify(said));
