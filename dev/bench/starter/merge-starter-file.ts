import { createHash } from "node:crypto";
import { existsSync, mkdirSync, openAsBlob, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { readSlices } from "../../../worker/engines/files/store-file.ts";
import { mergeAdapter } from "../../../worker/engines/gguf/merge-adapter.ts";
import { readAdapter } from "../../../worker/engines/gguf/read-adapter.ts";
import { ROOT } from "../../scripts/build-app.ts";

/** The starter's adapter, written by `python -m dev.model.starter.export`. */
export const ADAPTER_FILE: string = join(ROOT, "dev/model/starter/starter.adapter");

const FOLDER = join(ROOT, ".cache/starter");

/** The path of the starter's file with this checkout's adapter merged into it, made by the app's own code once. */
export async function mergeStarterFile(base: string): Promise<string> {
  const adapter = readFileSync(ADAPTER_FILE);
  const path = join(FOLDER, `tuned-${createHash("sha256").update(adapter).digest("hex").slice(0, 16)}.gguf`);
  if (existsSync(path)) return path;
  mkdirSync(FOLDER, { recursive: true });
  for (const old of readdirSync(FOLDER)) rmSync(join(FOLDER, old));
  const merged = await mergeAdapter(await openAsBlob(base), readAdapter(new Uint8Array(adapter)));
  await readSlices(merged, (slice) => appendFile(`${path}.part`, slice));
  renameSync(`${path}.part`, path);
  return path;
}
