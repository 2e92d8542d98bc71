import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MemoryPort } from "../agent/ports/memory-port.ts";
import { isFolderSeen, type Scope } from "../protocol/project.ts";
import { DEFAULT_SETTINGS } from "../protocol/settings.ts";
import { parseArchive, toArchive, toExport } from "./archive.ts";
import { createInMemoryStores } from "./in-memory-stores.ts";
import type { Stores } from "./stores.ts";

const SCOPES: readonly Scope[] = ["garden", "boat", null];
const scope = fc.constantFrom(...SCOPES);
const id = fc.constantFrom("one", "two", "three", undefined);
const word = fc.constantFrom("apple", "pear", "plum");

/** Each step says what only its own scope knows: its secret word. */
const step = fc.oneof(
  fc.record({ type: fc.constant("write" as const), scope, id, word, tagged: fc.boolean(), shared: fc.boolean() }),
  fc.record({ type: fc.constant("delete" as const), scope, id }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const toSecret = (of: Scope) => `secret${of ?? "outside"}`;

function openStores(): Stores {
  let ids = 0;
  let now = 0;
  return createInMemoryStores({ now: () => ++now, newId: () => `new-${++ids}` });
}

async function play(port: (of: Scope) => MemoryPort, each: Step): Promise<void> {
  const named = each.id === undefined ? {} : { id: each.id };
  if (each.type === "delete") return void (await port(each.scope).delete(each.id ?? "one"));
  const secret = toSecret(each.scope);
  const text = each.shared ? each.word : `${each.word} ${secret}`;
  const tags = each.tagged ? [secret] : [];
  await port(each.scope).write({ ...named, namespace: "notes", text, tags, source: { type: "tool" } });
}

describe("notes within a project", () => {
  it("say nothing in a scope that only another one was told, whatever is written, replaced and deleted", () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { memories } = openStores();
        for (const each of steps) {
          const before = await memories.list();
          await play((of) => memories.within(of), each);
          // Nothing of another scope was changed or deleted.
          const after = new Map((await memories.list()).map(({ record }) => [record.id, record]));
          for (const { record } of before) {
            const isOthers = record.project !== undefined && record.project !== each.scope;
            if (isOthers) expect(after.get(record.id)).toEqual(record);
          }
        }
        const all = (await memories.list()).map(({ record }) => record);
        for (const of of SCOPES) {
          const port = memories.within(of);
          const queries = ["", "apple", "pear plum", ...SCOPES.map(toSecret)];
          const found = await Promise.all(queries.map((text) => port.search({ text, limit: 50 })));
          const read = await Promise.all(all.map((record) => port.read(record.id)));
          const seen = [...found.flat().map(({ record }) => record), ...read.filter((record) => record !== null)];
          const others = SCOPES.filter((each) => each !== of && each !== null).map(toSecret);
          for (const other of others) expect(JSON.stringify(seen)).not.toContain(other);
          // What is its own or everybody's is found.
          const own = all.filter(({ project }) => project === undefined || project === of);
          expect(new Set(found[0]?.map(({ record }) => record.id))).toEqual(new Set(own.map((record) => record.id)));
        }
      }),
      { numRuns: 40 },
    ));

  it("leave everybody's note as it is when a project says more, and keep the rest for the project", async () => {
    const { memories } = openStores();
    const { record } = await memories.within(null).write({ namespace: "notes", text: "tea", source: { type: "tool" } });
    const garden = memories.within("garden");
    const changed = await garden.write({ id: record.id, namespace: "notes", text: "rue", source: { type: "tool" } });
    expect(changed.type).toBe("created");
    expect((await memories.within(null).read(record.id))?.text).toBe("tea");
    const repeated = await garden.write({ namespace: "notes", text: "tea", source: { type: "tool" } });
    expect(repeated.type).toBe("unchanged");
  });
});

describe("chats within a project", () => {
  it("are searched and exported alone", () =>
    fc.assert(
      fc.asyncProperty(fc.array(scope, { minLength: 1, maxLength: 8 }), scope, async (scopes, of) => {
        const stores = openStores();
        for (const [number, each] of scopes.entries()) {
          const conversation = { id: `c${number}`, title: "", createdAt: 0, updatedAt: number, headId: `m${number}` };
          await stores.conversations.saveTurn({
            conversation: { ...conversation, ...(each === null ? {} : { folder: each }) },
            messages: [
              {
                role: "user",
                id: `m${number}`,
                conversationId: conversation.id,
                parentId: null,
                createdAt: 0,
                sequence: 0,
                text: `apple ${toSecret(each)}`,
              },
            ],
          });
          await stores.memories.within(each).write({
            namespace: "notes",
            text: `plum ${number} ${toSecret(each)}`,
            source: { type: "user" },
          });
        }
        const hits = await stores.conversations.search("apple", 50, undefined, of);
        const own = scopes.flatMap((each, number) => (each === of ? [`c${number}`] : []));
        expect(hits.map(({ conversationId }) => conversationId).sort()).toEqual(own.sort());
        if (of === null) return;
        const options = { connections: { hosts: [], server: null }, withKeys: true, project: of };
        const { archive } = toExport(await stores.readEverything(), { now: 0, newId: () => "x" }, options);
        const text = await archive.text();
        for (const other of SCOPES.filter((each) => each !== of)) expect(text).not.toContain(toSecret(other));
        const parsed = parseArchive(text);
        if (!parsed.ok) throw new Error(parsed.reason);
        expect(parsed.contents.conversations.map((each) => each.id).sort()).toEqual(own.sort());
        expect(parsed.contents.memories).toHaveLength(own.length);
        // Taken in elsewhere, it is the same project, and everything else stays.
        const elsewhere = openStores();
        await elsewhere.memories.within(null).write({ namespace: "notes", text: "tea", source: { type: "user" } });
        await elsewhere.importEverything(parsed.contents, "merge");
        expect((await elsewhere.settings.read()).projects).toEqual([{ id: of, name: of }]);
        const found = await elsewhere.memories.within(null).search({ text: "", limit: 50 });
        expect(found.map(({ record }) => record.text)).toEqual(["tea"]);
      }),
      { numRuns: 20 },
    ));

  it("keep a note that another project has too when a file brings it", async () => {
    const [there, here] = [openStores(), openStores()];
    const note = { namespace: "notes", text: "plant in May", source: { type: "user" as const } };
    await here.memories.within("boat").write(note);
    await there.memories.within("garden").write({ ...note, id: "theirs" });
    const parsed = parseArchive(await toArchive(await there.readEverything(), 0).text());
    if (!parsed.ok) throw new Error(parsed.reason);
    await here.importEverything(parsed.contents, "merge");
    expect(await here.memories.within("garden").search({ text: "plant", limit: 5 })).toHaveLength(1);
  });
});

describe("the folders of projects", () => {
  it("are seen by those that have them, and by no other", () => {
    const projects = [
      { id: "garden", name: "Garden", workspaces: ["plans"] },
      { id: "boat", name: "Boat", workspaces: [] },
      { id: "house", name: "House" },
    ];
    const settings = { ...DEFAULT_SETTINGS, projects };
    const seen = (of: Scope) => ["plans", "letters"].filter((folder) => isFolderSeen(settings, of, folder));
    expect(seen("garden")).toEqual(["plans"]);
    expect(seen("boat")).toEqual([]);
    expect(seen("house")).toEqual(["letters"]);
    expect(seen("a folder of before")).toEqual(["letters"]);
    expect(seen(null)).toEqual(["letters"]);
  });
});
