// §2: what each phase accepts, and its length.

import { DRAFTERS, partner, say } from "./facts.mjs";

export const PHASES = {
  starter: { accepts: ["choose_starter"], seconds: (o) => o.starter_seconds },
  draft_review: { accepts: ["ready"], seconds: (o) => o.review_seconds },
  draft_first: { accepts: ["draft"], seconds: (o) => o.decision_seconds },
  draft_second: { accepts: ["draft"], seconds: (o) => 2 * o.decision_seconds },
  draft_third: { accepts: ["draft"], seconds: (o) => 2 * o.decision_seconds },
  draft_fourth: { accepts: ["draft"], seconds: (o) => o.decision_seconds },
  preparation: { accepts: ["ready"], seconds: (o) => o.preparation_seconds },
  turn: { accepts: ["play", "discard", "shop"], seconds: (o) => o.turn_seconds },
  play: { accepts: ["play"], seconds: () => 0, keeps: true },
  shop: { accepts: ["shop"], seconds: (o) => o.refresh_seconds, keeps: true },
};

export function open(t, name, round, must, may = []) {
  const { seconds, keeps = false } = PHASES[name];
  t.phase = { number: (t.phase?.number ?? 0) + 1, name, round, must, may, seconds: seconds(t.options), keeps_deadline: keeps,
    early_close: true, withdrawable: true };
  t.plays = name === "play" ? t.plays + 1 : 0; // how many phases of play this turn has had
  say(t, "everyone", "phase_opened", { phase: t.phase });
}

// §9: channels.

export const openChannel = (t, channel, members) => say(t, members, "channel_opened", { channel, members, spectators: false });
export const openTeams = (t) => DRAFTERS.forEach((seat) => openChannel(t, `team:${seat.slice(-1)}`, [seat, partner(seat)]));
