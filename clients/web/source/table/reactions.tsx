// Six signs that one tap sends, where talk is open.

import type { Sign } from "moirai-client";
import { Failure, useAttempt } from "../parts/attempt.js";
import { Stroke } from "../parts/icons.js";
import { textsOf } from "../strings/parts.js";
import type { Following } from "./following.js";
import { said, SIGNS } from "./sign.js";

const { title } = await textsOf("talk");

export default function Reactions({ channel, table: { match, refresh } }: { channel: string; table: Following }) {
  const { isBusy, failure, attempt } = useAttempt(refresh);
  return (
    <>
      <div class="signs" role="group" aria-label={title}>
        {(Object.entries(SIGNS) as [Sign, string][]).map(([sign, path]) => (
          <button key={sign} type="button" aria-label={said[sign]} title={said[sign]} aria-disabled={isBusy} onClick={() => void (isBusy || attempt(() => match.react(channel, sign)))}>
            <Stroke path={path} />
          </button>
        ))}
      </div>
      <Failure error={failure} />
    </>
  );
}
