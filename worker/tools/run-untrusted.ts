import { OutsideError, type ToolOutput, toToolOutput } from "../agent/define/tool.ts";
import { describeError } from "../protocol/describe-error.ts";
import type { JsonValue } from "../protocol/json.ts";
import { ScriptSyntaxError } from "./sandbox/create-script-runner.ts";

/**
 * A result that somebody else decides, with their words in it: files, tables, services. So is a fault, which may quote them.
 * Without `untrusted`, work that turned out to have read nothing of theirs.
 */
export async function runUntrusted(work: () => Promise<JsonValue>, untrusted = true): Promise<ToolOutput> {
  try {
    const value = await work();
    const block = typeof value === "string" ? { type: "text" as const, text: value } : { type: "json" as const, value };
    return toToolOutput([block], { untrusted });
  } catch (error) {
    throw untrusted && !(error instanceof ScriptSyntaxError) ? new OutsideError(describeError(error)) : error;
  }
}
