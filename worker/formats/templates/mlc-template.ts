import { toFields } from "../../protocol/json.ts";
import { breakTokens, neutralise } from "../neutralise.ts";
import type { ChatTemplate } from "./chat-template.ts";
import type { MlcConversation } from "./mlc-conversation.ts";
import { findControlTokens } from "./resolve-template.ts";

const PLACE = "{system_message}";

/** Reads MLC's form (https://github.com/mlc-ai/mlc-llm, `conversation_protocol.py`); null where it is none. */
export function readMlcConversation(value: unknown): MlcConversation | null {
  const { system_template, roles, seps, role_content_sep, role_empty_sep, stop_str } = toFields(value);
  const { user, assistant } = toFields(roles);
  const [first, last = first] = toTexts(seps);
  if (typeof user !== "string" || typeof assistant !== "string" || first === undefined || last === undefined)
    return null;
  return {
    system: typeof system_template === "string" ? system_template : PLACE,
    user,
    assistant,
    separators: [first, last],
    afterRole: typeof role_content_sep === "string" ? role_content_sep : "",
    afterLastRole: typeof role_empty_sep === "string" ? role_empty_sep : "",
    stops: toTexts(stop_str),
  };
}

/** The template of such a model. Results of tools are turns of the user: MLC has no form for them that all models know. */
export function toMlcTemplate(conversation: MlcConversation): ChatTemplate {
  const { system, user, assistant, separators, afterRole, afterLastRole, stops } = conversation;
  const [afterUser, afterAssistant] = separators;
  const marks = findControlTokens(system + user + afterUser + assistant + afterLastRole + afterAssistant);
  // A role that is a plain word stands in many a text; one with signs in it is a mark.
  const tokens = [...marks, ...[user, assistant].map((role) => role.trim()).filter((role) => /[^\p{L}\s]/u.test(role))];
  const hasPlace = system.includes(PLACE);
  const toStart = (text: string): string => {
    if (text === "" && hasPlace) return "";
    return system.replace(PLACE, () => breakTokens(text, tokens));
  };
  const toTurn = (content: string): string => user + afterRole + content + afterUser;
  return {
    id: "mlc",
    source: { conversation },
    stop: stops,
    renderStart: toStart,
    ...(hasPlace
      ? {}
      : {
          renderOpening: (text: string, content: string): string => {
            const question = neutralise(content, tokens);
            return system + toTurn(text === "" ? question : `${breakTokens(text, tokens)}\n\n${question}`);
          },
        }),
    renderTurn: (_role, content) => toTurn(neutralise(content, tokens)),
    assistantStart: assistant + afterLastRole,
    assistantEnd: afterAssistant,
  };
}

function toTexts(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.filter((item) => typeof item === "string");
}
