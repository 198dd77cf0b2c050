// What the signs and lines of a drawing mean: open at a desk, folded on a phone.

import type { ComponentChildren } from "preact";

export function Legend({ title, class: look, children }: { title: string; class: string; children: ComponentChildren }) {
  return (
    <details class="legend" open={!matchMedia("(max-width: 48rem)").matches}>
      <summary>{title}</summary>
      <p class={`${look} tiny dim`}>{children}</p>
    </details>
  );
}
