// Die Regeln von Held der Arena, für Menschen.

import type { HeroOfTheArenaOptions } from "moirai-client";
import type { Given, Told } from "../../rules/told.js";

type Data = typeof import("../../rules/hero_of_the_arena.js");
type G = Given<HeroOfTheArenaOptions, Data>;

const yes = (is: boolean) => (is ? "ja" : "nein");
const card = (g: G, id: string) => `„${g.name("card", id)}“`;
const cards = (g: G, ids: readonly string[]) => ids.map((id) => ({ title: g.name("card", id), does: g.text("card", id) }));
const partners = ({ o }: G) => ({ closed: "nie", after_draft: "ab dem Ende der Auswahl", always: "die ganze Partie" })[o.partner_channel];
const bought = ({ o }: G) => (o.bought_cards_to === "hand" ? "auf deine Hand" : "unter dein Deck");

export const texts: Told<HeroOfTheArenaOptions, Data> = {
  aim: ({ o }) => `Hol in ${o.rounds === 1 ? "1 Runde" : `${o.rounds} Runden`} mehr Punkte als der andere Kämpfer.`,
  more: () => "Zwei Teams, jedes aus einem Ausstatter im Himmel und einem Kämpfer in der Hölle. Erst wählen die Ausstatter je ein Deck von 10 Karten für ihren Partner. Dann kämpfen die Kämpfer Zug um Zug mit diesen Decks. Ein Team gewinnt oder verliert gemeinsam.",
  picture: () => "Fünf Arenen zwischen zwei Kämpfern; jede Arena, die dein Held hält, bringt einen Punkt",
  round: (g) => [
    ["Dein Zug beginnt", `Du bekommst 1 Münze und ${g.o.mana} Mana und ziehst, bis du ${g.o.hand_size} Karten hältst.`],
    ["Spielen, abwerfen oder einkaufen", "Genau eines davon. Spielen kostet Mana, Kaufen kostet Münzen, Abwerfen kostet den Zug."],
    ["Einheiten gehen in Arenen", "Es gibt 5. In einer leeren wird deine Einheit der Held. Neben einem gegnerischen Helden ist sie Herausforderer, und sie kämpfen sofort."],
    ["Sie kämpfen", "Der Herausforderer schlägt zuerst, dann abwechselnd, bis einer tot ist. Eine tote Karte wartet auf dem Abklingstapel."],
    ["Du punktest", "Am Ende deines Zuges: 1 Punkt für jede Arena, deren Held deiner ist."],
  ],
  things: (g) => {
    const { o } = g;
    const fixed = [
      { title: "Einheit", sign: "unit", does: "Angriff ist, was sie dem anderen bei jedem Schlag nimmt; LP ist, was sie verlieren kann. Sie bleibt, bis sie stirbt, und behält ihre Wunden.", example: "Angriff 3 und 4 LP gegen Angriff 2 und 5 LP: 5 − 3, 4 − 2, 2 − 3. Der Herausforderer gewinnt mit dem zweiten Schlag." },
      { title: "Gegenstand", sign: "item", does: "Wirkt einmal, wenn du ihn spielst. Zielt er auf einen Helden, wartet er danach so viele Züge, wie die Nummer der Arena sagt; sonst hat er eine eigene Zahl.", example: "Ein Verband für deinen Helden in Arena 2 liegt am Ende deines nächsten Zuges wieder unter deinem Deck." },
      { title: "Abklingen", sign: "cooldown", does: "Eine Karte, die in Arena 4 stirbt, wartet 4 deiner Züge; der Zug, in dem sie dorthin kam, zählt mit, wenn er deiner war. Dann kommt sie unter dein Deck.", example: "Arena 1 gibt Karten sofort zurück, Arena 5 spät. Darum sind die Arenen nicht gleich." },
      { title: "Haltbarkeit", sign: "durability", does: "Wie oft eine Karte einsetzbar ist. Immer wenn sie stirbt oder wirkt, verliert sie 1. Bei 0 ist sie für immer weg. Abwerfen kostet keine.", example: "Haltbarkeit 3: Der dritte Tod ist der letzte." },
      { title: "Mana", sign: "mana", does: `${o.mana} in jedem Zug. Was übrig ist, verfällt.`, example: "Eine Karte für 2 und eine für 1 brauchen zusammen 3." },
      { title: "Münzen", sign: "coin", does: `1 am Anfang jedes deiner Züge; halten kannst du ${o.max_coins}. Damit kaufst du Karten und Vorteile.`, example: "Ist der Beutel voll, geht die nächste Münze verloren: Zeit für den Laden." },
      { title: "Laden", sign: "shop", does: `${o.shop_size} Karten und 3 Vorteile, für beide Kämpfer. Eine gekaufte Karte kommt ${bought(g)}. Neue Karten kosten im selben Zug erst 1 Münze, dann 2, dann 3; jedes Mal hast du ${g.long(o.refresh_seconds)} mehr Zeit.`, example: "Du kaufst eine Karte und gehst, und dein Zug ist vorbei: Gespielt wird nichts." },
      { title: "Vorteil", sign: "perk", does: `Wirkt, sobald du ihn kaufst. Der andere Kämpfer darf im nächsten Zug denselben kaufen; dann geht er. Nach ${o.perk_stale_rounds} Runden ohne gekauften Vorteil werden alle 3 ersetzt.`, example: "Du kaufst ihn, und dein Gegner hat genau einen Zug, es dir gleichzutun." },
    ];
    const general = [{ title: "Was auf dem Tisch liegt", things: fixed }, { title: "Die Auswahl", things: draft(g) }];
    if (o.pack !== null) return general;
    return [
      ...general,
      { title: "Die Einheiten", note: `Zum Beispiel ${card(g, "duelist")}: Er schlägt zuerst, auch als Held.`, isFolded: true, things: cards(g, g.data.UNITS) },
      { title: "Die Gegenstände", note: `Zum Beispiel ${card(g, "throwing_knife")} auf den gegnerischen Helden in Arena 3: 2 seiner LP sind weg, und das Messer wartet 3 Züge.`, isFolded: true, things: cards(g, g.data.ITEMS) },
      { title: "Die Vorteile", note: `Zum Beispiel ${card(g, "mana_font")}, in einer Partie zweimal gekauft: 2 Mana mehr in jedem Zug.`, isFolded: true, things: cards(g, g.data.PERKS) },
    ];
  },
  secrets: (g) => ({
    own: ["Als Kämpfer: deine Hand, und welche Karten noch im Deck sind", "Ein Zug, bis er zählt"],
    some: ["Die Auswahl, also was angeboten, gewählt und verbannt wird: die beiden Ausstatter", "Ein Deck vor dem Kampf: sein Kämpfer", "Was die beiden Ausstatter miteinander sprechen, und die beiden Kämpfer", ...(g.o.partner_channel === "closed" ? [] : ["Was Partner miteinander sprechen"])],
    all: ["Alle Karten, die vorkommen können, sobald die Auswahl vorbei ist", "Arenen, Punkte, Münzen, Mana und Vorteile", g.o.hidden_discards ? "Die Abklingstapel, außer abgeworfenen Karten, die verdeckt liegen" : "Die Abklingstapel", "Wie viele Karten in einer Hand und einem Deck sind", "Laden und Vorteile, und alles, was ein Zug bewirkt hat"],
    none: ["In welcher Folge ein Deck liegt", "Was als Nächstes in den Laden kommt"],
  }),
  end: (g) => [
    ["Wer gewinnt?", `Das Team mit mehr Punkten nach ${g.o.rounds === 1 ? "1 Runde" : `${g.o.rounds} Runden`}: in jeder ein Zug von jedem Kämpfer.`],
    ["Gleich viele Punkte?", "Wer zuletzt vorn lag. War nie jemand vorn, der Kämpfer, der als Zweiter zieht."],
    ["Nichts geschickt?", "Ein Kämpfer wirft nichts ab: Der Zug ist verloren. Ein Ausstatter bekommt die erste Karte, die noch da ist."],
    ["Und danach?", "Nach den Regeln wird am Ende nichts weiter aufgedeckt."],
  ],
  asked: (g) => [
    ["Wann gibt es einen Punkt?", "Am Ende deines eigenen Zuges, 1 für jede Arena, deren Held dann deiner ist. Töten allein bringt nichts, und im Zug des Gegners bekommst du nichts."],
    ["Warum kann ich diese Karte nicht spielen?", "Sie kostet mehr Mana, als du noch hast, dein eigener Held steht in dieser Arena, oder da ist kein Held, auf den sie zielen kann."],
    ["Wo ist meine Karte hin?", "Auf dem Abklingstapel, mit der Nummer ihrer Arena. Ist die Zahl aufgebraucht, kommt sie unter dein Deck. Bei Haltbarkeit 0 ist sie weg."],
    ["Warum wähle ich Karten und kämpfe nicht?", "Du sitzt im Himmel: Dein Partner kämpft mit dem Deck, das du wählst, und ihr gewinnt gemeinsam."],
    ["Kann ich mit meinem Partner sprechen?", `Über die Grenze der Reiche: ${partners(g)}.`],
  ],
  match: (g) => {
    const { o } = g;
    return [
      ["Runden", String(o.rounds)],
      ["Ein Zug dauert", g.long(o.turn_seconds)],
      ["Länger bei jedem Auffrischen", o.refresh_seconds ? g.long(o.refresh_seconds) : "nein"],
      ["Zählt, sobald er versiegelt ist", yes(g.isEager)],
      ["Mana in einem Zug", String(o.mana)],
      ["Karten auf der Hand", String(o.hand_size)],
      ["Münzen höchstens", String(o.max_coins)],
      ["Karten im Laden", String(o.shop_size)],
      ["Vorteile veralten nach", o.perk_stale_rounds === 1 ? "1 Runde" : `${o.perk_stale_rounds} Runden`],
      ["Eine gekaufte Karte kommt", bought(g)],
      ["Abgeworfene Karten", o.hidden_discards ? "verdeckt" : "offen"],
      ["Partner sprechen", partners(g)],
      ["Karten", o.pack === null ? "die üblichen" : "eigene dieser Partie"],
      ["Wählt, wer beginnt", g.name("team", String(o.opponent_team))],
      ["Zeit, das zu wählen", g.long(o.starter_seconds)],
      ["Zeit, die Karten anzusehen", g.long(o.review_seconds)],
      ["Zeit für Wahl oder Bann", g.long(o.decision_seconds)],
      ["Zeit vor dem Kampf", o.preparation_seconds ? g.long(o.preparation_seconds) : "keine"],
    ];
  },
};

const draft = (g: G) => [
  { title: "Vier Runden neuer Karten", sign: "unit", does: `Jede zeigt 4 Einheiten und 4 Gegenstände. Der erste Ausstatter wählt; der zweite wählt und verbannt; der erste verbannt und wählt; der zweite wählt. So bekommt jeder eine Einheit und einen Gegenstand. ${g.long(g.o.review_seconds)} zum Ansehen, ${g.long(g.o.decision_seconds)} für jede Wahl und jeden Bann.`, example: "Du hast zuerst eine Einheit gewählt: Deine zweite Wahl dieser Runde ist ein Gegenstand." },
  { title: "Eine fünfte aus dem Rest", sign: "item", does: "Die 4 Einheiten und 4 Gegenstände, die niemand nahm, werden noch einmal angeboten. Eine verbannte Karte kommt nie zurück.", example: "Eine Karte, die in Runde 1 beide liegen ließen, kann in Runde 5 noch deine werden." },
  { title: "Wer beginnt", sign: "person", does: `${g.name("team", String(g.o.opponent_team))} wurde gefordert, und sein Ausstatter wählt binnen ${g.long(g.o.starter_seconds)}, welcher Ausstatter beginnt. Von Runde zu Runde wechseln sie sich ab. Der Kämpfer des anderen zieht im Kampf zuerst.`, example: "Wer die Auswahl beginnt, dessen Kämpfer zieht als Zweiter." },
];
