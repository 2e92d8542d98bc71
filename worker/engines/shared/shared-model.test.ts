import { afterEach, describe, expect, test, vi } from "vitest";
import type { GenerateRequest, ModelClient, ModelEvent } from "../../agent/ports/model-client.ts";
import type { ModelLibrary } from "../../agent/ports/model-library.ts";
import { withEmptyReasoning } from "../../formats/templates/chatml-template.ts";
import { chooseTemplate } from "../../formats/templates/choose-template.ts";
import type { Failure, Result } from "../../protocol/failure.ts";
import type { ModelEntry } from "../../protocol/model.ts";
import { collect, finish, testModelClient, toRequest } from "../generation/model-client.contract.ts";
import { ScriptedClient } from "../scripted/scripted.ts";
import { shareEngines } from "./share-engines.ts";
import { createTestTabs, type TestTabs } from "./tab-link.fixture.ts";

const CHAT_TEMPLATE =
  "{%- if tools %}{{ tools | tojson }}{%- endif %}{%- for m in messages %}{{ '<|im_start|>' + m.role + '\n' + m.content + '<|im_end|>\n' }}" +
  "{%- endfor %}{%- if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{%- endif %}";
const SOURCE = { format: "chatml", chatTemplate: CHAT_TEMPLATE } as const;
const TEMPLATE = withEmptyReasoning({ ...chooseTemplate("chatml", CHAT_TEMPLATE, new Date(0)), source: SOURCE });
const TEXT = "one two three four five six seven eight";
const ENTRY: ModelEntry = {
  id: "m",
  title: "M",
  engines: ["scripted"],
  format: "chatml",
  contextTokens: 4096,
  local: true,
};

interface Tab {
  readonly library: ModelLibrary;
  /** How often this tab has loaded the model itself. */
  loads: number;
  disposed: number;
  lose(failure: Failure): void;
}

interface TabOptions {
  readonly delayMs?: number;
  readonly fails?: Failure;
  readonly client?: ModelClient;
  /** Its engine never lets go of what it holds. */
  readonly hangs?: true;
}

/** An engine that goes on from the words that the prompt ends with. */
function createClient(text: string, delayMs: number): ModelClient {
  const exchanges = [{ turns: [{ text }] }];
  const script = { name: "s", title: "S", format: "chatml", contextTokens: 4096, exchanges } as const;
  const { info } = new ScriptedClient(script, { template: TEMPLATE });
  const usage = { promptTokens: 1, cachedTokens: 0, completionTokens: 1, prefillMs: 0, decodeMs: 0 };
  return {
    info,
    countTokens: async ({ length }) => length,
    dispose: async () => undefined,
    async *generate({ prompt, signal, maxTokens }: GenerateRequest): AsyncGenerator<ModelEvent, void, void> {
      const words = text.split(/(?<= )/);
      const start = words.findIndex((_, at) => at > 0 && prompt.endsWith(words.slice(0, at).join("")));
      let raw = "";
      for (const word of words.slice(Math.max(0, start)).slice(0, maxTokens)) {
        await new Promise((resolve) => setTimeout(resolve, delayMs));
        if (signal.aborted) {
          yield { type: "end", finishReason: "aborted", raw, usage };
          return;
        }
        raw += word;
        yield { type: "text-delta", text: word };
      }
      yield { type: "end", finishReason: "stop", raw, usage };
    },
  };
}

function openTab(
  tabs: TestTabs,
  name: string,
  { delayMs = 1, fails, hangs, client = createClient(TEXT, delayMs) }: TabOptions = {},
): Tab {
  const losers: ((failure: Failure) => void)[] = [];
  const missing = (): Promise<Result<never>> => Promise.resolve({ ok: false, failure: { code: "model-missing" } });
  const base: ModelLibrary = {
    list: async () => [ENTRY],
    choose: async () => ({ ok: true, value: { engine: "scripted", reason: "" } }),
    load: async (_entry, _choice, onProgress) => {
      tab.loads += 1;
      onProgress({ type: "load", done: 1, total: 2, unit: "steps" });
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (fails !== undefined) return { ok: false, failure: fails };
      const lost = new Promise<Failure>((resolve) => losers.push(resolve));
      const dispose = async (): Promise<void> => {
        tab.disposed += 1;
        if (hangs === true) await new Promise(() => undefined);
      };
      const { info } = client;
      const generate: ModelClient["generate"] = (request) => client.generate(request);
      return {
        ok: true,
        value: { info, generate, countTokens: (counted) => client.countTokens(counted), lost, dispose },
      };
    },
    download: missing,
    noteTurn: async () => undefined,
    importFiles: missing,
    importFolder: missing,
    delete: missing,
    plan: () => Promise.reject(new Error("not asked")),
    verify: missing,
  };
  const library = shareEngines(base, {
    link: tabs.open(name),
    toTemplate: () => ({ ...chooseTemplate("chatml", CHAT_TEMPLATE, new Date(0)), source: SOURCE }),
  });
  const tab: Tab = { library, loads: 0, disposed: 0, lose: (failure) => losers.at(-1)?.(failure) };
  return tab;
}

async function load({ library }: Tab, onProgress: () => void = () => undefined): Promise<ModelClient> {
  const choice = { engine: "scripted", reason: "" } as const;
  const loaded = await library.load(ENTRY, choice, onProgress, new AbortController().signal);
  if (!loaded.ok) throw new Error(loaded.failure.code);
  return loaded.value;
}

const toText = (events: readonly ModelEvent[]): string =>
  events.map((event) => (event.type === "text-delta" ? event.text : "")).join("");

/** Reads a stream up to its second word, does something, and reads on. */
async function interrupt(stream: AsyncGenerator<ModelEvent, void, void>, act: () => void): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of stream) {
    events.push(event);
    if (events.filter(({ type }) => type === "text-delta").length === 2 && event.type === "text-delta") act();
  }
  return events;
}

afterEach(() => {
  vi.useRealTimers();
});

describe("a model in two tabs", () => {
  test("is loaded by the first alone, and answers the second with the same words, counts and facts", async () => {
    const tabs = createTestTabs();
    const [a, b] = [openTab(tabs, "a"), openTab(tabs, "b")];
    const first = await load(a);
    let progress = 0;
    const second = await load(b, () => (progress += 1));
    expect([a.loads, b.loads, progress]).toEqual([1, 0, 0]);
    const end = await finish(second.generate(toRequest("go")));
    expect(end).toMatchObject({ raw: TEXT, finishReason: "stop" });
    expect(await second.countTokens("12345678")).toBe(await first.countTokens("12345678"));
    expect({ ...second.info, template: null }).toEqual({ ...first.info, template: null });
    expect(second.info.template.skipReasoning).toBe(TEMPLATE.skipReasoning);
    expect(second.info.template.renderTurn("user", "hi")).toBe(TEMPLATE.renderTurn("user", "hi"));
    const tools = [{ name: "now", description: "", parameters: {} }];
    const opening = TEMPLATE.renderToolOpening?.("Be brief.", tools, "hi", []);
    expect(opening).toContain('"name": "now"');
    expect(second.info.template.renderToolOpening?.("Be brief.", tools, "hi", [])).toBe(opening);
  });

  test("is loaded once when both begin at once; the second shows how far the first is", async () => {
    const tabs = createTestTabs();
    const [a, b] = [openTab(tabs, "a"), openTab(tabs, "b")];
    let progress = 0;
    await Promise.all([load(a), load(b, () => (progress += 1))]);
    expect([a.loads, b.loads]).toEqual([1, 0]);
    expect(progress).toBeGreaterThan(0);
  });

  test("answers one question after the other, and says to the second that it waits", async () => {
    const tabs = createTestTabs();
    const [first, second] = [await load(openTab(tabs, "a")), await load(openTab(tabs, "b"))];
    const [events, others] = await Promise.all([
      collect(second.generate(toRequest("go"))),
      collect(first.generate(toRequest("go"))),
    ]);
    expect(toText(events)).toBe(TEXT);
    expect(toText(others)).toBe(TEXT);
    const waited = [events, others].flat().filter((event) => event.type === "prefill-progress" && event.waiting);
    expect(waited).toHaveLength(1);
  });

  test("one that waits is stopped at once, and the other is not disturbed", async () => {
    const tabs = createTestTabs();
    const [first, second] = [await load(openTab(tabs, "a")), await load(openTab(tabs, "b"))];
    const whole = collect(first.generate(toRequest("go")));
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 3);
    const end = await finish(second.generate(toRequest("go", { signal: stop.signal })));
    expect(end).toMatchObject({ finishReason: "aborted", raw: "" });
    expect(toText(await whole)).toBe(TEXT);
  });

  test("is stopped in the other tab, with what it had written and what that cost", async () => {
    const tabs = createTestTabs();
    await load(openTab(tabs, "a", { delayMs: 10 }));
    const second = await load(openTab(tabs, "b"));
    const stop = new AbortController();
    const events = await interrupt(second.generate(toRequest("go", { signal: stop.signal })), () => stop.abort());
    expect(events.at(-1)).toMatchObject({ finishReason: "aborted", raw: "one two ", usage: { completionTokens: 1 } });
    expect(await finish(second.generate(toRequest("go")))).toMatchObject({ raw: TEXT });
  });

  test("is taken over when its tab is closed, and the answer goes on where it stood", async () => {
    const tabs = createTestTabs();
    await load(openTab(tabs, "a", { delayMs: 5 }));
    const b = openTab(tabs, "b");
    const c = openTab(tabs, "c");
    const [second, third] = [await load(b), await load(c)];
    const events = await interrupt(second.generate(toRequest("go")), () => tabs.close("a"));
    expect(toText(events)).toBe(TEXT);
    expect(events.at(-1)).toMatchObject({ type: "end", raw: TEXT, finishReason: "stop" });
    expect(await finish(third.generate(toRequest("go")))).toMatchObject({ raw: TEXT });
    expect([b.loads, c.loads]).toEqual([1, 0]);
  });

  test("that another tab unloads is loaded again only when it is needed", async () => {
    const tabs = createTestTabs();
    const a = openTab(tabs, "a");
    const b = openTab(tabs, "b");
    const first = await load(a);
    const second = await load(b);
    await first.dispose();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([a.disposed, b.loads]).toEqual([1, 0]);
    expect(await finish(second.generate(toRequest("go")))).toMatchObject({ raw: TEXT });
    expect(b.loads).toBe(1);
  });

  test("that is unloaded in the middle of another tab's answer goes on there", async () => {
    const tabs = createTestTabs();
    const first = await load(openTab(tabs, "a", { delayMs: 5 }));
    const second = await load(openTab(tabs, "b"));
    const events = await interrupt(second.generate(toRequest("go")), () => void first.dispose());
    expect(events.at(-1)).toMatchObject({ type: "end", raw: TEXT, finishReason: "stop" });
  });

  test("is no longer written for a tab that is closed", async () => {
    const tabs = createTestTabs();
    const first = await load(openTab(tabs, "a", { delayMs: 200 }));
    const second = await load(openTab(tabs, "b"));
    void collect(second.generate(toRequest("go")));
    await new Promise((resolve) => setTimeout(resolve, 20));
    tabs.close("b");
    const begin = Date.now();
    await finish(first.generate(toRequest("go", { maxTokens: 1 })));
    expect(Date.now() - begin).toBeLessThan(1200);
  });

  test("is taken from a tab that does not answer, which gives its engine up when it wakes", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const tabs = createTestTabs();
    const a = openTab(tabs, "a");
    const b = openTab(tabs, "b");
    await load(a);
    const second = await load(b);
    tabs.freeze("a");
    const ending = finish(second.generate(toRequest("go")));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await ending).toMatchObject({ raw: TEXT });
    expect([b.loads, a.disposed]).toEqual([1, 1]);
  });

  test("that cannot be loaded fails in both, and is tried again by whoever asks next", async () => {
    const tabs = createTestTabs();
    const a = openTab(tabs, "a", { fails: { code: "model-corrupt" } });
    const b = openTab(tabs, "b");
    const [first, second] = await Promise.allSettled([load(a), load(b)]);
    expect([first.status, second.status]).toEqual(["rejected", "rejected"]);
    expect(b.loads).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 150));
    await load(b);
    expect(b.loads).toBe(1);
  });

  test("is loaded again although its engine never lets go of what it holds", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const tabs = createTestTabs();
    const a = openTab(tabs, "a", { hangs: true });
    const first = await load(a);
    void first.dispose();
    const again = load(a);
    await vi.advanceTimersByTimeAsync(2500);
    expect(await finish((await again).generate(toRequest("go")))).toMatchObject({ raw: TEXT });
    expect(a.loads).toBe(2);
  });

  test("whose engine is lost is lost to its own tab, which loads it again for all", async () => {
    const tabs = createTestTabs();
    const a = openTab(tabs, "a");
    const first = await load(a);
    const second = await load(openTab(tabs, "b"));
    a.lose({ code: "device-lost" });
    expect(await first.lost).toEqual({ code: "device-lost" });
    await first.dispose();
    const again = await load(a);
    expect(await finish(second.generate(toRequest("go")))).toMatchObject({ raw: TEXT });
    expect(await finish(again.generate(toRequest("go")))).toMatchObject({ raw: TEXT });
    expect(a.loads).toBe(2);
  });
});

const ANSWER = "A long enough answer, which says very little but says it in many small pieces.";
const LONG = { question: "a long one", turns: [{ text: ANSWER, prefillMs: 5000 }] };
const SCRIPT = { name: "s", title: "S", format: "chatml", contextTokens: 4096 } as const;
const ask = (question: string): string => TEMPLATE.renderTurn("user", question) + TEMPLATE.assistantStart;
const tabs = createTestTabs();
const exchanges = [
  LONG,
  { question: "hello", turns: [{ text: ANSWER, chunkDelayMs: 2 }] },
  { turns: [{ text: ANSWER }] },
];
const scripted = new ScriptedClient({ ...SCRIPT, exchanges }, { template: TEMPLATE });
const following = load(openTab(tabs, "a", { client: scripted })).then(() => load(openTab(tabs, "b")));

testModelClient("the engine of another tab", {
  client: () => following,
  prompt: ask("Hello?"),
  longPrompt: ask("Now a long one."),
  nextTurn: TEMPLATE.assistantEnd + ask("And then?"),
  stop: "says",
});
