// The lesson of Hero of the Arena. The moves are those that the server's lesson expects (`engines/hero_of_the_arena/lesson.py`).

import { t } from "../../boards/hero_of_the_arena/strings.js";
import { textsOf } from "../../strings/parts.js";
import { act, read, type LessonTexts, type Said } from "../steps.js";

const tell = await textsOf("lesson_hero_of_the_arena");

const card = (phase: number, said: Said, id: string) => act(phase, said, { choice: ["card", id] });

export const lesson: LessonTexts = {
  title: tell.title,
  // The draft takes 26 phases; the opponent's turns are 29, 31 and 33.
  steps: [
    read(27, tell.opening, false),
    act(27, tell.ready, "seal"),
    read(28, tell.arenas, false),
    card(28, tell.seraph, "fallen_seraph"),
    act(28, tell.seraphTo, { lane: 1, after: 0 }),
    card(28, tell.purse, "lucky_purse"),
    act(28, tell.sealFirst, "seal"),
    read(30, tell.behind),
    card(30, tell.firePot, "fire_pot"),
    act(30, tell.firePotAt, { lane: 4, after: 0 }),
    card(30, tell.duelist, "duelist"),
    act(30, tell.duelistTo, { lane: 4, after: 1 }),
    act(30, tell.sealSecond, "seal"),
    read(32, tell.closer),
    act(32, tell.shop, { text: t.kinds["shop"]! }),
    card(32, tell.favour, "crowd_favour"),
    act(32, tell.sealThird, "seal"),
    read(34, tell.won),
    read(34, tell.others, false),
  ],
};
