import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import { Database } from "./database.ts";

/** A database whose first write finds no room, and how often it was tried. */
async function writeWhenFull(freeSpace: (() => Promise<boolean>) | undefined) {
  const name = `no-room-${crypto.randomUUID()}`;
  const listener = { created: () => undefined, failed: () => undefined, ...(freeSpace && { freeSpace }) };
  const database = new Database({ name, sealing: null }, listener);
  let tries = 0;
  const written = database.write(["settings"], "strict", async () => {
    tries += 1;
    if (tries === 1) throw new DOMException("full", "QuotaExceededError");
    return "written";
  });
  const outcome = await written.catch((error: { readonly failure: { readonly code: string } }) => error.failure.code);
  database.close();
  return [outcome, tries];
}

test("a write that found no room is tried again once where some was made", async () => {
  expect(await writeWhenFull(async () => true)).toEqual(["written", 2]);
});

test.each([
  ["there is nothing to drop", async () => false],
  ["nobody makes room", undefined],
  ["that fails", () => Promise.reject(new Error("not here"))],
])("a write that found no room is refused where %s", async (_case, freeSpace) => {
  expect(await writeWhenFull(freeSpace)).toEqual(["storage-full", 1]);
});
