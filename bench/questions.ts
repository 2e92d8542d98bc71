import { createAssistant } from "../worker/assistant/assistant.ts";
import { gradeCall } from "../worker/evals/grade-call.ts";
import type { ThreadMessage } from "../worker/formats/format.ts";
import type { CallRecord } from "../worker/protocol/message.ts";
import type { ToolSpec } from "../worker/protocol/tool.ts";
import type { OpenTurn, TakenTurn } from "./starter/answer-tool-request.ts";
import { type OpenAsker, openStarter, readStarterPlace } from "./starter/open-starter.ts";
import type { StarterWay } from "./starter/starter-ways.ts";
import { readToolQuestions, type ToolQuestion } from "./tool-questions.ts";

const assistant = createAssistant({
  write: () => Promise.reject(new Error("nothing is stored here")),
  read: async () => null,
  search: async () => [],
  delete: async () => null,
});

/** What a tool is made to answer, so that both turns of an answer can be timed whatever was called. */
const RESULT = "42";
const COMPARED: readonly StarterWay[] = ["base", "tuned"];
/** Questions of one conversation. */
const TALK = 5;
/** Tokens that stand around a question in the prompt, at most. */
const AROUND_TOKENS = 20;

interface Line {
  readonly way: StarterWay;
  readonly questions: number;
  readonly right: number;
  /** Median from a question to its answer: the call, a result, the sentence. */
  readonly seconds: number;
  /** The same for the later questions of one conversation. */
  readonly laterSeconds: number;
  /** Median of what the first turn of a conversation's later questions read beyond the question itself. */
  readonly readBeyond: number;
  readonly mostReadBeyond: number;
}

/**
 * Puts the 40 questions about the built-in tools to the starter, guided and fine-tuned, question by question in turn, and
 * then five of them in one conversation. Options: `--way=tuned` for that one alone, `--every=<n>` for each n-th question, `--file=<gguf>` for a merged file in its place, `--chromium` for wllama in Chromium instead of llama.cpp's binding,
 * `--show` for the wrong calls of the half `seen`, `--json`.
 */
export async function benchQuestions(options: readonly string[]): Promise<void> {
  const every = Number(options.find((option) => option.startsWith("--every="))?.slice(8) ?? 1);
  const questions = readToolQuestions().filter((_, index) => index % every === 0);
  const place = readStarterPlace(options);
  const ways = COMPARED.filter(
    (way) => options.includes(`--way=${way}`) || !options.some((each) => each.startsWith("--way=")),
  );
  const lines: Line[] = [];
  const asked = new Map<StarterWay, { right: number; seconds: number[] }>(
    ways.map((way) => [way, { right: 0, seconds: [] }]),
  );
  const starters: [StarterWay, OpenAsker][] = [];
  for (const way of ways) starters.push([way, await openStarter(way, place)]);
  for (const question of questions) {
    for (const [way, starter] of starters) {
      const sums = asked.get(way);
      const { call, answer } = await answerQuestion(starter, toTurn(question.skill, []), question.question);
      if (sums === undefined) continue;
      sums.seconds.push(call.seconds + (answer?.seconds ?? 0));
      const isRight = gradeCall(question, call.calls[0] ?? null).rightCall;
      if (isRight) sums.right += 1;
      else if (options.includes("--show") && question.half === "seen")
        console.error(`${way}: ${question.question} -> ${call.raw}`);
    }
  }
  const talks = await talk(
    starters.map(([, starter]) => starter),
    questions,
  );
  for (const [index, [way, starter]] of starters.entries()) {
    const { right = 0, seconds = [] } = asked.get(way) ?? {};
    const later = talks[index] ?? [];
    const beyond = later.map(({ read }) => read);
    lines.push({
      way,
      questions: questions.length,
      right,
      seconds: Number(toMedian(seconds).toFixed(2)),
      laterSeconds: Number(toMedian(later.map((each) => each.seconds)).toFixed(2)),
      readBeyond: toMedian(beyond),
      mostReadBeyond: Math.max(...beyond),
    });
    await starter.close();
  }
  console.log(options.includes("--json") ? JSON.stringify({ bench: "questions", lines }, null, 2) : toTable(lines));
}

interface LaterQuestion {
  /** Tokens read up to its call, beyond the question itself. */
  readonly read: number;
  /** From the question to its answer. */
  readonly seconds: number;
}

/** One conversation with each starter, question by question in turn: what its later questions took. */
async function talk(
  starters: readonly OpenAsker[],
  questions: readonly ToolQuestion[],
): Promise<readonly (readonly LaterQuestion[])[]> {
  const [skill = ""] = questions.map((question) => question.skill);
  const talks = starters.map((starter) => ({
    starter,
    thread: [] as readonly ThreadMessage[],
    later: [] as LaterQuestion[],
  }));
  for (const { question } of questions.filter((each) => each.skill === skill).slice(0, TALK)) {
    for (const each of talks) {
      const { call, answer, thread } = await answerQuestion(each.starter, toTurn(skill, each.thread), question);
      if (each.thread.length > 0) {
        const seconds = call.seconds + (answer?.seconds ?? 0);
        each.later.push({ read: call.tokensRead - call.newestTokens, seconds });
      }
      each.thread = thread;
    }
  }
  return talks.map(({ later }) => later);
}

interface Told {
  readonly call: TakenTurn;
  readonly answer: TakenTurn | null;
  readonly thread: readonly ThreadMessage[];
}

async function answerQuestion(starter: OpenAsker, turn: OpenTurn, question: string): Promise<Told> {
  const asked: readonly ThreadMessage[] = [...turn.thread, { role: "user", text: question }];
  const call = await starter.takeTurn({ ...turn, thread: asked });
  const calls = call.calls.map(({ name, arguments: input }, index): CallRecord => {
    const id = `${asked.length}-${index}`;
    return {
      call: { id, name, arguments: input },
      outcome: { type: "success", content: [{ type: "text", text: RESULT }] },
    };
  });
  const written: ThreadMessage = { role: "assistant", raw: call.raw, text: calls.length === 0 ? call.raw : "", calls };
  if (calls.length === 0) return { call, answer: null, thread: [...asked, written] };
  const results = calls.map((record) => ({ callId: record.call.id, name: record.call.name, text: RESULT }));
  const read: readonly ThreadMessage[] = [...asked, written, { role: "tool", results }];
  const answer = await starter.takeTurn({ ...turn, thread: read });
  return { call, answer, thread: [...read, { role: "assistant", raw: answer.raw, text: answer.raw, calls: [] }] };
}

function toTurn(skillName: string, thread: readonly ThreadMessage[]): OpenTurn {
  const skill = assistant.skills.find(({ name }) => name === skillName);
  if (skill?.type !== "agentic") throw new Error(`there is no agentic skill '${skillName}'`);
  const tools: readonly ToolSpec[] = [...skill.tools, ...assistant.memoryTools].map(({ spec }) => spec);
  return { system: `${assistant.prompt}\n${skill.description}`, thread, tools };
}

function toMedian(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

function toTable(lines: readonly Line[]): string {
  const [guided, tuned] = lines;
  const rows = lines.map(
    ({ way, right, questions, seconds, laterSeconds, readBeyond, mostReadBeyond }) =>
      `${way.padEnd(8)} ${right} of ${questions} right, ${seconds} s to the answer (${laterSeconds} s later in a conversation), later questions read ${readBeyond} tokens beyond their own (at most ${mostReadBeyond})`,
  );
  if (guided === undefined || tuned === undefined) return rows.join("\n");
  const share = (tuned.seconds / guided.seconds).toFixed(2);
  const laterShare = (tuned.laterSeconds / guided.laterSeconds).toFixed(2);
  const isHeld = tuned.mostReadBeyond <= AROUND_TOKENS;
  return [
    ...rows,
    `tuned takes ${share} of guided's time (${laterShare} later in a conversation); ${isHeld ? "each" : "not each"} later question reads at most ${AROUND_TOKENS} tokens beyond its own`,
  ].join("\n");
}
