/**
 * Asks a GGUF file the questions of probe.json in llama.cpp, greedily: `npx tsx dev/model/starter/probe.ts FILE.gguf [--bare]`.
 * With the eight tools as the app lists them, or `--bare` without any. Prints each answer and the counts by kind.
 * `--every=N` asks each Nth question alone. `--system=FILE` reads the system text; `python -m dev.model.starter.probe_system` writes it.
 */
import { readFileSync } from "node:fs";
import { openLlamaModel } from "../../../e2e/harness/llama-model.ts";

interface Question {
  readonly kind: string;
  readonly q: string;
  readonly tool?: string;
  readonly says?: string;
  readonly value?: number;
}

const BARE = "You are a helpful assistant on the user's own device.";
const UNABLE = /can(?:no|')t|cannot|unable|not able|no way|not possible|no access|don't have|kann|geht|leider|no live|out of my reach|outside/iu;

const args = process.argv.slice(2);
const file = args.find((one) => !one.startsWith("--"));
if (file === undefined) throw new Error("FILE.gguf is needed");
const systemFile = args.find((one) => one.startsWith("--system="))?.slice(9) ?? "dev/model/starter/probe-system.txt";
const system = args.includes("--bare") ? BARE : readFileSync(systemFile, "utf8").trimEnd();
const questions: readonly Question[] = JSON.parse(readFileSync(new URL("probe.json", import.meta.url), "utf8"));
const model = await openLlamaModel(file, 2048, { threads: 1 });
if (typeof model === "string") throw new Error(model);

const sums = new Map<string, { cases: number; right: number; tool: number }>();
const every = Number(args.find((one) => one.startsWith("--every="))?.slice(8) ?? 1);
for (const question of questions.filter((_, index) => index % every === 0)) {
  const text = (await ask(question.q)).trim();
  const call = /^@tool (\S+) (\{.*\})/u.exec(text);
  const rightTool = question.tool === undefined ? call === null : call?.[1] === question.tool;
  const right = rightTool && isRight(question, text, call?.[2]);
  const sum = sums.get(question.kind) ?? { cases: 0, right: 0, tool: 0 };
  sums.set(question.kind, { cases: sum.cases + 1, right: sum.right + Number(right), tool: sum.tool + Number(rightTool) });
  console.log(`${right ? "+" : rightTool ? "~" : "-"} ${question.q.split("\n")[0]} => ${text.replaceAll("\n", " / ").slice(0, 160)}`);
}
await model.close();
console.log(JSON.stringify(Object.fromEntries([...sums].map(([kind, { cases, right, tool }]) => [kind, `${right} right, ${tool} right kind, of ${cases}`]))));

async function ask(question: string): Promise<string> {
  if (typeof model === "string") return "";
  const prompt = `<|im_start|>system\n${system}<|im_end|>\n<|im_start|>user\n${question}<|im_end|>\n<|im_start|>assistant\n`;
  const signal = new AbortController().signal;
  let text = "";
  for await (const event of model.generate({ prompt, maxTokens: 48, temperature: 0, stop: ["<|im_end|>"], signal })) {
    if (event.type === "text") text += event.text;
  }
  return text;
}

function isRight({ kind, says, value }: Question, text: string, given: string | undefined): boolean {
  if (kind === "wish") return UNABLE.test(text);
  if (value !== undefined) return Math.abs(compute(given ?? "") - value) < 1e-6;
  return says === undefined || new RegExp(says, "iu").test(given ?? text);
}

/** The value of a call's expression; not a number where it holds anything but digits and signs. */
function compute(given: string): number {
  const expression = /"expression":"([0-9+\-*/%^(). ]+)"/u.exec(given)?.[1];
  try {
    return expression === undefined ? Number.NaN : Number(new Function(`return (${expression.replaceAll("^", "**")})`)());
  } catch {
    return Number.NaN;
  }
}
