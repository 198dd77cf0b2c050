// Puts the modules of ../verifier, which has a command line of its own, into the built package.

import { cpSync, readFileSync, writeFileSync } from "node:fs";

const from = new URL("../verifier/", import.meta.url);
const to = new URL("dist/", import.meta.url);

cpSync(from, new URL("verifier/", to), { recursive: true, filter: (path) => !path.endsWith("/verify.mjs") });
for (const name of ["verifier.js", "verifier.d.ts"]) {
  const module = new URL(name, to);
  writeFileSync(module, readFileSync(module, "utf8").replaceAll("../../verifier/", "./verifier/"));
}
