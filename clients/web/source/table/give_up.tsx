// Giving up during play, asked once: a bot takes the seat; where all others are bots, whoever hosts ends the match.

import { Act } from "../parts/act.js";
import { goTo } from "../router.js";
import { textsOf } from "../strings/parts.js";
import type { Following } from "./following.js";
import { playsBots } from "./people.js";

const tell = await textsOf("host");

export default function GiveUp({ table, isHost }: { table: Following; isHost: boolean }) {
  const { match, details, view, refresh } = table;
  const ends = isHost && playsBots(details, view.viewer);
  const giveUp = async () => {
    if (ends) return match.act({ type: "void", reason: tell.gaveUp });
    await match.leaveSeat(view.viewer);
    if (details.visibility === "private") goTo({ page: "home" });
    return undefined;
  };
  return (
    <section class="panel give-up" id="give-up">
      <Act label={tell.giveUp} run={giveUp} look="quiet" sure reasonless onDone={refresh}>
        <p class="small">{ends ? tell.givesUpAlone : tell.givesUp}</p>
      </Act>
    </section>
  );
}
