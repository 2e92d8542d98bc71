import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { FileChange, FileReading, WorkspaceRecord } from "../../protocol/workspaces/workspace.ts";
import type { BuiltSegment } from "../search/segment.ts";
import { toStorageFault } from "../storage-fault.ts";
import type { Directory } from "./directory.ts";
import type { StoredIndex } from "./file-index-rows.ts";
import { WORKSPACE_DATABASE } from "./has-workspaces.ts";

/** A workspace with its folder; a private one is found by its id. */
export interface WorkspaceRow extends WorkspaceRecord {
  readonly handle?: Directory;
}

/** A change with what undoing and mending it need. */
export interface ChangeRow extends FileChange {
  /** `begun`: the file may be as it was or as it should be, depending on when the device stopped. */
  readonly state: "begun" | "done";
  /** SHA-256 of the bytes after the change; null after a deletion. */
  readonly afterHash: string | null;
}

/** The bytes of a file before a change; null if there was none. */
interface BeforeRow {
  readonly id: string;
  readonly bytes: Uint8Array<ArrayBuffer> | null;
}

interface WorkspaceSchema extends DBSchema {
  workspaces: { key: string; value: WorkspaceRow };
  changes: { key: string; value: ChangeRow; indexes: { "by-time": number } };
  before: { key: string; value: BeforeRow };
  readings: { key: [string, string]; value: FileReading; indexes: { "by-time": number } };
  indexes: { key: string; value: IndexStateRow };
  segments: { key: [string, number]; value: BuiltSegment };
}

/** What holds a folder's index together; its segments lie in rows of their own. */
export interface IndexStateRow extends Omit<StoredIndex, "segments"> {
  readonly workspaceId: string;
  readonly segmentIds: readonly number[];
  readonly revision: string;
}

const STORES = ["workspaces", "changes", "before", "readings", "indexes", "segments"] as const;
const MAX_READINGS = 500;

/** Workspaces, the journal of changes, and what was read, in a database of their own. */
export class WorkspaceDatabase {
  #connection: Promise<IDBPDatabase<WorkspaceSchema>> | null = null;

  async listWorkspaces(): Promise<readonly WorkspaceRow[]> {
    const rows = await this.#work((database) => database.getAll("workspaces"));
    return rows.sort((left, right) => left.addedAt - right.addedAt);
  }

  async putWorkspace(row: WorkspaceRow): Promise<void> {
    await this.#work((database) => database.put("workspaces", row));
  }

  /** Removes a workspace with its journal. */
  async removeWorkspace(id: string): Promise<void> {
    await this.#work(async (database) => {
      const transaction = database.transaction(STORES, "readwrite");
      await transaction.objectStore("workspaces").delete(id);
      for await (const { value } of transaction.objectStore("changes")) {
        if (value.workspaceId !== id) continue;
        await transaction.objectStore("changes").delete(value.id);
        await transaction.objectStore("before").delete(value.id);
      }
      await transaction.objectStore("readings").delete(IDBKeyRange.bound([id], [id, []]));
      await transaction.objectStore("indexes").delete(id);
      await transaction.objectStore("segments").delete(IDBKeyRange.bound([id], [id, []]));
      await transaction.done;
    });
  }

  /** The newest first. */
  async listChanges(): Promise<readonly ChangeRow[]> {
    return (await this.#work((database) => database.getAllFromIndex("changes", "by-time"))).reverse();
  }

  async readChange(id: string): Promise<{ row: ChangeRow; before: Uint8Array<ArrayBuffer> | null } | null> {
    return await this.#work(async (database) => {
      const [row, before] = await Promise.all([database.get("changes", id), database.get("before", id)]);
      return row === undefined ? null : { row, before: before?.bytes ?? null };
    });
  }

  /** Durable when it resolves: what is written to a file afterwards can be undone. */
  async beginChange(row: ChangeRow, bytes: Uint8Array<ArrayBuffer> | null): Promise<void> {
    await this.#work(async (database) => {
      const transaction = database.transaction(["changes", "before"], "readwrite", { durability: "strict" });
      await transaction.objectStore("before").put({ id: row.id, bytes });
      await transaction.objectStore("changes").put(row);
      await transaction.done;
    });
  }

  async putChange(row: ChangeRow): Promise<void> {
    await this.#work((database) => database.put("changes", row));
  }

  async dropChanges(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#work(async (database) => {
      const transaction = database.transaction(["changes", "before"], "readwrite");
      for (const id of ids) {
        await transaction.objectStore("changes").delete(id);
        await transaction.objectStore("before").delete(id);
      }
      await transaction.done;
    });
  }

  /** The newest first. */
  async listReadings(): Promise<readonly FileReading[]> {
    return (await this.#work((database) => database.getAllFromIndex("readings", "by-time"))).reverse();
  }

  async putReading(reading: FileReading): Promise<void> {
    await this.#work(async (database) => {
      const transaction = database.transaction("readings", "readwrite");
      await transaction.store.put(reading);
      let surplus = (await transaction.store.count()) - MAX_READINGS;
      for await (const cursor of transaction.store.index("by-time")) {
        if (surplus <= 0) break;
        surplus -= 1;
        await cursor.delete();
      }
      await transaction.done;
    });
  }

  async readIndex(
    workspaceId: string,
  ): Promise<{ readonly state: IndexStateRow; readonly segments: readonly BuiltSegment[] } | null> {
    return await this.#work(async (database) => {
      const range = IDBKeyRange.bound([workspaceId], [workspaceId, []]);
      const [state, segments] = await Promise.all([
        database.get("indexes", workspaceId),
        database.getAll("segments", range),
      ]);
      return state === undefined ? null : { state, segments };
    });
  }

  /** Writes the segments that are not there, all of them where another tab wrote since `basedOn`. */
  async writeIndex(state: IndexStateRow, segments: readonly BuiltSegment[], basedOn: string): Promise<void> {
    const { workspaceId, segmentIds } = state;
    await this.#work(async (database) => {
      const transaction = database.transaction(["workspaces", "indexes", "segments"], "readwrite");
      const rows = transaction.objectStore("segments");
      // A folder that was removed meanwhile leaves nothing behind.
      if ((await transaction.objectStore("workspaces").getKey(workspaceId)) === undefined) return;
      const before = await transaction.objectStore("indexes").get(workspaceId);
      const kept = new Set(before?.revision === basedOn ? before.segmentIds : []);
      for (const segment of segments) {
        if (!kept.has(segment.data.id)) await rows.put(segment, [workspaceId, segment.data.id]);
      }
      for (const key of await rows.getAllKeys(IDBKeyRange.bound([workspaceId], [workspaceId, []]))) {
        if (!segmentIds.includes(key[1])) await rows.delete(key);
      }
      await transaction.objectStore("indexes").put(state);
      await transaction.done;
    });
  }

  async clear(): Promise<void> {
    await this.#work(async (database) => {
      for (const name of STORES) await database.clear(name);
    });
  }

  close(): void {
    this.#connection?.then((database) => database.close()).catch(() => undefined);
    this.#connection = null;
  }

  async #work<Value>(work: (database: IDBPDatabase<WorkspaceSchema>) => Promise<Value>): Promise<Value> {
    try {
      this.#connection ??= this.#open();
      return await work(await this.#connection);
    } catch (error) {
      throw toStorageFault(error, "work");
    }
  }

  async #open(): Promise<IDBPDatabase<WorkspaceSchema>> {
    try {
      return await openDB<WorkspaceSchema>(WORKSPACE_DATABASE, 2, {
        upgrade: (database, oldVersion) => {
          database.createObjectStore("indexes", { keyPath: "workspaceId" });
          database.createObjectStore("segments");
          if (oldVersion >= 1) return;
          database.createObjectStore("workspaces", { keyPath: "id" });
          database.createObjectStore("changes", { keyPath: "id" }).createIndex("by-time", "at");
          database.createObjectStore("before", { keyPath: "id" });
          database.createObjectStore("readings", { keyPath: ["workspaceId", "path"] }).createIndex("by-time", "at");
        },
        blocking: () => this.close(),
        terminated: () => {
          this.#connection = null;
        },
      });
    } catch (error) {
      this.#connection = null;
      throw toStorageFault(error, "open");
    }
  }
}
