// Reaktionen: Zeichen statt eines Textes.

import type { texts as english } from "../en/reactions.js";

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
};
