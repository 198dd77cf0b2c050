// Was die Lehrpartie von Göttliches Eingreifen sagt: ein Satz, und ein Grund oder ein Hinweis zu jedem Schritt.

import type { texts as english } from "../en/lesson_divine_intervention.js";

const line = (say: string, more: string) => ({ say, more });

export const texts: typeof english = {
  title: "Ein erstes Gebet",
  opening: line("Du bist Schamane in der Hölle. Vollende Räume: Die Besten steigen in den Himmel auf.", "Räume kosten Mana, und Mana kommt von Gottheiten. Darum betest du zuerst."),
  first: line("Berühre „Gottheit 1“: Bete zu ihr.", "Am Ende der Runde teilt jede Gottheit 20 Mana unter allen auf, die zu ihr gebetet haben. Welches Element es ist, bestimmt sie geheim."),
  sealFirst: line("Versiegle es. Zu wem du betest, erfährt sonst kein Schamane.", "Alle Gebete zählen im selben Augenblick. Es gibt zwei Gottheiten und fünf Schamanen."),
  shared: line("10 Wasser für dich: Zu zweit habt ihr euch die 20 von Gottheit 1 geteilt.", "20 durch 2 ist 10. Wie viele zu ihr beten, erfährt nur die Gottheit; hier erfährst du es auch."),
  pink: line("Berühre Raum A. Beliebiges Mana genügt, aber er ist rosa.", "In rosa Räumen zählen die anderen mit: A scheitert, wenn es in derselben Runde noch jemand versucht."),
  corner: line("Berühre auch Raum Y. Er braucht 5 Wasser.", "Am Anfang sind nur die vier Ecken offen. Ein Punkt sagt, dass auch dein Mana reicht."),
  prophet: line("Bete noch einmal zu Gottheit 1: Du bist jetzt ihr Prophet.", "Wer als Prophet zu seiner Gottheit betet, bekommt den doppelten Anteil. In dieser Runde dürfen beide auch miteinander reden."),
  sealProphet: line("Versiegle es.", "Erst werden die Räume versucht, dann die Gebete bezahlt. Neues Mana ist also für die nächste Runde."),
  opened: line("Raum Y gehört dir. Raum A ist gescheitert: Da war noch jemand.", "A nimmt nur einen auf einmal, also sind beide gescheitert. Was scheitert, kostet nichts: Das 1 Wasser behältst du."),
  doubled: line("Dein Gebet hat 10 Erde gebracht: zweimal 5, weil du Prophet warst.", "Vier haben zu Gottheit 1 gebetet: je 5, und 10 für dich. Wasser konnte sie nicht geben: Eine Gottheit wechselt jede Runde das Element."),
  revealed: line("Gottheit 1 hat denen, die zu ihr beteten, Raum X verraten: Er will Erde.", "Sie hat eine Gabe ersteigert und genutzt, „Offenbarung“. Gottheiten zahlen für Gaben mit Frömmigkeit, und die bringen ihnen Gebete."),
  again: line("Berühre noch einmal Raum A.", "Vielleicht ist diesmal sonst niemand da. Und wenn doch, kostet es dich nichts."),
  beside: line("Berühre Raum T. Er ist jetzt offen, weil Y daneben dir gehört.", "Ein Raum öffnet sich, wenn höchstens 2 seiner Nachbarn noch unvollendet sind. In dieser Runde braucht T 5 Wasser."),
  secret: line("Berühre Raum X: Er will genau 1 vom geheimen Element, also Erde.", "Sein Zeichen steht nur bei denen auf der Karte, die es wissen. Die anderen können nur raten."),
  other: line("Bete diesmal zu Gottheit 2.", "Zu Gottheit 1 haben viele gebetet, und ihr Prophet ist jetzt jemand anders. Wo weniger beten, bekommt jeder mehr."),
  sealOther: line("Versiegle es.", "Deine Gottheit bekommt 3 Frömmigkeit für dein Gebet, und 1 mehr für jeden Raum, den du in dieser Runde vollendest."),
  three: line("Drei Räume in einer Runde: A, T und X. Damit hast du vier.", "Diesmal hat sonst niemand A versucht. Wie viele Räume die anderen haben, erfährt vor dem Ende niemand."),
  alone: line("Und 20 Feuer: Zu Gottheit 2 hat sonst niemand gebetet.", "Die anderen vier haben sich die 20 von Gottheit 1 geteilt: je 5, und 10 für ihren Propheten. Rate also, wo die anderen beten, oder rede mit ihnen."),
  end: line("Es ginge bis Runde 5. In der Hölle gewinnt dann, wer die meisten Räume hat.", "Bei Gleichstand entscheiden rosa Räume. Die Gottheit mit der meisten Frömmigkeit bleibt im Himmel, die letzte fällt in die Hölle. Größere Partien haben mehr Runden, und mehr Schamanen steigen auf."),
};
