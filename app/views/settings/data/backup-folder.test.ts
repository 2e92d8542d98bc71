import { describe, expect, it } from "vitest";
import type { Settings } from "../../../../worker/protocol/settings.ts";
import type { ExportOptions } from "../../../../worker/protocol/stored-data.ts";
import { createTextStore } from "../../../state/text-store.ts";
import { type BackupFolder, KEPT_BACKUPS, writeBackup } from "./backup-folder.ts";

const KEY = { iterations: 2, memory: 65_536, salt: "AAAA", key: "AAAA" };

/** A folder of the disk, with room or without, that the browser lets the page write into, or asks about. */
function createFolder(disk: { full?: boolean; permission?: string } = {}) {
  const files = new Map<string, string>();
  const folder: BackupFolder = {
    kind: "directory",
    name: "My backups",
    async *keys() {
      yield* [...files.keys()];
    },
    getFileHandle: async (name) => ({
      getFile: async () => new Blob([files.get(name) ?? ""]),
      createWritable: async () => ({
        async write(text) {
          if (disk.full === true) throw new DOMException("no room", "QuotaExceededError");
          files.set(name, text);
        },
        close: async () => undefined,
      }),
    }),
    removeEntry: async (name) => void files.delete(name),
    queryPermission: async () => disk.permission ?? "granted",
  };
  return { files, folder };
}

/** A device whose exports say what they were sealed with. */
function createDevice(folder: BackupFolder | null, backup: (Settings["backup"] & object) | null) {
  const kept = new Map<string, string>();
  const texts = createTextStore({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage);
  const api = {
    exportEverything: async (options?: ExportOptions) => {
      const bytes = new TextEncoder().encode(JSON.stringify(options?.seal ?? "readable"));
      return { ok: true, value: { bytes, leftOut: [] } } as const;
    },
    readStorage: async () => ({
      ...{ durable: true, persisted: false, usedBytes: 0, quotaBytes: 0 },
      databaseId: "0123456789",
    }),
  };
  const place = { read: async () => folder, write: async () => undefined };
  const write = (day: string, always = false) =>
    writeBackup({ api, settings: { backup }, texts, place, now: new Date(`${day}T12:00`) }, always);
  return { kept, write };
}

Object.defineProperty(globalThis, "localStorage", { value: { getItem: () => null }, configurable: true });

describe("a daily backup", () => {
  it("is written once a day, sealed with the kept key, and notes when and where", async () => {
    const { files, folder } = createFolder();
    const { write, kept } = createDevice(folder, { key: KEY });
    expect(await write("2026-03-10")).toBe("written");
    expect(await write("2026-03-10")).toBe("fresh");
    expect(await write("2026-03-10", true)).toBe("written");
    expect(await write("2026-03-11")).toBe("written");
    expect([...files.keys()]).toEqual([
      "alcove-backup-2026-03-10-01234567.sealed.json",
      "alcove-backup-2026-03-11-01234567.sealed.json",
    ]);
    expect([...files.values()]).toEqual([JSON.stringify(KEY), JSON.stringify(KEY)]);
    expect([...kept.values()]).toEqual(["2026-03-11 My backups"]);
  });

  it("is readable only where the user wanted that", async () => {
    const { files, folder } = createFolder();
    expect(await createDevice(folder, { key: null }).write("2026-03-10")).toBe("written");
    expect([...files]).toEqual([["alcove-backup-2026-03-10-01234567.json", '"readable"']]);
  });

  it("keeps the newest files of its database, and leaves every other file alone", async () => {
    const { files, folder } = createFolder();
    const foreign = ["alcove-backup-2020-01-01-abcdefab.sealed.json", "alcove-export-2020-01-01.json", "diary.txt"];
    for (const name of foreign) files.set(name, "x");
    const { write } = createDevice(folder, { key: KEY });
    for (let day = 10; day < 20; day += 1) expect(await write(`2026-03-${day}`)).toBe("written");
    const own = [...files.keys()].filter((name) => !foreign.includes(name)).sort();
    expect(own.length).toBe(KEPT_BACKUPS);
    expect(own[0]).toContain("2026-03-13");
    expect(foreign.every((name) => files.has(name))).toBe(true);
  });

  it("that finds no room says so, is tried again, and takes no older one away", async () => {
    const disk: { full?: boolean } = {};
    const { files, folder } = createFolder(disk);
    const { write } = createDevice(folder, { key: KEY });
    for (let day = 10; day < 17; day += 1) await write(`2026-03-${day}`);
    disk.full = true;
    expect(await write("2026-03-17")).toBe("failed");
    expect(files.size).toBe(KEPT_BACKUPS);
    disk.full = false;
    expect(await write("2026-03-17")).toBe("written");
  });

  it("asks where the browser does, and is off without a folder or the user's word", async () => {
    const { folder } = createFolder({ permission: "prompt" });
    expect(await createDevice(folder, { key: KEY }).write("2026-03-10")).toBe("asks");
    expect(await createDevice(null, { key: KEY }).write("2026-03-10")).toBe("off");
    expect(await createDevice(folder, null).write("2026-03-10")).toBe("off");
  });
});
