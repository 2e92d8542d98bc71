import type { FileCaller } from "../../agent/ports/workspace-port.ts";
import type { WorkspaceAccess, WorkspaceInfo, WorkspaceRecord } from "../../protocol/workspaces/workspace.ts";
import type { Directory } from "./directory.ts";
import { toNameKey, toPathParts } from "./safe-path.ts";
import type { WorkspaceDatabase, WorkspaceRow } from "./workspace-database.ts";
import { WorkspaceFault, withFaults } from "./workspace-fault.ts";

/** The user's own calls may do what the user may. */
const MANUAL = "by hand";

export interface WorkspacesDeps {
  readonly database: WorkspaceDatabase;
  /** The browser's private folder for a workspace; made when it is not there. */
  openPrivate(id: string): Promise<Directory>;
  removePrivate(id: string): Promise<void>;
  now(): number;
  newId(): string;
}

/**
 * Skills that folders of earlier versions know nothing of, by the skill whose access they take over: to read, never to
 * write. A choice of the user's ends that.
 */
const INHERITS: ReadonlyMap<string, string> = new Map([
  ["plan", "assistant"],
  ["code", "assistant"],
]);

/** A path of a tool, resolved to a workspace and the parts of the path inside it. */
export interface ResolvedPath {
  readonly row: WorkspaceRow;
  readonly parts: readonly string[];
  /** Makes a path of the workspace one of the tool's again. */
  toShown(path: string): string;
}

/** Which folders there are, and who may use them. */
export class Workspaces {
  readonly #deps: WorkspacesDeps;

  constructor(deps: WorkspacesDeps) {
    this.#deps = deps;
  }

  async list(): Promise<readonly WorkspaceInfo[]> {
    const rows = await this.#listRows();
    return await Promise.all(rows.map(async (row) => ({ ...toRecord(row), state: await readState(row) })));
  }

  async add(name: string, handle: Directory | undefined, access: WorkspaceRecord["access"]): Promise<WorkspaceInfo> {
    const rows = await this.#deps.database.listWorkspaces();
    const row: WorkspaceRow = {
      id: this.#deps.newId(),
      name: toFreeName(name, rows),
      kind: handle === undefined ? "private" : "connected",
      access,
      chosen: [...INHERITS.keys()],
      addedAt: this.#deps.now(),
      ...(handle === undefined ? {} : { handle }),
    };
    if (handle === undefined) await this.#deps.openPrivate(row.id);
    await this.#deps.database.putWorkspace(row);
    return { ...toRecord(row), state: await readState(row) };
  }

  async change(id: string, change: Partial<Pick<WorkspaceRecord, "name" | "access">>): Promise<void> {
    const rows = await this.#deps.database.listWorkspaces();
    const row = rows.find((each) => each.id === id);
    if (row === undefined) return;
    const others = rows.filter((each) => each.id !== id);
    const name = change.name === undefined ? row.name : toFreeName(change.name, others);
    const chosen = change.access === undefined ? {} : { chosen: [...INHERITS.keys()] };
    await this.#deps.database.putWorkspace({ ...row, ...change, ...chosen, name });
  }

  /** Forgets a folder; the files of a private one are deleted, those on the user's disk are not touched. */
  async remove(id: string): Promise<void> {
    const row = await this.#find(id);
    await this.#deps.database.removeWorkspace(id);
    if (row?.kind === "private") await this.#deps.removePrivate(id);
  }

  async readHandle(id: string): Promise<Directory | null> {
    return (await this.#find(id))?.handle ?? null;
  }

  /** The folder of a workspace, if the browser lets it be used so now. */
  openRoot(row: WorkspaceRow, access: WorkspaceAccess): Promise<Directory> {
    return withFaults(row.name, async () => {
      if (row.handle === undefined) return await this.#deps.openPrivate(row.id);
      const mode = access === "write" ? "readwrite" : "read";
      const permission = await row.handle.queryPermission?.({ mode });
      if (permission !== undefined && permission !== "granted") throw new WorkspaceFault("no-permission", row.name);
      await lookInto(row.handle, row.name);
      return row.handle;
    });
  }

  async openRootOf(id: string, access: WorkspaceAccess): Promise<Directory> {
    const row = await this.#find(id);
    if (row === undefined) throw new WorkspaceFault("gone");
    return this.openRoot(row, access);
  }

  async #find(id: string): Promise<WorkspaceRow | undefined> {
    return (await this.#listRows()).find((row) => row.id === id);
  }

  async #listRows(): Promise<readonly WorkspaceRow[]> {
    return (await this.#deps.database.listWorkspaces()).map(withInherited);
  }

  /** The workspaces that a caller may read. */
  async listGranted({ skill, isSeen = () => true }: FileCaller): Promise<readonly WorkspaceRow[]> {
    const rows = (await this.#listRows()).filter(({ id }) => isSeen(id));
    return skill === MANUAL ? rows : rows.filter(({ access }) => Object.hasOwn(access, skill));
  }

  /** The most that each skill may do with some workspace of those seen; null where there is none at all. */
  async listGrants(isSeen: (id: string) => boolean = () => true): Promise<ReadonlyMap<string, WorkspaceAccess> | null> {
    const rows = await this.#listRows();
    const grants = new Map<string, WorkspaceAccess>();
    for (const { access } of rows.filter(({ id }) => isSeen(id))) {
      for (const [skill, granted] of Object.entries(access)) {
        if (grants.get(skill) !== "write") grants.set(skill, granted);
      }
    }
    return rows.length === 0 ? null : grants;
  }

  /** Where a tool's path leads. With one workspace its name may be left out. */
  async resolve(path: string, caller: FileCaller, access: WorkspaceAccess): Promise<ResolvedPath> {
    const rows = await this.listGranted(caller);
    const parts = toPathParts(path);
    const [head = "", ...rest] = parts;
    const [only, second] = rows;
    if (only === undefined) throw new WorkspaceFault("missing", path);
    const named = rows.find(({ name }) => toNameKey(name) === toNameKey(head));
    const row = named ?? (second === undefined ? only : undefined);
    if (row === undefined) {
      throw new Error(`Begin the path with the name of a folder: ${rows.map(({ name }) => name).join(", ")}.`);
    }
    const mayWrite = caller.skill === MANUAL || row.access[caller.skill] === "write";
    if (access === "write" && !mayWrite) throw new WorkspaceFault("not-granted", path);
    return { row, parts: named === undefined ? parts : rest, toShown: toShownPath(row, rows) };
  }
}

/** Paths begin with the workspace's name where there are several. */
export function toShownPath(row: WorkspaceRow, rows: readonly WorkspaceRow[]): (path: string) => string {
  return (path) => (rows.length < 2 ? path : path === "" ? row.name : `${row.name}/${path}`);
}

/** Rejects for a folder that was moved or deleted: its files would each only be missing. */
async function lookInto(folder: Directory, name: string): Promise<void> {
  try {
    for await (const _ of folder.entries()) break;
  } catch (error) {
    const isGone = error instanceof Error && error.name === "NotFoundError";
    throw isGone ? new WorkspaceFault("gone", name) : error;
  }
}

async function readState({ handle, name }: WorkspaceRow): Promise<WorkspaceInfo["state"]> {
  if (handle === undefined) return "ready";
  try {
    const permission = await handle.queryPermission?.({ mode: "read" });
    if (permission !== undefined && permission !== "granted") return "ask";
    await lookInto(handle, name);
    return "ready";
  } catch {
    return "gone";
  }
}

function withInherited(row: WorkspaceRow): WorkspaceRow {
  const inherited = [...INHERITS].flatMap(([skill, from]) =>
    row.chosen?.includes(skill) || Object.hasOwn(row.access, skill) || !Object.hasOwn(row.access, from) ? [] : [skill],
  );
  if (inherited.length === 0) return row;
  const read = Object.fromEntries(inherited.map((skill) => [skill, "read" as const]));
  return { ...row, inherited, access: { ...row.access, ...read } };
}

function toRecord({ handle: _, chosen: __, ...record }: WorkspaceRow): WorkspaceRecord {
  return record;
}

/** The name without what a path cannot hold, and with a number where another has it. */
function toFreeName(wanted: string, rows: readonly WorkspaceRow[]): string {
  const clean = wanted
    .replaceAll(/[\\/:\p{Cc}]/gu, " ")
    .trim()
    .slice(0, 60);
  const base = /^\.*$/.test(clean) ? "Files" : clean;
  const taken = new Set(rows.map(({ name }) => toNameKey(name)));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base} ${number}`;
    if (!taken.has(toNameKey(name))) return name;
  }
}
