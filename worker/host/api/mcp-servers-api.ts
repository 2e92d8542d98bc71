import type { Agent } from "../../agent/define/agent.ts";
import type { AgentEvent } from "../../protocol/api/agent-event.ts";
import type { McpServersApi } from "../../protocol/api/mcp-servers-api.ts";
import type { Result } from "../../protocol/failure.ts";
import type { McpServers, McpServersDeps } from "../../tools/mcp/mcp-servers.ts";
import { allTools, toSkillInfos } from "../agent-facts.ts";
import type { CurrentSettings } from "../current-settings.ts";
import { settle } from "../settle.ts";

export interface McpServersApiDeps {
  /** Makes the library of the user's servers; loaded when there is a first one. */
  createServers?: ((deps: McpServersDeps) => Promise<McpServers>) | undefined;
  /** The agent without any server's tools, once the host has started. */
  readOwnAgent(): Promise<Agent>;
  readonly settings: CurrentSettings;
  emit(event: AgentEvent): void;
}

/** The user's servers: asked for only when there are any. */
export interface UserServers {
  readonly desk: McpServersApi;
  /** The agent with the servers' tools that are allowed at this moment. */
  extend(agent: Agent): Agent;
  /** Connects to the servers that are kept; does nothing where there are none. */
  open(): void;
}

export function createMcpServersApi(deps: McpServersApiDeps): UserServers {
  let making: Promise<McpServers> | null = null;
  /** The same, once it is there. */
  let library: McpServers | null = null;

  const extend = (agent: Agent): Agent => library?.extend(agent) ?? agent;
  const make = async (): Promise<McpServers> => {
    if (deps.createServers === undefined) throw new Error("Servers of tools are not available here.");
    const emit = async (): Promise<void> => {
      const agent = await deps.readOwnAgent();
      if (library === null) return;
      deps.emit({ type: "servers-changed", servers: library.list(), skills: toSkillInfos(library.extend(agent)) });
    };
    const made = await deps.createServers({
      store: {
        read: async () => deps.settings.current.mcpServers,
        write: async (mcpServers) => void (await deps.settings.update({ mcpServers })),
      },
      taken: new Set(allTools(await deps.readOwnAgent()).map((tool) => tool.spec.name)),
      onChange: () => void emit(),
    });
    library = made;
    void made.open();
    return made;
  };
  const readServers = (): Promise<McpServers> => {
    making ??= make();
    making.catch(() => {
      making = null;
    });
    return making;
  };
  const withQuota = (work: (library: McpServers) => Promise<void>): Promise<Result<null>> =>
    settle(async () => {
      await work(await readServers());
      return { ok: true, value: null };
    });

  return {
    extend,
    open: () => {
      if (deps.settings.current.mcpServers.length > 0) readServers().catch(() => undefined);
    },
    desk: {
      listServers: async () => library?.list() ?? [],
      addServer: (name, url) => withQuota((servers) => servers.add(name, url)),
      addServerPort: (name, port) => withQuota((servers) => servers.addPort(name, port)),
      removeServer: (name) => withQuota((servers) => servers.remove(name)),
      refreshServer: (name) => withQuota((servers) => servers.refresh(name)),
      consentToTool: (server, remoteName, pin) => withQuota((servers) => servers.consent(server, remoteName, pin)),
    },
  };
}
