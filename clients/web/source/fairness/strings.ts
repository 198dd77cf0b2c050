// What the check of a match says, in the language of the interface; the verifier's remarks by their codes.

import type { Remark } from "moirai-client/verifier";
import { language } from "../strings/index.js";

type Given = Remark["given"];

const en = {
  fairness: "Fairness",
  intro: "This page can fetch the whole log and check it on this device, against what it kept during the match.",
  check: "Check fairness",
  checking: "Checking",
  logShut: "The rules of this match keep its log closed, so only the host can check it.",
  allAgrees: "Everything agrees.",
  disagrees: "Something does not agree.",
  chainGood: (n: number) => `The chain of all ${n} entries is whole: nothing was cut out or put in.`,
  seedGood: "The seed shown at the end is the one that was fixed before the first move, and every draw follows from it.",
  rulesGood: (game: string, version: number) => `The rules, run again over the sealed moves, give the same match (${game}, version ${version}).`,
  receiptsGood: (n: number) => `Your ${n} kept receipts are in the log.`,
  noReceipts: "This device kept no receipts of moves of yours.",
  notChecked: "Not checked",
  cannotShow: "It cannot show that nobody talked elsewhere.",
  saveKept: "Save what this page kept",
  saveLog: "Save the log",
  everybody: "whoever watches",
  host: "the host",
  remarks: {
    // Faults of entries
    gap: ({ entry, expected }: Given) => `Entry ${entry} stands where entry ${expected} should: entries are missing, moved or put in.`,
    previous: ({ entry }: Given) => `Entry ${entry} does not follow the one before it.`,
    time: ({ entry }: Given) => `The time of entry ${entry} is not valid.`,
    nonce: ({ entry }: Given) => `Entry ${entry} does not have the random number that makes its receipt secret.`,
    hash: ({ entry }: Given) => `Entry ${entry} was changed afterwards: its content does not fit its hash.`,
    head: ({ entry }: Given) => `Entry ${entry} tells another state of the log than there was before it.`,
    seed: ({ entry }: Given) => `The seed in entry ${entry} is not valid.`,
    commitment: ({ entry }: Given) => `The seed in entry ${entry} is not the one that was fixed before the first move.`,
    // The reason stands behind it, as the verifier tells it.
    step: ({ entry }: Given) => `By the rules, entry ${entry} could not happen like this:`,
    // What was not checked
    withheld: ({ count }: Given) => `The text of ${count === 1 ? "one private message" : `${count} private messages`}, which only the host gets; kind and place were checked.`,
    no_seed: () => "The draws: the seed is not in the log (yet).",
    rest: ({ count, entry }: Given) => `The steps of the ${count} entries after entry ${entry}, because they depend on it.`,
    old_log: () => "Which of several moves counted: an earlier server wrote this log, and did not tell.",
    no_rules: ({ game, version }: Given) => `Moves and their results: this page does not have the rules of ${game}, version ${version}.`,
    pack: () => "The format of the pack that the host gave.",
    tournament: () => "Pairings, results and places of the tournament.",
    // What this page kept
    found: ({ what, entry }: Given) => `The kept ${what} is in entry ${entry}.`,
    missing: ({ what, hash }: Given) =>
      `${{ commitment: "The commitment to the seed", receipt: "The receipt of a move of yours", head: "A state of the log" }[what!]} that this page kept is not in the log (${hash}).`,
    replaced: ({ entry, by }: Given) => `Your move in entry ${entry} was replaced by entry ${by}, of which this page has no receipt. Did you send it yourself, from another device perhaps?`,
    replaced_by_kept: ({ entry, by }: Given) => `Your move in entry ${entry} was replaced by yours in entry ${by}.`,
    replaced_by_next: ({ entry, by }: Given) => `Your move in entry ${entry} was replaced by entry ${by}, after somebody else had taken the seat.`,
    stood: ({ entry, by }: Given) => `Your move in entry ${entry} counted when its phase closed, in entry ${by}.`,
    not_closed: ({ entry }: Given) => `Your move is in entry ${entry}; its phase was not closed.`,
    stream_without_match: ({ viewer }: Given) => `The events that this page kept for ${viewer} do not name their match.`,
    stream_of_other_match: ({ viewer }: Given) => `The events that this page kept for ${viewer} are from a match that is not in the log.`,
    stream_differs: ({ viewer, event, entry }: Given) => `The log tells something else than the server told ${viewer} during the match: event ${event}, entry ${entry}.`,
    stream_cut: ({ viewer, event }: Given) => `The log ends before event ${event}, which the server told ${viewer} during the match.`,
    stream_equal: ({ viewer, count }: Given) => `All ${count} events that the server told ${viewer} are in the log.`,
  },
};

const de: typeof en = {
  fairness: "Fairness",
  intro: "Diese Seite kann das ganze Protokoll holen und auf diesem Gerät prüfen, auch gegen das, was sie während der Partie gespeichert hat.",
  check: "Fairness prüfen",
  checking: "Wird geprüft",
  logShut: "Nach den Regeln dieser Partie bleibt ihr Protokoll geschlossen; nur die Spielleitung kann prüfen.",
  allAgrees: "Alles stimmt überein.",
  disagrees: "Etwas stimmt nicht überein.",
  chainGood: (n) => `Die Kette aller ${n} Einträge ist lückenlos: Nichts wurde entfernt oder eingefügt.`,
  seedGood: "Der am Ende gezeigte Startwert ist der vor dem ersten Zug festgelegte, und jede Ziehung folgt aus ihm.",
  rulesGood: (game, version) => `Die Regeln, auf die versiegelten Züge noch einmal angewandt, ergeben dieselbe Partie (${game}, Version ${version}).`,
  receiptsGood: (n) => `Deine ${n} gespeicherten Quittungen stehen im Protokoll.`,
  noReceipts: "Auf diesem Gerät sind keine Quittungen deiner Züge gespeichert.",
  notChecked: "Nicht geprüft",
  cannotShow: "Dass niemand anderswo geredet hat, lässt sich nicht zeigen.",
  saveKept: "Daten dieser Seite speichern",
  saveLog: "Protokoll speichern",
  everybody: "alle, die zuschauen",
  host: "die Spielleitung",
  remarks: {
    gap: ({ entry, expected }) => `Eintrag ${entry} steht dort, wo Eintrag ${expected} stehen müsste: Einträge fehlen, sind verschoben oder eingefügt.`,
    previous: ({ entry }) => `Eintrag ${entry} schließt nicht an den vorigen an.`,
    time: ({ entry }) => `Die Zeit von Eintrag ${entry} ist ungültig.`,
    nonce: ({ entry }) => `In Eintrag ${entry} fehlt die Zufallszahl, die seine Quittung geheim hält.`,
    hash: ({ entry }) => `Eintrag ${entry} wurde nachträglich geändert: Sein Inhalt passt nicht zu seiner Prüfsumme.`,
    head: ({ entry }) => `Eintrag ${entry} nennt einen anderen Stand des Protokolls, als vor ihm bestand.`,
    seed: ({ entry }) => `Der Startwert in Eintrag ${entry} ist ungültig.`,
    commitment: ({ entry }) => `Der Startwert in Eintrag ${entry} ist nicht der, der vor dem ersten Zug festgelegt wurde.`,
    step: ({ entry }) => `Eintrag ${entry} ist nach den Regeln so nicht möglich. Der Grund, auf Englisch:`,
    withheld: ({ count }) => `Der Text von ${count === 1 ? "einer privaten Nachricht" : `${count} privaten Nachrichten`}, den nur die Spielleitung bekommt; Art und Platz wurden geprüft.`,
    no_seed: () => "Die Ziehungen: Der Startwert steht (noch) nicht im Protokoll.",
    rest: ({ count, entry }) => `Die Schritte der ${count} Einträge nach Eintrag ${entry}, weil sie von ihm abhängen.`,
    old_log: () => "Welcher von mehreren Zügen galt: Ein früherer Server hat dieses Protokoll geschrieben und es nicht vermerkt.",
    no_rules: ({ game, version }) => `Züge und ihre Folgen: Diese Seite hat die Regeln von ${game}, Version ${version}, nicht.`,
    pack: () => "Der Aufbau des Pakets, das die Spielleitung angegeben hat.",
    tournament: () => "Paarungen, Ergebnisse und Plätze des Turniers.",
    found: ({ what, entry }) => `${{ commitment: "Die gespeicherte Festlegung des Startwerts", receipt: "Die gespeicherte Quittung", head: "Der gespeicherte Stand" }[what!]} steht in Eintrag ${entry}.`,
    missing: ({ what, hash }) =>
      `${{ commitment: "Die Festlegung des Startwerts, die", receipt: "Die Quittung eines deiner Züge, die", head: "Ein Stand des Protokolls, den" }[what!]} diese Seite gespeichert hat, fehlt im Protokoll (${hash}).`,
    replaced: ({ entry, by }) => `Dein Zug in Eintrag ${entry} wurde durch Eintrag ${by} ersetzt, für den diese Seite keine Quittung hat. Hast du ihn selbst geschickt, vielleicht von einem anderen Gerät?`,
    replaced_by_kept: ({ entry, by }) => `Dein Zug in Eintrag ${entry} wurde durch deinen in Eintrag ${by} ersetzt.`,
    replaced_by_next: ({ entry, by }) => `Dein Zug in Eintrag ${entry} wurde durch Eintrag ${by} ersetzt, nachdem jemand anderes den Platz eingenommen hatte.`,
    stood: ({ entry, by }) => `Dein Zug in Eintrag ${entry} galt, als seine Phase schloss, in Eintrag ${by}.`,
    not_closed: ({ entry }) => `Dein Zug steht in Eintrag ${entry}; seine Phase wurde nicht geschlossen.`,
    stream_without_match: ({ viewer }) => `Die gespeicherten Ereignisse für ${viewer} nennen ihre Partie nicht.`,
    stream_of_other_match: ({ viewer }) => `Die gespeicherten Ereignisse für ${viewer} stammen aus einer Partie, die nicht im Protokoll steht.`,
    stream_differs: ({ viewer, event, entry }) => `Das Protokoll sagt etwas anderes, als der Server während der Partie mitgeteilt hat (an: ${viewer}): Ereignis ${event}, Eintrag ${entry}.`,
    stream_cut: ({ viewer, event }) => `Das Protokoll endet vor Ereignis ${event}, das der Server während der Partie mitgeteilt hat (an: ${viewer}).`,
    stream_equal: ({ viewer, count }) => `Alle ${count} Ereignisse, die der Server mitgeteilt hat (an: ${viewer}), stehen im Protokoll.`,
  },
};

export const tell = language === "de" ? de : en;

interface Names {
  /** The title of the game. */
  game: string;
  nameOf: (viewer: string) => string | null;
}

/** What the verifier says, in the language of the interface; in its own words if it says something new. */
export function remarkText({ code, line, given }: Remark, { game, nameOf }: Names, texts = tell): string {
  const say = (texts.remarks as { [code: string]: (given: Given) => string })[code];
  const viewer = String(given["viewer"]);
  const called = viewer === "spectator" ? texts.everybody : viewer === "host" ? texts.host : (nameOf(viewer) ?? viewer);
  return say ? say({ ...given, viewer: called, ...("game" in given && { game }) }) : line;
}

/** For tests: all languages. */
export const languages = { en, de };
