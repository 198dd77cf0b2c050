// The bar that stays: which match, which phase, how long, and whether the server is heard.

import type { MatchDetails, StreamState, ViewReply } from "moirai-client";
import { useEffect } from "preact/hooks";
import { blinkTitle } from "../alerts/title.js";
import { Icon } from "../parts/icons.js";
import { follow } from "../router.js";
import { useSession } from "../session.js";
import { say } from "../strings/index.js";
import { clockText, leftText, momentText, useSeconds } from "../time.js";
import { awaitedText } from "./awaited.js";

interface TableBarProps {
  title: string;
  subtitle: string;
  details: MatchDetails;
  view: ViewReply;
  connection: StreamState;
}

export function TableBar({ title, subtitle, details, view, connection }: TableBarProps) {
  // Earlier servers do not say whether they know the rules.
  const awaited = details.rules_known === false && view.status === "running" ? say.waitsForRules : awaitedText(details, view);
  return (
    <header class={view.status === "running" ? "bar at-play" : "bar"}>
      <a class="home" {...follow({ page: "home" })} aria-label={say.home}>
        <Icon name="arrow_left" />
      </a>
      <div class="title">
        <h1>{title}</h1>
        <p class="who">{subtitle}</p>
        {awaited && <p class="who awaited">{awaited}</p>}
      </div>
      <Deadline view={view} />
      <Connection state={connection} />
    </header>
  );
}

/** What is left, and the local time of the deadline; below a tenth of the phase in another colour. */
function Deadline({ view }: { view: ViewReply }) {
  const { client } = useSession();
  useSeconds();
  const { closes_at: closesAt, phase } = view;
  const left = closesAt === null ? null : client.clock.secondsUntil(closesAt);
  const soon = left !== null && phase !== null && left < phase.seconds / 10;
  useEffect(() => {
    if (soon) blinkTitle();
  }, [soon]);
  if (closesAt === null || left === null) return <div class="time" />;
  const local = momentText(client.clock.toLocal(closesAt));
  return (
    <div class={`time ${soon ? "soon" : ""}`}>
      <b role="timer">{left > 0 ? leftText(left) : say.closing}</b>
      <span>{left > 0 ? say.closes(local) : say.closed(local)}</span>
      <span class="at" aria-hidden="true">{local}</span>
    </div>
  );
}

export function Connection({ state }: { state: StreamState }) {
  const good = state.type === "live";
  return (
    <div class="conn" role="status">
      <span class={`dot ${good ? "" : "off"}`} />
      <span class="words">{connectionText(state)}</span>
    </div>
  );
}

/** What the page says at the top while the server is not heard; empty while it is. */
export function connectionWarning(state: StreamState): string {
  switch (state.type) {
    case "reconnecting":
      return `${say.noReply} (${connectionText(state)})`;
    case "restarting":
      return say.restartingNote;
    default:
      return state.type === "offline" ? say.offlineNote : "";
  }
}

function connectionText(state: StreamState): string {
  switch (state.type) {
    case "live":
      return say.connected;
    case "reconnecting":
      return say.reconnecting(clockText(new Date(state.since)));
    case "restarting":
      return say.restarting;
    case "offline":
      return say.offline;
    default:
      return say.connecting;
  }
}
