// The settings of an event, for its directors; how they are changed is loaded when they are opened.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useLoaded } from "./loaded.js";

interface SettingsPanelProps<Form> {
  title: string;
  load: () => Promise<{ default: Form }>;
  children: (form: Form) => ComponentChildren;
}

export function SettingsPanel<Form>({ title, load, children }: SettingsPanelProps<Form>) {
  const [isOpen, setOpen] = useState(false);
  const form = useLoaded(load, isOpen);
  return (
    <details class="panel" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary><h2>{title}</h2></summary>
      {form && children(form)}
    </details>
  );
}
