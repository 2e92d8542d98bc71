import type { ToolsApi } from "../../worker/protocol/api/tools-api.ts";
import { attempt } from "../../worker/protocol/attempt.ts";
import { type JsonSchema, toFields } from "../../worker/protocol/json.ts";
import type { Settings } from "../../worker/protocol/settings.ts";
import type { SkillInfo, ToolSpec } from "../../worker/protocol/tool.ts";
import { toJsonObject } from "../state/to-json-object.ts";

/** A tool as WebMCP takes it (https://webmachinelearning.github.io/webmcp/, draft of 2026-10-20). */
export interface WebMcpTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly annotations: { readonly readOnlyHint: boolean; readonly untrustedContentHint: boolean };
  execute(input: unknown): Promise<string>;
}

/** The part of `document.modelContext` used here; it exists only in windows, so the worker's tools need this bridge. */
export interface ModelContext {
  registerTool(tool: WebMcpTool, options: { readonly signal: AbortSignal }): Promise<void> | undefined;
}

/** Where this browser has WebMCP, its model context. */
export function findModelContext(scope: object): ModelContext | undefined {
  const found: unknown = "modelContext" in scope ? scope.modelContext : undefined;
  return typeof toFields(found).registerTool === "function" ? (found as ModelContext) : undefined;
}

/** The name of the browser's own agent among the programs that call: it tells the page no other. */
const BROWSER = "browser";

/** Offers tools to the browser's own agent until the signal fires. Calls go through the agent's own checks. */
export async function offerTools(
  context: ModelContext,
  offered: readonly ToolSpec[],
  takeOffered: ToolsApi["takeOffered"],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const registered: string[] = [];
  for (const { name, description, parameters, effect } of offered) {
    const tool: WebMcpTool = {
      name,
      description,
      inputSchema: parameters,
      annotations: { readOnlyHint: effect === "reads", untrustedContentHint: true },
      async execute(input) {
        // The worker bounds their size, as it does for every call.
        const args = toJsonObject(toJsonText(input ?? {}));
        if (args === undefined)
          throw new Error(
            "The arguments are refused: they must be an object of JSON, without keys that reach for a prototype.",
          );
        const { toCallResult } = await import("../../worker/protocol/call-result.ts");
        const taken = await takeOffered({ type: "call", client: BROWSER, name, input: args });
        const { content, isError } = toCallResult((taken.ok && taken.value.outcome) || { type: "cancelled" });
        const text = content.map((each) => each.text).join("\n");
        if (isError) throw new Error(text);
        return text;
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

interface OfferingApp {
  readonly api: Pick<ToolsApi, "takeOffered">;
  readonly store: {
    getState(): { readonly skills: readonly SkillInfo[]; readonly settings: Pick<Settings, "offeredTools"> };
    subscribe(listener: () => void): unknown;
  };
}

/** Offers what the user offers, and what they offer later, and takes back what they take back. */
export function keepOffering(context: ModelContext, { api, store }: OfferingApp): void {
  let offered: readonly string[] | undefined;
  let current = new AbortController();
  const renew = (): void => {
    const { settings, skills } = store.getState();
    const { offeredTools = [] } = settings;
    if (offeredTools === offered || skills.length === 0) return;
    offered = offeredTools;
    current.abort();
    current = new AbortController();
    const specs = new Map(skills.flatMap(({ tools }) => tools).map((spec) => [spec.name, spec]));
    const chosen = offeredTools.flatMap((name) => specs.get(name) ?? []);
    void offerTools(context, chosen, api.takeOffered, current.signal);
  };
  store.subscribe(renew);
  renew();
}

/** The input as JSON; empty for what JSON cannot carry. */
function toJsonText(input: unknown): string {
  return attempt(() => JSON.stringify(input)) ?? "";
}
