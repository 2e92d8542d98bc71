import type { Agent } from "../../agent/define/agent.ts";
import type { AgentApi, AgentEvent, Result } from "../../protocol/agent-api.ts";
import type { McpRoom, McpRoomDeps } from "../../tools/mcp/mcp-servers.ts";
import { allTools, toSkillInfos } from "../agent-facts.ts";
import type { SettingsKeeper } from "../current-settings.ts";
import { settle } from "../settle.ts";

/** The part of the agent's interface that is about servers of tools. */
export type ServerDesk = Pick<
  AgentApi,
  "listServers" | "addServer" | "addServerPort" | "removeServer" | "refreshServer" | "consentToTool"
>;

/** What the desk works with. */
export interface ServerDeskDeps {
  /** Makes the room of the person's servers; loaded when there is a first one. */
  createServers?: ((deps: McpRoomDeps) => Promise<McpRoom>) | undefined;
  /** The agent without any server's tools, once the host has started. */
  readOwnAgent(): Promise<Agent>;
  readonly settings: SettingsKeeper;
  tell(event: AgentEvent): void;
}

/** The person's servers: asked for only when there are any. */
export interface PersonsServers {
  readonly desk: ServerDesk;
  /** The agent with the servers' tools that are allowed at this moment. */
  extend(agent: Agent): Agent;
  /** Connects to the servers that are kept; does nothing where there are none. */
  open(): void;
}

export function createServerDesk(deps: ServerDeskDeps): PersonsServers {
  let making: Promise<McpRoom> | null = null;
  /** The same, once it is there. */
  let room: McpRoom | null = null;

  const extend = (agent: Agent): Agent => room?.extend(agent) ?? agent;
  const make = async (): Promise<McpRoom> => {
    if (deps.createServers === undefined) throw new Error("Servers of tools are not available here.");
    const tell = async (): Promise<void> => {
      const agent = await deps.readOwnAgent();
      if (room === null) return;
      deps.tell({ type: "servers-changed", servers: room.list(), skills: toSkillInfos(room.extend(agent)) });
    };
    const made = await deps.createServers({
      store: {
        read: async () => deps.settings.current.mcpServers,
        write: async (mcpServers) => void (await deps.settings.update({ mcpServers })),
      },
      taken: new Set(allTools(await deps.readOwnAgent()).map((tool) => tool.spec.name)),
      onChange: () => void tell(),
    });
    room = made;
    void made.open();
    return made;
  };
  const readRoom = (): Promise<McpRoom> => {
    making ??= make();
    making.catch(() => {
      making = null;
    });
    return making;
  };
  const withRoom = (work: (room: McpRoom) => Promise<void>): Promise<Result<null>> =>
    settle(async () => {
      await work(await readRoom());
      return { ok: true, value: null };
    });

  return {
    extend,
    open: () => {
      if (deps.settings.current.mcpServers.length > 0) readRoom().catch(() => undefined);
    },
    desk: {
      listServers: async () => room?.list() ?? [],
      addServer: (name, url) => withRoom((servers) => servers.add(name, url)),
      addServerPort: (name, port) => withRoom((servers) => servers.addPort(name, port)),
      removeServer: (name) => withRoom((servers) => servers.remove(name)),
      refreshServer: (name) => withRoom((servers) => servers.refresh(name)),
      consentToTool: (server, remoteName, pin) => withRoom((servers) => servers.consent(server, remoteName, pin)),
    },
  };
}
