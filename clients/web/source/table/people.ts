// Who sits where, and what seats and talks are called.

import type { MatchReply, SeatListing } from "moirai-client";
import { listed, say } from "../strings/index.js";
import { spaced, type Words } from "../words.js";

/** A seat with the name that the game gives it, in the words of its sentences: "Heaven 2", "Wizard B". */
type Seat = SeatListing & { title?: string; levelTitle?: string };

type Table = Pick<MatchReply, "host"> & { seats: readonly Seat[] };

/** A match whose seats have the names that the game gives them. */
export function withTitles<M extends { seats: SeatListing[] }>(match: M, words: Words): M {
  return { ...match, seats: match.seats.map((seat) => ({ ...seat, title: words.thing("seat", seat.id), ...(seat.level && { levelTitle: words.thing("level", seat.level) }) })) };
}

/** The place of a seat, whoever sits there. */
export const placeName = (seat: Seat): string => seat.title ?? spaced(seat.id);

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A name inside a sentence: writing from right to left leaves the rest of it in order. A player who left has no name. */
export function isolated(text: string): string {
  if (text === "") return say.left;
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

/** A letter that nothing can be joined to. */
const PLAIN = /^[!-~](?=[ -~]|$)/;

/** The first letter of a name, as its script sees letters. */
export function initial(name: string): string {
  const text = name.replace("\u2068", "");
  // A segmenter takes a slow phone 50 ms to make.
  const [first] = PLAIN.exec(text) ?? [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  return first?.toUpperCase() ?? "";
}

/** Who sits in a seat: a name; a bot is called by its seat. */
export function sitterName(seat: Seat): string {
  if (seat.player) return seat.player.name || say.left;
  return seat.bot ? placeName(seat) : say.free;
}

/** What else there is to say of who sits in a seat. */
export function sitterNote(seat: Seat): string {
  return seat.bot ? say.botOf(seat.levelTitle) : placeName(seat);
}

/** The name by which a seat is known at the table, never the same for two seats. */
export function seatName(details: Table, id: string, me: string): string | null {
  const seat = details.seats.find((one) => one.id === id);
  if (!seat) return id === "host" ? isolated(details.host.name) : null;
  if (!seat.player) return placeName(seat);
  const alike = details.seats.filter((one) => one.player?.name === seat.player?.name).length > 1;
  const own = isolated(seat.player.name);
  const name = alike ? `${own} (${placeName(seat)})` : own;
  return id === me ? `${name} (${say.you})` : name;
}

/** Whether a seat is a person's, and all others are bots'. */
export const playsBots = ({ seats }: Table, me: string): boolean => seats.some(({ id }) => id === me) && seats.every(({ id, bot }) => bot !== (id === me));

/** What a talk is called by somebody who takes part in it. */
export function channelName(details: Table, channel: string, me: string): string {
  if (channel === "table") return say.channelTable;
  if (channel === "heaven") return say.heaven;
  if (channel === "hell") return say.hell;
  const [kind, ...seats] = channel.split(":");
  const others = seats.filter((seat) => seat !== me).map((seat) => seatName(details, seat, me) ?? seat);
  if (kind === "host") return seats.includes(me) ? say.channelHost : say.channelHostOf(others.join(", "));
  return listed(others) || spaced(channel);
}

/** The title of a match's phase. */
export function phaseName(words: Words, phase: { name: string; round: number }): string {
  return say.phaseOf(words.thing("phase", phase.name), phase.round);
}
