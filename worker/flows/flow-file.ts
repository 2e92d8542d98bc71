import type { FlowNode } from "./flow.ts";

type NodeOf<Type extends FlowNode["type"]> = Extract<FlowNode, { readonly type: Type }>;

/** A node as its file declares it: tools and skills by their names. */
export type FlowFileNode =
  | Exclude<FlowNode, { readonly type: "tool-call" | "skill" }>
  | (Omit<NodeOf<"tool-call">, "tools"> & { readonly tools: readonly string[] })
  | (Omit<NodeOf<"skill">, "skill"> & { readonly skill: string });

/** A flow as its file declares it, its graph checked. */
export interface FlowFile {
  readonly file: string;
  readonly name: string;
  readonly description: string;
  readonly start: string;
  readonly nodes: ReadonlyMap<string, FlowFileNode>;
  readonly maxSteps?: number;
  readonly omitToolRecords: boolean;
}
