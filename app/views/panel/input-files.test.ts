import { describe, expect, it } from "vitest";
import type { FileEntry } from "../../../worker/protocol/workspaces/workspace.ts";
import { listInputFiles } from "./input-files.tsx";

type Asked = Parameters<typeof listInputFiles>[0];

/** What each folder holds, by its workspace and path. */
function createApi(folders: Readonly<Record<string, readonly FileEntry[]>>): Asked {
  const ids = [...new Set(Object.keys(folders).map((key) => key.split(":")[0] ?? ""))];
  return {
    listWorkspaces: async () => ({
      ok: true,
      value: ids.map((id) => ({ id, name: `Folder ${id}`, kind: "private", access: {}, addedAt: 0, state: "ready" })),
    }),
    listFiles: async (id, path) => {
      const value = folders[`${id}:${path}`];
      return value === undefined ? { ok: false, failure: { code: "internal" } } : { ok: true, value };
    },
  };
}

const file = (path: string): FileEntry => ({ path, type: "file" });
const folder = (path: string): FileEntry => ({ path, type: "folder" });

describe("the files that a script may work with", () => {
  it("are those of all folders, folders in them too, each with its folder's name", async () => {
    const api = createApi({
      "a:": [file("two.csv"), folder("sub")],
      "a:sub": [file("sub/one.csv")],
      "b:": [file("three.md"), folder("gone")],
    });
    expect(await listInputFiles(api)).toEqual(["Folder a/sub/one.csv", "Folder a/two.csv", "Folder b/three.md"]);
  });

  it("are 300 at most, and none where the folders cannot be listed", async () => {
    const many = Array.from({ length: 1000 }, (_, index) => file(`${index}.txt`));
    expect(await listInputFiles(createApi({ "a:": many }))).toHaveLength(300);
    const broken = { ...createApi({}), listWorkspaces: () => Promise.reject(new Error("gone")) };
    expect(await listInputFiles(broken)).toEqual([]);
  });
});
