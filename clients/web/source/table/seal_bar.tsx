// The bar under every move: the move as a sentence, or what is missing, and the button that seals it.

import type { JsonValue, ViewReply } from "moirai-client";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { GameModule, SealName } from "../boards/props.js";
import type { Schema } from "../form/schema.js";
import { Icon } from "../parts/icons.js";
import { isKept } from "../storage.js";
import { say } from "../strings/index.js";
import { clockText, momentText } from "../time.js";
import type { Words } from "../words.js";
import type { Following } from "./following.js";
import type { Sealing } from "./sealing.js";

/** How the button is named that seals a move. A draft without any answer does nothing, where there was something to ask. */
export function sealNameOf(move: JsonValue | undefined, isEmpty: boolean, schema: Schema, game: GameModule | null, words: Words, view: ViewReply): SealName {
  const named = move === undefined ? null : game?.sealName?.(move, words, view);
  if (named) return named;
  const asks = Object.keys(schema.properties ?? {}).some((name) => name !== "type") || schema.oneOf !== undefined;
  const isNothing = move !== undefined && asks && isEmpty;
  return { label: isNothing ? say.sealNothing : say.sealIt, isNothing };
}

interface DraftingProps {
  sealing: Sealing;
  /** What would be sealed now. */
  move: JsonValue | undefined;
  name: SealName;
  game: GameModule | null;
  words: Words;
  view: ViewReply;
  line: (move: JsonValue) => string;
  state: string;
  /** Whether it is asked if doing nothing is meant. */
  isAsking: boolean;
  onBack: () => void;
}

/** What the move would be or what is missing, and the seal. It is filled only if something was chosen. */
export function Drafting({ sealing, move, name: { label, isNothing }, game, words, view, line, state, isAsking, onBack }: DraftingProps) {
  const { missing, verdict, draft } = sealing;
  const back = useRef<HTMLButtonElement>(null);
  // Not on the button that seals: whoever pressed twice must not have sealed.
  useLayoutEffect(() => {
    if (isAsking) back.current?.focus({ preventScroll: true });
  }, [isAsking]);

  const isEmpty = Object.keys(draft).length === 0;
  const names = [...new Set(missing.map((place) => nameOf(place, words)))];
  const isWhole = move !== undefined && !isEmpty;
  const open = () => game?.readOpen?.(draft, words, view) ?? (move !== undefined && !isNothing ? line(move) : isEmpty ? say.nothingChosen : say.incomplete(names.join(", ")));
  if (isAsking && move !== undefined) {
    return (
      <>
        <p class="read open" role="alert">{line(move)} {say.isThatMeant}</p>
        {/* By key, so that no button becomes the one that seals while it is pressed. */}
        <div class="foot asking" key="asking">
          <span class="chip state-chip vh">{state}</span>
          <button type="submit" class="btn nothing"><Icon name="seal" /> {label}</button>
          <button type="button" class="btn" ref={back} onClick={onBack}>{say.goOnChoosing}</button>
        </div>
      </>
    );
  }
  return (
    <>
      <p class={isWhole ? "read" : "read open"}>{isWhole ? line(move) : open()}</p>
      {verdict?.type === "refused" && (
        <p class="problem">
          <Icon name="cross" /> {verdict.text} {sealing.sealed && say.stillSealed}
        </p>
      )}
      {verdict?.type === "taken back" && <p class="state">{say.takenBackNote}</p>}
      <div class="foot" key="drafting">
        <span class="chip state-chip">{state}</span>
        {!isEmpty && <span class="state kept">{isKept ? say.draftNote : say.draftLost}</span>}
        {sealing.isEditing && (
          <button type="button" class="btn quiet" onClick={() => sealing.edit(false)}>{say.cancel}</button>
        )}
        {!isEmpty && (
          <button type="button" class="btn quiet" onClick={() => sealing.setDraft({})}>{say.clear}</button>
        )}
        <button type="submit" class={move === undefined || (!isNothing && !isEmpty) ? "btn primary" : "btn nothing"} aria-disabled={move === undefined}>
          <Icon name="seal" /> {label}
        </button>
      </div>
    </>
  );
}

interface SaidProps {
  table: Following;
  sealing: Sealing;
  line: (move: JsonValue) => string;
  state: string;
  toLocal: (moment: string) => Date;
}

/** What the server holds, or why it does not. */
export function Said({ table, sealing, line, state, toLocal }: SaidProps) {
  const { sealed, sealedAt, elsewhere, verdict } = sealing;
  const at = sealedAt ? clockText(toLocal(sealedAt)) : "";
  const until = table.view.closes_at ? momentText(toLocal(table.view.closes_at)) : null;
  const chip = <span class="chip state-chip">{state}</span>;
  if (sealing.isSending) {
    return (
      <>
        {sealing.move !== undefined && <p class="read">{line(sealing.move)}</p>}
        <div class="foot">
          {chip}
          <p class="state"><Icon name="clock" /> {sealing.isUnheard ? say.unheardNote : say.sendingNote}</p>
          {sealing.isUnheard && <button type="button" class="btn" onClick={sealing.dismiss}>{say.change}</button>}
        </div>
      </>
    );
  }
  if (verdict?.type === "late") {
    return (
      <div class="foot">
        {chip}
        <p class="state"><Icon name="clock" /> {say.tooLateNote}</p>
        <button type="button" class="btn" onClick={sealing.dismiss}>{say.seeResult}</button>
      </div>
    );
  }
  if (elsewhere) {
    return (
      <>
        {sealed && <p class="read">{line(sealed.move as unknown as JsonValue)}</p>}
        <div class="foot">
          {chip}
          <p class="state">{elsewhere === "sealed" ? say.elsewhereNote(at) : say.withdrawnElsewhere}</p>
          {sealing.move !== undefined && !same(sealing.move, sealed?.move) && (
            <button type="submit" class="btn primary">{say.sealMine}</button>
          )}
          <button type="button" class="btn" onClick={sealing.dismiss}>{elsewhere === "sealed" ? say.keepThat : say.change}</button>
        </div>
      </>
    );
  }
  return (
    <>
      {sealed && <p class="read">{line(sealed.move as unknown as JsonValue)}</p>}
      <div class="foot">
        {chip}
        <p class="state ok"><Icon name="check" /> {until ? say.sealedAt(at, until) : say.sealedNoLimit(at)}</p>
        {table.view.phase?.withdrawable && (
          <button type="button" class="btn quiet" onClick={() => void sealing.takeBack()}>{say.takeBack}</button>
        )}
        <button type="button" class="btn" onClick={() => sealing.edit(true)}>{say.change}</button>
      </div>
    </>
  );
}

function nameOf(place: string, words: Words): string {
  const names = place.split("/").slice(1).filter((name) => !/^\d+$/.test(name));
  return names.length === 0 ? say.kind : words.field(names.at(-1)!, names.at(-2));
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
