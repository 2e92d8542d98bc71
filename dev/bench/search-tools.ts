import { readFileSync } from "node:fs";
import { chooseTools } from "../../worker/agent/policies/choose-tools.ts";
import type { Embedder } from "../../worker/agent/ports/embedder.ts";
import { ToolFinder } from "../../worker/host/runs/near-tools.ts";
import type { ToolSpec } from "../../worker/protocol/tool.ts";

/** A tool, and a question in one of five languages that needs it and names it with none of its words. */
type AskedTool = readonly [name: string, description: string, language: string, question: string];

/** In what share of each language's questions the right one of 125 tools is among the eight that a model is shown. */
export async function measureTools(embedder: Embedder | null): Promise<Readonly<Record<string, number>>> {
  const asked: readonly AskedTool[] = JSON.parse(readFileSync(new URL("meaning-tools.json", import.meta.url), "utf8"));
  const tools = asked.map(
    ([name, description]): ToolSpec => ({ name, description, parameters: { type: "object", properties: {} } }),
  );
  const questions = asked.map(([, , , question]) => question);
  const finder = embedder === null ? null : new ToolFinder(embedder);
  let nearTools = await finder?.find(questions, tools);
  while (nearTools === null) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    nearTools = await finder?.find(questions, tools);
  }
  const found = new Map<string, boolean[]>();
  for (const [name, , language, text] of asked) {
    const chosen = chooseTools([{ role: "user", text }], tools, nearTools ? { nearTools } : {});
    const shown = [...chosen.listed, ...[...chosen.found.values()].flat()];
    found.set(language, [...(found.get(language) ?? []), shown.some((tool) => tool.name === name)]);
  }
  return Object.fromEntries(
    [...found].map(([language, each]) => [language, each.filter(Boolean).length / each.length]),
  );
}
