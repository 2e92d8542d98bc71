/**
 * Fetches a model once: `npm run model:fetch [-- <id>]`, the starter unless another is named.
 * `--optional` ends with 0 even when it could not be had, so that the app still starts; `--folder` and `--source`
 * (a JSON file shaped like `ModelFile`) fetch something else, or somewhere else.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { STARTER_MODEL_ID } from "../../worker/engines/catalog/starter-model.ts";
import { describeError } from "../../worker/protocol/describe-error.ts";
import { fetchModelFile } from "./model-fetch/fetch-model-file.ts";
import { type FetchProgress, findFetchedModel, type ModelFile } from "./model-fetch/model-file.ts";
import { MODELS_FOLDER } from "./models-plugin.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    optional: { type: "boolean", default: false },
    folder: { type: "string" },
    source: { type: "string" },
  },
});
const [id = STARTER_MODEL_ID] = positionals;

const LABELS: Readonly<Record<FetchProgress["step"], string>> = {
  wait: "waiting for another fetch to end",
  download: "downloading",
  extract: "unpacking",
  verify: "verifying",
};

function createDisplay(name: string): { show(progress: FetchProgress): void; end(): void } {
  let lastMark = "";
  return {
    show: ({ step, done, total }) => {
      const percent = total === 0 ? 0 : Math.min(100, Math.floor((100 * done) / total));
      const megabytes = `${(done / 1e6).toFixed(0)} of ${(total / 1e6).toFixed(0)} MB`;
      const line = `${name}: ${LABELS[step]}${total === 0 ? "" : ` ${percent} % (${megabytes})`}`;
      const mark = `${process.stdout.isTTY || step !== "extract" ? step : "download"} ${process.stdout.isTTY ? percent : Math.floor(percent / 25)}`;
      if (mark === lastMark) return;
      lastMark = mark;
      if (process.stdout.isTTY) process.stdout.write(`\r\u001b[2K${line}`);
      else console.log(line);
    },
    end: () => {
      if (process.stdout.isTTY && lastMark !== "") process.stdout.write("\n");
    },
  };
}

async function fetchOne(): Promise<void> {
  const { source } = values;
  const file: ModelFile = source === undefined ? findFetchedModel(id) : JSON.parse(readFileSync(source, "utf8"));
  const display = createDisplay(file.name);
  const outcome = await fetchModelFile(file, values.folder ?? join(MODELS_FOLDER, id), display.show);
  display.end();
  switch (outcome.type) {
    case "present":
      console.log(`${file.name}: already here, SHA-256 verified.`);
      break;
    case "fetched":
      console.log(`${file.name}: fetched, SHA-256 verified.`);
      break;
    case "failed":
      console.error(
        `${file.name} could not be fetched: ${outcome.reason}. Run \`npm run model:fetch\` again when that is solved; ` +
          "until then the app starts without it and offers the other models.",
      );
      process.exitCode ||= values.optional ? 0 : 1;
      break;
  }
}

try {
  await fetchOne();
} catch (error) {
  console.error(describeError(error));
  process.exitCode = 1;
}
