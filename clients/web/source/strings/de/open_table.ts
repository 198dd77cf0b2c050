// What a match says before its start.

import type { texts as english } from "../en/open_table.js";

export const texts: typeof english = {
  about: "Über diese Partie",
  game: "Spiel",
  host: "Spielleitung",
  pace: "Tempo",
  eager: (time) => `Eine Phase endet, sobald alle gezogen haben, spätestens nach ${time}.`,
  deadline: (time) => `Eine Phase endet nach ${time}, auch wenn alle schon gezogen haben.`,
  rounds: "Runden",
  upTo: (rounds) => `bis zu ${rounds}`,
  takes: "Dauer",
  quick: (about, atMost) => `etwa ${about}, wenn niemand wartet, höchstens ${atMost}`,
  watch: "Wer zusehen darf",
  watchers: { public: "alle", unlisted: "alle mit dem Link", private: "nur, wer mitspielt" },
};
