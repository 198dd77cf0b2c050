// Shows what the server pushes while no page is looked at, and opens its match, tournament or series when it is touched.
// It keeps the page, the files that were loaded for it, and what games are called, for when there is no network: nothing of a
// player. What a match is like, only the server says.

import { KEPT } from "./offline.js";

/** What the server sends (docs/notifications.md). */
interface PushMessage {
  tag: string;
  title: string;
  body: string;
  fact: ({ match_id: string } | { tournament_id: string } | { series_id: string }) & { closes_at?: string | null; ready_until?: string; until?: string | null };
}

/** As much of a service worker as is needed here; TypeScript's types of pages and workers exclude each other. */
interface Page {
  url: string;
  focused: boolean;
  focus(): Promise<unknown>;
}
interface WorkerEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
  respondWith(reply: Promise<Response>): void;
  request: Request;
  data?: { json(): PushMessage };
  notification: Notification;
}
interface Worker {
  registration: ServiceWorkerRegistration;
  clients: { matchAll(which: { type: "window"; includeUncontrolled: true }): Promise<Page[]>; openWindow(url: string): Promise<unknown>; claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate" | "fetch" | "push" | "notificationclick", react: (event: WorkerEvent) => void): void;
}

const worker = self as unknown as Worker;
const { pathname: HOME } = new URL(worker.registration.scope);

/** The oldest files go first: those of earlier builds. */
const MOST_KEPT = 200;

const pages = () => worker.clients.matchAll({ type: "window", includeUncontrolled: true });

worker.addEventListener("install", (event) => event.waitUntil(Promise.all([worker.skipWaiting(), keepPage()])));
worker.addEventListener("fetch", (event) => {
  const reply = replyTo(event.request);
  if (reply) event.respondWith(reply);
});
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("push", (event) => event.data && event.waitUntil(show(event.data.json())));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open((event.notification.data as { path: string }).path));
});

/** How a request is answered; null: as if this was not here. */
function replyTo(request: Request): Promise<Response> | null {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || !pathname.startsWith(HOME)) return null;
  const path = pathname.slice(HOME.length);
  if (path.startsWith("assets/")) return keptFirst(request);
  // The page is the same at all of its addresses.
  if (request.mode === "navigate") return /^($|(match|invitation|rules)\/|(tournament|series)(\/|$))/.test(path) ? keptLast(request, HOME) : null;
  return /^(manifest\.webmanifest$|v1\/games(\/|$))/.test(path) ? keptLast(request, request.url) : null;
}

/** For files that never change. */
async function keptFirst(request: Request): Promise<Response> {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(request);
  if (kept) return kept;
  const reply = await fetch(request);
  if (reply.ok) await keepReply(cache, request.url, reply);
  return reply;
}

/** For what the server knows better, if it can be asked. */
async function keptLast(request: Request, name: string): Promise<Response> {
  const cache = await caches.open(KEPT);
  try {
    const reply = await fetch(request);
    if (reply.ok && !reply.redirected) await keepReply(cache, name, reply);
    return reply;
  } catch (error) {
    const kept = await cache.match(name);
    if (kept) return kept;
    throw error;
  }
}

async function keepReply(cache: Cache, name: string, reply: Response): Promise<void> {
  try {
    await cache.put(name, reply.clone());
    const names = await cache.keys();
    for (const old of names.slice(0, Math.max(0, names.length - MOST_KEPT))) await cache.delete(old);
  } catch {
    // The storage is full: the page goes on without it.
  }
}

async function keepPage(): Promise<void> {
  await keepReply(await caches.open(KEPT), HOME, await fetch(HOME));
}

/** Whoever looks at a page of ours sees it there. */
async function show({ tag, title, body, fact }: PushMessage): Promise<void> {
  if ((await pages()).some((page) => page.focused)) return;
  const closesAt = fact.closes_at ?? fact.ready_until ?? fact.until;
  const until = closesAt ? ` ⏳ ${moment(new Date(closesAt))}` : "";
  const [page, id] = "match_id" in fact ? ["match", fact.match_id] : "series_id" in fact ? ["series", fact.series_id] : ["tournament", fact.tournament_id];
  const path = `${HOME}${page}/${encodeURIComponent(id)}`;
  await worker.registration.showNotification(title, {
    tag,
    body: body + until,
    data: { path },
  });
}

function moment(when: Date): string {
  return new Intl.DateTimeFormat(undefined, { weekday: "short", hour: "2-digit", minute: "2-digit" }).format(when);
}

async function open(path: string): Promise<void> {
  const there = (await pages()).find((page) => new URL(page.url).pathname === path);
  await (there ? there.focus() : worker.clients.openWindow(path));
}
