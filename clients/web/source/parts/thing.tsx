// A thing of the game by its name; touching or focusing it shows a card with what it does.

import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { Words } from "../words.js";
import { Icon } from "./icons.js";

interface ThingProps {
  words: Words;
  /** Kind and id of its words: `spell` and `5`. */
  kind: string;
  id: string;
  /** Its name and text, if they are not the words of the game but of an organiser's pack. */
  own?: { title: string; text: string | null } | undefined;
  /** More for the card: a strength, a cost, whether it is still to be had. */
  note?: ComponentChildren;
  class?: string;
  /** What is shown in place of the name. */
  children?: ComponentChildren;
}

export function Thing({ words, kind, id, own, note, class: look = "", children }: ThingProps) {
  const card = useId();
  const title = own?.title ?? words.thing(kind, id);
  const text = own ? own.text : words.text(kind, id);
  if (!text && !note) return <span class={`thing ${look}`}>{children ?? title}</span>;
  return (
    <>
      <button type="button" class={`thing ${look}`} popovertarget={card}>{children ?? title}</button>
      <div class="card" id={card} popover="auto">
        <b>{title}</b>
        {text && <p>{text}</p>}
        {note && <p class="tiny dim">{note}</p>}
      </div>
    </>
  );
}

/** What the viewer is not told: one look for everyone. */
export function Veiled({ title }: { title: string }) {
  return (
    <span class="veiled">
      <Icon name="eye_closed" /> {title}
    </span>
  );
}
