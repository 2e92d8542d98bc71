import { beforeEach, describe, expect, test } from "vitest";
import type { ModelLibrary } from "../agent/ports/model-library.ts";
import type { DownloadTurns, TabProgress } from "../platform/download-turns.ts";
import { createLockedTurns } from "../platform/download-turns.ts";
import type { AgentEvent } from "../protocol/api/agent-event.ts";
import type { Result } from "../protocol/failure.ts";
import { toEntry } from "./agent-host.fixture.ts";
import { createModelDownloads, type ModelDownloads } from "./model-downloads.ts";

type Download = ModelLibrary["download"];

/** A library whose downloads the test ends. */
function createLibrary() {
  const begun: { id: string; progress: Parameters<Download>[1]; end: (result: Result<null>) => void }[] = [];
  const download: Download = ({ id }, onProgress, signal) =>
    new Promise((resolve) => {
      begun.push({ id, progress: onProgress, end: resolve });
      signal.addEventListener("abort", () => resolve({ ok: false, failure: { code: "cancelled" } }));
    });
  return { begun, library: { list: async () => ["small", "large"].map(toEntry), download } };
}

/** The turns of several workers over one set of locks and one channel. */
function createTabs() {
  const chains = new Map<string, Promise<unknown>>();
  const listeners: ((told: TabProgress) => void)[] = [];
  const toTurns = (): DownloadTurns => {
    let own: ((told: TabProgress) => void) | null = null;
    return {
      take: async (modelId, signal, work) => {
        const before = chains.get(modelId) ?? Promise.resolve();
        const aborted = new Promise<never>((_, reject) => {
          signal.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
        });
        const turn = Promise.race([before, aborted]).then(work);
        chains.set(
          modelId,
          before.then(() => turn.catch(() => undefined)),
        );
        return turn;
      },
      tell: (told) => {
        for (const listener of listeners) if (listener !== own) listener(told);
      },
      listen: (deliver) => {
        own = deliver;
        listeners.push(deliver);
      },
    };
  };
  return toTurns;
}

const idle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
const bytes = (done: number) => ({ type: "download", done, total: 100, unit: "bytes" }) as const;

describe("a download beside the loaded model", () => {
  const toTurns = createTabs();
  let events: AgentEvent[];
  let downloads: ModelDownloads;
  let files: ReturnType<typeof createLibrary>;
  const createTab = (library: ReturnType<typeof createLibrary>["library"], seen: AgentEvent[], turns: DownloadTurns) =>
    createModelDownloads({
      readLibrary: async () => library,
      turns,
      emit: (event) => void seen.push(event),
      now: () => 0,
    });
  beforeEach(() => {
    events = [];
    files = createLibrary();
    downloads = createTab(files.library, events, createTabs()());
  });

  test("tells how far it is, and ends once the files are here", async () => {
    const done = downloads.start("large");
    await idle();
    files.begun[0]?.progress(bytes(40));
    expect(events.at(-1)).toEqual({ type: "download", download: { modelId: "large", progress: bytes(40) } });
    files.begun[0]?.end({ ok: true, value: null });
    expect(await done).toEqual({ ok: true, value: null });
    expect(events.at(-1)).toEqual({ type: "download", download: null });
  });

  test("asked for twice is one download", async () => {
    expect(downloads.start("large")).toBe(downloads.start("large"));
    await idle();
    expect(files.begun).toHaveLength(1);
  });

  test("is paused for another one", async () => {
    const first = downloads.start("large");
    await idle();
    void downloads.start("small");
    expect(await first).toMatchObject({ failure: { code: "cancelled" } });
    await idle();
    expect(files.begun.map(({ id }) => id)).toEqual(["large", "small"]);
  });

  test("that fails says why; one that is stopped says nothing", async () => {
    const failed = downloads.start("large");
    await idle();
    files.begun[0]?.end({ ok: false, failure: { code: "download-failed", detail: "cut" } });
    await failed;
    expect(events.at(-1)).toMatchObject({ download: { modelId: "large", failure: { code: "download-failed" } } });
    const stopped = downloads.start("large");
    await idle();
    await downloads.stop();
    expect(await stopped).toMatchObject({ failure: { code: "cancelled" } });
    expect(events.at(-1)).toEqual({ type: "download", download: null });
  });

  test("of an unknown model is refused", async () => {
    expect(await downloads.start("unknown")).toMatchObject({ failure: { code: "model-missing" } });
  });

  test("is seen in another tab, which goes on with it when the first one ends", async () => {
    const otherEvents: AgentEvent[] = [];
    const otherFiles = createLibrary();
    const first = createTab(files.library, events, toTurns());
    const other = createTab(otherFiles.library, otherEvents, toTurns());
    void first.start("large");
    await idle();
    const done = other.start("large");
    await idle();
    files.begun[0]?.progress(bytes(70));
    expect(otherFiles.begun).toHaveLength(0);
    expect(otherEvents.at(-1)).toEqual({
      type: "download",
      download: { modelId: "large", elsewhere: true, progress: bytes(70) },
    });
    await first.stop();
    await idle();
    otherFiles.begun[0]?.end({ ok: true, value: null });
    expect(await done).toEqual({ ok: true, value: null });
  });
});

test("messages of other pages that are no progress are passed over", () => {
  const channel: Pick<BroadcastChannel, "postMessage" | "onmessage"> = { postMessage: () => {}, onmessage: null };
  const told: TabProgress[] = [];
  createLockedTurns({ request: () => Promise.reject(new Error("unused")) }, channel).listen((each) => told.push(each));
  const deliver = (data: unknown): unknown =>
    channel.onmessage?.call(new EventTarget() as BroadcastChannel, new MessageEvent("message", { data }));
  for (const data of [null, 1, { modelId: 1, done: 0, total: 0 }, { modelId: "a", done: "0", total: 0 }]) deliver(data);
  deliver({ modelId: "a", done: 1, total: 2, extra: "left out" });
  expect(told).toEqual([{ modelId: "a", done: 1, total: 2 }]);
});
