import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../protocol/settings.ts";
import { parseArchive, toArchive, toExport, toForeignContents } from "./archive.ts";
import type { ArchiveContents } from "./archive-shape.ts";
import { createAnswer, createConversation, createUserMessage } from "./stores.contract.ts";

const EMPTY: ArchiveContents = { conversations: [], messages: [], runs: [], memories: [], settings: null };

function withChange(change: Record<string, unknown>): string {
  const base = { format: "alcove-export", version: 1, exportedAt: "2026-01-01T00:00:00.000Z", ...EMPTY };
  return JSON.stringify({ ...base, ...change });
}

function withCall(outcome: unknown): string {
  const call = { call: { id: "1", name: "look", arguments: {} }, outcome };
  const turn = { raw: "", text: "", reasoning: "", calls: [call], broken: [] };
  const messages = [{ ...createAnswer("a", "c", "q"), turns: [turn] }];
  return withChange({ conversations: [createConversation("c")], messages });
}

function withEvents(events: readonly unknown[]): string {
  const counts = { turns: 0, calls: 0, durationMs: 0 };
  const run = { id: "r", conversationId: "c", startedAt: 1, question: "", reason: "", ...counts, version: 1, events };
  return withChange({ runs: [run] });
}

describe("parseArchive", () => {
  it("reads what toArchive writes", async () => {
    const conversation = createConversation("c");
    const contents = { ...EMPTY, conversations: [conversation], messages: [createUserMessage("q", "c")] };
    expect(parseArchive(await toArchive(contents, 0).text())).toEqual({ ok: true, connections: null, contents });
  });

  it("reads settings, also those of a time before there were tools from outside", () => {
    const { grants: _, mcpServers: __, toolFiles: ___, ...older } = DEFAULT_SETTINGS;
    const chosen = { ...DEFAULT_SETTINGS, policies: { m: "staged" } };
    for (const settings of [DEFAULT_SETTINGS, older, chosen]) {
      expect(parseArchive(withChange({ settings }))).toMatchObject({ ok: true, contents: { settings } });
    }
  });

  it("keeps prompts, those of a project with it, and takes none of a file that is somebody else's", async () => {
    const spec = { description: "", parameters: { type: "object" }, text: "Write to {{who}}" };
    const prompts = [
      { ...spec, name: "my:letter", foreign: true },
      { ...spec, name: "my:card", project: "Island" },
    ];
    const contents = { ...EMPTY, settings: { ...DEFAULT_SETTINGS, prompts } };
    expect(parseArchive(await toArchive(contents, 0).text())).toMatchObject({ ok: true, contents });
    const deps = { now: 0, newId: () => "id" };
    const connections = { hosts: [], server: null };
    const { archive } = toExport(contents, deps, { connections, withKeys: false, project: "Island" });
    expect(parseArchive(await archive.text())).toMatchObject({
      ok: true,
      contents: { settings: { prompts: prompts.slice(1) } },
    });
    expect(toForeignContents(contents).settings?.prompts).toEqual([]);
  });

  it("reads settings with as many tool files as the app stores", () => {
    const toolFiles = Array.from({ length: 100 }, (_, index) => ({ name: `${index}.md`, text: "x".repeat(20_000) }));
    const settings = { ...DEFAULT_SETTINGS, toolFiles };
    expect(parseArchive(withChange({ settings }))).toMatchObject({ ok: true, contents: { settings } });
  });

  it("reads every outcome that a call can have, and every event", () => {
    for (const outcome of [
      { type: "success", content: [{ type: "text", text: "x" }], untrusted: true },
      { type: "not-allowed", toolName: "a", skillName: "b", allowed: [] },
      { type: "invalid-arguments", problems: [{ path: "", message: "x" }], schema: { type: "object" } },
      { type: "denied", reason: "" },
      { type: "timed-out", timeoutMs: 1 },
      { type: "failed", message: "x", untrusted: true },
      { type: "duplicate" },
      { type: "cancelled" },
      { type: "detected" },
    ]) {
      expect(parseArchive(withCall(outcome))).toMatchObject({ ok: true });
      const end = { type: "call-end", at: 1, turn: 1, callId: "1", outcome, durationMs: 0 };
      expect(parseArchive(withEvents([end]))).toMatchObject({ ok: true });
    }
  });

  it("keeps fields that it does not know", async () => {
    const conversation = { ...createConversation("c"), colour: "blue" };
    const text = withChange({ conversations: [conversation] });
    expect(parseArchive(text)).toMatchObject({ ok: true, contents: { conversations: [conversation] } });
  });

  it.each([
    ["an empty file", ""],
    ["a file cut in the middle", withChange({}).slice(0, -9)],
    ["JSON of something else", '{"name":"x"}'],
    ["null", "null"],
    ["a list", "[]"],
    ["a newer version", withChange({ version: 2 })],
    ["a record without an id", withChange({ conversations: [{ ...createConversation("c"), id: undefined }] })],
    ["the same id twice", withChange({ conversations: [createConversation("c"), createConversation("c")] })],
    ["a message of no conversation", withChange({ messages: [createUserMessage("q", "none")] })],
    ["a wrong type", withChange({ conversations: [{ ...createConversation("c"), title: 5 }] })],
    [
      "a memory of an unknown source",
      withChange({
        memories: [
          { id: "m", namespace: "n", text: "t", tags: [], source: { type: "spy" }, createdAt: 1, updatedAt: 1 },
        ],
      }),
    ],
    [
      "a summary of nothing",
      withChange({
        conversations: [createConversation("c")],
        messages: [{ ...createAnswer("a", "c", "q"), summary: { through: 7 } }],
      }),
    ],
    [
      "a run of a newer event version",
      withChange({
        runs: [
          {
            id: "r",
            conversationId: "c",
            startedAt: 1,
            question: "",
            reason: "",
            turns: 0,
            calls: 0,
            durationMs: 0,
            version: 99,
            events: [],
          },
        ],
      }),
    ],
    [
      "a name that reaches the prototype",
      withChange({ conversations: [createConversation("c")] }).replace('"title"', '"__proto__":{"x":1},"title"'),
    ],
    ["a result without content", withCall({ type: "success" })],
    ["an outcome that there is not", withCall({ type: "won" })],
    ["an outcome named like a member of every object", withCall({ type: "constructor" })],
    [
      "a failure that is none",
      withChange({
        conversations: [createConversation("c")],
        messages: [{ ...createAnswer("a", "c", "q"), failure: { code: {} } }],
      }),
    ],
    ["a log whose event lacks what it tells", withEvents([{ type: "call-start", at: 0, turn: 1 }])],
    ["a log with an event that there is not", withEvents([{ type: "toString", at: 0 }])],
    ["a time that no date has", withChange({ conversations: [{ ...createConversation("c"), updatedAt: 1e300 }] })],
    ["no settings for sampling", withChange({ settings: { ...DEFAULT_SETTINGS, sampling: null } })],
    ["a bound of nothing", withChange({ settings: { ...DEFAULT_SETTINGS, budget: { maxTokens: -1 } } })],
    ["a policy that there is not", withChange({ settings: { ...DEFAULT_SETTINGS, policies: { m: "guess" } } })],
    ["letters of no size", withChange({ settings: { ...DEFAULT_SETTINGS, fontScale: 0 } })],
    ["files of the person's own that are no list", withChange({ settings: { ...DEFAULT_SETTINGS, toolFiles: 7 } })],
    ["servers that are none", withChange({ settings: { ...DEFAULT_SETTINGS, mcpServers: [{ name: "x" }] } })],
    ["permissions that are none", withChange({ settings: { ...DEFAULT_SETTINGS, grants: "all" } })],
    ["an id that reaches the prototype", withChange({ conversations: [createConversation("__proto__")] })],
  ])("refuses %s with a sentence", (_, text) => {
    const parsed = parseArchive(text);
    expect(parsed.ok).toBe(false);
    if (!parsed.ok) expect(parsed.reason).toMatch(/^[A-Z].+\.$/);
    expect(Reflect.get({}, "x")).toBeUndefined();
  });
});

describe("toForeignContents", () => {
  it("takes no edits that an undo would write, and no word that they are undone", () => {
    const note = { id: "m", namespace: "n", text: "t", tags: [], createdAt: 1, updatedAt: 1 };
    const edits = [
      {
        before: { ...note, text: "planted", source: { type: "user" } },
        after: { ...note, source: { type: "import" } },
      },
    ] as const;
    const call = { call: { id: "1", name: "memory_write", arguments: {} }, durationMs: 1, edits };
    const turns = [{ raw: "", text: "saved", reasoning: "", calls: [call], broken: [] }];
    const answer = { ...createAnswer("a", "c", "q"), turns, undoneAt: 5 };
    const { messages } = toForeignContents({ ...EMPTY, messages: [createUserMessage("q", "c"), answer] });
    expect(messages.map(({ foreign }) => foreign)).toEqual([true, true]);
    expect(messages[1]).toMatchObject({ turns: [{ text: "saved", calls: [{ call: call.call, durationMs: 1 }] }] });
    expect(JSON.stringify(messages)).not.toMatch(/edits|undoneAt|planted/);
  });
});
