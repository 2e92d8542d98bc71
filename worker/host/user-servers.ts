import type { Agent } from "../agent/define/agent.ts";
import type { AgentEvent } from "../protocol/api/agent-event.ts";
import { loadOnce } from "../protocol/load-once.ts";
import type { McpServers, McpServersDeps } from "../tools/mcp/mcp-servers.ts";
import { allTools, toSkillInfos } from "./agent-facts.ts";
import type { CurrentSettings } from "./current-settings.ts";

/** The user's servers of tools. Their code is loaded when there is a first one. */
export type UserServers = ReturnType<typeof createUserServers>;

export function createUserServers(deps: {
  createServers(deps: McpServersDeps): Promise<McpServers>;
  /** The agent without any server's tools, once the host has started. */
  readOwnAgent(): Promise<Agent>;
  readonly settings: CurrentSettings;
  readonly sample: NonNullable<McpServersDeps["sample"]>;
  emit(event: AgentEvent): void;
}) {
  const { settings } = deps;
  let loaded: McpServers | null = null;

  const emitChange = async (): Promise<void> => {
    const agent = await deps.readOwnAgent();
    if (loaded === null) return;
    deps.emit({ type: "servers-changed", servers: loaded.list(), skills: toSkillInfos(loaded.extend(agent)) });
  };
  const load = loadOnce(async (): Promise<McpServers> => {
    loaded = await deps.createServers({
      store: {
        read: async () => settings.current.mcpServers,
        write: async (mcpServers) => void (await settings.update({ mcpServers })),
      },
      taken: new Set(allTools(await deps.readOwnAgent()).map((tool) => tool.spec.name)),
      onChange: () => void emitChange(),
      sample: deps.sample,
    });
    void loaded.open();
    return loaded;
  });

  return {
    /** Loads the servers' code if that has not happened yet; rejects if it cannot be loaded, and tries again next time. */
    load,
    /** The agent with the servers' tools that are allowed at this moment. */
    extend: (agent: Agent): Agent => loaded?.extend(agent) ?? agent,
    /** Connects to the stored servers, if there are any. */
    open: (): void => {
      if (settings.current.mcpServers.length > 0) load().catch(() => undefined);
    },
    list: () => loaded?.list() ?? [],
  };
}
