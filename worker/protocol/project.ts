import type { ConversationId, ModelId } from "./ids.ts";
import type { WorkspaceId } from "./workspaces/workspace.ts";

export type ProjectId = string;

/** Chats that belong together: what is said, kept and read together: its conversations name it, and so do the notes that are its own. */
export interface Project {
  /** A project of earlier versions, which had only a name, is known by that. */
  readonly id: ProjectId;
  readonly name: string;
  /** Said to the model with the user's own instructions. */
  readonly instructions?: string;
  /** The folders that it reads, and no project without them does; absent for those that no project has. */
  readonly workspaces?: readonly WorkspaceId[];
  /** The skill that its new conversations begin with. */
  readonly skill?: string;
  /** Loaded for its questions where it is stored here. */
  readonly modelId?: ModelId;
  /** Of the allowed hosts those that its tools may talk to; absent for all. */
  readonly hosts?: readonly string[];
  /** Names of tools that are switched off in it, beside those of the settings. */
  readonly toolsOff?: readonly string[];
  /** It is not listed with the others. */
  readonly archived?: boolean;
}

/** All that more than a name is known of, as the settings hold them. */
interface Projects {
  readonly projects: readonly Project[];
}

/** The project in which something happens; null outside of all. */
export type Scope = ProjectId | null;

/** The scope of a conversation. */
export function toScope({ folder = "" }: { readonly id?: ConversationId; readonly folder?: string }): Scope {
  return folder === "" ? null : folder;
}

/** The rule of all scopes: a project sees what is its own and what is everybody's; outside only the latter is seen. */
export function isSeenIn(scope: Scope, project: ProjectId | undefined): boolean {
  return project === undefined || project === scope;
}

/** A project, with its name alone where nothing else was set. */
export function findProject({ projects }: Projects, id: ProjectId): Project {
  return projects.find((each) => each.id === id) ?? { id, name: id };
}

/** Whether a folder of the user's may be read in a scope: where projects have it, in those alone. */
export function isFolderSeen({ projects }: Projects, scope: Scope, id: WorkspaceId): boolean {
  const own = scope === null ? undefined : projects.find((each) => each.id === scope)?.workspaces;
  return own?.includes(id) ?? !projects.some(({ workspaces }) => workspaces?.includes(id));
}
