/**
 * WebLLM itself on our libraries, with the raw conversation template: answers, reuse of the cache on the next turn, a
 * structural tag, sampling settings. tsx dev/model/test/webllm.ts NAME (after dev/model/build.sh proofs NAME)
 */
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ChatCompletionMessageParam, ChatCompletionRequestNonStreaming } from "@mlc-ai/web-llm";
import { openPage } from "./browser.ts";
import type { Answer } from "./page.ts";

const model = join(dirname(fileURLToPath(import.meta.url)), "..");
const libraries = join(model, "../../public/libraries");
const name = process.argv[2] ?? "tiny-flat";
const starter = name.startsWith("smollm2");

const file = readdirSync(libraries).find((each) => each.replace(/-[0-9a-f]{12}\.wasm$/, "") === name);
if (file === undefined) throw new Error(`no library ${name}`);
const { page, errors, close } = await openPage({ "/proofs/": join(model, ".build/proofs") });
let failed = 0;
function expect(holds: boolean, what: string): void {
  if (holds) return;
  failed++;
  console.error(`FAILED ${name}: ${what}`);
}
function ask(messages: ChatCompletionMessageParam[], options: Partial<ChatCompletionRequestNonStreaming> = {}): Promise<Answer> {
  return page.evaluate(([all, more]) => window.rig.ask(all, more), [messages, options] as const);
}

try {
  const input = [`/proofs/${name}/resolve/main/`, `/libraries/${file}`] as const;
  const { milliseconds } = await page.evaluate(([folder, library]) => window.rig.load(folder, library, 2048), input);
  console.log(`loaded in ${(milliseconds / 1000).toFixed(1)} s`);
  const show = (what: string, answer: Answer) =>
    console.log(
      `${what}: ${answer.promptTokens} + ${answer.completionTokens} tokens, prefill ${answer.prefillRate.toFixed(1)}/s, ` +
        `decode ${answer.decodeRate.toFixed(1)}/s, ${answer.finish}: ${JSON.stringify(answer.text.slice(0, 120))}`,
    );

  const turn = (text: string) => `<|im_end|>\n<|im_start|>user\n${text}<|im_end|>\n<|im_start|>assistant\n`;
  const messages: ChatCompletionMessageParam[] = [
    { role: "user", content: `<|im_start|>system\nYou are a helpful assistant.${turn("What is the capital of France?")}` },
  ];
  const first = await ask(messages);
  show("turn 1", first);
  const question = turn("And of Italy?");
  messages.push({ role: "assistant", content: first.text }, { role: "user", content: question });
  const second = await ask(messages);
  show("turn 2", second);
  if (starter) {
    expect(first.text === "The capital of France is Paris.", "the first answer is another");
    expect(second.text === "The capital of Italy is Rome.", "the second answer is another");
    expect(second.promptTokens === 15, `turn 2 prefilled ${second.promptTokens} tokens, not the 15 new ones`);
  } else if (first.finish === "stop") expect(second.promptTokens < first.promptTokens, "turn 2 prefilled old tokens again");

  const parameters: Record<string, object> = {
    get_weather: { type: "object", properties: { city: { type: "string", maxLength: 12 } }, required: ["city"] },
    add: { type: "object", properties: { a: { type: "integer" }, b: { type: "integer" } }, required: ["a", "b"] },
  };
  const structure = {
    type: "structural_tag",
    format: {
      type: "triggered_tags",
      triggers: ["<tool_call>"],
      tags: Object.entries(parameters).map(([tool, schema]) => ({
        type: "tag",
        begin: `<tool_call>\n{"name": "${tool}", "arguments": `,
        content: { type: "json_schema", json_schema: schema },
        end: "}\n</tool_call>",
      })),
      at_least_one: true,
      stop_after_first: true,
    },
  };
  const forced = await ask([{ role: "user", content: `<|im_start|>system\nCall a tool.${turn("Weather in Paris?")}` }], {
    response_format: { type: "structural_tag", structural_tag: structure } as NonNullable<ChatCompletionRequestNonStreaming["response_format"]>,
    max_tokens: 300,
    ...(starter ? {} : { temperature: 1, seed: 5 }),
  });
  show("forced call", forced);
  const call = /<tool_call>\n([\s\S]*)\n<\/tool_call>$/.exec(forced.text)?.[1];
  if (forced.finish === "stop") {
    const parsed = JSON.parse(call ?? "{}") as { name?: string };
    expect(parsed.name !== undefined && parsed.name in parameters, `the call is ${forced.text}`);
  } else expect(!starter, "the call did not end");

  const settings = { temperature: 0.9, top_p: 0.9, seed: 7, presence_penalty: 0.5, frequency_penalty: 0.5, repetition_penalty: 1.1, logit_bias: { "0": -100 }, max_tokens: 12 };
  const hello: ChatCompletionMessageParam[] = [{ role: "user", content: `<|im_start|>system\nHi.${turn("Hi")}` }];
  const once = await ask(hello, settings);
  const again = await ask(hello, settings);
  show("sampled", once);
  expect(once.text === again.text, "the same seed gave another text");
} catch (error) {
  failed++;
  console.error(String(error), errors);
}
await close();
if (failed > 0) process.exitCode = 1;
