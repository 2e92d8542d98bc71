import { expect, it } from "vitest";
import { createDocumentSet, DOCUMENT_SEED, LANGUAGES } from "./document-corpus.ts";
import { measureFound } from "./search-documents.ts";

it.each([DOCUMENT_SEED, DOCUMENT_SEED + 1])(
  "finds the passage that answers a question about 100 documents in five languages (seed %d)",
  async (seed) => {
    const set = createDocumentSet(seed, 60);
    expect(set.documents).toHaveLength(100);
    expect(set.questions).toHaveLength(300);
    const [three, five] = await measureFound(set, [3, 5]);
    const shares = five?.shares ?? new Map();
    expect(shares.get("all")).toBeGreaterThanOrEqual(0.95);
    for (const language of LANGUAGES) expect(shares.get(language), language).toBeGreaterThanOrEqual(0.9);
    // Three passages are what the starter is given.
    expect(three?.shares.get("all")).toBeGreaterThanOrEqual(0.93);
  },
);
