import { sleep } from "../platform/race-abort.ts";
import { loadOnce } from "../protocol/load-once.ts";
import type { DamagedRecord } from "../protocol/stored-data.ts";
import { clearContents, EVERY_STORE, readContents } from "./contents.ts";
import { RowConversationStore } from "./conversation-store.ts";
import { type Rows, SERVER_KEY_ID, SIGN_INS_ID, start } from "./database.ts";
import { RowMemoryStore } from "./memory-store.ts";
import { createRunStore } from "./run-store.ts";
import { createServerKeyStore, createSettingsStore, createSignInStore } from "./settings-store.ts";
import type { StoreClock, Stores } from "./stores.ts";
import type { StoreChange } from "./tab-channel.ts";

/** Loads what only an import needs. */
const loadImport = () => import("./merge-archive.ts");

/** The stores on rows, wherever those lie. What may be asked of them are properties of each, so that it can be spread. */
export class RowStores implements Omit<Stores, "info" | "relocate" | "close"> {
  readonly conversations: RowConversationStore;
  readonly runs: Stores["runs"];
  readonly memories: RowMemoryStore;
  readonly settings: Stores["settings"];
  readonly serverKey: Stores["serverKey"];
  readonly signIns: Stores["signIns"];
  readonly #rows: Rows;
  readonly #clock: StoreClock;

  constructor(rows: Rows, clock: StoreClock) {
    this.#rows = rows;
    this.#clock = clock;
    this.conversations = new RowConversationStore(
      rows,
      (conversationId, grownBy) => this.noteChange({ type: "conversation", conversationId }, grownBy),
      (damaged) => this.noteDamage(damaged),
    );
    this.runs = createRunStore(rows);
    const readIndex = loadOnce(async () => {
      const { MemoryIndex } = await import("./search/memory-index.ts");
      return new MemoryIndex(rows, { newId: () => clock.newId(), pause: () => sleep(0) });
    });
    this.memories = new RowMemoryStore(rows, readIndex, clock, (grownBy) =>
      this.noteChange({ type: "memories" }, grownBy),
    );
    this.serverKey = createServerKeyStore(rows);
    this.signIns = createSignInStore(rows);
    this.settings = createSettingsStore(rows, () => this.noteChange({ type: "settings" }, null));
  }

  /** Called once a change is durable, with the number of records that the stores grew by; null where none are counted. */
  protected noteChange(_change: StoreChange, _grownBy: number | null): void {}

  /** Called with records that cannot be read. */
  protected noteDamage(_damaged: readonly DamagedRecord[]): void {}

  /** Called before everything is deleted, and when it has been. */
  protected async beginDeletion(): Promise<void> {}
  protected noteDeletion(): void {}

  readonly readEverything: Stores["readEverything"] = () => this.#rows.read(EVERY_STORE, readContents);

  readonly previewImport: Stores["previewImport"] = async (incoming, mode) => {
    const { planImport } = await loadImport();
    return planImport(await this.readEverything(), incoming, mode).summary;
  };

  readonly importEverything: Stores["importEverything"] = async (incoming, mode) => {
    // A transaction ends while a module is awaited in it.
    const [{ planImport }, { putContents }] = await Promise.all([loadImport(), import("./put-contents.ts")]);
    const { summary, grownBy, doc } = await this.#rows.write(EVERY_STORE, "strict", async (tx) => {
      const plan = planImport(await readContents(tx), incoming, mode);
      if (mode === "replace") {
        // The servers that these belong to are replaced as well.
        start(tx.objectStore("meta").delete(SIGN_INS_ID));
        await clearContents(tx, this.#clock.newId());
      }
      const memories = await putContents(tx, plan.put);
      const { conversations, memories: notes } = plan.summary.counts;
      const grown = conversations.added + notes.added - conversations.removed - notes.removed;
      return { summary: plan.summary, grownBy: grown, doc: memories.doc };
    });
    this.#noteEverything(grownBy);
    this.memories.noteWritten(doc);
    return summary;
  };

  readonly openHistory: Stores["openHistory"] = async () =>
    (await import("./history/history-store.ts")).createHistoryStore(this.#rows, this.#clock, (grownBy) =>
      this.#noteEverything(grownBy),
    );

  readonly measure: Stores["measure"] = async () =>
    this.#rows.read(EVERY_STORE, (await import("./measure-contents.ts")).measureContents);

  readonly deleteEverything: Stores["deleteEverything"] = async () => {
    await this.beginDeletion();
    await this.#rows.write(EVERY_STORE, "strict", async (tx) => {
      for (const id of [SERVER_KEY_ID, SIGN_INS_ID]) start(tx.objectStore("meta").delete(id));
      await clearContents(tx, this.#clock.newId());
    });
    this.conversations.noteChanged(null);
    this.noteDeletion();
  };

  #noteEverything(grownBy: number): void {
    this.conversations.noteChanged(null);
    this.noteChange({ type: "everything" }, grownBy);
  }
}
