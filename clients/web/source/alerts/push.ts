// Notifications while no page is open: this browser's subscription to Web Push, which the server sends to.

import type { Client } from "moirai-client";
import { BASE } from "../base.js";
import { keep, PUSH, recall } from "../storage.js";
import { language } from "../strings/index.js";

export type PushState = "impossible" | "denied" | "on" | "off";

export function pushState(): PushState {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return "impossible";
  if (Notification.permission === "denied") return "denied";
  return Notification.permission === "granted" && recall<string>(PUSH) !== null ? "on" : "off";
}

/** Ask for permission and subscribe: only after a click, because browsers ask only then. */
export async function switchPushOn(client: Client): Promise<PushState> {
  if ((await Notification.requestPermission()) === "granted") await subscribe(client);
  return pushState();
}

/** End the subscription, also with the browser, so that nothing comes even if the server is not reached. */
export async function switchPushOff(client: Client): Promise<PushState> {
  await renewing.catch(() => undefined); // it would subscribe again
  const id = recall<string>(PUSH);
  keep(PUSH, null);
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  if (id !== null) await client.call("deletePushSubscription", { subscription_id: id });
  return pushState();
}

let renewing: Promise<void> = Promise.resolve();

/** Where it is on: renew the subscription, which browsers and push services end at will. */
export async function renewPush(client: Client): Promise<void> {
  if (pushState() === "on") await (renewing = subscribe(client));
}

async function subscribe(client: Client): Promise<void> {
  await navigator.serviceWorker.register(`${BASE}/service-worker.js`);
  const { pushManager } = await navigator.serviceWorker.ready;
  const { application_server_key: key } = await client.call("listPushSubscriptions", {});
  const subscription = await subscribed(pushManager, key);
  const { endpoint, keys } = subscription.toJSON();
  const reply = await client.call("putPushSubscription", {
    body: { endpoint: endpoint!, keys: { p256dh: keys!["p256dh"]!, auth: keys!["auth"]! }, language },
  });
  keep(PUSH, reply.subscription_id);
}

/** The browser's subscription; a new one if the old one is for another key, as of a server that was set up again. */
async function subscribed(pushManager: PushManager, key: string): Promise<PushSubscription> {
  const known = await pushManager.getSubscription();
  if (known && base64(known.options.applicationServerKey) === key) return known;
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function base64(bytes: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
