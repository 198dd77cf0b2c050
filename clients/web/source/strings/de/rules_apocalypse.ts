// Die Regeln von Die Apokalypse, für Menschen.

import type { ApocalypseOptions } from "moirai-client";
import type { Given, Told } from "../../rules/told.js";

type G = Given<ApocalypseOptions>;

const seats = ({ o }: G) => o.heaven_size + o.hell_size;
const ability = (g: G, id: string) => `„${g.name("ability", id)}“`;
const card = (g: G, id: string) => `„${g.name("card", id)}“`;
const choice = (g: G, id: string) => `„${g.name("choice", id)}“`;
const yes = (is: boolean) => (is ? "ja" : "nein");
const counted = ({ o }: G) => (o.loss_counting === "gross" ? "nur die Verluste, ohne Gewinne" : "Verluste minus Gewinne");

const cardOf = (g: G, id: string, tag: string, [communications, active, passive, endgame]: [string, string, string, string], example: string) => ({
  title: g.name("card", id),
  sign: id,
  tag,
  rows: [
    [g.name("ability", "communications"), communications],
    [g.name("ability", "active"), active],
    [g.name("ability", "passive"), passive],
    [g.name("ability", "endgame"), endgame],
  ] as const,
  example,
});

export const texts: Told<ApocalypseOptions> = {
  aim: () => "Hab nach 6 Runden mehr Punkte als alle anderen in deinem Reich.",
  more: (g) => `Die Besten von Himmel und Hölle und der Beste aller Übrigen steigen auf. Die anderen ${seats(g) - 3} gehen hinab.`,
  picture: () => "Plätze zweier Reiche unter einer Linie: Die Besten jedes Reichs und der Beste der Übrigen steigen darüber",
  round: (g) => [
    ["Nimm ein Paar", "Zwei Karten, die du noch nicht zusammen gespielt hast. Es gibt 6 Paare und 6 Runden: Jedes kommt einmal."],
    ["Gib jeder eine Aufgabe", `Zwei verschiedene aus ${g.listed([ability(g, "communications"), ability(g, "active"), ability(g, "passive")])}. In Runde 1 beide ${ability(g, "communications")}, in Runde 6 beide ${ability(g, "endgame")}.`],
    ["Versiegle es", `Du hast ${g.long(g.o.round_seconds)} und kannst es ändern, bis die Runde schließt. Niemand sieht, ob du schon gewählt hast.`],
    ["Alles zählt zugleich", `${seats(g)} Paare in einem Augenblick${g.isEager ? ", sobald alle versiegelt haben" : ""}. Wer zuerst da war, zählt nie.`],
    ["Du erfährst deinen Stand", "Und wie viele jede Karte gespielt haben. Nicht warum, und nicht von wem."],
  ],
  things: (g) => [
    {
      title: "Die vier Karten",
      note: `Jeden Gegner kannst du nur einmal in der Partie mit ${ability(g, "communications")} ansprechen.`,
      things: [
        cardOf(g, "pestilence", "weiß", [
          `Öffnet dein Gespräch mit einem Gegner für die nächste Runde. Spielt ihr dann beide dasselbe Paar, bekommst du 3${g.o.pestilence_bonus === "both" ? ", der andere auch" : ""}.`,
          "Nenne ein Paar. Spielt ein Gegner es in dieser Runde, bekommst du 5.",
          "2 für jeden aus deinem Reich, der dasselbe tut.",
          `Rate das letzte Paar aller ${seats(g) - 1} anderen: 1 für jedes richtige.`,
        ], `Du nennst „${g.name("pair", "war_death")}“. Ein Gegner spielt es: +5. Ein zweiter spielt es auch: immer noch +5.`),
        cardOf(g, "war", "nimmt", [
          "Öffnet dein Gespräch mit einem Gegner und stiehlt ihm sofort 3.",
          "Nenne eine Karte: Stiehl jedem anderen 1, der sie spielt, auch aus deinem Reich.",
          "Jeder Gewinn und jeder Verlust von dir ist in dieser Runde um 1 größer.",
          "Rate das letzte Paar eines anderen. Stimmt es, stiehlst du ihm 5.",
        ], `Du nennst ${card(g, "death")}. Drei andere spielen ihn: +3 für dich, −1 für jeden von ihnen.`),
        cardOf(g, "death", "handelt", [
          `Öffnet dein Gespräch mit einem Gegner und ein verborgenes Spiel: Nächste Runde wählen beide ${choice(g, "ally")} oder ${choice(g, "betray")}. Beide verbündet: je 2. Einer verrät: 4 für ihn, −2 für den anderen. Beide verraten: nichts.`,
          "Nenne jemanden aus deinem Reich: Er bekommt 3. Jeden nur einmal in der Partie.",
          "Deine andere Karte wirkt zweimal, auf zwei verschiedene Ziele.",
          "Nenne einen aus jedem Reich, nicht dich selbst: Jeder bekommt 2.",
        ], "Du hast ein Gespräch geöffnet, und nächste Runde verrätst du den, der sich mit dir verbündet: +4 für dich, −2 für ihn."),
        cardOf(g, "famine", "wartet", [
          "Öffnet dein Gespräch mit einem Gegner: Ihr verliert jetzt je 2 und bekommt nächste Runde je 3.",
          "Nenne ein Reich: Jeder darin verliert 1, auch du in deinem. Du bekommst 3.",
          `1 für jeden in deinem Reich, auch dich, der in dieser Runde mindestens 2 verloren hat (${counted(g)}).`,
          "1 für jede der Runden 1 bis 5, in der du mindestens 2 verloren hast; für alle zusammen 7.",
        ], "Du nennst dein eigenes Reich: −1 und +3, also +2 für dich, −1 für jeden Mitspieler darin."),
      ],
    },
  ],
  secrets: (g) => ({
    own: ["Deine Karten, ihre Aufgaben und Ziele", "Dein Stand, als eine Zahl", `Was du gewählt hast, ${choice(g, "ally")} oder ${choice(g, "betray")}`],
    some: ["Dass ein Gespräch zwischen euch beiden für diese Runde geöffnet wurde, und was ihr dort schreibt", ...(g.o.announce_ab_games ? ["Dass zwischen euch beiden ein verborgenes Spiel läuft"] : []), ...(g.o.realm_talk ? ["Was dein Reich unter sich bespricht"] : [])],
    all: ["Die Runde und ihre Zeit", "Wie viele jede Karte gespielt haben", g.o.reveal_at_end === "full" ? "Am Ende: alles, was gespielt wurde, und jeder Stand" : "Am Ende: der Stand von allen"],
    none: ["Wer schon versiegelt hat", "Ob ein Diebstahl, ein Tipp oder ein Gewinn geklappt hat", "Wer ein Gespräch geöffnet hat, und mit welcher Karte", ...(g.o.announce_ab_games ? [] : ["Ob es ein verborgenes Spiel gibt"]), ...(g.o.reveal_at_end === "full" ? [] : ["Was die anderen gespielt haben, auch am Ende nicht"])],
  }),
  end: (g) => [
    ["Runde 1 und Runde 6.", `Runde 1 ist zweimal ${ability(g, "communications")}. Runde 6 spielt das Paar, das übrig ist, beide Karten mit ${ability(g, "endgame")}.`],
    ["Drei steigen auf.", `Der Letzte des Himmels bekommt das ${g.name("consequence", "mark_of_elimination")}, und dem Letzten der Hölle droht das Ausscheiden.`],
    ["Gleich viele Punkte?", "Vorn ist, wer nach Runde 5 mehr hatte, dann nach 4, 3, 2, 1; dann das Los."],
    ["Nichts geschickt?", "Für dich werden ein Paar und seine Ziele gelost, und du verbündest dich mit allen."],
  ],
  asked: (g) => [
    ["Warum +5?", `Du siehst nur eine Zahl. 5 auf einmal können ${card(g, "pestilence")} mit einem Paar sein, das ein Gegner gespielt hat, oder Gewinne, die sich addieren, etwa 3 und 2.`],
    ["Mit wem kann ich sprechen?", talk(g)],
    ["Warum ist ein Platz als Ziel gesperrt?", `Du hast ihn schon genannt: ${ability(g, "communications")} einmal für jeden Gegner, ${card(g, "death")} mit ${ability(g, "active")} einmal für jeden aus deinem Reich.`],
    ["Wann zählen Punkte?", "Wenn eine Runde schließt. Was ein Gespräch aus der Runde davor noch schuldet, zählt mit."],
  ],
  match: (g) => {
    const { o } = g;
    return [
      ["Spieler", `${seats(g)}: ${o.heaven_size} im Himmel, ${o.hell_size} in der Hölle`],
      ["Eine Runde dauert", g.long(o.round_seconds)],
      ["Schließt früher, wenn alle versiegelt haben", yes(g.isEager)],
      ["Gespräch im eigenen Reich", o.realm_talk ? "frei, die ganze Partie" : "keins"],
      ["Gespräch über die Grenze", o.cross_realm_talk === "always" ? "frei, die ganze Partie" : "geöffnete Gespräche"],
      ["Ein geöffnetes bleibt", o.chat_lifetime === "next_round" ? "eine Runde" : "bis zum Ende"],
      ["Verborgene Spiele", o.announce_ab_games ? "beide erfahren es" : "nicht angesagt"],
      [`Die 3 von ${card(g, "pestilence")}`, o.pestilence_bonus === "both" ? "für beide" : "für den, der geöffnet hat"],
      ["„Mindestens 2 verloren“", counted(g)],
      ["Am Ende liegt offen", o.reveal_at_end === "full" ? "alles" : "jeder Stand, keine Züge"],
    ];
  },
};

const talk = (g: G): string => {
  const own = g.o.realm_talk ? "Mit deinem Reich, als Gruppe und zu zweit, die ganze Partie." : "Nicht mit deinem Reich: Das ist in dieser Partie aus.";
  if (g.o.cross_realm_talk === "always") return `${own} Mit jedem Gegner, die ganze Partie.`;
  return `${own} Mit einem Gegner, sobald einer von euch das Gespräch mit ${ability(g, "communications")} geöffnet hat: ${g.o.chat_lifetime === "next_round" ? "für die nächste Runde" : "von der nächsten Runde bis zum Ende"}.`;
};
