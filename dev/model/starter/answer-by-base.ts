/**
 * Lets the base model answer prompts greedily and keeps what it says:
 * `npx tsx dev/model/starter/answer-by-base.ts PROMPTS.jsonl OUT.jsonl [FILE.gguf]`, a JSON string a line in, `{"q","a"}` out
 * (`{"q","tool"}` in, the same with `tool` out; `{"q","then"}`, a question and the next one, in and with the second answer as
 * `said` out).
 * An answer that repeats itself is left out. One that does not end within `MAX_TOKENS` is cut after `CUT_CHARACTERS`, at a
 * space, and marked `cut`: its end is not to be learned. Goes on where OUT stands.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { openLlamaModel } from "../../../e2e/harness/llama-model.ts";

const SYSTEM = "You are a helpful assistant on the user's own device.";
const MAX_TOKENS = 70;
const CUT_CHARACTERS = 170;
/** So many words in a row that come again make a repetition. */
const REPEATED_WORDS = 6;

interface Prompt {
  readonly q: string;
  readonly tool?: string;
  readonly then?: string;
}

const [from, to, file = ".models/starter/SmolLM2-135M-Instruct.Q4_1.gguf"] = process.argv.slice(2);
if (from === undefined || to === undefined) throw new Error("PROMPTS.jsonl and OUT.jsonl are needed");
const model = await openLlamaModel(file, 1024, { threads: 1 });
if (typeof model === "string") throw new Error(model);

const place = `${to}.done`;
const done = existsSync(place) ? Number(readFileSync(place, "utf8").split("\n").at(-2) ?? 0) : 0;
const prompts: (string | Prompt)[] = readFileSync(from, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
for (const [index, prompt] of prompts.entries()) {
  if (index < done) continue;
  const { q, ...rest }: Prompt = typeof prompt === "string" ? { q: prompt } : prompt;
  const answer = rest.then === undefined ? await answerOnce([q]) : await answerTwice(q, rest.then);
  if (answer !== null) appendFileSync(to, `${JSON.stringify({ q, ...answer, ...rest })}\n`);
  appendFileSync(place, `${index + 1}\n`);
}
await model.close();

/** The answers to a question and the next one; null where one of them is not kept. */
async function answerTwice(question: string, then: string) {
  const first = await answerOnce([question]);
  if (first === null || first.cut) return null;
  const second = await answerOnce([question, first.a, then]);
  return second === null ? null : { a: first.a, said: second.a, ...(second.cut ? { cut: second.cut } : {}) };
}

/** The greedy answer to a conversation, which begins and ends with the user; null where it is not kept. */
async function answerOnce(turns: readonly string[]): Promise<{ readonly a: string; readonly cut?: true } | null> {
  if (typeof model === "string") return null;
  const said = turns.map((turn, index) => `<|im_start|>${index % 2 === 0 ? "user" : "assistant"}\n${turn}<|im_end|>\n`);
  const text = `<|im_start|>system\n${SYSTEM}<|im_end|>\n${said.join("")}<|im_start|>assistant\n`;
  let answer = "";
  let ended = false;
  const signal = new AbortController().signal;
  const request = { prompt: text, maxTokens: MAX_TOKENS, temperature: 0, stop: ["<|im_end|>"], signal };
  for await (const event of model.generate(request)) {
    if (event.type === "text") answer += event.text;
    if (event.type === "end") ended = event.reason === "stop";
  }
  if (repeats(answer) || answer.trim() === "" || !answer.isWellFormed()) return null;
  if (ended) return { a: answer.trim() };
  const end = answer.lastIndexOf(" ", CUT_CHARACTERS);
  return end <= 0 ? null : { a: answer.slice(0, end), cut: true };
}

/** Whether some words in a row, or a whole line, come twice. */
function repeats(text: string): boolean {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const seen = new Set<string>();
  for (let at = 0; at + REPEATED_WORDS <= words.length; at += 1) {
    const run = words.slice(at, at + REPEATED_WORDS).join(" ");
    if (seen.has(run)) return true;
    seen.add(run);
  }
  return false;
}
