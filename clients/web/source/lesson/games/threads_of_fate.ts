// The lesson of Threads of Fate. The moves are those that the server's lesson expects (`engines/threads_of_fate/lesson.py`).

import { textsOf } from "../../strings/parts.js";
import { act, read, type LessonTexts } from "../steps.js";

const [tell, board] = await Promise.all([textsOf("lesson_threads_of_fate"), textsOf("threads_of_fate")]);

const { one, two, golden, rival } = tell.names;

export const lesson: LessonTexts = {
  title: tell.title,
  steps: [
    read(1, tell.opening, false),
    act(1, tell.touchOne, { choice: ["seat", "hell-1"] }),
    act(1, tell.weaveOne, { text: board.weaveTo(one) }),
    act(1, tell.sealOne, "seal"),
    read(2, tell.grown),
    act(2, tell.clotho, { text: tell.names.clotho }),
    act(2, tell.touchAgain, { choice: ["seat", "hell-1"] }),
    act(2, tell.cut, { text: board.cutOff(one) }),
    act(2, tell.touchTwo, { choice: ["seat", "hell-2"] }),
    act(2, tell.weaveTwo, { text: board.weaveTo(two) }),
    act(2, tell.golden, { text: board.golden }),
    act(2, tell.sealTwo, "seal"),
    read(3, tell.paid),
    act(3, tell.lachesis, { text: tell.names.lachesis }),
    act(3, tell.give, { number: [board.donate, 3] }),
    act(3, tell.boost, { option: [board.boost, golden] }),
    act(3, tell.snip, { option: [board.snip, rival] }),
    act(3, tell.sealThree, "seal"),
    read(4, tell.won),
    read(4, tell.usual, false),
  ],
};
