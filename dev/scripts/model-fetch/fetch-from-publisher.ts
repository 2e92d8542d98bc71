import { open } from "node:fs/promises";
import { describeError } from "../../../worker/protocol/describe-error.ts";
import type { FetchProgress, ModelFile } from "./model-file.ts";
import { sizeOf, type WorkFolder } from "./work-folder.ts";

/** A publisher that has not begun to answer by then cannot be reached from here. */
const ANSWER_MS = 5000;
/** A connection without a byte for so long is given up. */
const STALL_MS = 20_000;

/** Appends what is missing of the file from its publisher's host. Nothing is fetched when the host has another length. */
export async function fetchFromPublisher(
  { url, bytes }: ModelFile,
  work: WorkFolder,
  report: (progress: FetchProgress) => void,
): Promise<string | null> {
  if (url === undefined) return "it has no publisher's host";
  const stop = new AbortController();
  let timer = setTimeout(() => stop.abort(), ANSWER_MS);
  try {
    const begun = await sizeOf(work.file);
    if (begun === bytes) return null;
    // A packed answer would tell another length.
    const headers = { "Accept-Encoding": "identity", ...(begun === 0 ? {} : { Range: `bytes=${begun}-` }) };
    const response = await fetch(url, { headers, signal: stop.signal });
    const from = response.status === 206 ? begun : 0;
    const length = Number(response.headers.get("content-length"));
    if (!response.ok || response.body === null || from + length !== bytes) {
      return `the publisher's host answered ${response.status} with ${length} bytes`;
    }
    const handle = await open(work.file, from === 0 ? "w" : "a");
    try {
      const reader = response.body.getReader();
      let done = from;
      for (let step = await reader.read(); step.value !== undefined; step = await reader.read()) {
        clearTimeout(timer);
        timer = setTimeout(() => stop.abort(), STALL_MS);
        await handle.write(step.value);
        done += step.value.length;
        report({ step: "download", done, total: bytes });
      }
    } finally {
      await handle.close();
    }
    return null;
  } catch (error) {
    return `the publisher's host could not be reached (${describeError(error)})`;
  } finally {
    clearTimeout(timer);
  }
}
