// Pages that turn by themselves, unless somebody looks closer, has stopped them, or asks for less motion.

import { useEffect, useLayoutEffect, useState } from "preact/hooks";

/** How long a page stays. */
const TURN_MS = 12_000;

/** How long a mouse that was moved means that somebody looks; one that lies still stops no screen of a hall. */
const LOOKING_MS = 20_000;

export interface Turning {
  /** Which page is shown, from 0. */
  at: number;
  /** Whether they turn by themselves, as far as nobody presses or points. */
  turns: boolean;
  setTurns: (turns: boolean) => void;
  turn: (by: number) => void;
}

/** Of pages with these keys: the one that was shown stays while others come and go. */
export function useTurning(keys: readonly string[]): Turning {
  const [shown, setShown] = useState({ key: "", at: 0 });
  const [turns, setTurns] = useState(() => !matchMedia("(prefers-reduced-motion: reduce)").matches);
  const isHeld = useHeld();
  const known = keys.indexOf(shown.key);
  const at = known >= 0 ? known : Math.min(shown.at, Math.max(0, keys.length - 1));
  const turn = (by: number) => {
    const next = keys.length === 0 ? 0 : (at + by + keys.length) % keys.length;
    setShown({ key: keys[next] ?? "", at: next });
  };
  useEffect(() => {
    if (!turns || isHeld || keys.length < 2) return undefined;
    const timer = setTimeout(() => turn(1), TURN_MS);
    return () => clearTimeout(timer);
  }, [turns, isHeld, at, keys.join()]);
  // Before the pages are seen: a key pressed at once must not turn those that were there before.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const by = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      turn(by);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [at, keys.join()]);
  return { at, turns, setTurns, turn };
}

/** Whether somebody presses on the page, or has just moved a mouse over it. */
function useHeld(): boolean {
  const [isPressed, setPressed] = useState(false);
  const [isPointed, setPointed] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const point = ({ pointerType }: PointerEvent) => {
      if (pointerType !== "mouse") return;
      clearTimeout(timer);
      setPointed(true);
      timer = setTimeout(() => setPointed(false), LOOKING_MS);
    };
    const leave = () => {
      clearTimeout(timer);
      setPointed(false);
    };
    const press = () => setPressed(true);
    const release = () => setPressed(false);
    const heard = [["pointermove", point], ["pointerdown", press], ["pointerup", release], ["pointercancel", release]] as const;
    for (const [type, hear] of heard) addEventListener(type, hear as EventListener);
    document.documentElement.addEventListener("pointerleave", leave);
    return () => {
      clearTimeout(timer);
      for (const [type, hear] of heard) removeEventListener(type, hear as EventListener);
      document.documentElement.removeEventListener("pointerleave", leave);
    };
  }, []);
  return isPressed || isPointed;
}
