import { renderThread, type ThreadPrompt } from "../../formats/templates/prompt-thread.ts";
import type { ModelInfo } from "../ports/model-client.ts";
import type { PolicyTurn, TurnSubject } from "../ports/turn-policy.ts";
import type { Run } from "../state/run.ts";
import { showMedia } from "./show-media.ts";

/** A turn's prompt, what it shows, and what its output is held to. */
export interface RenderedTurn
  extends ThreadPrompt,
    Pick<PolicyTurn, "listed" | "constraint" | "opening" | "wordsAfter" | "bias"> {}

/** `previous` is what the engine holds: its last prompt and output. */
export function renderTurn(
  { policy, format, info }: Pick<Run, "policy" | "format"> & { readonly info: ModelInfo },
  question: Pick<TurnSubject, "system" | "thread" | "tools" | "mode">,
  previous: string,
): RenderedTurn {
  const thread = showMedia(question.thread, info);
  const { system, template, shown, thread: shaped, ...turn } = policy.planTurn({ ...question, thread, info, format });
  return { ...renderThread({ template, format, system, tools: shown, thread: shaped, previous }), ...turn };
}
