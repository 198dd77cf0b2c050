// Was die Lehrpartie von Zauberduell sagt: ein Satz, und ein Grund oder ein Hinweis zu jedem Schritt.

import type { texts as english } from "../en/lesson_wizards_duel.js";

const line = (say: string, more: string) => ({ say, more });

export const texts: typeof english = {
  title: "Ein erstes Duell",
  opening: line("Ihr wählt beide geheim, dann werden beide aufgedeckt. Neun Zauber für jeden, dieselben neun.", "Erst lesen musst du nichts: Die Regeln kommen, wenn du ihnen begegnest."),
  six: line("Berühre „Feuerpfeil“: die 6, die 2 Punkte bringt, wenn sie gewinnt.", "Die höhere Zahl gewinnt eine Runde, wenn kein Zauber etwas anderes sagt."),
  sealSix: line("Versiegle es. Bis beide versiegelt haben, sieht es niemand.", "Du könntest es noch ändern. Hier bleibst du dabei."),
  lost: line("6 gegen 4, und die 4 gewinnt: ein Punkt für drüben.", "„Verwirrung“ wurde gewirkt: In ihrer Runde gewinnt die niedrigere Zahl. Darum hat dein „Feuerpfeil“ nichts gebracht."),
  five: line("Berühre „Segen“: Dein nächster Zauber zählt dann 2 mehr.", "Jetzt ist er nur eine 5, und er wirkt in der nächsten Runde."),
  sealFive: line("Versiegle es.", "„Feuerpfeil“ ist für dieses Duell weg: Jeder Zauber kommt einmal."),
  won: line("5 schlägt 1: dein Punkt. Und 2 mehr warten auf deinen nächsten Zauber.", "Die höhere Zahl gewinnt. „Große Genesung“ holt drüben die „Verwirrung“ auf die Hand zurück."),
  seven: line("Berühre „Kältestrahl“: 7, und mit 2 vom „Segen“ sind es 9.", "Höher als eine 9 ist in diesem Spiel nur eine 10: eine 8 mit „Segen“."),
  sealSeven: line("Versiegle es.", "Die 2 sind mit dem nächsten Zauber verbraucht, egal welchem: Wirk also einen, dem sie helfen."),
  led: line("9 schlägt 8: dein Punkt, und du führst 2 : 1.", "Ohne „Segen“ hätte deine 7 gegen „Person bezaubern“ verloren. Dessen Wirkung bleibt: Für die nächste Runde wird dir ein Zauber verboten, und der „Kältestrahl“ nimmt deinem nächsten Zauber 2."),
};
