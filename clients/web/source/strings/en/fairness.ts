// What the check of a match says; the verifier's remarks by their codes.

import type { Remark } from "moirai-client/verifier";

export type Given = Remark["given"];

export const texts = {
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
    left_and_named: ({ entry }: Given) => `Entry ${entry} names a player who, by other entries, has left, or the other way round.`,
    body: ({ entry }: Given) => `Entry ${entry} is redacted, and has no valid hash of what it was.`,
    redacted_move: ({ entry }: Given) => `Entry ${entry} is redacted although it is a move.`,
    // What was not checked
    redacted: ({ count, entries }: Given) => `The words of ${count === 1 ? "one entry" : `${count} entries`} against their hashes, because a player has left: entries ${entries}. As steps of the match they were checked.`,
    withheld: ({ count }: Given) => `The text of ${count === 1 ? "one private message" : `${count} private messages`}, which only the host gets; kind and place were checked.`,
    withheld_notes: ({ count }: Given) => `The text of ${count === 1 ? "one note" : `${count} notes`} of directors, which only they get; kind and place were checked.`,
    no_seed: () => "The draws: the seed is not in the log (yet).",
    rest: ({ count, entry }: Given) => `The steps of the ${count} entries after entry ${entry}, because they depend on it.`,
    old_log: () => "Which of several moves counted: an earlier server wrote this log, and did not tell.",
    no_rules: ({ game, version }: Given) => `Moves and their results: this page does not have the rules of ${game}, version ${version}.`,
    pack: () => "The format of the pack that the host gave.",
    tournament: () => "Pairings and places of the tournament.",
    series: () => "What directors did in the series.",
    administrator: ({ name }: Given) => `That ${name}, who acted as an administrator of the server, is one.`,
    outcomes: ({ count }: Given) => `Outcomes of ${count === 1 ? "one match" : `${count} matches`}, whose logs are not here.`,
    // What this page kept
    found: ({ what, entry }: Given) => `The kept ${what} is in entry ${entry}.`,
    missing: ({ what, hash }: Given) =>
      `${{ commitment: "The commitment to the seed", receipt: "The receipt of a move of yours", head: "A state of the log" }[what!]} that this page kept is not in the log (${hash}).`,
    replaced: ({ entry, by }: Given) => `Your move in entry ${entry} was replaced by entry ${by}, of which this page has no receipt. Did you send it yourself, from another device perhaps?`,
    unkept: ({ entry, by }: Given) => `Entry ${by} is in the same name as yours, ${entry}, and this page has no receipt of it. Did you cause it, from another device perhaps?`,
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
