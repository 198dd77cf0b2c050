// What sounds at a table besides a turn: sealing, and the end.

import type { ViewReply } from "moirai-client";
import { useEffect, useRef } from "preact/hooks";
import { sound } from "./sound.js";

/** Sound when something has happened that had not when the page opened; `isSealed`: whether the move of the open phase is. */
export function useMomentSounds({ outcome, viewer }: Pick<ViewReply, "outcome" | "viewer">, isSealed: boolean): void {
  const wasOver = useRef(outcome !== null && outcome !== undefined);
  const wasSealed = useRef(isSealed);
  useEffect(() => {
    if (isSealed && !wasSealed.current) sound("seal");
    wasSealed.current = isSealed;
  }, [isSealed]);
  useEffect(() => {
    if (!outcome || wasOver.current) return;
    wasOver.current = true;
    const mine = outcome.consequences[viewer] ?? [];
    sound(mine.includes("winner") || mine.includes("ascends") ? "win" : "lose");
  }, [outcome]);
}
