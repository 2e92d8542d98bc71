import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import type { GenerateRequest, ModelClient, ModelEvent, ModelInfo } from "../../../worker/agent/ports/model-client.ts";
import { describeError } from "../../../worker/protocol/describe-error.ts";
import { openBenchPage } from "../open-page.ts";
import type { ModelFacts } from "./model-facts.ts";

const PAGE = "/dev/bench/model-page.ts";

/** A file for the page's engine. */
interface PageModelSpec {
  readonly path: string;
  readonly mergesAdapter: boolean;
  readonly facts: ModelFacts;
  readonly contextTokens: number;
  /** Absent for as many as are measured to be fastest. */
  readonly threads?: number;
}

/** Loads a GGUF file into the app's wllama in Chromium; the client here speaks to it. Throws a sentence when it cannot. */
export async function openPageModel(
  spec: PageModelSpec,
): Promise<{ readonly client: ModelClient; close(): Promise<void> }> {
  // Otherwise Vite 8.3 ends the process with its standard input, which the questions come by.
  process.env.CI = "true";
  const file = await serveFile(spec.path);
  const { page, close } = await openBenchPage();
  const { facts, mergesAdapter, contextTokens, threads = null } = spec;
  const { modelId, format } = facts;
  const asked = { path: PAGE, plan: { url: file.url, mergesAdapter, modelId, format, contextTokens, threads } };
  const client = new PageClient(page, { ...facts, engine: "wllama", contextTokens, constraint: "gbnf" });
  await client.listen();
  await page.evaluate(async ({ path, plan }) => (await import(path)).loadModel(plan), asked);
  return {
    client,
    close: async () => {
      await close();
      file.close();
    },
  };
}

/** A model client whose engine is in a page. */
class PageClient implements ModelClient {
  readonly info: ModelInfo;
  readonly #page: Page;
  readonly #listeners = new Map<number, (event: ModelEvent) => void>();
  #count = 0;

  constructor(page: Page, info: ModelInfo) {
    this.#page = page;
    this.info = info;
  }

  /** Lets the page tell its events. */
  async listen(): Promise<void> {
    await this.#page.exposeFunction("tellModelEvent", (id: number, event: ModelEvent) =>
      this.#listeners.get(id)?.(event),
    );
  }

  async *generate({ signal, ...request }: GenerateRequest): AsyncGenerator<ModelEvent, void, void> {
    this.#count += 1;
    const id = this.#count;
    const queue: ModelEvent[] = [];
    let wake: () => void = () => undefined;
    const push = (event: ModelEvent): void => {
      queue.push(event);
      wake();
    };
    this.#listeners.set(id, push);
    const stop = (): void => {
      void this.#page.evaluate(async ([path, asked]) => (await import(path)).stop(asked), [PAGE, id] as const);
    };
    signal.addEventListener("abort", stop, { once: true });
    this.#page
      .evaluate(async ([path, asked, text]) => (await import(path)).generate(asked, JSON.parse(text)), [
        PAGE,
        id,
        JSON.stringify(request),
      ] as const)
      .catch((error: unknown) => {
        push({ type: "failure", failure: { code: "engine-crashed", detail: describeError(error) }, raw: "" });
      });
    try {
      for (;;) {
        const event = queue.shift();
        if (event === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          continue;
        }
        yield event;
        if (event.type === "end" || event.type === "failure") return;
      }
    } finally {
      signal.removeEventListener("abort", stop);
      this.#listeners.delete(id);
    }
  }

  countTokens(text: string): Promise<number | null> {
    return this.#page.evaluate(async ([path, asked]) => (await import(path)).countTokens(asked), [PAGE, text] as const);
  }

  dispose(): Promise<void> {
    return this.#page.close();
  }
}

/** Serves one file to the page, which lies at another port. */
async function serveFile(path: string): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      "Content-Length": statSync(path).size,
      "Access-Control-Allow-Origin": "*",
      "Cross-Origin-Resource-Policy": "cross-origin",
    });
    createReadStream(path).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/model.gguf`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
