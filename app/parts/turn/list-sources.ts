import { isJsonArray, isJsonObject } from "../../../worker/protocol/json.ts";
import type { AssistantMessage, CallRecord } from "../../../worker/protocol/message.ts";

/** A passage that an answer was given. */
export interface Source {
  /** As the model was told it: `[1]`. Each search counts anew. */
  readonly mark: string;
  readonly file: string;
  readonly passage: string;
  /** Of a document that has pages. */
  readonly page?: number;
}

/** The passages of an answer's searches, in their order. */
export function listSources(message: AssistantMessage): readonly Source[] {
  return message.turns.flatMap(({ calls }) => calls.flatMap(toSources));
}

function toSources({ call, outcome }: CallRecord): readonly Source[] {
  if (call.name !== "search_files" || outcome?.type !== "success") return [];
  const [block] = outcome.content;
  if (block?.type !== "json" || !isJsonArray(block.value)) return [];
  return block.value.flatMap((each) => {
    if (!isJsonObject(each)) return [];
    const { source, file, text, page } = each;
    if (typeof source !== "string" || typeof file !== "string" || typeof text !== "string") return [];
    return [{ mark: source, file, passage: text, ...(typeof page === "number" ? { page } : {}) }];
  });
}
