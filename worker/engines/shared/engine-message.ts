import type { GenerateRequest, ModelEvent, ModelInfo } from "../../agent/ports/model-client.ts";
import type { ChatTemplate } from "../../formats/templates/chat-template.ts";
import type { Failure } from "../../protocol/failure.ts";
import { toFields } from "../../protocol/json.ts";
import type { LoadProgress } from "../../protocol/model.ts";

/** A template without its functions, which every tab makes again from `source`. */
export type SentTemplate = Omit<
  ChatTemplate,
  "renderStart" | "renderOpening" | "renderToolOpening" | "renderToolResults" | "renderTurn"
>;

/** The facts of a model as they cross to another tab. */
export interface SentInfo extends Omit<ModelInfo, "template"> {
  readonly template: SentTemplate;
}

/** Where the engine of a model stands; `freed` says that its tab has unloaded it. */
export type EngineState =
  | { readonly type: "loading"; readonly progress: LoadProgress | null }
  | { readonly type: "ready"; readonly info: SentInfo }
  | { readonly type: "failed"; readonly failure: Failure }
  | { readonly type: "freed" };

/** A generation as it crosses to another tab. */
export type SentRequest = Omit<GenerateRequest, "signal">;

interface Sent {
  /** The model that it is about, see `toEngineKey`. */
  readonly key: string;
  readonly from: string;
}

/** Messages between the tabs about the engine of a model. `to` names the tab that one is meant for. */
export type EngineMessage = Sent &
  (
    | { readonly type: "hello" }
    | { readonly type: "state"; readonly state: EngineState }
    | { readonly type: "generate"; readonly to: string; readonly id: number; readonly request: SentRequest }
    | { readonly type: "stop"; readonly to: string; readonly id: number }
    | { readonly type: "event"; readonly to: string; readonly id: number; readonly event: ModelEvent }
    | { readonly type: "count"; readonly to: string; readonly id: number; readonly text: string }
    | { readonly type: "counted"; readonly to: string; readonly id: number; readonly tokens: number | null }
  );

const TYPES: ReadonlySet<unknown> = new Set<EngineMessage["type"]>([
  "hello",
  "state",
  "generate",
  "stop",
  "event",
  "count",
  "counted",
]);

/**
 * A message of the channel, or null where it is none. What it carries is taken as it is: every page of the origin can
 * post here, and can read and write what the app keeps as well, unless that is encrypted; then messages are sealed.
 */
export function toEngineMessage(value: unknown): EngineMessage | null {
  const { type, key, from } = toFields(value);
  const isMessage = TYPES.has(type) && typeof key === "string" && typeof from === "string";
  return isMessage ? (value as EngineMessage) : null;
}
