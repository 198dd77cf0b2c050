// What people take away: a link to pass on, to copy or as a code to scan; and files that the browser saves.

import { useId, useState } from "preact/hooks";
import { say } from "../strings/index.js";
import { Icon } from "./icons.js";
import { QrCode } from "./qr.js";

interface LinkBoxProps {
  title: string;
  link: string;
  /** Whether it can be shown as a code to scan. */
  scans?: boolean;
}

export function LinkBox({ title, link, scans = true }: LinkBoxProps) {
  const id = useId();
  const [copied, setCopied] = useState(false);
  const [isShown, setShown] = useState(false);
  const copy = () => void navigator.clipboard?.writeText(link).then(() => setCopied(true), () => undefined);
  return (
    <div class="link">
      <label for={id} class="small">{title}</label>
      <div class="saybox wraps">
        <input class="field" id={id} readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
        <button type="button" class="btn" onClick={copy}>
          <Icon name={copied ? "check" : "copy"} /> <span role="status">{copied ? say.copied : say.copy}</span>
        </button>
        {scans && (
          <button type="button" class="btn" aria-expanded={isShown} aria-label={say.code} title={say.code} onClick={() => setShown(!isShown)}>
            <Icon name="qr" />
          </button>
        )}
      </div>
      {isShown && <QrCode text={link} />}
    </div>
  );
}

export function saveFile(name: string, content: string | Blob, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
