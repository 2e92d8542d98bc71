/** `alcove/testing/contracts`: what every engine and every place for notes must do, as suites for Vitest. */
import { describe, expect, it } from "vitest";
import type { MemoryPort } from "../worker/agent/ports/memory-port.ts";

export { type ModelClientFixture, testModelClient } from "../worker/engines/generation/model-client.contract.ts";

/** The contract of a place for notes. `open` gives a fresh, empty one. */
export function testMemoryPort(name: string, open: () => Promise<MemoryPort> | MemoryPort): void {
  const note = (text: string, namespace = "notes") => ({
    namespace,
    text,
    source: { type: "user" } as const,
  });
  describe(`${name} as a memory`, () => {
    it("gives back a note as it was written, in any script", async () => {
      const notes = await open();
      const { record } = await notes.write(note("naïve 中文 🙂"));
      expect(await notes.read(record.id)).toMatchObject({ text: "naïve 中文 🙂", namespace: "notes" });
    });

    it("finds a note by one of its words and not by another's", async () => {
      const notes = await open();
      const { record } = await notes.write(note("The ferry to the island leaves at seven"));
      await notes.write(note("Nora is allergic to nuts"));
      const hits = await notes.search({ text: "ferry", limit: 5 });
      expect(hits.map((hit) => hit.record.id)).toEqual([record.id]);
    });

    it("keeps namespaces apart", async () => {
      const notes = await open();
      await notes.write(note("The key is under the stone", "project:garden"));
      expect(await notes.search({ text: "key", namespace: "project:metal", limit: 5 })).toEqual([]);
      expect(await notes.search({ text: "key", namespace: "project:garden", limit: 5 })).toHaveLength(1);
    });

    it("gives no more than was asked for", async () => {
      const notes = await open();
      for (const day of ["Monday", "Tuesday", "Wednesday"]) await notes.write(note(`The market on ${day}`));
      expect(await notes.search({ text: "market", limit: 2 })).toHaveLength(2);
    });

    it("returns what it deletes, once, and finds it no more", async () => {
      const notes = await open();
      const { record } = await notes.write(note("The lock opens with 4812"));
      expect((await notes.delete(record.id))?.text).toBe("The lock opens with 4812");
      expect(await notes.delete(record.id)).toBeNull();
      expect(await notes.read(record.id)).toBeNull();
      expect(await notes.search({ text: "lock", limit: 5 })).toEqual([]);
    });
  });
}
