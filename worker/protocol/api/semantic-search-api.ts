import type { Result } from "../failure.ts";
import type { SemanticSearch } from "../memory.ts";
import type { PickedFile } from "../model.ts";

/** Finds notes by meaning, with an embedding model. */
export interface SemanticSearchApi {
  readSemanticSearch(): Promise<Result<SemanticSearch>>;
  /** Stores an embedding model that the user picked, and searches notes by meaning with it from now on. */
  chooseEmbeddingModel(file: PickedFile): Promise<Result<SemanticSearch>>;
  /** Deletes the embedding model; notes are searched by words again. */
  dropEmbeddingModel(): Promise<Result<SemanticSearch>>;
}
