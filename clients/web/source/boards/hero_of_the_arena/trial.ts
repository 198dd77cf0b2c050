// Asks the server whether a list of steps is legal: each is checked after the steps before it.

import { RefusedError, type Move } from "moirai-client";
import { useEffect, useState } from "preact/hooks";
import { read } from "../../form/schema.js";
import { useSession } from "../../session.js";
import type { MoveFormProps } from "../props.js";
import { refusedStep, type Plan } from "./plan.js";
import { t } from "./strings.js";

const PAUSE_MS = 400;

/** The step that the rules refuse, from 0, and why; null as long as none is known. */
export function useTrial({ view, schema, definitions, draft }: MoveFormProps, plan: Plan, steps: number): { step: number | null; text: string } | null {
  const { client } = useSession();
  const [refusal, setRefusal] = useState<{ step: number | null; text: string } | null>(null);
  const phase = view.phase?.number ?? 0;
  const key = JSON.stringify(plan);
  const isListed = read(schema, definitions, draft).missing.length === 0;
  useEffect(() => {
    setRefusal(null);
    // The prompt lists single steps exactly.
    if (steps < 2 && isListed) return undefined;
    let current = true;
    const timer = setTimeout(() => {
      client.match(view.match_id).tryOut(phase, plan as unknown as Move).catch((error: unknown) => {
        if (!current || !(error instanceof RefusedError) || error.status !== 422) return;
        setRefusal({ step: refusedStep(error.pointer), text: t.refusals[error.code] ?? t.refusedStep });
      });
    }, PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [key, phase]);
  return refusal;
}
