// Was jemandem gesagt wird, der auf Mitspieler wartet.

import type { texts as english } from "../en/waiting.js";

export const texts: typeof english = {
  title: "Warten auf Mitspieler",
  waiting: "Du sitzt am Tisch. Wer das jetzt spielen will, setzt sich dazu, und die Partie beginnt von selbst, sobald alle Plätze besetzt sind.",
  nobody: "Noch sind nicht alle da. Warte weiter, schick den Link jemandem, oder lass Bots die freien Plätze nehmen.",
  since: (time) => `Du wartest seit ${time}`,
  withBots: "Jetzt mit Bots spielen",
  takes: (time) => `Meist dauert es etwa ${time}, bis sich Leute gefunden haben.`,
  lapsed: "Du warst eine Minute lang weg, deshalb wurde dieser Tisch aufgegeben. Hier wartet niemand mehr.",
  again: "Wieder Mitspieler suchen",
  queue: (game, somebodyWaits, usual) =>
    `${game}: ${[somebodyWaits && "gerade wartet jemand", usual !== null && `meist findet man sich nach etwa ${usual}`].filter(Boolean).join("; ")}`,
};
