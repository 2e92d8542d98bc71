import { describe, expect, test } from "vitest";
import { createManifest } from "../../engines/pack/manifest.ts";
import type { OpenPack, PackFiles } from "../../engines/pack/pack-files.ts";
import type { Result } from "../../protocol/failure.ts";
import type { PackFile } from "../../protocol/pack.ts";
import type { ImportSummary } from "../../protocol/stored-data.ts";
import { createPacksApi } from "./packs-api.ts";

const NONE = { added: 0, changed: 0, unchanged: 0, removed: 0 };
const SUMMARY = { conversations: NONE, messages: NONE, runs: NONE, memories: NONE } as unknown as ImportSummary;
const FILES: readonly PackFile[] = [{ path: "a.tar", file: new Blob(["tar"]) }];
const FULL = { ok: false, failure: { code: "storage-full" } } as const;

function createApi(options: { readonly text?: string | null; readonly imported?: Result<ImportSummary> } = {}) {
  const { text = "chats", imported = { ok: true, value: SUMMARY } } = options;
  const steps: string[] = [];
  const pack: OpenPack = {
    manifest: createManifest(
      [
        { role: "app", path: "index.html", bytes: 3, sha256: "0".repeat(64) },
        { role: "data", path: "pack/data.json", bytes: 4, sha256: "0".repeat(64) },
      ],
      1000,
    ),
    models: [{ title: "Starter", bytes: 5, stored: false }],
    leftOut: [],
    readData: async () => ({ ok: true, value: text }),
    install: async (_onProgress, finish) => {
      steps.push("models kept");
      const finished = await finish();
      if (!finished.ok) steps.push("models gone");
      return finished;
    },
  };
  const packFiles: PackFiles = {
    make: async ({ data, models }) => {
      steps.push(`made of ${models.join()} and ${(await data?.text()) ?? "no data"}`);
      return { ok: true, value: new Blob(["pack"]) };
    },
    open: async () => ({ ok: true, value: pack }),
  };
  const api = createPacksApi({
    loadPackFiles: async () => packFiles,
    data: {
      exportEverything: async () => ({
        ok: true,
        value: { bytes: new TextEncoder().encode("all chats"), leftOut: [] },
      }),
      previewImport: async () => ({ ok: true, value: { ...SUMMARY, connections: null } }),
      importEverything: async (given, mode, isOwn) => {
        steps.push(`imported ${given} to ${mode}${isOwn ? "" : " as somebody else's"}`);
        return imported;
      },
    },
  });
  return { api, steps };
}

describe("the api for packs", () => {
  test("a pack holds what was chosen and nothing else", async () => {
    const { api, steps } = createApi();
    const data = { connections: { hosts: [], server: null }, withKeys: false };
    await api.makePack({ app: false, models: ["starter"], data }, () => undefined);
    await api.makePack({ app: false, models: [], data: null }, () => undefined);
    expect(steps).toEqual(["made of starter and all chats", "made of  and no data"]);
  });

  test("reading a pack says what it would do and changes nothing", async () => {
    const { api, steps } = createApi();
    expect(await api.readPack(FILES)).toEqual({
      ok: true,
      value: {
        createdAt: 1000,
        models: [{ title: "Starter", bytes: 5, stored: false }],
        leftOut: [],
        data: { ...SUMMARY, connections: null },
        appFiles: 1,
        bytes: 7,
      },
    });
    expect(steps).toEqual([]);
  });

  test("the conversations come in after the models, merged with what is here", async () => {
    const { api, steps } = createApi();
    expect(await api.installPack(FILES, true, () => undefined)).toEqual({ ok: true, value: null });
    expect(steps).toEqual(["models kept", "imported chats to merge"]);
  });

  test("the conversations of a pack that is not the user's come in as somebody else's", async () => {
    const { api, steps } = createApi();
    await api.installPack(FILES, false, () => undefined);
    expect(steps.at(-1)).toBe("imported chats to merge as somebody else's");
  });

  test("conversations that cannot be taken in take the models with them", async () => {
    const { api, steps } = createApi({ imported: FULL });
    expect(await api.installPack(FILES, true, () => undefined)).toEqual(FULL);
    expect(steps.at(-1)).toBe("models gone");
  });

  test("a pack without conversations leaves those here alone", async () => {
    const { api, steps } = createApi({ text: null });
    expect((await api.installPack(FILES, true, () => undefined)).ok).toBe(true);
    expect(steps).toEqual(["models kept"]);
  });
});
