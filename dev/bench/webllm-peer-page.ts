import { webLLM } from "@browser-ai/web-llm";
import { CreateWebWorkerMLCEngine, type MLCEngineInterface, type ModelRecord } from "@mlc-ai/web-llm";
import { jsonSchema, type ModelMessage, stepCountIs, streamText, tool } from "ai";
import { STARTER_FILE } from "../../worker/engines/catalog/starter-model.ts";
import { toByteSource } from "../../worker/engines/gguf/read-gguf.ts";
import { fetchLibraries, fetchLibraryFile } from "../../worker/engines/webllm/model-libraries.ts";
import { createBrowserModelCache, toLibraryUrl, toModelFolder } from "../../worker/engines/webllm/webllm-cache.ts";
import { prepareModel } from "../../worker/engines/webllm/webllm-prepare.ts";
import { MAX_TOKENS, MAX_TURNS, PEER_SYSTEM, PEER_TOOLS, runTool } from "./conversation/peer-tools.ts";
import type { AnswerFigures } from "./conversation/questions.ts";

/** WebLLM's own worker engine, whose tools stand in the system text; or the same behind `@browser-ai/web-llm` and `ai`. */
export type WebllmPeer = "engine" | "ai";

const MODEL_ID = "bench-peer";
const SPECS = PEER_TOOLS.map(({ spec }) => spec);
const TOLD = `${PEER_SYSTEM}

# Tools

For each call return a JSON object with the function's name and arguments within <tool_call></tool_call>:
<tool_call>
{"name": <function-name>, "arguments": <args-json-object>}
</tool_call>
<tools>
${SPECS.map(({ name, description, parameters }) => JSON.stringify({ name, description, parameters })).join("\n")}
</tools>`;

let ask: (question: string) => Promise<AnswerFigures> = () => Promise.reject(new Error("no engine is loaded"));
let begin: () => void = () => undefined;

/** Loads the starter's file as it is, in the library that the app has for it. */
export async function loadPeer(peer: WebllmPeer): Promise<void> {
  const appConfig = { model_list: [await toRecord()] };
  const worker = new Worker(new URL("./conversation/webllm-worker.ts", import.meta.url), { type: "module" });
  if (peer === "engine") {
    const engine = await CreateWebWorkerMLCEngine(worker, MODEL_ID, { appConfig, logLevel: "SILENT" });
    const messages: EngineMessage[] = [];
    begin = () => {
      messages.splice(0, messages.length, { role: "system", content: TOLD });
    };
    ask = (question) => askEngine(engine, messages, question);
    return;
  }
  const model = webLLM(MODEL_ID, { engineConfig: { appConfig, logLevel: "SILENT" }, worker });
  const messages: ModelMessage[] = [];
  begin = () => {
    messages.length = 0;
  };
  ask = (question) => askThroughAi(model, messages, question);
}

export function beginPeer(): void {
  begin();
}

export function askPeer(question: string): Promise<AnswerFigures> {
  return ask(question);
}

async function toRecord(): Promise<ModelRecord> {
  const baseUrl = new URL("/", location.href).href;
  const file = await (await fetch(`/${STARTER_FILE.path}`)).blob();
  const prepared = await prepareModel({
    modelId: MODEL_ID,
    source: toByteSource(file),
    libraries: await fetchLibraries(baseUrl),
    kernels: "flat",
    contextTokens: 4096,
    cache: createBrowserModelCache(caches),
    fetchLibrary: (name) => fetchLibraryFile(baseUrl, name),
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.failure));
  return {
    model: toModelFolder(MODEL_ID),
    model_id: MODEL_ID,
    model_lib: toLibraryUrl(prepared.value.library.file),
    overrides: { conv_template: CHATML },
  };
}

const CHATML = {
  system_template: "<|im_start|>system\n{system_message}<|im_end|>\n",
  system_message: "",
  roles: { user: "<|im_start|>user", assistant: "<|im_start|>assistant", tool: "<|im_start|>tool" },
  seps: ["<|im_end|>\n"],
  role_content_sep: "\n",
  role_empty_sep: "\n",
  stop_str: ["<|im_end|>"],
  stop_token_ids: [2],
  add_role_after_system_message: true,
};

interface EngineMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

const CALL = /<tool_call>\s*(\{[\s\S]*?\})\s*<\/tool_call>/gu;

/** Until a turn holds no call: its tools are run, and their results are the user's next words. */
async function askEngine(
  engine: MLCEngineInterface,
  messages: EngineMessage[],
  question: string,
): Promise<AnswerFigures> {
  const watch = createWatch();
  messages.push({ role: "user", content: question });
  for (let turn = 1; ; turn += 1) {
    let text = "";
    const stream = await engine.chat.completions.create({
      ...{ messages, stream: true, temperature: 0, max_tokens: MAX_TOKENS },
      stream_options: { include_usage: true },
    });
    for await (const { choices, usage } of stream) {
      const piece = choices[0]?.delta.content ?? "";
      text += piece;
      watch.take(piece);
      if (usage) watch.count(usage.prompt_tokens, usage.completion_tokens);
    }
    messages.push({ role: "assistant", content: text });
    const calls = [...text.matchAll(CALL)].map(([, call = ""]) => call);
    if (calls.length === 0 || turn === MAX_TURNS) return watch.end(turn);
    const results = await Promise.all(calls.map((call) => runTool(toCall(call))));
    messages.push({ role: "user", content: `<tool_response>\n${results.join("\n")}\n</tool_response>` });
  }
}

function toCall(text: string): { readonly name: string; readonly input: string } {
  try {
    const { name, arguments: input } = JSON.parse(text) as { readonly name?: string; readonly arguments?: unknown };
    return { name: String(name), input: JSON.stringify(input) };
  } catch {
    return { name: text, input: "" };
  }
}

async function askThroughAi(
  model: ReturnType<typeof webLLM>,
  messages: ModelMessage[],
  question: string,
): Promise<AnswerFigures> {
  const watch = createWatch();
  messages.push({ role: "user", content: question });
  const tools = Object.fromEntries(
    SPECS.map(({ name, description, parameters }) => [
      name,
      tool({
        description,
        inputSchema: jsonSchema(parameters as Parameters<typeof jsonSchema>[0]),
        execute: (input) => runTool({ name, input: JSON.stringify(input) }),
      }),
    ]),
  );
  // Else only "no output" is told of what went wrong.
  let fault: unknown = null;
  const result = streamText({
    onError: ({ error }) => {
      fault = error;
    },
    ...{ model, messages, tools, system: PEER_SYSTEM, temperature: 0, maxOutputTokens: MAX_TOKENS },
    stopWhen: stepCountIs(MAX_TURNS),
  });
  for await (const piece of result.textStream) watch.take(piece);
  if (fault !== null) throw fault;
  const { messages: answered } = await result.response;
  messages.push(...answered);
  const { inputTokens = 0, outputTokens = 0 } = await result.totalUsage;
  watch.count(inputTokens, outputTokens);
  return watch.end((await result.steps).length);
}

/** Takes an answer's time, its text and its tokens; WebLLM does not tell how many of a prompt's it kept. */
function createWatch() {
  const begun = performance.now();
  let firstWord: number | null = null;
  let text = "";
  let [read, written] = [0, 0];
  return {
    take: (piece: string): void => {
      text += piece;
      if (text.trim() !== "") firstWord ??= performance.now() - begun;
    },
    count: (prompt: number, completion: number): void => {
      read += prompt;
      written += completion;
    },
    end: (turns: number): AnswerFigures => {
      const end = performance.now() - begun;
      return { firstWord: firstWord ?? end, end, read, kept: 0, written, turns, text };
    },
  };
}
