import { scripted } from "alcove/engines/scripted";
import { callTool, mockModel } from "alcove/testing";
import { describe, expect, it } from "vitest";
import { toTestPort } from "../../worker/tools/mcp/test-port.fixture.ts";
import { runAtTool } from "./at-tool.ts";
import { runAutomaticTools } from "./automatic-tools.ts";
import { runBudgets } from "./budgets.ts";
import { runCalculator } from "./calculator.ts";
import { runChatEngine } from "./chat-engine.ts";
import { runExportAnswer } from "./export-answer.ts";
import { runGuardedFlow } from "./guarded-flow.ts";
import { runHooks } from "./hooks.ts";
import { runJsonProtocol } from "./json-protocol.ts";
import { runLetters } from "./letters.ts";
import { runManifestShapes } from "./manifest-shapes.ts";
import { runMcp } from "./mcp.ts";
import { runMemory } from "./memory.ts";
import { runNotifier } from "./notifier.ts";
import { runOnError } from "./on-error.ts";
import { runManifests } from "./run-manifests.ts";
import { runTypedOutput } from "./typed-output.ts";

/** The examples with models that answer as good ones would: the same in Node and in Chromium. */
export function testExamples(place: string): void {
  describe(`the examples in ${place}`, () => {
    it("calculator: 16", async () => {
      const model = mockModel([
        callTool("add", { a: 3, b: 5 }),
        callTool("multiply", { a: 8, b: 2 }),
        ({ messages }) => `It is ${messages.at(-1)?.text}.`,
      ]);
      expect(await runCalculator(model)).toBe("It is 16. (add, multiply)");
    });

    it("letters: 3.1622776601683795", async () => {
      const length = (text: string) => ({ name: "string_length", arguments: { text } });
      const model = mockModel([
        { calls: [length("hello"), length("world")] },
        callTool("add", { a: 5, b: 5 }),
        callTool("sqrt", { x: 10 }),
        ({ messages }) => `It is ${messages.at(-1)?.text}`,
      ]);
      expect(await runLetters(model)).toBe("It is 3.1622776601683795");
      model.assertSent("tool", /^5$/, 1);
      model.assertSent("tool", /^10$/, 2);
    });

    it("JSON protocol: a call, a rejected reply, the answer", async () => {
      const model = scripted(
        [
          '{"thought":"look","action":{"tool":"look_up","args":{"part":"bolt"}}}',
          "It is on shelf 7.",
          '{"final":{"content":"Shelf 7."}}',
        ],
        { format: "protocol" },
      );
      expect(await runJsonProtocol(model)).toBe("Shelf 7. (rejected: the reply is not a single JSON object)");
    });

    it("@tool: arguments that do not fit are sent back, and the next ones run", async () => {
      const model = scripted(['@tool set_timer {"minutes": 900}\n', '@tool set_timer {"minutes": 9}\n', "It runs."], {
        format: "command",
      });
      expect(await runAtTool(model)).toBe("It runs. (invalid-arguments, success)");
    });

    it("manifest: three shapes of one tool", async () => {
      const shapes = JSON.parse(await runManifestShapes());
      expect(shapes.triple).toMatchObject({ name: "shout", parameters: { required: ["text"] } });
      expect(shapes.openai.function).toEqual(shapes.triple);
      expect(shapes.anthropic).toMatchObject({ name: "shout", input_schema: shapes.triple.parameters });
    });

    it("manifests: a script and a request are carried out, and the secret comes back nowhere", async () => {
      const asked: string[] = [];
      const fetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
        const key = new Headers(init?.headers).get("authorization");
        asked.push(`${String(url)} ${key}`);
        return Response.json({ count: 40, seen: key });
      };
      const model = mockModel([
        callTool("stock", { part: "M6 bolt" }),
        callTool("shout", { text: "forty" }),
        ({ messages }) => `${messages.at(-1)?.text}`,
      ]);
      expect(await runManifests(model, fetch)).toBe('{"text":"FORTY"}');
      expect(asked).toEqual(["https://store.example/parts/M6%20bolt Bearer s3cret"]);
      model.assertSent("tool", '"count":40', 1);
      expect(JSON.stringify(model.requests)).not.toContain("s3cret");
    });

    it("chat engine: a server's messages and calls, whose ids belong together", async () => {
      const bodies: unknown[] = [];
      const call = { id: "x", type: "function", function: { name: "look_up", arguments: '{"part":"bolt"}' } };
      const answers = [
        {
          choices: [{ finish_reason: "tool_calls", message: { role: "assistant", content: null, tool_calls: [call] } }],
        },
        { choices: [{ finish_reason: "stop", message: { role: "assistant", content: "Shelf 7." } }] },
      ];
      const post = async (body: unknown) => {
        bodies.push(body);
        await new Promise((resolve) => setTimeout(resolve, 5));
        return answers[bodies.length - 1] ?? null;
      };
      expect(await runChatEngine(post)).toBe("Shelf 7.");
      expect(bodies[1]).toMatchObject({
        tools: [{ function: { name: "look_up" } }],
        messages: [
          { role: "system" },
          { role: "user", content: "Where is the bolt?" },
          { role: "assistant", tool_calls: [{ id: "call_1", function: { name: "look_up" } }] },
          { role: "tool", tool_call_id: "call_1", content: '{"part":"bolt","shelf":7}' },
        ],
      });
    });

    it("chat engine: what the server does not answer ends the run with its reason", async () => {
      await expect(runChatEngine(() => Promise.reject(new Error("status 503")))).rejects.toThrow("status 503");
    });

    it("export: an answer in both providers' forms, read back with its own names and ids that differ", async () => {
      const ask = (word: string) => callTool("text.length.v1", { word });
      const read = await runExportAnswer(mockModel([ask("hello"), "Five.", ask("world"), "Five, too."]));
      expect(read.openAi.map(({ role }) => role).join()).toBe(
        "user,assistant,tool,assistant,user,assistant,tool,assistant",
      );
      const ids = read.openAi.flatMap(({ tool_call_id }) => tool_call_id ?? []);
      expect(new Set(ids).size).toBe(2);
      expect(JSON.stringify(read.anthropic)).toContain('"name":"text.length.v1"');
      expect(read.response).toMatchObject({ choices: [{ message: { content: "Five, too." } }] });
    });

    it("notifier: a host outside hears the call, which is not made", async () => {
      const model = mockModel([callTool("set_light", { light: "porch", on: true })]);
      expect(JSON.parse(await runNotifier(model))).toEqual({ call: "set_light", light: "porch", on: true });
    });

    it("guarded flow: passed, routed and refused", async () => {
      const model = mockModel([
        "yes",
        "order",
        callTool("order_state", { order: "7" }),
        "It is on its way.",
        "yes",
        "hours",
        "no",
      ]);
      expect((await runGuardedFlow(model)).split("\n")).toEqual([
        "It is on its way. [gate:pass kind:order orders:answered end:end]",
        "We are here from 9 to 17. [gate:pass kind:hours hours:answered end:end]",
        "I can only help with orders and opening hours. [gate:block refuse:answered end:end]",
      ]);
    });

    it("hooks: a log of what was done, and a call that is vetoed", async () => {
      const model = mockModel([
        callTool("read_note", { name: "shopping" }),
        callTool("delete_note", { name: "shopping" }),
        "It says: buy lamps. I may not delete it.",
      ]);
      expect(await runHooks(model)).toBe(
        "It says: buy lamps. I may not delete it. (read_note: success, turn 1, delete_note: denied, turn 2, turn 3, end: answered)",
      );
      model.assertSent("tool", "notes are kept", 2);
    });

    it("onError: tell, retry, replace, end", async () => {
      const ask = callTool("stock", { part: "bolt" });
      const model = mockModel([ask, "There is no such part.", ask, "There are 40.", ask, "Nobody knows.", ask]);
      expect((await runOnError(model)).split("\n")).toEqual([
        "tell-model: There is no such part. [failed]",
        "retry: There are 40. [success]",
        "replace: Nobody knows. [success]",
        "end-run: The warehouse does not answer. [failed]",
      ]);
      model.assertSent("tool", "there is no part 'bolt'", 1);
      model.assertSent("tool", "unknown", 5);
      model.assertDone();
    });

    it("automatic tools: each skill has today, and its own tools only", async () => {
      const model = mockModel([
        { calls: [callTool("today"), callTool("due_date", { invoice: "7" })].flatMap(({ calls = [] }) => calls) },
        "Two weeks.",
        callTool("today"),
        callTool("room_plan", { room: "blue", day: "2026-03-01" }),
        "Nora.",
      ]);
      expect((await runAutomaticTools(model)).split("\n")).toEqual([
        "invoices: Two weeks. (today success, due_date success)",
        "rooms: Nora. (today success, room_plan success)",
      ]);
      model.assertTools(["due_date", "today"], 0);
      model.assertTools(["room_plan", "today"], 2);
    });

    it("budgets: turns that are used up keep the text, a slow call is given up", async () => {
      const page = (number: number) => ({ text: `Page ${number}.`, ...callTool("next_page", { page: number }) });
      const model = mockModel([page(1), page(2), page(3), callTool("slow_page"), "The place is too slow."]);
      const [pages, slow, used] = (await runBudgets(model)).split("\n");
      expect(pages).toBe("budget-exceeded (turns): Page 3. [success, success, success]");
      expect(slow).toBe("The place is too slow. [timed-out]");
      expect(used).toBe("used up: turns");
    });

    it("memory: the second visit reads the first one's note", async () => {
      const second = mockModel(["At 7:40."]);
      const first = mockModel([callTool("memory_write", { text: "The user's ferry leaves at 7:40." }), "Noted."]);
      expect(await runMemory(first, second, `example-${crypto.randomUUID()}`)).toBe("At 7:40.");
      second.assertSent("user", "ferry leaves at 7:40");
    });

    it("MCP: a server's tool is called once it is allowed", async () => {
      const { port1, port2 } = new MessageChannel();
      const model = mockModel([callTool("parts.find_part", { part: "bolt" }), "Shelf 7."]);
      expect(await runMcp(model, { server: toTestPort(port1), client: toTestPort(port2) })).toBe("Shelf 7.");
      model.assertSent("tool", "bolt: shelf 7");
    });

    it("typed output: a value of the schema's type", async () => {
      const model = mockModel([
        "Here it is: {customer: 'Nora'}",
        '{"customer":"Nora","lines":[{"text":"lamp","cents":1990},{"text":"lamp","cents":1990}]}',
      ]);
      expect(await runTypedOutput(model)).toBe("Nora: 39.80");
      model.assertDone();
    });
  });
}
