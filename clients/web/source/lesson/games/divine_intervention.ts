// The lesson of Divine Intervention. The moves are those that the server's lesson expects
// (`engines/divine_intervention/lesson.py`); the rounds 0, 1 and 2 are the phases 2, 3 and 4.

import { textsOf } from "../../strings/parts.js";
import { act, read, type LessonTexts, type Said } from "../steps.js";

const tell = await textsOf("lesson_divine_intervention");

const pray = (phase: number, said: Said, deity: string) => act(phase, said, { choice: ["seat", deity] });
const room = (phase: number, said: Said, id: string) => act(phase, said, { choice: ["room", id] });

export const lesson: LessonTexts = {
  title: tell.title,
  steps: [
    read(2, tell.opening, false),
    pray(2, tell.first, "heaven-1"),
    act(2, tell.sealFirst, "seal"),
    read(3, tell.shared),
    room(3, tell.pink, "A"),
    room(3, tell.corner, "Y"),
    pray(3, tell.prophet, "heaven-1"),
    act(3, tell.sealProphet, "seal"),
    read(4, tell.opened),
    read(4, tell.doubled),
    read(4, tell.revealed),
    room(4, tell.again, "A"),
    room(4, tell.beside, "T"),
    room(4, tell.secret, "X"),
    pray(4, tell.other, "heaven-2"),
    act(4, tell.sealOther, "seal"),
    read(5, tell.three),
    read(5, tell.alone),
    read(5, tell.end, false),
  ],
};
