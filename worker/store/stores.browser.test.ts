import { deleteDB } from "idb";
import { afterAll } from "vitest";
import { openStores } from "./open-stores.ts";
import { describeStores } from "./stores.contract.ts";

const names: string[] = [];

describeStores("stores on the browser's IndexedDB", (clock) => {
  const name = `contract-${crypto.randomUUID()}`;
  names.push(name);
  return openStores({ clock, name });
});

afterAll(async () => {
  for (const name of names) await deleteDB(name);
});
