import { expect, test } from "vitest";
import { readStartOptions } from "./start-options.ts";

test("an address names the engine and the model of this page view", () => {
  expect(readStartOptions("?engine=webllm&model=starter")).toEqual({ engine: "webllm", modelId: "starter" });
});

test("an address without them, or with an unknown engine, asks for nothing", () => {
  expect(readStartOptions("")).toEqual({});
  expect(readStartOptions("?engine=toString&model=")).toEqual({});
});
