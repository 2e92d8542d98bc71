import type { AgentApi } from "../../worker/protocol/api/agent-api.ts";
import { assertNever } from "../../worker/protocol/assert-never.ts";
import type { JsonSchema } from "../../worker/protocol/json.ts";
import type { SkillInfo, ToolOutcome, ToolSpec } from "../../worker/protocol/tool.ts";
import { toJsonObject } from "../state/composer/slash-command.ts";

/** A tool as WebMCP takes it (https://webmachinelearning.github.io/webmcp/, draft of 2026-10-20). */
export interface WebMcpTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly annotations: { readonly readOnlyHint: boolean };
  execute(input: unknown): Promise<string>;
}

/** The part of `document.modelContext` used here; it exists only in windows, so the worker's tools need this bridge. */
export interface ModelContext {
  registerTool(tool: WebMcpTool, options: { readonly signal: AbortSignal }): Promise<void> | undefined;
}

/** Where this browser has WebMCP, its model context. */
export function findModelContext(scope: object): ModelContext | undefined {
  const found: unknown = "modelContext" in scope ? scope.modelContext : undefined;
  return isModelContext(found) ? found : undefined;
}

function isModelContext(value: unknown): value is ModelContext {
  return (
    typeof value === "object" && value !== null && "registerTool" in value && typeof value.registerTool === "function"
  );
}

/**
 * Offers the skills' harmless tools to the browser's own agent until the signal fires. Harmless are those that change
 * nothing and read nothing of the user's: no memories, no files. Calls go through the agent's own checks.
 */
export async function offerTools(
  context: ModelContext,
  skills: readonly SkillInfo[],
  runTool: AgentApi["runTool"],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const offered = new Map<string, ToolSpec>();
  for (const spec of skills.flatMap(({ tools }) => tools)) {
    if (isHarmless(spec)) offered.set(spec.name, spec);
  }
  const registered: string[] = [];
  for (const { name, description, parameters } of offered.values()) {
    const tool: WebMcpTool = {
      name,
      description,
      inputSchema: parameters,
      annotations: { readOnlyHint: true },
      async execute(input) {
        // The worker bounds their size, as it does for every call.
        const args = toJsonObject(toJsonText(input ?? {}));
        if (args === undefined)
          throw new Error(
            "The arguments are refused: they must be an object of JSON, without keys that reach for a prototype.",
          );
        return toAnswer((await runTool(name, args)).outcome);
      },
    };
    try {
      await context.registerTool(tool, { signal });
      registered.push(name);
    } catch {
      // The browser may refuse one tool (a name that is taken, a schema it does not read); the others still count.
    }
  }
  return registered;
}

/** The input as JSON; empty for what JSON cannot carry. */
function toJsonText(input: unknown): string {
  try {
    return JSON.stringify(input) ?? "";
  } catch {
    return "";
  }
}

/** Tools of servers and files cannot say that they are personal: these names tell it. */
const PRIVATE_NAMES = /^(?:memory_|kom\.memory\.|file_)/;

function isHarmless({ name, effect, asks, personal }: ToolSpec): boolean {
  return effect === "reads" && asks !== true && personal !== true && !PRIVATE_NAMES.test(name);
}

function toAnswer(outcome: ToolOutcome): string {
  switch (outcome.type) {
    case "success":
      return outcome.content
        .map((block) => (block.type === "text" ? block.text : JSON.stringify(block.value)))
        .join("\n");
    case "invalid-arguments":
      throw new Error(outcome.problems.map(({ path, message }) => `${path || "The arguments"} ${message}`).join("; "));
    case "failed":
      throw new Error(outcome.message);
    case "denied":
      throw new Error("The person declined.");
    case "timed-out":
      throw new Error(`The tool took longer than ${outcome.timeoutMs} ms.`);
    case "not-allowed":
      throw new Error("This tool is not offered any more.");
    case "duplicate":
    case "cancelled":
    case "detected":
      throw new Error("The call was not carried out.");
    default:
      return assertNever(outcome);
  }
}
