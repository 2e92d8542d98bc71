import { beforeEach, describe, expect, test } from "vitest";
import type { EngineId, LoadProgress, ModelState } from "../../worker/protocol/model.ts";
import type { TextStore } from "../state/text-store.ts";
import { openLoadGuard, type PageLocks } from "./load-guard.ts";

let kept: Map<string, string>;
let held: Set<string>;
beforeEach(() => {
  kept = new Map();
  held = new Set();
});

function toLoading(modelId = "big", engine: EngineId = "webllm", type: LoadProgress["type"] = "load"): ModelState {
  const choice = { engine, reason: "" };
  return { type: "loading", modelId, choice, progress: { type, done: 0, total: 0, unit: "steps" } };
}

const READY: ModelState = {
  type: "ready",
  modelId: "big",
  choice: { engine: "webllm", reason: "" },
  format: "chatml",
  contextTokens: 4096,
};

/** A page of this browser; its locks are free once the test says that it has gone. */
async function openPage() {
  const texts: TextStore = {
    read: (key) => kept.get(key) ?? "",
    write: (key, text) => {
      if (text === "") kept.delete(key);
      else kept.set(key, text);
    },
  };
  const locks = {
    request: async (name: string) => {
      held.add(name);
    },
    query: async () => ({ held: [...held].map((name) => ({ name })) }),
  };
  return openLoadGuard(texts, locks as unknown as PageLocks);
}

/** A page that ends in the middle of a load, without a word. */
async function crashWhile(...states: readonly ModelState[]): Promise<void> {
  const guard = await openPage();
  guard.begin();
  for (const state of states) guard.follow(state, true);
  held.clear();
}

describe("a load that ends its page", () => {
  test("is forgiven once and held back after the second time in a row", async () => {
    expect((await openPage()).begin()).toBeNull();
    await crashWhile(toLoading());
    expect((await openPage()).begin()).toBeNull();
    await crashWhile(toLoading());
    expect((await openPage()).begin()).toBe("big");
  });

  test("is held back again when the user's attempt ends the page too, and forgotten when it ends well", async () => {
    await crashWhile(toLoading());
    await crashWhile(toLoading());
    await crashWhile(toLoading());
    const guard = await openPage();
    expect(guard.begin()).toBe("big");
    guard.follow(toLoading(), true);
    guard.follow(READY, true);
    expect(kept.size).toBe(0);
    expect((await openPage()).begin()).toBeNull();
  });

  test("counts apart from other models and from the same one with another engine", async () => {
    await crashWhile(toLoading("big"));
    await crashWhile(toLoading("small"));
    expect((await openPage()).begin()).toBeNull();
    await crashWhile(toLoading("small", "wllama"));
    expect((await openPage()).begin()).toBeNull();
  });

  test("is not forgotten because the processor could load it", async () => {
    await crashWhile(toLoading());
    await crashWhile(toLoading());
    const guard = await openPage();
    guard.begin();
    guard.follow(toLoading("big", "wllama"), true);
    guard.follow({ ...READY, choice: { engine: "wllama", reason: "" } }, true);
    expect((await openPage()).begin()).toBe("big");
  });

  test("counts when it ends the worker alone", async () => {
    const guard = await openPage();
    for (const answer of [null, null, "big"]) {
      expect(guard.begin()).toBe(answer);
      guard.follow(toLoading(), true);
    }
  });
});

describe("what is no sign of a crash", () => {
  test.each<[string, (guard: Awaited<ReturnType<typeof openPage>>) => void]>([
    ["a page that is left or loaded anew", (guard) => guard.rest()],
    [
      "a load that failed with a reason",
      (guard) => guard.follow({ type: "failed", modelId: "big", failure: { code: "out-of-memory" } }, true),
    ],
    ["a load that was cancelled", (guard) => guard.follow({ type: "none" }, true)],
    ["a tab in the background, which the system may end", (guard) => guard.follow(toLoading(), false)],
    ["a download", (guard) => guard.follow(toLoading("big", "webllm", "download"), true)],
  ])("%s", async (_name, end) => {
    for (let round = 0; round < 3; round += 1) {
      const guard = await openPage();
      expect(guard.begin()).toBeNull();
      guard.follow(toLoading(), true);
      end(guard);
      held.clear();
    }
    expect((await openPage()).begin()).toBeNull();
  });

  test("a script or a server, which take nothing along", async () => {
    for (const engine of ["scripted", "remote"] as const) {
      await crashWhile(toLoading("big", engine));
      await crashWhile(toLoading("big", engine));
    }
    expect((await openPage()).begin()).toBeNull();
  });

  test("a load that another tab is busy with", async () => {
    await crashWhile(toLoading());
    const other = await openPage();
    other.begin();
    other.follow(toLoading(), true);
    expect((await openPage()).begin()).toBeNull();
  });

  test("a mark that cannot be read", async () => {
    for (const text of ["{", "null", "7", '{"modelId":3}']) {
      kept.set("load-mark", text);
      expect((await openPage()).begin()).toBeNull();
    }
  });
});
