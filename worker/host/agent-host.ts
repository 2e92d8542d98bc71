import { createDeferred } from "../platform/deferred.ts";
import type { AgentApi } from "../protocol/api/agent-api.ts";
import { toSkillInfos } from "./agent-facts.ts";
import { createHostApi } from "./api/create-host-api.ts";
import type { HostDeps } from "./host-deps.ts";
import { createHostParts, type StartedHost } from "./host-parts.ts";
import { startHost } from "./start-host.ts";

/** The agent behind `AgentApi`, in the worker or in the page. */
export function createAgentHost(deps: HostDeps): AgentApi {
  let started: Promise<StartedHost> | null = null;
  // Calls before the start wait for it: after a reload or a restart of the worker a message may come first.
  const { promise: whenStarted, resolve: announceStart } = createDeferred<StartedHost>();
  // A start that fails is told by `start` and by every call that waited.
  whenStarted.catch(() => undefined);
  const parts = createHostParts(deps, () => whenStarted);
  const { readEmbedding, outbox, servers, settings } = parts;
  return {
    start: async (options = {}) => {
      if (started === null) {
        started = startHost(parts, options);
        announceStart(started);
        started.then(servers.open, () => undefined);
        // Its failure is shown on the memory page. Where a chat model is loaded, the embedding model follows it.
        const begin = async ({ session }: StartedHost) => {
          if (session.state.type !== "loading") await (await readEmbedding()).follow();
        };
        started.then(begin).catch(() => undefined);
      }
      const { stores, ownAgent, library, session } = await started;
      const [models, storage] = await Promise.all([library.list(), stores.info()]);
      // Read last, and returned at once: a change whose event is sent meanwhile must not be overwritten by an older state.
      return {
        models,
        storage,
        modelState: session.state,
        settings: settings.current,
        skills: toSkillInfos(servers.extend(ownAgent.made.agent)),
        fileFaults: ownAgent.made.faults,
      };
    },
    subscribe: async (deliver) => outbox.subscribe(deliver),
    ...createHostApi(parts),
  };
}
