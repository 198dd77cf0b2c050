// What the moment of opening and the end say.

import type { texts as english } from "../en/moments.js";

export const texts: typeof english = {
  opening: "Was versiegelt war, wird aufgedeckt",
  seeBoard: "Zum Brett",
  nothing: "nichts",
  allClosed: "Was alle versiegelt haben, bleibt für Zuschauende verdeckt.",
  stayClosed: (n: number) => (n === 1 ? "Ein anderer Platz bleibt verdeckt." : `${n} andere Plätze bleiben verdeckt.`),

  playedIn: "Gespielt in",
  goesOn: "Weiter in, nach Rang",
  stays: { heaven: "bleibt im Himmel", hell: "bleibt in der Hölle" },
  goes: { heaven: "kommt in den Himmel", hell: "kommt in die Hölle" },
  course: "Der Verlauf der Partie",
  courseOf: (of: string) => `${of}, immer wenn eine Phase schloss`,
  courseText: (name: string, values: string) => `${name}: ${values}`,
  decided: "Der Zug, der es entschied",
  biggest: "Dein größter Zug",
  atOnce: (change: string) => `${change} auf einmal`,
  lookThere: "Diesen Moment ansehen",
  keepPicture: "Bild behalten",
  sharePicture: "Bild teilen",
};
