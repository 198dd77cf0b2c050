// The colours that the reader wants: those of the device, light or dark; remembered by this browser.

import { keep, recall } from "../storage.js";

export const LOOKS = ["device", "light", "dark"] as const;

export type Look = (typeof LOOKS)[number];

const LOOK = "look";

/** The colour of the bar, which browsers give to their own. */
const BARS = { light: "#fffdf8", dark: "#1f1b16" };

export const chosenLook = (): Look => recall<Look>(LOOK) ?? "device";

export function chooseLook(look: Look): void {
  keep(LOOK, look === "device" ? null : look);
  applyLook();
}

export function applyLook(): void {
  const look = chosenLook();
  document.documentElement.style.colorScheme = look === "device" ? "" : look;
  for (const bar of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    bar.content = BARS[look !== "device" ? look : bar.media.includes("dark") ? "dark" : "light"];
  }
}
