import { resolveObjectURL } from "node:buffer";

type Handler = (event: { readonly data: unknown }) => void;

/** A worker in this thread, where Dawn is: its script runs as a function. */
export class BlobWorker {
  onmessage: Handler | null = null;
  readonly #starting: Promise<() => Handler>;

  constructor(url: string | URL) {
    this.#starting = this.#start(String(url));
  }

  async #start(url: string): Promise<() => Handler> {
    const source = await resolveObjectURL(url)?.text();
    const post = (data: unknown): void => queueMicrotask(() => this.onmessage?.({ data }));
    return new Function("postMessage", `var onmessage;\n${source}\n;return () => onmessage;`)(post);
  }

  postMessage(data: unknown): void {
    void this.#starting.then((handler) => handler()({ data }));
  }

  terminate(): void {
    // It ends with the process.
  }
}
