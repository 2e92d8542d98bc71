import { resolveFormat } from "../../formats/dialects/resolve-format.ts";
import { defined } from "../../protocol/defined.ts";
import { toAllowlist } from "../calls/allowlist.ts";
import type { RunRequest } from "../define/run-request.ts";
import { resolvePolicy } from "../policies/resolve-policy.ts";
import type { ModelInfo } from "../ports/model-client.ts";
import { dropThoughts } from "./drop-thoughts.ts";
import { renderTurn } from "./render-turn.ts";
import { toSystemText } from "./system-text.ts";

/** The parts of a request with which its first prompt begins. */
export type OpeningRequest = Pick<
  RunRequest,
  | "agent"
  | "skill"
  | "question"
  | "asked"
  | "history"
  | "systemPrompt"
  | "memory"
  | "onlyTool"
  | "nearTools"
  | "format"
  | "policy"
>;

/** Stands for the question; a character that no template and no dialect knows. */
const QUESTION_MARK = "\uE123";

/**
 * The prompt of a request's first turn up to the question's own words, as far as they are known: they decide which tools
 * are shown where there are many. Null where it is not one prompt, or where the words come first.
 */
export function toPromptOpening(request: OpeningRequest, info: ModelInfo, today: string): string | null {
  const { agent, skill, question, asked = question, history, nearTools } = request;
  if (skill.type !== "agentic") return null;
  const policy = resolvePolicy(request.policy, info.policy);
  const { prompt } = renderTurn(
    { policy, format: policy.toFormat(resolveFormat(request.format, info.format)), info, today },
    {
      system: toSystemText(request, skill.description, skill.instructions),
      thread: [...dropThoughts(history, info.template), { role: "user", text: QUESTION_MARK, asked }],
      tools: [...toAllowlist(agent, skill, request).values()].map((tool) => tool.spec),
      ...defined({ nearTools }),
      mode: "free",
    },
    "",
  );
  const at = prompt.lastIndexOf(QUESTION_MARK);
  return at > 0 ? prompt.slice(0, at) : null;
}
