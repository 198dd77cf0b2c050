// Entering others, for directors. Loaded for them alone.

import { useState } from "preact/hooks";
import { Failure, useAttempt } from "../parts/attempt.js";
import { useSession } from "../session.js";
import { textsOf } from "../strings/parts.js";
import { tell } from "./strings.js";
import { useWho, WhoField } from "./who.js";

const directing = await textsOf("directing");

/** Enter somebody else, or a team, with a rating and a club. */
export default function EnterOther({ id, inTeams, onDone }: { id: string; inTeams: boolean; onDone: () => void }) {
  const { client } = useSession();
  const who = useWho();
  const partner = useWho();
  const [rating, setRating] = useState("");
  const [club, setClub] = useState("");
  const { isBusy, failure, attempt } = useAttempt(onDone);
  const enter = async () => {
    const entry = { ...(inTeams && { partner: partner.playerId }), ...(rating !== "" && { rating: Number(rating) }), ...(club.trim() && { club: club.trim() }) };
    if (await attempt(() => client.tournament(id).enter(who.playerId, entry))) {
      who.write("");
      partner.write("");
      setRating("");
      setClub("");
    }
  };
  return (
    <form class="enter-other" onSubmit={(event) => { event.preventDefault(); if (!isBusy) void enter(); }}>
      <WhoField who={who} label={tell.enterOther} needed />
      {inTeams && <WhoField who={partner} label={tell.partner} needed />}
      <label class="ask"><span class="vh">{directing.club}</span><input class="field" dir="auto" autoComplete="off" maxLength={64} placeholder={directing.club} value={club} onInput={(event) => setClub(event.currentTarget.value)} /></label>
      <div class="row">
        <label class="ask rating"><span class="vh">{tell.rating}</span><input class="field short" type="number" min="0" max="10000" placeholder={tell.rating} value={rating} onInput={(event) => setRating(event.currentTarget.value)} /></label>
        <button class="btn" aria-disabled={isBusy}>{tell.enterThem}</button>
      </div>
      <Failure error={failure} />
    </form>
  );
}
