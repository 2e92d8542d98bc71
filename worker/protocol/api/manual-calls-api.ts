import type { JsonObject } from "../json.ts";
import type { MemoryEdit } from "../memory.ts";
import type { EffectPreview } from "../run-event.ts";
import type { ToolOutcome } from "../tool.ts";

/** How a call ended that the user made by hand. */
export interface ManualCallEnd {
  readonly outcome: ToolOutcome;
  /** What it wrote on this device, in order; also when it failed half-way. Absent when nothing. */
  readonly edits?: readonly MemoryEdit[];
}

/** Tool calls that the user makes, without a model. */
export interface ManualCallsApi {
  /** What a call would change with these arguments; null where its tool cannot say. Changes nothing. */
  previewCall(name: string, input: JsonObject): Promise<EffectPreview | null>;
  /** Runs one tool by hand, without a model, with the same checks as a call of the model's. */
  runTool(name: string, input: JsonObject): Promise<ManualCallEnd>;
}
