import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const DIST = fileURLToPath(new URL("../dist", import.meta.url));

/** What loads together with a script: it and everything it imports statically. */
function withImports(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  const code = readFileSync(path, "utf8");
  for (const [, name] of code.matchAll(
    /(?:^|[;}\s])(?:import|export)\s*(?:[^"'`()]*?from\s*)?["'`](\.[^"'`]+)["'`]/g,
  )) {
    withImports(join(dirname(path), name), found);
  }
  return found;
}

function scriptsOf(page) {
  const html = readFileSync(page, "utf8");
  return [...html.matchAll(/<(?:script|link)[^>]*?(?:src|href)="\.\/([^"]+\.js)"/g)].map(([, name]) =>
    join(DIST, name),
  );
}

function all(paths) {
  const files = new Set(paths.flatMap((path) => [...withImports(path)]));
  if (files.size === 0) throw new Error("dist/ has no scripts to weigh.");
  return [...files];
}

const page = all(scriptsOf(join(DIST, "index.html")));
const names = page.map((path) =>
  readFileSync(path, "utf8").match(/assets\/(main-[\w-]+\.js)|["'`](main-[\w-]+\.js)["'`]/),
);
const worker = names.flatMap((match) => (match === null ? [] : [join(DIST, "assets", match[1] ?? match[2])]));

export default [
  { name: "page, before the engines", path: page, limit: "96 kB", gzip: true },
  { name: "worker, before the engines", path: all(worker.filter(existsSync)), limit: "136.4 kB", gzip: true },
  { name: "service worker", path: [join(DIST, "sw.js")], limit: "2.5 kB", gzip: true },
];
