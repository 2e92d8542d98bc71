import fc from "fast-check";
import { expect, it } from "vitest";
import { withinFolders } from "./within-folders.ts";
import { CALLER, openTestStore } from "./workspace-store.fixture.ts";

const OWNERS = { Papers: "garden", Boat: "boat", Shared: "both" };
const ACCESS = { documents: "write" } as const;

it("files of a folder that another project has are neither listed, found, read, searched nor changed", async () => {
  const { store, id, folders } = await openTestStore();
  const ids = new Map([[id, OWNERS.Papers]]);
  for (const name of ["Boat", "Shared"] as const) {
    ids.set((await store.add(name, ACCESS, undefined)).id, OWNERS[name]);
  }
  for (const [folder, owner] of ids) await folders.get(folder)?.put(`${owner}.txt`, `apple of ${owner}`);
  const paths = [...Object.entries(OWNERS).map(([name, owner]) => `${name}/${owner}.txt`), "garden.txt", "boat.txt"];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom("garden", "boat", "neither"), fc.constantFrom(...paths), async (scope, path) => {
      const files = withinFolders(store.files, (folder) => [scope, "both"].includes(ids.get(folder) ?? ""));
      const caller = { ...CALLER, isSeen: () => true };
      const tries = await Promise.allSettled([
        files.list("", caller),
        files.list(path.split("/")[0] ?? "", caller),
        files.find("*.txt", caller),
        files.read(path, caller),
        files.readSource(path, caller),
        files.openPieces(path, caller),
        files.search("apple", 10, caller),
        files.plan({ type: "delete", path }, caller),
        files.apply({ type: "edit", path, find: "apple", replace: "pear" }, caller),
      ]);
      const said = JSON.stringify(tries.flatMap((each) => (each.status === "fulfilled" ? [each.value] : [])));
      for (const other of ["garden", "boat"].filter((each) => each !== scope)) expect(said).not.toContain(other);
    }),
    { numRuns: 20 },
  );
  // By hand the user may do anything, and sees only the scope all the same.
  const byHand = { ...CALLER, skill: "by hand" };
  const garden = withinFolders(store.files, (folder) => ids.get(folder) === "garden");
  expect((await garden.find("*.txt", byHand)).entries.map(({ path }) => path)).toEqual(["garden.txt"]);
});
