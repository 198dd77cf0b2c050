// A page that has nothing to show but a sentence, and the way home unless it will pass.

import { follow } from "../router.js";
import { say } from "../strings/index.js";

export function Notice({ text, passes = false }: { text: string; passes?: boolean }) {
  return (
    <main class="notice">
      <h1>Moirai</h1>
      <p role="status">{text}</p>
      {!passes && <p><a class="btn" {...follow({ page: "home" })}>{say.home}</a></p>}
    </main>
  );
}
