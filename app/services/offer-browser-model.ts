import type { ModelsApi } from "../../worker/protocol/api/models-api.ts";
import type { AskPromptApi, PromptCall, PromptReply } from "../../worker/protocol/browser-model.ts";
import { chooseLanguage, loadLanguage } from "../messages/load-language.ts";

/** The browser's Prompt API, as its types have it. */
type PromptApi = Pick<typeof LanguageModel, "availability" | "create">;

/** Offers the model that the browser brings to the agent: only a page can reach it. */
export async function offerBrowserModel(api: Pick<ModelsApi, "offerBrowserModel">): Promise<void> {
  const { userAgentData, language, languages } = navigator as Navigator & {
    readonly userAgentData?: { readonly brands: readonly { readonly brand: string }[] };
  };
  const isChrome = userAgentData?.brands.some(({ brand }) => brand === "Google Chrome") === true;
  const { messages } = await loadLanguage(chooseLanguage("auto", languages));
  const title = messages[isChrome ? "model.chrome" : "model.browser"];
  await api.offerBrowserModel(answerPromptCalls(LanguageModel), { title, isChrome, languages: [language.slice(0, 2)] });
}

/** Carries out the calls of a worker. */
export function answerPromptCalls(api: PromptApi): AskPromptApi {
  const sessions = new Map<number, LanguageModel>();
  const overflowed = new Set<LanguageModel>();
  const readings = new Map<number, AsyncIterator<string>>();
  const loaded = new Map<number, number>();
  const stops = new Map<number, AbortController>();

  function keep(id: number, session: LanguageModel): number {
    sessions.set(id, session);
    for (const name of ["contextoverflow", "quotaoverflow"])
      session.addEventListener(name, () => overflowed.add(session));
    return id;
  }

  function forget(id: number): void {
    readings.delete(id);
    stops.delete(id);
  }

  async function carryOut({ id, method, session: number, input, options: given }: PromptCall): Promise<unknown> {
    const stop = stops.get(id) ?? new AbortController();
    if (method === "stop") {
      forget(id);
      return stop.abort();
    }
    if (method === "progress") return loaded.get(id);
    if (method === "availability") return api.availability(given);
    stops.set(id, stop);
    const options = { ...given, signal: stop.signal };
    if (method === "create") {
      const monitor = (to: EventTarget): void =>
        to.addEventListener("downloadprogress", (event) => loaded.set(id, Number(Reflect.get(event, "loaded"))));
      return keep(id, await api.create({ ...options, monitor }));
    }
    const session = sessions.get(number ?? -1);
    if (session === undefined) throw new DOMException("There is no such session.", "InvalidStateError");
    const messages = input as LanguageModelMessage[];
    if (method === "clone") return keep(id, await session.clone(options));
    if (method === "append") return session.append(messages, options);
    if (method === "measure") return session.measureContextUsage?.(messages) ?? session.measureInputUsage(messages);
    if (method === "destroy") {
      sessions.delete(number ?? -1);
      return session.destroy();
    }
    if (method === "read") readings.set(id, session.promptStreaming(messages, options)[Symbol.asyncIterator]());
    const { done, value } = (await readings.get(id)?.next()) ?? { done: true };
    if (done !== true) return value;
    forget(id);
    return null;
  }

  return async (call) => {
    const { id, method } = call;
    const value = await carryOut(call).finally(() => {
      if (!readings.has(id)) forget(id);
    });
    const session = sessions.get(method === "create" || method === "clone" ? id : (call.session ?? -1));
    if (session === undefined) return { value };
    const { contextWindow = session.inputQuota, contextUsage = session.inputUsage } = session;
    return { value, contextWindow, contextUsage, hasOverflowed: overflowed.has(session) } satisfies PromptReply;
  };
}
