import type { Embedder, EmbedderLibrary, LoadedEmbedder } from "../agent/ports/embedder.ts";
import type { AgentEvent } from "../protocol/api/agent-event.ts";
import { assertNever } from "../protocol/assert-never.ts";
import { defined } from "../protocol/defined.ts";
import { describeError } from "../protocol/describe-error.ts";
import type { Failure, Result } from "../protocol/failure.ts";
import type { SemanticSearch } from "../protocol/memory.ts";
import type { PickedFile } from "../protocol/model.ts";
import type { Stores } from "../store/stores.ts";
import type { CurrentSettings } from "./current-settings.ts";

interface EmbeddingDeps {
  readStores(): Promise<Stores>;
  /** Called when an embedding model is first needed. */
  loadEmbedders(): Promise<EmbedderLibrary>;
  /** Told of the loaded model, and of null once there is none, for finding files by meaning. */
  offerEmbedder(embedder: Embedder | null): void;
  readonly settings: CurrentSettings;
  emit(event: AgentEvent): void;
}

type State =
  | { readonly type: "absent" | "loading" }
  | { readonly type: "ready"; readonly embedder: LoadedEmbedder }
  | { readonly type: "failed"; readonly failure: Failure };

/** The embedding model of this worker, and the notes' vectors that it makes. */
export class EmbeddingSession {
  readonly #deps: EmbeddingDeps;
  #state: State = { type: "absent" };
  #library: Promise<EmbedderLibrary> | null = null;
  /** Incremented on each change of the model; results of an older generation are dropped. */
  #generation = 0;
  #embedding: Promise<void> = Promise.resolve();
  #isEmbeddingQueued = false;
  /** The file of the model that is loaded or being loaded; empty for none. */
  #name = "";

  constructor(deps: EmbeddingDeps) {
    this.#deps = deps;
  }

  /** Loads the embedding model that the settings name, or releases the loaded one if they name none. */
  follow(): Promise<void> {
    return this.#change(this.#deps.settings.current.embeddingModel);
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
    const state = this.#state;
    switch (state.type) {
      case "absent":
      case "loading":
        return { type: state.type };
      case "failed":
        return state;
      case "ready": {
        const stored = await (await this.#deps.readStores()).memories.readSemanticState();
        if (stored.type === "absent") return { type: "absent" };
        const { title, isChatModel } = state.embedder;
        const { embedded, notes } = stored;
        return { type: "present", title, embedded, notes, ...defined({ isChatModel }) };
      }
      default:
        return assertNever(state);
    }
  }

  /** Stores a model that the user picked and uses it from now on. */
  async choose(file: PickedFile): Promise<Result<null>> {
    const imported = await (await this.#readLibrary()).importFile(file);
    if (!imported.ok) return imported;
    await this.#deps.settings.update({ embeddingModel: imported.value });
    // A model that failed is loaded again when it is picked again.
    if (this.#state.type === "failed") this.#name = "";
    await this.#change(imported.value);
    return { ok: true, value: null };
  }

  /** Deletes the model. */
  async drop(): Promise<void> {
    await this.#deps.settings.update({ embeddingModel: "" });
    await this.#change("");
    this.#deps.emit({ type: "memories-changed" });
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
      (await this.#deps.readStores()).memories.setEmbedder(loaded.value);
      this.#deps.offerEmbedder(loaded.value);
      this.#deps.emit({ type: "memories-changed" });
      this.embedMissing();
    } catch (error) {
      if (generation === this.#generation) this.#fail({ code: "internal", detail: describeError(error) });
    }
  }

  async #release(): Promise<void> {
    this.#generation += 1;
    const before = this.#state;
    this.#state = { type: "absent" };
    this.#deps.offerEmbedder(null);
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
