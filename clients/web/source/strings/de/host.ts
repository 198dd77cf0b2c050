// What the panel of hosts says. Loaded with what shows it.

import type { texts as english } from "../en/host.js";

export const texts: typeof english = {
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
    propose_rules: "Neuere Regeln vorschlagen",
    withdraw_rules: "Vorschlag zurückziehen",
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
  rulesProposed: (version) => `Die Spielleitung schlägt vor, ab der nächsten Phase nach Fassung ${version} der Regeln zu spielen, wenn bis dahin alle zustimmen.`,
  rulesAsked: (names) => `Noch ohne Zustimmung: ${names}.`,
  agree: "Zustimmen",
  rulesComing: (version) => `Ab der nächsten Phase wird diese Partie nach Fassung ${version} der Regeln gespielt.`,
};
