// Why a match does not go on, or somebody may not write: in the words of the host.

import type { ViewReply } from "moirai-client";
import { Icon } from "../parts/icons.js";
import { say } from "../strings/index.js";

/** Why the host has paused or ended the match, or muted the viewer; nothing if there is no reason. */
export function HostReason({ view }: { view: ViewReply }) {
  const muted = view.mute_reasons[view.viewer];
  const said = [
    view.reason && { about: say[view.status], text: view.reason },
    muted && { about: say.youAreMuted, text: muted },
  ].filter((one) => typeof one === "object" && one !== null);
  if (said.length === 0) return null;
  return (
    <div class="host-reason">
      {said.map(({ about, text }) => (
        <p key={about}>
          <Icon name="talk" /> {about} <span class="dim">{say.hostSays}</span> <q dir="auto">{text}</q>
        </p>
      ))}
    </div>
  );
}
