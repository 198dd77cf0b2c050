// Messages, and who may write them.

import { SECOND, timeOf } from "../log/time.mjs";
import { ensure } from "../faults.mjs";
import { toEveryone, toSeats } from "./facts.mjs";

// Games open and close channels by channel_opened and channel_closed. The server opens one between each seat and the host.

export const RATE = { messages: 30, reactions: 10, span: 60n * SECOND };

export function say(match, entry, fact) {
  return fact.sign === undefined && fact.about !== undefined ? report(match, entry, fact) : speak(match, entry, fact);
}

/** A report of a seat, in the sender's channel to the host. */
function report(match, entry, { type, sender, text, about }) {
  const name = `host:${sender}`;
  const channel = match.channels.get(name);
  ensure(match.seats.includes(about.seat) && about.seat !== sender && match.occupants.get(about.seat), `nobody can be reported in seat ${about.seat}`);
  ensure(channel?.open, `channel ${name} is closed`);
  ensure(about.at === undefined || timeOf(about.at) <= timeOf(entry.at), "what is reported has not happened yet");
  return [toSeats([sender], { type, channel: name, sender, text, about })];
}

function speak(match, entry, { type, channel: name, sender, text, sign }) {
  const now = timeOf(entry.at);
  const channel = match.channels.get(name);
  const knows = channel && (sender === "host" || channel.to === "everyone" || channel.to.includes(sender));
  ensure(knows, `${sender} does not know channel ${name}`);
  ensure(channel.members.includes(sender), `only members can write in ${name}`);
  ensure(channel.open, `channel ${name} is closed`);
  if (!channel.members.includes("host")) {
    ensure(!match.muted.has(sender), `the host has muted ${sender}`);
    ensure(match.status === "running", "the match is paused or suspended");
    ensure(match.closesAt === null || now < match.closesAt, "the deadline of the phase has passed");
  }
  ensure(sign === undefined || channel.reactions, `channel ${name} has no reactions`);
  const [recent, most] = sign === undefined ? [match.spoken.get(sender) ?? [], RATE.messages] : [match.reacted.get(sender) ?? [], RATE.reactions];
  ensure(recent.length < most || now >= recent[0] + RATE.span || now < recent[0], "too many messages in a short time");
  const told = { type, channel: name, sender, text, ...(sign !== undefined && { sign }) };
  const seats = channel.members.filter((member) => member !== "host");
  return [channel.spectators ? toEveryone(told) : toSeats(seats, told)];
}
