import { expect, it } from "vitest";
import { createTextStore, ENCRYPTED } from "./text-store.ts";

function createStorage(): Storage {
  const texts = new Map<string, string>();
  return {
    length: 0,
    clear: () => texts.clear(),
    getItem: (key) => texts.get(key) ?? null,
    key: () => null,
    removeItem: (key) => void texts.delete(key),
    setItem: (key, text) => void texts.set(key, text),
  };
}

it("keeps drafts over a reload, but not while the rest is encrypted", () => {
  const storage = createStorage();
  const texts = createTextStore(storage);
  texts.write("draft.new", "half a thought");
  expect(createTextStore(storage).read("draft.new")).toBe("half a thought");
  texts.write(ENCRYPTED, "en");
  texts.write("draft.new", "half a secret");
  texts.write("looks", "dark");
  expect(createTextStore(storage).read("draft.new")).toBe("");
  expect(createTextStore(storage).read("looks")).toBe("dark");
  texts.write(ENCRYPTED, "");
  texts.write("draft.new", "another thought");
  expect(createTextStore(storage).read("draft.new")).toBe("another thought");
});
