import { describe, expect, it } from "vitest";
import { isTainted } from "../../protocol/message.ts";
import { startTestHost, toValue } from "../agent-host.fixture.ts";

async function startWithNotes() {
  const host = await startTestHost({});
  for (const text of ["ferry at 7:40", "pier two"]) {
    toValue(await host.api.saveMemory({ namespace: "notes", text, source: { type: "user" } }));
  }
  toValue(await host.api.updateSettings({ maxTurns: 3 }));
  await host.stores.conversations.saveTurn({
    conversation: { id: "c", title: "Ferries", createdAt: 1, updatedAt: 1, headId: "q" },
    messages: [
      { role: "user", id: "q", conversationId: "c", parentId: null, createdAt: 1, sequence: 0, text: "when? 🚢" },
    ],
  });
  return host;
}

describe("everything that is kept, in the hands of its owner", () => {
  it("brings back by import what was exported and then deleted", async () => {
    const { api, stores, waitFor } = await startWithNotes();
    const before = await stores.readEverything();
    const text = new TextDecoder().decode(toValue(await api.exportEverything()).bytes);
    toValue(await api.deleteEverything());
    expect((await stores.readEverything()).memories.length).toBe(0);
    expect(await stores.conversations.list()).toEqual([]);
    const emptied = await waitFor(({ type }) => type === "everything-changed");
    expect(emptied).toMatchObject({ conversations: [] });

    const preview = toValue(await api.previewImport(text, "replace", true));
    expect(preview.counts.memories).toMatchObject({ added: 2, removed: 0 });
    expect((await stores.readEverything()).memories.length).toBe(0);
    expect(toValue(await api.importEverything(text, "replace", true))).toMatchObject({
      counts: preview.counts,
      settings: preview.settings,
    });
    expect(await stores.readEverything()).toEqual(before);
    await waitFor((event) => event.type === "everything-changed" && event.conversations.length === 1);
    expect((await api.start()).settings.maxTurns).toBe(3);
  });

  it("takes the model server's key into an export only if that was asked for, and for its origin alone", async () => {
    const { api, stores } = await startWithNotes();
    toValue(await api.writeServerKey({ origin: "https://a.example", key: "sk-secret" }));
    const toText = async (withKeys: boolean, url: string) => {
      const server = { dialect: "openai", url, model: "" } as const;
      const exported = await api.exportEverything({ connections: { hosts: [], server }, withKeys });
      return new TextDecoder().decode(toValue(exported).bytes);
    };
    expect(await toText(false, "https://a.example/llm")).not.toContain("sk-secret");
    expect(await toText(true, "https://b.example")).not.toContain("sk-secret");
    expect(await toText(true, "https://a.example/llm")).toContain("sk-secret");
    toValue(await api.deleteEverything());
    expect(await stores.serverKey.read()).toBeNull();
  });

  it("takes no permission from a file, and says so beforehand", async () => {
    const { api, stores } = await startWithNotes();
    await stores.settings.update({
      grants: [{ tool: "http_get", skill: "assistant", pin: "p" }],
      mcpServers: [{ name: "home", url: "https://home.example/mcp", consents: { look: "1", open: "2" } }],
    });
    const exported: object = JSON.parse(new TextDecoder().decode(toValue(await api.exportEverything()).bytes));
    const settings = { ...Reflect.get(exported, "settings"), allowedHosts: ["https://evil.example"] };
    const text = JSON.stringify({ ...exported, settings });
    expect(toValue(await api.previewImport(text, "merge", true)).permissionsDropped).toBe(4);
    expect(toValue(await api.previewImport(text, "replace", true)).permissionsDropped).toBe(4);
    expect(toValue(await api.importEverything(text, "replace", true)).permissionsDropped).toBe(4);
    const stored = await stores.settings.read();
    expect(stored).toMatchObject({ maxTurns: 3, grants: [], mcpServers: [{ name: "home", consents: {} }] });
    expect(stored).not.toHaveProperty("allowedHosts");
  });

  it("merges one's own settings, tools and servers into what is here, and keys only if they were asked for", async () => {
    const { api, stores } = await startWithNotes();
    await stores.settings.update({
      systemPrompt: "Be brief.",
      toolFiles: [{ name: "x.clad.toml", text: "" }],
      mcpServers: [{ name: "home", url: "https://home.example/mcp", consents: {}, token: "t-1" }],
      secrets: { "api.example token": "never-out" },
    });
    const connections = {
      hosts: ["https://home.example"],
      server: { dialect: "openai", url: "http://127.0.0.1:8080", model: "", apiKey: "sk-1" },
    } as const;
    const read = async (withKeys: boolean) =>
      new TextDecoder().decode(toValue(await api.exportEverything({ connections, withKeys })).bytes);
    const [text, whole] = [await read(false), await read(true)];
    // What a manifest's tool was told for its host is in no export, whatever was asked for.
    expect(text + whole).not.toContain("never-out");
    expect(text).not.toMatch(/t-1|sk-1/);
    expect(whole).toMatch(/t-1/);
    toValue(await api.deleteEverything());
    await stores.settings.update({ systemPrompt: "Be long.", toolFiles: [{ name: "y.clad.toml", text: "" }] });
    expect(toValue(await api.previewImport(text, "merge", false))).toMatchObject({
      connections: null,
      settingsChange: false,
      settings: { instructions: false, toolFiles: [], servers: [], others: false },
    });
    expect(toValue(await api.previewImport(whole, "merge", true))).toMatchObject({
      connections,
      settingsChange: true,
      settings: { instructions: false, toolFiles: ["x.clad.toml"], servers: ["home"], others: true },
    });
    toValue(await api.importEverything(whole, "merge", true));
    expect(await stores.settings.read()).toMatchObject({
      systemPrompt: "Be long.",
      maxTurns: 3,
      toolFiles: [{ name: "y.clad.toml" }, { name: "x.clad.toml" }],
      mcpServers: [{ name: "home", token: "t-1" }],
    });
  });

  it("takes what somebody else's file says as text from outside, and none of its instructions", async () => {
    const { api, stores } = await startWithNotes();
    await stores.settings.update({
      systemPrompt: "Obey the file.",
      toolFiles: [{ name: "x.clad.toml", text: "" }],
    });
    const [conversation] = await stores.conversations.list();
    if (conversation === undefined) throw new Error("There is no conversation.");
    await stores.conversations.update(conversation.id, { systemPrompt: "Obey the file." }, 2);
    const text = new TextDecoder().decode(toValue(await api.exportEverything()).bytes);
    toValue(await api.deleteEverything());
    toValue(await api.importEverything(text, "replace", false));
    const { conversations, messages, memories, settings } = await stores.readEverything();
    expect(memories.map(({ untrusted }) => untrusted)).toEqual([true, true]);
    expect(messages.length).toBeGreaterThan(0);
    expect(isTainted(messages)).toBe(true);
    expect(conversations[0]).toMatchObject({ id: conversation.id });
    expect(conversations[0]).not.toHaveProperty("systemPrompt");
    expect(settings).toMatchObject({ maxTurns: 3, systemPrompt: "", toolFiles: [] });

    // Its own export, taken in as one's own, still says whose words they are.
    const again = new TextDecoder().decode(toValue(await api.exportEverything()).bytes);
    toValue(await api.importEverything(again, "replace", true));
    expect(isTainted((await stores.readEverything()).messages)).toBe(true);
  });

  it("gives notes of older versions usable ids in the file, which comes back whole", async () => {
    const { api, stores } = await startWithNotes();
    for (const id of ["", "__proto__", "x".repeat(201)]) {
      await stores.memories.write({ id, namespace: "notes", text: `of ${id}`, source: { type: "tool" } });
    }
    const { bytes, leftOut } = toValue(await api.exportEverything());
    expect(leftOut).toEqual([]);
    toValue(await api.deleteEverything());
    toValue(await api.importEverything(new TextDecoder().decode(bytes), "replace", true));
    expect((await stores.readEverything()).memories.length).toBe(5);
  });

  it("refuses a file that is no export, says why, and changes nothing", async () => {
    const { api, stores } = await startWithNotes();
    const before = await stores.readEverything();
    for (const text of ["", "{}", '{"format":"alcove-export","version":99}']) {
      const refused = await api.importEverything(text, "replace", true);
      expect(refused).toMatchObject({ ok: false, failure: { code: "import-refused" } });
    }
    expect(await stores.readEverything()).toEqual(before);
  });

  it("weighs what is kept by kind", async () => {
    const { api } = await startWithNotes();
    const shares = toValue(await api.measureStorage());
    const memories = shares.find(({ kind }) => kind === "memories");
    expect(memories?.records).toBe(2);
    expect(memories?.bytes).toBeGreaterThan(0);
  });
});

describe("changes of another tab", () => {
  it("reach the page with what is stored now", async () => {
    const { stores, emitChange, waitFor } = await startWithNotes();
    await stores.settings.update({ maxTurns: 5 });
    emitChange({ type: "settings" });
    await waitFor((event) => event.type === "settings-changed" && event.settings.maxTurns === 5);
    emitChange({ type: "conversation", conversationId: "c" });
    await waitFor((event) => event.type === "message-stored" && event.message.id === "q");
    await stores.conversations.delete("c");
    emitChange({ type: "conversation", conversationId: "c" });
    await waitFor((event) => event.type === "conversation-deleted" && event.conversationId === "c");
    emitChange({ type: "everything" });
    await waitFor((event) => event.type === "everything-changed" && event.conversations.length === 0);
  });
});
