// Die Seiten mit Regeln für Menschen, für alle Spiele.

import type { texts as english } from "../en/rules.js";

export const texts: typeof english = {
  title: "Regeln für Menschen",
  numbersOfMatch: "Die Zahlen sind die dieser Partie.",
  numbersOfVariant: "Die Zahlen sind die der gewählten Variante.",
  aim: "Das Ziel",
  round: "Eine Runde in fünf Bildern",
  secrets: "Was geheim ist, und vor wem",
  own: "Nur du",
  some: "Einige von euch",
  all: "Alle",
  none: "Niemand erfährt",
  end: "Wie es endet",
  asked: "Was oft gefragt wird",
  thisMatch: "Diese Partie",
  thisVariant: "Übliche Partie",
  variants: "Varianten",
  example: "Zum Beispiel:",
  backToMatch: "Zurück zur Partie",
  backHome: "Zur Startseite",
  exact: "Das genaue Regelbuch",
  decides: "Wo diese Seite kurz ist, entscheidet das Regelbuch.",
  rulesVersion: "Diese Partie begann unter einer früheren Fassung der Regeln. Wo sie sich unterscheiden, gilt ihre eigene.",
  openLog: "Nach dem Ende liegt alles offen: Jeder darf das Protokoll dieser Partie lesen.",
  ownPack: "Diese Partie hat eigene Dinge, von ihrem Veranstalter. Die Seite der Partie zeigt sie, sobald man ihnen begegnet.",
  noPage: "Für dieses Spiel gibt es nur das genaue Regelbuch.",
  notFound: "Solche Regeln gibt es hier nicht.",
  show: (count) => `Alle ${count} zeigen`,
};
