import { generateText, isStepCount, type ModelMessage, streamText, tool } from "ai";
import { MockLanguageModelV4, simulateReadableStream } from "ai/test";
import * as z from "zod";
import type { Agent } from "../../worker/agent/define/agent.ts";
import { defineAgent } from "../../worker/agent/define/agent.ts";
import { defineTool } from "../../worker/agent/define/define-tool.ts";
import { defineSkill } from "../../worker/agent/define/skill.ts";
import { runAgent } from "../../worker/agent/run/run-agent.ts";
import type { ThreadMessage } from "../../worker/formats/format.ts";
import { toRunDeps } from "./scripted-run.ts";

/** How a run is asked for. */
export interface LoopTask {
  readonly tools: number;
  /** Messages of the conversation before the question. */
  readonly messages: number;
}

/** Whose loop runs: ours with a model that streams and with one that answers whole, and `ai`'s two. */
export const LOOPS = ["alcove", "alcoveWhole", "generateText", "streamText"] as const;
type LoopContestant = (typeof LOOPS)[number];

/** Milliseconds a step, one number a round. */
export type LoopFigures = Readonly<Record<LoopContestant, readonly number[]>>;

const ANSWER = "The ferry leaves at twenty to eight from the second pier, so be there a little earlier. "
  .repeat(3)
  .trim();
const PIECE = 4;
const INPUT = { place: "harbour", count: 3 };
const RESULT = "07:40, pier 2";
const CALL = `<tool_call>\n${JSON.stringify({ name: "tool_0", arguments: INPUT })}\n</tool_call>`;
const STEPS = 2;
const RUNS = 20;

/**
 * Times a run of two steps (a call of the first tool, then an answer in pieces of four characters) by our loop and by
 * `ai`, in turns. Models answer at once, so what is timed is the loop. `ai` is handed its calls read; ours reads them.
 */
export async function compareLoops(task: LoopTask, rounds: number): Promise<LoopFigures> {
  const contestants = { alcove: createOwn(task, PIECE), alcoveWhole: createOwn(task, 1000), ...createPeers(task) };
  const figures: Record<LoopContestant, number[]> = { alcove: [], alcoveWhole: [], generateText: [], streamText: [] };
  for (let round = -2; round < rounds; round += 1) {
    for (const name of LOOPS) {
      const begin = performance.now();
      for (let run = 0; run < RUNS; run += 1) {
        const answer = await contestants[name]();
        if (answer !== ANSWER) throw new Error(`${name} answered ${JSON.stringify(answer)}`);
      }
      if (round >= 0) figures[name].push((performance.now() - begin) / RUNS / STEPS);
    }
  }
  return figures;
}

function cut(text: string, length: number): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / length) }, (_, at) => text.slice(at * length, (at + 1) * length));
}

function createOwn({ tools, messages }: LoopTask, piece: number): () => Promise<string> {
  const own = Array.from({ length: tools }, (_, index) =>
    defineTool({
      name: `tool_${index}`,
      description: `Looks up the ferries, list ${index}.`,
      effect: "reads",
      input: z.object({ place: z.string().describe("Where"), count: z.number() }),
      run: () => RESULT,
    }),
  );
  const skill = defineSkill({ name: "work", description: "Answer.", tools: own });
  const agent: Agent = defineAgent({ name: "bench", prompt: "You help.", tools: own, skills: [skill] });
  const history = Array.from({ length: messages }, (_, index): ThreadMessage => {
    const text = `Message ${index} about ferries and piers.`;
    return index % 2 === 0 ? { role: "user", text } : { role: "assistant", raw: text, text, calls: [] };
  });
  return async () => {
    const request = {
      ...{ runId: "r", conversationId: "c", messageId: "m", agent, skill, question: "When?", history },
      ...{ memory: false, signal: new AbortController().signal },
    };
    const outputs = [CALL, ANSWER];
    const deps = toRunDeps(100_000, () => cut(outputs.shift() ?? "", piece));
    let answer = "";
    for await (const event of runAgent(request, deps)) if (event.type === "run-end") answer = event.text;
    return answer;
  };
}

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const CALLED = { unified: "tool-calls", raw: "tool-calls" } as const;
const STOPPED = { unified: "stop", raw: "stop" } as const;

function createPeers({ tools, messages }: LoopTask): Record<"generateText" | "streamText", () => Promise<string>> {
  const entries = Array.from({ length: tools }, (_, index) => [
    `tool_${index}`,
    tool({
      description: `Looks up the ferries, list ${index}.`,
      inputSchema: z.object({ place: z.string().describe("Where"), count: z.number() }),
      execute: async () => RESULT,
    }),
  ]);
  const history = Array.from({ length: messages }, (_, index): ModelMessage => {
    const content = `Message ${index} about ferries and piers.`;
    return { role: index % 2 === 0 ? "user" : "assistant", content };
  });
  const toRequest = () => ({
    model: createPeerModel(),
    instructions: "You help.",
    tools: Object.fromEntries(entries),
    stopWhen: isStepCount(STEPS),
    messages: [...history, { role: "user", content: "When?" } as const],
  });
  return {
    generateText: async () => (await generateText(toRequest())).text,
    streamText: async () => {
      let answer = "";
      for await (const text of streamText(toRequest()).textStream) answer += text;
      return answer;
    },
  };
}

function createPeerModel(): MockLanguageModelV4 {
  let step = 0;
  const input = JSON.stringify(INPUT);
  const call = { type: "tool-call", toolCallId: "1", toolName: "tool_0", input } as const;
  return new MockLanguageModelV4({
    doGenerate: async () => {
      step += 1;
      return step === 1
        ? { content: [call], finishReason: CALLED, usage: USAGE, warnings: [] }
        : { content: [{ type: "text", text: ANSWER }], finishReason: STOPPED, usage: USAGE, warnings: [] };
    },
    doStream: async () => {
      step += 1;
      const start = { type: "stream-start" as const, warnings: [] };
      const timing = { initialDelayInMs: null, chunkDelayInMs: null };
      if (step === 1) {
        const chunks = [
          start,
          { type: "tool-input-start", id: "1", toolName: "tool_0" } as const,
          ...cut(input, PIECE).map((delta) => ({ type: "tool-input-delta", id: "1", delta }) as const),
          { type: "tool-input-end", id: "1" } as const,
          call,
          { type: "finish", finishReason: CALLED, usage: USAGE } as const,
        ];
        return { stream: simulateReadableStream({ chunks, ...timing }) };
      }
      const chunks = [
        start,
        { type: "text-start", id: "t" } as const,
        ...cut(ANSWER, PIECE).map((delta) => ({ type: "text-delta", id: "t", delta }) as const),
        { type: "text-end", id: "t" } as const,
        { type: "finish", finishReason: STOPPED, usage: USAGE } as const,
      ];
      return { stream: simulateReadableStream({ chunks, ...timing }) };
    },
  });
}
