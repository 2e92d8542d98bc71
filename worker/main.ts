import { expose } from "comlink";
import { composeAgent } from "./compose.ts";
import { allowNestedWorkers } from "./platform/allow-nested-workers.ts";
import { holdLife } from "./platform/hold-life.ts";
import type { AgentApi } from "./protocol/api/agent-api.ts";

allowNestedWorkers();
const agent = composeAgent();
const api: AgentApi = {
  ...agent,
  start: async (options) => {
    if (options?.lifeLock !== undefined) await holdLife(navigator.locks, options.lifeLock);
    return agent.start(options);
  },
};
expose(api);
