import type { Result } from "../../protocol/failure.ts";
import type { PickedFile } from "../../protocol/model.ts";

/** Turns texts into vectors whose directions say what they are about. */
export interface Embedder {
  /** The model's name: vectors of different models are never compared. */
  readonly model: string;
  /** One vector per text, all of one length. Rejects if the model can no longer be used. */
  embed(texts: readonly string[]): Promise<readonly Float32Array<ArrayBuffer>[]>;
}

/** An embedder that holds a model in memory. */
export interface LoadedEmbedder extends Embedder {
  /** The file's name, for the user. */
  readonly title: string;
  /** The file is a chat model's, whose vectors tell little about likeness. */
  readonly isChatModel?: true;
  dispose(): Promise<void>;
}

/** The port to embedding models: files that the user picked, kept in this browser. Never throws for an expected fault. */
export interface EmbedderLibrary {
  /** Checks and stores a file; returns the name to load it by. */
  importFile(file: PickedFile): Promise<Result<string>>;
  load(name: string, signal: AbortSignal): Promise<Result<LoadedEmbedder>>;
  delete(name: string): Promise<void>;
}
