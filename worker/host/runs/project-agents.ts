import type { Agent } from "../../agent/define/agent.ts";
import type { ModelLibrary } from "../../agent/ports/model-library.ts";
import type { ModelId } from "../../protocol/ids.ts";
import { findProject, type Project, type ProjectId } from "../../protocol/project.ts";
import type { Settings, ToolFile } from "../../protocol/settings.ts";
import type { ExtendedAgent } from "../../tools/files/extend-with-files.ts";
import { allTools, withoutTools } from "../agent-facts.ts";
import { isServerSeen } from "../is-server-seen.ts";
import type { UserServers } from "../user-servers.ts";
import type { RunContext } from "./run-context.ts";

/** The agent of this host, without any server's tools. */
export interface OwnAgent {
  /** Replaced when the user's files change. */
  made: ExtendedAgent;
  /** Makes an agent with these files and no others, which does not replace this one. */
  make(files: readonly ToolFile[], project?: Project): Promise<ExtendedAgent>;
}

/** By the agent outside of projects: when that is made anew, so are these. */
const made = new WeakMap<ExtendedAgent, Map<string, Promise<ExtendedAgent>>>();

/** A run's context in a project: its agent's tools hold nothing but ports of its scope. Made when it is first asked. */
export async function toProjectContext(
  context: RunContext,
  id: ProjectId,
  { ownAgent, library }: { readonly ownAgent: OwnAgent; readonly library: ModelLibrary },
  servers: UserServers,
): Promise<RunContext> {
  const { current } = context.settings;
  const project = findProject(current, id);
  const known = made.get(ownAgent.made) ?? new Map<string, Promise<ExtendedAgent>>();
  made.set(ownAgent.made, known);
  const key = JSON.stringify(project);
  const making = known.get(key) ?? ownAgent.make(current.toolFiles, project);
  known.set(key, making);
  making.catch(() => known.delete(key));
  const agent = servers.extend((await making).agent);
  const { toolsOff = [] } = current;
  const off = [...toolsOff, ...(project.toolsOff ?? []), ...listDenied(agent, current, project)];
  return {
    ...context,
    project,
    agent: withoutTools(agent, off),
    loadModel: () => loadModel(context.model, library, project.modelId),
  };
}

/** Begins to load a model, where that downloads nothing and it is not the loaded one; the run waits for it. */
async function loadModel(session: RunContext["model"], library: ModelLibrary, modelId: ModelId = ""): Promise<void> {
  const { state } = session;
  if (modelId === "" || (state.type !== "none" && state.modelId === modelId)) return;
  const entry = (await library.list()).find(({ id }) => id === modelId);
  if (entry?.stored === true || (entry !== undefined && entry.downloadBytes === undefined)) void session.load(modelId);
}

/** Stands before a server's name where a tool says whose it is. */
const BY_SERVER = "server ";

/** The tools of servers whose host is none of the project's. */
function listDenied(agent: Agent, settings: Settings, project: Project): readonly string[] {
  const isDenied = (author = "") =>
    author.startsWith(BY_SERVER) && !isServerSeen(settings, project, author.slice(BY_SERVER.length));
  return allTools(agent).flatMap(({ spec }) => (isDenied(spec.author) ? [spec.name] : []));
}
