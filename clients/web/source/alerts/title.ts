// The title of the page: what is shown, and a mark that it carries for a moment.

import { useEffect } from "preact/hooks";

const BLINK_MS = 1_000;

let title = document.title;
let blinking: ReturnType<typeof setTimeout> | undefined;

/** Give the page a title for as long as this part of it is there. */
export function useTitle(text: string): void {
  useEffect(() => {
    title = text;
    if (blinking === undefined) document.title = text;
  }, [text]);
}

/** Show that time is short, once and for a second; the title may change meanwhile. */
export function blinkTitle(): void {
  clearTimeout(blinking);
  document.title = `⏳ ${title}`;
  blinking = setTimeout(() => {
    blinking = undefined;
    document.title = title;
  }, BLINK_MS);
}
