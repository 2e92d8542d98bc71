import "fake-indexeddb/auto";
import { createAgent } from "alcove";
import { createInMemoryMemory, openMemory } from "alcove/store";
import { callTool, mockModel } from "alcove/testing";
import { testMemoryPort } from "alcove/testing/contracts";
import { expect, it } from "vitest";

let databases = 0;
const nextName = (): string => `memory-test-${++databases}`;

testMemoryPort("the memory of a page", () => createInMemoryMemory().notes);
testMemoryPort("the memory in IndexedDB", () => openMemory({ database: nextName() }).notes);

it("a note that one agent saved is recalled by another over the same database, after both were made anew", async () => {
  const database = nextName();
  const first = createAgent({
    model: mockModel([callTool("memory_write", { text: "Nora is allergic to nuts" }), "Noted."]),
    memory: openMemory({ database }),
  });
  expect(await first.ask("Remember that Nora is allergic to nuts").calls).toMatchObject([
    { outcome: { type: "success" } },
  ]);
  const model = mockModel(["No nuts."]);
  const second = createAgent({ model, memory: openMemory({ database }) });
  expect(await second.ask("What is Nora allergic to?").text).toBe("No nuts.");
  model.assertSent("user", "Nora is allergic to nuts");
  model.assertTools(["memory_write", "memory_search", "memory_read", "memory_delete"]);
});

it("notes are kept by namespace with the tools of kom.memory.v1", async () => {
  const model = mockModel([
    callTool("kom.memory.v1.upsert_memory", { namespace: "project:metal", items: [{ text: "The lathe needs oil" }] }),
    "Saved.",
  ]);
  const agent = createAgent({ model, memory: createInMemoryMemory({ tools: "kom" }) });
  const [record] = await agent.ask("Keep that the lathe needs oil.").calls;
  expect(JSON.stringify(record?.outcome)).toContain('"upserted":1');
});
