import * as z from "zod/mini";
import { buildChatWindow } from "../../worker/agent/context/chat-window.ts";
import { type Agent, defineAgent } from "../../worker/agent/define/agent.ts";
import { defineTool } from "../../worker/agent/define/define-tool.ts";
import { defineSkill } from "../../worker/agent/define/skill.ts";
import { runAgent } from "../../worker/agent/run/run-agent.ts";
import { toReadBranch, toThread } from "../../worker/host/runs/thread-history.ts";
import { EMPTY_ANSWER, foldAnswer } from "../../worker/protocol/answer.ts";
import type { Message } from "../../worker/protocol/message.ts";
import { toBranch } from "../../worker/protocol/message.ts";
import type { RunEvent } from "../../worker/protocol/run-event.ts";
import { toRunDeps } from "./scripted-run.ts";

/** What a measured cost is a cost of. */
export type ScaleName = "turns" | "tools" | "messages" | "answer";

const MIN_ROUND_MS = 3;

/** Milliseconds of one run of so much work; the least of several, which a busy machine disturbs least. */
export async function measureScale(name: ScaleName, work: number): Promise<number> {
  const run = PREPARED[name](work);
  await run();
  let least = Number.POSITIVE_INFINITY;
  // The page's clock is coarse: what is brief is run many times between two looks at it.
  let repeats = 1;
  const until = performance.now() + 1500;
  for (let round = 0; round < 3 || (performance.now() < until && round < 200); round += 1) {
    const begin = performance.now();
    for (let time = 0; time < repeats; time += 1) await run();
    const passed = performance.now() - begin;
    least = passed < MIN_ROUND_MS ? least : Math.min(least, passed / repeats);
    if (passed < MIN_ROUND_MS) repeats *= 2;
  }
  return least;
}

const PREPARED: Readonly<Record<ScaleName, (work: number) => () => Promise<unknown>>> = {
  // A run of so many turns with a call each.
  turns: (turns) => {
    const agent = toAgent(4);
    return () => play(agent, turns);
  },
  // The first question to an agent of so many tools, none of it remembered.
  tools: (tools) => () => play(toAgent(tools), 2),
  // What the next question of a conversation of so many messages costs before the model reads.
  messages: (count) => {
    const messages = toMessages(count);
    const headId = messages.at(-1)?.id ?? null;
    return async () => {
      const thread = toThread(toReadBranch(toBranch(messages, headId)).messages);
      return buildChatWindow({ thread, budgetTokens: 3000, countTokens: async (text) => Math.ceil(text.length / 4) });
    };
  },
  // An answer of so many tokens, folded from its events as the page and the store do.
  answer: (tokens) => {
    const begin: RunEvent = { type: "turn-start", at: 0, turn: 1 };
    const delta: RunEvent = { type: "text-delta", at: 1, turn: 1, text: "word " };
    return async () => {
      let answer = foldAnswer(EMPTY_ANSWER, begin);
      for (let token = 0; token < tokens; token += 1) answer = foldAnswer(answer, delta);
      return answer.turns[0]?.text.length;
    };
  },
};

function toAgent(count: number): Agent {
  const tools = Array.from({ length: count }, (_, index) =>
    defineTool({
      name: `tool_${index}`,
      description: `Looks up list ${index} of the ferries.`,
      effect: "reads",
      input: z.object({ place: z.string(), count: z.number() }),
      run: () => "07:40",
    }),
  );
  const skill = defineSkill({ name: "work", description: "Answer.", tools });
  return defineAgent({ name: "bench", prompt: "You help.", tools, skills: [skill] });
}

async function play(agent: Agent, turns: number): Promise<void> {
  const [skill] = agent.skills;
  if (skill === undefined) throw new Error("the agent has no skill");
  const request = {
    ...{ runId: "r", conversationId: "c", messageId: "m", agent, skill, question: "When?", history: [] },
    ...{ memory: false, signal: new AbortController().signal, budget: { maxTurns: turns + 1, maxTokens: 1e9 } },
  };
  let turn = 0;
  // It calls the first tool with other arguments in each turn but the last.
  const deps = toRunDeps(1_000_000, () => {
    turn += 1;
    const call = JSON.stringify({ name: "tool_0", arguments: { place: "pier", count: turn } });
    return [turn < turns ? `<tool_call>\n${call}\n</tool_call>` : "It leaves at eight."];
  });
  for await (const event of runAgent(request, deps)) {
    if (event.type === "run-end" && event.reason !== "answered") throw new Error(`the run ended: ${event.reason}`);
  }
}

function toMessages(count: number): readonly Message[] {
  return Array.from({ length: count }, (_, index): Message => {
    const place = {
      id: `m${index}`,
      conversationId: "c",
      createdAt: index,
      sequence: index + 1,
    };
    if (index % 2 === 0)
      return {
        ...place,
        parentId: index === 0 ? null : `m${index - 1}`,
        role: "user",
        text: `Question ${index}: when does the ferry leave?`,
      };
    const text = `Answer ${index}. It leaves at eight from pier two.`;
    return {
      ...place,
      parentId: `m${index - 1}`,
      role: "assistant",
      runId: `r${index}`,
      state: "complete",
      turns: [{ text, reasoning: "", raw: text, calls: [], broken: [] }],
    };
  });
}
