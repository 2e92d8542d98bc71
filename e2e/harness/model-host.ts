import { once } from "node:events";
import { createServer, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, Page } from "@playwright/test";
import { addHome } from "./test-server.ts";
import type { TinyFolder } from "./tiny-folder.ts";

/** A file's trouble: it sends so many bytes and cuts the connection or falls silent, or it is another file. */
type Trouble = { readonly cutAfter: number } | { readonly holdAfter: number } | { readonly instead: Buffer };

/** The app at another address, where the hosts of WebLLM's models are played by one that has the tiny model alone. */
export interface ModelHost {
  readonly url: string;
  /** The files that were asked for, with the range. */
  readonly asked: string[];
  /** What goes wrong with a file, by its name. */
  readonly troubles: Map<string, Trouble>;
  /** Milliseconds between two drops of a file. */
  delay: number;
  close(): Promise<unknown>;
}

/** Where requests to other hosts are sent in the page's workers. */
const HOSTS = "hosts/";
const DROP = 16 * 1024;

export async function startModelHost(appUrl: string, { files, library }: TinyFolder): Promise<ModelHost> {
  const asked: string[] = [];
  const troubles = new Map<string, Trouble>();
  const server = createServer((incoming, response) => {
    const { pathname } = new URL(incoming.url ?? "/", appUrl);
    if (!pathname.startsWith(`/${HOSTS}`)) {
      const url = new URL(incoming.url ?? "/", appUrl);
      const headers = { ...incoming.headers, host: url.host };
      request(url, { method: incoming.method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      }).end();
      return;
    }
    const name = pathname.split("/").at(-1) ?? "";
    const { range } = incoming.headers;
    asked.push(range === undefined ? name : `${name} ${range}`);
    const trouble = troubles.get(name);
    const known = name.endsWith(".wasm") ? library : files.get(name);
    const content = trouble !== undefined && "instead" in trouble ? trouble.instead : known;
    if (content === undefined) response.writeHead(404).end();
    else void send(response, content, Number(/bytes=(\d+)-/.exec(range ?? "")?.[1] ?? 0), trouble);
  });
  const send = async (response: ServerResponse, content: Buffer, from: number, trouble?: Trouble): Promise<void> => {
    const headers = { "content-type": "application/octet-stream", "content-length": content.length - from };
    const range = { "content-range": `bytes ${from}-${content.length - 1}/${content.length}` };
    response.writeHead(from === 0 ? 200 : 206, from === 0 ? headers : { ...headers, ...range });
    for (let start = from; start < content.length && !response.destroyed; start += DROP) {
      if (trouble !== undefined && "cutAfter" in trouble && start >= trouble.cutAfter) {
        response.destroy();
        return;
      }
      if (trouble !== undefined && "holdAfter" in trouble && start >= trouble.holdAfter) return;
      response.write(content.subarray(start, start + DROP));
      if (host.delay > 0) await new Promise((resolve) => setTimeout(resolve, host.delay));
    }
    response.end();
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
  addHome(url);
  const host: ModelHost = {
    url,
    asked,
    troubles,
    delay: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
  return host;
}

/**
 * Sends what the page's workers ask of other hosts to the host that plays them. Only `fetch` is: should WebLLM miss a
 * file in its caches, it asks the true host, which fails the test.
 */
export async function redirectFetches(page: Page, { url }: ModelHost): Promise<void> {
  for (const worker of page.workers()) {
    await worker.evaluate((hosts) => {
      const original = globalThis.fetch;
      globalThis.fetch = (input, init) => {
        const address = new URL(input instanceof Request ? input.url : input);
        const isElsewhere = address.protocol === "https:";
        return original(isElsewhere ? `${hosts}${address.host}${address.pathname}` : input, init);
      };
    }, url + HOSTS);
  }
}

/**
 * Does the same in every worker that the context's pages start, before it asks anything, and has the processor that
 * plays the GPU pass for a graphics card in a device with much memory.
 */
export async function playDeviceAndHosts(context: BrowserContext, { url }: ModelHost): Promise<void> {
  await context.addInitScript((hosts) => {
    const prelude = `;(() => {
      const ask = globalThis.fetch;
      globalThis.fetch = (input, init) => {
        const address = new URL(input instanceof Request ? input.url : input);
        return ask(address.protocol === "https:" ? ${JSON.stringify(hosts)} + address.host + address.pathname : input, init);
      };
      Object.defineProperty(navigator, "deviceMemory", { value: 16 });
      const { gpu } = navigator;
      const request = gpu.requestAdapter.bind(gpu);
      const info = { vendor: "played", architecture: "card", device: "", description: "", isFallbackAdapter: false };
      gpu.requestAdapter = async (options) => {
        const adapter = await request(options);
        if (adapter !== null) Object.defineProperty(adapter, "info", { value: info });
        return adapter;
      };
    })();`;
    const Original = globalThis.Blob;
    globalThis.Blob = class extends Original {
      constructor(parts: BlobPart[] = [], options?: BlobPropertyBag) {
        const isStart = typeof parts[0] === "string" && parts[0].startsWith("import ");
        super(isStart ? [...parts, prelude] : parts, options);
      }
    };
  }, url + HOSTS);
}
