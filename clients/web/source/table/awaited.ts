// Who is awaited, as far as it may be known: whether others have moved is told in some matches only.

import type { MatchDetails, ViewReply } from "moirai-client";
import { listed, say } from "../strings/index.js";
import { seatName } from "./people.js";

/** More names than this are counted. */
const MOST_NAMES = 3;

function asked({ phase, status }: ViewReply): string[] {
  if (!phase || status !== "running") return [];
  return phase.must.length > 0 ? phase.must : phase.may;
}

/** Whether the open phase waits for the viewer. */
export function awaitsViewer(view: ViewReply): boolean {
  return asked(view).includes(view.viewer) && view.submission?.phase !== view.phase?.number;
}

/** "waiting for you, Bo and 2 others"; empty where nothing may be known. */
export function awaitedText(details: MatchDetails, view: ViewReply): string {
  const { viewer, submitted } = view;
  const mine = awaitsViewer(view);
  const others = asked(view).filter((seat) => seat !== viewer && !submitted.includes(seat));
  const count = others.length > MOST_NAMES ? MOST_NAMES - 1 : others.length;
  const names = others.slice(0, count).map((seat) => seatName(details, seat, viewer) ?? seat);
  if (details.show_submitted) {
    const all = [...(mine ? [say.youAwaited] : []), ...names, ...(count < others.length ? [say.othersAwaited(others.length - count)] : [])];
    return all.length > 0 ? say.waitsFor(listed(all)) : "";
  }
  if (mine) return say.waitsFor(say.youAwaited);
  // Whose turn it is, everybody knows.
  return asked(view).includes(viewer) || others.length === 0 || others.length > MOST_NAMES ? "" : say.toMove(listed(names), names.length > 1);
}
