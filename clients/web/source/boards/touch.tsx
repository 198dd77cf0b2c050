// A thing to touch that is an input: a card, a person, a thread. Dimmed where the rules refuse it, with the reason.

import type { ComponentChildren } from "preact";

interface TouchProps {
  type: "radio" | "checkbox";
  name: string;
  on: boolean;
  /** Why it cannot be chosen; undefined if it can. */
  refused?: string | undefined;
  class?: string;
  onChange: (on: boolean) => void;
  children: ComponentChildren;
}

export function Touch({ type, name, on, refused, class: look = "", onChange, children }: TouchProps) {
  const off = refused !== undefined;
  return (
    <label class={`touch ${look}`} data-on={on} data-off={off}>
      <input class="vh" type={type} name={name} checked={on} disabled={off} onChange={(event) => onChange(event.currentTarget.checked)} />
      {children}
      {refused && <small>{refused}</small>}
    </label>
  );
}
