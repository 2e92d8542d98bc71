import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from "idb";
import type { FileChange, FileReading, WorkspaceRecord } from "../../protocol/workspaces/workspace.ts";
import { keysUnder } from "../rows/key-range.ts";
import { runTransaction } from "../run-transaction.ts";
import { type PostingsRow, toPostingsRows } from "../search/segment.ts";
import { toStorageFault } from "../storage-fault.ts";
import type { Directory } from "./directory.ts";
import { WORKSPACE_DATABASE } from "./has-workspaces.ts";
import type { BuiltFileSegment, FileSegmentData, FileVectors } from "./index/file-index-rows.ts";

/** A workspace with its folder; a private one is found by its id. */
export interface WorkspaceRow extends WorkspaceRecord {
  readonly handle?: Directory;
  /** Skills that were there when the user last chose who may use the folder, as far as that matters. */
  readonly chosen?: readonly string[];
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
  /** The revision of each index, apart from it because it is asked for with every search. */
  revisions: { key: string; value: string };
  segments: { key: [string, number]; value: FileSegmentData };
  postings: { key: [string, number, number]; value: PostingsRow };
  /** The texts of documents that take long to read. */
  texts: { key: [string, string]; value: string };
  vectors: { key: [string, string]; value: FileVectors };
}

/** The files of an index, one array for each of their facts. */
export interface FileColumns {
  readonly paths: readonly string[];
  readonly bytes: Float64Array;
  readonly modifiedAt: Float64Array;
  readonly firsts: Uint32Array;
  readonly passages: Uint32Array;
  readonly kept: Uint32Array;
}

/** The state that holds a folder's index together; its segments and their postings lie in rows of their own. */
export interface IndexStateRow {
  readonly workspaceId: string;
  readonly version: number;
  readonly revision: string;
  readonly nextDoc: number;
  readonly segmentIds: readonly number[];
  readonly files: FileColumns;
}

/** Stores that can be made anew from the files; the rest is the user's. */
const PART_STORES = ["segments", "postings", "texts", "vectors"] as const;
const INDEX_STORES = ["indexes", "revisions", ...PART_STORES] as const;
const STORES = ["workspaces", "changes", "before", "readings", ...INDEX_STORES] as const;
const MAX_READINGS = 500;

/** Workspaces, the journal of changes, and what was read, in a database of their own. */
export class WorkspaceDatabase {
  #connection: Promise<IDBPDatabase<WorkspaceSchema>> | null = null;

  async listWorkspaces(): Promise<readonly WorkspaceRow[]> {
    const rows = await this.work((database) => database.getAll("workspaces"));
    return rows.sort((left, right) => left.addedAt - right.addedAt);
  }

  async putWorkspace(row: WorkspaceRow): Promise<void> {
    await this.work((database) => database.put("workspaces", row));
  }

  /** Removes a workspace with its journal. */
  async removeWorkspace(id: string): Promise<void> {
    await this.write(STORES, "default", async (transaction) => {
      await transaction.objectStore("workspaces").delete(id);
      for await (const { value } of transaction.objectStore("changes")) {
        if (value.workspaceId !== id) continue;
        await transaction.objectStore("changes").delete(value.id);
        await transaction.objectStore("before").delete(value.id);
      }
      await transaction.objectStore("readings").delete(keysUnder(id));
      await transaction.objectStore("indexes").delete(id);
      await transaction.objectStore("revisions").delete(id);
      for (const name of PART_STORES) {
        await transaction.objectStore(name).delete(keysUnder(id));
      }
    });
  }

  /** The newest first. */
  async listChanges(): Promise<readonly ChangeRow[]> {
    return (await this.work((database) => database.getAllFromIndex("changes", "by-time"))).reverse();
  }

  async readChange(id: string): Promise<{ row: ChangeRow; before: Uint8Array<ArrayBuffer> | null } | null> {
    return await this.work(async (database) => {
      const [row, before] = await Promise.all([database.get("changes", id), database.get("before", id)]);
      return row === undefined ? null : { row, before: before?.bytes ?? null };
    });
  }

  /** Durable when it resolves: what is written to a file afterwards can be undone. */
  async beginChange(row: ChangeRow, bytes: Uint8Array<ArrayBuffer> | null): Promise<void> {
    await this.write(["changes", "before"], "strict", async (transaction) => {
      await transaction.objectStore("before").put({ id: row.id, bytes });
      await transaction.objectStore("changes").put(row);
    });
  }

  async putChange(row: ChangeRow): Promise<void> {
    await this.work((database) => database.put("changes", row));
  }

  async dropChanges(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.write(["changes", "before"], "default", async (transaction) => {
      for (const id of ids) {
        await transaction.objectStore("changes").delete(id);
        await transaction.objectStore("before").delete(id);
      }
    });
  }

  /** The newest first. */
  async listReadings(): Promise<readonly FileReading[]> {
    return (await this.work((database) => database.getAllFromIndex("readings", "by-time"))).reverse();
  }

  async putReading(reading: FileReading): Promise<void> {
    await this.write(["readings"], "default", async (transaction) => {
      await transaction.objectStore("readings").put(reading);
      let surplus = (await transaction.objectStore("readings").count()) - MAX_READINGS;
      for await (const cursor of transaction.objectStore("readings").index("by-time")) {
        if (surplus <= 0) break;
        surplus -= 1;
        await cursor.delete();
      }
    });
  }

  async readIndex(workspaceId: string) {
    return await this.work(async (database) => {
      const transaction = database.transaction(["indexes", "segments"]);
      const [state, segments] = await Promise.all([
        transaction.objectStore("indexes").get(workspaceId),
        transaction.objectStore("segments").getAll(keysUnder(workspaceId)),
      ]);
      return state === undefined ? null : { state, segments };
    });
  }

  /** Writes an index with its new segments, and drops those it no longer lists. False for a folder that was removed. */
  async writeIndex(state: IndexStateRow, added: readonly BuiltFileSegment[]): Promise<boolean> {
    const { workspaceId, segmentIds, revision } = state;
    return await this.write(["workspaces", ...INDEX_STORES], "relaxed", async (transaction) => {
      if ((await transaction.objectStore("workspaces").getKey(workspaceId)) === undefined) return false;
      const segments = transaction.objectStore("segments");
      const postings = transaction.objectStore("postings");
      const writes: Promise<unknown>[] = [];
      for (const [, id] of await segments.getAllKeys(keysUnder(workspaceId))) {
        if (segmentIds.includes(id)) continue;
        writes.push(segments.delete([workspaceId, id]));
        writes.push(postings.delete(keysUnder(workspaceId, id)));
      }
      for (const { data, postings: bytes } of added) {
        writes.push(segments.put(data, [workspaceId, data.id]));
        for (const row of toPostingsRows(data.id, bytes)) {
          writes.push(postings.put(row, [workspaceId, data.id, row.chunk]));
        }
      }
      writes.push(transaction.objectStore("indexes").put(state));
      writes.push(transaction.objectStore("revisions").put(revision, workspaceId));
      await Promise.all(writes);
      return true;
    });
  }

  async clear(): Promise<void> {
    await this.work(async (database) => {
      for (const name of STORES) await database.clear(name);
    });
  }

  close(): void {
    this.#connection?.then((database) => database.close()).catch(() => undefined);
    this.#connection = null;
  }

  /** Writes in one transaction, which happens whole or not at all. */
  async write<const Names extends readonly StoreNames<WorkspaceSchema>[], Value>(
    names: Names,
    durability: IDBTransactionDurability,
    work: (transaction: IDBPTransaction<WorkspaceSchema, Names, "readwrite">) => Promise<Value>,
  ): Promise<Value> {
    return await this.work((database) =>
      runTransaction(database.transaction(names, "readwrite", { durability }), work),
    );
  }

  /** Works with the open database; what fails rejects as a `StorageFault`. */
  async work<Value>(work: (database: IDBPDatabase<WorkspaceSchema>) => Promise<Value>): Promise<Value> {
    try {
      this.#connection ??= this.#open();
      return await work(await this.#connection);
    } catch (error) {
      throw toStorageFault(error, "work");
    }
  }

  async #open(): Promise<IDBPDatabase<WorkspaceSchema>> {
    try {
      return await openDB<WorkspaceSchema>(WORKSPACE_DATABASE, 4, {
        upgrade: (database, oldVersion) => {
          // An index of an older version is of no use: it is made anew from the files.
          for (const name of INDEX_STORES)
            if (database.objectStoreNames.contains(name)) database.deleteObjectStore(name);
          database.createObjectStore("indexes", { keyPath: "workspaceId" });
          for (const name of ["revisions", ...PART_STORES] as const) database.createObjectStore(name);
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
