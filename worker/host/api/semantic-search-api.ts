import type { SemanticSearchApi } from "../../protocol/api/semantic-search-api.ts";
import type { EmbeddingSession } from "../embedding-session.ts";
import { toResult } from "../to-result.ts";

export function createSemanticSearchApi({ embedding }: { readonly embedding: EmbeddingSession }): SemanticSearchApi {
  const read: SemanticSearchApi["readSemanticSearch"] = async () => ({ ok: true, value: await embedding.read() });
  return {
    readSemanticSearch: () => toResult(read),
    chooseEmbeddingModel: (file) =>
      toResult(async () => {
        const chosen = await embedding.choose(file);
        return chosen.ok ? read() : chosen;
      }),
    dropEmbeddingModel: () =>
      toResult(async () => {
        await embedding.drop();
        return read();
      }),
  };
}
