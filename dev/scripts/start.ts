/**
 * Starts the app for a user: builds it if need be, fetches the starter and the embedding model once, serves all of it, opens the browser.
 * `npm start -- --port 8080 --host 0.0.0.0 --no-open --no-model`; `--model=<id>`, more than once if need be, fetches and
 * serves another model beside the starter.
 */
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { STARTER_MODEL_ID } from "../../worker/engines/catalog/starter-model.ts";
import { startAppServer } from "./app-server.ts";
import { DIST, ensureBuilt, ROOT } from "./build-app.ts";
import { EMBEDDER_ID } from "./model-fetch/model-file.ts";

const DEFAULT_PORT = 4173;

const { values } = parseArgs({
  allowNegative: true,
  options: {
    port: { type: "string", default: String(DEFAULT_PORT) },
    host: { type: "string", default: "127.0.0.1" },
    open: { type: "boolean", default: true },
    model: { type: "string", multiple: true, default: [] },
    "no-model": { type: "boolean", default: false },
  },
});

if (await ensureBuilt()) console.log("Built the app.");
const wanted = values["no-model"] ? [] : [STARTER_MODEL_ID, EMBEDDER_ID, ...values.model];
for (const id of wanted) {
  const fetch = join(ROOT, "dev/scripts/fetch-model.ts");
  // `--optional`: without Python or a network the app starts all the same, and the fetch has said what to do.
  spawnSync(process.execPath, ["--import", "tsx", fetch, id, "--optional"], { cwd: ROOT, stdio: "inherit" });
}

const port = Number(values.port);
const server = await startAppServer({
  folder: DIST,
  modelsFolder: join(ROOT, ".models"),
  port,
  host: values.host,
  searchPort: true,
});
if (server.port !== port) {
  console.log(`Port ${port} is taken. Browsers keep data per address: conversations made at another port stay there.`);
}
console.log(`\nAlcove is at ${server.url}  (Ctrl+C ends it)\n`);
if (values.open && hasBrowser()) openBrowser(server.url);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    await server.close();
    process.exit(0);
  });
}

/** A user at a screen: no CI, a terminal, and on Linux a display. */
function hasBrowser(): boolean {
  if (process.env.CI !== undefined || !process.stdout.isTTY) return false;
  if (process.platform !== "linux") return true;
  return process.env.DISPLAY !== undefined || process.env.WAYLAND_DISPLAY !== undefined;
}

function openBrowser(url: string): void {
  const [command, ...args] =
    process.platform === "darwin"
      ? ["open", url]
      : process.platform === "win32"
        ? ["cmd", "/c", "start", "", url]
        : ["xdg-open", url];
  if (command === undefined) return;
  const opener = spawn(command, args, { stdio: "ignore", detached: true });
  // No opener on this machine: the address is on the screen.
  opener.on("error", () => {});
  opener.unref();
}
