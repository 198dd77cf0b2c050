// A code to scan, drawn on white in both colour schemes. What draws it is loaded when a code is wanted.

import { useEffect, useState } from "preact/hooks";
import { say } from "../strings/index.js";

/** The margin that scanners need, in modules. */
const MARGIN = 4;

export function QrCode({ text }: { text: string }) {
  const [drawn, setDrawn] = useState<{ size: number; path: string } | null>(null);
  useEffect(() => {
    let current = true;
    void import("lean-qr").then(({ generate }) => {
      const code = generate(text);
      const rows = Array.from({ length: code.size }, (_, y) => Array.from({ length: code.size }, (_, x) => x).filter((x) => code.get(x, y)).map((x) => `M${x} ${y}h1v1h-1z`));
      if (current) setDrawn({ size: code.size, path: rows.flat().join("") });
    }, () => undefined);
    return () => {
      current = false;
    };
  }, [text]);
  if (drawn === null) return <p class="small dim">{say.loading}</p>;
  const side = drawn.size + 2 * MARGIN;
  return (
    <svg class="qr" role="img" aria-label={say.codeOf(text)} viewBox={`${-MARGIN} ${-MARGIN} ${side} ${side}`} shape-rendering="crispEdges">
      <path class="light" d={`M${-MARGIN} ${-MARGIN}h${side}v${side}h${-side}z`} />
      <path d={drawn.path} />
    </svg>
  );
}
