import { describe, expect, it } from "vitest";
import type { MemoryRecord } from "../protocol/memory.ts";
import { planRevert } from "./plan-revert.ts";

function note(id: string, text: string, change: Partial<MemoryRecord> = {}): MemoryRecord {
  return { id, namespace: "notes", text, tags: [], source: { type: "tool" }, createdAt: 1, updatedAt: 1, ...change };
}

function storeOf(...records: readonly MemoryRecord[]): (id: string) => MemoryRecord | null {
  return (id) => records.find((record) => record.id === id) ?? null;
}

describe("taking edits back", () => {
  it("deletes what was new and puts back what was changed", () => {
    const edits = [
      { before: null, after: note("a", "new") },
      { before: note("b", "old"), after: note("b", "newer") },
    ];
    expect(planRevert(edits, storeOf(note("a", "new"), note("b", "newer")))).toEqual({
      type: "revert",
      put: [note("b", "old")],
      remove: ["a"],
    });
  });

  it("of a note written twice goes back to before the first", () => {
    const edits = [
      { before: note("a", "one"), after: note("a", "two") },
      { before: note("a", "two"), after: note("a", "three") },
    ];
    expect(planRevert(edits, storeOf(note("a", "three")))).toMatchObject({ put: [note("a", "one")] });
    const made = [
      { before: null, after: note("a", "two") },
      { before: note("a", "two"), after: note("a", "three") },
    ];
    expect(planRevert(made, storeOf(note("a", "three")))).toMatchObject({ put: [], remove: ["a"] });
  });

  it("puts a deleted note back, unless it is there again with other words", () => {
    const edits = [{ before: note("a", "one"), after: null }];
    expect(planRevert(edits, storeOf())).toEqual({ type: "revert", put: [note("a", "one")], remove: [] });
    expect(planRevert(edits, storeOf(note("a", "two")))).toEqual({ type: "changed-since", memoryIds: ["a"] });
  });

  it("touches nothing when one of several was changed or deleted since, and names it", () => {
    const edits = [
      { before: null, after: note("a", "mine") },
      { before: null, after: note("b", "mine") },
    ];
    expect(planRevert(edits, storeOf(note("a", "mine"), note("b", "theirs")))).toEqual({
      type: "changed-since",
      memoryIds: ["b"],
    });
    const changed = [{ before: note("a", "old"), after: note("a", "new") }];
    expect(planRevert(changed, storeOf())).toEqual({ type: "changed-since", memoryIds: ["a"] });
  });

  it("does not mind that a note was read since", () => {
    const edits = [{ before: null, after: note("a", "mine") }];
    expect(planRevert(edits, storeOf(note("a", "mine", { usedAt: 99 })))).toMatchObject({ remove: ["a"] });
  });

  it("puts no note back that is more trusted than the stored one", () => {
    const edits = [{ before: note("a", "planted"), after: note("a", "seen", { untrusted: true }) }];
    const restored = note("a", "planted", { untrusted: true });
    expect(planRevert(edits, storeOf(note("a", "seen", { untrusted: true })))).toMatchObject({ put: [restored] });
    expect(planRevert(edits, storeOf(restored))).toEqual({ type: "revert", put: [], remove: [] });
  });

  it("may be repeated: what is back already counts as done", () => {
    const edits = [
      { before: null, after: note("a", "mine") },
      { before: note("b", "old"), after: note("b", "new") },
    ];
    expect(planRevert(edits, storeOf(note("b", "old")))).toEqual({ type: "revert", put: [], remove: [] });
  });
});
