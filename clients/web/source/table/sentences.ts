// What happened, as lines: the server's own facts in sentences, the facts of games by the names of their fields.

import type { Fact, JsonValue, MatchDetails, ViewerEvent } from "moirai-client";
import { isNothing } from "../boards/values.js";
import { say } from "../strings/index.js";
import { spaced, type Words } from "../words.js";
import { channelName, placeName, seatName } from "./people.js";

export interface Teller {
  details: MatchDetails;
  viewer: string;
  words: Words;
}

export interface Line {
  /** A sentence, or the title of what happened. */
  text: string;
  /** What belongs to it: fields and their values. */
  parts: { name: string; value: JsonValue; parent: string }[];
  /** Whether it is part of the game, as against the course of the match. */
  ofGame: boolean;
}

/** Facts that say nothing to people, or are shown elsewhere. */
const SILENT = new Set(["message_sent", "secret_options", "drawn", "entries_lost", "failure_noted"]);

export function linesOf(event: ViewerEvent, teller: Teller): Line[] {
  return event.facts.flatMap((fact) => {
    if (SILENT.has(fact.type)) return [];
    const sentence = ownSentence(fact, teller);
    if (sentence !== null) return sentence === "" ? [] : [{ text: sentence, parts: [], ofGame: false }];
    return [gameLine(fact, teller)];
  });
}

function gameLine(fact: Fact, { words, viewer }: Teller): Line {
  const { type, ...rest } = fact as { type: string; [name: string]: JsonValue };
  const name = type.slice(type.indexOf(".") + 1);
  const parts = Object.entries(rest).filter(([field, value]) => value !== false && !isNothing(value) && !(field === "seat" && value === viewer));
  const title = words.thing("type", type);
  return {
    text: title === spaced(type) ? words.thing("type", name) : title,
    parts: parts.map(([field, value]) => ({ name: field, value, parent: name })),
    ofGame: true,
  };
}

/** A fact of the server in a sentence; empty if it needs none, null if the fact is of a game. */
function ownSentence(fact: Fact, { details, viewer, words }: Teller): string | null {
  const who = (seat: string) => seatName(details, seat, viewer) ?? seat;
  switch (fact.type) {
    case "match_created":
      return say.fact.match_created(fact.host.name);
    case "seat_taken":
      return fact.player
        ? say.fact.seat_taken(fact.player.name, placeName(fact.seat))
        : say.fact.bot_seated(placeName(fact.seat));
    case "seat_left":
      return say.fact.seat_left(placeName(fact.seat));
    case "seat_reserved":
      return say.fact.seat_reserved(placeName(fact.seat), fact.player.name);
    case "seat_released":
      return say.fact.seat_released(placeName(fact.seat));
    case "door_closed":
    case "door_opened":
    case "match_started":
    case "match_suspended":
    case "match_resumed":
    case "match_ended":
    case "seed_revealed":
      return say.fact[fact.type];
    case "phase_opened":
      return say.fact.phase_opened(fact.phase.round, words.thing("phase", fact.phase.name));
    case "submitted":
      return fact.by_bot ? say.fact.bot_submitted : fact.seat === viewer ? say.fact.submitted : say.fact.seat_submitted(who(fact.seat));
    case "withdrawn":
      return fact.seat === viewer ? say.fact.withdrawn : "";
    case "seat_submitted":
      return say.fact.seat_submitted(who(fact.seat));
    case "phase_closed":
      return say.fact.phase_closed[fact.because];
    case "submission_counted":
      return fact.seat !== viewer || fact.receipt !== null ? "" : say.fact.not_counted;
    case "match_paused":
      return say.fact.match_paused(fact.reason ?? "");
    case "channel_opened":
      return fact.channel.startsWith("host:") ? "" : say.fact.channel_opened(channelName(details, fact.channel, viewer));
    case "channel_closed":
      return fact.channel.startsWith("host:") ? "" : say.fact.channel_closed(channelName(details, fact.channel, viewer));
    case "seat_muted":
      return say.fact.seat_muted(who(fact.seat), fact.reason);
    case "seat_unmuted":
      return say.fact.seat_unmuted(who(fact.seat));
    case "match_adjudicated":
      return say.fact.match_adjudicated(fact.reason);
    case "match_voided":
      return say.fact.match_voided(fact.reason);
    default:
      return fact.type.includes(".") ? null : "";
  }
}
