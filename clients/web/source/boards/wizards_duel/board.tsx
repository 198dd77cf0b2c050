// Wizard's Duel: two hands, the ladder of rounds between them, and what waits on the next spells.

import type { DuelRecord, JsonValue, WizardsDuelView } from "moirai-client";
import { listed } from "../../strings/index.js";
import type { Draft } from "../../form/schema.js";
import { Thing, Veiled } from "../../parts/thing.js";
import { initial } from "../../table/people.js";
import type { Words } from "../../words.js";
import { someone, type Who } from "../people.js";
import type { BoardProps, SealName } from "../props.js";
import { asidesOf, duelView, finished, isQuiet, opponent, sides, tieRule, type Duelist } from "./knowledge.js";
import { OpenRung, Rungs, signed, type LadderProps } from "./ladder.js";
import { Sign } from "./signs.js";
import { Hand } from "./spells.js";
import { t } from "./strings.js";

export { readResult } from "./result.js";

export { DuelMoveForm as MoveForm } from "./form.js";
export { opening } from "./opening.js";

export default function DuelBoard({ view: reply, events, words, move }: BoardProps) {
  const view = duelView(reply.view);
  const viewer = reply.viewer;
  const [near, far] = sides(viewer);
  const who = (seat: Duelist) => someone(seat, viewer, words);
  const seated = viewer === near;
  const isCasting = view.phase?.name === "cast" && !view.over;
  const ladder = { view, near, far, who, words, asides: asidesOf(events) };
  const ended = finished(view);
  const past = view.duels.filter((duel) => duel !== ended);
  const choosing = isCasting && seated && move?.isOpen === true;
  const own = move ? move.shown : (reply.submission?.move as JsonValue | undefined);
  const wizard = (seat: Duelist, isAbove: boolean) => <Wizard view={view} seat={seat} who={who(seat)} words={words} isAbove={isAbove} />;
  const hand = (seat: Duelist) => <Hand seat={seat} who={who(seat)} pool={view.pool} hand={view.hands[seat]} rounds={view.rounds} words={words} />;
  return (
    <div class="duel">
      {view.outcome?.reason && (
        <p class="decided">
          {t.decided}: <Thing words={words} kind="reason" id={view.outcome.reason} />
        </p>
      )}
      <Items view={view} who={who} words={words} />
      {wizard(far, false)}
      {view.duel > 0 && hand(far)}
      {view.duel > 0 && (
        <section class="ladder" aria-label={t.duel(view.duel, view.extra, view.replay)}>
          <Score view={view} near={near} far={far} who={who} />
          <ol>
            <Rungs {...ladder} duel={view.duel} replay={view.replay} rounds={view.rounds} />
            {isCasting && <OpenRung view={view} near={near} far={far} words={words} shown={own} choosing={move !== null} />}
          </ol>
          <p class="why ahead">{ended ? <Result duel={ended} who={who} words={words} /> : ahead(view, who)}</p>
        </section>
      )}
      {wizard(near, choosing)}
      {view.duel > 0 && !choosing && hand(near)}
      {past.length > 0 && (
        <section class="past-duels" aria-label={t.finishedDuels}>
          {past.map((duel, at) => (
            <PastDuel key={`${duel.duel} ${duel.replay}`} {...ladder} record={duel} open={view.rounds.length === 0 && at === past.length - 1} />
          ))}
        </section>
      )}
    </div>
  );
}

function Score({ view, near, far, who }: { view: WizardsDuelView; near: Duelist; far: Duelist; who: (seat: Duelist) => Who }) {
  const side = (seat: Duelist) => (
    <div class={`side-score ${seat === near ? "near" : "far"}`}>
      <b>{who(seat).name}</b>
      <Beads won={view.wins[seat] ?? 0} needed={view.options.wins_needed ?? 1} isMine={who(seat).isMe} />
    </div>
  );
  return (
    <div class="score">
      {side(near)}
      <div class="points">
        <h3>{t.duel(view.duel, view.extra, view.replay)}</h3>
        <strong>
          <span class="vh">{t.points}: </span>
          {view.points[near] ?? 0} : {view.points[far] ?? 0}
        </strong>
        <span class="tiny dim">{t.roundOf(view.round, view.pool.length)}</span>
      </div>
      {side(far)}
    </div>
  );
}

/** Duels won, as beads towards the end of the match. */
function Beads({ won, needed, isMine }: { won: number; needed: number; isMine: boolean }) {
  return (
    <span class={`duel-wins ${isMine ? "mine" : ""}`}>
      {Array.from({ length: Math.max(won, needed) }, (_, at) => (
        <i key={at} class={at < won ? "full" : ""} />
      ))}
      <span class="tiny dim">{t.wins(won, needed)}</span>
    </span>
  );
}

interface WizardProps {
  view: WizardsDuelView;
  seat: Duelist;
  who: Who;
  words: Words;
  /** Whether the hand is shown above, where it is chosen from. */
  isAbove: boolean;
}

/** A wizard, with the hand's size and what waits on the next spell. */
function Wizard({ view, seat, who, words, isAbove }: WizardProps) {
  const hand = view.hands[seat];
  const spells = hand ? t.spellsInHand(hand.size) : "";
  const among = hand && hand.possible.length > hand.size ? `, ${t.allAmong(hand.possible.length)}` : "";
  return (
    <div class={`wizard ${who.isMe ? "me" : ""}`}>
      <span class="face" aria-hidden="true">
        {initial(who.name)}
      </span>
      <div>
        <h3>
          <bdi>{who.name}</bdi>
        </h3>
        <span class="s">
          {spells}
          {among}
          {isAbove && `, ${t.aboveWithMove}`}
        </span>
      </div>
      <div class="effects">
        {tieRule(view) === seat && !view.items.hestias_hearth && <span class="chip">{t.winsTies}</span>}
        <Owned view={view} seat={seat} words={words} />
        {!view.over && view.duel > 0 && <Waiting view={view} seat={seat} words={words} />}
      </div>
    </div>
  );
}

/** What waits on the next spell of a wizard. */
function Waiting({ view, seat, words }: { view: WizardsDuelView; seat: Duelist; words: Words }) {
  const pending = view.pending[seat];
  const quiet = isQuiet(pending);
  if (quiet === true) return <span class="chip dim">{t.nothingWaits}</span>;
  return (
    <>
      {pending?.modifier ? (
        <span class={`chip ${pending.modifier < 0 ? "less" : "good"}`}>
          <Sign of={pending.modifier < 0 ? "7" : "5"} /> {t.modifier(signed(pending.modifier))}
        </span>
      ) : null}
      {pending?.fogged && (
        <span class="chip">
          <Sign of="3" /> {t.fogNext}
        </span>
      )}
      {pending?.banned && (
        <span class="chip bad">
          <Sign of="8" /> {t.noSpell(words.thing("spell", pending.banned))}
        </span>
      )}
      {(!pending || pending.modifier === null || pending.fogged === null) && <Veiled title={t.unknownWaits} />}
    </>
  );
}

/** The items of a wizard. */
function Owned({ view, seat, words }: { view: WizardsDuelView; seat: Duelist; words: Words }) {
  const items = Object.entries(view.items).filter(([, owner]) => owner === seat);
  return (
    <>
      {items.map(([item]) => (
        <Thing key={item} words={words} kind="item" id={item} class="chip item" note={uses(view, item)}>
          <Sign of={item} /> {words.thing("item", item)}
          {isSpent(view, item) && ` (${t.spent})`}
        </Thing>
      ))}
    </>
  );
}

const isSpent = (view: WizardsDuelView, item: string): boolean =>
  (item === "athenas_wisdom" && view.wisdom_left === false) || (item === "apollos_daybreak" && view.daybreak_left === 0);

function uses(view: WizardsDuelView, item: string): string | undefined {
  if (isSpent(view, item)) return t.spentText;
  return item === "apollos_daybreak" ? t.uses(view.daybreak_left) : undefined;
}

/** During the draft: all items, and who picks next. */
function Items({ view, who, words }: { view: WizardsDuelView; who: (seat: Duelist) => Who; words: Words }) {
  if (view.draft.length === 0) return null;
  return (
    <section class="items-draft" aria-label={t.items}>
      <ul class="fields">
        {Object.entries(view.items).map(([item, owner]) => (
          <li key={item}>
            <Thing words={words} kind="item" id={item}>
              <Sign of={item} /> {words.thing("item", item)}
            </Thing>{" "}
            <span class="dim">{owner ? who(owner).name : t.nobodys}</span>
          </li>
        ))}
      </ul>
      <p class="why">{t.picks(listed(view.draft.map((seat) => who(seat).name)))}</p>
    </section>
  );
}

/** What is still to come, and what decides. */
function ahead(view: WizardsDuelView, who: (seat: Duelist) => Who): string {
  const rounds = view.pool.length;
  const rule = tieRule(view);
  const tie = rule === "draw" || rule === "replay" ? t.tie[rule] : t.tie.to(who(rule));
  const follow = view.round < rounds ? t.roundsFollow(view.round + 1, rounds) : t.lastRound;
  return `${follow} ${t.morePoints} ${tie} ${t.needed(view.options.wins_needed ?? 1)}`;
}

function Result({ duel, who, words }: { duel: DuelRecord; who: (seat: Duelist) => Who; words: Words }) {
  return (
    <>
      {t.duelResult(duel.winner ? who(duel.winner) : null)}: <Thing words={words} kind="reason" id={duel.reason} />
    </>
  );
}

interface PastDuelProps extends Omit<LadderProps, "duel" | "replay" | "rounds"> {
  record: DuelRecord;
  open: boolean;
}

function PastDuel({ record, open, ...ladder }: PastDuelProps) {
  const { near, far, who, words } = ladder;
  return (
    <details open={open}>
      <summary>
        {t.duel(record.duel, record.extra, record.replay)}: {t.duelResult(record.winner ? who(record.winner) : null)},{" "}
        {record.points?.[near] ?? 0} : {record.points?.[far] ?? 0}
      </summary>
      <p class="why">
        {t.decided}: <Thing words={words} kind="reason" id={record.reason} />
      </p>
      <ol class="ladder">
        <Rungs {...ladder} duel={record.duel} replay={record.replay} rounds={record.rounds ?? []} />
      </ol>
    </details>
  );
}

/** Forbidding nothing, and letting a round stand. */
export function sealName(move: JsonValue): SealName | null {
  const { type, spell, use } = move as { type?: string; spell?: string | null; use?: boolean };
  if (type === "charm" && !spell) return { label: t.forbidNothing, isNothing: true };
  return type === "daybreak" && !use ? { label: t.letStand, isNothing: true } : null;
}

export function readOpen(_: Draft, __: Words, reply: BoardProps["view"]): string | null {
  return t.open[duelView(reply.view).phase?.name ?? ""] ?? null;
}

/** A move as a sentence. */
export function readMove(move: JsonValue, words: Words, reply: BoardProps["view"]): string | null {
  const { type, spell, item, use } = move as { type?: string; spell?: string | null; item?: string; use?: boolean };
  switch (type) {
    case "cast":
      return spell ? t.youCast(words.thing("spell", spell)) : null;
    case "charm":
      return spell ? t.youForbid(someone(opponent(reply.viewer), reply.viewer, words), words.thing("spell", spell)) : t.youForbidNothing;
    case "draft":
      return item ? t.youTake(words.thing("item", item)) : null;
    case "daybreak":
      return use ? t.youUndo : t.youLetStand;
    default:
      return null;
  }
}
