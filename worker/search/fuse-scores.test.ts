import { describe, expect, it } from "vitest";
import { fuseScores } from "./fuse-scores.ts";

const score = (...scores: readonly [id: string, score: number][]) =>
  scores.map(([id, value]) => ({ id, score: value }));
const toIds = (fused: ReturnType<typeof fuseScores<string>>) => fused.map(({ id }) => id);

const QUESTION = "Which of the notes says when the ferry leaves";

describe("fuseScores", () => {
  it("puts what both lists have before what one list has first", () => {
    const fused = fuseScores(QUESTION, score(["a", 9], ["b", 7], ["c", 1]), score(["d", 2.5], ["b", 2.3], ["e", 1]));
    expect(toIds(fused)[0]).toBe("b");
    expect(fused).toHaveLength(5);
  });

  it("keeps a clear first of one list before what both have far behind", () => {
    expect(toIds(fuseScores(QUESTION, score(["a", 9], ["b", 8.9]), score(["c", 3], ["b", 0.5])))[0]).toBe("c");
    expect(toIds(fuseScores(QUESTION, score(["a", 9], ["b", 1]), score(["b", 1.2], ["a", 1.1])))[0]).toBe("a");
  });

  it("puts what has the only word that is asked for first", () => {
    const lists = [score(["a", 9]), score(["b", 3], ["a", 0.1])] as const;
    expect(toIds(fuseScores("ferry", ...lists))[0]).toBe("a");
    expect(toIds(fuseScores(QUESTION, ...lists))[0]).toBe("b");
  });

  it("keeps the order of a single list", () => {
    expect(toIds(fuseScores(QUESTION, score(["x", 3], ["y", 2], ["z", 1]), []))).toEqual(["x", "y", "z"]);
    expect(fuseScores(QUESTION, [], [])).toEqual([]);
  });
});
