// Events by long polls, where no WebSocket can be opened.

import type { Calls } from "./calls.js";
import { MoiraiError, RefusedError, isElsewhere } from "./errors.js";
import { pauseSeconds, sleep } from "./patience.js";
import type { Signal } from "./platform.js";
import type { AnyStream } from "./stream.js";

const WAIT_SECONDS = 25;

/** Hand pages of events to a stream until the signal is aborted or the stream is over. */
export async function poll(calls: Calls, stream: AnyStream, signal: Signal): Promise<void> {
  const isOver = () => signal.aborted || stream.isOver;
  for (let tries = 0; !isOver();) {
    const { cursor: after, epoch: known } = stream.arrived;
    // The first page comes at once, and says whether the server is there.
    const wait = stream.state.type === "live" ? WAIT_SECONDS : 0;
    try {
      const { viewer, epoch, events } = await stream.source.page(after, known ?? undefined, wait, signal);
      tries = 0;
      if (!isOver() && stream.arrived.cursor === after && stream.begin(viewer, epoch)) {
        for (const event of events) if (!stream.take(viewer, event)) break;
      }
    } catch (error) {
      if (isOver()) return;
      const refused = error instanceof RefusedError ? error : null;
      if (refused !== null && isElsewhere(refused)) {
        stream.forget();
      } else if (refused?.code === "malformed_request" && stream.forgetEpoch()) {
        continue;
      } else if (refused ? refused.status < 500 && refused.status !== 429 : !(error instanceof MoiraiError)) {
        stream.refuse(refused ?? new MoiraiError("the stream failed", { cause: error }));
      } else {
        stream.lose(true);
        await sleep(
          calls.platform,
          Math.max(refused?.retryAfterSeconds ?? 0, pauseSeconds(calls.platform, tries++)),
          signal,
        );
      }
    }
  }
}
