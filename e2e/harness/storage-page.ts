import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium } from "../../dev/scripts/find-chromium.ts";
import { serveWorkerPage, type WorkerServer } from "../../dev/scripts/serve-worker-page.ts";
import { resolvesWithin } from "../../worker/platform/race-abort.ts";
import { toNetLogFlag } from "./net-log.ts";
import type { StorageTask } from "./storage-worker.ts";

/** An acknowledgement: what the worker says is durable now. */
export interface Ack {
  readonly ack: "turn" | "memory" | "deleted" | "importing" | "imported" | "file";
  readonly name: string;
}

/** Longer than anything took that was asked: whatever hangs is told by its name. */
const PATIENCE_MS = 300_000;

/** An open storage page. */
export interface StoragePage<Task = StorageTask> {
  readonly page: Page;
  /** Acknowledgements that arrived, in order. */
  readonly acks: readonly Ack[];
  /** Rejects with the fault's code where the stores rejected with one. */
  ask(task: Task): Promise<unknown>;
  /** Starts what never answers. */
  emit(task: Task): Promise<void>;
}

/** Serves a page whose worker runs the stores themselves, without the app around them. */
export function serveStoragePage(): Promise<WorkerServer> {
  return serveWorkerPage(join(import.meta.dirname, "storage-worker.ts"));
}

/**
 * Starts a browser on a profile folder, as it would be started again after a crash. A request to anywhere but this
 * machine fails the test.
 */
export async function openProfile(folder: string): Promise<BrowserContext> {
  const executablePath = findChromium();
  const context = await chromium.launchPersistentContext(folder, {
    args: [...CHROMIUM_FLAGS, toNetLogFlag()],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  // A busy machine may take a minute to start a tab.
  context.setDefaultTimeout(120_000);
  context.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol !== "blob:" && hostname !== "127.0.0.1") throw new Error(`A request to elsewhere: ${request.url()}`);
  });
  return context;
}

export async function openStoragePage<Task = StorageTask>(
  context: BrowserContext,
  url: string,
): Promise<StoragePage<Task>> {
  const page = await context.newPage();
  const acks: Ack[] = [];
  await page.exposeFunction("receiveAck", (ack: Ack) => {
    acks.push(ack);
  });
  await page.goto(url);
  await page.evaluate(() => {
    const worker = new Worker("/worker.js", { type: "module" });
    const receiveAck: (ack: unknown) => void = Reflect.get(globalThis, "receiveAck");
    let settle: (data: { value?: unknown; fault?: string; error?: string }) => void = () => undefined;
    worker.onmessage = ({ data }) => {
      if ("ack" in data) receiveAck(data);
      else settle(data);
    };
    Reflect.set(globalThis, "askWorker", (task: unknown) => {
      return new Promise((resolve, reject) => {
        settle = ({ value, fault, error }) => {
          if (fault !== undefined || error !== undefined) reject(new Error(fault ?? error));
          else resolve(value);
        };
        worker.onerror = (event) => reject(new Error(event.message));
        worker.postMessage(task);
      });
    });
    Reflect.set(globalThis, "tellWorker", (task: unknown) => worker.postMessage(task));
  });
  return {
    page,
    acks,
    ask: async (task) => {
      const answer = page.evaluate((asked: unknown) => Reflect.get(globalThis, "askWorker")(asked), task);
      if (await resolvesWithin(answer, PATIENCE_MS)) return await answer;
      throw new Error(`The worker does not answer: ${JSON.stringify(task).slice(0, 200)}`);
    },
    emit: (task) => page.evaluate((asked: unknown) => Reflect.get(globalThis, "tellWorker")(asked), task),
  };
}

/** Kills the browser of a context as a power cut would: no handler of its runs. */
export async function killBrowser(context: BrowserContext): Promise<void> {
  const session = await context.browser()?.newBrowserCDPSession();
  if (session === undefined) throw new Error("the context has no browser of its own");
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const browser = processInfo.find(({ type }) => type === "browser");
  if (browser === undefined) throw new Error("no browser process");
  const closed = context.waitForEvent("close", { timeout: 60_000 });
  process.kill(browser.id, "SIGKILL");
  await closed;
}
