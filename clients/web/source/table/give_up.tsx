// Giving up where all others are bots, asked once: whoever hosts such a match ends it.

import { Act } from "../parts/act.js";
import { textsOf } from "../strings/parts.js";
import type { Following } from "./following.js";

const tell = await textsOf("host");

export default function GiveUp({ table: { match, refresh } }: { table: Following }) {
  return (
    <section class="panel give-up" id="give-up">
      <Act label={tell.giveUp} run={() => match.act({ type: "void", reason: tell.gaveUp })} look="quiet" sure reasonless onDone={refresh}>
        <p class="small">{tell.givesUpAlone}</p>
      </Act>
    </section>
  );
}
