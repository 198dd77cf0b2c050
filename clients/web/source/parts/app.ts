// The page as an app: the service worker, which keeps it for when there is no network, and the way to the home screen.

import { BASE, SERVER } from "../base.js";
import { KEPT } from "../offline.js";

/** What browsers that can install a page offer it by; TypeScript does not know it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallOffer | null = null;

/** Before anything is drawn: offers come early. */
export function startApp(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event as InstallOffer;
  });
  addEventListener("appinstalled", () => {
    offer = null;
  });
  // The page itself comes first.
  const begin = () => void keepPage().catch(() => undefined);
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin);
}

/** Let a service worker keep the page for when there is no network, with what was loaded for it so far. */
async function keepPage(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register(`${BASE}/service-worker.js`);
  await navigator.serviceWorker.ready;
  const cache = await caches.open(KEPT);
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const named = [...document.querySelectorAll<HTMLMetaElement>("meta[content$='.css']")].map(({ content }) => content);
  // What games are called, the page has asked before the service worker was there.
  const own = loaded.filter((name) => name.startsWith(`${SERVER}/assets/`) || name.startsWith(`${SERVER}/v1/games`));
  for (const file of [...own, ...named]) {
    if (!(await cache.match(file))) await cache.add(file).catch(() => undefined);
  }
}

/** How to put the page on the home screen; null where it is there, or where the browser offers nothing. */
export function installing(): (() => Promise<unknown>) | null {
  const made = offer;
  return made && (() => made.prompt());
}

/** Whether this is a browser of iOS in which the page is no app: only there it is without notifications. */
export function isBesideHomeScreen(): boolean {
  return "standalone" in navigator && navigator.standalone === false;
}
