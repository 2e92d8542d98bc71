import type { RunInput } from "../define/run-input.ts";

/** The system message: the agent's prompt, the user's, and the skill's. */
export function toSystemText(
  request: Pick<RunInput, "agent" | "systemPrompt">,
  ...skillParts: readonly string[]
): string {
  return [request.agent.prompt, request.systemPrompt ?? "", ...skillParts]
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join("\n");
}
