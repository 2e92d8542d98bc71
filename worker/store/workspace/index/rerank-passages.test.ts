import { afterEach, describe, expect, it, vi } from "vitest";
import type { Reranker } from "../../../agent/ports/embedder.ts";
import { MAX_RERANKED, rerankPassages } from "./rerank-passages.ts";

afterEach(() => void vi.useRealTimers());

const PASSAGES = ["one", "three", "fourteen", "six"].map((text, index) => ({ text, score: 4 - index }));

/** Rates by length unless told otherwise. */
function toReranker(rate: Reranker["rate"] = async (_, { length }) => length): Reranker {
  return { title: "toy", rate, dispose: async () => undefined };
}

async function rerank(reranker: Reranker, now = () => 0, passages = PASSAGES) {
  return rerankPassages(reranker, "a question", passages, now);
}

const toTexts = (passages: readonly { readonly text: string }[]) => passages.map(({ text }) => text);

describe("passages in a reranker's order", () => {
  it("stand by their scores, equal ones as before, and the search's scores go on to fall", async () => {
    const ranked = await rerank(toReranker());
    expect(toTexts(ranked)).toEqual(["fourteen", "three", "one", "six"]);
    expect(ranked.map(({ score }) => score)).toEqual([4, 3, 2, 1]);
  });

  it("are asked for with the question, the best thirty alone", async () => {
    const asked: string[] = [];
    const many = Array.from({ length: 40 }, (_, index) => ({ text: `${index}`, score: 40 - index }));
    const ranked = await rerank(
      toReranker(async (question, text) => asked.push(`${question}: ${text}`)),
      undefined,
      many,
    );
    expect(asked).toHaveLength(MAX_RERANKED);
    expect(asked[0]).toBe("a question: 0");
    expect(toTexts(ranked.slice(MAX_RERANKED))).toEqual(toTexts(many.slice(MAX_RERANKED)));
    expect(ranked[0]?.text).toBe("29");
  });

  it.each([
    ["that fails", async () => Promise.reject(new Error("gone"))],
    ["whose score is no number", async () => Number.NaN],
  ])("stay as they are with one %s in the middle", async (_, end) => {
    let rated = 0;
    const reranker = toReranker(async (_question, { length }) => (++rated === 3 ? end() : length));
    expect(await rerank(reranker)).toEqual(PASSAGES);
  });

  it("follow in their order where there was no time for them", async () => {
    let time = 0;
    const reranker = toReranker(async (_, { length }) => {
      time += 2500;
      return length;
    });
    expect(toTexts(await rerank(reranker, () => time))).toEqual(["three", "one", "fourteen", "six"]);
  });

  it("wait no longer than some seconds for one that never answers", async () => {
    vi.useFakeTimers();
    const ranked = rerank(toReranker(() => new Promise(() => undefined)));
    await vi.advanceTimersByTimeAsync(4000);
    expect(await ranked).toEqual(PASSAGES);
  });
});
