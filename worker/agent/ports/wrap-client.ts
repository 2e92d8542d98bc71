import { defined } from "../../protocol/defined.ts";
import type { ModelClient } from "./model-client.ts";

/** The same client with some members of its own; the others are called on it, since they may be methods of a class. */
export function wrapClient(client: ModelClient, own: Partial<ModelClient>): ModelClient {
  return {
    info: client.info,
    ...defined({ lost: client.lost }),
    generate: (request) => client.generate(request),
    countTokens: (text) => client.countTokens(text),
    dispose: () => client.dispose(),
    ...own,
  };
}
