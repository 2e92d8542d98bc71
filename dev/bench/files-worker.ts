import { openDB } from "idb";
import MiniSearch from "minisearch";
import type { Directory } from "../../worker/store/workspace/directory.ts";
import { FileIndex } from "../../worker/store/workspace/index/file-index.ts";
import { createFileIndexCache } from "../../worker/store/workspace/index/file-index-cache.ts";
import { FolderWatch } from "../../worker/store/workspace/index/folder-watch.ts";
import { walkFiles } from "../../worker/store/workspace/walk-files.ts";
import { WorkspaceDatabase } from "../../worker/store/workspace/workspace-database.ts";
import { createRandom, createVocabulary, zipfRank } from "./memory-corpus.ts";

export type FileContestant = "alcove" | "minisearch" | "scan";

/** What the page asks of a worker. A cold worker is one that has been asked for nothing before. */
export type FilesTask =
  /** Writes so many of the files, beginning with one; gives their size in bytes, 0 once all are there. */
  | {
      readonly type: "write";
      readonly files: number;
      readonly words: number;
      readonly first: number;
      readonly count: number;
    }
  | { readonly type: "index"; readonly contestant: FileContestant }
  | { readonly type: "first-answer"; readonly contestant: FileContestant }
  | {
      readonly type: "queries";
      readonly contestant: FileContestant;
      readonly files: number;
      readonly words: number;
      readonly queries: number;
    }
  /** Changes a file, and searches until the new words are found. */
  | { readonly type: "notice"; readonly contestant: FileContestant };

export interface FileQueryFigures {
  readonly times: readonly number[];
  /** The share of queries whose file was among the first five. */
  readonly found: number;
}

const SEED = 4;
const LINE_WORDS = 14;
/** Words this frequent are not asked for. */
const COMMON_WORDS = 150;
const LIMIT = 5;
const FOLDER = "files";

/** A way to find files by their words. */
interface FileFinder {
  index(): Promise<void>;
  open(): Promise<void>;
  search(words: string): Promise<readonly string[]>;
}

class Alcove implements FileFinder {
  readonly #index: FileIndex;
  readonly #database = new WorkspaceDatabase();

  constructor() {
    this.#index = new FileIndex({
      readers: { readPdf: async () => ({ type: "unreadable", reason: "broken" }) },
      watch: new FolderWatch(() => Date.now()),
      cache: createFileIndexCache(this.#database, FOLDER),
      now: () => performance.now(),
      runAlone: (work) => work(),
      readEmbedder: () => null,
      readReranker: () => null,
      onReading: () => undefined,
    });
  }

  async index(): Promise<void> {
    await this.#database.putWorkspace({ id: FOLDER, name: FOLDER, kind: "private", access: {}, addedAt: 0 });
    const root = await openFolder();
    // A search in a large folder answers from what is read so far.
    while ((await this.#index.search(root, "settle", LIMIT)).reading !== null);
  }

  async open(): Promise<void> {}

  async search(words: string): Promise<readonly string[]> {
    const { passages } = await this.#index.search(await openFolder(), words, LIMIT);
    return passages.map(({ path }) => path);
  }
}

/** The best library's index of whole files, saved as its documentation proposes. */
class Mini implements FileFinder {
  #mini = new MiniSearch<{ id: string; text: string }>(MINI_OPTIONS);

  async index(): Promise<void> {
    for await (const { path, file } of walkFiles(await openFolder())) {
      this.#mini.add({ id: path, text: await readText(await file.getFile()) });
    }
    const database = await openMini();
    await database.put("index", JSON.stringify(this.#mini), "mini");
    database.close();
  }

  async open(): Promise<void> {
    const database = await openMini();
    const saved: unknown = await database.get("index", "mini");
    database.close();
    this.#mini = MiniSearch.loadJSON(String(saved), MINI_OPTIONS);
  }

  async search(words: string): Promise<readonly string[]> {
    return this.#mini
      .search(words)
      .slice(0, LIMIT)
      .map(({ id }) => String(id));
  }
}

const MINI_OPTIONS = { fields: ["text"], searchOptions: { prefix: true, fuzzy: 0.2 } };

/** The naive way: every file is read for every search. */
class Scan implements FileFinder {
  async index(): Promise<void> {}
  async open(): Promise<void> {}

  async search(words: string): Promise<readonly string[]> {
    const wanted = words.toLowerCase().split(" ");
    const found: { path: string; count: number }[] = [];
    for await (const { path, file } of walkFiles(await openFolder())) {
      const text = (await readText(await file.getFile())).toLowerCase();
      const count = wanted.filter((word) => text.includes(word)).length;
      if (count > 0) found.push({ path, count });
    }
    return found
      .sort((left, right) => right.count - left.count)
      .slice(0, LIMIT)
      .map(({ path }) => path);
  }
}

function openMini() {
  return openDB("bench-mini", 1, { upgrade: (database) => void database.createObjectStore("index") });
}

async function openFolder(): Promise<Directory> {
  return await (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
}

async function readText(file: { arrayBuffer(): Promise<ArrayBuffer> }): Promise<string> {
  return new TextDecoder().decode(await file.arrayBuffer());
}

/** Texts of words as frequent as in a language, in lines and paragraphs. */
function* createTexts(
  files: number,
  wordsPerFile: number,
): Generator<{ readonly path: string; readonly text: string }> {
  const vocabulary = createVocabulary(createRandom(SEED));
  const random = createRandom(SEED + 1);
  for (let number = 0; number < files; number += 1) {
    const lines: string[] = [];
    for (let word = 0; word < wordsPerFile; word += LINE_WORDS) {
      const words = Array.from({ length: LINE_WORDS }, () => vocabulary[zipfRank(random)] ?? "");
      lines.push(`${words.join(" ")}.${word % 70 === 0 ? "\n" : ""}`);
    }
    yield { path: `folder-${number % 100}/file-${number}.txt`, text: lines.join("\n") };
  }
}

/** What workers alone have. */
interface SyncHandle {
  createSyncAccessHandle(): Promise<{ write(bytes: Uint8Array): number; close(): void }>;
}

/** The texts that are written next, and the number of the first of them. */
let unwritten: { readonly texts: ReturnType<typeof createTexts>; next: number } | null = null;

async function writeFiles(task: Extract<FilesTask, { readonly type: "write" }>): Promise<number> {
  const { files, words, first, count } = task;
  const root = await openFolder();
  unwritten ??= { texts: createTexts(files, words), next: 0 };
  for (; unwritten.next < first; unwritten.next += 1) unwritten.texts.next();
  let bytes = 0;
  for (; unwritten.next < first + count; unwritten.next += 1) {
    const { value, done } = unwritten.texts.next();
    if (done === true) break;
    const [folder = "", name = ""] = value.path.split("/");
    const directory = await root.getDirectoryHandle(folder, { create: true });
    const handle = await directory.getFileHandle(name, { create: true });
    const access = await (handle as unknown as SyncHandle).createSyncAccessHandle();
    bytes += access.write(new TextEncoder().encode(value.text));
    access.close();
  }
  return bytes;
}

const finders = { alcove: Alcove, minisearch: Mini, scan: Scan } as const;
let finder: FileFinder | null = null;

async function run(task: FilesTask): Promise<unknown> {
  if (task.type === "write") return await writeFiles(task);
  finder ??= new finders[task.contestant]();
  if (task.type === "queries") return await measureQueries(finder, task);
  const start = performance.now();
  if (task.type === "index") await finder.index();
  else if (task.type === "notice") await noticeChange(finder);
  else {
    await finder.open();
    await finder.search("settle down");
  }
  return performance.now() - start;
}

async function measureQueries(
  asked: FileFinder,
  { files, words: wordsPerFile, queries: count }: Extract<FilesTask, { readonly type: "queries" }>,
): Promise<FileQueryFigures> {
  const common = new Set(createVocabulary(createRandom(SEED)).slice(0, COMMON_WORDS));
  const every = Math.max(1, Math.floor(files / count));
  const times: number[] = [];
  let found = 0;
  let number = 0;
  for (const { path, text } of createTexts(files, wordsPerFile)) {
    number += 1;
    if (number % every !== 0 || times.length === count) continue;
    // Three words of one line, as of a sentence that somebody remembers.
    const lines = text.split(/\n+/);
    const words = (lines[number % lines.length] ?? "").match(/[a-z]+/g) ?? [];
    const query = words.filter((word) => word.length > 3 && !common.has(word)).slice(0, 3);
    const start = performance.now();
    const paths = await asked.search(query.join(" "));
    times.push(performance.now() - start);
    if (paths.includes(path)) found += 1;
  }
  return { times, found: found / times.length };
}

async function noticeChange(asked: FileFinder): Promise<void> {
  const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER);
  const folder = await root.getDirectoryHandle("folder-7");
  const writable = await (await folder.getFileHandle("file-7.txt")).createWritable();
  await writable.write("The xylophonist moved to Zwickau.");
  await writable.close();
  while (!(await asked.search("xylophonist Zwickau")).includes("folder-7/file-7.txt")) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

self.onmessage = (event: MessageEvent<FilesTask>) => {
  run(event.data).then(
    (value) => self.postMessage({ value }),
    (error: unknown) =>
      self.postMessage({ error: error instanceof Error ? `${error.message}\n${error.stack}` : String(error) }),
  );
};
