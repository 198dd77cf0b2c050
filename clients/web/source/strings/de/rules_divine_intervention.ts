// Die Regeln von Göttliches Eingreifen, für Menschen.

import type { DivineInterventionOptions } from "moirai-client";
import type { Given, Told } from "../../rules/told.js";

type Data = typeof import("../../rules/divine_intervention.js");
type G = Given<DivineInterventionOptions, Data>;

const yes = (is: boolean) => (is ? "ja" : "nein");
const share = ({ o }: G, worshipers: number) => Math.floor(o.pool / worshipers);
const mana = (g: G, amounts: readonly number[]) => g.listed(g.data.ELEMENTS.flatMap((element, at) => (amounts[at] ? [`${amounts[at]} ${g.name("element", element)}`] : [])));
const auctions = ({ o }: G) => Array.from({ length: Math.ceil(o.last_round / 2) }, (_, at) => String(2 * at));

/** Was eine Gabe in einer Partie bewirkt. */
const boonExamples: { [boon: string]: string } = {
  skeleton_key: "Du nennst einen Raum, um den noch alles verschlossen ist. Deine Herde darf sich ab jetzt daran versuchen.",
  pilgrims_road: "Ein Raum mit 3 unvollendeten Nachbarn ist für deine Herde offen, obwohl sonst 2 die Grenze sind.",
  sealed_door: "Drei Fremde, für die er offen war, bringen dort Rituale: Alle werden abgewiesen, und du bekommst 3 Frömmigkeit.",
  tamed_inferno: "Ab jetzt reichen dort 10 Feuer. Zwei Schamanen schaffen es: 4 Frömmigkeit.",
  plain_altar: "Ein Anbeter vollendet den Raum mit 4 Feuer, obwohl der Wasser verlangt.",
  harmony: "Zwei aus deiner Herde bringen dasselbe in einen Raum, in dem das niemand darf: Beide vollenden ihn.",
  eclipse: "Du nennst Feuer. Das Ritual eines Fremden mit 5 Wasser und 1 Feuer scheitert und kostet nichts.",
  conversion: "Ein Schamane hat anderswo gebetet. Diese Runde hast du einen Anbeter mehr und eine andere Gottheit einen weniger.",
  revelation: "Vier folgen dir: 4 Frömmigkeit, und ihr alle fünf kennt das Element.",
  harvest: "Aus 20 Mana werden 30.",
  second_spring: "Du hast Feuer gewählt und nennst Wasser: Jeder Anbeter bekommt Feuer wie immer, und 3 Wasser.",
  drought: "Aus 20 Mana werden 10.",
  tithe: "Zwei Anbeter, einer davon dein Prophet: halb so viel Mana für sie, und 2 und 4 Frömmigkeit für dich.",
  covet: "Drei beten zu einer anderen Gottheit: 3 Frömmigkeit gehören dir statt ihr.",
  silenced_prophet: "Ihr Prophet bekommt einen Anteil statt zwei und bringt ihr nur einfache Frömmigkeit.",
  wrath: "Dein Prophet betet anderswo: kein Mana für ihn, 5 Frömmigkeit für dich.",
  constancy: "Drei deiner vier Anbeter sind geblieben: 6 Frömmigkeit.",
  all_seeing_eye: "Du liest, wer zu wem betet, und bekommst 2 Frömmigkeit.",
  prophecy: "Du sagst 3 Räume voraus. Deine Herde vollendet 3: 6 Frömmigkeit. Bei 2 oder 4: 2 Frömmigkeit.",
  last_rites: "Deine Herde vollendet 4 Räume, einer davon rosa: 5 Frömmigkeit.",
  judgement: "Dein Schamane vollendet 2 Räume, ein anderer auch 2: trotzdem 6 Frömmigkeit.",
  congregation: "Sechs verschiedene Schamanen haben in dieser Partie zu dir gebetet: 6 Frömmigkeit.",
  undying_zeal: "4 Eifer mehr, die dich als Zweiten im Himmel halten können.",
};

export const texts: Told<DivineInterventionOptions, Data> = {
  aim: ({ o }) => `Schamanen vollenden Räume, Gottheiten sammeln Frömmigkeit: Sei nach Runde ${o.last_round} in deinem Reich vorn.`,
  more: ({ o }) => `${o.deities} Gottheiten im Himmel geben ${o.shamans} Schamanen in der Hölle Mana, wenn sie zu ihnen beten, und leben von ihrem Glauben. Die erste Gottheit bleibt im Himmel; ${o.ascenders === 1 ? "der erste Schamane steigt" : `die ersten ${o.ascenders} Schamanen steigen`} dorthin auf. Gezählt werden die Runden ab 0.`,
  picture: () => "Gottheiten oben geben den Schamanen unten Mana, und Gebete steigen zu ihnen auf",
  round: (g) => [
    ["Schamanen beten", "Jeder zu einer Gottheit, oder zu keiner. Ein Gebet bringt am Ende der Runde Mana, das ab der nächsten ausgegeben werden kann."],
    ["Schamanen versuchen Räume", "Ab Runde 1, mit dem Mana, das sie haben. Ein gescheitertes Ritual kostet nichts."],
    ["Gottheiten bestimmen", `Ein Element, nicht das der Runde davor. Wer nächste Runde Prophet ist. Und in Runde ${g.listed(auctions(g))} Gebote für Gaben.`],
    ["Versiegle es", `Alle haben ${g.long(g.o.round_seconds)} und können es ändern, bis die Runde schließt${g.isEager ? ", oder alle versiegelt haben" : ""}.`],
    ["Es wird gezählt", "Erst die Rituale, dann Mana und Frömmigkeit, dann die Versteigerung. Du erfährst, was dich betrifft."],
  ],
  things: (g) => {
    const { o } = g;
    const fixed = [
      { title: "Mana", sign: "water", does: `Eine Gottheit verteilt jede Runde ${o.pool} Mana ihres Elements, in gleichen Anteilen, abgerundet. Ihr Prophet bekommt einen zweiten Anteil dazu. Ohne Anbeter ist es verloren.`, example: `Vier beten zu ihr, einer davon ihr Prophet: je ${share(g, 4)}, für den Propheten ${2 * share(g, 4)}.` },
      { title: "Frömmigkeit", sign: "heaven", does: `Eine Gottheit gewinnt ${o.worshiper_piety} für jeden Anbeter und 1 für jeden Raum, den dieser in der Runde vollendet; für ihren Propheten doppelt. Sie beginnt mit ${o.start_piety} und bezahlt damit Gaben.`, example: `Ein Anbeter mit 2 Räumen: ${o.worshiper_piety + 2}. Ein Prophet mit 1 Raum: ${2 * (o.worshiper_piety + 1)}.` },
      { title: "Eifer", sign: "air", does: "1 für jeden Anbeter einer Runde, 2 für den Propheten. Vor dem Ende erfährt ihn niemand. Er entscheidet Gleichstände und kann die zweite Gottheit im Himmel halten.", example: "Vier Anbeter, einer davon der Prophet: 5 Eifer." },
      { title: "Prophet", sign: "person", does: "Ein Schamane, den eine Gottheit für die nächste Runde benennt; jeden nur einmal. Die beiden dürfen in dieser Runde miteinander sprechen.", example: "In Runde 2 benannt, in Runde 3 Prophet: ein doppelter Anteil, wenn er zu dieser Gottheit betet." },
      { title: "Offene Räume", sign: "lock", does: "Ein Raum ist für dich offen, sobald höchstens 2 seiner Nachbarn für dich noch unvollendet sind. Was du vollendest, zählt ab der nächsten Runde.", example: "Auf einer quadratischen Karte sind anfangs die vier Ecken offen. Jede, die du vollendest, hilft, die zwei daneben zu öffnen." },
      { title: "Rosa Räume", sign: "earth", does: `${g.listed(["A", "E", "I", "O", "U"])}: Hier zählt, was die anderen in derselben Runde bringen.`, example: "Zwei bringen Mana in Raum A: Keiner vollendet ihn, und keiner bezahlt." },
      { title: "Versteigerung", sign: "fire", does: `In Runde ${g.listed(auctions(g))} werden den Gottheiten drei Gaben angeboten. Das höchste Gebot für eine Gabe gewinnt sie, wenn keine andere Gottheit ebenso viel dafür bietet; gleiche Gebote verfallen. Eine Gottheit gewinnt höchstens eine, und nur wer gewinnt, bezahlt.`, example: "Gebote von 5, 5 und 2 für eine Gabe: Beide Fünfen verfallen, und sie geht für 2 weg." },
    ];
    if (o.pack !== null) return [{ title: "Was zählt", things: fixed }];
    return [
      { title: "Was zählt", things: fixed },
      { title: "Die Räume", note: "Die Mengen sind das Mindeste. Mehr ist erlaubt und verloren.", isFolded: true, things: g.data.ROOMS.map((room) => ({ title: g.name("room", room), does: g.text("room", room), example: roomSays(g, room) })) },
      { title: "Die Gaben", note: "Eine Gabe wirkt einmal, in einer der zwei Runden nach ihrer Versteigerung. Die Herde einer Gottheit sind die, die ihr folgen.", isFolded: true, things: g.data.BOONS.map((boon) => ({ title: g.name("boon", boon), does: g.text("boon", boon), example: boonExamples[boon] })) },
    ];
  },
  secrets: (g) => ({
    own: ["Als Schamane: dein Mana, deine Räume, und ob ein Ritual gelang, nicht warum", "Als Gottheit: deine Frömmigkeit, wie viele zu dir beten, deine Gebote, und die Gabe, die du hältst"],
    some: [
      ...(g.o.boons_public ? [] : ["Welche Gaben angeboten werden: die Gottheiten"]),
      "Wer Prophet ist, und von wem: diese beiden",
      "Manche Gaben melden sich bei denen, die sie treffen",
      ...(g.o.realm_chat ? ["Was dein Reich unter sich bespricht"] : []),
    ],
    all: ["Die Karte und was jeder Raum verlangt, sobald die ersten Propheten benannt sind", ...(g.o.boons_public ? ["Welche Gaben angeboten werden"] : []), "Eine versiegelte Tür, und eine Finsternis", "Am Ende: Frömmigkeit, Eifer und Räume von allen"],
    none: ["Wer zu wem betet", "Welches Element eine Gottheit gewählt hat, außer wer es bekommt", "Warum ein Ritual gescheitert ist", "Die Gebote der anderen", "Das Element von Raum X"],
  }),
  end: (g) => {
    const { o } = g;
    return [
      ["Wann?", `Nach Runde ${o.last_round}, oder sobald jemand alle 25 Räume vollendet hat.`],
      ["Himmel", "Mehr Frömmigkeit, dann mehr Eifer, dann wer so viel Frömmigkeit früher hatte. Die erste bleibt. Die zweite bleibt auch, wenn sie nicht die letzte ist und mehr Eifer hat als jede andere. Die übrigen gehen hinab, die letzte mit einem Zeichen."],
      ["Hölle", `Mehr Räume, dann mehr rosa Räume, dann die früher vollendeten. ${o.ascenders === 1 ? "Der Erste steigt" : `Die ersten ${o.ascenders} steigen`} auf; dem Letzten droht das Ausscheiden.`],
      ["Noch einer steigt auf", `Geht die zweite Gottheit hinab, hebt die erste einen weiteren Schamanen empor, binnen ${g.long(o.choice_seconds)}.`],
      ["Nichts geschickt?", "Ein Schamane betet zu niemandem und versucht keinen Raum. Eine Gottheit gibt das erste Element, das sie darf, benennt keinen Propheten und bietet nichts."],
    ];
  },
  asked: () => [
    ["Warum ist ein Raum verschlossen?", "Mehr als 2 seiner Nachbarn sind für dich unvollendet, oder eine Gabe hat ihn diese Runde versiegelt. Was andere vollendet haben, hilft dir nicht."],
    ["Warum ist mein Ritual gescheitert?", "Der Raum war verschlossen, das Mana nicht das verlangte, Rivalen waren in einem rosa Raum, oder eine Finsternis. Was davon, erfährst du nicht. Das Mana behältst du."],
    ["Wann bekomme ich mein Mana?", "Am Ende der Runde, in der du gebetet hast. Ausgeben kannst du es ab der nächsten."],
    ["Warum habe ich keine Gabe gewonnen?", "Jemand hat mehr geboten, oder zwei von euch dasselbe. Dann bezahlst du nichts."],
    ["Wozu ist Eifer?", "Er entscheidet Gleichstände im Himmel, und die zweite Gottheit braucht am meisten davon, um zu bleiben."],
  ],
  match: (g) => {
    const { o } = g;
    return [
      ["Spieler", `${o.deities + o.shamans}: ${o.deities} Gottheiten, ${o.shamans} Schamanen`],
      ["Runden", `0 bis ${o.last_round}`],
      ["Eine Runde dauert", g.long(o.round_seconds)],
      ["Erste Propheten benennen dauert", g.long(o.choice_seconds)],
      ["Schließt früher, wenn alle versiegelt haben", yes(g.isEager)],
      ["Mana einer Gottheit", `${o.pool} je Runde`],
      ["Frömmigkeit am Anfang", String(o.start_piety)],
      ["Frömmigkeit für einen Anbeter", String(o.worshiper_piety)],
      ["Schamanen, die aufsteigen", String(o.ascenders)],
      ["Räume und Gaben", o.pack === null ? "die üblichen" : "eigene dieser Partie"],
      ["Die Karte", o.layout === null ? "wird in Runde 0 gezeigt" : o.layout.join(" / ")],
      ["Element von Raum X", o.secret_element === null ? "geheim" : g.name("element", o.secret_element)],
      ["Angebotene Gaben", o.boon_offers === null ? "geheim bis zu ihrer Runde" : "vorher gewählt"],
      ["Wer die Angebote sieht", o.boons_public ? "alle" : "die Gottheiten"],
      ["Gespräch im eigenen Reich", o.realm_chat ? "frei, die ganze Partie" : "keins"],
      ["Gespräch über die Grenze", o.cross_realm_chat ? "frei, die ganze Partie" : "Gottheit und Prophet"],
    ];
  },
};

function roomSays(g: G, room: string): string {
  const example = g.data.roomExample(room);
  const round = example.round === undefined ? "" : `in Runde ${example.round} `;
  const rest = {
    none: "",
    alone: ", und sonst bringt niemand etwas",
    twin: ", und genau ein anderer bringt dasselbe",
    only: ", und sonst bringt niemand dasselbe",
    most: ", und weniger als drei andere bringen so viel",
    all: ", alles, was du hattest",
    secret: ", und das ist das geheime Element",
  }[example.if ?? "none"];
  return `Du bringst ${round}${mana(g, example.mana)}${rest}.`;
}
