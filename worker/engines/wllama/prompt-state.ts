import type { Wllama } from "@wllama/wllama/esm/index.js";
import { resolvesWithin } from "../../platform/race-abort.ts";
import type { ModelId } from "../../protocol/ids.ts";

/** A prompt, and what an engine has made of it. */
export interface ReadPrompt {
  readonly text: string;
  readonly state: Uint8Array<ArrayBuffer>;
}

/** Where what an engine has read of a model's prompts lies until the model is loaded the next time. */
export type KeptPrompt = ReturnType<typeof createKeptPrompt>;

/** Also known to the page, which deletes it with everything else. */
const CACHE_NAME = "alcove-read";
const TEXT_HEADER = "alcove-prompt";
/** A tab that crashed while this was written may have left a cache that answers nothing (`worker/platform/value-cache.ts`). */
const PATIENCE_MS = 15_000;
/** A larger state is not kept. */
const MAX_BYTES = 128 * 2 ** 20;
/** A slot's number, an operation, and a count of bytes; the bytes follow (`dev/kernels/prompt-state.c`). */
const HEAD_BYTES = 16;
const SLOTS = [0, 1];
const [MEASURE, TAKE_OUT, PUT_BACK] = [0, 1, 2];
/** The states' tokens stand before all else, behind their count. */
const COUNT_BYTES = 8;
/** llama.cpp's server writes numbers of its own before the tokens, which count as such. */
const SERVER_NUMBERS = 4;

/** The states that were put back or kept last. */
const known = new WeakMap<Wllama, Uint8Array>();

/** One state for each model; `made` names all that it depends on. */
export function createKeptPrompt(caches: CacheStorage, modelId: ModelId, made: string) {
  const url = toAddress(modelId);
  return {
    /** Null where nothing is kept, or what is kept belongs to another file. */
    read: (): Promise<ReadPrompt | null> =>
      orThrownAway(caches, async () => {
        const response = await (await caches.open(CACHE_NAME)).match(url);
        if (response?.headers.get("etag") !== made) return null;
        const text = decodeURIComponent(response.headers.get(TEXT_HEADER) ?? "");
        return { text, state: new Uint8Array(await response.arrayBuffer()) };
      }),
    write: async ({ text, state }: ReadPrompt): Promise<void> => {
      const headers = { etag: made, [TEXT_HEADER]: encodeURIComponent(text) };
      await orThrownAway(caches, async () =>
        (await caches.open(CACHE_NAME)).put(url, new Response(state, { headers })),
      );
    },
  };
}

export async function forgetKeptPrompt(caches: CacheStorage, modelId: ModelId): Promise<void> {
  await orThrownAway(caches, async () => (await caches.open(CACHE_NAME)).delete(toAddress(modelId)));
}

/** Null where the cache did not answer: it is thrown away, so that the next one does. */
async function orThrownAway<Value>(caches: CacheStorage, ask: () => Promise<Value>): Promise<Value | null> {
  const answer = ask();
  if (await resolvesWithin(answer, PATIENCE_MS)) return await answer;
  await forgetKeptPrompts(caches);
  return null;
}

/** Forgets those of all models; answers whether there were any. */
export async function forgetKeptPrompts(caches: CacheStorage): Promise<boolean> {
  return await caches.delete(CACHE_NAME);
}

/** Never requested. */
function toAddress(modelId: ModelId): string {
  return `https://kept.invalid/${encodeURIComponent(modelId)}`;
}

/** Gives an engine what it had read before, whose text it returns; null where it reads from scratch. Never rejects. */
export async function putBackPrompt(wllama: Wllama, kept: KeptPrompt): Promise<string | null> {
  try {
    const prompt = await kept.read();
    if (prompt === null || (await act(wllama, PUT_BACK, 0, prompt.state)).count === 0) return null;
    known.set(wllama, prompt.state.slice(0, toHeadLength(prompt.state)));
    return prompt.text;
  } catch {
    return null;
  }
}

/**
 * Keeps the prompt, of so many tokens, that the idle engine has read last; nothing where that is kept already, or too large.
 * Never rejects.
 */
export async function keepPrompt(
  wllama: Wllama,
  kept: KeptPrompt,
  { text, tokens }: { readonly text: string; readonly tokens: number },
): Promise<void> {
  try {
    for (const slot of SLOTS) {
      const { count, bytes: begin } = await act(wllama, MEASURE, slot, new Uint8Array(COUNT_BYTES));
      // Another slot has read another prompt.
      if (count === 0 || count > MAX_BYTES || readCount(begin) !== SERVER_NUMBERS + tokens) continue;
      const { bytes: state } = await act(wllama, TAKE_OUT, slot, new Uint8Array(count));
      const head = state.slice(0, toHeadLength(state));
      if (state.length === 0 || isSame(head, known.get(wllama))) return;
      await kept.write({ text, state });
      known.set(wllama, head);
      return;
    }
  } catch {
    // See the contract.
  }
}

function toHeadLength(state: Uint8Array): number {
  return COUNT_BYTES + 4 * readCount(state);
}

function readCount(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
}

function isSame(left: Uint8Array, right: Uint8Array | undefined): boolean {
  return left.length === right?.length && left.every((byte, index) => byte === right[index]);
}

/** wllama 3.8.1's way to its worker, which its types hide: this action's message is no one of its own. */
interface Door {
  taskId: number;
  pushTask(task: object): Promise<Uint8Array<ArrayBuffer>>;
}

/** Bytes are the state to be put back, or room for the one to be taken out. Only for an engine with our code in it. */
async function act(
  wllama: Wllama,
  operation: number,
  slot: number,
  bytes: Uint8Array,
): Promise<{ readonly count: number; readonly bytes: Uint8Array<ArrayBuffer> }> {
  const { proxy } = wllama as unknown as { readonly proxy: Door };
  const message = new Uint8Array(HEAD_BYTES + bytes.length);
  message.set(bytes, HEAD_BYTES);
  const numbers = new DataView(message.buffer);
  numbers.setUint32(0, slot, true);
  numbers.setUint32(4, operation, true);
  numbers.setUint32(8, bytes.length, true);
  const callbackId = proxy.taskId;
  proxy.taskId += 1;
  const answer = await proxy.pushTask({ verb: "wllama.action", args: ["state", message], callbackId });
  return { count: readCount(answer), bytes: answer.slice(COUNT_BYTES) };
}
