// The lesson of The Apocalypse. The moves are those that the server's lesson expects (`engines/apocalypse/lesson.py`).

import { textsOf } from "../../strings/parts.js";
import { act, read, type LessonTexts, type Said } from "../steps.js";

const tell = await textsOf("lesson_apocalypse");

const pair = (phase: number, said: Said, id: string) => act(phase, said, { choice: ["pair", id] });
const ability = (phase: number, said: Said, card: string, id: string) => act(phase, said, { choice: ["ability", id], about: ["card", card] });
/** What a card aims at: a seat, a pair or a card. */
const aim = (phase: number, said: Said, card: string, ...choice: [kind: string, id: string]) => act(phase, said, { choice, about: ["card", card] });

export const lesson: LessonTexts = {
  title: tell.title,
  steps: [
    read(1, tell.opening, false),
    pair(1, tell.deathFamine, "death_famine"),
    aim(1, tell.game, "death", "seat", "hell-1"),
    aim(1, tell.loan, "famine", "seat", "hell-2"),
    act(1, tell.sealFirst, "seal"),
    read(2, tell.robbed),
    pair(2, tell.pestilenceWar, "pestilence_war"),
    ability(2, tell.guess, "pestilence", "active"),
    ability(2, tell.larger, "war", "passive"),
    aim(2, tell.warFamine, "pestilence", "pair", "war_famine"),
    act(2, tell.betray, { choice: ["choice", "betray"], about: ["seat", "hell-1"] }),
    act(2, tell.sealSecond, "seal"),
    read(3, tell.paid),
    pair(3, tell.warDeath, "war_death"),
    ability(3, tell.steal, "war", "active"),
    ability(3, tell.twice, "death", "passive"),
    aim(3, tell.namePestilence, "war", "card", "pestilence"),
    aim(3, tell.nameFamine, "war", "card", "famine"),
    act(3, tell.sealThird, "seal"),
    read(4, tell.stolen),
  ],
};
