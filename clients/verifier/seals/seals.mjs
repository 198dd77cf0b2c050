// What players kept of a match: reading it from files.

import { canonical } from "../log/canonical.mjs";
import { isObject, isText, isTexts, isWhole, orNull } from "../shapes.mjs";

// It is { commitment, receipt, head, streams }: three lists of hashes, and a list of { match, viewer, events }. Each of the
// events is [cursor, event], and an event is the canonical JSON of { at, facts }. `match` is null if it is not known.

export const nothingKept = () => ({ commitment: [], receipt: [], head: [], streams: [] });

/** A file that a client wrote: { match_id, commitments, receipts, heads, streams: { viewer: [event] } }, all optional. */
export function readKept(text) {
  const { match_id = null, commitments = [], receipts = [], heads = [], streams = {}, ...rest } = JSON.parse(text);
  const fit = [commitments, receipts, heads].every(isTexts) && isObject(streams) && orNull(isText)(match_id);
  if (!fit || Object.keys(rest).length > 0) throw new TypeError("not what clients write");
  const read = Object.entries(streams).flatMap(([viewer, events]) => streamsOf(viewer, events, match_id));
  return { commitment: commitments, receipt: receipts, head: heads, streams: read };
}

/** Events as they were received: one per line, a list, or a page of `listEvents`. */
export function readEvents(viewer, text) {
  let read;
  try {
    read = JSON.parse(text);
  } catch {
    read = text.split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));
  }
  if (isObject(read)) read = read.events ?? [read];
  return { ...nothingKept(), streams: streamsOf(viewer, read, null) };
}

/** The streams of events, by match. */
function streamsOf(viewer, events, inMatch) {
  if (!Array.isArray(events)) throw new TypeError("events stand in a list");
  const matches = new Map();
  for (const event of events) {
    if (!isObject(event) || !["event", "tournament_event", "series_event"].includes(event.type ?? "event")) continue; // Another frame of a socket.
    const { cursor, at, facts } = event;
    const named = ["match_id", "tournament_id", "series_id"].find((name) => Object.hasOwn(event, name));
    const match = named === undefined ? inMatch : event[named];
    if (!orNull(isText)(match) || !isWhole(cursor) || !isText(at) || !Array.isArray(facts)) throw new TypeError("no event");
    if (!matches.has(match)) matches.set(match, new Map());
    const told = canonical({ at, facts });
    if ((matches.get(match).get(cursor) ?? told) !== told) throw new TypeError("two events under one cursor");
    matches.get(match).set(cursor, told);
  }
  return [...matches].map(([match, of]) => ({ match, viewer, events: [...of] }));
}
