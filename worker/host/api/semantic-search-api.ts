import type { EmbedderLibrary, LoadedEmbedder } from "../../agent/ports/embedder.ts";
import type { AgentEvent } from "../../protocol/api/agent-event.ts";
import type { SemanticSearchApi } from "../../protocol/api/semantic-search-api.ts";
import { describeError } from "../../protocol/describe-error.ts";
import type { Failure } from "../../protocol/failure.ts";
import type { SemanticSearch } from "../../protocol/memory.ts";
import type { Stores } from "../../store/stores.ts";
import type { CurrentSettings } from "../current-settings.ts";
import { settle } from "../settle.ts";

export interface SemanticSearchApiDeps {
  readStores(): Promise<Stores>;
  /** Loaded when an embedding model is first needed; absent where there are none. */
  loadEmbedders: (() => Promise<EmbedderLibrary>) | undefined;
  readonly settings: CurrentSettings;
  emit(event: AgentEvent): void;
}

/** The desk, and what the host tells it. */
export interface SemanticSearchSession {
  readonly desk: SemanticSearchApi;
  /** Takes the embedding model that the settings name, or none: at the start, and when they were replaced. */
  follow(): Promise<void>;
  /** Notes were written: those without a vector get theirs. */
  onMemoriesChanged(): void;
}

type State =
  | { readonly type: "absent" | "loading" }
  | { readonly type: "ready"; readonly embedder: LoadedEmbedder }
  | { readonly type: "failed"; readonly failure: Failure };

export function createSemanticSearchApi(deps: SemanticSearchApiDeps): SemanticSearchSession {
  let state: State = { type: "absent" };
  let library: Promise<EmbedderLibrary> | null = null;
  /** Goes up with each change of the model, so that what is late for the one before comes to nothing. */
  let generation = 0;
  let embedding: Promise<void> = Promise.resolve();
  let waiting = false;
  /** The file of the model that is there or on its way; empty for none. */
  let name = "";

  const readLibrary = (): Promise<EmbedderLibrary> => {
    if (deps.loadEmbedders === undefined) throw new Error("Embedding models are not available here.");
    library ??= deps.loadEmbedders();
    return library;
  };
  const fail = (failure: Failure): void => {
    state = { type: "failed", failure };
    deps.emit({ type: "memories-changed" });
  };

  /** Gives vectors to the notes that have none, one round after the other. */
  const embedMissing = (): void => {
    if (state.type !== "ready" || waiting) return;
    const mine = generation;
    waiting = true;
    embedding = embedding.then(async () => {
      waiting = false;
      if (mine !== generation) return;
      try {
        const { memories } = await deps.readStores();
        const made = await memories.embedMissing(() => mine !== generation);
        if (made > 0) deps.emit({ type: "memories-changed" });
      } catch (error) {
        if (mine === generation) fail({ code: "engine-crashed", detail: describeError(error) });
      }
    });
  };

  /** Lets go of the model that is there. */
  const release = async (): Promise<void> => {
    generation += 1;
    const before = state;
    state = { type: "absent" };
    (await deps.readStores()).memories.setEmbedder(null);
    await embedding;
    if (before.type === "ready") await before.embedder.dispose().catch(() => undefined);
  };

  const load = async (wanted: string): Promise<void> => {
    await release();
    name = wanted;
    generation += 1;
    const mine = generation;
    state = { type: "loading" };
    try {
      const loaded = await (await readLibrary()).load(wanted, new AbortController().signal);
      if (mine !== generation) {
        if (loaded.ok) await loaded.value.dispose();
        return;
      }
      if (!loaded.ok) return fail(loaded.failure);
      state = { type: "ready", embedder: loaded.value };
      (await deps.readStores()).memories.setEmbedder(loaded.value);
      deps.emit({ type: "memories-changed" });
      embedMissing();
    } catch (error) {
      if (mine === generation) fail({ code: "internal", detail: describeError(error) });
    }
  };

  /** Goes over to another file, or to none, and deletes the one before. */
  const change = async (wanted: string): Promise<void> => {
    const before = name;
    if (wanted === before) return;
    if (wanted === "") await release();
    else await load(wanted);
    name = wanted;
    if (before !== "") await (await readLibrary()).delete(before);
  };

  const read = async (): Promise<SemanticSearch> => {
    switch (state.type) {
      case "absent":
      case "loading":
        return { type: state.type };
      case "failed":
        return state;
      case "ready": {
        const { title } = state.embedder;
        const stored = await (await deps.readStores()).memories.readSemanticState();
        if (stored.type === "absent") return { type: "absent" };
        return { type: "present", title, embedded: stored.embedded, notes: stored.notes };
      }
    }
  };

  return {
    follow: () => change(deps.settings.current.embeddingModel),
    onMemoriesChanged: embedMissing,
    desk: {
      readSemanticSearch: () => settle(async () => ({ ok: true, value: await read() })),
      chooseEmbeddingModel: (file) =>
        settle(async () => {
          const kept = await (await readLibrary()).importFile(file);
          if (!kept.ok) return kept;
          await deps.settings.update({ embeddingModel: kept.value });
          // One that failed is tried again when it is picked again.
          if (state.type === "failed") name = "";
          await change(kept.value);
          return { ok: true, value: await read() };
        }),
      dropEmbeddingModel: () =>
        settle(async () => {
          await deps.settings.update({ embeddingModel: "" });
          await change("");
          deps.emit({ type: "memories-changed" });
          return { ok: true, value: await read() };
        }),
    },
  };
}
