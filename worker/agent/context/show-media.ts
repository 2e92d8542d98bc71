import type { ThreadMessage } from "../../formats/format.ts";
import { MAX_MEDIA_TOKENS } from "../../formats/media-mark.ts";
import type { ModelInfo } from "../ports/model-client.ts";

/** A notice in place of pictures and sounds, for a model that takes in text alone. */
export const NOT_SHOWN = "(You cannot see the pictures or hear the sounds that go along.)";

/** A thread as this model can take it: one without eyes and ears is told that something went along. */
export function showMedia(thread: readonly ThreadMessage[], info: Pick<ModelInfo, "perceives">): typeof thread {
  if (info.perceives !== undefined) return thread;
  return thread.map((message) => {
    if (message.role !== "user" || message.media === undefined || message.media.length === 0) return message;
    const { media: _left, ...rest } = message;
    return { ...rest, text: `${message.text}\n${NOT_SHOWN}` };
  });
}

/** Tokens that the pictures and sounds of a message take beside its text. */
export function countMediaTokens(message: ThreadMessage): number {
  return message.role === "user" ? (message.media?.length ?? 0) * MAX_MEDIA_TOKENS : 0;
}
