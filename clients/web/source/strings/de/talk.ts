// Was zu Reaktionen und Meldungen gesagt wird.

import type { texts as english } from "../en/talk.js";

export const texts: typeof english = {
  title: "Reagieren",
  signs: {
    applause: "Gut gespielt",
    laugh: "Haha",
    surprise: "Was für eine Überraschung",
    thanks: "Danke",
    doubt: "Das bezweifle ich",
    good_luck: "Viel Glück",
  },
  whatIsWrong: (name) => `Was hat ${name} getan?`,
  whoReads: (name) => `Die Spielleitung und die Administration dieses Servers lesen es, mit dem Moment der Partie. ${name} erfährt nichts davon.`,
  send: "Melden",
  reported: "Der Spielleitung und der Administration dieses Servers gemeldet.",
  reportedToServer: "Der Administration dieses Servers gemeldet.",
  isReport: (name) => `Eine Meldung: ${name}`,
};
