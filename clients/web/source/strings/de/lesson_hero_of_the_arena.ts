// Was die Lehrpartie von Held der Arena sagt: ein Satz, und ein Grund oder ein Hinweis zu jedem Schritt.

import type { texts as english } from "../en/lesson_hero_of_the_arena.js";

const line = (say: string, more: string) => ({ say, more });

export const texts: typeof english = {
  title: "Ein erster Kampf",
  opening: line("Zwei Teams: Eine Person wählt das Deck aus, die andere kämpft damit. Du kämpfst.", "Die Auswahl läuft jetzt, ein paar Sekunden lang. Du siehst sie nicht, und mit der anderen Person im Team kannst du nicht reden."),
  ready: line("Dein Deck ist gewählt. Berühre „Ich bin bereit zum Kampf“.", "Fünf Einheiten und fünf Gegenstände, unten. Auf der anderen Seite sieht sie niemand."),
  arenas: line("Fünf Arenen. Jede, die du hältst, bringt am Ende deines Zuges einen Punkt.", "Du hast fünf Karten, und 3 Mana, um sie zu spielen. Drüben sieht man nur, wie viele du hältst, nicht welche."),
  seraph: line("Berühre „Gefallener Seraph“: eine Einheit mit Angriff 4 und 6 LP.", "Er kostet dein ganzes Mana: Am Tropfen steht 3. Das Schwert ist der Angriff, das Herz die LP."),
  seraphTo: line("Berühre Arena 1: Dort ist niemand, also hält der Seraph sie sofort.", "Fällt eine Einheit, wartet sie so viele Züge ihrer Seite, wie die Nummer ihrer Arena sagt. Starke stellst du besser in niedrige."),
  purse: line("Berühre auch „Glücksbeutel“: Er kostet kein Mana und bringt 1 Münze.", "Am Anfang jedes Zuges bekommst du auch eine. Im Laden wirst du vier brauchen."),
  sealFirst: line("Versiegle es. Die Karten werden der Reihe nach gespielt, und dein Zug endet.", "Dann ist die andere Seite am Zug. Beide Züge zusammen sind eine Runde."),
  behind: line("1 : 2. Du hältst eine Arena, die andere Seite zwei.", "Wessen Zug endet, bekommt einen Punkt je gehaltene Arena: du für die 1, die andere Seite für die 4 und die 5."),
  firePot: line("Berühre „Feuertopf“: 3 Schaden für einen Helden, 1 für die daneben.", "Er kostet 2 von deinen 3 Mana. Die Einheiten in den Arenen sind ihre Helden."),
  firePotAt: line("Berühre Arena 4: Der Blutritter hat 5 LP, also bleiben ihm 2.", "Der Glutkobold daneben, in Arena 5, hat nur 1 LP. Dem reicht das Feuer von nebenan."),
  duelist: line("Berühre „Duellant“: Angriff 3 ist mehr, als dem Blutritter bleibt.", "Er kostet dein letztes Mana."),
  duelistTo: line("Berühre noch einmal Arena 4: Dein Duellant fordert ihren Helden heraus.", "Sie schlagen abwechselnd, bis einer fällt, und der Duellant schlägt zuerst. Wer übrig bleibt, hält die Arena."),
  sealSecond: line("Versiegle es: erst das Feuer, dann der Kampf.", "Andersherum würde der Blutritter den ersten Schlag überleben und deinen Duellanten töten."),
  closer: line("3 : 4. Du hältst zwei Arenen, die andere Seite auch wieder.", "Blutritter und Glutkobold sind gefallen: Sie warten 4 und 5 Züge ihrer Seite, wie ihre Arenen sagen. Aber zwei neue Einheiten kamen."),
  shop: line("Berühre „Einkaufen“. In einem Zug spielst du Karten, wirfst ab oder kaufst ein: nur eins davon.", "Du hast 4 Münzen. Deine Helden punkten auch, während du einkaufst."),
  favour: line("Berühre „Gunst der Menge“: ein Vorteil für 4 Münzen, der 3 Punkte bringt.", "Die andere Seite könnte ihn im nächsten Zug auch kaufen, hat dann aber nur 3 Münzen."),
  sealThird: line("Versiegle es: 3 Punkte für den Vorteil, und 2 für deine Arenen.", "Es ist hier dein letzter Zug. Danach hat die andere Seite noch einen."),
  won: line("8 : 7. Mehr Punkte nach dem letzten Zug: Dein Team gewinnt.", "Drei Arenen brachten die andere Seite von 4 auf 7. Deine Arenen allein hätten 5 ergeben; mit „Gunst der Menge“ sind es 8."),
  others: line("Dieser Kampf hatte drei Runden. Ein gewöhnlicher geht über 25.", "Bei Gleichstand am Ende gewinnt das Team, das zuletzt führte. Karten nutzen sich beim Gebrauch ab und sind am Ende für immer weg."),
};
