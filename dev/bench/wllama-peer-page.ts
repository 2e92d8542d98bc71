import { Wllama } from "@wllama/wllama/esm/index.js";
import { WLLAMA_FILES } from "../../worker/engines/wllama/wllama-wasm.ts";
import { toOpenAiTool } from "../../worker/formats/dialects/openai-tool.ts";
import { MAX_TOKENS, MAX_TURNS, PEER_SYSTEM, PEER_TOOLS, type PeerCall, runTool } from "./conversation/peer-tools.ts";
import type { AnswerFigures } from "./conversation/questions.ts";

/** `plain`: as its documentation has it. `told`: with a chat template that shows the model its tools. `bare`: without tools. */
export type PeerWay = "plain" | "told" | "bare";

interface Message {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string | null;
  readonly tool_calls?: readonly unknown[];
  readonly tool_call_id?: string;
}

/** The Hermes template, which the starter's own file lacks: without it the tools never reach the prompt. */
const TOLD_TEMPLATE = `{%- if tools %}<|im_start|>system
{{ messages[0].content }}

# Tools

You may call one or more functions to assist with the user query.
<tools>
{%- for tool in tools %}
{{ tool | tojson }}
{%- endfor %}
</tools>

For each function call, return a json object with function name and arguments within <tool_call></tool_call> XML tags:
<tool_call>
{"name": <function-name>, "arguments": <args-json-object>}
</tool_call><|im_end|>
{% endif %}{%- for message in messages[1:] %}{%- if message.role == "tool" %}<|im_start|>user
<tool_response>
{{ message.content }}
</tool_response><|im_end|>
{% else %}<|im_start|>{{ message.role }}
{{ message.content }}{%- if message.tool_calls %}{%- for call in message.tool_calls %}
<tool_call>
{"name": "{{ call.function.name }}", "arguments": {{ call.function.arguments | tojson }}}
</tool_call>{%- endfor %}{%- endif %}<|im_end|>
{% endif %}{%- endfor %}{%- if add_generation_prompt %}<|im_start|>assistant
{% endif %}`;

let engine: Wllama | null = null;
let way: PeerWay = "plain";
let messages: Message[] = [];

/** Loads a model's file as it is; returns the milliseconds that it took. */
export async function loadPeer(load: { way: PeerWay; threads: number; file: string }): Promise<number> {
  const begin = performance.now();
  const { threads } = load;
  way = load.way;
  const file = await (await fetch(load.file)).blob();
  const wllama = new Wllama({ default: WLLAMA_FILES.wasmUrl }, { suppressNativeLog: true });
  wllama.setCompat(null);
  const template = way === "told" ? { chat_template: TOLD_TEMPLATE } : {};
  await wllama.loadModel([file], {
    n_ctx: 4096,
    n_threads: threads,
    n_parallel: 1,
    n_gpu_layers: 0,
    jinja: true,
    ...template,
  });
  engine = wllama;
  return performance.now() - begin;
}

export function beginPeer(): void {
  messages = way === "bare" ? [] : [{ role: "system", content: PEER_SYSTEM }];
}

/** Asks the next question of the conversation, and runs the tools that are called, as wllama's documentation has it. */
export async function askPeer(question: string): Promise<AnswerFigures> {
  messages.push({ role: "user", content: question });
  const begin = performance.now();
  const cost = { read: 0, kept: 0, written: 0 };
  let firstWord: number | null = null;
  let text = "";
  for (let turn = 1; ; turn += 1) {
    const turned = await takeTurn(() => {
      firstWord ??= performance.now() - begin;
    });
    cost.read += turned.read;
    cost.kept += turned.kept;
    cost.written += turned.written;
    text += turned.text;
    messages.push({
      role: "assistant",
      content: turned.text,
      ...(turned.calls.length === 0 ? {} : { tool_calls: turned.calls.map(toToolCall) }),
    });
    if (turned.calls.length === 0 || turn === MAX_TURNS) {
      const end = performance.now() - begin;
      return { firstWord: firstWord ?? end, end, ...cost, turns: turn, text };
    }
    for (const call of turned.calls) {
      messages.push({ role: "tool", tool_call_id: call.id, content: await runTool(call) });
    }
  }
}

interface IdentifiedCall extends PeerCall {
  readonly id: string;
}

function toToolCall({ id, name, input }: IdentifiedCall) {
  return { id, type: "function", function: { name, arguments: input } };
}

async function takeTurn(onText: () => void) {
  if (engine === null) throw new Error("no engine is loaded");
  // `tools` and the fields of llama.cpp's server are passed on as they are.
  const request: object = {
    messages,
    ...(way === "bare" ? {} : { tools: PEER_TOOLS.map(({ spec }) => toOpenAiTool(spec)) }),
    max_tokens: MAX_TOKENS,
    temperature: 0,
    cache_prompt: true,
    stream: true,
    stream_options: { include_usage: true },
  };
  type Asked = Parameters<Wllama["createChatCompletion"]>[0] & { stream: true };
  const calls: { id: string; name: string; input: string }[] = [];
  let text = "";
  let usage = { read: 0, kept: 0, written: 0 };
  for await (const chunk of await engine.createChatCompletion(request as Asked)) {
    const { delta } = chunk.choices[0] ?? {};
    const { content, tool_calls: begun = [] } = (delta ?? {}) as { content?: string | null; tool_calls?: CallDelta[] };
    if (content) {
      text += content;
      if (text.trim() !== "") onText();
    }
    for (const { index = 0, id, function: part } of begun) {
      calls[index] ??= { id: id ?? `call-${index}`, name: "", input: "" };
      const call = calls[index];
      call.name += part?.name ?? "";
      call.input += part?.arguments ?? "";
    }
    const { timings } = chunk as { timings?: { prompt_n: number; cache_n: number; predicted_n: number } };
    if (timings !== undefined) usage = { read: timings.prompt_n, kept: timings.cache_n, written: timings.predicted_n };
  }
  return { text, calls, ...usage };
}

interface CallDelta {
  readonly index?: number;
  readonly id?: string;
  readonly function?: { readonly name?: string; readonly arguments?: string };
}
