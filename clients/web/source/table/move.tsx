// My move: things to choose from; the bar with which it is sealed is always in reach.

import type { JsonValue } from "moirai-client";
import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { GameModule } from "../boards/props.js";
import { Form } from "../form/form.js";
import { moveLine } from "../form/names.js";
import type { Draft } from "../form/schema.js";
import { say } from "../strings/index.js";
import type { Words } from "../words.js";
import type { Following } from "./following.js";
import { Drafting, Said, sealNameOf } from "./seal_bar.js";
import type { Sealing } from "./sealing.js";

interface MoveProps {
  table: Following;
  /** Null while there is nothing to decide for the player. */
  sealing: Sealing | null;
  game: GameModule | null;
  words: Words;
  toLocal: (moment: string) => Date;
}

export function MovePanel({ table, sealing, game, words, toLocal }: MoveProps) {
  const state = sealing ? stateOf(sealing) : "";
  const panel = useRef<HTMLElement>(null);
  const isUsed = useRef(false);

  // Whoever pressed a button that is gone finds the focus on the panel, not on nothing; also on the next phase's panel.
  useLayoutEffect(() => {
    if (!isUsed.current) return undefined;
    // With the next frame, which lays out the page in any case: a slow phone would do it twice.
    const frame = requestAnimationFrame(() => {
      const here = document.activeElement;
      if (here === null || here === document.body) panel.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
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

/** Where something is still to be chosen. */
const UNANSWERED = ".aiming, fieldset:has(> * input[type=radio]):not(:has(input:checked))";

/** Bring a question into sight, also out of a part that a phone has folded. */
function bringUp(question: Element | null | undefined): void {
  question?.closest(".fold")?.querySelector("button")?.click();
  setTimeout(() => question?.scrollIntoView({ block: "center" }));
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
  const { view, details } = table;
  const line = (move: JsonValue) => game?.readMove?.(move, words, view) ?? say.youPlay(moveLine(move, sealing.schema, sealing.definitions, words));
  const MoveForm = game?.MoveForm ?? Form;
  const tone = sealing.elsewhere ? "odd" : sealing.verdict && sealing.verdict.type !== "taken back" ? "bad" : sealing.sealed && !sealing.isEditing ? "good" : "";
  // Doing nothing is asked once: of which draft, so that a change or another phase asks anew.
  const [asked, ask] = useState<{ phase: number; draft: Draft } | null>(null);
  const isAsking = asked !== null && asked.phase === sealing.phase && asked.draft === sealing.draft;
  const isEmpty = Object.keys(sealing.draft).length === 0;
  const move = sealing.move ?? (isEmpty ? (game?.emptyMove?.(view) ?? undefined) : undefined);
  const name = sealNameOf(move, isEmpty, sealing.schema, game, words, view);

  const submit = (event: Event) => {
    event.preventDefault();
    onUse();
    if (sealing.isOpen && !isAsking && name.isNothing) ask({ phase: sealing.phase, draft: sealing.draft });
    else if (move === undefined) bringUp(panel.current?.querySelector(UNANSWERED));
    else void sealing.seal(move);
  };
  return (
    <section class={`move ${tone}`} id="move" aria-label={say.yourMoveTitle} tabIndex={-1} ref={panel}>
      <form onSubmit={submit}>
        {sealing.isOpen && game && (
          <MoveForm
            details={details}
            view={view}
            schema={sealing.schema}
            definitions={sealing.definitions}
            words={words}
            draft={sealing.draft}
            problems={sealing.verdict?.type === "refused" ? sealing.verdict.problems : {}}
            onChange={sealing.setDraft}
          />
        )}
        {sealing.isOpen && (details.pace === "eager" || view.phase!.early_close) && !isEmpty && (
          <label class="switch small">
            <input type="checkbox" checked={sealing.keepsOpen} onChange={(event) => sealing.setKeepsOpen(event.currentTarget.checked)} /> {say.keepOpen}
          </label>
        )}
        <div class="seal-bar" role="group" aria-label={say.sealBar}>
          {sealing.isOpen ? (
            <Drafting sealing={sealing} move={move} name={name} game={game} words={words} view={view} line={line} state={state} isAsking={isAsking} onBack={() => ask(null)} />
          ) : (
            <Said table={table} sealing={sealing} line={line} state={state} toLocal={toLocal} />
          )}
        </div>
        <p class="vh" role="status">
          {state}
          {sealing.verdict?.type === "refused" && `: ${sealing.verdict.text}`}
        </p>
      </form>
    </section>
  );
}
