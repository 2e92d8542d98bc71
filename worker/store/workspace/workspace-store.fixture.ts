import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import type { Embedder } from "../../agent/ports/embedder.ts";
import type { FileCaller } from "../../agent/ports/workspace-port.ts";
import { MemoryDirectory } from "./memory-directory.fixture.ts";
import { WorkspaceStore } from "./workspace-store.ts";

export const CALLER: FileCaller = {
  skill: "documents",
  conversationId: "conversation-1",
  messageId: "message-1",
  callId: "call-1",
};

/** A store over folders in memory, with one private workspace that the documents skill may change. */
export async function openTestStore(): Promise<{
  readonly store: WorkspaceStore;
  readonly id: string;
  readonly root: MemoryDirectory;
  readonly folders: ReadonlyMap<string, MemoryDirectory>;
  /** A second store on the same data, as after a restart. */
  reopen(): WorkspaceStore;
  readonly time: { now: number };
  /** The embedding model that is loaded. */
  readonly embedding: { model: Embedder | null };
}> {
  globalThis.indexedDB = new IDBFactory();
  const time = { now: 1000 };
  const embedding: { model: Embedder | null } = { model: null };
  const folders = new Map<string, MemoryDirectory>();
  let ids = 0;
  const open = (): WorkspaceStore => {
    let queue: Promise<unknown> = Promise.resolve();
    return new WorkspaceStore({
      readers: {
        readPdf: async () => ({ type: "text", text: "words of a PDF" }),
      },
      openPrivate: async (id) => {
        const folder = folders.get(id) ?? new MemoryDirectory(id, { now: () => time.now, interrupt: () => undefined });
        folders.set(id, folder);
        return folder;
      },
      removePrivate: async (id) => void folders.delete(id),
      runAlone: (work) => {
        const done = queue.then(work);
        queue = done.catch(() => undefined);
        return done;
      },
      readEmbedder: () => embedding.model,
      readReranker: () => null,
      readAlone: (_, work) => work(),
      now: () => time.now,
      newId: () => `id-${++ids}`,
      onUse: () => undefined,
    });
  };
  const store = open();
  const { id } = await store.add("Papers", { documents: "write", reader: "read" }, undefined);
  const root = folders.get(id);
  if (root === undefined) throw new Error("the folder was not made");
  return { store, id, root, folders, reopen: open, time, embedding };
}
