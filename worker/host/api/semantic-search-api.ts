import type { SemanticSearchApi } from "../../protocol/api/semantic-search-api.ts";
import type { EmbeddingSession } from "../embedding-session.ts";
import { attempt, toResult } from "../to-result.ts";

export function createSemanticSearchApi({ embedding }: { readonly embedding: EmbeddingSession }): SemanticSearchApi {
  return {
    readSemanticSearch: () => attempt(() => embedding.read()),
    chooseEmbeddingModel: (file) =>
      toResult(async () => {
        const chosen = await embedding.choose(file);
        return chosen.ok ? { ok: true, value: await embedding.read() } : chosen;
      }),
    dropEmbeddingModel: () =>
      attempt(async () => {
        await embedding.drop();
        return embedding.read();
      }),
  };
}
