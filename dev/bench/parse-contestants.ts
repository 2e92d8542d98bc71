import { hermesProtocol } from "@ai-sdk-tool/parser";
import { WebLLMLanguageModel } from "@browser-ai/web-llm";
import { jsonrepair } from "jsonrepair";
import { parse as parsePartial } from "partial-json";
import { chatml } from "../../worker/formats/dialects/chatml.ts";
import type { ToolSpec } from "../../worker/protocol/tool.ts";

/** Characters of one piece when streamed: about a token. */
export const PIECE = 4;

/** Reads one output and answers how many calls it found. */
type ReadOutput = (text: string) => number | Promise<number>;

/** A way of reading outputs. */
export interface Contestant {
  readonly name: string;
  readonly whole: ReadOutput;
  readonly streamed: ReadOutput;
  readonly note?: string;
}

const TOOLS: readonly ToolSpec[] = [
  {
    name: "save_note",
    description: "Keeps a note.",
    parameters: {
      type: "object",
      properties: {
        title: { type: "string" },
        body: { type: "string" },
        tags: { type: "array", items: { type: "string" } },
      },
    },
  },
  { name: "now", description: "The time.", parameters: { type: "object", properties: {} } },
];

/** Every contestant, ours first. */
export function createContestants(): readonly Contestant[] {
  return [
    {
      name: "alcove",
      whole: (text) => countOurs([text]),
      streamed: (text) => countOurs(toPieces(text)),
    },
    jsonContestant("jsonrepair", (body) => JSON.parse(jsonrepair(body))),
    jsonContestant("partial-json", (body) => parsePartial(body)),
    { name: "@ai-sdk-tool/parser", whole: countHermes, streamed: streamHermes },
    {
      name: "@browser-ai/web-llm",
      whole: (text) => countBrowserAi(text, false),
      streamed: (text) => countBrowserAi(text, true),
      note: "through its language model, with an engine that hands out the workload",
    },
  ];
}

function toPieces(text: string): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += PIECE) pieces.push(text.slice(at, at + PIECE));
  return pieces;
}

function countOurs(pieces: readonly string[]): number {
  const parser = chatml.createParser({ tools: TOOLS });
  let calls = 0;
  for (const piece of pieces) for (const event of parser.push(piece)) if (event.type === "call") calls += 1;
  for (const event of parser.end()) if (event.type === "call") calls += 1;
  return calls;
}

function jsonContestant(name: string, read: (body: string) => unknown): Contestant {
  const isCall = (body: string): boolean => {
    try {
      const value = read(body);
      return typeof value === "object" && value !== null && "arguments" in value;
    } catch {
      // Some beginnings of an object are beyond the library; the whole is not.
      return false;
    }
  };
  return {
    name,
    whole(text) {
      const bodies = [...text.matchAll(/<tool_call>([\s\S]*?)<\/tool_call>/g)];
      return bodies.filter((match) => isCall(match[1] ?? "")).length;
    },
    streamed(text) {
      let seen = "";
      let calls = 0;
      let start = -1;
      for (const piece of toPieces(text)) {
        seen += piece;
        if (start === -1) {
          const open = seen.indexOf("<tool_call>");
          if (open !== -1) start = open + "<tool_call>".length;
        }
        if (start === -1) continue;
        const close = seen.indexOf("</tool_call>", start);
        const body = (close === -1 ? seen.slice(start).replace(/<[^<]*$/, "") : seen.slice(start, close)).trim();
        if (body.startsWith("{")) {
          const complete = isCall(body) && close !== -1;
          if (complete) {
            calls += 1;
            seen = seen.slice(close);
            start = -1;
          }
        }
      }
      return calls;
    },
  };
}

const hermes = hermesProtocol();
type HermesTool = Parameters<typeof hermes.parseGeneratedText>[0]["tools"][number];
const HERMES_TOOLS: HermesTool[] = TOOLS.map((tool) => ({
  type: "function",
  name: tool.name,
  description: tool.description,
  inputSchema: { type: "object", properties: {} },
}));

function countHermes(text: string): number {
  const content = hermes.parseGeneratedText({ text, tools: HERMES_TOOLS });
  return content.filter((part: { readonly type: string }) => part.type === "tool-call").length;
}

async function streamHermes(text: string): Promise<number> {
  const { readable, writable } = hermes.createStreamParser({ tools: HERMES_TOOLS });
  const writer = writable.getWriter();
  const written = (async () => {
    await writer.write({ type: "text-start", id: "1" });
    for (const delta of toPieces(text)) await writer.write({ type: "text-delta", id: "1", delta });
    await writer.write({ type: "text-end", id: "1" });
    await writer.close();
  })();
  let calls = 0;
  const reader = readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (value.type === "tool-call") calls += 1;
  }
  await written;
  return calls;
}

async function countBrowserAi(text: string, isStreamed: boolean): Promise<number> {
  const model = new WebLLMLanguageModel("bench");
  const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
  const engine = {
    interruptGenerate: () => undefined,
    chat: {
      completions: {
        create: async (request: { readonly stream?: boolean }) => {
          if (request.stream !== true) {
            return { choices: [{ message: { content: text }, finish_reason: "stop" }], usage };
          }
          return (async function* () {
            for (const content of toPieces(text)) yield { choices: [{ delta: { content }, finish_reason: null }] };
          })();
        },
      },
    },
  };
  // The engine is the library's own seam; it has no public setter.
  Object.assign(model, { engine, isInitialized: true });
  const request: Parameters<typeof model.doStream>[0] = {
    prompt: [{ role: "user", content: [{ type: "text", text: "?" }] }],
    tools: HERMES_TOOLS,
  };
  if (!isStreamed) {
    const { content } = await model.doGenerate(request);
    return content.filter((part: { readonly type: string }) => part.type === "tool-call").length;
  }
  const { stream } = await model.doStream(request);
  let calls = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return calls;
    if (value.type === "tool-call") calls += 1;
  }
}

/** Outputs of one call each, of every size from a few words to a page, the same for the same seed. */
export function createOutputs(count: number, seed: number): readonly string[] {
  let state = seed;
  const next = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % limit;
  };
  const words = [
    "note",
    "remember",
    "the",
    "small",
    "red",
    "café",
    "of",
    "tomorrow",
    '"quoted"',
    "line\nbreak",
    "{brace}",
    "日本",
  ];
  const sentence = (length: number): string => Array.from({ length }, () => words[next(words.length)] ?? "").join(" ");
  return Array.from({ length: count }, () => {
    const input = { title: sentence(3), body: sentence(10 + next(400)), tags: [sentence(1), sentence(1)] };
    const before = sentence(next(60)).replaceAll("{", "(").replaceAll("}", ")");
    return `${before}\n${chatml.renderCall("save_note", input)}\n${sentence(next(10)).replaceAll("{", "(").replaceAll("}", ")")}`;
  });
}
