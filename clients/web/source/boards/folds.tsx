// The parts of a long move. A phone shows one at a time, under its title; at a desk all are open, and the titles are not needed.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

interface Part {
  title: ComponentChildren;
  body: ComponentChildren;
}

interface FoldsProps {
  /** By name, in order; a part that is false is not there now. */
  parts: { [name: string]: Part | false };
  /** The part that the move needs next, which opens by itself. */
  wanted?: string | undefined;
}

export function Folds({ parts, wanted }: FoldsProps) {
  const [chosen, choose] = useState<{ name: string; instead: string | undefined } | null>(null);
  const shown = Object.entries(parts).filter((part): part is [string, Part] => part[1] !== false);
  const named = chosen && chosen.instead === wanted ? chosen.name : wanted;
  const open = named !== undefined && parts[named] ? named : shown[0]?.[0];
  return (
    <div class="folds">
      {shown.map(([name, { title, body }]) => (
        <div key={name} class="fold" data-open={name === open}>
          <button type="button" class="fold-head" aria-expanded={name === open} onClick={() => choose({ name, instead: wanted })}>
            {title}
          </button>
          <div class="fold-body">{body}</div>
        </div>
      ))}
    </div>
  );
}
