import type { AgentApi } from "../../../worker/protocol/api/agent-api.ts";
import type { JsonObject } from "../../../worker/protocol/json.ts";
import { toResult } from "../app-state.ts";

/** Asks a server for values of a field: of its prompt, by the command, or of its template. None where it has none. */
export function suggestValues(api: Pick<AgentApi, "askServer">, server: string, of: string) {
  return async (field: string, fields: JsonObject): Promise<readonly string[]> => {
    const found = await toResult(api.askServer(server, { type: "complete", of, field, fields }));
    return found.ok ? found.value : [];
  };
}
