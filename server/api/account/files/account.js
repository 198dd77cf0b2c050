// What a browser must do itself: passkeys, handing a token over to the web client, copying it, and times in its zone. Each form of
// the class `passkey` names where its options come from and where the answer goes to; the server decides about everything. The rest
// of the page works without this script.

/** The path of the server at its host; empty if it has the host for itself. */
const BASE = new URL("..", import.meta.url).pathname.slice(0, -1);

try {
  // The colours that were chosen in the web client (clients/web/source/parts/look.ts).
  document.documentElement.style.colorScheme = JSON.parse(localStorage.getItem(`moirai${BASE} look`)) ?? "";
} catch {
  // Storage is forbidden: the page has the colours of the device.
}

const toBytes = (text) => {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (one) => one.charCodeAt(0)).buffer;
};

const toText = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const described = (list) => (list ?? []).map((one) => ({ ...one, id: toBytes(one.id) }));

/** Calls the server; throws an error that people can read. */
async function call(form, path, body) {
  const reply = await fetch(BASE + path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Form-Token": form.elements.form_token.value },
    body: JSON.stringify(body),
  });
  const said = await reply.json();
  if (!reply.ok) throw Object.assign(new Error(said.detail), { told: true, again: said.code === "proof_needed" });
  return said;
}

/** Lets an authenticator make a passkey. */
async function make({ publicKey }) {
  const made = await navigator.credentials.create({
    publicKey: {
      ...publicKey,
      challenge: toBytes(publicKey.challenge),
      user: { ...publicKey.user, id: toBytes(publicKey.user.id) },
      excludeCredentials: described(publicKey.excludeCredentials),
    },
  });
  const { clientDataJSON, attestationObject } = made.response;
  return answer(made, { clientDataJSON, attestationObject });
}

/** Lets an authenticator sign in. */
async function use({ publicKey }) {
  const used = await navigator.credentials.get({
    publicKey: {
      ...publicKey,
      challenge: toBytes(publicKey.challenge),
      allowCredentials: described(publicKey.allowCredentials),
    },
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = used.response;
  return answer(used, { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) });
}

const answer = (credential, response) => ({
  id: credential.id,
  rawId: toText(credential.rawId),
  type: credential.type,
  response: Object.fromEntries(Object.entries(response).map(([name, bytes]) => [name, toText(bytes)])),
  clientExtensionResults: {},
});

async function submit(event) {
  event.preventDefault();
  const form = event.currentTarget;
  const { begin, finish, step, cancelled, next } = form.dataset;
  const button = form.querySelector("button");
  const told = form.querySelector("[role=alert]");
  const name = form.elements.name?.value ?? "";
  told.textContent = "";
  button.disabled = true;
  try {
    const options = await call(form, begin, { name });
    const credential = await (step === "make" ? make : use)(options);
    const said = await call(form, finish, { name, credential, next: next ?? "" });
    location.assign(BASE + said.next);
    return;
  } catch (error) {
    if (error.again) {
      location.assign(`${BASE}/account/again`);
      return;
    }
    told.textContent = error.told ? error.message : cancelled;
  }
  button.disabled = false;
  button.focus();
}

for (const form of document.querySelectorAll("form.passkey")) {
  if (window.PublicKeyCredential) {
    form.querySelector("button").disabled = false;
    form.addEventListener("submit", submit);
  } else {
    form.querySelector("[role=alert]").textContent = form.dataset.missing;
  }
}

/** The language of the page, as the reader's country writes times. */
const LANGUAGE = navigator.languages.find((tag) => tag.startsWith(document.documentElement.lang)) ?? document.documentElement.lang;

for (const time of document.querySelectorAll("time")) {
  // A day is one in UTC, and has no other.
  const shown = time.dateTime.includes("T") ? { dateStyle: "medium", timeStyle: "short" } : { dateStyle: "medium", timeZone: "UTC" };
  time.textContent = new Intl.DateTimeFormat(LANGUAGE, shown).format(new Date(time.dateTime));
}

const copy = document.querySelector("button[data-copied]");
if (copy && navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.querySelector("#secret").innerText.trim());
    copy.textContent = copy.dataset.copied;
  });
}

/** Where the web client keeps its token, as JSON. */
const KEPT = `moirai${BASE} token`;

const playerOf = (token) => token.replace(/^moirai_/, "").split(".")[0];

/** Lets the web client go on with a token, unless that would lose another player. */
function handOver(shown) {
  const token = shown.textContent;
  const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null");
  if (kept !== null && playerOf(kept) !== playerOf(token) && !confirm(shown.dataset.warning)) return;
  localStorage.setItem(KEPT, JSON.stringify(token));
  location.replace(`${BASE}/`);
}

const handed = document.querySelector("#token-to-play");
if (handed) handOver(handed);
