// Builds the pages into `dist`: index.html, and hashed files beside it that never change.

import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import "../typescript/generate.mjs";

const here = new URL("./", import.meta.url);
const dist = new URL("dist/", here);
const client = new URL("../typescript/source/", here);
const path = (url) => decodeURIComponent(url.pathname);

rmSync(dist, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: path(here),
  entryPoints: ["source/main.tsx", "source/styles/main.css", "source/styles/boards.css", "source/styles/tournaments.css", "source/styles/seasons.css"],
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  minify: true,
  metafile: true,
  jsx: "automatic",
  jsxImportSource: "preact",
  alias: {
    "moirai-client": path(new URL("index.ts", client)),
    "moirai-client/verifier": path(new URL("verifier.ts", client)),
  },
  outdir: "dist/assets",
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  legalComments: "none",
  logLevel: "warning",
});

// A service worker has to keep its address.
await build({
  absWorkingDir: path(here),
  entryPoints: ["source/service_worker.ts"],
  bundle: true,
  target: "es2022",
  minify: true,
  outfile: "dist/service-worker.js",
  logLevel: "warning",
});

const built = (entry) =>
  basename(Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === entry)[0]);
const icon = readFileSync(new URL("source/icon.svg", here));
const iconName = `icon-${createHash("sha256").update(icon).digest("hex").slice(0, 8)}.svg`;
mkdirSync(new URL("assets/", dist), { recursive: true });
writeFileSync(new URL(`assets/${iconName}`, dist), icon);
// What the script imports is fetched with it: on a phone, the way to the server and back takes longest.
const { imports } = metafile.outputs[`dist/assets/${built("source/main.tsx")}`];
const preloads = imports
  .filter(({ kind }) => kind === "import-statement")
  .map(({ path }) => `<link rel="modulepreload" href="/assets/${basename(path)}">\n`);
const page = readFileSync(new URL("source/index.html", here), "utf8")
  .replace("main.js", built("source/main.tsx"))
  .replace("main.css", built("source/styles/main.css"))
  .replace("boards.css", built("source/styles/boards.css"))
  .replace("tournaments.css", built("source/styles/tournaments.css"))
  .replace("seasons.css", built("source/styles/seasons.css"))
  .replace("icon.svg", iconName)
  .replace("</head>", `${preloads.join("")}</head>`);
writeFileSync(new URL("index.html", dist), page);
