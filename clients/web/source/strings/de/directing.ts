// What directors are asked about entrants and tables. Loaded for them.

import type { texts as english } from "../en/directing.js";

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
  noteTitle: "Vermerk",
  note: "Vermerk für die Leitung:",
  writeNote: {
    table: "Vermerk zu diesem Tisch: nur Turnierleitung und Schiedsrichter, die nicht spielen, sehen ihn jemals",
    match: "Vermerk zu dieser Partie: nur Leitung und Schiedsrichter sehen ihn jemals",
  },
  saveNote: "Vermerk speichern",
};
