// Long lists, of which only what is near the window is drawn: a thousand rows would be tens of thousands of elements.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** How many rows are drawn together. */
export const ROWS = 20;

/** How far from the window rows are drawn, so that nobody sees them come. */
const MARGIN = "900px 0px";

/** What stays drawn wherever it is: what somebody has begun. */
const BEGUN = "details[open], form, :focus";

interface ChunksProps<T> {
  items: readonly T[];
  /** To which of them a row belongs, from 0: always to the same one, or what was begun in it would be lost. */
  chunkOf: (item: T, at: number) => number;
  /** About how high a row is, in pixels, until it was drawn. */
  rowHeight: number;
  /** Draws some of them in an element of its own, or none in one of this height, in pixels. */
  draw: (items: readonly T[], ref: (element: Element | null) => void, height: number | null) => ComponentChildren;
}

/** The rows, some at a time. */
export function Chunks<T>({ items, chunkOf, rowHeight, draw }: ChunksProps<T>) {
  const chunks = new Map<number, T[]>();
  items.forEach((item, at) => {
    const chunk = chunkOf(item, at);
    chunks.set(chunk, [...(chunks.get(chunk) ?? []), item]);
  });
  return <>{[...chunks].map(([chunk, some], at) => <Chunk key={chunk} items={some} isFirst={at === 0} rowHeight={rowHeight} draw={draw} />)}</>;
}

function Chunk<T>({ items, isFirst, rowHeight, draw }: Omit<ChunksProps<T>, "chunkOf"> & { isFirst: boolean }) {
  const element = useRef<Element | null>(null);
  const height = useRef<number | null>(null);
  const [isNear, setNear] = useState(isFirst);
  useEffect(() => {
    const watched = element.current;
    if (watched === null) return undefined;
    const stop = watch(watched, (near) => {
      if (!near && watched.querySelector(BEGUN) !== null) return;
      if (!near) height.current = watched.getBoundingClientRect().height;
      setNear(near);
    });
    const drawAll = () => setNear(true);
    addEventListener("beforeprint", drawAll);
    return () => {
      stop();
      removeEventListener("beforeprint", drawAll);
    };
  }, []);
  const ref = (drawn: Element | null) => void (element.current = drawn);
  return <>{isNear ? draw(items, ref, null) : draw([], ref, height.current ?? items.length * rowHeight)}</>;
}

const watchers = new WeakMap<Element, (near: boolean) => void>();

let observer: IntersectionObserver | undefined;

/** Tell whether an element is near the window, now and whenever that changes; the result ends it. */
function watch(element: Element, tell: (near: boolean) => void): () => void {
  observer ??= new IntersectionObserver((entries) => entries.forEach(({ target, isIntersecting }) => watchers.get(target)?.(isIntersecting)), { rootMargin: MARGIN });
  watchers.set(element, tell);
  observer.observe(element);
  return () => observer?.unobserve(element);
}
