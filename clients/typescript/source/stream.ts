// Events with cursors, of one match, a player or a tournament, for whoever follows them.

import { Feed, type FeedOptions } from "./feed.js";
import type { Platform } from "./platform.js";
import type { Source, ViewerEvent } from "./sources.js";

export interface FollowOptions extends FeedOptions {
  /** The cursor of the last event that is known; by default none is. */
  after?: number;
  /** The `epoch` of `after`, if it is from an earlier session: if the database was restored since, events start from 1. */
  epoch?: string | undefined;
  /** The viewer to whom `after` belongs, if it is from an earlier session: for another viewer, events start from 1. */
  viewer?: string;
  /** A language, such as `de`: events of a match or tournament then have `lines`, sentences about what happened. */
  lines?: string | undefined;
}

/**
 * The events after a cursor: `for await (const event of match.follow())`.
 *
 * Each event arrives once and in order, even if connections are lost.
 *
 * Event 1 of a viewer is the first one. When it arrives in the middle, because a seat was taken or given up, or because
 * the server has lost the latest entries or was restored: forget everything from before.
 */
export class Stream<E extends { readonly cursor: number } = ViewerEvent> extends Feed<E> {
  /** The viewer of the last event that was handed out; in a player's own stream the player. */
  viewer: string | null;
  /** The cursor of the last event that was handed out: to save, and to resume from. */
  cursor: number;
  /** The epoch of the server's database in which the last event came: to save with the cursor. */
  epoch: string | null;
  /** @internal What has arrived, handed out or not. */
  readonly arrived: { viewer: string | null; epoch: string | null; cursor: number };
  readonly #notice: (event: E) => void;

  /** @internal */
  constructor(
    /** @internal */
    readonly source: Source<E>,
    options: FollowOptions,
    platform: Platform,
    notice: (event: E) => void,
    leave: (stream: Stream<E>) => void,
  ) {
    super(platform, options, () => leave(this));
    this.viewer = options.viewer ?? null;
    this.cursor = options.after ?? 0;
    this.epoch = options.epoch ?? null;
    this.arrived = { viewer: this.viewer, epoch: this.epoch, cursor: this.cursor };
    this.#notice = notice;
  }

  /** @internal Take an event; what has arrived before is ignored. False if events before it are missing. */
  take(viewer: string, event: E): boolean {
    if (this.isOver || event.cursor <= this.arrived.cursor) return true;
    if (event.cursor !== this.arrived.cursor + 1) return false;
    this.arrived.viewer = viewer;
    this.arrived.cursor = event.cursor;
    this.#notice(event);
    this.give(event);
    return true;
  }

  /** @internal The server follows for this viewer, in this epoch; false if the stream has to start again from 0. */
  begin(viewer: string, epoch: string | undefined): boolean {
    const { arrived } = this;
    // Servers of 0.2.0 do not say the epoch.
    const isOther = [
      [arrived.viewer, viewer],
      [arrived.epoch, epoch ?? arrived.epoch],
    ].some(([was, is]) => was !== null && was !== is);
    if (isOther && arrived.cursor > 0) {
      this.forget();
      return false;
    }
    arrived.viewer = viewer;
    arrived.epoch = epoch ?? null;
    this.live();
    return true;
  }

  /** @internal Start again from event 1. */
  forget(): void {
    this.arrived.viewer = null;
    this.arrived.epoch = null;
    this.arrived.cursor = 0;
    this.drop();
  }

  /** @internal Resume without the epoch, which a server of 0.2.0 does not know, and refuses; false if there is none. */
  forgetEpoch(): boolean {
    const wasKnown = this.arrived.epoch !== null;
    this.arrived.epoch = null;
    return wasKnown;
  }

  /** @internal The stream of a match that joins the socket of this one; undefined if none does. */
  join(_matchId: string): AnyStream | undefined {
    return undefined;
  }

  /** @internal The streams that have joined, and have to be asked for again on another socket. */
  rejoining(): AnyStream[] {
    return [];
  }

  protected override handedOut(event: E): IteratorResult<E> {
    // What waits to be handed out is always of the viewer and the epoch of the last that has arrived.
    this.viewer = this.arrived.viewer;
    this.epoch = this.arrived.epoch;
    this.cursor = event.cursor;
    return super.handedOut(event);
  }
}

/** A stream of whatever kind. */
export type AnyStream = Stream<any>;
