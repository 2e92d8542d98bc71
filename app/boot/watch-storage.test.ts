import { expect, it } from "vitest";
import type { StorageInfo } from "../../worker/protocol/stored-data.ts";
import { watchStorage } from "./watch-storage.ts";

const CHAT = { id: "c", title: "c", createdAt: 0, updatedAt: 0, headId: null };
const AMPLE = { durable: true, persisted: false, usedBytes: 0, quotaBytes: 1_000_000_000 };

/** A page over a browser whose `localStorage` stays when the database goes. */
function createBrowser() {
  const kept = new Map<string, string>();
  return async (storage: StorageInfo, conversations: readonly (typeof CHAT)[]) => {
    const state = { storage: null as StorageInfo | null, conversations, memoryRevision: 0, failure: null as unknown };
    const listeners: ((now: typeof state, before: typeof state) => void)[] = [];
    let tick = () => {};
    const app = {
      store: {
        getState: () => state,
        setState: (change: object) => {
          const last = { ...state };
          Object.assign(state, change);
          for (const listener of listeners) listener(state, last);
        },
        subscribe: (listener: (typeof listeners)[number]) => void listeners.push(listener),
      },
      texts: {
        read: (key: string) => kept.get(key) ?? "",
        write: (key: string, text: string) => void kept.set(key, text),
      },
      models: { refreshStorage: async () => app.store.setState({ storage: now.storage }) },
    };
    const now = { storage };
    await watchStorage(app as unknown as Parameters<typeof watchStorage>[0], (_, callback) => {
      tick = callback;
    });
    const look = async (changed: StorageInfo) => {
      now.storage = changed;
      tick();
      await new Promise((resolve) => setTimeout(resolve, 0));
    };
    return { app, look, readFailure: () => (state.failure as { code: string } | null)?.code ?? null };
  };
}

it("a database that is another one, and empty, is told as lost until the user has put that away", async () => {
  const open = createBrowser();
  const first = await open({ ...AMPLE, databaseId: "one" }, [CHAT]);
  expect(first.readFailure()).toBeNull();
  expect((await open({ ...AMPLE, databaseId: "two" }, [])).readFailure()).toBe("storage-lost");
  const again = await open({ ...AMPLE, databaseId: "two" }, []);
  expect(again.readFailure()).toBe("storage-lost");
  again.app.store.setState({ failure: null });
  expect((await open({ ...AMPLE, databaseId: "two" }, [])).readFailure()).toBeNull();
});

it("deleting the last conversation is no loss, nor is a first visit", async () => {
  const open = createBrowser();
  expect((await open({ ...AMPLE, databaseId: "one" }, [])).readFailure()).toBeNull();
  await open({ ...AMPLE, databaseId: "one" }, [CHAT]);
  expect((await open({ ...AMPLE, databaseId: "one" }, [])).readFailure()).toBeNull();
});

it("the worker's word on its storage is not doubled", async () => {
  const open = createBrowser();
  await open({ ...AMPLE, databaseId: "one" }, [CHAT]);
  const told = await open({ ...AMPLE, databaseId: "two", failure: { code: "storage-lost" } }, []);
  expect(told.readFailure()).toBeNull();
});

it("warns once when little of the quota is left, and again after there was room", async () => {
  const low = { ...AMPLE, usedBytes: 990_000_000 };
  const page = await createBrowser()(AMPLE, []);
  await page.look(low);
  expect(page.readFailure()).toBe("storage-low");
  page.app.store.setState({ failure: null });
  await page.look(low);
  expect(page.readFailure()).toBeNull();
  await page.look(AMPLE);
  await page.look(low);
  expect(page.readFailure()).toBe("storage-low");
});
