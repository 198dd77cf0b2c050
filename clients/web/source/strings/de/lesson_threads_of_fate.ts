// Was die Lehrpartie von Schicksalsfäden sagt: ein Satz, und ein Grund oder ein Hinweis zu jedem Schritt.

import type { texts as english } from "../en/lesson_threads_of_fate.js";

const line = (say: string, more: string) => ({ say, more });

export const texts: typeof english = {
  title: "Erste Fäden",
  names: { one: "Hölle 1", two: "Hölle 2", clotho: "Klotho", lachesis: "Lachesis", golden: "→ Hölle 2", rival: "Himmel 2 → Hölle 3" },
  opening: line("Himmel und Hölle spinnen verborgene Fäden. Der stärkste goldene gewinnt für seine beiden Enden.", "Du bist im Himmel, neben Himmel 2. Alle weben geheim, und alles geschieht zugleich. Drei Runden."),
  touchOne: line("Berühre Hölle 1. Deine Fäden gehen immer ins andere Reich.", "Du spinnst zu niemandem zweimal, ehe du zu allen dort einmal gesponnen hast."),
  weaveOne: line("Berühre „Einen Faden zu Hölle 1 spinnen“.", "Er beginnt bei 0. Jeder Faden wächst am Ende jeder Runde um 1, auch ein neuer."),
  sealOne: line("Versiegle es.", "Sonst bekommt niemand dein Gewebe zu sehen, auch nicht nach der Runde."),
  grown: line("Du hast einen Faden zu Hölle 1, mit Stärke 1.", "Er begann bei 0 und wuchs um 1. Nur du siehst ihn. Fäden anderer bleiben dir verborgen, auch die zu dir."),
  clotho: line("Berühre Klotho: Bei ihr bekommst du einen goldenen Faden.", "Du darfst jede Runde eine Moira besuchen, und jede nur einmal. Nur ein goldener Faden kann gewinnen."),
  touchAgain: line("Berühre noch einmal Hölle 1. Dein einfacher Faden dorthin bringt dir etwas ein.", "Er bringt Garn. Für Garn geben dir die Moiren mehr."),
  cut: line("Berühre „Hölle 1 abschneiden“.", "Das nimmt alle einfachen Fäden zwischen euch, auch die von drüben. Ihre Stärke wird zu Garn für alle, die kappen."),
  touchTwo: line("Berühre Hölle 2. Dorthin geht der goldene Faden.", "Gewinnt er, gewinnt Hölle 2 mit dir. Es ist also nicht egal, zu wem du ihn spinnst."),
  weaveTwo: line("Berühre „Einen Faden zu Hölle 2 spinnen“.", "Das Kappen trifft ihn nicht: Es nimmt nur, was zwischen dir und Hölle 1 ist."),
  golden: line("Berühre „Golden“.", "Kein Kappen nimmt einen goldenen Faden. Du hast noch kein Garn für Klotho, also wächst er um 1, wie jeder andere."),
  sealTwo: line("Versiegle es.", "Was du tust, geschieht in der Reihenfolge der Nummern: erst der Besuch, dann das Kappen, dann der neue Faden."),
  paid: line("Das Kappen brachte 3 Garn, und dein eigener Faden hatte nur 1.", "Hölle 1 hatte also einen verborgenen Faden zu dir, mit Stärke 2. Beide sind weg, und du allein hast alles bekommen."),
  lachesis: line("Die letzte Runde. Berühre Lachesis: Sie macht einen Faden stärker.", "Das tut sie ab deinem Besuch einmal in jeder Runde."),
  give: line("Gib ihr deine 3 Garn: Berühre dreimal das +.", "3 Garn geben Stufe 1, 6 Stufe 2, 10 Stufe 3. Auf Stufe 1 gibt sie 2 dazu statt 1."),
  boost: line("Wähle bei „Einen Faden stärken“ den goldenen zu Hölle 2.", "Er hat 1. Lachesis gibt 2 dazu, und er wächst um 1: Das macht 4."),
  snip: line("Wähle bei „Einen Faden anschneiden“ Himmel 2 → Hölle 3.", "Ein Schnitt nimmt einem beliebigen Faden 1, auch einem goldenen. Ob es ihn gibt, siehst du nicht: Du rätst."),
  sealThree: line("Versiegle es.", "Hast du richtig geraten, bringt dir der Schnitt auch 1 Garn."),
  won: line("Du und Hölle 2 gewinnt: Euer goldener Faden hat 4, der andere 3.", "Dein Schnitt saß. Ohne ihn hätten auch Himmel 2 und Hölle 3 eine 4 gehabt und den Gleichstand gewonnen: Alle ihre Fäden zusammen waren stärker."),
  usual: line("Eine klassische Partie geht genauso: neun Plätze, sieben Runden.", "Sie endet nach der letzten Runde. Neben dem siegreichen Paar bekommt aus jedem Reich noch jemand einen Platz im Himmel: wer den stärksten goldenen Faden hatte."),
};
