import { describe, expect, test } from "vitest";
import type { ModelEvent } from "../../agent/ports/model-client.ts";
import { chatmlTemplate as template } from "../../formats/templates/chatml-template.ts";
import type { Result } from "../../protocol/failure.ts";
import type { RemoteServer } from "../../protocol/remote-server.ts";
import { collect, toRequest } from "../generation/model-client.contract.ts";
import { RemoteClient, type RemotePlan } from "./remote-client.ts";

const URL_OF_SERVER = "http://127.0.0.1:8080";
const PROPS = { default_generation_settings: { n_ctx: 2048 }, model_alias: "m" };

type Answer = () => Response | Promise<Response>;

function toJson(value: unknown, status = 200): Answer {
  return () => new Response(JSON.stringify(value), { status });
}

/** A body of these pieces; after the last one it ends, is cut, or hangs. */
function toStream(pieces: readonly string[], end: "close" | "cut" | "hang" = "close"): Answer {
  return () => {
    const rest = pieces.map((piece) => new TextEncoder().encode(piece));
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const piece = rest.shift();
        if (piece !== undefined) controller.enqueue(piece);
        else if (end === "close") controller.close();
        else if (end === "cut") controller.error(new TypeError("network error"));
        else return new Promise(() => undefined);
        return undefined;
      },
    });
    return new Response(body);
  };
}

interface Asked {
  readonly url: string;
  readonly init: RequestInit;
}

function createServer(answers: Readonly<Record<string, Answer>>) {
  const asked: Asked[] = [];
  const fetch = (async (url: string, init: RequestInit = {}) => {
    asked.push({ url, init });
    const answer = answers[new URL(url).pathname];
    if (answer === undefined) return new Response("File Not Found", { status: 404 });
    return answer();
  }) as typeof globalThis.fetch;
  return { fetch, asked };
}

function load(
  fetch: typeof globalThis.fetch,
  server: Partial<RemoteServer> = {},
  changes: Partial<RemotePlan> = {},
): Promise<Result<RemoteClient>> {
  const plan: RemotePlan = {
    modelId: "remote",
    server: { dialect: "llama.cpp", url: URL_OF_SERVER, model: "", ...server },
    toTemplate: () => template,
    fetch,
    origin: "https://alcove.example",
    ...changes,
  };
  return RemoteClient.load(plan, new AbortController().signal);
}

async function ask(answer: Answer, changes: Partial<RemotePlan> = {}): Promise<readonly ModelEvent[]> {
  const { fetch } = createServer({
    "/props": toJson(PROPS),
    "/tokenize": toJson({ tokens: [] }),
    "/completion": answer,
  });
  const loaded = await load(fetch, {}, changes);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
  return collect(loaded.value.generate(toRequest("hi")));
}

const sse = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const failed = (code: string, detail: RegExp, raw = "") => ({
  type: "failure",
  raw,
  failure: { code, detail: expect.stringMatching(detail) },
});

describe("a server that ignores the limit of tokens", () => {
  test.each([
    ["many pieces", 100_000, "word "],
    ["long pieces", 2_000, "x".repeat(10_000)],
  ])("is cut at a multiple of it, and the text is kept: %s", async (_title, count, content) => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1;
        if (sent > count) controller.close();
        else controller.enqueue(new TextEncoder().encode(sse({ content })));
      },
    });
    const events = await ask(() => new Response(body));
    const end = events.at(-1);
    expect(end).toMatchObject({ type: "end", finishReason: "length" });
    expect(end?.type === "end" && end.raw.startsWith(content)).toBe(true);
    expect(sent).toBeLessThan(count / 2);
  });
});

describe("choosing a server", () => {
  test("one that is not there, or refuses the page, is unreachable, and the origin to allow is named", async () => {
    const fetch = (async () => {
      throw new TypeError("Failed to fetch");
    }) as typeof globalThis.fetch;
    expect(await load(fetch)).toMatchObject({
      ok: false,
      failure: { code: "remote-unreachable", detail: expect.stringContaining("https://alcove.example") },
    });
  });

  test("one that says nothing is given up after a while", async () => {
    const fetch = (() => new Promise(() => undefined)) as unknown as typeof globalThis.fetch;
    const loaded = await load(fetch, {}, { probeTimeoutMs: 5 });
    expect(loaded).toMatchObject({ ok: false, failure: { code: "remote-unreachable" } });
  });

  test.each([401, 403])("%i means that it wants another key", async (status) => {
    const { fetch } = createServer({ "/props": toJson({ error: { message: "Invalid API Key" } }, status) });
    expect(await load(fetch)).toMatchObject({
      ok: false,
      failure: { code: "remote-refused", detail: expect.stringContaining("Invalid API Key") },
    });
  });

  test("a key that the server repeats is in no failure, which the page shows and the log keeps", async () => {
    const answers = { "/props": toJson({ error: { message: "Incorrect API key provided: sk-secret" } }, 401) };
    const loaded = await load(createServer(answers).fetch, { apiKey: "sk-secret" });
    expect(loaded).toMatchObject({ ok: false, failure: { detail: expect.stringContaining("provided: [key]") } });
    expect(JSON.stringify(loaded)).not.toContain("sk-secret");
    const key = { server: { dialect: "llama.cpp", url: URL_OF_SERVER, model: "", apiKey: "sk-secret" } } as const;
    const events = await ask(toStream([sse({ error: { message: "The key sk-secret has no money" } })]), key);
    expect(events.at(-1)).toMatchObject({ failure: { detail: "The key [key] has no money" } });
  });

  test("a key goes as a bearer token, and no cookie goes with it", async () => {
    const { fetch, asked } = createServer({ "/props": toJson(PROPS), "/tokenize": toJson({ tokens: [] }) });
    await load(fetch, { apiKey: "secret" });
    expect(asked.length).toBeGreaterThan(0);
    for (const { init } of asked) {
      expect(init).toMatchObject({
        credentials: "omit",
        redirect: "error",
        headers: { Authorization: "Bearer secret" },
      });
    }
  });

  test.each([
    ["openai", "/v1/models", { data: [{ id: "a" }, { id: "b" }] }],
    ["ollama", "/api/tags", { models: [{ name: "a" }, { name: "b" }] }],
  ] as const)("%s: a model that it does not have is named, with those that it has", async (dialect, path, list) => {
    const { fetch } = createServer({ [path]: toJson(list) });
    expect(await load(fetch, { dialect, model: "c" })).toMatchObject({
      ok: false,
      failure: { code: "remote-model-missing", detail: "the server has a, b, not c" },
    });
  });

  test.each([
    ["a page instead of JSON", () => new Response("<html>")],
    ["another kind of JSON", toJson([1])],
    ["another kind of server", toJson({ status: "ok" })],
    ["a fault of its own", () => new Response("out of memory", { status: 500 })],
  ])("%s is an answer that cannot be read", async (_name, answer) => {
    expect(await load(createServer({ "/props": answer }).fetch)).toMatchObject({
      ok: false,
      failure: { code: "remote-broken" },
    });
  });

  test("nothing but questions about the model goes out until there is a prompt", async () => {
    const { fetch, asked } = createServer({ "/props": toJson(PROPS), "/tokenize": toJson({ tokens: [1] }) });
    await load(fetch);
    expect(asked.map(({ url }) => new URL(url).pathname).sort()).toEqual(["/props", "/tokenize", "/tokenize"]);
  });
});

describe("a server that speaks only of chats", () => {
  const models = toJson({ data: [{ id: "m" }] });
  const chat = toStream([
    sse({ choices: [{ delta: { content: "Hello" }, finish_reason: "stop" }] }),
    "data: [DONE]\n\n",
  ]);
  const probe = toJson({ choices: [{ message: { content: "a" } }] });

  test.each([
    ["404", toJson({ error: { message: "Not Found" } }, 404)],
    ["400", toJson({ error: { message: "Unrecognized request URL" } }, 400)],
    ["a page", () => new Response("<html>")],
    ["some other JSON", toJson({ ok: true })],
  ])("is sent messages when its other interface answers with %s", async (_name, completions) => {
    let asked = 0;
    const { fetch } = createServer({
      "/v1/models": models,
      "/v1/completions": completions,
      "/v1/chat/completions": () => {
        asked += 1;
        return asked === 1 ? probe() : chat();
      },
    });
    const loaded = await load(fetch, { dialect: "openai" });
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
    const events = await collect(
      loaded.value.generate(toRequest("<|im_start|>user\nhi<|im_end|>\n<|im_start|>assistant\n")),
    );
    expect(events.at(-1)).toMatchObject({ type: "end", raw: "Hello" });
  });

  test("may list no models, if the user names one", async () => {
    const { fetch } = createServer({ "/v1/chat/completions": probe });
    expect(await load(fetch, { dialect: "openai", model: "m" })).toMatchObject({ ok: true });
    expect(await load(fetch, { dialect: "openai" })).toMatchObject({
      ok: false,
      failure: { code: "remote-model-missing" },
    });
  });

  test("and has neither interface is told so", async () => {
    const { fetch } = createServer({ "/v1/models": models });
    expect(await load(fetch, { dialect: "openai" })).toMatchObject({ ok: false });
  });
});

describe("an answer from a server", () => {
  const words = [sse({ content: "Hel" }), sse({ content: "lo" })];
  const last = sse({ content: "", stop: true, stop_type: "eos" });

  test("is whole when its pieces are cut anywhere, between comments and blank lines", async () => {
    const text = `: ping\n\nevent: message\n${words.join("\r\n")}${last}`;
    for (let at = 1; at < text.length; at += 7) {
      const events = await ask(toStream([text.slice(0, at), text.slice(at)]));
      expect(events.at(-1)).toMatchObject({ type: "end", raw: "Hello", finishReason: "stop" });
    }
  });

  test("that breaks off says so and keeps what had arrived", async () => {
    expect((await ask(toStream(words))).at(-1)).toMatchObject(failed("remote-broken", /ended in the middle/, "Hello"));
    expect((await ask(toStream(words, "cut"))).at(-1)).toMatchObject(failed("remote-broken", /was cut/, "Hello"));
  });

  test("that falls silent is given up", async () => {
    const events = await ask(toStream(words, "hang"), { silenceTimeoutMs: 20 });
    expect(events.at(-1)).toMatchObject(failed("remote-unreachable", /silent/, "Hello"));
  });

  test("that is no JSON is a failure, not text", async () => {
    const events = await ask(toStream([...words, "data: {oops\n\n"]));
    expect(events.at(-1)).toMatchObject(failed("remote-broken", /no JSON: \{oops/, "Hello"));
    expect((await ask(() => new Response("<html>\n"))).at(-1)).toMatchObject(failed("remote-broken", /no JSON/));
  });

  test("that turns into a fault in the middle says what the server says", async () => {
    const events = await ask(toStream([...words, `error: ${JSON.stringify({ error: { message: "slot lost" } })}\n\n`]));
    expect(events.at(-1)).toMatchObject(failed("remote-broken", /slot lost/, "Hello"));
  });

  test("with an end of its own that the server does not know stops there", async () => {
    const { fetch } = createServer({
      "/props": toJson(PROPS),
      "/tokenize": toJson({ tokens: [] }),
      "/completion": toStream([sse({ content: "Hello STOP" }), sse({ content: " and more" })], "hang"),
    });
    const loaded = await load(fetch);
    if (!loaded.ok) throw new Error("not loaded");
    const events = await collect(loaded.value.generate(toRequest("hi", { stop: [" STOP"] })));
    expect(events.at(-1)).toMatchObject({ type: "end", raw: "Hello", finishReason: "stop" });
  });

  test("comes at the temperature that was set for the server, if one was", async () => {
    const { fetch, asked } = createServer({
      "/props": toJson(PROPS),
      "/tokenize": toJson({ tokens: [] }),
      "/completion": toStream([last]),
    });
    for (const temperature of [undefined, 0.7]) {
      const loaded = await load(fetch, temperature === undefined ? {} : { temperature });
      if (!loaded.ok) throw new Error("not loaded");
      await collect(loaded.value.generate(toRequest("hi", { temperature: 0.2 })));
    }
    const sent = asked
      .filter(({ url }) => url.endsWith("/completion"))
      .map(({ init }) => JSON.parse(String(init.body)));
    expect(sent.map(({ temperature }) => temperature)).toEqual([0.2, 0.7]);
  });

  test("after the client was disposed of there is none", async () => {
    const { fetch } = createServer({ "/props": toJson(PROPS), "/tokenize": toJson({ tokens: [] }) });
    const loaded = await load(fetch);
    if (!loaded.ok) throw new Error("not loaded");
    await loaded.value.dispose();
    expect(await collect(loaded.value.generate(toRequest("hi")))).toMatchObject([
      { type: "failure", failure: { code: "no-model" } },
    ]);
  });
});
