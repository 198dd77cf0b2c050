// What the panel of hosts says. Loaded with what shows it.

import { language } from "./index.js";

const en = {
  hostPanel: "Host",
  hostIntro: "Everybody sees what you do here.",
  hostPlays: "You play in this match: its phases, its players and its outcome are not yours to decide. Another director or an arbiter can, or you call it off.",
  reason: "Reason, for everybody",
  yes: (what: string) => `${what}: yes, do it`,
  seat: "Seat",
  action: {
    pause: "Pause",
    resume: "Resume",
    extend: "Give more time",
    close_phase: "Close the phase now",
    replace_player: "Replace a player",
    mute: "Mute",
    unmute: "Unmute",
    close_door: "Only invited players may sit",
    open_door: "Anybody may sit",
    adjudicate: "Decide the outcome",
    void: "Call the match off",
    reserve: "Reserve a seat",
  },
  extendBy: "By how many minutes",
  replaceWith: "Player id; a bot if empty",
  reserveFor: "Player id",
  sure: "This cannot be undone. Do it?",
  doIt: "Yes, do it",
  done: "Done.",
};

const de: typeof en = {
  hostPanel: "Spielleitung",
  hostIntro: "Alle sehen, was du hier tust.",
  hostPlays: "Du spielst mit: Phasen, Mitspieler und Ergebnis entscheidest du nicht. Eine andere Leitung oder ein Schiedsrichter kann es, oder du brichst die Partie ab.",
  reason: "Grund, für alle sichtbar",
  yes: (what) => `${what}: ja, ausführen`,
  seat: "Platz",
  action: {
    pause: "Unterbrechen",
    resume: "Fortsetzen",
    extend: "Mehr Zeit geben",
    close_phase: "Phase jetzt beenden",
    replace_player: "Spieler ersetzen",
    mute: "Stumm schalten",
    unmute: "Wieder reden lassen",
    close_door: "Nur Eingeladene dürfen sich setzen",
    open_door: "Alle dürfen sich setzen",
    adjudicate: "Ergebnis festlegen",
    void: "Partie abbrechen",
    reserve: "Platz reservieren",
  },
  extendBy: "Um wie viele Minuten",
  replaceWith: "Spielernummer; leer: ein Bot",
  reserveFor: "Spielernummer",
  sure: "Das lässt sich nicht rückgängig machen. Wirklich?",
  doIt: "Ja, ausführen",
  done: "Erledigt.",
};

export const tell = language === "de" ? de : en;
