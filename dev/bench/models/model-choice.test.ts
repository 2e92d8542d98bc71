import { expect, test } from "vitest";
import { readModelChoice } from "./model-choice.ts";

test("a model is the starter, a way of asking it, or any file", () => {
  expect(readModelChoice([])).toEqual({ model: { type: "starter", way: "tuned" }, inBrowser: false });
  expect(readModelChoice(["--model=base", "--chromium"])).toEqual({
    model: { type: "starter", way: "base" },
    inBrowser: true,
  });
  expect(readModelChoice(["--model=a/b.gguf", "--policy=staged", "--threads=2"])).toEqual({
    model: { type: "file", path: "a/b.gguf" },
    inBrowser: false,
    policy: "staged",
    threads: 2,
  });
});

test("what is none of these is refused in a sentence", () => {
  expect(() => readModelChoice(["--model=clever"])).toThrow("There is no way 'clever'");
  expect(() => readModelChoice(["--policy=clever"])).toThrow("There is no policy 'clever'");
  expect(() => readModelChoice(["--threads=0"])).toThrow("'0' is no number of threads.");
});
