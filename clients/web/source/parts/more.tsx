// What is seldom needed, behind a button; it is made when it is opened.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

interface MoreProps {
  label: ComponentChildren;
  /** What a screen reader is told. */
  title: string;
  children: () => ComponentChildren;
}

export function More({ label, title, children }: MoreProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="more" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={title}>{label}</summary>
      {isOpen && children()}
    </details>
  );
}
