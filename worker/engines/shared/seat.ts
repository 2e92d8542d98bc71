import type { GenerateRequest, ModelClient, ModelEvent, ModelInfo } from "../../agent/ports/model-client.ts";
import type { ChatTemplate, TemplateSource } from "../../formats/templates/chat-template.ts";
import type { Result } from "../../protocol/failure.ts";
import type { LoadProgress } from "../../protocol/model.ts";
import type { HeldLock, TabLink } from "./tab-link.ts";

/** Why a tab can no longer use the engine as it did. */
export type SeatEnd =
  /** Another tab leads now. */
  | { readonly type: "moved" }
  /** The engine was unloaded; it is loaded again when it is next needed. */
  | { readonly type: "freed" }
  /** The leader's tab is gone, or does not answer, and this tab holds its lock. */
  | { readonly type: "inherited"; readonly lock: HeldLock };

/** An event of a generation; after `moved` the rest of the text has to be asked for in another way. */
export type SeatEvent = ModelEvent | { readonly type: "moved" };

/** How a tab uses the engine of a model: it runs the engine itself, or asks the tab that does. */
export interface Seat {
  readonly info: ModelInfo;
  readonly over: Promise<SeatEnd>;
  /** Resolves when the engine is lost; absent if only a generation can reveal it. */
  readonly lost?: ModelClient["lost"];
  generate(request: GenerateRequest): AsyncGenerator<SeatEvent, void, void>;
  countTokens(text: string): Promise<number | null>;
  leave(): Promise<void>;
}

/** A model that the tabs share. */
export interface SharedModelDeps {
  /** The same in every tab that means this model on this engine. */
  readonly key: string;
  readonly link: TabLink;
  load(onProgress: (progress: LoadProgress) => void, signal: AbortSignal): Promise<Result<ModelClient>>;
  toTemplate(source: TemplateSource): ChatTemplate;
}
