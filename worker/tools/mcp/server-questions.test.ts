import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  acceptedContent,
  createMcpHandler,
  inputRequired,
  McpServer,
  type ServerContext,
  UrlElicitationRequiredError,
} from "@modelcontextprotocol/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import type { ToolContext } from "../../agent/define/tool.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { ServerQuestion } from "../../protocol/mcp.ts";
import { toContext } from "../tool.contract.ts";
import { connectMcpServer, type McpServer as McpConnection } from "./connect-mcp-server.ts";
import { MessagePortTransport } from "./message-port-transport.ts";
import type { SamplePrompt } from "./server-questions.ts";
import { toTestPort } from "./test-port.fixture.ts";

let connection: McpConnection;
let close: () => Promise<void>;
const sampled: SamplePrompt[] = [];

/** Connects a server in this process whose one tool runs `work`. */
async function connect(
  work: (context: ServerContext, server: McpServer) => Promise<unknown>,
  alone = false,
): Promise<McpServer> {
  const { port1, port2 } = new MessageChannel();
  const server = new McpServer({ name: "s", version: "1" });
  server.registerTool("work", { description: "Works.", inputSchema: z.object({}) }, async (_input, context) => ({
    content: [{ type: "text", text: JSON.stringify(await work(context, server)) }],
  }));
  await server.connect(new MessagePortTransport(toTestPort(port2)));
  const consents = new Map<string, string>();
  connection = await connectMcpServer(
    { name: "s", address: { type: "port", port: toTestPort(port1) } },
    {
      taken: new Set(),
      consents: {
        read: async () => consents,
        write: async (_, name, pin) => void consents.set(name, pin ?? ""),
      },
      ...(alone
        ? {}
        : {
            sample: async (prompt) => {
              sampled.push(prompt);
              return { text: "Fine weather.", model: "m" };
            },
          }),
    },
  );
  close = () => server.close();
  const [tool] = connection.list();
  if (tool && tool.status !== "refused") await connection.consent("work", tool.pin);
  return server;
}

const call = (facts: Partial<ToolContext> = {}): Promise<unknown> =>
  Promise.resolve(connection.tools()[0]?.run({}, { ...toContext({}), ...facts }));

async function findQuestion(): Promise<ServerQuestion> {
  return vi.waitFor(
    () => {
      const [question] = connection.offers().questions;
      if (question === undefined) throw new Error("no question");
      return question;
    },
    { timeout: 5_000 },
  );
}

const elicit =
  (fields: Record<string, unknown>, required: readonly string[] = []) =>
  (context: ServerContext) =>
    context.mcpReq.elicitInput({
      message: "Which\u202e one?",
      requestedSchema: { type: "object", properties: fields, required: [...required] } as never,
    });

afterEach(async () => {
  vi.useRealTimers();
  sampled.length = 0;
  await connection.close();
  await close();
});

describe("a server's form", () => {
  it("waits for the user, holds what is entered to its bounds, and sends nothing else", async () => {
    await connect(
      elicit({ count: { type: "integer", minimum: 1, maximum: 5, default: 3, title: "How many" } }, ["count"]),
    );
    let excused = 0;
    const done = call({
      awaitUser: async (answer) => {
        excused += 1;
        return answer;
      },
    });
    const { id, ...question } = await findQuestion();
    expect(question).toEqual({
      type: "form",
      tool: "s.work",
      message: "Which  one?",
      schema: {
        type: "object",
        properties: { count: { type: "integer", minimum: 1, maximum: 5, title: "How many" } },
        required: ["count"],
      },
    });
    await expect(
      connection.ask({ type: "answer", id, answer: { type: "accept", content: { count: 9 } } }),
    ).rejects.toThrow(/count/);
    await connection.ask({ type: "answer", id, answer: { type: "accept", content: { count: 2 } } });
    expect(await done).toMatchObject({
      content: [{ text: '{"action":"accept","content":{"count":2}}' }],
      untrusted: true,
    });
    expect(excused).toBe(1);
    expect(connection.offers().questions).toEqual([]);
    await expect(connection.ask({ type: "answer", id, answer: { type: "decline" } })).rejects.toThrow(
      "no longer waits",
    );
  });

  it("can be declined and cancelled, and ends with its call", async () => {
    await connect(elicit({ name: { type: "string" } }));
    for (const type of ["decline", "cancel"] as const) {
      const done = call();
      const { id } = await findQuestion();
      await connection.ask({ type: "answer", id, answer: { type } });
      expect(await done).toMatchObject({ content: [{ text: `{"action":"${type}"}` }] });
    }
    const controller = new AbortController();
    const stopped = call({ signal: controller.signal as unknown as ToolContext["signal"] });
    await findQuestion();
    controller.abort();
    await expect(stopped).rejects.toThrow();
    await vi.waitFor(() => expect(connection.offers().questions).toEqual([]));
  });

  const text = { type: "string" };
  it.each<[string, Record<string, unknown>, string]>([
    ["a field that is only written", { word: { ...text, writeOnly: true } }, "secret"],
    [
      "a list of passwords",
      { words: { type: "array", items: { ...text, enum: ["a"], format: "password" } } },
      "secret",
    ],
  ])("is refused where it has %s, whatever else it asks", async (_, fields, reason) => {
    await connect(elicit({ name: text, ...fields }));
    const done = call();
    const question = await findQuestion();
    expect(question).toMatchObject({ type: "refused", reason });
    const agreed = connection.ask({
      type: "answer",
      id: question.id,
      answer: { type: "accept", content: { name: "x" } },
    });
    await expect(agreed).rejects.toThrow("cannot be agreed to");
    await connection.ask({ type: "answer", id: question.id, answer: { type: "decline" } });
    expect(await done).toMatchObject({ content: [{ text: '{"action":"decline"}' }] });
  });

  it("with a field for a password is no question: the protocol has none", async () => {
    await connect((context) =>
      elicit({ word: { ...text, format: "password" } })(context).catch((e: Error) => e.message),
    );
    expect(JSON.stringify(await call())).toContain("Invalid elicitation request");
    expect(connection.offers().questions).toEqual([]);
  });

  it("is nobody's business while no tool runs, where the app is not around it, and in a flood", async () => {
    const server = await connect(async () => {});
    expect(
      await server.server.elicitInput({ message: "?", requestedSchema: { type: "object", properties: {} } }),
    ).toEqual({
      action: "cancel",
    });
    await connection.close();
    await connect(async (context) => elicit({})(context).catch(() => "refused"), true);
    expect(await call()).toMatchObject({ content: [{ text: '"refused"' }] });
    await connection.close();
    await connect(async (context) => {
      const all = Array.from({ length: 30 }, () => elicit({ a: text })(context));
      return (await Promise.all(all)).map(({ action }) => action);
    });
    const done = call();
    await connection.ask({ type: "answer", id: (await findQuestion()).id, answer: { type: "decline" } });
    const counts = JSON.stringify(await done);
    expect(counts.split("decline").length - 1).toBe(1);
    expect(counts.split("cancel").length - 1).toBe(29);
  });
});

describe("a server's link", () => {
  it.each([
    ["https://sign.example/in?a=1", { type: "link", url: "https://sign.example/in?a=1" }],
    ["http://localhost:8080/in", { type: "link" }],
    ["http://sign.example/in", { type: "refused", reason: "address" }],
    ["javascript:alert(1)", { type: "refused", reason: "address" }],
    ["https://bank.example@evil.example/", { type: "refused", reason: "address" }],
  ])("%s is shown, or refused", async (url, expected) => {
    await connect((context) =>
      context.mcpReq.elicitInput({ mode: "url", message: "Sign in", url, elicitationId: "1" }),
    );
    const done = call();
    const question = await findQuestion();
    expect(question).toMatchObject(expected);
    const type = question.type === "link" ? "accept" : "decline";
    await connection.ask({ type: "answer", id: question.id, answer: { type } });
    expect(await done).toMatchObject({ content: [{ text: `{"action":"${type}"}` }] });
  });
});

describe("a server's wish for the model", () => {
  const wish = (context: ServerContext) =>
    context.mcpReq
      .requestSampling({
        systemPrompt: "Be brief.",
        messages: [{ role: "user", content: { type: "text", text: "How is the weather?" } }],
        maxTokens: 9_999,
      })
      .catch((error: Error) => error.message);

  it("shows the whole prompt, writes by consent, and sends by a second one", async () => {
    await connect(wish);
    const done = call();
    const { id, ...question } = await findQuestion();
    expect(question).toMatchObject({ type: "sample", state: "asked", message: "Be brief.\n\nHow is the weather?" });
    expect(sampled).toEqual([]);
    await expect(connection.ask({ type: "answer", id, answer: { type: "accept" } })).rejects.toThrow(
      "cannot be agreed",
    );
    await connection.ask({ type: "answer", id, answer: { type: "sample" } });
    expect(sampled).toEqual([{ system: "Be brief.", text: "How is the weather?", maxTokens: 2_000, runId: "run-1" }]);
    expect(await findQuestion()).toMatchObject({ state: "answered", answer: "Fine weather." });
    await connection.ask({ type: "answer", id, answer: { type: "accept" } });
    expect(JSON.stringify(await done)).toContain("Fine weather.");
  });

  it("is refused without that, and what was written is not sent", async () => {
    await connect(wish);
    const done = call();
    const { id } = await findQuestion();
    await connection.ask({ type: "answer", id, answer: { type: "sample" } });
    await connection.ask({ type: "answer", id, answer: { type: "decline" } });
    const text = JSON.stringify(await done);
    expect(text).toContain("refused");
    expect(text).not.toContain("Fine weather.");
  });
});

describe("a long call", () => {
  it("says how far it is, and its stop reaches the server", async () => {
    let cancelled = false;
    await connect(async ({ mcpReq }) => {
      await mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken: mcpReq._meta?.progressToken ?? 0, progress: 2, total: 5, message: "half\u200b way" },
      });
      await new Promise((resolve) =>
        mcpReq.signal.addEventListener("abort", () => {
          cancelled = true;
          resolve(null);
        }),
      );
    });
    const controller = new AbortController();
    const done = call({ signal: controller.signal as unknown as ToolContext["signal"] });
    await vi.waitFor(() =>
      expect(connection.offers().progress).toEqual({ "s.work": { done: 2, total: 5, message: "half  way" } }),
    );
    controller.abort();
    await expect(done).rejects.toThrow();
    await vi.waitFor(() => expect(cancelled).toBe(true));
    expect(connection.offers().progress).toEqual({});
  });
});

describe("a server of the newer protocol, whose questions are in its results", () => {
  it("asks in the same way", async () => {
    const handler = createMcpHandler(() => {
      const server = new McpServer({ name: "n", version: "1" });
      server.registerTool("work", { description: "Works.", inputSchema: z.object({}) }, async (_input, { mcpReq }) => {
        const given = acceptedContent<JsonObject>(mcpReq.inputResponses, "who");
        if (given !== undefined) return { content: [{ type: "text", text: `hello ${String(given.name)}` }] };
        const requestedSchema = { type: "object", properties: { name: { type: "string" } } } as const;
        return inputRequired({ inputRequests: { who: inputRequired.elicit({ message: "Who?", requestedSchema }) } });
      });
      return server;
    });
    const http = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(Buffer.from(chunk));
      const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
      const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
      const url = `http://localhost${request.url}`;
      const answer = await handler.fetch(new Request(url, { method: request.method ?? "GET", headers, ...body }));
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      for await (const chunk of answer.body ?? []) response.write(chunk);
      response.end();
    });
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    close = async () => {
      await handler.close();
      http.closeAllConnections();
      http.close();
    };
    const consents = new Map<string, string>();
    connection = await connectMcpServer(
      { name: "n", address: { type: "http", url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/` } },
      {
        taken: new Set(),
        consents: { read: async () => consents, write: async (_, name, pin) => void consents.set(name, pin ?? "") },
        sample: async () => ({ text: "", model: "" }),
      },
    );
    const [tool] = connection.list();
    if (tool && tool.status !== "refused") await connection.consent("work", tool.pin);
    const done = call();
    const { id } = await findQuestion();
    await connection.ask({ type: "answer", id, answer: { type: "accept", content: { name: "Ada" } } });
    expect(await done).toMatchObject({ content: [{ text: "hello Ada" }] });
  });
});

describe("a call that the server refuses until a page was opened", () => {
  const page = { mode: "url", url: "https://sign.example/in", elicitationId: "e1", message: "Sign in first." } as const;

  it("names the page, and is made again once the server says that it is done", async () => {
    // The pauses between two tries pass at each look.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let made = 0;
    const server = await connect(async () => {
      made += 1;
      if (made < 3) throw new UrlElicitationRequiredError([page]);
      return "in";
    });
    const done: unknown[] = [];
    void call().then((value) => done.push(value));
    const first = await findQuestion();
    expect(first).toMatchObject({ type: "link", url: "https://sign.example/in", message: "Sign in first." });
    await connection.ask({ type: "answer", id: first.id, answer: { type: "accept" } });
    // Not done yet: it is asked for again, and the server's word answers in the user's place.
    const second = await vi.waitFor(() => {
      vi.advanceTimersByTime(1_000);
      const [question] = connection.offers().questions;
      return question ?? expect.fail("no question");
    });
    expect(second.id).not.toBe(first.id);
    made = 2;
    await server.server.notification({ method: "notifications/elicitation/complete", params: { elicitationId: "e1" } });
    await vi.waitFor(() => {
      vi.advanceTimersByTime(1_000);
      expect(JSON.stringify(done)).toContain("in");
    });
    expect(made).toBe(3);
  });

  it("fails where the user opens none, leads to no unsafe address, and without an app around it nobody is asked", async () => {
    await connect(async () => {
      throw new UrlElicitationRequiredError([{ ...page, url: "http://sign.example/in" }]);
    });
    const refused = call();
    const question = await findQuestion();
    expect(question).toMatchObject({ type: "refused", reason: "address" });
    await connection.ask({ type: "answer", id: question.id, answer: { type: "decline" } });
    await expect(refused).rejects.toThrow("was not opened");
    await connection.close();
    await close();
    await connect(async () => {
      throw new UrlElicitationRequiredError([page]);
    }, true);
    await expect(call()).rejects.toThrow();
    expect(connection.offers().questions).toEqual([]);
  });
});
