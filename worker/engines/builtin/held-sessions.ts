import { describeError } from "../../protocol/describe-error.ts";
import type { ChatMessage } from "../remote/split-chatml.ts";
import type { CoreOptions, PromptApi, PromptMessage, PromptSession } from "./prompt-api.ts";

/** Where sessions come from, and the languages that they are opened for. */
export interface SessionSource {
  readonly api: PromptApi;
  readonly languages: readonly string[];
  /** How much of the model the browser has downloaded, from 0 to 1. */
  readonly onDownload?: (loaded: number) => void;
}

/** The beginnings and the newest state of a choice and of the words beside it. */
const MAX_HELD = 4;
/** A browser without a limit says infinity. */
const MAX_WINDOW = 131_072;

/** Always its likeliest word. Few browsers let a page set temperature and topK, others have a sampling mode. */
export function toCoreOptions({ api, languages }: SessionSource): CoreOptions {
  const expected = [{ type: "text", languages }] as const;
  const sampling =
    api.params === undefined ? { samplingMode: "most-predictable" as const } : { temperature: 0, topK: 1 };
  return { expectedInputs: expected, expectedOutputs: expected, ...sampling };
}

/** Opens a session. A browser that cannot any more counts as one whose model is gone. */
export async function createSession(
  source: SessionSource,
  signal: AbortSignal,
  initialPrompts: readonly PromptMessage[] = [],
): Promise<PromptSession> {
  const options = { ...toCoreOptions(source), ...(initialPrompts.length === 0 ? {} : { initialPrompts }) };
  try {
    return await during(signal, (stop) =>
      source.api.create({
        ...options,
        signal: stop,
        monitor: (to) => to.addEventListener("downloadprogress", ({ loaded }) => source.onDownload?.(loaded)),
      }),
    );
  } catch (error) {
    if (signal.aborted || isNamed(error, "QuotaExceededError")) throw error;
    throw new DOMException(describeError(error), "InvalidStateError");
  }
}

/** A signal for a session's beginning alone: fired later, it would end the session. */
async function during<Value>(signal: AbortSignal, work: (stop: AbortSignal) => Promise<Value>): Promise<Value> {
  signal.throwIfAborted();
  const stop = new AbortController();
  const abort = (): void => stop.abort(signal.reason);
  signal.addEventListener("abort", abort);
  try {
    return await work(stop.signal);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

export function isNamed(error: unknown, ...names: readonly string[]): boolean {
  return error instanceof Error && names.includes(error.name);
}

export function toWindow({ contextWindow, inputQuota }: PromptSession): number {
  return Math.min(contextWindow ?? inputQuota ?? MAX_WINDOW, MAX_WINDOW);
}

/** Tokens of a text or of messages, as the browser counts them. */
export async function measure(session: PromptSession, input: readonly PromptMessage[] | string): Promise<number> {
  return (await (session.measureContextUsage?.(input) ?? session.measureInputUsage?.(input))) ?? 0;
}

/** The sessions of one model: a prompt goes on from a copy of the one that holds most of it. */
export class HeldSessions {
  /** The browser has dropped messages that a session held. */
  hasOverflowed = false;
  readonly #source: SessionSource;
  /** The newest first. */
  #held: readonly { readonly session: PromptSession; readonly messages: readonly ChatMessage[] }[] = [];

  constructor(source: SessionSource) {
    this.#source = source;
  }

  /** A copy of a session, the messages that it lacks, and the tokens that were read for it and that it held before. */
  async branch(messages: readonly ChatMessage[], signal: AbortSignal) {
    const [best] = this.#held
      .filter((held) => isBeginning(held.messages, messages))
      .toSorted((left, right) => right.messages.length - left.messages.length);
    try {
      if (best !== undefined) {
        const session = await this.#copy(best.session, signal);
        this.keep(best.session, best.messages);
        const missing = messages.slice(best.messages.length);
        return { session, missing, readTokens: 0, heldTokens: toUsage(session) };
      }
    } catch (error) {
      // The browser ended it while nobody used it.
      if (signal.aborted || !isNamed(error, "InvalidStateError", "AbortError")) throw error;
      this.forget();
    }
    const root = await createSession(this.#source, signal, messages);
    this.keep(root, messages);
    return { session: await this.#copy(root, signal), missing: [], readTokens: toUsage(root), heldTokens: 0 };
  }

  async #copy(of: PromptSession, signal: AbortSignal): Promise<PromptSession> {
    const session = await during(signal, (stop) => of.clone({ signal: stop }));
    session.addEventListener(session.contextWindow === undefined ? "quotaoverflow" : "contextoverflow", () => {
      this.hasOverflowed = true;
    });
    return session;
  }

  keep(session: PromptSession, messages: readonly ChatMessage[]): void {
    const others = this.#held.filter((held) => held.session !== session);
    for (const old of others.splice(MAX_HELD - 1)) old.session.destroy();
    this.#held = [{ session, messages }, ...others];
  }

  forget(): void {
    for (const { session } of this.#held) session.destroy();
    this.#held = [];
    this.hasOverflowed = false;
  }
}

function toUsage({ contextUsage, inputUsage }: PromptSession): number {
  return contextUsage ?? inputUsage ?? 0;
}

/** An empty session is no beginning: a system message would have to stand first. */
function isBeginning(held: readonly ChatMessage[], messages: readonly ChatMessage[]): boolean {
  if (held.length === 0) return messages.length === 0;
  return held.every(
    ({ role, content }, index) => messages[index]?.role === role && messages[index]?.content === content,
  );
}
