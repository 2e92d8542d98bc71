import * as z from "zod/mini";
import { toBoundedJson } from "../../protocol/bounded-json.ts";
import { failed, type Result } from "../../protocol/failure.ts";
import { parseJson } from "../../protocol/json.ts";
import { RUN_EVENT_VERSION } from "../../protocol/run-event.ts";
import type { CheckedRun, RunRecord } from "../../protocol/stored-data.ts";
import { verifyEvidence } from "./evidence.ts";
import { RUN_EVENT, RUN_HEADER } from "./run-event-shape.ts";

/** Admits long prompts and raw outputs, but no file made to exhaust memory. */
const LIMITS = { maxDepth: 80, maxNodes: 500_000, maxCharacters: 32_000_000 };

const RUN_FILE = z.object({
  ...RUN_HEADER,
  version: z.number(),
  events: z.array(z.unknown()),
} satisfies Record<keyof RunRecord, z.ZodMiniType>);

/**
 * Reads an exported run. Every event is checked as far as anything here relies on it; a malformed one refuses the file
 * with `import-refused`, and the detail names it. The result also says whether the log still fits its evidence.
 */
export function parseRunFile(text: string): Result<CheckedRun> {
  const parsed = parseJson(text);
  if (parsed === undefined) return failed("import-refused", "The file is not JSON, or it is cut off.");
  const bounded = toBoundedJson(parsed, LIMITS);
  if (!bounded.ok) return failed("import-refused", `The file cannot be taken: ${bounded.reason}.`);
  const file = RUN_FILE.safeParse(bounded.value);
  if (!file.success) return failed("import-refused", "The file is not an exported run.");
  const { version, events } = file.data;
  if (version > RUN_EVENT_VERSION)
    return failed("import-refused", "The run was written by a newer version of the app.");
  const wrong = events.findIndex((event) => !RUN_EVENT.safeParse(event).success);
  if (wrong >= 0)
    return failed("import-refused", `Event ${wrong + 1} in the file does not have the shape it should have.`);
  // Checked above, field by field.
  const record = bounded.value as unknown as RunRecord;
  if (record.events[0]?.type !== "run-start") return failed("import-refused", "The log in the file has no beginning.");
  return { ok: true, value: { ...record, evidence: verifyEvidence(record.events, record.calls) } };
}
