import type { Failure } from "../protocol/failure.ts";
import { start } from "./database.ts";
import { RowStores } from "./row-stores.ts";
import { InMemoryRows } from "./rows/in-memory-rows.ts";
import { StorageFault } from "./storage-fault.ts";
import type { StoreClock, Stores } from "./stores.ts";

/** Stores that end with the tab: what the app runs on when the browser refuses storage. */
export function createInMemoryStores(clock: StoreClock, failure?: Failure): Stores {
  return new InMemoryStores(clock, failure);
}

class InMemoryStores extends RowStores implements Stores {
  readonly #failure: Failure | undefined;

  constructor(clock: StoreClock, failure: Failure | undefined) {
    const rows = new InMemoryRows();
    super(rows, clock);
    this.#failure = failure;
    const meta = { id: "database", databaseId: "in memory", createdAt: clock.now() } as const;
    start(rows.write(["meta"], "relaxed", (tx) => tx.objectStore("meta").put(meta)));
    // By words only: memories that end with the tab are not worth embedding.
    this.memories.setEmbedder = () => {};
  }

  readonly info: Stores["info"] = async () => {
    const info = { durable: false, persisted: false, usedBytes: 0, quotaBytes: 0 };
    return this.#failure === undefined ? info : { ...info, failure: this.#failure };
  };

  readonly relocate: Stores["relocate"] = async () => {
    throw new StorageFault(this.#failure ?? { code: "storage-refused" });
  };

  readonly close: Stores["close"] = () => {};
}
