import { chatModel } from "alcove/engines/chat";
import { scripted } from "alcove/engines/scripted";
import type { JsonObject, JsonValue } from "alcove/formats";
import { callTool, mockModel } from "alcove/testing";
import { describe, expect, it } from "vitest";
import { answerAsOllama } from "../../dev/scripts/package/fake-ollama.ts";
import { toTestPort } from "../../worker/tools/mcp/test-port.fixture.ts";
import { LETTER_QUESTION, runLetters } from "./letters.ts";
import { exportLetters, renewExchange } from "./letters-exchange.ts";
import { runMcpMemory } from "./mcp-memory.ts";
import { runNoteSession } from "./note-session.ts";
import { runNotifier } from "./notifier.ts";
import { OLD_MESSAGES } from "./old-exchange.fixture.ts";
import { runOwnServer } from "./own-server.ts";
import { runProviderLoop } from "./provider-loop.ts";

const UPSERT = "kom.memory.v1.upsert_memory";
const LETTERS = [
  callTool("string_length", { text: "hello" }),
  callTool("string_length", { text: "world" }),
  callTool("add", { a: 5, b: 5 }),
  callTool("sqrt", { x: 10 }),
  "The square root is approximately 3.162.",
];
const toAction = (tool: string, args: object): string =>
  JSON.stringify({ thought: "need to upsert note", action: { tool, args } });
const DONE = '{"final":{"content":{"status":"ok","upserted":1}}}';

/** Whole sessions, message by message, as the documents of other libraries show them: the same in Node and in Chromium. */
export function testSessions(place: string): void {
  describe(`the sessions in ${place}`, () => {
    it("a note in the JSON protocol: upserted once, told as a value, kept where it was meant to be", async () => {
      const args = { namespace: "project:metal", items: [{ text: "Embedding model comparison takeaways" }] };
      const model = scripted([toAction(UPSERT, args), DONE], { format: "protocol" });
      expect(await runNoteSession(model)).toBe(
        '{"status":"ok","upserted":1} (project:metal: Embedding model comparison takeaways)',
      );
    });

    it("the same over MCP: schemas are shown, an unknown tool and a misfit come back, and one note reaches the server", async () => {
      const { port1, port2 } = new MessageChannel();
      const items = [{ text: "takeaways" }];
      const sent: string[] = [];
      const model = toSpeaker(sent, [
        toAction("kom.memory.v1.drop", {}),
        toAction(UPSERT, { items }),
        toAction(UPSERT, { namespace: "project:metal", items }),
        DONE,
      ]);
      expect(await runMcpMemory(model, { server: toTestPort(port1), client: toTestPort(port2) })).toBe(
        '{"status":"ok","upserted":1} (invalid-arguments, success; project:metal: takeaways)',
      );
      expect(sent[0]).toMatch(/kom\.memory\.v1\.upsert_memory[\s\S]*"additionalProperties":false/u);
      expect(sent[1]).toContain("kom.memory.v1.drop");
      expect(sent[2]).toMatch(/namespace: is missing[\s\S]*namespace[\s\S]*additionalProperties/u);
      expect(sent[3]).toContain("upserted");
    });

    it("letters, one call a turn: five requests, each with everything before it, and 3.1622776601683795", async () => {
      const model = mockModel(LETTERS);
      expect(await runLetters(model)).toBe(LETTERS.at(-1));
      expect(model.requests.map(({ messages }) => messages.length)).toEqual([2, 4, 6, 8, 10]);
      for (const [index, { messages, temperature }] of model.requests.entries()) {
        expect(temperature).toBe(0);
        expect(messages.slice(0, index * 2)).toEqual(model.requests[index - 1]?.messages ?? []);
      }
      model.assertSent("tool", /^3\.1622776601683795$/, 4);
    });

    it("letters as exchanges of both providers: four calls with ids of their own, finish reasons and usage", async () => {
      const { openAi, anthropic } = await exportLetters(mockModel(LETTERS));
      const ids = [...JSON.stringify(openAi).matchAll(/"tool_call_id":"([^"]+)"/gu)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(4);
      expect(openAi).toMatchObject({
        request: { temperature: 0, messages: expect.any(Array), tools: [{}, {}, {}] },
        response: { choices: [{ finish_reason: "stop" }], usage: { total_tokens: expect.any(Number) } },
      });
      expect(anthropic).toMatchObject({
        request: { max_tokens: expect.any(Number), tools: [{}, {}, {}] },
        response: { stop_reason: "end_turn", usage: { output_tokens: expect.any(Number) } },
      });
      expect(JSON.stringify(anthropic).match(/"type":"tool_result"/gu)).toHaveLength(4);
    });

    it("letters in the old form with function_call: two calls of one name stay two", () => {
      const { openAi, anthropic } = renewExchange(toOldRequest());
      const ids = openAi.flatMap(({ tool_call_id }) => tool_call_id ?? []);
      expect(ids).toHaveLength(4);
      expect(new Set(ids).size).toBe(4);
      const text = JSON.stringify(anthropic.messages);
      for (const id of ids) expect(text.match(new RegExp(`"(?:tool_use_)?id":"${id}"`, "gu"))).toHaveLength(2);
    });

    it.each([
      ["generic", '{"tool": "set_light", "args": {"light": "porch", "on": true}}'],
      ["llama3", '{"name": "set_light", "parameters": {"light": "porch", "on": true}}'],
      ["mistral", '[TOOL_CALLS][{"name": "set_light", "arguments": {"light": "porch", "on": true}}]'],
      ["chatml", '<tool_call>\n{"name": "set_light", "arguments": {"light": "porch", "on": true}}\n</tool_call>'],
    ] as const)(
      "the porch light in %s: the client hears of the call, and nothing is switched",
      async (format, text) => {
        const heard = await runNotifier(scripted([text], { format }));
        expect(JSON.parse(heard)).toEqual({ call: "set_light", light: "porch", on: true });
      },
    );

    it("own servers: host, port and temperature are sent; a missing model and a silent server say so", async () => {
      const asked: string[] = [];
      const fetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
        const body = typeof init?.body === "string" ? init.body : null;
        asked.push(`${String(url)} ${body ?? ""}`);
        if (String(url).includes(":1/")) throw new TypeError("fetch failed");
        return new Response(answerAsOllama(String(url), body));
      };
      const [sums, missing, away] = (await runOwnServer(fetch)).split("\n");
      expect(sums).toBe("17 + 25 is 42.");
      expect(missing).toContain("qwen2.5:7b, not missing:1b");
      expect(away).toMatch(/cannot be opened[\s\S]*localhost:1/u);
      expect(asked.some((line) => line.startsWith("http://127.0.0.1:11434/api/"))).toBe(true);
      expect(
        asked.filter((line) => line.includes("/api/generate")).map((line) => /"temperature":0\.1/u.test(line)),
      ).toEqual([true, true]);
    });

    it.each(["openai", "anthropic"] as const)(
      "a manifest's tool in %s's loop: described, called and answered in its form",
      async (provider) => {
        const bodies: JsonObject[] = [];
        const answers = PROVIDER_ANSWERS[provider];
        const post = async (body: JsonObject) => {
          bodies.push(body);
          return answers[bodies.length - 1] ?? null;
        };
        expect(await runProviderLoop(provider, post)).toBe("HELLO it is.");
        const text = JSON.stringify(bodies[0]);
        expect(text).toContain(provider === "openai" ? '"parameters":{' : '"input_schema":{');
        expect(JSON.stringify(bodies[1])).toContain(
          provider === "openai" ? '"tool_call_id":"call_1"' : '"tool_use_id":"call_1"',
        );
        expect(JSON.stringify(bodies[1])).toContain("HELLO");
      },
    );
  });
}

/** A model that writes the protocol and keeps what it was sent: the system text with its first request, then the last message. */
function toSpeaker(sent: string[], replies: readonly string[]) {
  return chatModel({
    name: "speaker",
    complete: async ({ messages }) => {
      sent.push(sent.length === 0 ? messages.map(({ text }) => text).join("\n") : (messages.at(-1)?.text ?? ""));
      return { text: replies[sent.length - 1] ?? "" };
    },
  });
}

const PROVIDER_ANSWERS: Readonly<Record<"openai" | "anthropic", readonly JsonValue[]>> = {
  openai: [
    {
      choices: [
        {
          finish_reason: "tool_calls",
          message: {
            content: null,
            tool_calls: [{ id: "x1", type: "function", function: { name: "shout", arguments: '{"text":"hello"}' } }],
          },
        },
      ],
    },
    { choices: [{ finish_reason: "stop", message: { content: "HELLO it is." } }] },
  ],
  anthropic: [
    {
      role: "assistant",
      stop_reason: "tool_use",
      content: [{ type: "tool_use", id: "x1", name: "shout", input: { text: "hello" } }],
    },
    { role: "assistant", stop_reason: "end_turn", content: [{ type: "text", text: "HELLO it is." }] },
  ],
};

/** The last request of a session with `function_call`, whose calls have no ids. */
function toOldRequest(): JsonObject {
  return { model: "gpt-3.5-turbo", messages: [{ role: "user", content: LETTER_QUESTION }, ...OLD_MESSAGES] };
}
