// Was die Lehrpartie von Die Apokalypse sagt: ein Satz, und ein Grund oder ein Hinweis zu jedem Schritt.

import type { texts as english } from "../en/lesson_apocalypse.js";

const line = (say: string, more: string) => ({ say, more });

export const texts: typeof english = {
  title: "Eine erste Apokalypse",
  opening: line("Drei sitzen im Himmel, drei in der Hölle. Jede Runde spielen alle geheim zwei Karten.", "Alle haben dieselben vier Karten. Sie ergeben sechs Paare, und in sechs Runden spielst du jedes Paar einmal."),
  deathFamine: line("Berühre „Tod und Hunger“, dein Paar für diese Runde.", "In Runde 1 nutzen beide Karten „Kommunikation“: Jede öffnet ein Gespräch mit jemandem drüben für die nächste Runde und tut, was dabeisteht."),
  game: line("Ziel mit dem Tod auf Hölle 1: ein Spiel um Verbünden oder Verraten.", "Ihr spielt es in der nächsten Runde, wenn euer Gespräch offen ist. Beide wählen geheim."),
  loan: line("Ziel mit dem Hunger auf Hölle 2: jetzt je 2 weniger, nächste Runde 3 mehr.", "„Kommunikation“ geht in einer Partie nur einmal auf denselben Platz drüben."),
  sealFirst: line("Versiegle es. Alle sechs wählen geheim.", "Nach der Runde erfahren alle, wie oft jede Karte kam, aber nicht, von wem."),
  robbed: line("Du hast −5 Punkte: 2 kostete der Hunger, und 3 fehlen.", "Nur der Krieg stiehlt 3, also hat ihn drüben jemand auf dich gerichtet. Wer, wird nicht gesagt. Aber Hölle 3 hat dir ein Gespräch geöffnet: vielleicht mit dem Krieg."),
  pestilenceWar: line("Berühre „Pest und Krieg“.", "In den Runden 2 bis 5 nutzen deine Karten zwei verschiedene Fähigkeiten aus „Kommunikation“, „Aktiv“ und „Passiv“."),
  guess: line("Berühre „Aktiv“ bei der Pest: Du rätst gleich, was drüben gespielt wird.", "Du nennst ein Paar. Wird es in dieser Runde drüben gespielt, gewinnst du 5."),
  larger: line("Berühre „Passiv“ beim Krieg: Jeder Gewinn dieser Runde wird 1 größer.", "Jeder Verlust auch. Aber du erwartest jetzt Gewinne: Hunger und Tod müssen noch zahlen."),
  warFamine: line("Nenne „Krieg und Hunger“: Drüben können es noch alle spielen.", "In Runde 1 kam der Hunger einmal, und das warst du. Also hat sonst niemand ein Paar mit Hunger verbraucht."),
  betray: line("Verrate Hölle 1: Mit diesem Platz hat der Tod das Spiel begonnen.", "Zwei Verbündete bekommen je 2. Wer verrät, bekommt 4, und wer verbündet war, verliert 2. Verraten beide, gibt es nichts."),
  sealSecond: line("Versiegle es. Hölle 1 wählt auch geheim.", "In einer Partie kannst du mit allen drüben reden, mit denen ein Gespräch offen ist, und versprechen, was du willst."),
  paid: line("15 Punkte auf einmal: Du hast 10.", "4 vom Hunger, 5 vom Verrat, 6 von der Pest: Drüben kam wirklich „Krieg und Hunger“. Der Krieg hat überall 1 dazugetan."),
  warDeath: line("Berühre „Krieg und Tod“.", "Jedes Paar kommt einmal, jede Karte aber dreimal: Plane, welche Fähigkeiten zusammenpassen."),
  steal: line("Berühre „Aktiv“ beim Krieg: Nenne eine Karte und stiehl von allen, die sie spielen.", "Es ist je 1, und es trifft alle anderen, die sie spielen, auch im Himmel."),
  twice: line("Berühre „Passiv“ beim Tod: Nun wirkt der Krieg zweimal.", "Passiv verdoppelt der Tod die andere Karte. Darum nennst du zwei Karten."),
  namePestilence: line("Nenne die Pest: Sie ist überfällig.", "Sechs spielen jede Karte dreimal, also achtzehnmal. In zwei Runden kam die Pest nur viermal."),
  nameFamine: line("Nenne den Hunger: Er kam nur dreimal.", "Der Krieg kam neunmal und der Tod achtmal: Sie kommen von nun an seltener."),
  sealThird: line("Versiegle es.", "Wer Pest und Hunger zusammen spielt, wird zweimal bestohlen."),
  stolen: line("Du hast 7 Punkte gestohlen: Du hast 17.", "In Runde 3 kam die Pest dreimal und der Hunger viermal. Drei Runden folgen noch. Dann gewinnt in jedem Reich, wer die meisten Punkte hat."),
};
