import type { JsonObject } from "../../protocol/json.ts";
import { breakTokens, neutralise } from "../neutralise.ts";
import type { ChatTemplate } from "./chat-template.ts";
import { findControlTokens, resolveTemplate, type TemplateSource } from "./render-prompt.ts";
import type { TemplateRequest } from "./template-request.ts";

/** A template taken apart into the pieces of a prompt that only ever grows. */
export interface DerivedTemplate extends ChatTemplate {
  /**
   * True when the model's own template would write earlier turns in another way once a conversation goes on (it drops
   * reasoning, or moves the system text). The pieces keep the form that leaves the KV cache valid.
   */
  readonly rewritesHistory: boolean;
}

// Unassigned characters of the private use area: no template says anything about them, and none of them is white space.
const SYSTEM = "\uE000\uE001\uE000";
const FIRST = "\uE000\uE002\uE000";
const ANSWER = "\uE000\uE003\uE000";
const SECOND = "\uE000\uE004\uE000";

/**
 * Takes a chat template apart by rendering marked conversations with it. Throws with the template's own sentence when it
 * cannot render even a single question.
 */
export function deriveTemplate(id: string, source: TemplateSource, options: JsonObject, now: Date): DerivedTemplate {
  const { render, controlTokens } = resolveTemplate(source);
  const write = (messages: readonly JsonObject[], reply: boolean): string => {
    const request: TemplateRequest = {
      messages,
      tools: [],
      options: { ...options, add_generation_prompt: reply },
      now,
    };
    return render(request);
  };
  const say = (role: string, content: string): JsonObject => ({ role, content });
  const question = [say("user", FIRST)];
  const dialogue = [...question, say("assistant", ANSWER), say("user", SECOND)];

  const asked = write(question, true);
  const before = asked.slice(0, asked.indexOf(FIRST));
  const tail = asked.slice(asked.indexOf(FIRST) + FIRST.length);
  const talked = write(dialogue, true);
  const between = cut(talked, ANSWER, SECOND) ?? "";
  const told = attempt(() => write(dialogue.slice(0, 2), false));
  const closing = told === null ? "" : told.slice(told.indexOf(ANSWER) + ANSWER.length);
  const assistantEnd = closing !== "" && between.startsWith(closing) ? closing : "";
  const nextTurn = between.slice(assistantEnd.length);
  const turnStart = before.endsWith(nextTurn) ? nextTurn : toCommonEnd(before, nextTurn);
  const closes = between.slice(0, between.length - turnStart.length);
  const turnEnd = toTurnEnd(write(question, false), tail);
  const opening = tail.slice(turnEnd.length);

  const instructed = attempt(() => write([say("system", SYSTEM), ...question], true));
  const systemBefore = instructed === null ? null : cut(instructed, "", SYSTEM);
  const systemAfter = instructed === null ? null : cut(instructed, SYSTEM, FIRST);
  const [toolStart, toolEnd] = deriveToolMarks(write, dialogue.slice(0, 2), { closes, opening, turnStart, turnEnd });
  const tokens = [...controlTokens];
  const turnTokens = findControlTokens(turnStart + turnEnd + opening + closes);
  const bare = before.slice(0, before.length - turnStart.length);
  const isSystemInTurn = systemBefore !== null && systemAfter !== null && !systemAfter.endsWith(turnStart);

  const template: ChatTemplate = {
    id,
    stop: findStops(closing, between, options),
    renderStart(system: string): string {
      if (system === "") return bare;
      if (systemBefore === null || systemAfter === null || isSystemInTurn) return `${bare}${neutralise(system)}\n\n`;
      return (
        systemBefore + breakTokens(system, turnTokens) + systemAfter.slice(0, systemAfter.length - turnStart.length)
      );
    },
    ...(isSystemInTurn
      ? {
          renderOpening(system: string, content: string): string {
            const text = neutralise(content, tokens);
            if (system === "") return bare + turnStart + text + turnEnd;
            return systemBefore + breakTokens(system, turnTokens) + systemAfter + text + turnEnd;
          },
        }
      : {}),
    renderTurn(role: "user" | "tool", content: string): string {
      // The results of tools carry their family's own tokens; their texts have been neutralised one by one.
      if (role === "tool") return toolStart + breakTokens(content, turnTokens) + toolEnd;
      return turnStart + neutralise(content, tokens) + turnEnd;
    },
    assistantStart: opening,
    assistantEnd: closes,
    ...(/<think>\s*$/.test(opening) ? { reasoningOpen: true } : {}),
  };
  return { ...template, rewritesHistory: !keepsHistory(template, write, dialogue) };
}

/** True when the template itself writes what the pieces write, system text and reasoning included. */
function keepsHistory(
  template: ChatTemplate,
  write: (messages: readonly JsonObject[], reply: boolean) => string,
  dialogue: readonly JsonObject[],
): boolean {
  const thought = `<think>\n${SYSTEM}\n</think>\n\n${ANSWER}`;
  const conversation = [
    { role: "system", content: SYSTEM },
    dialogue[0] ?? {},
    { role: "assistant", content: thought },
  ];
  const whole = attempt(() => write([...conversation, { role: "user", content: SECOND }], true));
  const pieces = [
    template.renderOpening?.(SYSTEM, FIRST) ?? template.renderStart(SYSTEM) + template.renderTurn("user", FIRST),
    template.assistantStart,
    thought,
    template.assistantEnd,
    template.renderTurn("user", SECOND),
    template.assistantStart,
  ];
  return whole === pieces.join("");
}

/** What stands around results of tools. Where a family's format writes the marks itself, nothing does. */
function deriveToolMarks(
  write: (messages: readonly JsonObject[], reply: boolean) => string,
  exchange: readonly JsonObject[],
  pieces: { readonly closes: string; readonly opening: string; readonly turnStart: string; readonly turnEnd: string },
): readonly [start: string, end: string] {
  const result = { role: "tool", content: SECOND, tool_call_id: "call00001", name: "tool" };
  const answered = attempt(() => write([...exchange, result], true));
  const start = answered === null ? null : cut(answered, ANSWER, SECOND);
  const end = answered?.slice(answered.indexOf(SECOND) + SECOND.length);
  if (start === null || end === undefined || !start.startsWith(pieces.closes) || !end.endsWith(pieces.opening)) {
    return [pieces.turnStart, pieces.turnEnd];
  }
  const marks: [string, string] = [start.slice(pieces.closes.length), end.slice(0, end.length - pieces.opening.length)];
  if (/\[TOOL_RESULTS\]|tool▁output/.test(marks[0])) return ["", ""];
  // Within a turn of its own the format writes these two.
  const own = /<(tool_response|response)>\s*$/.exec(marks[0]);
  if (own !== null) return [marks[0].slice(0, own.index), marks[1].slice(marks[1].indexOf(">") + 1)];
  // Llama writes a result as a JSON string; the format has decided on its text already.
  return marks[0].endsWith('"') && marks[1].startsWith('"') ? [marks[0].slice(0, -1), marks[1].slice(1)] : marks;
}

function findStops(closing: string, between: string, options: JsonObject): readonly string[] {
  const token = /^\s*(<[^<>\s]{1,40}>|\[\/?[A-Z_]+\]|\[e~\[)/.exec(closing === "" ? between : closing)?.[1];
  const eos = options.eos_token;
  return [...new Set([token, typeof eos === "string" && eos !== "" ? eos : undefined])].filter(
    (stop) => stop !== undefined,
  );
}

/** What closes the question's turn: the part of `tail` that stands there without a reply being opened as well. */
function toTurnEnd(closed: string, tail: string): string {
  const end = closed.slice(closed.indexOf(FIRST) + FIRST.length);
  let length = 0;
  while (length < end.length && length < tail.length && end.charAt(length) === tail.charAt(length)) length += 1;
  // Two tokens that begin alike are still two.
  return tail.slice(0, length).replace(/<[^<>]*$/, "");
}

function toCommonEnd(left: string, right: string): string {
  let length = 0;
  while (length < left.length && length < right.length && left.at(-1 - length) === right.at(-1 - length)) length += 1;
  return length === 0 ? "" : right.slice(-length);
}

function cut(text: string, after: string, before: string): string | null {
  const start = text.indexOf(after);
  const end = text.indexOf(before, start + after.length);
  return start === -1 || end === -1 ? null : text.slice(start + after.length, end);
}

function attempt(action: () => string): string | null {
  try {
    return action();
  } catch {
    return null;
  }
}
