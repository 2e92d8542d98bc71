import type { JsonObject } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import type { Format, ThreadMessage, ToolResultText } from "../format.ts";
import { MEDIA_MARK } from "../media-mark.ts";
import { neutralise, toNeutraliser } from "../neutralise.ts";
import type { ChatTemplate } from "./chat-template.ts";

/** A question with the call that answers it, shown to the model before the conversation. */
export interface CallExample {
  readonly question: string;
  readonly name: string;
  readonly arguments: JsonObject;
}

/** The parts of a turn's prompt. */
export interface PromptThreadRequest {
  readonly template: ChatTemplate;
  readonly format: Format;
  readonly system: string;
  readonly tools: readonly ToolSpec[];
  readonly examples?: readonly CallExample[];
  readonly thread: readonly ThreadMessage[];
  /** The text in the engine's KV cache: `prompt + raw` of the previous generation. */
  readonly previous?: string;
}

/** A turn's prompt, and the part of it that is new to the engine. */
export interface ThreadPrompt {
  /** The whole prompt, control tokens included, ending where the model continues. */
  readonly prompt: string;
  /** True when `previous` is a prefix of `prompt`, so that the KV cache is kept. */
  readonly appended: boolean;
  /** The text after `previous`; the whole prompt when nothing can be kept. */
  readonly addition: string;
  /** Pictures and sounds in Base64, in the order of their marks in the prompt. */
  readonly media: readonly string[];
}

/** Computes a turn's prompt. Pure: the same request gives the same text. */
export function renderThread(request: PromptThreadRequest): ThreadPrompt {
  const { template, format, previous } = request;
  const { assistantStart: start } = template;
  const tame = toNeutraliser(format.markers);
  const [first] = request.thread;
  const asked = first?.role === "user" ? toShownText(first, tame) : null;
  const own = asked === null ? null : renderOwnOpening(request, asked);
  const parts = [
    own ?? (asked === null ? template.renderStart(renderSystemText(request)) : renderOpening(request, asked)),
  ];
  for (const message of asked === null ? request.thread : request.thread.slice(1)) {
    switch (message.role) {
      case "user":
        parts.push(template.renderTurn("user", toShownText(message, tame)));
        break;
      case "assistant":
        parts.push(message.thoughtDropped === true ? start.replace(/<think>\s*$/, "") : start);
        parts.push(withoutMarks(toRaw(message, format)), template.assistantEnd);
        break;
      case "tool":
        parts.push(renderResults(request, message.results, own !== null));
    }
  }
  parts.push(start);
  const prompt = parts.join("");
  const appended = previous !== undefined && previous !== "" && prompt.startsWith(previous);
  const media = request.thread.flatMap((message) => (message.role === "user" ? (message.media ?? []) : []));
  return { prompt, appended, addition: appended ? prompt.slice(previous.length) : prompt, media };
}

/** A question's text for a prompt, with a mark for each picture and sound before it. */
function toShownText(
  { text, media = [] }: Extract<ThreadMessage, { role: "user" }>,
  tame: (text: string) => string,
): string {
  const shown = tame(withoutMarks(text));
  return media.length === 0 ? shown : `${MEDIA_MARK.repeat(media.length)}\n${shown}`;
}

function withoutMarks(text: string): string {
  return text.includes(MEDIA_MARK) ? text.replaceAll(MEDIA_MARK, "") : text;
}

/** Everything up to the end of the first question (`asked`, neutralised), if the model's own template declares the tools there. */
function renderOwnOpening(
  { template, format, system, tools, examples = [] }: PromptThreadRequest,
  asked: string,
): string | null {
  const { templateMark: mark, markers } = format;
  // Examples stand with our own words for the tools.
  if (mark === null || tools.length === 0 || examples.length > 0) return null;
  const opening = template.renderToolOpening?.(system, tools, asked, markers) ?? null;
  return opening?.includes(mark) === true ? opening : null;
}

/** The same in our own words. */
function renderOpening(request: PromptThreadRequest, asked: string): string {
  const { template } = request;
  const question = renderFirstQuestion(request, asked);
  const system = renderSystemText(question.holdsTools ? { ...request, tools: [] } : request);
  const opening = template.renderOpening?.(system, question.text);
  return opening ?? template.renderStart(system) + template.renderTurn("user", question.text);
}

/** `isOwn`: the model's own template has declared the tools. */
function renderResults(
  { template, format }: PromptThreadRequest,
  given: readonly ToolResultText[],
  isOwn: boolean,
): string {
  const results = given.map((result) => ({ ...result, text: withoutMarks(result.text) }));
  if (isOwn) {
    const tame = results.map((result) => ({ ...result, text: neutralise(result.text, format.markers) }));
    const turns = template.renderToolResults?.(tame) ?? null;
    if (turns !== null) return turns;
  }
  const { role, content } = format.renderResults(results);
  return template.renderTurn(role, content);
}

function renderFirstQuestion(
  { format, tools, examples = [] }: PromptThreadRequest,
  asked: string,
): { readonly text: string; readonly holdsTools: boolean } {
  // Examples stand with the tools in the system text.
  const isPlain = format.renderFirstQuestion === undefined || tools.length === 0 || examples.length > 0;
  const rendered = isPlain ? undefined : format.renderFirstQuestion?.(asked, tools);
  return { text: rendered ?? asked, holdsTools: rendered !== undefined };
}

function renderSystemText({ format, system, tools, examples = [] }: PromptThreadRequest): string {
  const text = format.renderSystem(system, tools);
  const declared = new Set(tools.map((tool) => tool.name));
  const lines = examples
    .filter((example) => declared.has(example.name))
    .map((example) => {
      const question = neutralise(example.question, format.markers);
      return `Question: ${question}\nReply: ${format.renderCall(example.name, example.arguments)}`;
    });
  return lines.length === 0 ? text : `${text}\n\n# Examples\n\n${lines.join("\n\n")}`;
}

function toRaw(message: Extract<ThreadMessage, { role: "assistant" }>, format: Format): string {
  if (message.raw !== "") return message.raw;
  const calls = message.calls.map(({ call }) => format.renderCall(call.name, call.arguments));
  return [...(message.text === "" ? [] : [neutralise(message.text, format.markers)]), ...calls].join("\n");
}
