import type { Result } from "../../protocol/failure.ts";
import type { PickedFile } from "../../protocol/model.ts";

/** Whether a text asks, or is what may be found, a note or a part of a file: some models read these differently. */
export type EmbeddedAs = "query" | "note" | "passage";

/** Turns texts into vectors whose directions say what they are about. */
export interface Embedder {
  /** The model's name: vectors of different models are never compared. */
  readonly model: string;
  /** One vector per text, all of one length. Rejects if the model can no longer be used. */
  embed(texts: readonly string[], as: EmbeddedAs): Promise<readonly Float32Array<ArrayBuffer>[]>;
}

/** An embedder that holds a model in memory. */
export interface LoadedEmbedder extends Embedder {
  /** The file's name, for the user. */
  readonly title: string;
  /** The file is a chat model's, whose vectors tell little about likeness. */
  readonly isChatModel?: true;
  dispose(): Promise<void>;
}

/** A model that judges texts against a question, in memory. */
export interface Reranker {
  /** The file's name, for the user. */
  readonly title: string;
  /** The more the text answers the question the higher. Rejects if the model can no longer be used. */
  rate(question: string, text: string): Promise<number>;
  dispose(): Promise<void>;
}

/** An embedding model that can be fetched from the app's own server. */
export interface ShippedEmbedder {
  readonly bytes: number;
  /** Fetches what is not here yet; returns the name to load it by. */
  fetch(onProgress: (done: number) => void, signal: AbortSignal): Promise<Result<string>>;
}

/** The port to embedding models: the app's own and files that the user picked, kept in this browser. Never throws for an expected fault. */
export interface EmbedderLibrary {
  /** Checks and stores a file; returns the name to load it by. */
  importFile(file: PickedFile): Promise<Result<string>>;
  /** The model that comes with the app; null where its server has none, or this device is too small for it. */
  findShipped(): Promise<ShippedEmbedder | null>;
  load(name: string, signal: AbortSignal): Promise<Result<LoadedEmbedder>>;
  /** Whether a stored file is a reranker's. */
  isReranker(name: string): boolean;
  /** The reranker that the user picked last; null where there is none. */
  loadReranker(signal: AbortSignal): Promise<Result<Reranker | null>>;
  /** Deletes every reranker but one. */
  dropRerankers(but?: string): Promise<void>;
  delete(name: string): Promise<void>;
}
