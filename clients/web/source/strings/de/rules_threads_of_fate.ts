// Die Regeln von Schicksalsfäden, für Menschen.

import type { ThreadsOfFateOptions } from "moirai-client";
import type { Given, Told } from "../../rules/told.js";

type G = Given<ThreadsOfFateOptions>;

const ability = (g: G, id: string) => `„${g.name("ability", id)}“`;
const yes = (is: boolean) => (is ? "ja" : "nein");
const marked = (g: G) => g.listed(g.o.marked.map(g.seat));

/** Was eine Moira für kein Garn gibt, und für 3, 6 und 10. */
const moira = (g: G, id: string, does: string, levels: [string, string, string, string], example: string) => ({
  title: g.name("ability", id),
  sign: id,
  does,
  rows: ["0 bis 2 Garn", "3 bis 5", "6 bis 9", "10 oder mehr"].map((twine, at) => [twine, levels[at]!] as const),
  example,
});

const across = ({ o }: G) =>
  ({
    threads: "wenn ein Faden zwischen den beiden golden ist, oder mindestens so stark wie die Nummer der Runde, die zu Ende ging",
    always: "immer",
    never: "nie",
  })[o.cross_realm_talk];

export const texts: Told<ThreadsOfFateOptions> = {
  aim: () => "Halte ein Ende des stärksten goldenen Fadens, wenn die letzte Runde vorbei ist.",
  more: ({ o }) => `Fäden laufen zwischen Himmel und Hölle, wachsen jede Runde und können gekappt werden. Nach ${o.rounds} Runden gewinnen die zwei gemeinsam, die der stärkste goldene Faden verbindet, einer aus jedem Reich.`,
  picture: () => "Zwei Spalten von Plätzen mit Fäden dazwischen; der goldene ist der stärkste",
  round: (g) => [
    ["Besuch eine Moira", "Eine je Runde, jede nur einmal in der Partie. Sie gibt dir eine Fähigkeit; Garn macht sie stärker."],
    ["Spinn einen Faden", "Zu einem Platz des anderen Reichs. Er wächst am Ende jeder Runde um 1."],
    ["Kapp und schneide", "Kappen beendet die einfachen Fäden zwischen dir und einem anderen. Ein Anschneiden nimmt irgendeinem Faden ein wenig. Beides bringt Garn."],
    ["Versiegle es", `Du hast ${g.long(g.o.round_seconds)} und kannst es ändern, bis die Runde schließt. Alles in einem Plan ist freiwillig.`],
    ["Alles geschieht zugleich", `Besuche, Stärken, Kappen, Schnitte, neue Fäden, Wachsen, in dieser Folge${g.isEager ? ", sobald alle versiegelt haben" : ""}. Du erfährst dein Garn und die Fäden, die du gesponnen hast.`],
  ],
  things: (g) => [
    {
      title: "Was du tun kannst",
      things: [
        { title: "Spinnen", sign: "spin", does: "Ein Faden von dir zu einem Platz des anderen Reichs. Du kannst zu allen dort einmal spinnen, bevor du zu jemandem ein zweites Mal spinnst. Ein Faden in jeder Richtung: Ein zweiter bringt nichts.", example: "In Runde 1 gesponnen, hat er am Ende der Runde 1, und nach Runde 3 hat er 3." },
        { title: "Kappen", sign: "cut", does: "Jeder einfache Faden zwischen dir und dem genannten Platz ist weg. Seine Stärke wird Garn, geteilt unter allen, die ihn gekappt oder angeschnitten haben, aufgerundet. Goldene Fäden bleiben.", example: "Ein Faden von 5, von dir gekappt und von zwei anderen angeschnitten: je 2 Garn." },
        { title: "Anschneiden", sign: "snip", does: "Nimmt irgendeinem Faden 1, zwischen wem auch immer, auch einem goldenen. Bleiben 0 oder mehr, bekommst du 1 Garn, und bei 0 ist der Faden weg. Unter 0 ist er weg und bringt niemandem etwas.", example: "Ein Faden von 2: Zwei Schnitte beenden ihn, mit je 1 Garn. Drei beenden ihn, und niemand bekommt etwas." },
        { title: "Goldener Faden", sign: "gilding", does: `Nur er gewinnt. Einen kannst du in der Partie spinnen, mit ${ability(g, "gilding")}. Nur Schnitte können ihn beenden.`, example: "Dein einfacher Faden von 9 gewinnt nichts. Ein goldener von 4 vielleicht." },
        { title: "Garn", sign: "twine", does: "Was Kappen und Anschneiden bringen. Du spendest es einer Moira, wenn du sie besuchst: je mehr, desto stärker ihre Fähigkeit. Für sich gewinnt es nichts.", example: "Mit 6 Garn bringt ein Besuch so viel wie mit 9. Mit 5 nur so viel wie mit 3, und alle 5 sind weg." },
      ],
    },
    {
      title: "Die sechs Moiren",
      note: "Eine Fähigkeit wirkt von der Runde des Besuchs an bis zum Ende. Wie viel sie wert ist, hängt am Garn, das du bei diesem Besuch spendest.",
      things: [
        moira(g, "gilding", "Einmal in der Partie ist der Faden golden, den du spinnst. Er wächst um:", ["1 je Runde", "2", "3", "4"], "Mit 6 Garn hat der goldene Faden am Ende seiner ersten Runde 3, dann 6, dann 9."),
        moira(g, "head_start", "Jede Runde wird Stärke gespart, für einen Faden, den du später spinnst. Je Runde:", ["1", "2", "3", "4"], "In Runde 2 ohne Garn besucht, in Runde 4 genutzt: Der Faden beginnt mit 2 und hat am Ende der Runde 3."),
        moira(g, "boosting", "Jede Runde wird ein Faden stärker, an dem du hängst, auch einer, der zu dir gesponnen wurde:", ["um 1", "um 2", "um 3", "um 4"], "Ein Faden von 4, von beiden Enden ohne Garn gestärkt, hat 6, und am Ende der Runde 7."),
        moira(g, "protection", "Immer an: Jeder Schnitt an einem Faden, den du gesponnen hast, nimmt weniger:", ["1 weniger", "2 weniger", "3 weniger", "10 weniger"], "Ein einfacher Schnitt nimmt deinem Faden dann nichts. Wer schnitt, bekommt trotzdem 1 Garn."),
        moira(g, "recycling", "Immer an: mehr Garn für jeden Faden, der dir Garn bringt:", ["1 mehr", "2 mehr", "3 mehr", "3 mehr, und den Anteil noch einmal"], "3 gespendet: Aus einem Anteil von 3 Garn werden 5."),
        moira(g, "stronger_cutters", "Immer an: Jeder deiner Schnitte nimmt mehr:", ["1 mehr", "2 mehr", "4 mehr", "8 mehr"], "Ohne Garn nimmt dein Schnitt 2. Zu viel für einen Faden von 1: Er ist weg, und du bekommst nichts."),
      ],
    },
  ],
  secrets: (g) => ({
    own: ["Dein Plan, dein Garn und deine Fähigkeiten", "Die Fäden, die du gesponnen hast: wie stark sie sind, und welcher golden ist"],
    some: [
      ...(g.o.cross_realm_talk === "threads" ? ["Dass zwei von euch nächste Runde über die Grenze sprechen dürfen: Dann ist irgendein Faden zwischen euch golden oder stark, mehr wird nicht gesagt"] : []),
      ...(g.o.realm_talk ? ["Was dein Reich unter sich bespricht"] : []),
    ],
    all: ["Die Runde und ihre Zeit", ...(g.o.marked.length ? ["Wer gezeichnet ist"] : []), g.o.reveal_at_end === "full" ? "Am Ende: wer gewonnen hat, und alle Fäden, alles Garn und alle Fähigkeiten" : "Am Ende: wer gewonnen hat, und wer wohin geht"],
    none: ["Die Fäden, die zu dir gesponnen wurden", "Was dein Kappen oder Anschneiden bewirkt hat, außer dem Garn, das es brachte", "Wer gekappt oder angeschnitten hat, und wer wen besucht hat", "Dein Goldglanz", "Wer schon versiegelt hat", ...(g.o.reveal_at_end === "full" ? [] : ["Die Fäden der anderen, auch am Ende nicht"])],
  }),
  end: (g) => {
    const { o } = g;
    const falls = o.heaven_size - 2;
    const mark = g.name("consequence", "mark_of_elimination");
    return [
      ["Wer gewinnt?", "Die zwei, die der stärkste goldene Faden verbindet. Gleich stark: wer mehr an goldenen Fäden zwischen sich hat, dann an allen Fäden, dann dasselbe eine Runde früher."],
      ...(o.marked.length ? [["Gezeichnet", `${marked(g)}: Kein Paar mit einem gezeichneten Platz kann gewinnen.`] as const] : []),
      ["Vier kommen in den Himmel.", "Die zwei Sieger, und aus jedem Reich der Beste der Übrigen nach Goldglanz: der höchsten Stärke, die ein goldener Faden von ihm je hatte. Ohne goldenen Faden gewinnt niemand, und jedes Reich schickt seine besten zwei."],
      ["Die anderen", `${falls === 0 ? "Niemand fällt aus dem Himmel" : falls === 1 ? `1 fällt aus dem Himmel, mit dem ${mark}` : `${falls} fallen aus dem Himmel, mit dem ${mark}`}; dem Letzten der Hölle ohne Platz droht das Ausscheiden.`],
      ["Nichts geschickt?", "Dann geschieht in dieser Runde nichts von dir: kein Besuch, kein Faden, kein Kappen."],
    ];
  },
  asked: (g) => [
    ["Wozu ist Garn?", "Zum Spenden, wenn du eine Moira besuchst: 3, 6 oder 10 Garn machen ihre Fähigkeit stärker. Nach deinem letzten Besuch nützt es nichts mehr, und am Ende zählt es nicht."],
    ["Warum ist ein Platz gesperrt?", "Du hast zu ihm öfter gesponnen als zu einem anderen Platz dieses Reichs. Spinn erst zu den anderen."],
    ["Mit wem kann ich sprechen?", `Mit deinem Reich: ${g.o.realm_talk ? "immer" : "nie"}. Über die Grenze: ${across(g)}.`],
    ["Warum haben wir gewonnen?", "Der goldene Faden zwischen euch beiden war am Ende der letzten Runde der stärkste. Wo er wuchs und wer ihn stärkte, zeigt sich nur an Fäden, die du gesponnen hast."],
    ["Warum hat mein Stärken oder Anschneiden nichts bewirkt?", "Den Faden gab es nicht, oder er wurde in derselben Runde vorher gekappt. Du darfst auf Fäden zielen, die du nur vermutest; ob du recht hattest, erfährst du nicht."],
  ],
  match: (g) => {
    const { o } = g;
    return [
      ["Spieler", `${o.heaven_size + o.hell_size}: ${o.heaven_size} im Himmel, ${o.hell_size} in der Hölle`],
      ["Runden", String(o.rounds)],
      ["Eine Runde dauert", g.long(o.round_seconds)],
      ["Schließt früher, wenn alle versiegelt haben", yes(g.isEager)],
      ["Gezeichnete Plätze", o.marked.length ? marked(g) : "keine"],
      ["Gespräch im eigenen Reich", o.realm_talk ? "frei, die ganze Partie" : "keins"],
      ["Gespräch über die Grenze", { threads: "wo ein Faden golden oder stark ist", always: "frei, die ganze Partie", never: "keins" }[o.cross_realm_talk]],
      ["Am Ende liegt offen", o.reveal_at_end === "full" ? "alles" : "Sieger und Plätze"],
    ];
  },
};
