// What comes next in a hall, when, and how long it is until then.

import type { Client, TournamentView } from "moirai-client";
import { clockText, leftText, momentText, useSeconds } from "../../time.js";
import { listed } from "../../strings/index.js";
import { tell } from "../strings.js";
import type { NameOf } from "./rows.js";
import { show } from "./strings.js";

interface AheadOf {
  /** With the time, if there is one. */
  text: (when: string) => string;
  until: string | null;
}

interface AheadProps {
  /** Of whoever asks for the tournament: others know nothing of the server's time. */
  clock: Client["clock"];
  view: TournamentView;
  nameOf: NameOf;
}

export function Ahead({ clock, view, nameOf }: AheadProps) {
  useSeconds();
  const isAhead = (moment: string) => (clock.secondsUntil(moment) ?? 1) > 0;
  const { text, until } = aheadOf(view, nameOf, isAhead);
  const left = until === null ? null : clock.secondsUntil(until);
  return (
    <p class="ahead">
      {left !== null && left > 0 && <b>{leftText(left)}</b>}
      <span>{text(until === null ? "" : momentText(clock.toLocal(until)))}</span>
    </p>
  );
}

/** The time of day, as this machine shows it. */
export function Clock() {
  useSeconds();
  return <p class="room-clock">{clockText(new Date())}</p>;
}

/** What comes next. */
export function aheadOf(view: TournamentView, nameOf: NameOf, isAhead: (moment: string) => boolean): AheadOf {
  const only = (text: string): AheadOf => ({ text: () => text, until: null });
  const { rounds, status, settings } = view;
  const last = rounds.at(-1);
  if (status === "over") {
    const first = view.places.filter(([place]) => place === 1).map(([, entrant]) => nameOf(entrant));
    return only(first.length === 0 ? tell.status.over : tell.said.won(listed(first), first.length > 1));
  }
  if (status === "provisional") return { text: tell.provisionalUntil, until: view.provisional_until };
  if (status === "paused" && view.paused_until !== null) return { text: show.pausedUntil, until: view.paused_until };
  if (status === "paused" || status === "cancelled") return only(tell.said[status]);
  const isWaiting = last?.status === "started" && last.tables.some((table) => table.status === "waiting");
  if (last !== undefined && isWaiting && last.ready_until !== null && isAhead(last.ready_until)) return { text: show.atTheTable, until: last.ready_until };
  if (last?.status === "started" && settings.arena) return last.ends_at !== undefined && isAhead(last.ends_at) ? { text: show.arenaUntil, until: last.ends_at } : only(show.arenaOver);
  const next = last === undefined ? 1 : last.status === "published" ? last.round : last.round + 1;
  const time = settings.schedule.times[next - 1];
  if (time !== undefined && isAhead(time)) return { text: (when) => show.roundAt(next, when), until: time };
  if (last === undefined) return only(status === "running" ? tell.said.between : tell.said[status]);
  if (last.status === "published") return only(tell.said.published(last.round));
  if (settings.rounds > 0 && next > settings.rounds) return only(last.status === "done" ? tell.said.nextRound(last.round) : show.lastRound);
  if (last.status === "done") return only(tell.said.between);
  return only(settings.schedule.start === "when_done" || time !== undefined ? show.roundThen(next) : show.roundByWord(next));
}
