import { type BrowserContext, chromium, type Page } from "playwright-core";
import { CHROMIUM_FLAGS, ensureChromium } from "../scripts/find-chromium.ts";

/** Posts a task to the worker, and resolves with what it answers. */
export type AskWorker<Task> = (task: Task) => Promise<unknown>;

/** The bytes of a worker's heap, after a collection or with the garbage that is there. */
export type ReadHeap = (garbage?: "collected" | "counted") => Promise<number>;

/** A new browser on the profile, a page, and one worker in it. */
export async function withWorker<Task, Value>(
  profile: string,
  url: string,
  work: (ask: AskWorker<Task>, heap: ReadHeap) => Promise<Value>,
): Promise<Value> {
  const context: BrowserContext = await chromium.launchPersistentContext(profile, {
    executablePath: ensureChromium(),
    args: [...CHROMIUM_FLAGS],
  });
  try {
    const page = await context.newPage();
    await page.goto(url);
    const heap = await watchHeap(page);
    await page.evaluate(() => {
      const worker = new Worker("/worker.js", { type: "module" });
      Reflect.set(globalThis, "askWorker", (task: unknown) => {
        return new Promise((resolve, reject) => {
          worker.onmessage = ({ data }) =>
            data.error === undefined ? resolve(data.value) : reject(new Error(data.error));
          worker.onerror = (event) => reject(new Error(event.message));
          worker.postMessage(task);
        });
      });
    });
    const ask: AskWorker<Task> = (task) => page.evaluate((asked) => Reflect.get(globalThis, "askWorker")(asked), task);
    return await work(ask, heap);
  } finally {
    await context.close();
  }
}

/** Reads a worker's heap over the debugging protocol: the page itself cannot see it. */
async function watchHeap(page: Page): Promise<ReadHeap> {
  const session = await page.context().newCDPSession(page);
  const workers: string[] = [];
  const waiting = new Map<number, (result: unknown) => void>();
  let lastId = 0;
  session.on("Target.attachedToTarget", ({ sessionId }) => workers.push(sessionId));
  session.on("Target.receivedMessageFromTarget", ({ message }) => {
    const { id, result } = JSON.parse(message);
    waiting.get(id)?.(result);
  });
  await session.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  const send = (sessionId: string, method: string) => {
    lastId += 1;
    const id = lastId;
    return new Promise<unknown>((resolve, reject) => {
      waiting.set(id, resolve);
      session.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id, method }) }).catch(reject);
    });
  };
  return async (garbage = "collected") => {
    const [worker] = workers;
    if (worker === undefined) throw new Error("no worker attached");
    for (let time = 0; time < 2 && garbage === "collected"; time += 1)
      await send(worker, "HeapProfiler.collectGarbage");
    const usage = await send(worker, "Runtime.getHeapUsage");
    if (typeof usage !== "object" || usage === null) throw new Error("no heap usage");
    const { usedSize, backingStorageSize } = { usedSize: 0, backingStorageSize: 0, ...usage };
    return usedSize + backingStorageSize;
  };
}
