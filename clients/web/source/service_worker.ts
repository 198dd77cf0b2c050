// Shows what the server pushes while no page is looked at, and opens its match, tournament or series when it is touched. It keeps nothing.

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
  data?: { json(): PushMessage };
  notification: Notification;
}
interface Worker {
  registration: ServiceWorkerRegistration;
  clients: { matchAll(which: { type: "window"; includeUncontrolled: true }): Promise<Page[]>; openWindow(url: string): Promise<unknown>; claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate" | "push" | "notificationclick", react: (event: WorkerEvent) => void): void;
}

const worker = self as unknown as Worker;
const pages = () => worker.clients.matchAll({ type: "window", includeUncontrolled: true });

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("push", (event) => event.data && event.waitUntil(show(event.data.json())));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open((event.notification.data as { path: string }).path));
});

/** Whoever looks at a page of ours sees it there. */
async function show({ tag, title, body, fact }: PushMessage): Promise<void> {
  if ((await pages()).some((page) => page.focused)) return;
  const closesAt = fact.closes_at ?? fact.ready_until ?? fact.until;
  const until = closesAt ? ` ⏳ ${moment(new Date(closesAt))}` : "";
  const [page, id] = "match_id" in fact ? ["match", fact.match_id] : "series_id" in fact ? ["series", fact.series_id] : ["tournament", fact.tournament_id];
  const { pathname: home } = new URL(worker.registration.scope);
  const path = `${home}${page}/${encodeURIComponent(id)}`;
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
