import { expect, it } from "vitest";
import { CALLER, openTestStore } from "./workspace-store.fixture.ts";

it("a folder with fifty thousand files, is listed, found in and searched", { timeout: 120_000 }, async () => {
  const { store, id, root } = await openTestStore();
  for (let number = 0; number < 50_000; number += 1) {
    await root.put(
      `folder-${number % 100}/file-${number}.txt`,
      number % 1000 === 7 ? `The parrot ${number} sings.` : "tree",
    );
  }
  expect((await store.files.list("", CALLER)).total).toBe(100);
  expect(await store.list(id, "", 7)).toHaveLength(7);
  expect((await store.files.find("file-49999", CALLER)).entries).toHaveLength(1);
  const { passages: found } = await store.files.search("parrot 31007", 5, CALLER);
  expect(found[0]?.path).toBe("folder-7/file-31007.txt");
});
