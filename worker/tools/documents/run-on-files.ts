import { OutsideError, type ToolOutput, toToolOutput } from "../../agent/define/tool.ts";
import type { FileListing } from "../../agent/ports/workspace-port.ts";
import { describeError } from "../../protocol/describe-error.ts";
import type { JsonValue } from "../../protocol/json.ts";

/** A result that files decide: names and contents are somebody else's words, and so is a fault that quotes them. */
export async function runOnFiles(work: () => Promise<JsonValue>): Promise<ToolOutput> {
  try {
    const value = await work();
    const block = typeof value === "string" ? { type: "text" as const, text: value } : { type: "json" as const, value };
    return toToolOutput([block], { untrusted: true });
  } catch (error) {
    throw new OutsideError(describeError(error));
  }
}

/** Paths, folders with a `/` at the end, and how many more there are. */
export function toNames({ entries, total }: FileListing): JsonValue {
  const files = entries.map(({ path, type }) => (type === "folder" ? `${path}/` : path));
  return total > entries.length ? { files, more: total - entries.length } : { files };
}
