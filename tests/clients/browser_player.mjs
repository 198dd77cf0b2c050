// A person at the page: joins, takes a seat, fills in the form at random and submits until the match is over.
// Its argument is {"page", "name", "seat", "seed"} as JSON; it prints what the page shows at the end.
import { JSDOM, VirtualConsole } from "jsdom";

const given = JSON.parse(process.argv[2]);
const PATIENCE_MS = 60000;
const failures = [];
const console_ = new VirtualConsole().on("jsdomError", (error) => failures.push(String(error.cause ?? error)));
const { window } = await JSDOM.fromURL(given.page, {
  runScripts: "dangerously",
  pretendToBeVisual: true,
  virtualConsole: console_,
  beforeParse: (window) => { window.fetch = fetch; },
});
const { document } = window;

// A seeded generator, so that a failure can be repeated.
let state = given.seed;
const chance = (below) => { state = (state * 1103515245 + 12345) % 2147483648; return Math.floor((state / 2147483648) * below); };

const $ = (id) => document.getElementById(id);
const shown = (element) => element && !element.closest("[hidden]");
const said = (id) => $(id).textContent;

async function until(what, holds) {
  for (const begun = performance.now(); performance.now() - begun < PATIENCE_MS; ) {
    if (failures.length) throw new Error(failures.join("\n"));
    const value = holds();
    if (value) return value;
    await new Promise((done) => setTimeout(done, 10));
  }
  throw new Error(`waited in vain for ${what}; the page says ${[...document.querySelectorAll("header, #notice, #playing section")].map((part) => part.textContent).join("\n")}`);
}

function change(control, value) {
  if (control.type === "checkbox") {
    if (control.checked === value) return;
    control.checked = value;
  } else {
    control.value = value;
  }
  control.dispatchEvent(new window.Event("input", { bubbles: true }));
  control.dispatchEvent(new window.Event("change", { bubbles: true }));
}

// Choosing a branch shows new controls, which are filled in as well.
function fillIn() {
  const done = new Set();
  for (let control; (control = [...$("fields").querySelectorAll("select, input, textarea")].find((one) => !done.has(one))); done.add(control)) {
    if (!control.labels.length) throw new Error("a control without a label");
    if (control.tagName === "SELECT") choose(control);
    else if (control.type === "checkbox") change(control, chance(3) === 0);
    else if (control.type === "number") change(control, String(Number(control.min) + chance(Number(control.max) - Number(control.min) + 1)));
  }
  for (const group of $("fields").querySelectorAll("fieldset")) {
    const count = group.firstElementChild.textContent.match(/\(choose (\d+)/);
    if (count) fillInSome([...group.querySelectorAll("select, input")], Number(count[1]));
  }
}

function choose(control) {
  const options = [...control.options].filter((option) => option.text !== "Choose…");
  change(control, options[chance(options.length)].value);
}

// Exactly the number of a group that its legend asks for.
function fillInSome(controls, count) {
  for (const control of controls) change(control, control.type === "checkbox" ? false : "");
  for (; count; count--) {
    const [control] = controls.splice(chance(controls.length), 1);
    change(control, control.type === "checkbox" ? true : control.options[1 + chance(control.options.length - 1)].value);
  }
}

const press = (form) => $(form).dispatchEvent(new window.Event("submit", { bubbles: true, cancelable: true }));

await until("the form to join", () => shown($("join")));
change($("name"), given.name);
press("join");
(await until("a free seat", () => document.querySelector(`[aria-label="Sit in ${given.seat}"]`))).click();
await until("the seat", () => said("viewer") === given.seat);

let submitted = 0;
const refusals = new Set();
const over = () => said("phase") === "The match is over";
while (!over()) {
  const fields = await until("a move or the end", () => over() || (shown($("move")) && !said("verdict").startsWith("Submitted") && $("fields").firstChild));
  if (over()) break;
  fillIn();
  $("verdict").textContent = "";
  press("move");
  const isNext = () => over() || $("fields").firstChild !== fields;
  await until("the verdict", () => isNext() || said("verdict"));
  if (isNext() || said("verdict").startsWith("Submitted")) submitted++;
  for (const problem of document.querySelectorAll("#fields .problem")) if (problem.textContent) refusals.add(problem.textContent);
}
await until("what was said", () => $("said").children.length >= given.said);
console.log(JSON.stringify({
  submitted,
  refusals: [...refusals],
  seats: [...$("seats").children].map((row) => row.textContent),
  outcome: said("outcome"),
  messages: [...$("said").children].map((row) => row.textContent),
  alarm: shown($("alarm")) ? said("alarm") : "",
  kept: JSON.parse(window.localStorage.getItem(`moirai-kept ${new URL(given.page).origin} ${new URLSearchParams(new URL(given.page).search).get("match")}`)),
  strangers: document.querySelectorAll("b, img").length,
}));
process.exit(0);
