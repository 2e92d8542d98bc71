import { describe, expect, it } from "vitest";
import { fuseRanks } from "./fuse-ranks.ts";

describe("fuseRanks", () => {
  it("puts what both lists have before what one list has first", () => {
    const ids = fuseRanks([
      ["a", "b", "c"],
      ["d", "b", "e"],
    ]).map(({ id }) => id);
    expect(ids[0]).toBe("b");
    expect(ids).toHaveLength(5);
  });

  it("keeps the order of a single list", () => {
    expect(fuseRanks([["x", "y", "z"], []]).map(({ id }) => id)).toEqual(["x", "y", "z"]);
    expect(fuseRanks([])).toEqual([]);
  });
});
