import { attempt } from "../../protocol/attempt.ts";
import type { JsonObject } from "../../protocol/json.ts";
import { breakTokens, neutralise } from "../neutralise.ts";
import type { ChatTemplate } from "./chat-template.ts";
import { findControlTokens, resolveTemplate, type TemplateSource } from "./resolve-template.ts";
import { QUESTION, SYSTEM, type TemplateWriter, writeToolOpening, writeToolResults } from "./tool-opening.ts";

const ANSWER = "\uE000\uE003\uE000";
const SECOND = "\uE000\uE004\uE000";

const say = (role: string, content: string): JsonObject => ({ role, content });
const ASKED = [say("user", QUESTION)];
const EXCHANGE = [...ASKED, say("assistant", ANSWER)];
const DIALOGUE = [...EXCHANGE, say("user", SECOND)];

/**
 * Takes a chat template apart, by rendering marked conversations with it, into the pieces of a prompt that only ever grows:
 * where the template rewrites earlier turns, the form is kept that leaves the KV cache valid. Throws with the template's own
 * sentence when it cannot render even a single question.
 */
export function deriveTemplate(id: string, source: TemplateSource, options: JsonObject, now: Date): ChatTemplate {
  const { render, controlTokens } = resolveTemplate(source);
  const write: TemplateWriter = (messages, reply, tools = []) => {
    // SmolLM3's own name for the tools whose calls stand between tags.
    const more = tools.length > 0 ? { xml_tools: [...tools] } : {};
    return render({ messages, tools, options: { ...options, add_generation_prompt: reply, ...more }, now });
  };
  const toId = controlTokens.includes("<|tool_calls_section_begin|>") ? toKimiId : toShortId;
  const pieces = derivePieces(write, options);
  const { start, turnStart, turnEnd, assistantStart, assistantEnd, stop } = pieces;
  const [toolStart, toolEnd] = deriveToolMarks(write, pieces);
  const instructed = attempt(() => write([say("system", SYSTEM), ...ASKED], true)) ?? "";
  const systemBefore = cut(instructed, "", SYSTEM);
  const systemAfter = cut(instructed, SYSTEM, QUESTION);
  const hasSystem = systemBefore !== null && systemAfter !== null;
  // A template that drops or refuses a system text gets it in the first question: no instruction may be lost.
  const standsInTurn = !hasSystem || !systemAfter.endsWith(turnStart);
  const turnTokens = findControlTokens(turnStart + turnEnd + assistantStart + assistantEnd);
  const parts = { write, assistantStart, assistantEnd, controlTokens, turnTokens, toId };

  return {
    id,
    stop,
    renderStart(system: string): string {
      if (system === "") return start;
      if (standsInTurn) return `${start}${neutralise(system)}\n\n`;
      const end = systemAfter.slice(0, systemAfter.length - turnStart.length);
      return systemBefore + breakTokens(system, turnTokens) + end;
    },
    ...(standsInTurn
      ? {
          renderOpening(system: string, content: string): string {
            const question = neutralise(content, controlTokens) + turnEnd;
            if (system === "") return start + turnStart + question;
            const text = breakTokens(system, turnTokens);
            if (!hasSystem) return `${start}${turnStart}${text}\n\n${question}`;
            return systemBefore + text + systemAfter + question;
          },
        }
      : {}),
    renderToolOpening: (...asked) => writeToolOpening(parts, ...asked),
    renderToolResults: (results) => writeToolResults(parts, results),
    renderTurn(role: "user" | "tool", content: string): string {
      // The results of tools carry their family's own tokens; their texts have been neutralised one by one.
      if (role === "tool") return toolStart + breakTokens(content, turnTokens) + toolEnd;
      return turnStart + neutralise(content, controlTokens) + turnEnd;
    },
    assistantStart,
    assistantEnd,
    ...(/<think>\s*$/.test(assistantStart) ? { reasoningOpen: true } : {}),
  };
}

const toKimiId = (name: string, index: number): string => `functions.${name}:${index}`;
/** Mistral's templates take ids of nine letters and digits only. */
const toShortId = (_name: string, index: number): string => `call${String(index).padStart(5, "0")}`;

/**
 * The texts around the contents of a conversation, found by rendering a question and a dialogue. `start` stands once before
 * the first turn when there is no system text.
 */
function derivePieces(write: TemplateWriter, options: JsonObject) {
  const asked = write(ASKED, true);
  const before = asked.slice(0, asked.indexOf(QUESTION));
  const tail = asked.slice(asked.indexOf(QUESTION) + QUESTION.length);
  const between = cut(write(DIALOGUE, true), ANSWER, SECOND) ?? "";
  const answered = attempt(() => write(EXCHANGE, false));
  const closing = answered === null ? "" : answered.slice(answered.indexOf(ANSWER) + ANSWER.length);
  const nextTurn = closing !== "" && between.startsWith(closing) ? between.slice(closing.length) : between;
  const turnStart = before.endsWith(nextTurn) ? nextTurn : toCommonEnd(before, nextTurn);
  const turnEnd = toTurnEnd(write(ASKED, false), tail);
  return {
    start: before.slice(0, before.length - turnStart.length),
    turnStart,
    turnEnd,
    assistantStart: tail.slice(turnEnd.length),
    assistantEnd: between.slice(0, between.length - turnStart.length),
    stop: findStops(closing, between, options),
  };
}

/** The marks around results of tools: none where the format itself writes its family's. */
function deriveToolMarks(
  write: TemplateWriter,
  { turnStart, turnEnd, assistantStart, assistantEnd }: ReturnType<typeof derivePieces>,
): readonly [start: string, end: string] {
  const result = { ...say("tool", SECOND), tool_call_id: "call00001", name: "tool" };
  const answered = attempt(() => write([...EXCHANGE, result], true));
  const start = answered === null ? null : cut(answered, ANSWER, SECOND);
  const end = answered?.slice(answered.indexOf(SECOND) + SECOND.length);
  if (start === null || end === undefined || !start.startsWith(assistantEnd) || !end.endsWith(assistantStart)) {
    return [turnStart, turnEnd];
  }
  const marks: [string, string] = [start.slice(assistantEnd.length), end.slice(0, end.length - assistantStart.length)];
  if (/\[TOOL_RESULTS\]|tool▁output/.test(marks[0])) return ["", ""];
  // Inside the turn, the format writes these tags itself.
  const own = /<(tool_response|response)>\s*$/.exec(marks[0]);
  if (own !== null) return [marks[0].slice(0, own.index), marks[1].slice(marks[1].indexOf(">") + 1)];
  // Llama's template writes a result as a JSON string; here the format decides how its text is written.
  return marks[0].endsWith('"') && marks[1].startsWith('"') ? [marks[0].slice(0, -1), marks[1].slice(1)] : marks;
}

function findStops(closing: string, between: string, options: JsonObject): readonly string[] {
  const token = /^\s*(<[^<>\s]{1,40}>|\[\/?[A-Z_]+\]|\[e~\[)/.exec(closing === "" ? between : closing)?.[1];
  const eos = options.eos_token;
  return [...new Set([token, typeof eos === "string" && eos !== "" ? eos : undefined])].filter(
    (stop) => stop !== undefined,
  );
}

/** The end of the question's turn: the part of `tail` that is also written when no reply is opened. */
function toTurnEnd(closed: string, tail: string): string {
  const end = closed.slice(closed.indexOf(QUESTION) + QUESTION.length);
  let length = 0;
  while (length < end.length && length < tail.length && end.charAt(length) === tail.charAt(length)) length += 1;
  // A common prefix may end inside a token: two different tokens can begin alike.
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
