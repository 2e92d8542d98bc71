import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { FileChange, FileReading, WorkspaceRecord } from "../../protocol/workspaces/workspace.ts";
import { toStorageFault } from "../storage-fault.ts";
import type { Directory } from "./directory.ts";
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
}

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
      const transaction = database.transaction(["workspaces", "changes", "before", "readings"], "readwrite");
      await transaction.objectStore("workspaces").delete(id);
      for await (const { value } of transaction.objectStore("changes")) {
        if (value.workspaceId !== id) continue;
        await transaction.objectStore("changes").delete(value.id);
        await transaction.objectStore("before").delete(value.id);
      }
      await transaction.objectStore("readings").delete(IDBKeyRange.bound([id], [id, []]));
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

  async clear(): Promise<void> {
    await this.#work(async (database) => {
      for (const name of ["workspaces", "changes", "before", "readings"] as const) await database.clear(name);
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
      return await openDB<WorkspaceSchema>(WORKSPACE_DATABASE, 1, {
        upgrade: (database) => {
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
