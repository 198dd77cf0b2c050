// The fields of the server's own facts (openapi.json), besides `type`.

import { isHash } from "../log/entry.mjs";
import { isTime } from "../log/time.mjs";
import { LEFT } from "../log/redactions.mjs";
import { isObject, isText, isTexts, isFlag, isWhole, orNull, among, between, anything, ifGiven, hasShape } from "../shapes.mjs";
import { ensure } from "../faults.mjs";
import { isRest } from "./rests.mjs";

// Texts and numbers that people choose have the bounds of API requests (openapi.json), named at the end of the line.

const STEERING = "\\x00-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff";
const INVISIBLE = "\\s\\u00ad\\u200b-\\u200d\\u2060\\u2800\\u3164";
const textOf = (most, pattern) => {
  const whole = new RegExp(`^${pattern}$`, "u");
  return (value) => isText(value) && [...value].length <= most && whole.test(value);
};
const visible = (unfit) => `[^${unfit}]*[^${unfit}${INVISIBLE}][^${unfit}]*`;
const isName = textOf(40, visible(`${STEERING}\\u200b`)); // PlayerRequest
const isReason = textOf(500, `[^${STEERING}]*`); // PauseAction, MuteAction, AdjudicateAction, VoidAction
const isMessage = textOf(2000, visible(STEERING)); // MessageRequest
const isAbout = (value) => hasShape(value, { seat: isText, at: ifGiven(isText) });
const isSign = among("applause", "laugh", "surprise", "thanks", "doubt", "good_luck"); // MessageRequest
const isLabel = textOf(80, visible(STEERING)); // MatchRequest
const isRank = between(1, 64); // AdjudicateAction
const isLag = between(0, 100); // MatchRequest
const ABSENCE = { then: among("bot", "waiting", "forfeit"), grace_seconds: between(1, 86_400), excused_phases: between(0, 100) }; // InPlayRequest
export const isId = textOf(26, "[0-9abcdefghjkmnpqrstvwxyz]{26}");

const PERSON = { player_id: isId, name: (value) => value === LEFT || isName(value) };
export const isPerson = (value) => hasShape(value, PERSON);
const isRole = among("owner", "director", "arbiter", "observer");
const isNumber = between(1, 1_000_000);
const isTable = (value) => hasShape(value, { tournament_id: isId, round: isNumber, table: isNumber });
const isPlace = (value) => hasShape(value, { series_id: isId, episode: isNumber, match: among("main", "death") });
const isMove = anything;
const CONSEQUENCES = ["winner", "ascends", "descends", "mark_of_elimination", "elimination_candidate", "token_of_life"];
const isOutcome = (rank) => (value) =>
  hasShape(value, { rank: isObject, consequences: isObject }) &&
  Object.values(value.rank).every(rank) &&
  Object.values(value.consequences).every((list) => isTexts(list) && list.every(among(...CONSEQUENCES)));

const FACTS = {
  match_created: {
    match_id: isId, game: isText, variant: isText, rules_version: isWhole, options: isObject, seats: Array.isArray,
    pace: among("deadline", "eager"), visibility: among("public", "unlisted", "private"), autostart: isFlag,
    show_submitted: isFlag, open_log: isFlag, spectator_lag: isLag, host: isPerson, seed_commitment: isHash,
    log_version: among(1, 2), // In version 1, no seat was told which of its submissions counted.
    label: ifGiven(isLabel),
    tournament: ifGiven(isTable),
    series: ifGiven(isPlace),
    absence: ifGiven((value) => hasShape(value, ABSENCE)),
    lesson: ifGiven(among(true)),
    queue: ifGiven(among(true)), // Nobody has the rights of a host.
    rest: ifGiven(isRest),
    leave_days: ifGiven(between(1, 60)), // MatchRequest
    through: ifGiven(isId),
  },
  secret_options: { options: isObject },
  seat_taken: { seat: isText, player: orNull(isPerson), entropy: orNull(isHash), invitation: ifGiven(isId), level: ifGiven(among("medium", "strong")), through: ifGiven(isId) },
  seat_left: { seat: isText, through: ifGiven(isId) },
  seat_reserved: { seat: isText, player: isPerson, through: ifGiven(isId) },
  seat_released: { seat: isText, through: ifGiven(isId) },
  door_closed: { through: ifGiven(isId) },
  door_opened: { through: ifGiven(isId) },
  match_started: { through: ifGiven(isId) },
  drawn: { label: isText, candidates: isTexts, picks: isTexts },
  deadline_set: { phase: isWhole, closes_at: orNull(isText), order: ifGiven(isWhole), through: ifGiven(isId) },
  leave_set: { seat: isText, since: isTime, until: isTime, through: ifGiven(isId) },
  submitted: { seat: isText, phase: isWhole, move: isMove, keep_thinking: isFlag, by_bot: isFlag, head: ifGiven(isHash), through: ifGiven(isId) },
  withdrawn: { seat: isText, phase: isWhole, through: ifGiven(isId) },
  seat_submitted: { seat: isText, phase: isWhole, has_submission: isFlag },
  phase_closed: { phase: isWhole, because: among("deadline", "all_submitted", "host"), head: isText, head_seen_by: ifGiven(isTexts), through: ifGiven(isId) },
  submission_counted: { seat: isText, phase: isWhole, receipt: orNull(isHash) },
  absence_noted: { phase: isWhole, seats: isTexts, then: among("grace", "bot", "waiting", "forfeit") },
  match_paused: { reason: isReason, through: ifGiven(isId) },
  match_suspended: { because: among("rules_failed", "other_rules") },
  failure_noted: { where: isText },
  match_resumed: { through: ifGiven(isId) },
  message_sent: { channel: isText, sender: isText, text: isMessage, sign: ifGiven(isSign), about: ifGiven(isAbout), through: ifGiven(isId) },
  seat_muted: { seat: isText, reason: isReason, through: ifGiven(isId) },
  seat_unmuted: { seat: isText, through: ifGiven(isId) },
  match_adjudicated: { outcome: isOutcome(isRank), reason: isReason, by: ifGiven(isPerson), through: ifGiven(isId) },
  match_voided: { reason: isReason, because: ifGiven(among("never_begun")), through: ifGiven(isId) }, // given in `called_off`
  seed_revealed: { seed: isText },
  rematch_called: { rematch_id: isId, player: isPerson, through: ifGiven(isId) },
  role_given: { player: isPerson, role: isRole, by: isPerson },
  role_taken: { player: isPerson, role: isRole, by: isPerson },
  host_view_asked: { player: isPerson },
  host_views_told: { looks: (value) => Array.isArray(value) && value.every((look) => hasShape(look, { player: isPerson, at: isText })) },
  rules_proposed: { rules_version: orNull(isWhole), by: isPerson, through: ifGiven(isId) },
  rules_agreed: { seat: isText, rules_version: isWhole, through: ifGiven(isId) },
  rules_changed: { rules_version: isWhole, from_phase: isWhole },
  entries_lost: { last: isWhole, head: isHash },
};

// A reaction is a message with a sign instead of a text.
const REACTION = { ...FACTS.message_sent, text: (value) => value === "" };

// Facts that all games share. The names of a game's own facts begin with the name of the game.
const PHASE = {
  number: isWhole, name: isText, round: isWhole, must: isTexts, may: isTexts, seconds: isWhole, keeps_deadline: isFlag,
  early_close: isFlag, withdrawable: isFlag,
};
const SHARED_FACTS = {
  phase_opened: { phase: (value) => hasShape(value, PHASE) },
  match_ended: { outcome: isOutcome(isWhole) },
  channel_opened: { channel: isText, members: isTexts, spectators: isFlag },
  channel_closed: { channel: isText },
};

export const ofGame = (match, { type }) => Object.hasOwn(SHARED_FACTS, type) || type.startsWith(`${match.created?.game}.`);

export function requireShape(match, fact) {
  const shape = { ...FACTS, ...SHARED_FACTS };
  if (fact.type === "message_sent" && Object.hasOwn(fact, "sign")) shape.message_sent = REACTION;
  if (Object.hasOwn(shape, fact.type)) ensure(hasShape(fact, { type: isText, ...shape[fact.type] }), `${fact.type} has wrong fields, or values out of range`);
  else ensure(ofGame(match, fact), `this game has no fact ${fact.type}`);
}

export const toEveryone = (fact) => ({ to: "everyone", fact });
export const toHost = (fact) => ({ to: "host", fact });
/** A fact as it would be if no bridge had acted for the player. */
export const withoutBridge = ({ through, ...fact }) => fact;

export const toSeats = (seats, fact) => ({ to: seats, fact });

/** Check the field of a fact that names through which bridge something was done. */
export const requireBridge = (through) => ensure(through === undefined || isId(through), "names no bridge");
