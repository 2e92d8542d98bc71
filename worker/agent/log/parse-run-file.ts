import type { Result } from "../../protocol/failure.ts";
import { isJsonArray, isJsonObject, toBoundedJson } from "../../protocol/json.ts";
import { RUN_EVENT_VERSION } from "../../protocol/run-event.ts";
import type { CheckedRun, RunRecord } from "../../protocol/stored-data.ts";
import { verifyEvidence } from "./evidence.ts";
import { isRunEvent, isRunHeader } from "./run-event-shape.ts";

/** Long prompts and raw outputs fit; a file made to exhaust the reader does not. */
const LIMITS = { maxDepth: 80, maxNodes: 500_000, maxCharacters: 32_000_000 };

/**
 * Reads an exported run. Every event is checked as far as anything here relies on it; one that is wrong refuses the
 * file with `import-refused`, and the detail says which. Says also whether the log is what it was when it was written.
 */
export function parseRunFile(text: string): Result<CheckedRun> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return refuse("The file is not JSON, or it is cut off.");
  }
  const bounded = toBoundedJson(parsed, LIMITS);
  if (!bounded.ok) return refuse(`The file cannot be taken: ${bounded.reason}.`);
  const { value } = bounded;
  if (!isJsonObject(value) || !isRunHeader(value) || !isJsonArray(value.events)) {
    return refuse("The file is not an exported run.");
  }
  if (Number(value.version) > RUN_EVENT_VERSION) return refuse("The run was written by a newer version of the app.");
  const wrong = value.events.findIndex((event) => !isRunEvent(event));
  if (wrong >= 0) return refuse(`Event ${wrong + 1} in the file does not have the shape it should have.`);
  if (!isJsonObject(value.events[0]) || value.events[0].type !== "run-start") {
    return refuse("The log in the file has no beginning.");
  }
  // Checked above, field by field.
  const record = value as unknown as RunRecord;
  return { ok: true, value: { ...record, evidence: verifyEvidence(record.events, record.calls) } };
}

function refuse(detail: string): Extract<Result<never>, { readonly ok: false }> {
  return { ok: false, failure: { code: "import-refused", detail } };
}
