/** How the fake of the browser's Prompt API behaves: a switch for each row of its specification. */
export interface FakeOptions {
  /** At the start; `available` unless given. */
  readonly availability?: Availability;
  /** Languages that it says it knows; English unless given. */
  readonly languages?: readonly string[];
  /** Tokens (words) of its window. */
  readonly window?: number;
  /** Tokens after which it drops its oldest messages, where that is less than the window that it tells of. */
  readonly drops?: number;
  /** Its answers, by a part of the newest question: words, or a call as `name {…}`. */
  readonly replies?: readonly FakeReply[];
  /** Milliseconds before an answer, and before each of its pieces. */
  readonly prefillMs?: number;
  readonly pieceMs?: number;
  /** Refuses every constraint with this error. */
  readonly refuses?: "NotSupportedError" | "SyntaxError";
  /** Takes expressions, and no schema. */
  readonly refusesSchemas?: boolean;
  /** Holds back an answer with this text in it. */
  readonly filters?: string;
  /** Has the names of browsers before the draft of 2026. */
  readonly olderNames?: boolean;
  /** May set temperature and topK, as extensions may. */
  readonly hasParams?: boolean;
  readonly downloadMs?: number;
  readonly downloadFails?: boolean;
  /** Whether the user has just pressed something; the browser's own word unless given. */
  readonly isPressed?: boolean;
  /** The browser that it is in; Chrome unless given. */
  readonly brand?: string;
  /** A function of the page that answers instead of the replies. */
  readonly asks?: string;
}

/** An answer to questions with a part. */
export interface FakeReply {
  readonly question: string;
  readonly text: string;
  /** Milliseconds before it, where that is longer than for others. */
  readonly prefillMs?: number;
}

/** What a test sees of the fake, and changes while it runs: `globalThis.fakeLanguageModel`. */
export interface FakeControl {
  availability: Availability;
  /** Calls, in their order. */
  readonly calls: { readonly method: string; readonly input?: unknown; readonly options?: object }[];
  /** Sessions that were neither destroyed nor ended. */
  readonly open: number;
  /** Ends every session, as a browser does that needs the memory. */
  endSessions(): void;
}

/** Puts the fake in the place of the browser's own. Holds everything it needs, so that it can be sent into a page. */
export function installFakeLanguageModel(given: FakeOptions): FakeControl {
  const options = {
    availability: "available" as Availability,
    languages: ["en"],
    window: 4096,
    replies: [] as readonly FakeReply[],
    ...given,
  };
  const sessions = new Set<FakeSession>();
  const control: FakeControl = {
    availability: options.availability,
    calls: [],
    get open() {
      return sessions.size;
    },
    endSessions: () => {
      for (const session of [...sessions]) session.destroy();
    },
  };
  type Turn = { readonly role: string; readonly content: string; readonly prefix?: boolean };
  type Prompting = {
    readonly responseConstraint?: object;
    readonly omitResponseConstraintInput?: boolean;
    readonly signal?: AbortSignal;
  };

  const count = (turns: readonly Turn[]): number =>
    turns.reduce((sum, { content }) => sum + (content.match(/\S+/g)?.length ?? 0), 0);
  const note = (method: string, input?: unknown, more?: object): void =>
    void control.calls.push({ method, input, ...(more === undefined ? {} : { options: more }) });
  const wait = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const stop = (): void => reject(signal?.reason);
      if (signal?.aborted === true) stop();
      signal?.addEventListener("abort", stop, { once: true });
      setTimeout(() => {
        signal?.removeEventListener("abort", stop);
        resolve();
      }, milliseconds);
    });
  const fail = (name: string, message: string, more: object = {}): never => {
    throw Object.assign(new DOMException(message, name), more);
  };
  const toTurns = (input: unknown): readonly Turn[] =>
    typeof input === "string" ? [{ role: "user", content: input }] : (input as readonly Turn[]);

  function toAvailability({
    expectedInputs = [],
    expectedOutputs = [],
  }: LanguageModelCreateCoreOptions = {}): Availability {
    const asked = [...expectedInputs, ...expectedOutputs].flatMap(({ languages = [] }) => languages);
    return asked.every((language) => options.languages.includes(language)) ? control.availability : "unavailable";
  }

  /** Holds a text to a constraint: its longest beginning that the expression takes, or JSON. */
  function hold(text: string, constraint: object | undefined): string {
    if (constraint === undefined) return text;
    if (!(constraint instanceof RegExp)) {
      try {
        return JSON.stringify(JSON.parse(text));
      } catch {
        const { properties = {} } = constraint as { readonly properties?: object };
        return JSON.stringify(Object.fromEntries(Object.keys(properties).map((key) => [key, "some words"])));
      }
    }
    for (let end = text.length; end > 0; end -= 1) if (constraint.test(text.slice(0, end))) return text.slice(0, end);
    if (constraint.test("answer:")) return "answer:";
    return /^\^\(\?:([^|()[]+)[|)]/.exec(constraint.source)?.[1] ?? fail("SyntaxError", "Nothing matches.");
  }

  function find(turns: readonly Turn[]): FakeReply | undefined {
    const asked = turns.findLast(({ role }) => role === "user")?.content.toLowerCase() ?? "";
    return options.replies.find(({ question }) => asked.includes(question.toLowerCase()));
  }

  async function reply(turns: readonly Turn[], { responseConstraint }: Prompting): Promise<string> {
    const last = turns.at(-1);
    const begun = last?.prefix === true ? last.content : "";
    if (options.asks !== undefined) {
      const constraint =
        responseConstraint instanceof RegExp ? { source: responseConstraint.source } : responseConstraint;
      return await Reflect.get(globalThis, options.asks)(JSON.stringify({ turns, constraint }));
    }
    const text = find(turns)?.text ?? "I do not know.";
    const rest = begun !== "" && text.startsWith(begun) ? text.slice(begun.length) : begun === "" ? text : ` ${text}`;
    return hold(rest, responseConstraint);
  }

  class FakeSession
    extends EventTarget
    implements Pick<LanguageModel, "prompt" | "promptStreaming" | "append" | "destroy">
  {
    readonly #ended = new AbortController();
    #turns: readonly Turn[];
    #usage: number;
    readonly #initial: number;

    constructor(turns: readonly Turn[], initial: number, usage = count(turns)) {
      super();
      this.#turns = turns;
      this.#initial = initial;
      this.#usage = usage;
      sessions.add(this);
      const names = options.olderNames === true ? ["inputQuota", "inputUsage"] : ["contextWindow", "contextUsage"];
      const measure = async (input: unknown): Promise<number> => {
        this.#check(undefined);
        return count(toTurns(input));
      };
      Object.defineProperties(this, {
        [names[0] ?? ""]: { get: () => options.window },
        [names[1] ?? ""]: { get: () => this.#usage },
        [options.olderNames === true ? "measureInputUsage" : "measureContextUsage"]: { value: measure },
      });
    }

    #check(signal: AbortSignal | undefined): void {
      signal?.throwIfAborted();
      if (this.#ended.signal.aborted) fail("InvalidStateError", "The session has been destroyed.");
      if (control.availability === "unavailable") fail("InvalidStateError", "The model is gone.");
    }

    /** Takes messages in; drops the oldest pairs where they do not fit. Returns what was held before. */
    #read(input: unknown): readonly Turn[] {
      const before = this.#turns;
      const turns = toTurns(input);
      for (const [index, { role, prefix }] of turns.entries()) {
        if (role === "system" && (index > 0 || this.#usage > 0))
          fail("NotSupportedError", "A system message stands first.");
        if (prefix === true && (role !== "assistant" || index < turns.length - 1))
          fail("SyntaxError", "Only an answer can be begun.");
      }
      const space = options.drops ?? options.window;
      const requested = count(turns);
      if (requested > space) fail("QuotaExceededError", "Too long.", { requested, quota: options.window });
      let kept = [...before];
      while (count(kept) + requested > space && kept.length > this.#initial)
        kept = [...kept.slice(0, this.#initial), ...kept.slice(this.#initial + 2)];
      if (kept.length < before.length)
        this.dispatchEvent(new Event(options.olderNames === true ? "quotaoverflow" : "contextoverflow"));
      this.#turns = [...kept, ...turns];
      this.#usage = count(this.#turns);
      return before;
    }

    async append(input: unknown, { signal }: Prompting = {}): Promise<undefined> {
      note("append", input);
      this.#check(signal);
      this.#read(input);
      return undefined;
    }

    async prompt(input: unknown, prompting: Prompting = {}): Promise<string> {
      let text = "";
      for await (const piece of this.#write(input, prompting)) text += piece;
      return text;
    }

    promptStreaming(input: unknown, prompting: Prompting = {}): ReadableStream<string> {
      const pieces = this.#write(input, prompting);
      return new ReadableStream<string>({
        async pull(controller) {
          try {
            const next = await pieces.next();
            if (next.done === true) controller.close();
            else controller.enqueue(next.value);
          } catch (error) {
            controller.error(error);
          }
        },
        async cancel() {
          await pieces.return(undefined);
        },
      });
    }

    async *#write(input: unknown, prompting: Prompting): AsyncGenerator<string, void, void> {
      note("prompt", input, prompting);
      this.#check(prompting.signal);
      const signals = [this.#ended.signal, ...(prompting.signal === undefined ? [] : [prompting.signal])];
      const signal = AbortSignal.any(signals);
      const { responseConstraint: constraint } = prompting;
      if (constraint !== undefined && options.refuses !== undefined) fail(options.refuses, "No such constraint.");
      if (options.refusesSchemas === true && constraint !== undefined && !(constraint instanceof RegExp)) {
        fail("NotSupportedError", "No such schema.");
      }
      const before = this.#read(input);
      let isWhole = false;
      try {
        await wait(find(this.#turns)?.prefillMs ?? options.prefillMs ?? 0, signal);
        const text = await reply(this.#turns, prompting);
        let written = "";
        for (const piece of text.match(/\s*\S+\s*$|\s*\S+/g) ?? []) {
          await wait(options.pieceMs ?? 0, signal);
          this.#check(prompting.signal);
          written += piece;
          if (options.filters !== undefined && written.includes(options.filters)) fail("NotReadableError", "Filtered.");
          yield piece;
        }
        const begun = this.#turns.at(-1);
        const isBegun = begun?.prefix === true;
        this.#turns = [
          ...(isBegun ? this.#turns.slice(0, -1) : this.#turns),
          { role: "assistant", content: (isBegun ? begun.content : "") + text },
        ];
        isWhole = true;
      } finally {
        if (!isWhole) this.#turns = before;
        this.#usage = count(this.#turns);
      }
    }

    async clone({ signal }: Prompting = {}): Promise<FakeSession> {
      note("clone");
      this.#check(signal);
      return endWith(signal, new FakeSession(this.#turns, this.#initial));
    }

    destroy(): undefined {
      sessions.delete(this);
      this.#ended.abort(new DOMException("The session was destroyed.", "AbortError"));
      return undefined;
    }
  }

  /** The signal that a session was opened with ends it too. */
  function endWith(signal: AbortSignal | undefined, session: FakeSession): FakeSession {
    signal?.addEventListener("abort", () => session.destroy(), { once: true });
    return session;
  }

  async function download(monitor: EventTarget, signal: AbortSignal | undefined): Promise<void> {
    const isPressed = options.isPressed ?? globalThis.navigator.userActivation.isActive;
    if (control.availability === "downloadable" && !isPressed) fail("NotAllowedError", "Requires a user gesture.");
    control.availability = "downloading";
    for (const loaded of [0, 0.25, 0.5, 0.75, 1]) {
      await wait((options.downloadMs ?? 0) / 4, signal);
      if (options.downloadFails === true && loaded === 0.5) {
        control.availability = "downloadable";
        fail("NetworkError", "The download failed.");
      }
      monitor.dispatchEvent(Object.assign(new Event("downloadprogress"), { loaded, total: 1, lengthComputable: true }));
    }
    control.availability = "available";
  }

  const api = {
    async availability(asked: LanguageModelCreateCoreOptions = {}): Promise<Availability> {
      return toAvailability(asked);
    },
    async create(asked: LanguageModelCreateOptions = {}): Promise<FakeSession> {
      note("create", asked.initialPrompts, asked);
      asked.signal?.throwIfAborted();
      if (asked.samplingMode !== undefined && (asked.topK ?? asked.temperature) !== undefined)
        throw new TypeError("One or the other.");
      if (toAvailability(asked) === "unavailable") fail("NotSupportedError", "Unsupported.");
      const turns = toTurns(asked.initialPrompts ?? []);
      if (turns.some(({ role }, index) => role === "system" && index > 0))
        throw new TypeError("A system message stands first.");
      const monitor = new EventTarget();
      asked.monitor?.(monitor as CreateMonitor);
      if (control.availability !== "available") await download(monitor, asked.signal);
      if (count(turns) > options.window)
        fail("QuotaExceededError", "Too long.", { requested: count(turns), quota: options.window });
      return endWith(asked.signal, new FakeSession(turns, turns.length));
    },
    ...(options.hasParams === true
      ? { params: async () => ({ defaultTopK: 3, maxTopK: 8, defaultTemperature: 1, maxTemperature: 2 }) }
      : {}),
  };
  const place = globalThis as { LanguageModel?: unknown; fakeLanguageModel?: FakeControl };
  place.LanguageModel = api;
  place.fakeLanguageModel = control;
  const brands = [{ brand: options.brand ?? "Google Chrome", version: "150" }];
  if (globalThis.navigator !== undefined)
    Object.defineProperty(globalThis.navigator, "userAgentData", { value: { brands }, configurable: true });
  return control;
}
