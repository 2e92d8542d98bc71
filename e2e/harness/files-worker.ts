// Runs in a worker of the page that `storage-page.ts` serves: writes one file without end, or says how it was left.
import type { FileCaller } from "../../worker/agent/ports/workspace-port.ts";
import type { WorkspaceStore } from "../../worker/store/workspace/workspace-store.ts";
import { openWorkspaces } from "../../worker/store/workspace/workspace-store.ts";

/** What a test asks of the worker. */
export type FilesTask =
  /** Checks what the last stop left, undoes the newest change, and says what is wrong. */
  { readonly type: "check"; readonly acked: number } | { readonly type: "write-on"; readonly from: number };

const PATH = "notes/plan.md";
const CALLER: FileCaller = { skill: "documents", conversationId: "c", messageId: "m", callId: "" };

let opened: Promise<WorkspaceStore> | null = null;

function open(): Promise<WorkspaceStore> {
  opened ??= openWorkspaces(
    {
      readers: {
        readPdf: async () => ({ type: "unreadable", reason: "broken" }),
      },
      now: () => Date.now(),
      newId: () => crypto.randomUUID(),
      onUse: () => undefined,
      readEmbedder: () => null,
      readReranker: () => null,
    },
    { storage: navigator.storage, locks: navigator.locks },
  );
  return opened;
}

async function run(task: FilesTask): Promise<unknown> {
  const store = await open();
  if ((await store.workspaces.list()).length === 0) await store.add("Papers", { documents: "write" }, undefined);
  if (task.type === "check") return { problems: await check(store, task.acked) };
  for (let number = task.from; ; number += 1) {
    await store.files.apply({ type: "write", path: PATH, text: toText(number) }, CALLER);
    self.postMessage({ ack: "file", name: String(number) });
  }
}

async function check(store: WorkspaceStore, acked: number): Promise<readonly string[]> {
  const [workspace] = await store.workspaces.list();
  const changes = (await store.journal.list()).filter(({ undoneAt }) => undoneAt === undefined);
  const [newest] = changes;
  if (workspace === undefined || newest === undefined) return acked < 0 ? [] : ["what was acknowledged is lost"];
  const left = await readNumber(store, workspace.id);
  if (left === null) return ["the file is neither the old one nor the new one"];
  const problems = left === acked || left === acked + 1 ? [] : [`the file is ${left}, acknowledged was ${acked}`];
  const before = await store.database.readChange(newest.id);
  const wanted = before?.before === null ? null : new TextDecoder().decode(before?.before);
  const undone = await store.journal.undo(newest.id);
  if (undone?.type !== "reverted") problems.push(`the journal does not agree with the file: ${left}`);
  const text = await readText(store, workspace.id);
  if (text !== wanted) problems.push("the undo did not bring back what was there");
  return problems;
}

async function readNumber(store: WorkspaceStore, id: string): Promise<number | null> {
  const text = await readText(store, id);
  const number = Number(/^(\d+) /.exec(text ?? "")?.[1] ?? Number.NaN);
  return text === toText(number) ? number : null;
}

async function readText(store: WorkspaceStore, id: string): Promise<string | null> {
  const read = await store.readText(id, PATH).catch(() => null);
  return read?.type === "text" ? read.text : null;
}

/** A text that is whole or is not: its length and its letters follow from its number. */
function toText(number: number): string {
  const letter = String.fromCharCode(97 + (number % 26));
  return `${number} ${letter.repeat(1000 + (number % 7) * 150_000)} end`;
}

self.onmessage = (event: MessageEvent<FilesTask>) => {
  run(event.data).then(
    (value) => self.postMessage({ value }),
    (error: unknown) => self.postMessage({ error: String(error) }),
  );
};
