import { sleep } from "../../platform/race-abort.ts";
import type { AskPromptApi, BrowserModelState, PromptReply } from "../../protocol/browser-model.ts";
import type { CreateOptions, PromptApi, PromptSession } from "./prompt-api.ts";

/** How often a download is looked at. */
const PROGRESS_MS = 200;

/** The page's Prompt API in a worker, where browsers have none (webmachinelearning/writing-assistance-apis#89). */
export function reachPromptApi(ask: AskPromptApi): PromptApi {
  let newest = 0;
  const begin = (signal?: AbortSignal): number => {
    signal?.throwIfAborted();
    newest += 1;
    const id = newest;
    signal?.addEventListener("abort", () => void ask({ id, method: "stop" }), { once: true });
    return id;
  };

  async function open(
    method: "create" | "clone",
    { signal, ...options }: Partial<CreateOptions>,
    session?: number,
  ): Promise<PromptSession> {
    const id = begin(signal);
    let newestReply = await ask({ id, method, options, ...(session === undefined ? {} : { session }) });
    let tell = (): void => undefined;
    const note = (reply: PromptReply): unknown => {
      newestReply = reply;
      if (reply.hasOverflowed === true) tell();
      return reply.value;
    };
    return {
      get contextWindow() {
        return newestReply.contextWindow ?? 0;
      },
      get contextUsage() {
        return newestReply.contextUsage ?? 0;
      },
      async *promptStreaming(input, { signal: stop, ...given }) {
        const reading = { id: begin(stop), session: id, input, options: given };
        for (let value = note(await ask({ ...reading, method: "read" })); typeof value === "string"; ) {
          yield value;
          value = note(await ask({ ...reading, method: "next" }));
        }
      },
      append: async (input, { signal: stop }) =>
        note(await ask({ id: begin(stop), method: "append", session: id, input })),
      measureContextUsage: async (input) =>
        Number(note(await ask({ id: begin(), method: "measure", session: id, input }))),
      clone: (given) => open("clone", given, id),
      destroy: () => void ask({ id: begin(), method: "destroy", session: id }).catch(() => undefined),
      addEventListener: (_type, listener) => {
        tell = listener;
      },
    };
  }

  return {
    availability: async (options) =>
      (await ask({ id: begin(), method: "availability", options })).value as BrowserModelState,
    create: async ({ monitor, ...options }) => {
      let tell: (event: { readonly loaded: number }) => void = () => undefined;
      monitor?.({
        addEventListener: (_type, listener) => {
          tell = listener;
        },
      });
      let isOver = false;
      const opened = open("create", options).finally(() => {
        isOver = true;
      });
      for (const id = newest; !isOver; ) {
        await Promise.race([opened, sleep(PROGRESS_MS)]);
        const { value } = await ask({ id, method: "progress" });
        if (typeof value === "number") tell({ loaded: value });
      }
      return opened;
    },
  };
}
