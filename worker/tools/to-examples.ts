import type { ToolExample } from "../protocol/tool.ts";

interface ExampleRow extends Pick<ToolExample, "question" | "result" | "answer"> {
  readonly arguments: object;
  readonly shown?: boolean;
}

/** The examples of a tool as its folder's `examples.json` has them; `defineTool` checks their arguments. */
export function toExamples(rows: readonly ExampleRow[]): readonly ToolExample[] {
  return rows as readonly ToolExample[];
}
