// Bots that play matches.

import { answer } from "./answers.js";
import type { Client } from "./client.js";
import { MoiraiError, RefusedError } from "./errors.js";
import type { Kept } from "./kept.js";
import type { Match } from "./match.js";
import type { Move, ViewReply } from "./schemas.js";
import type { Stream } from "./stream.js";

/** The maximum number of illegal moves in a phase: a prompt cannot express all rules. */
const TRIES = 100;

const TURNS = ["phase_opened", "match_resumed", "match_ended", "match_adjudicated", "match_voided"];

/** A bot that can play any game. A subclass for one game implements `choose`. */
export class Bot {
  /** The record of the last match. */
  kept: Kept | null = null;

  constructor(
    readonly client: Client,
    readonly random: () => number = Math.random,
  ) {}

  /** The move for the open phase; by default a random one that fits `view.prompt`. */
  choose(view: ViewReply): Move | Promise<Move> {
    return answer(view.prompt ?? {}, this.random) as unknown as Move;
  }

  /**
   * Play a match in which the client has a seat until it is over, reconnecting if necessary. Returns the last view.
   *
   * Throws a RefusedError if `choose` returned too many illegal moves, the player has no access to the match, or the
   * server shows a different match than before; and what streams and calls throw.
   */
  async run(matchId: string): Promise<ViewReply> {
    const match = this.client.match(matchId);
    this.kept = match.kept;
    await match.details(); // For the commitment to the seed, which is recorded.
    let view = await match.view();
    let answered = 0;
    const stream = match.follow({ after: view.cursor, epoch: view.epoch, viewer: view.viewer });
    // Servers of 0.2.0 do not say it.
    let epoch: string | undefined = view.epoch;
    try {
      while (view.status !== "over" && view.status !== "void") {
        const { phase, prompt } = view;
        // The server may have lost what was answered.
        if (epoch !== undefined && (view.epoch ?? epoch) !== epoch) answered = 0;
        epoch = view.epoch ?? epoch;
        if (phase && prompt && phase.number > answered && (await this.#move(match, view, phase.number))) {
          answered = phase.number;
        }
        view = await nextTurn(match, stream, view);
      }
    } finally {
      stream.close();
    }
    return view;
  }

  /** Submit a move for this phase; false if the match has changed, which the stream reports. */
  async #move(match: Match, view: ViewReply, phase: number): Promise<boolean> {
    for (let tries = 1; ; tries++) {
      try {
        await match.submit(phase, await this.choose(view));
        return true;
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error;
        if ([409, 412].includes(error.status) && error.code !== "unknown_head") return false;
        if (error.status !== 422 || tries === TRIES) throw error;
      }
    }
  }
}

/** The view when the player may have to move again, or the match is over. */
async function nextTurn(match: Match, stream: Stream, view: ViewReply): Promise<ViewReply> {
  for (;;) {
    const { value: event, done } = await stream.next();
    if (done) throw new MoiraiError("the stream was closed");
    const isSame = event.viewer === view.viewer && (stream.epoch ?? undefined) === view.epoch;
    const known = isSame && event.cursor <= view.cursor;
    if (known || !event.facts.some((fact) => TURNS.includes(fact.type))) continue;
    const newest = await match.viewSince(event.cursor);
    await catchUp(stream, newest);
    return newest;
  }
}

/** Read what a newer view already shows, so that the next submission names the head of the phase before. */
async function catchUp(stream: Stream, view: ViewReply): Promise<void> {
  const follows = () => stream.viewer === view.viewer && (stream.epoch ?? undefined) === view.epoch;
  while (follows() && stream.cursor < view.cursor) {
    if ((await stream.next()).done) throw new MoiraiError("the stream was closed");
  }
}
