import type { App } from "../state/create-app.ts";

/** The database that held something of the user's when the page was last open: `localStorage` outlives an eviction. */
const KEPT = "kept-in";
/** Under this much of the quota the user is warned. */
const LOW_BYTES = 50_000_000;
const LOOK_MS = 300_000;

/**
 * Looks how much room is left, and notices at the start that everything was evicted: the worker's own mark goes with the
 * rest of the origin's storage, the page's stays.
 */
export async function watchStorage(
  { store, texts, models }: Pick<App, "store" | "texts" | "models">,
  every: (milliseconds: number, callback: () => void) => void = (milliseconds, callback) =>
    void setInterval(callback, milliseconds),
): Promise<void> {
  let hasWarned = false;
  const look = async (): Promise<void> => {
    await models.refreshStorage();
    const { storage, failure } = store.getState();
    if (storage === null || storage.quotaBytes === 0 || storage.failure !== undefined) return;
    const isLow = storage.quotaBytes - storage.usedBytes < LOW_BYTES;
    if (isLow && !hasWarned && failure === null) store.setState({ failure: { code: "storage-low" } });
    hasWarned = isLow;
  };
  const mark = (): void => {
    const { storage, conversations, memoryRevision } = store.getState();
    const isUsed = memoryRevision > 0 || conversations.some(({ temporary }) => temporary !== true);
    const id = storage?.databaseId ?? "";
    if (isUsed && id !== "" && texts.read(KEPT) !== id) texts.write(KEPT, id);
  };
  await look();
  const { storage, conversations } = store.getState();
  const known = texts.read(KEPT);
  const isOther = storage?.databaseId !== undefined && known !== "" && known !== storage.databaseId;
  if (isOther && conversations.length === 0 && storage.failure === undefined) {
    store.setState({ failure: { code: "storage-lost", detail: "the browser removed the database" } });
  }
  mark();
  store.subscribe((now, before) => {
    // The user has put it away.
    if (before.failure?.code === "storage-lost" && now.failure === null)
      texts.write(KEPT, now.storage?.databaseId ?? "");
    mark();
  });
  every(LOOK_MS, () => void look());
}
