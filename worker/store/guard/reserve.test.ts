import { describe, expect, it } from "vitest";
import { createReserve, RESERVE_BYTES } from "./reserve.ts";

/** A private file system on a disk with so much room left. */
function createDisk(disk: { free: number; fault?: string }) {
  let size = 0;
  const file = {
    getSize: () => size,
    write(bytes: Uint8Array, { at }: { at: number }) {
      const written = Math.max(0, Math.min(bytes.length, disk.free - at));
      size = Math.max(size, at + written);
      return written;
    },
    flush: () => undefined,
    truncate(to: number) {
      size = to;
    },
    close: () => undefined,
  };
  const root = {
    async getFileHandle() {
      if (disk.fault !== undefined) throw new DOMException("refused", disk.fault);
      return { createSyncAccessHandle: async () => file };
    },
  };
  const storage = { getDirectory: async () => root } as unknown as StorageManager;
  return { storage, readSize: () => size };
}

describe("the reserve", () => {
  it("is taken whole or not at all, and given back", async () => {
    const disk = { free: RESERVE_BYTES - 1 };
    const { storage, readSize } = createDisk(disk);
    const reserve = createReserve(storage, () => undefined);
    expect(await reserve.take()).toBe(false);
    expect(readSize()).toBe(0);
    disk.free = RESERVE_BYTES;
    expect(await reserve.take()).toBe(true);
    expect(readSize()).toBe(RESERVE_BYTES);
    disk.free = 0;
    expect(await reserve.take()).toBe(true);
    await reserve.release();
    expect(readSize()).toBe(0);
    expect(await reserve.take()).toBe(false);
  });

  it.each([
    ["there is no room for the file's name", "QuotaExceededError", false],
    ["another tab holds it", "NoModificationAllowedError", true],
    ["the browser has no private files", "SecurityError", true],
  ])("where %s", async (_, fault, isHeld) => {
    const reserve = createReserve(createDisk({ free: 0, fault }).storage);
    expect(await reserve.take()).toBe(isHeld);
    await reserve.release();
  });
});
