/**
 * A list of records on this device, which exports leave out: a JSON file in the origin private file system; in memory, until
 * the tab closes, if the browser has none. Reading leaves out what `isRecord` does not know.
 */
export function createKeptList<T>(
  storage: Pick<StorageManager, "getDirectory">,
  file: string,
  isRecord: (value: unknown) => value is T,
) {
  let kept: readonly T[] = [];
  return {
    read: async (): Promise<readonly T[]> => {
      try {
        const handle = await (await storage.getDirectory()).getFileHandle(file);
        const records: unknown = JSON.parse(await (await handle.getFile()).text());
        return Array.isArray(records) ? records.filter(isRecord) : [];
      } catch {
        return kept;
      }
    },
    write: async (records: readonly T[]): Promise<void> => {
      kept = records;
      try {
        const handle = await (await storage.getDirectory()).getFileHandle(file, { create: true });
        const stream = await handle.createWritable();
        await stream.write(JSON.stringify(records));
        await stream.close();
      } catch {
        // Kept in memory.
      }
    },
  };
}
