// What a director does next with the whole tournament.

import { RefusedError, type RoundReply } from "moirai-client";
import { useState } from "preact/hooks";
import { useWords } from "../home/games.js";
import { useLoaded } from "../parts/loaded.js";
import { useSession } from "../session.js";
import { momentText } from "../time.js";
import { Act } from "./act.js";
import type { Following } from "./following.js";
import { OPEN_FIELD } from "./names.js";
import { tell } from "./strings.js";

/** How many who have not checked in are named. */
const MOST_NAMED = 12;

export default function NextStep({ tournament, nameOf }: { tournament: Following; nameOf: (entrant: string) => string }) {
  const { client } = useSession();
  const { view, warnings, refresh } = tournament;
  const words = useWords([view.settings.match.game])(view.settings.match.game);
  const [hasNoPairing, setNoPairing] = useState(false);
  const [isByHand, setByHand] = useState(false);
  const id = view.settings.tournament_id;
  const isPaused = view.status === "paused";
  const until = view.provisional_until;
  const last = view.rounds.at(-1);
  const open = last && last.status !== "done" ? last : undefined;
  const left = open?.tables.filter(({ result }) => result === null).length ?? 0;
  const all = view.settings.rounds > 0 && view.rounds.length >= view.settings.rounds;
  const next = open?.status === "paired" ? open.round : (last?.round ?? 0) + 1;
  const places = view.entrants.filter(({ waiting, withdrawn }) => !waiting && !withdrawn);
  const isFull = places.length > 1;
  const canPair = !isPaused && until === null && view.status !== "draft" && (open === undefined ? !all : open.status === "paired") && isFull;
  const isMaking = canPair && isByHand;
  const PairByHand = useLoaded(() => import("./pair.js"), isMaking);
  if (view.status === "over" || view.status === "cancelled") return null;
  const isOwn = view.settings.system === "own";
  const isArena = view.settings.system === "arena";
  const saysWhoMeets = isArena || view.settings.system === "groups";
  const pair = async () => {
    setNoPairing(false);
    try {
      await client.call("actAsDirector", { tournament_id: id, body: { type: "pair" } });
    } catch (error) {
      setNoPairing(error instanceof RefusedError && error.code === "no_pairing");
      throw error;
    }
  };
  const act = { id, onDone: refresh };
  const untouched = open?.tables.every((table) => table.status === "playing" || table.match_id === null) ?? false;
  const absent = places.filter(({ checked_in: isHere }) => !isHere);
  const hereNote = () => tell.hereNote(places.length - absent.length, places.length, absent.slice(0, MOST_NAMED).map(({ entrant }) => nameOf(entrant)).join(", "), Math.max(0, absent.length - MOST_NAMED));
  const roundNote = (round: RoundReply) =>
    round.status === "paired" ? tell.reviewNote(round.publish_at && momentText(client.clock.toLocal(round.publish_at))) : round.status === "published" ? tell.publishedNote : isArena && left === 0 ? tell.arenaNote : tell.waitNote(left);
  const note = isPaused
    ? tell.pausedNote
    : until !== null
      ? tell.provisionalNote
      : view.status === "draft"
        ? tell.openNote
        : open !== undefined
          ? roundNote(open)
          : last
            ? tell.doneNote
            : view.status === "check_in" && places.length > 0 ? hereNote() : OPEN_FIELD.includes(view.settings.system) ? tell.pairNoteOpen : tell.pairNote;
  return (
    <section class="panel next" aria-labelledby="next-title">
      <div class="grow">
        <h2 id="next-title">{tell.next}</h2>
        <p class="small dim">{note}</p>
        {warnings.map(({ code, detail }) => <p key={code} class="small caution">{words.text("warning", code) ?? detail}</p>)}
      </div>
      {isMaking && PairByHand ? <PairByHand key={`${next} ${open?.status}`} tournament={tournament} nameOf={nameOf} round={next} paired={open} onDone={() => setByHand(false)} /> : <div class="row">
        {isPaused && <Act {...act} label={tell.act.resume} action={{ type: "resume" }} look="primary" />}
        {view.status === "draft" && <Act {...act} label={tell.act.open} action={{ type: "open" }} look="primary" />}
        {(view.status === "draft" || view.status === "open") && view.rounds.length === 0 && <Act {...act} label={tell.act.check_in} action={{ type: "check_in" }} />}
        {canPair && open === undefined && !isOwn && <Act {...act} label={tell.act.pair(next)} run={pair} look="primary" />}
        {hasNoPairing && <Act {...act} label={tell.allowRepeats} action={{ type: "pair", allow_repeats: true }} sure />}
        {!isPaused && open?.status === "paired" && (
          <>
            <Act {...act} label={tell.act.publish} action={{ type: "publish" }} look="primary" />
            {!isOwn && <Act {...act} label={tell.act.pairAgain} run={pair} />}
          </>
        )}
        {canPair && !saysWhoMeets && <button type="button" class={`btn ${isOwn && open === undefined ? "primary" : ""}`} onClick={() => setByHand(true)}>{open ? tell.act.changePairing : isOwn ? tell.act.pair(next) : tell.act.pairByHand}</button>}
        {!isPaused && open?.status === "published" && <Act {...act} label={isArena ? tell.act.start_arena : tell.act.start_round(open.round)} action={{ type: "start_round" }} look="primary" />}
        {last !== undefined && open === undefined && until === null && !isArena && <Act {...act} label={tell.act.finish} action={{ type: "finish" }} look={all ? "primary" : ""} sure />}
        <details class="more">
          <summary aria-label={tell.moreFor(view.settings.label)}>…</summary>
          <div class="row">
            <Announce id={id} said={view.announcement} onDone={refresh} />
            {!isPaused && view.status === "running" && <Act {...act} label={tell.act.pause} action={{ type: "pause" }} sure />}
            {until !== null && !isArena && <Act {...act} label={tell.act.reopen} action={{ type: "reopen" }} sure />}
            {!isPaused && open?.status === "published" && <Act {...act} label={tell.act.undo_publish} action={{ type: "undo", action: "publish" }} sure />}
            {!isPaused && open?.status === "started" && untouched && <Act {...act} label={tell.act.undo_start} action={{ type: "undo", action: "start_round" }} sure />}
            {open?.status === "started" && <Act {...act} label={isArena ? tell.act.end_arena : tell.act.end_round} action={{ type: "end_round" }} sure />}
            <Act {...act} label={tell.act.cancel} action={{ type: "cancel" }} sure />
          </div>
        </details>
      </div>}
    </section>
  );
}

/** Say something to everyone; nothing takes away what was said last. */
function Announce({ id, said, onDone }: { id: string; said: string; onDone: () => void }) {
  const { client } = useSession();
  const [text, setText] = useState(said);
  const announce = () => client.call("actAsDirector", { tournament_id: id, body: { type: "announce", text: text.trim() } });
  return (
    <Act id={id} onDone={onDone} label={tell.announce} run={announce} sure reasonless>
      <input class="field" dir="auto" autoComplete="off" maxLength={500} aria-label={tell.whatToAnnounce} placeholder={tell.whatToAnnounce} value={text} onInput={(event) => setText(event.currentTarget.value)} />
    </Act>
  );
}
