import { guideTurn } from "../worker/agent/context/guide-turn.ts";
import type { ModelClient } from "../worker/agent/ports/model-client.ts";
import { createAssistant } from "../worker/assistant/assistant.ts";
import { chooseThreads } from "../worker/engines/catalog/choose-engine.ts";
import { probeDevice } from "../worker/engines/catalog/device-facts.ts";
import { STARTER_FILE } from "../worker/engines/catalog/starter-model.ts";
import { WllamaClient } from "../worker/engines/wllama/wllama.ts";
import { WLLAMA_WASM_URL } from "../worker/engines/wllama/wllama-wasm.ts";
import { type CallGrade, gradeCall } from "../worker/evals/grade-call.ts";
import { chatml } from "../worker/formats/dialects/chatml.ts";
import type { ThreadMessage } from "../worker/formats/format.ts";
import { rankExamples } from "../worker/formats/guidance/select-examples.ts";
import { chatmlTemplate } from "../worker/formats/templates/chatml-template.ts";
import { type CallExample, renderThread } from "../worker/formats/templates/prompt-thread.ts";
import type { ToolSpec } from "../worker/protocol/tool.ts";
import type { ToolQuestion } from "./tool-questions.ts";

/** Ways of putting a question to the model; `guided` is the app's own for weak models. */
export const STRATEGIES = ["schemas", "examples-in-system", "examples-near", "name-first", "guided"] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** What came of one question. */
export interface QuestionResult extends CallGrade {
  readonly valid: boolean;
  readonly raw: string;
  readonly milliseconds: number;
  /** Tokens of the prompt that were computed, and that were held already. */
  readonly promptTokens: number;
  readonly cachedTokens: number;
}

const NEAR = 4;
let client: ModelClient | null = null;

const assistant = createAssistant({
  write: () => Promise.reject(new Error("nothing is stored here")),
  read: async () => null,
  search: async () => [],
  delete: async () => null,
});

/** Loads the starter model into this page. */
export async function loadStarter(): Promise<{ readonly threads: number }> {
  const file = await (await fetch(`/${STARTER_FILE.path}`)).blob();
  const threads = chooseThreads(await probeDevice(globalThis));
  const loaded = await WllamaClient.load(
    {
      modelId: "starter",
      files: [file],
      format: "chatml",
      toTemplate: () => chatmlTemplate,
      contextTokens: 4096,
      threads,
      wasmUrl: WLLAMA_WASM_URL,
    },
    new AbortController().signal,
  );
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
  client = loaded.value;
  return { threads };
}

/** Puts one question to the model in one way and grades the call that comes back. */
export async function askQuestion(question: ToolQuestion, strategy: Strategy): Promise<QuestionResult> {
  const tools = findTools(question.skill);
  const started = performance.now();
  const { raw, promptTokens, cachedTokens } = await ask(question, strategy, tools);
  const parser = chatml.createParser({ tools });
  const call = [...parser.push(raw), ...parser.end()].find((event) => event.type === "call");
  return {
    ...gradeCall(question, call ?? null),
    valid: call !== undefined && tools.some(({ name }) => name === call.name),
    raw,
    milliseconds: Math.round(performance.now() - started),
    promptTokens,
    cachedTokens,
  };
}

function findTools(skillName: string): readonly ToolSpec[] {
  const skill = assistant.skills.find(({ name }) => name === skillName);
  if (skill?.type !== "agentic") throw new Error(`there is no agentic skill '${skillName}'`);
  return [...skill.tools, ...assistant.memoryTools].map(({ spec }) => spec);
}

interface Answer {
  readonly raw: string;
  readonly promptTokens: number;
  readonly cachedTokens: number;
}

async function ask({ question, skill }: ToolQuestion, strategy: Strategy, tools: readonly ToolSpec[]): Promise<Answer> {
  const asked: ThreadMessage = { role: "user", text: question };
  const near = findNear(question, tools);
  switch (strategy) {
    case "schemas":
      return generate(skill, { thread: [asked], shown: tools, allowed: tools });
    case "examples-in-system":
      return generate(skill, { thread: [asked], shown: tools, allowed: tools, examples: near });
    case "examples-near":
      return generate(skill, { thread: [...near.flatMap(toTurns), asked], shown: [], allowed: tools });
    case "name-first": {
      const named = near.flatMap(({ question: text, name }): ThreadMessage[] => [
        { role: "user", text },
        { role: "assistant", raw: name, text: name, calls: [] },
      ]);
      const grammar = `root ::= ${tools.map(({ name }) => JSON.stringify(name)).join(" | ")}\n`;
      const first = await generate(skill, { thread: [...named, asked], shown: [], allowed: tools, grammar });
      const chosen = tools.filter(({ name }) => name === first.raw);
      const thread = [...findNear(question, chosen).flatMap(toTurns), asked];
      const second = await generate(skill, { thread, shown: [], allowed: chosen });
      return {
        raw: second.raw,
        promptTokens: first.promptTokens + second.promptTokens,
        cachedTokens: first.cachedTokens + second.cachedTokens,
      };
    }
    case "guided": {
      const plan = guideTurn({ thread: [asked], tools, mode: "free", format: chatml });
      return generate(skill, {
        thread: plan.thread,
        shown: [],
        allowed: [],
        grammar: plan.constraint?.gbnf.grammar ?? "",
      });
    }
  }
}

function findNear(question: string, tools: readonly ToolSpec[]): readonly CallExample[] {
  const bank = tools.flatMap(({ name, examples = [] }) =>
    examples.map((example) => ({ question: example.question, call: { name, arguments: example.arguments } })),
  );
  return rankExamples(question, bank)
    .slice(0, NEAR)
    .reverse()
    .map(({ example }) => ({ question: example.question, name: "", arguments: {}, ...example.call }));
}

function toTurns({ question: text, name, arguments: input }: CallExample): ThreadMessage[] {
  const raw = chatml.renderCall(name, input);
  return [
    { role: "user", text },
    { role: "assistant", raw, text: "", calls: [] },
  ];
}

interface Turn {
  readonly thread: readonly ThreadMessage[];
  readonly shown: readonly ToolSpec[];
  readonly allowed: readonly ToolSpec[];
  readonly examples?: readonly CallExample[];
  /** Instead of the grammar of the allowed tools; empty leaves the output free. */
  readonly grammar?: string;
}

async function generate(skillName: string, turn: Turn): Promise<Answer> {
  if (client === null) throw new Error("no model is loaded");
  const skill = assistant.skills.find(({ name }) => name === skillName);
  const { prompt } = renderThread({
    template: chatmlTemplate,
    format: chatml,
    system: `${assistant.prompt}\n${skill?.description ?? ""}`,
    tools: turn.shown,
    thread: turn.thread,
    ...(turn.examples === undefined ? {} : { examples: turn.examples }),
  });
  const own =
    turn.grammar === undefined
      ? null
      : { mode: "forced" as const, gbnf: { grammar: turn.grammar, triggers: [] }, structuralTag: {} };
  const constraint =
    turn.grammar === undefined ? chatml.toConstraint(turn.allowed, "forced") : turn.grammar === "" ? null : own;
  const signal = new AbortController().signal;
  for await (const event of client.generate({ prompt, constraint, stop: [], maxTokens: 128, temperature: 0, signal })) {
    if (event.type === "failure") throw new Error(JSON.stringify(event.failure));
    if (event.type !== "end") continue;
    if (event.notice !== undefined) throw new Error(event.notice);
    return { raw: event.raw, promptTokens: event.usage.promptTokens, cachedTokens: event.usage.cachedTokens };
  }
  throw new Error("the generation did not end");
}
