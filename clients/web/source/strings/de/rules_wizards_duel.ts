// Die Regeln von Zauberduell, für Menschen.

import type { WizardsDuelOptions } from "moirai-client";
import type { Given, Told } from "../../rules/told.js";

type G = Given<WizardsDuelOptions>;

const spellsOf = ({ o }: G) => (o.phantasmal_killer ? 10 : 9);
const spell = (g: G, id: string) => `„${g.name("spell", id)}“`;
const item = (g: G, id: string) => `„${g.name("item", id)}“`;
const duels = (n: number) => (n === 1 ? "1 Duell" : `${n} Duelle`);
const times = (n: number) => (n === 0 ? "nie" : n === 1 ? "höchstens einmal" : `höchstens ${n}-mal`);
const yes = (is: boolean) => (is ? "ja" : "nein");
const hasItems = ({ o }: G) => o.item_draft.length > 0 || Object.values(o.items).some((owner) => owner !== null);
const revealed = ({ o }: G) => ({ duel_end: "bis das Duell vorbei ist", match_end: "bis die Partie vorbei ist", never: "für immer" })[o.hidden_reveal];

const tie = (g: G): string => {
  const { o } = g;
  if (o.tied_duel === "draw") return "Niemand gewinnt das Duell.";
  if (o.tied_duel === "holder_wins" && o.advantage_seat) return `${g.seat(o.advantage_seat)} gewinnt das Duell.`;
  const then = o.advantage_seat ? `gewinnt es ${g.seat(o.advantage_seat)}` : "entscheidet das Los";
  return o.max_replays === 0 ? `Dann ${then}.` : `Das Duell wird wiederholt, ${times(o.max_replays)}; danach ${then}.`;
};

const matchEnds = (g: G): string => {
  const { wins_needed: wins, tied_duel, advantage_seat } = g.o;
  const first = wins === 1 ? "Das erste gewonnene Duell entscheidet." : `Wer als Erster ${wins} Duelle gewinnt.`;
  if (tied_duel !== "draw") return first;
  const last = advantage_seat ? `gewinnt ${g.seat(advantage_seat)}` : "entscheidet das Los";
  const regular = 2 * wins - 1;
  const when = regular === 1 ? "Endet es unentschieden" : `Nach ${regular} Duellen entscheiden mehr Siege; sind es gleich viele`;
  return `${first} ${when}, folgt ein weiteres Duell; endet auch das unentschieden, ${last}.`;
};

const things = (g: G) => {
  const { o } = g;
  const charmed = o.variant === "gods_collide" ? "jeden Zauber" : `jeden außer ${spell(g, "2")} und ${spell(g, "x")}`;
  const about: [string, string, string][] = [
    ["1", "Der Zauber, den du in der Runde davor gewirkt hast, kommt auf deine Hand zurück.", `Runde 3: Du wirkst ${spell(g, "6")}. Runde 4: Du wirkst diesen hier und hast ${spell(g, "6")} wieder.`],
    ["2", `Der Zauber gegenüber verliert seine Wirkung, nicht seine Zahl. Gegen ${spell(g, "x")} gewinnst du sofort das Duell.`, `Drüben liegt ${spell(g, "5")}, 5 gegen deine 2: ein Punkt für drüben, aber der nächste Zauber dort zählt nicht mehr als sonst.`],
    ["3", "Dein nächster Zauber liegt im Nebel: Man sieht, was er bringt, aber nicht, welcher es war.", `Nächste Runde wirkst du ${spell(g, "7")}. Drüben sieht man, dass du gewonnen hast, und muss raten, womit.`],
    ["4", `Diese Runde gewinnt die niedrigere Zahl. ${spell(g, "x")} gewinnt trotzdem.`, "Deine 4 gegen eine 7: dein Punkt. Deine 4 gegen eine 3: keiner für dich."],
    ["5", "Dein nächster Zauber zählt 2 mehr.", `Nächste Runde zählt ${spell(g, "6")} bei dir 8.`],
    ["6", "Gewinnt er seine Runde, bekommst du 2 Punkte statt 1.", "6 gegen 5: 2 Punkte für dich. 6 gegen 7: 1 für drüben."],
    ["7", "Dein eigener nächster Zauber zählt 2 weniger: der Preis der hohen Zahl.", `Nächste Runde zählt ${spell(g, "6")} bei dir 4.`],
    ["8", `Nach der Runde darfst du einen Zauber verbieten, der drüben als nächster nicht gewirkt werden darf: ${charmed}. Du hast dafür ${g.long(o.charm_seconds)}. Das Verbot gilt nicht, wenn sonst nichts mehr zu wirken bliebe.`, `Du verbietest ${spell(g, "6")}. Nächste Runde muss es drüben ohne gehen.`],
    ["x", `Gewinnt die Runde gegen alles außer ${spell(g, "2")} und sich selbst. Gegen ${spell(g, "1")} gewinnt es sofort das Duell. Es hat keine Zahl, also kommt nichts hinzu.`, `Gegen ${spell(g, "8")}: dein Punkt. Gegen ${spell(g, "2")}: Das Duell ist verloren. Gegen ein zweites ${spell(g, "x")}: kein Punkt.`],
  ];
  if (o.phantasmal_killer) about.unshift(["0", "Führst du mit mindestens 2 Punkten, sobald diese Runde gezählt ist, gewinnst du sofort das Duell.", "Du führst 5 : 2 und verlierst die Runde mit 1 Punkt: 5 : 3, und das Duell gehört dir."]);
  const spells = about.map(([id, does, example]) => ({ title: g.name("spell", id), tag: id === "x" ? "–" : id, does, example, sign: id }));
  if (!hasItems(g)) return [{ title: "Die Zauber", things: spells }];
  const items = [
    {
      title: g.name("item", "athenas_wisdom"), sign: "athenas_wisdom",
      does: `Einmal in der Partie kann statt eines Zaubers der Hand ${spell(g, "w")} gewirkt werden: Sie zählt 1 mehr als der Zauber gegenüber. ${spell(g, "2")} macht sie zur 0, und ${spell(g, "x")} schlägt sie.`,
      example: "Gegen eine 8 zählt sie 9: ein Punkt.",
    },
    {
      title: g.name("item", "hestias_hearth"), sign: "hestias_hearth",
      does: "Wem er gehört, der gewinnt jedes Duell, das mit gleichen Punkten endet.",
      example: "Das Duell endet 4 : 4. Es ist gewonnen, nicht unentschieden.",
    },
    {
      title: g.name("item", "apollos_daybreak"), sign: "apollos_daybreak",
      does: `Nach einer Runde, die das Duell nicht beendet hat, ist ${g.long(o.daybreak_seconds)} Zeit, sie ungeschehen zu machen, ${times(o.daybreak_uses)} in der Partie. Was gesehen wurde, bleibt gesehen.`,
      example: "Ein verlorener Punkt ist wieder weg, beide Zauber sind zurück auf den Händen, und die Runde beginnt noch einmal.",
    },
  ];
  return [{ title: "Die Zauber", things: spells }, { title: "Die Gegenstände", note: ownersOf(g), things: items }];
};

const ownersOf = (g: G): string => {
  const { o } = g;
  const owned = Object.entries(o.items).filter(([, owner]) => owner !== null);
  const said = owned.map(([id, owner]) => `${item(g, id)} hat ${g.seat(owner as string)}.`);
  if (o.item_draft.length > 0) said.push(`Vor dem ersten Duell werden Gegenstände gewählt, in dieser Reihenfolge: ${o.item_draft.map(g.seat).join(" → ")}, mit je ${g.long(o.draft_seconds)} Zeit.`);
  return said.join(" ");
};

export const texts: Told<WizardsDuelOptions> = {
  aim: ({ o }) => (o.wins_needed === 1 ? "Gewinne das Duell." : `Gewinne ${o.wins_needed} Duelle, bevor es drüben jemand tut.`),
  more: (g) => `In einem Duell haben beide dieselben ${spellsOf(g)} Zauber und wählen jede Runde einen davon, geheim. Der stärkere bringt Punkte. Mehr Punkte nach ${spellsOf(g)} Runden gewinnen das Duell.`,
  picture: () => "Zwei Reihen von Perlen: Wer seine Reihe zuerst füllt, hat gewonnen",
  round: (g) => [
    ["Wähle einen Zauber", `Einen von deiner Hand. Für dieses Duell ist er damit weg, außer ${spell(g, "1")} bringt ihn zurück.`],
    ["Versiegle ihn", `Du hast ${g.long(g.o.cast_seconds)} und kannst ihn ändern, bis die Runde aufgedeckt wird. Niemand sieht, ob du schon gewählt hast.`],
    ["Beide liegen offen", g.o.early_close || g.isEager ? "Sobald beide versiegelt haben, oder wenn die Zeit um ist." : "Wenn die Zeit um ist. Wer zuerst da war, zählt nie."],
    ["Die höhere gewinnt", "1 Punkt für die höhere Zahl, wenn kein Zauber etwas anderes sagt. Gleiche Zahlen: kein Punkt."],
    ["Was bleibt", "Manche Zauber wirken in die nächste Runde: mehr oder weniger Stärke, Nebel, ein verbotener Zauber."],
  ],
  things,
  secrets: (g) => ({
    own: ["Der Zauber, den du gewählt hast, bis die Runde aufgedeckt wird", "Ob du überhaupt gewählt hast", "Deine Hand, sobald etwas im Nebel gewirkt wurde"],
    some: ["Was auf den nächsten Zauber wartet, 2 mehr, 2 weniger oder Nebel: Das weiß, wer beide Zauber der letzten Runde gesehen hat"],
    all: ["Jeder offene Zauber, wer gewonnen hat, und die Punkte", "Wie viele Zauber jeder hat, und welche es sein können", "Welcher Zauber verboten ist", "Wer nichts rechtzeitig gewirkt hat"],
    none: [`Welcher Zauber im Nebel gewirkt wurde, ${revealed(g)}. Einer, der einen Zauber zurückgeholt hat oder einen verbieten darf, ist gleich zu sehen`, "Ob ein Zauber aufgehoben wurde und was er am Ende zählte: Beides lässt sich ausrechnen"],
  }),
  end: (g) => {
    const { o } = g;
    return [
      ["Ein Duell", `Es dauert ${spellsOf(g)} Runden, wenn es nicht vorher gewonnen wird: ${spell(g, "2")} gegen ${spell(g, "x")}, ${spell(g, "x")} gegen ${spell(g, "1")}${o.phantasmal_killer ? `, oder ${spell(g, "0")} mit 2 Punkten Vorsprung` : ""}.`],
      ["Gleiche Punkte", hasItems(g) ? `Wer ${item(g, "hestias_hearth")} hat, gewinnt. Ohne ihn: ${tie(g)}` : tie(g)],
      ["Die Partie", matchEnds(g)],
      [
        "Nichts geschickt?",
        o.timeout === "lose_duel"
          ? "Du verlierst das Duell. Haben beide nichts geschickt, endet es mit gleichem Stand."
          : `Für dich wird ein Zauber gelost, und die Runde geht mit 1 Punkt nach drüben. Haben beide nichts geschickt, beginnt die Runde noch einmal, ${times(o.max_restarts)}; dann wird für beide gelost, und niemand bekommt einen Punkt.`,
      ],
    ];
  },
  asked: (g) => [
    ["Wann gibt es einen Punkt?", "Wenn eine Runde aufgedeckt wird: 1 für den, der sie gewinnt, oder 2 mit dem Zauber der Zahl 6. Wer verliert, bekommt nie einen, und gleiche Zahlen bringen keinen."],
    ["Warum hat die niedrigere Zahl gewonnen?", `Jemand hat ${spell(g, "4")} gewirkt, und ${spell(g, "2")} hat es nicht aufgehoben. Oder die Runde davor hat die Zahl verändert: ${spell(g, "5")} gibt 2 dazu, ${spell(g, "7")} nimmt 2 weg.`],
    ["Warum kann ich diesen Zauber nicht wirken?", `Er ist für dieses Duell weg, oder er wurde dir mit ${spell(g, "8")} für eine Runde verboten.`],
    ["Warum war das Duell früher zu Ende?", "Manche Zauber gewinnen es sofort. Welche, steht unter „Wie es endet“."],
  ],
  match: (g) => {
    const { o } = g;
    const replayed = o.tied_duel === "replay" || (o.tied_duel === "holder_wins" && !o.advantage_seat);
    return [
      ["Siege für die Partie", duels(o.wins_needed)],
      ["Zauber", `${spellsOf(g)}${o.phantasmal_killer ? `, mit ${spell(g, "0")}` : ""}`],
      ["Ihre Namen", o.theme === "olympians" ? "die der Götter" : "die der Zauberer"],
      ["Zeit zum Wirken", g.long(o.cast_seconds)],
      ["Länger vor einem neuen Duell", o.break_seconds ? g.long(o.break_seconds) : "nein"],
      ["Zeit, einen Zauber zu verbieten", g.long(o.charm_seconds)],
      ["Wird aufgedeckt, sobald beide versiegelt haben", yes(o.early_close || g.isEager)],
      ["Gleiche Punkte", { holder_wins: "ihr Inhaber gewinnt", replay: "wird wiederholt", draw: "niemand gewinnt" }[o.tied_duel]],
      ["Inhaber des Gleichstands", o.advantage_seat ? g.seat(o.advantage_seat) : "niemand"],
      ...(replayed ? [["Ein Duell wird wiederholt", times(o.max_replays)] as const] : []),
      ["Nichts geschickt", o.timeout === "lose_duel" ? "das Duell ist verloren" : "ein Zauber wird gelost, der Punkt ist weg"],
      ...(o.timeout === "random_penalty" ? [["Beide nichts: noch einmal", times(o.max_restarts)] as const] : []),
      ["Zauber im Nebel", `verborgen ${revealed(g)}`],
      ["Gegenstände", hasItems(g) ? ownersOf(g) : "keine"],
      ...(o.item_draft.length > 0 ? [["Zeit, einen zu wählen", g.long(o.draft_seconds)] as const] : []),
      ...(hasItems(g) ? [[g.name("item", "apollos_daybreak"), `${times(o.daybreak_uses)}, ${g.long(o.daybreak_seconds)} zum Entscheiden`] as const] : []),
      ["Gespräch am Tisch", yes(o.table_talk)],
    ];
  },
};
