import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type LlamaModel, openLlamaModel } from "../../../e2e/harness/llama-model.ts";
import { type ModelServer, type ModelServerOptions, startModelServer } from "../../../e2e/harness/model-server.ts";
import type { ModelClient } from "../../agent/ports/model-client.ts";
import { toCallConstraint } from "../../formats/grammar/call-constraint.ts";
import type { OutputConstraint } from "../../formats/output-constraint.ts";
import { chatmlTemplate as template } from "../../formats/templates/chatml-template.ts";
import type { RemoteServer, ServerDialect } from "../../protocol/remote-server.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import { STARTER_FILE } from "../catalog/starter-model.ts";
import { finish, testModelClient, toRequest } from "../generation/model-client.contract.ts";
import { RemoteClient } from "./remote-client.ts";

const MODEL_PATH = fileURLToPath(new URL(`../../../.${STARTER_FILE.path}`, import.meta.url));
const CONTEXT_TOKENS = 1024;
const opened = existsSync(MODEL_PATH)
  ? await openLlamaModel(MODEL_PATH, CONTEXT_TOKENS)
  : "the starter model is not here: run `npm run model:fetch`";
const obstacle = typeof opened === "string" ? opened : null;
const model = typeof opened === "string" ? null : opened;
const prompt = `${template.renderStart("You are a helpful assistant.")}${ask("What is the capital of France?")}`;

function ask(question: string): string {
  return template.renderTurn("user", question) + template.assistantStart;
}

async function open(server: RemoteServer): Promise<ModelClient> {
  const plan = {
    modelId: "remote",
    server,
    toTemplate: () => template,
    fetch: globalThis.fetch,
    origin: "http://localhost",
  };
  const loaded = await RemoteClient.load(plan, new AbortController().signal);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
  return loaded.value;
}

const GRAMMAR = 'root ::= "<tool_call>{\\"n\\":" [0-9]{1,3} "}</tool_call>"';
const PATTERN = /^<tool_call>\{"n":[0-9]{1,3}\}<\/tool_call>$/;

function toConstraint(mode: "free" | "forced"): OutputConstraint {
  return { mode, gbnf: { grammar: GRAMMAR, triggers: mode === "free" ? ["<tool_call>"] : [] }, structuralTag: {} };
}

const example = `Example:\n${ask("How old is Ann?")}<tool_call>{"n":42}</tool_call>${template.assistantEnd}`;
const texts = {
  prompt,
  longPrompt: `${template.renderStart("Read this.")}${ask("one two three four five ".repeat(120))}`,
  nextTurn: template.assistantEnd + ask("And of Austria?"),
  stop: "Paris",
};
const constraints = {
  forced: { constraint: toConstraint("forced"), pattern: PATTERN },
  free: {
    constraint: toConstraint("free"),
    prompt: `${template.renderStart("Answer with a tool call.")}${example}${ask("How old is Bob?")}I call: <tool`,
    pattern: /^_call>\{"n":[0-9]{1,3}\}<\/tool_call>/,
  },
};

const calculate: ToolSpec = {
  name: "calculate",
  description: "Calculates.",
  effect: "reads",
  parameters: {
    type: "object",
    properties: { a: { type: "integer" }, b: { type: "integer" } },
    required: ["a", "b"],
    additionalProperties: false,
  },
};
const shape = {
  begin: (name: string) => `<tool_call>\n{"name": ${JSON.stringify(name)}, "arguments": `,
  end: "}\n</tool_call>",
  trigger: "<tool_call>",
};

describe.skipIf(model === null)(`with llama.cpp behind it${obstacle === null ? "" : ` (${obstacle})`}`, () => {
  const servers: ModelServer[] = [];
  const clients = new Map<string, Promise<ModelClient>>();
  const connect = (dialect: ServerDialect, options: ModelServerOptions = {}): Promise<ModelClient> => {
    const key = JSON.stringify([dialect, options]);
    const known = clients.get(key);
    if (known !== undefined) return known;
    const client = startModelServer(model as LlamaModel, options).then((server) => {
      servers.push(server);
      return open({ dialect, url: server.url, model: "" });
    });
    clients.set(key, client);
    return client;
  };
  afterAll(async () => {
    for (const server of servers) await server.close();
    await model?.close();
  });

  testModelClient("llama.cpp's own interface", { client: () => connect("llama.cpp"), ...texts, constraints });
  testModelClient("OpenAI's interface", { client: () => connect("openai"), ...texts });
  testModelClient("OpenAI's interface without prompts as they are", {
    client: () => connect("openai", { lacks: ["/v1/completions"] }),
    ...texts,
  });
  testModelClient("Ollama's interface", { client: () => connect("ollama"), ...texts, hidesCache: true });

  test.each([
    ["ollama", {}],
    ["openai", { lacks: ["/v1/completions"] }],
  ] as const)(
    "a forced call is written in the dialect's own form over %s, though it takes schemas only",
    async (dialect, options) => {
      const client = await connect(dialect, options);
      const constraint = toCallConstraint(shape, [calculate], "forced");
      const end = await finish(client.generate(toRequest(prompt, { constraint, maxTokens: 96 })));
      expect(end.notice).toBeUndefined();
      expect(end.raw).toMatch(
        /^<tool_call>\n\{"name": ?"calculate", ?"arguments": ?\{"a": ?-?\d+, ?"b": ?-?\d+\}\}\n<\/tool_call>$/,
      );
    },
  );

  test("an abort frees the server: the next answer does not wait for the one before", async () => {
    const client = await connect("llama.cpp");
    const cancel = new AbortController();
    for await (const event of client.generate(toRequest(prompt, { maxTokens: 900, signal: cancel.signal }))) {
      if (event.type === "text-delta") cancel.abort();
    }
    const startedAt = performance.now();
    await finish(client.generate(toRequest(prompt, { maxTokens: 2 })));
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });
});

const running = process.env.LLAMA_SERVER_URL;
describe.skipIf(running === undefined)(
  "a llama.cpp server (its address in LLAMA_SERVER_URL, with the starter model)",
  () => {
    const connected = new Map<ServerDialect, Promise<ModelClient>>();
    beforeAll(() => {
      for (const dialect of ["llama.cpp", "openai"] as const) {
        connected.set(dialect, open({ dialect, url: running ?? "", model: "" }));
      }
    });
    const client = (dialect: ServerDialect) => async () => {
      const found = await connected.get(dialect);
      if (found === undefined) throw new Error("no such client");
      return found;
    };
    // A server that runs for long remembers the prompts of earlier test runs, and has nothing to read in them.
    const toFresh = (dialect: ServerDialect) => ({
      ...texts,
      longPrompt: `${template.renderStart(`${Date.now()} ${dialect}`)}${texts.longPrompt}`,
    });
    testModelClient("by its own interface", { client: client("llama.cpp"), ...toFresh("llama.cpp"), constraints });
    testModelClient("by OpenAI's interface", { client: client("openai"), ...toFresh("openai") });
  },
);
