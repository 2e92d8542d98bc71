import { isJsonArray, isJsonObject } from "../../../worker/protocol/json.ts";
import type { AssistantMessage, CallRecord } from "../../../worker/protocol/message.ts";
import type { Translator } from "../../messages/translate.ts";
import { findToolTitle } from "../tool/tool-titles.ts";

/** A passage that an answer was given. */
export interface Source {
  /** As the model was told it: `[1]`. Each search counts anew. */
  readonly mark: string;
  readonly file: string;
  readonly passage: string;
  /** Of a document that has pages. */
  readonly page?: number;
}

/** The passages that tools of ours found for an answer, in their order. */
export function listSources(message: AssistantMessage, t: Translator): readonly Source[] {
  const calls = message.turns.flatMap((turn) => turn.calls);
  return calls.filter(({ call }) => findToolTitle(call.name, t) !== null).flatMap(toSources);
}

function toSources({ outcome }: CallRecord): readonly Source[] {
  if (outcome?.type !== "success") return [];
  const [block] = outcome.content;
  if (block?.type !== "json" || !isJsonArray(block.value)) return [];
  return block.value.flatMap((each) => {
    if (!isJsonObject(each)) return [];
    const { source, file, text, page } = each;
    if (typeof source !== "string" || typeof file !== "string" || typeof text !== "string") return [];
    return [{ mark: source, file, passage: text, ...(typeof page === "number" ? { page } : {}) }];
  });
}
