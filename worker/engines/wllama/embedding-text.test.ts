import { expect, it } from "vitest";
import { toEmbeddingText } from "./embedding-text.ts";

it("writes a text as its model was trained on, with the family's word before it", () => {
  expect(toEmbeddingText("ﬁne\n\t tea\u0007", "passage", "multilingual-e5-small")).toBe("passage: fine tea");
  expect(toEmbeddingText("ﬁne\n\t tea\u0007", "note", "multilingual-e5-small")).toBe("query: fine tea");
  expect(toEmbeddingText(" Ｗhat ", "query", "all-MiniLM-L6-v2")).toBe("What");
});
