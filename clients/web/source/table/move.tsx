// My move: things to choose from, read back in words, and sealed.

import type { JsonValue } from "moirai-client";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { GameModule } from "../boards/props.js";
import { Form } from "../form/form.js";
import { moveLine } from "../form/names.js";
import { Icon } from "../parts/icons.js";
import { isKept } from "../storage.js";
import { say } from "../strings/index.js";
import { clockText, momentText } from "../time.js";
import type { Words } from "../words.js";
import type { Following } from "./following.js";
import type { Sealing } from "./sealing.js";

interface MoveProps {
  table: Following;
  /** Null while there is nothing to decide for the player. */
  sealing: Sealing | null;
  game: GameModule | null;
  words: Words;
  toLocal: (moment: string) => Date;
  /** Told what the state of the move is, for the strip of a phone. */
  onState: (state: string) => void;
}

export function MovePanel({ table, sealing, game, words, toLocal, onState }: MoveProps) {
  const state = sealing ? stateOf(sealing) : "";
  const panel = useRef<HTMLElement>(null);
  const isUsed = useRef(false);
  useEffect(() => onState(state), [state]);

  // Whoever pressed a button that is gone finds the focus on the panel, not on nothing; also on the next phase's panel.
  useLayoutEffect(() => {
    const here = document.activeElement;
    if (isUsed.current && (here === null || here === document.body)) panel.current?.focus({ preventScroll: true });
  }, [state, sealing?.phase]);

  if (!sealing) {
    const { view } = table;
    if (view.status !== "running" || !view.phase) return null;
    const seated = !["spectator", "observer", "host"].includes(view.viewer);
    return (
      <section class="move idle" id="move" aria-label={say.yourMoveTitle} tabIndex={-1} ref={panel}>
        <p class="dim">{seated ? say.nothingToDo : view.viewer === "host" ? say.youHost : say.takesPart}</p>
      </section>
    );
  }
  const use = () => {
    isUsed.current = true;
  };
  return <Open table={table} sealing={sealing} game={game} words={words} toLocal={toLocal} state={state} panel={panel} onUse={use} />;
}

function stateOf(sealing: Sealing): string {
  if (sealing.isSending) return say.sending;
  if (sealing.verdict?.type === "late") return say.tooLate;
  if (sealing.verdict?.type === "refused") return say.refused;
  if (sealing.elsewhere) return say.elsewhere;
  if (sealing.sealed && !sealing.isEditing) return say.sealed;
  if (sealing.verdict?.type === "taken back") return say.takenBack;
  return say.draft;
}

interface OpenProps {
  table: Following;
  sealing: Sealing;
  game: GameModule | null;
  words: Words;
  toLocal: (moment: string) => Date;
  state: string;
  panel: RefObject<HTMLElement | null>;
  onUse: () => void;
}

function Open({ table, sealing, game, words, toLocal, state, panel, onUse }: OpenProps) {
  const line = (move: JsonValue) => game?.readMove?.(move, words, table.view) ?? say.youPlay(moveLine(move, sealing.schema, sealing.definitions, words));
  const MoveForm = game?.MoveForm ?? Form;
  const tone = sealing.elsewhere ? "odd" : sealing.verdict && sealing.verdict.type !== "taken back" ? "bad" : sealing.sealed && !sealing.isEditing ? "good" : "";

  const submit = (event: Event) => {
    event.preventDefault();
    onUse();
    void sealing.seal();
  };
  return (
    <section class={`move ${tone}`} id="move" aria-label={say.yourMoveTitle} tabIndex={-1} ref={panel}>
      <form onSubmit={submit}>
        <p class="eyebrow">
          {say.yourMoveTitle} <span class="push chip state-chip">{state}</span>
        </p>
        {sealing.isOpen && game && (
          <MoveForm
            details={table.details}
            view={table.view}
            schema={sealing.schema}
            definitions={sealing.definitions}
            words={words}
            draft={sealing.draft}
            problems={sealing.verdict?.type === "refused" ? sealing.verdict.problems : {}}
            onChange={sealing.setDraft}
          />
        )}
        {sealing.isOpen ? <Drafting sealing={sealing} words={words} line={line} phase={table.view.phase!} pace={table.details.pace} /> : <Said table={table} sealing={sealing} line={line} toLocal={toLocal} />}
        <p class="vh" role="status">
          {state}
          {sealing.verdict?.type === "refused" && `: ${sealing.verdict.text}`}
        </p>
      </form>
    </section>
  );
}

/** Under the form: what the move would be, what is missing, and the seal. */
function Drafting({ sealing, words, line, phase, pace }: { sealing: Sealing; words: Words; line: (move: JsonValue) => string; phase: { early_close: boolean }; pace: string }) {
  const { move, missing, verdict } = sealing;
  const names = [...new Set(missing.map((place) => nameOf(place, words)))];
  const isEmpty = Object.keys(sealing.draft).length === 0;
  const asks = Object.keys(sealing.schema.properties ?? {}).some((name) => name !== "type");
  return (
    <>
      {move !== undefined && <p class="read">{line(move)}</p>}
      {verdict?.type === "refused" && (
        <p class="problem">
          <Icon name="cross" /> {verdict.text} {sealing.sealed && say.stillSealed}
        </p>
      )}
      {verdict?.type === "taken back" && <p class="state">{say.takenBackNote}</p>}
      {(pace === "eager" || phase.early_close) && !isEmpty && (
        <label class="switch small">
          <input type="checkbox" checked={sealing.keepsOpen} onChange={(event) => sealing.setKeepsOpen(event.currentTarget.checked)} /> {say.keepOpen}
        </label>
      )}
      <div class="foot">
        <p class="state">
          <Icon name="draft" /> {names.length > 0 ? say.incomplete(names.join(", ")) : isEmpty ? (asks ? say.nothingChosen : say.nothingToChoose) : isKept ? say.draftNote : say.draftLost}
        </p>
        {sealing.isEditing && (
          <button type="button" class="btn quiet" onClick={() => sealing.edit(false)}>{say.cancel}</button>
        )}
        {!isEmpty && (
          <button type="button" class="btn quiet" onClick={() => sealing.setDraft({})}>{say.clear}</button>
        )}
        <button type="submit" class="btn primary" aria-disabled={move === undefined}>
          <Icon name="seal" /> {say.sealIt}
        </button>
      </div>
    </>
  );
}

/** What the server holds, or why it does not. */
function Said({ table, sealing, line, toLocal }: { table: Following; sealing: Sealing; line: (move: JsonValue) => string; toLocal: (moment: string) => Date }) {
  const { sealed, sealedAt, elsewhere, verdict } = sealing;
  const at = sealedAt ? clockText(toLocal(sealedAt)) : "";
  const until = table.view.closes_at ? momentText(toLocal(table.view.closes_at)) : null;
  if (sealing.isSending) {
    return (
      <>
        {sealing.move !== undefined && <p class="read">{line(sealing.move)}</p>}
        <div class="foot">
          <p class="state"><Icon name="clock" /> {sealing.isUnheard ? say.unheardNote : say.sendingNote}</p>
          {sealing.isUnheard && <button type="button" class="btn" onClick={sealing.dismiss}>{say.change}</button>}
        </div>
      </>
    );
  }
  if (verdict?.type === "late") {
    return (
      <div class="foot">
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
