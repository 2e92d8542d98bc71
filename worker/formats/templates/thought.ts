import type { ChatTemplate } from "./chat-template.ts";

/** How the thought before an answer is begun and ended in the model's own marks. */
export interface Thought {
  /** Written for the model; empty where its prompt opens the thought. */
  readonly open: string;
  readonly close: string;
}

const OPENED = /^(\s*<think>\n?)\s*<\/think>/;
const BLOCK = { open: "<think>", close: "</think>" };

/** How a model thinks whose prompt opens its thoughts or can leave them out; null for others, which begin as they like. */
export function toThought({ reasoningOpen, skipReasoning }: ChatTemplate): Thought | null {
  if (reasoningOpen === true) return { ...BLOCK, open: "" };
  const open = OPENED.exec(skipReasoning ?? "")?.[1];
  return open === undefined ? null : { ...BLOCK, open };
}
