// What directors are asked about who should not meet. Loaded with what shows it.

import type { texts as english } from "../en/apart.js";

export const texts: typeof english = {
  club: "Verein",
  set_club: "Verein",
  clubOf: (name) => `Verein von ${name}`,
  forbid_pair: "Nicht gegen …",
  forbidFor: (name) => `Sagen, auf wen ${name} nicht treffen darf`,
  mustNotMeet: (name) => `Auf wen ${name} nicht treffen darf; nur die Leitung sieht es`,
  reasonForDirectors: "Grund, für die Leitung",
  allowWith: (name) => `Darf wieder auf ${name} treffen`,
  allowPair: (one, other) => `${one} und ${other} wieder aufeinandertreffen lassen`,
};
