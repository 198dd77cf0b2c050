#!/usr/bin/env node
/*
A second verifier of Moirai's logs of matches, tournaments and series, for players who do not want to rely on the server's own verifier.

  node verify.mjs match.ndjson [--commitment HASH]… [--receipt HASH]… [--head HASH]… [--kept FILE] [--seat SEAT --events FILE]

The exit code is 0 if every log in the file is good, 1 if something is wrong, and 2 if a file cannot be read. What was not
checked, such as the rules of a game that are not in games/, is printed as "not checked" and does not change the exit code.

The program needs Node 20 and nothing else, and shares no code with the server. It is written from log.md (entries, chain,
steps), chance.md (seed and draws), protocol.md (channels), openapi.json (the fields of facts) and the rulebooks of the games.

  log/      files of logs, entries, canonical JSON, hashes, times, the chain
  chance    the commitment to the seed, and the draws
  match/    for each entry, whether it could happen and which facts it must have; the state of a match
  games/    the rules of each game
  tournament/  the draws of a tournament, and all of groups with their bracket
  series/      the draws of a series, and who is where after each episode
  seals/    what players kept of a match, compared with its log
  remarks   what is said of a log, with codes for other languages
  report    what was found in a file, for this command and for pages
  verify    this command

All but verify and log/bytes also run in a browser.

A server sends all modules as one file, /docs/verify.mjs, in which each module is a function.
*/

import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { readBytes } from "./log/bytes.mjs";
import { Unreadable } from "./log/file.mjs";
import { reportOn } from "./report.mjs";
import { nothingKept, readKept, readEvents } from "./seals/seals.mjs";

/** A line without control characters: it may contain names from anywhere. */
const harmless = (line) => line.replace(/[\p{C}\p{Z}]/gu, (sign) => (sign === " " ? sign : "\uFFFD"));

function entropyLines(entropy) {
  const seats = Object.keys(entropy).sort();
  if (seats.length === 0) return ["  no player mixed entropy into the draws"];
  return seats.map((seat) => `  seat ${seat} mixed entropy ${entropy[seat]} into the draws`);
}

const COMPARE = "compare it with the other players; if it differs, the server showed you different matches";

/** The exit code for a file's bytes, and the lines to print. */
export function judge(bytes, kept = nothingKept()) {
  let found;
  try {
    found = reportOn(bytes, kept);
  } catch (error) {
    if (error instanceof Unreadable) return { code: 2, lines: [error.message] };
    throw error;
  }
  const lines = [];
  for (const { id, entries, faults, unchecked, rules, entropy, lastHash } of found.matches) {
    lines.push(`${id}: ${faults.length > 0 ? "WRONG" : "good"}, ${entries} entries`);
    lines.push(...faults.map(({ line }) => `  ${line}`), ...unchecked.map(({ line }) => `  not checked: ${line}`));
    if (rules) lines.push(`  checked with the rules of ${rules}`);
    if (faults.length > 0) continue;
    if (entropy) lines.push(...entropyLines(entropy));
    lines.push(`  last hash ${lastHash}: ${COMPARE}`);
  }
  lines.push(...found.findings.map(({ line }) => line));
  return { code: found.good ? 0 : 1, lines: lines.map(harmless) };
}

const USAGE = "Usage: node verify.mjs match.ndjson [--commitment HASH]… [--receipt HASH]… [--head HASH]… [--kept FILE] [--seat SEAT --events FILE]";

/** The words of the command line, by option; words without an option are files. Null if they do not fit the usage. */
function parse(words) {
  const given = { commitment: [], receipt: [], head: [], kept: [], seat: [], events: [], files: [] };
  while (words.length > 0) {
    const word = words.shift();
    const [, option, value = words[0]] = /^--(\w+)(?:=(.*))?$/.exec(word) ?? [];
    if (option === undefined) given.files.push(word);
    else if (option === "files" || !Object.hasOwn(given, option) || value === undefined) return null;
    else given[option].push(word.includes("=") ? value : words.shift());
  }
  const together = given.seat.length === given.events.length && given.seat.length < 2 && given.kept.length < 2;
  return given.files.length === 1 && together ? given : null;
}

function collect({ commitment, receipt, head, kept, seat, events }) {
  const read = (path, how) => {
    const text = readBytes(path).toString("utf8");
    try {
      return how(text);
    } catch {
      throw new Unreadable(`${path}: The file was not written by a client.`);
    }
  };
  const files = [...kept.map((path) => read(path, readKept)), ...events.map((path) => read(path, (text) => readEvents(seat[0], text)))];
  const all = [{ ...nothingKept(), commitment, receipt, head }, ...files];
  return Object.fromEntries(Object.keys(nothingKept()).map((what) => [what, all.flatMap((one) => one[what])]));
}

function main(words) {
  const given = parse(words);
  if (!given) {
    console.error(USAGE);
    return 2;
  }
  try {
    const { code, lines } = judge(readBytes(given.files[0]), collect(given));
    for (const line of lines) code === 2 ? console.error(harmless(`${given.files[0]}: ${line}`)) : console.log(line);
    return code;
  } catch (error) {
    if (!(error instanceof Unreadable) && !error.code) throw error;
    console.error(harmless(error instanceof Unreadable ? error.message : `${error.path ?? "The file"} cannot be read (${error.code}).`));
    return 2;
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));
