import type { Agent } from "../agent/define/agent.ts";
import type { RunRequest } from "../agent/define/run-request.ts";
import { MANY_TOOLS } from "../agent/policies/choose-tools.ts";
import type { Embedder, EmbedderLibrary, LoadedEmbedder, Reranker } from "../agent/ports/embedder.ts";
import type { AgentEvent } from "../protocol/api/agent-event.ts";
import { defined } from "../protocol/defined.ts";
import { describeError } from "../protocol/describe-error.ts";
import { type Failure, failed, type Result } from "../protocol/failure.ts";
import type { SemanticSearch } from "../protocol/memory.ts";
import type { PickedFile } from "../protocol/model.ts";
import type { Stores } from "../store/stores.ts";
import { toSkillTools } from "./agent-facts.ts";
import type { CurrentSettings } from "./current-settings.ts";
import type { HostDeps } from "./host-deps.ts";
import type { ToolFinder } from "./runs/near-tools.ts";
import type { AskedRequest } from "./runs/run-context.ts";
import { toValue } from "./to-result.ts";

interface EmbeddingDeps extends Pick<HostDeps, "loadEmbedders" | "offer"> {
  readStores(): Promise<Stores>;
  /** Resolves once the chat model has nothing to do. */
  whenIdle(): Promise<void>;
  wait(milliseconds: number): Promise<void>;
  readonly settings: CurrentSettings;
  emit(event: AgentEvent): void;
}

/** The setting of a user who wants no embedding model. */
const UNWANTED = "none";

/** An answer goes by words alone where meaning tells no tools within so long. */
const FIND_TOOLS_MS = 2000;

type State =
  | { readonly type: "absent" }
  | { readonly type: "loading" }
  | { readonly type: "fetching"; done: number; readonly total: number }
  | { readonly type: "ready"; readonly embedder: LoadedEmbedder }
  | { readonly type: "failed"; readonly failure: Failure };

/** The embedding model of this worker, and the notes' vectors that it makes. */
export class EmbeddingSession {
  readonly #deps: EmbeddingDeps;
  #state: State = { type: "absent" };
  #library: Promise<EmbedderLibrary> | null = null;
  /** Of the model that is loaded. */
  #finder: Promise<ToolFinder> | null = null;
  /** Incremented on each change of the model; results of an older generation are dropped. */
  #generation = 0;
  #embedding: Promise<void> = Promise.resolve();
  #isEmbeddingQueued = false;
  /** Absent until it was looked for. */
  #reranker: Promise<Result<Reranker | null>> | undefined;
  /** The file of the model that is loaded or being loaded; empty for none. */
  #name = "";

  constructor(deps: EmbeddingDeps) {
    this.#deps = deps;
  }

  /** Loads the embedding model that the settings name, or releases the loaded one if they name none. */
  follow(): Promise<void> {
    void this.#readReranker();
    const { embeddingModel } = this.#deps.settings.current;
    return this.#change(embeddingModel === UNWANTED ? "" : embeddingModel);
  }

  /** The same; where there was never a model, the app's own is fetched. What goes wrong with that is tried again next time. */
  async begin(): Promise<void> {
    await this.follow();
    if (this.#deps.settings.current.embeddingModel !== "" || this.#state.type !== "absent") return;
    await this.#fetchShipped();
  }

  /** See `RunContext.findTools`. */
  async findTools(agent: Agent, request: AskedRequest): Promise<Pick<RunRequest, "nearTools">> {
    const { skill, question, asked = question, history } = request;
    const tools = skill.type === "agentic" ? toSkillTools(agent, skill).map(({ spec }) => spec) : [];
    if (this.#state.type !== "ready" || tools.length < MANY_TOOLS) return {};
    const { embedder } = this.#state;
    this.#finder ??= import("./runs/near-tools.ts").then(
      ({ ToolFinder: Finder }) => new Finder(inIdleTime(embedder, this.#deps.whenIdle)),
    );
    const earlier = history.flatMap((message) => (message.role === "user" ? [message.asked ?? message.text] : []));
    const late = this.#deps.wait(FIND_TOOLS_MS);
    const finding = this.#finder.then((finder) => finder.find([...earlier, asked], tools));
    const nearTools = await Promise.race([finding, late]).catch(() => null);
    return nearTools ? { nearTools } : {};
  }

  /** Makes vectors for the notes that have none, after any such work under way. */
  embedMissing(): void {
    if (this.#state.type !== "ready" || this.#isEmbeddingQueued) return;
    const generation = this.#generation;
    this.#isEmbeddingQueued = true;
    this.#embedding = this.#embedding.then(async () => {
      this.#isEmbeddingQueued = false;
      if (generation !== this.#generation) return;
      try {
        const { memories } = await this.#deps.readStores();
        const made = await memories.embedMissing(() => generation !== this.#generation);
        if (made > 0) this.#deps.emit({ type: "memories-changed" });
      } catch (error) {
        if (generation === this.#generation) this.#fail({ code: "engine-crashed", detail: describeError(error) });
      }
    });
  }

  async read(): Promise<SemanticSearch> {
    const loaded = await this.#readReranker();
    const reranker = defined({ reranker: loaded.ok ? loaded.value?.title : undefined });
    const state = this.#state;
    if (state.type === "absent") {
      const library = await this.#readLibrary().catch(() => null);
      const offered = await library?.findShipped();
      return { type: "absent", ...defined({ offeredBytes: offered?.bytes }), ...reranker };
    }
    if (state.type !== "ready") return { ...state, ...reranker };
    const stored = await (await this.#deps.readStores()).memories.readSemanticState();
    if (stored.type === "absent") return { type: "absent", ...reranker };
    const { title, isChatModel } = state.embedder;
    const { embedded, notes } = stored;
    return { type: "present", title, embedded, notes, ...defined({ isChatModel }), ...reranker };
  }

  /** Stores a model that the user picked, or null for the app's own, and uses it from now on. Rejects with what failed. */
  async choose(file: PickedFile | null): Promise<SemanticSearch> {
    const library = await this.#readLibrary();
    const name = file === null ? null : toValue(await library.importFile(file));
    if (name === null) await this.#fetchShipped();
    else if (library.isReranker(name)) await this.#changeReranker(name);
    else await this.#use(name);
    return this.read();
  }

  /** Deletes the reranker. */
  async dropReranker(): Promise<SemanticSearch> {
    await this.#changeReranker();
    return this.read();
  }

  /** Puts the reranker of this file, or none, in the place of the one before. A file that cannot be used is not kept. */
  async #changeReranker(name?: string): Promise<void> {
    const before = await this.#reranker;
    this.#deps.offer({ reranker: null });
    if (before?.ok) await before.value?.dispose();
    await (await this.#readLibrary()).dropRerankers(name);
    this.#reranker = undefined;
    const loaded = await this.#readReranker();
    if (!loaded.ok) await this.#changeReranker();
    this.#deps.emit({ type: "memories-changed" });
    toValue(loaded);
  }

  #readReranker(): Promise<Result<Reranker | null>> {
    this.#reranker ??= this.#readLibrary()
      .then((library) => library.loadReranker(new AbortController().signal))
      .catch((error: unknown) => failed("internal", describeError(error)))
      .then((loaded) => {
        this.#deps.offer({ reranker: loaded.ok ? loaded.value : null });
        return loaded;
      });
    return this.#reranker;
  }

  async #fetchShipped(): Promise<void> {
    const shipped = await (await this.#readLibrary()).findShipped();
    if (shipped === null || this.#state.type !== "absent") return;
    const fetching = { type: "fetching" as const, done: 0, total: shipped.bytes };
    this.#state = fetching;
    this.#deps.emit({ type: "memories-changed" });
    const stop = new AbortController();
    const onProgress = (done: number): void => {
      fetching.done = done;
      // The user has picked another one meanwhile, or wants none.
      if (this.#state !== fetching) stop.abort();
    };
    const fetched = await shipped.fetch(onProgress, stop.signal);
    if (this.#state !== fetching) return;
    this.#state = { type: "absent" };
    if (fetched.ok) await this.#use(fetched.value);
    this.#deps.emit({ type: "memories-changed" });
    toValue(fetched);
  }

  async #use(name: string): Promise<void> {
    await this.#deps.settings.update({ embeddingModel: name });
    // A model that failed is loaded again when it is picked again.
    if (this.#state.type === "failed") this.#name = "";
    await this.#change(name);
  }

  /** Deletes the model. */
  async drop(): Promise<SemanticSearch> {
    if (this.#state.type === "fetching") this.#state = { type: "absent" };
    await this.#deps.settings.update({ embeddingModel: UNWANTED });
    await this.#change("");
    this.#deps.emit({ type: "memories-changed" });
    return this.read();
  }

  /** Switches to another file, or to none, and deletes the one before. */
  async #change(wanted: string): Promise<void> {
    const before = this.#name;
    if (wanted === before) return;
    if (wanted === "") await this.#release();
    else await this.#load(wanted);
    this.#name = wanted;
    if (before !== "") await (await this.#readLibrary()).delete(before);
  }

  async #load(wanted: string): Promise<void> {
    await this.#release();
    this.#name = wanted;
    this.#generation += 1;
    const generation = this.#generation;
    this.#state = { type: "loading" };
    try {
      const loaded = await (await this.#readLibrary()).load(wanted, new AbortController().signal);
      if (generation !== this.#generation) {
        if (loaded.ok) await loaded.value.dispose();
        return;
      }
      if (!loaded.ok) return this.#fail(loaded.failure);
      this.#state = { type: "ready", embedder: loaded.value };
      const embedder = inIdleTime(loaded.value, this.#deps.whenIdle);
      (await this.#deps.readStores()).memories.setEmbedder(embedder);
      this.#deps.offer({ embedder });
      this.#deps.emit({ type: "memories-changed" });
      this.embedMissing();
    } catch (error) {
      if (generation === this.#generation) this.#fail({ code: "internal", detail: describeError(error) });
    }
  }

  async #release(): Promise<void> {
    this.#generation += 1;
    this.#finder = null;
    const before = this.#state;
    this.#state = { type: "absent" };
    this.#deps.offer({ embedder: null });
    (await this.#deps.readStores()).memories.setEmbedder(null);
    await this.#embedding;
    if (before.type === "ready") await before.embedder.dispose().catch(() => undefined);
  }

  #readLibrary(): Promise<EmbedderLibrary> {
    this.#library ??= this.#deps.loadEmbedders();
    return this.#library;
  }

  #fail(failure: Failure): void {
    this.#state = { type: "failed", failure };
    this.#deps.emit({ type: "memories-changed" });
  }
}

/** Embeds notes and passages while the chat model rests, text by text, and questions at once. */
function inIdleTime(embedder: Embedder, whenIdle: () => Promise<void>): Embedder {
  return {
    model: embedder.model,
    embed: async (texts, as) => {
      if (as === "query") return embedder.embed(texts, as);
      const vectors: Float32Array<ArrayBuffer>[] = [];
      for (const text of texts) {
        await whenIdle();
        vectors.push(...(await embedder.embed([text], as)));
      }
      return vectors;
    },
  };
}
