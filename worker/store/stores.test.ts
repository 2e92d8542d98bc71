import "fake-indexeddb/auto";
import { createRowSealing } from "./encryption/seal-rows.ts";
import { InMemorySentinel } from "./guard/sentinel.fixture.ts";
import { createInMemoryStores } from "./in-memory-stores.ts";
import { openStores } from "./open-stores.ts";
import { describeStores } from "./stores.contract.ts";

const storage = { estimate: async () => ({ usage: 1, quota: 2 }), persisted: async () => false };
let opened = 0;

describeStores("stores on IndexedDB", (clock) => {
  opened += 1;
  return openStores({ clock, name: `contract-${opened}`, sentinel: new InMemorySentinel(), storage });
});

describeStores("stores on an encrypted IndexedDB", (clock) => {
  opened += 1;
  const name = `contract-${opened}`;
  const sealing = createRowSealing(crypto.getRandomValues(new Uint8Array(32)));
  return openStores({
    clock,
    name,
    locate: async () => ({ name, sealing }),
    sentinel: new InMemorySentinel(),
    storage,
  });
});

describeStores("stores in memory", (clock) => Promise.resolve(createInMemoryStores(clock)));
