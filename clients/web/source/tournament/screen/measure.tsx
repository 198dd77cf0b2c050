// Rows and trees in letters as large as fit: they are drawn out of sight in a size, and measured.

import { render, type ComponentChildren, type VNode } from "preact";
import { fit, GAP, type Box, type Fitted, type Letters } from "./fit.js";

/** Whether no word is wider than its place. */
const holds = ({ scrollWidth, clientWidth }: Element): boolean => scrollWidth <= clientWidth;

/** How rows fit onto pages of this size, inside an element with the styles that they will have. */
export function fitRows(within: Element, rows: readonly VNode[], look: string, box: Box, letters: Letters): Fitted {
  const list = document.createElement("ol");
  list.className = `${look} measured`;
  within.append(list);
  render(<>{rows}</>, list);
  const measure = (size: number, width: number) => {
    list.style.fontSize = `${size}px`;
    list.style.width = `${width}px`;
    return [...list.children].map((row) => ([row, ...row.children].every(holds) ? row.getBoundingClientRect().height : Infinity));
  };
  try {
    return fit(box, letters, measure);
  } finally {
    render(null, list);
    list.remove();
  }
}

interface SheetProps {
  fitted: Fitted;
  page: Fitted["pages"][number];
  look: string;
  rows: readonly (() => VNode)[];
}

/** A page of rows. */
export function Sheet({ fitted: { size, width }, page, look, rows }: SheetProps) {
  return (
    <div class="sheet" style={{ fontSize: `${size}px`, columnGap: `${GAP * size}px` }}>
      {page.map((column) => <ol key={column[0]} start={column[0]! + 1} class={look} style={{ width: `${width}px` }}>{column.map((at) => rows[at]!())}</ol>)}
    </div>
  );
}

/** The size of letters in which a tree is measured, in pixels. */
const MEASURED = 20;

/** What is rounded to whole pixels must not make it too large. */
const MARGIN = 0.985;

/** How wide columns can be, in letters: where names have fewer lines, letters can be larger, until columns are too wide. */
export const NARROW = 11.4;
const WIDTHS = [20, 17, 14, NARROW];

export interface Grown {
  /** Of the letters, in pixels. */
  size: number;
  /** Of a column, in letters. */
  column: number;
}

/** The largest letters in which a tree fits onto a page of this size, and how wide columns are then. */
export function grow(within: Element, tree: VNode, box: Box, most: number): Grown {
  const around = document.createElement("div");
  around.className = "measured";
  within.append(around);
  render(tree, around);
  around.style.fontSize = `${MEASURED}px`;
  const sizes = WIDTHS.map((column): Grown => {
    around.style.setProperty("--column", `${column}em`);
    const { width, height } = around.getBoundingClientRect();
    return { column, size: Math.min(most, MEASURED * MARGIN * Math.min(box.width / width, box.height / height)) };
  });
  render(null, around);
  around.remove();
  return sizes.reduce((one, other) => (other.size > one.size ? other : one));
}

/** A tree in these letters. */
export function Drawn({ grown: { size, column }, children }: { grown: Grown; children: ComponentChildren }) {
  return <div class="shrunk" style={{ fontSize: `${size}px`, "--column": `${column}em` }}>{children}</div>;
}
