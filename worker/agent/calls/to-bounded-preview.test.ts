import { describe, expect, it } from "vitest";
import { toBoundedPreview } from "./to-bounded-preview.ts";

describe("a tool's preview", () => {
  it("keeps its title and both sides, and nothing else it carries", () => {
    const given = { title: "Save", before: "a", after: "b", html: "<b>" };
    expect(toBoundedPreview(given)).toEqual({ title: "Save", before: "a", after: "b" });
  });

  it("keeps what it would save, if that is a number and a name", () => {
    const given = { title: "Save", before: null, after: "b" };
    const saves = { notes: 2, namespace: "garden" };
    expect(toBoundedPreview({ ...given, saves: { ...saves, more: 1 } })).toEqual({ ...given, saves });
    for (const bad of [null, "2", { notes: "2", namespace: "garden" }, { notes: 1.5, namespace: "x" }, { notes: 1 }]) {
      expect(toBoundedPreview({ ...given, saves: bad })).toEqual(given);
    }
    const long = toBoundedPreview({ ...given, saves: { notes: 1, namespace: "n".repeat(1000) } });
    expect(long?.saves?.namespace.length).toBeLessThan(300);
  });

  it("keeps which file it would change, and that programs may run it", () => {
    const given = { title: "New file", before: null, after: "b" };
    const file = { action: "create", path: ".git/hooks/pre-commit" };
    expect(toBoundedPreview({ ...given, file: { ...file, runs: true, more: 1 } })?.file).toEqual({
      ...file,
      runs: true,
    });
    expect(toBoundedPreview({ ...given, file: { ...file, runs: "yes" } })?.file).toEqual(file);
  });

  it.each([
    null,
    undefined,
    "text",
    7,
    {},
    { title: "x", before: 1, after: "b" },
    { title: {}, before: "a", after: "b" },
  ])("that is no preview is none: %j", (given) => {
    expect(toBoundedPreview(given)).toBeNull();
  });

  it("is cut where it would fill the card", () => {
    const preview = toBoundedPreview({ title: "t".repeat(1000), before: null, after: "x".repeat(1_000_000) });
    expect(preview?.title.length).toBeLessThan(300);
    expect(preview?.after?.length).toBeLessThan(20_100);
    expect(preview?.after).toContain("characters left out");
  });
});
