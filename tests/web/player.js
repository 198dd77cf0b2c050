// A person at the table: fills in the form at random by touching what it shows, and seals, until the match is over or as
// many moves are sealed as wanted, or its patience ends. Returns what happened, and how tall the page was if that is measured.
async ({ seed, moves, patience, isMeasured }) => {
  let state = seed;
  const chance = (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
  const tick = (ms = 0) => new Promise((done) => setTimeout(done, ms));
  const panel = () => document.querySelector("#move form");
  const seal = () => panel()?.querySelector("button[type=submit]");
  const stateOf = () => document.querySelector("#move .state-chip")?.textContent ?? "";
  const over = () => document.querySelector(".outcome") !== null;
  const told = { sealed: 0, refusals: 0, states: new Set(), tallest: {} };
  // How tall the page is at most, with each of the parts that a phone folds.
  const measure = async () => {
    if (!isMeasured) return;
    const phase = document.querySelector(".bar .who").textContent.replace(/.*: /, "");
    const heads = [...document.querySelectorAll("#move .fold-head")];
    for (const head of [...heads, heads[0]]) {
      head?.click();
      await tick();
      told.tallest[phase] = Math.max(told.tallest[phase] ?? 0, document.documentElement.scrollHeight);
    }
  };

  async function answer(ask) {
    const radios = [...ask.querySelectorAll("input[type=radio]")];
    const boxes = [...ask.querySelectorAll("input[type=checkbox]")];
    const list = ask.querySelector("select");
    const number = ask.querySelector("input[inputmode]");
    if (radios.length > 0) radios[chance(radios.length)].click();
    else if (ask.matches("fieldset") && boxes.length > 0) {
      const [least, most = least] = ask.querySelector("legend").textContent.match(/\d+/g).map(Number);
      for (let left = least + chance(most - least + 1); left > 0; left--) {
        const free = boxes.filter((box) => !box.checked && !box.disabled);
        if (free.length > 0) free[chance(free.length)].click();
        await tick();
      }
    } else if (boxes.length > 0) {
      if (chance(3) === 0) boxes[0].click();
    } else if (list) {
      const options = [...list.options].filter((option) => !option.disabled);
      list.value = options[chance(options.length)].value;
      list.dispatchEvent(new Event("change", { bubbles: true }));
    } else if (number) {
      const [least, most] = [Number(number.min), Number(number.max)];
      number.value = String(least + chance(most - least + 1));
      number.dispatchEvent(new Event("input", { bubbles: true }));
    }
    await tick();
  }

  // Which parts of a group are answered, where the group wants only some.
  function partsWanted(group, chosen) {
    const legend = group?.querySelector(":scope > legend").textContent ?? "";
    const wanted = legend.match(/choose (\d+)/);
    if (!wanted) return null;
    if (!chosen.has(legend)) {
      const parts = [...group.querySelectorAll(":scope > .ask")].map((_, part) => part);
      while (parts.length > Number(wanted[1])) parts.splice(chance(parts.length), 1);
      chosen.set(legend, parts);
    }
    return chosen.get(legend);
  }

  // Choosing shows new questions, which are answered as well.
  async function fillIn() {
    const chosen = new Map();
    for (let at = 0; ; at++) {
      const ask = panel()?.querySelectorAll(".form .ask")[at];
      if (!ask) return;
      const group = ask.closest(".group");
      const wanted = partsWanted(group, chosen);
      const part = group ? [...group.querySelectorAll(":scope > .ask")].indexOf(ask) : -1;
      if (wanted === null || part < 0 || wanted.includes(part)) await answer(ask);
    }
  }

  for (const begun = performance.now(); performance.now() - begun < patience && !over() && told.sealed < moves; ) {
    told.states.add(stateOf());
    if (stateOf() === "too late") document.querySelector("#move .foot button").click();
    if (!seal() || !["draft", "not sealed"].includes(stateOf())) {
      await tick(20);
      continue;
    }
    for (const button of panel().querySelectorAll("button")) if (button.textContent === "Clear") button.click();
    await tick();
    await measure();
    await fillIn();
    await measure();
    const before = document.querySelector(".bar .who").textContent;
    const button = seal();
    if (!button || button.getAttribute("aria-disabled") === "true") continue;
    button.click();
    await tick();
    // Doing nothing is asked once.
    if (panel()?.querySelector("[role=alert]")) seal().click();
    await tick();
    while (stateOf() === "sending") {
      told.states.add("sending");
      await tick(10);
    }
    told.states.add(stateOf());
    if (stateOf() === "not sealed") told.refusals++;
    else told.sealed++;
    // The next phase may be open already; if not, the page still shows the move as a draft for a moment.
    for (let left = 20; left > 0 && stateOf() === "draft" && document.querySelector(".bar .who").textContent === before; left--) await tick(10);
  }
  const headline = document.querySelector(".happened .say")?.textContent ?? "";
  const page = over() ? "" : document.body.innerText;
  return { ...told, states: [...told.states], isOver: over(), headline, page };
}
