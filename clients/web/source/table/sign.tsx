// What is more than a text in the talk: a reaction by its sign and what it says, and whom a message to the host reports.

import type { Sign } from "moirai-client";
import { Stroke } from "../parts/icons.js";
import { textsOf } from "../strings/parts.js";

const tell = await textsOf("talk");

/** What each reaction says. */
export const said: { [sign in Sign]: string } = tell.signs;

/** In the order in which they are offered. */
export const SIGNS = {
  applause: "M8 13l-3.500-3.500a1.300 1.300 0 0 1 2-2L10 11M8.500 9.500L6.500 7.500a1.300 1.300 0 0 1 2-2l5 5M12 9L9.500 6.500a1.300 1.300 0 0 1 2-2l6 6c3 3 2.500 6 .500 8s-5.500 2.500-8.500-.500l-3-3M15.500 3.500V2M18.500 5l1-1M20 8h1.500",
  thanks: "M12 20C6 16 3.500 13 3.500 9.500A4.300 4.300 0 0 1 12 8a4.300 4.300 0 0 1 8.500 1.500C20.500 13 18 16 12 20z",
  good_luck: "M12 11C8 11 6 9 7 6.500S11 5 12 11c1-6 4-7 5-4.500S16 11 12 11c4 0 6 2 5 4.500S13 17 12 11c-1 6-4 7-5 4.500S8 11 12 11M12 14c0 3 1 5 3 7",
  laugh: "M12 3.500a8.500 8.500 0 1 0 0 17a8.500 8.500 0 0 0 0-17M7 13h10a5 5 0 0 1-10 0zM7.500 9.500c.5-1 1.500-1 2 0M14.500 9.500c.5-1 1.500-1 2 0",
  surprise: "M12 3.500a8.500 8.500 0 1 0 0 17a8.500 8.500 0 0 0 0-17M12 13.500a2 2.500 0 1 0 0 5a2 2.500 0 0 0 0-5M8.500 9v1.500M15.500 9v1.500M7 6.500l2-.800M17 6.500l-2-.800",
  doubt: "M12 3.500a8.500 8.500 0 1 0 0 17a8.500 8.500 0 0 0 0-17M8 16.500l7-2M8.500 10.500v1M15.500 10.500v1M7 8.500h3M14 7l3-1",
} satisfies { [sign in Sign]: string };

export default function Said({ sign, reported }: { sign: Sign | undefined; reported: string }) {
  if (!sign) return <p class="reaction">{tell.isReport(reported)}</p>;
  return (
    <p class="reaction">
      <Stroke path={SIGNS[sign]} /> {said[sign]}
    </p>
  );
}
