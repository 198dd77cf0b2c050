// One or some of a few things, as chips to touch; a list to open where there are many.

import { useId } from "preact/hooks";
import { say } from "../strings/index.js";

const MOST_CHIPS = 14;

interface ChoicesProps {
  title: string;
  note?: string | undefined;
  text?: string | undefined;
  options: string[];
  /** The number of the chosen option; -1 for none. */
  chosen: number;
  /** Whether nothing is an answer, too. */
  blank: boolean;
  onChoose: (at: number) => void;
}

/** One of these. */
export function Choices({ title, note, text, options, chosen, blank, onChoose }: ChoicesProps) {
  const id = useId();
  if (options.length > MOST_CHIPS) {
    return (
      <div class="ask">
        <label for={id}>{title}</label>
        {text && <p class="tiny dim">{text}</p>}
        <select class="field" id={id} aria-invalid={Boolean(note)} aria-describedby={`${id}-note`} value={String(chosen)} onChange={(event) => onChoose(Number(event.currentTarget.value))}>
          <option value="-1" disabled={!blank}>{blank ? say.none : say.choose}</option>
          {options.map((option, at) => <option key={at} value={String(at)}>{option}</option>)}
        </select>
        <p class="problem" id={`${id}-note`} hidden={!note}>{note}</p>
      </div>
    );
  }
  return (
    <fieldset class="ask chips" aria-describedby={note ? `${id}-note` : undefined}>
      <legend>{title}</legend>
      {text && <p class="tiny dim">{text}</p>}
      <div class="row">
        {blank && <Chip type="radio" name={id} on={chosen < 0} label={say.none} onChange={() => onChoose(-1)} />}
        {options.map((option, at) => <Chip key={at} type="radio" name={id} on={at === chosen} label={option} onChange={() => onChoose(at)} />)}
      </div>
      <p class="problem" id={`${id}-note`} hidden={!note}>{note}</p>
    </fieldset>
  );
}

interface PicksProps {
  title: string;
  hint: string;
  note?: string | undefined;
  text?: string | undefined;
  options: string[];
  /** The numbers of the picked options, in the order of picking. */
  picked: number[];
  most: number;
  onPick: (picked: number[]) => void;
}

/** Some of these, in the order in which they are picked. */
export function Picks({ title, hint, note, text, options, picked, most, onPick }: PicksProps) {
  const id = useId();
  const toggle = (at: number, on: boolean) => onPick(on ? [...picked, at] : picked.filter((other) => other !== at));
  return (
    <fieldset class="ask chips" aria-describedby={note ? `${id}-note` : undefined}>
      <legend>{title} <span class="dim">({hint})</span></legend>
      {text && <p class="tiny dim">{text}</p>}
      <div class="row">
        {options.map((option, at) => {
          const order = picked.indexOf(at);
          return <Chip key={at} type="checkbox" name={id} on={order >= 0} disabled={order < 0 && picked.length >= most} label={option} order={picked.length > 1 ? order + 1 : 0} onChange={(on) => toggle(at, on)} />;
        })}
      </div>
      <p class="problem" id={`${id}-note`} hidden={!note}>{note}</p>
    </fieldset>
  );
}

interface ChipProps {
  type: "radio" | "checkbox";
  name: string;
  label: string;
  on: boolean;
  disabled?: boolean;
  /** Its place in the order of picking, from 1. */
  order?: number;
  onChange: (on: boolean) => void;
}

function Chip({ type, name, label, on, disabled = false, order = 0, onChange }: ChipProps) {
  return (
    <label class="btn chip-btn" data-on={on} data-off={disabled}>
      <input class="vh" type={type} name={name} checked={on} disabled={disabled} onChange={(event) => onChange(event.currentTarget.checked)} />
      {order > 0 && <span class="order" aria-hidden="true">{order}</span>}
      {label}
    </label>
  );
}
