import { readdirSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, relative, sep } from "node:path";
import { SERVED_INDEX, type ServedFile } from "../../worker/engines/catalog/served-files.ts";
import { serveFolder } from "./serve-folder.ts";

/**
 * Answers requests below `/models` with the fetched models, and with the list of them as it is at that moment, or with an
 * empty one.
 */
export function serveModels(
  folder: string,
  isListed = true,
): (request: IncomingMessage, response: ServerResponse) => void {
  const serve = serveFolder(folder);
  return (request, response) => {
    if (new URL(request.url ?? "/", "http://localhost").pathname !== `/${SERVED_INDEX}`) {
      serve(request, response);
      return;
    }
    response.setHeader("Content-Type", "application/json");
    response.setHeader("Cache-Control", "no-store");
    response.end(JSON.stringify({ files: isListed ? listModelFiles(folder) : [] }));
  };
}

/** The GGUF files below a folder, without those that are still being fetched. */
function listModelFiles(folder: string): readonly ServedFile[] {
  const entries = readDeep(folder).map((path) => relative(folder, path).split(sep));
  return entries
    .filter((parts) => parts.at(-1)?.endsWith(".gguf") === true && parts.at(-2) !== "partial")
    .map((parts) => ({ path: parts.join("/"), bytes: statSync(join(folder, ...parts)).size }));
}

function readDeep(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    // Nothing was fetched yet.
    return [];
  }
}
