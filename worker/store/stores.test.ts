import "fake-indexeddb/auto";
import { createInMemoryStores } from "./in-memory-stores.ts";
import { openStores } from "./open-stores.ts";
import { InMemorySentinel } from "./sentinel.ts";
import { describeStores } from "./stores.contract.ts";

const storage = { estimate: async () => ({ usage: 1, quota: 2 }), persisted: async () => false };
let opened = 0;

describeStores("stores on IndexedDB", (clock) => {
  opened += 1;
  return openStores({ clock, name: `contract-${opened}`, sentinel: new InMemorySentinel(), storage });
});

describeStores("stores in memory", (clock) => Promise.resolve(createInMemoryStores(clock)));
