// Builds the pages into `dist`: index.html, and hashed files beside it that never change.

import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { icon } from "./icons.mjs";
import "../typescript/generate.mjs";

const here = new URL("./", import.meta.url);
const dist = new URL("dist/", here);
const client = new URL("../typescript/source/", here);
const path = (url) => decodeURIComponent(url.pathname);

rmSync(dist, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: path(here),
  entryPoints: ["source/main.tsx", "source/styles/main.css", "source/styles/boards.css", "source/styles/moments.css", "source/styles/rules.css", "source/styles/tournaments.css", "source/styles/hall.css", "source/styles/seasons.css", "source/styles/welcome.css"],
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

// A service worker has to keep its address; and the page waits for its colours.
const script = { absWorkingDir: path(here), bundle: true, target: "es2022", minify: true, logLevel: "warning" };
await build({ ...script, entryPoints: ["source/service_worker.ts"], outfile: "dist/service-worker.js" });
const look = await build({ ...script, entryPoints: ["source/look.ts"], write: false });

const built = (entry) =>
  basename(Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === entry)[0]);
mkdirSync(new URL("assets/", dist), { recursive: true });
const keepFile = (name, content) => {
  const [stem, ending] = name.split(".");
  const hashed = `${stem}-${createHash("sha256").update(content).digest("hex").slice(0, 8)}.${ending}`;
  writeFileSync(new URL(`assets/${hashed}`, dist), content);
  return hashed;
};
const drawing = readFileSync(new URL("source/icon.svg", here), "utf8");
const iconName = keepFile("icon.svg", drawing);
const touchIcon = keepFile("touch-icon.png", icon(drawing, 180, { whole: true }));
// Addresses are relative to that of the manifest, so that it can be under a path of the host.
const icons = [[192, "any"], [512, "any"], [512, "maskable"]].map(([size, purpose]) => ({
  src: `assets/${keepFile(`icon-${size}-${purpose}.png`, icon(drawing, size, { whole: purpose === "maskable" }))}`,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
}));
const manifest = {
  name: "Moirai",
  short_name: "Moirai",
  description: "Games of hidden, simultaneous moves.",
  start_url: "./",
  scope: "./",
  display: "standalone",
  background_color: "#faf7f0",
  theme_color: "#fffdf8",
  categories: ["games"],
  icons: [...icons, { src: `assets/${iconName}`, sizes: "any", type: "image/svg+xml", purpose: "any" }],
};
writeFileSync(new URL("manifest.webmanifest", dist), JSON.stringify(manifest));
// What the script imports is fetched with it: on a phone, the way to the server and back takes longest.
const { imports } = metafile.outputs[`dist/assets/${built("source/main.tsx")}`];
const preloads = imports
  .filter(({ kind }) => kind === "import-statement")
  .map(({ path }) => `<link rel="modulepreload" href="/assets/${basename(path)}">\n`);
const page = readFileSync(new URL("source/index.html", here), "utf8")
  .replace("main.js", built("source/main.tsx"))
  .replace("main.css", built("source/styles/main.css"))
  .replace("boards.css", built("source/styles/boards.css"))
  .replace("moments.css", built("source/styles/moments.css"))
  .replace("rules.css", built("source/styles/rules.css"))
  .replace("tournaments.css", built("source/styles/tournaments.css"))
  .replace("hall.css", built("source/styles/hall.css"))
  .replace("seasons.css", built("source/styles/seasons.css"))
  .replace("welcome.css", built("source/styles/welcome.css"))
  .replace("look.js", keepFile("look.js", look.outputFiles[0].contents))
  .replace("touch-icon.png", touchIcon)
  .replace("icon.svg", iconName)
  .replace("</head>", `${preloads.join("")}</head>`);
writeFileSync(new URL("index.html", dist), page);
