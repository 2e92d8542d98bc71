import type { AgentApi } from "../protocol/api/agent-api.ts";
import { toSkillInfos } from "./agent-facts.ts";
import { createHostApi } from "./api/create-host-api.ts";
import type { HostDeps } from "./host-deps.ts";
import { createHostParts, type StartedHost } from "./host-parts.ts";
import { startHost } from "./start-host.ts";

/** The agent behind `AgentApi`, in the worker or in the page. */
export function createAgentHost(deps: HostDeps): AgentApi {
  let started: Promise<StartedHost> | null = null;
  const parts = createHostParts(deps, () => {
    if (started === null) throw new Error("The agent host was used before it was started.");
    return started;
  });
  const { embedding, outbox, servers, settings } = parts;
  return {
    start: async (options = {}) => {
      if (started === null) {
        started = startHost(parts, options);
        started.then(servers.open, () => undefined);
        // What it fails with is shown on the memory page.
        started.then(() => embedding.follow()).catch(() => undefined);
      }
      const { stores, ownAgent, library, session } = await started;
      const [models, storage] = await Promise.all([library.list(), stores.info()]);
      // Read last, and returned at once: a change whose event is sent meanwhile must not be overwritten by an older state.
      return {
        models,
        storage,
        modelState: session.state,
        settings: settings.current,
        skills: toSkillInfos(servers.extend(ownAgent.agent)),
        fileFaults: ownAgent.faults,
      };
    },
    subscribe: async (deliver) => outbox.subscribe(deliver),
    ...createHostApi(parts),
  };
}
