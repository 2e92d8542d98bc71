import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Result } from "../../worker/protocol/failure.ts";
import type { ModelEntry } from "../../worker/protocol/model.ts";
import type { App } from "../state/create-app.ts";
import { WANTED_MODEL } from "../state/text-store.ts";
import type { NewToast } from "../state/toast-actions.ts";
import { followDownload, startDownload } from "./follow-download.ts";

const MODEL: ModelEntry = {
  id: "large",
  title: "Large",
  engines: ["webllm"],
  format: "chatml",
  contextTokens: 4096,
  local: false,
};

/** A page of which a download's end is up to the test. */
function createPage() {
  const texts = new Map<string, string>();
  const toasts: NewToast[] = [];
  const paused: string[] = [];
  let stored = false;
  let end: (result: Result<null>) => void = () => undefined;
  let begun = 0;
  const state = () => ({
    models: [{ ...MODEL, stored }],
    modelState: { type: "none" },
    download: { modelId: "large", failure: { code: "download-failed" } },
  });
  const app = {
    texts: { read: (key: string) => texts.get(key) ?? "", write: (key: string, text: string) => texts.set(key, text) },
    toasts: { show: (toast: NewToast) => toasts.push(toast) },
    models: { refreshModels: async () => undefined, refreshStorage: async () => undefined },
    store: { getState: state },
    api: {
      downloadModel: () => {
        begun += 1;
        return new Promise<Result<null>>((resolve) => {
          end = resolve;
        });
      },
      pauseDownload: async () => {
        paused.push("paused");
        end({ ok: false, failure: { code: "cancelled" } });
      },
    },
  } as unknown as App;
  return {
    app,
    toasts,
    paused,
    texts,
    begun: () => begun,
    end: (result: Result<null>) => end(result),
    noteStored: () => {
      stored = true;
    },
  };
}

describe("a model that is wanted", () => {
  let page: ReturnType<typeof createPage>;
  const online: (() => void)[] = [];
  beforeEach(() => {
    page = createPage();
    online.length = 0;
    vi.stubGlobal("addEventListener", (_type: string, listener: () => void) => online.push(listener));
  });
  afterEach(() => vi.unstubAllGlobals());

  test("is offered once it is here, and wanted no more", async () => {
    const following = startDownload(page.app, "large");
    expect(page.texts.get(WANTED_MODEL)).toBe("large");
    page.end({ ok: true, value: null });
    await following;
    expect(page.texts.get(WANTED_MODEL)).toBe("");
    expect(page.toasts).toMatchObject([
      { text: "download.ready", values: { title: "Large" }, action: "download.switch" },
    ]);
  });

  test("is followed once, however often that is asked", async () => {
    const following = startDownload(page.app, "large");
    await followDownload(page.app);
    expect(page.begun()).toBe(1);
    page.end({ ok: true, value: null });
    await following;
  });

  test("stays wanted after a cut connection, and is tried again with the network", async () => {
    const following = startDownload(page.app, "large");
    page.end({ ok: false, failure: { code: "download-failed" } });
    await following;
    expect(page.texts.get(WANTED_MODEL)).toBe("large");
    online[0]?.();
    expect(page.begun()).toBe(2);
    page.end({ ok: true, value: null });
    await vi.waitFor(() => expect(page.toasts).toHaveLength(1));
  });

  test("is wanted no more after a failure that another try would meet again", async () => {
    const following = startDownload(page.app, "large");
    page.end({ ok: false, failure: { code: "storage-full" } });
    await following;
    expect(page.texts.get(WANTED_MODEL)).toBe("");
    expect(online).toEqual([]);
  });

  test("is paused where another tab has paused it, and left to its end where that tab has completed it", async () => {
    const paused = startDownload(page.app, "large");
    page.texts.set(WANTED_MODEL, "");
    await followDownload(page.app);
    await paused;
    expect(page.paused).toHaveLength(1);

    const completed = startDownload(page.app, "large");
    page.texts.set(WANTED_MODEL, "");
    page.noteStored();
    await followDownload(page.app);
    expect(page.paused).toHaveLength(1);
    page.end({ ok: true, value: null });
    await completed;
    expect(page.toasts).toHaveLength(1);
  });
});
