import type { Embedder } from "../../worker/agent/ports/embedder.ts";
import type { FilePassage } from "../../worker/agent/ports/workspace-port.ts";
import { FileIndex } from "../../worker/store/workspace/index/file-index.ts";
import type { FileIndexCache } from "../../worker/store/workspace/index/file-index-cache.ts";
import { FolderWatch } from "../../worker/store/workspace/index/folder-watch.ts";
import { type DocumentLanguage, type DocumentQuestion, type DocumentSet, LANGUAGES } from "./document-corpus.ts";
import { toTextDirectory } from "./text-directory.ts";

export type FoundShares = ReadonlyMap<DocumentLanguage | "all", number>;

/** Stores nothing. */
const NO_CACHE: FileIndexCache = {
  readRevision: async () => "",
  load: async () => null,
  save: async () => null,
  readChunk: async () => undefined,
  readChunks: async () => [],
  readText: async () => null,
  putText: async () => false,
  removeText: async () => undefined,
  listVectors: async () => [],
  putVectors: async () => undefined,
  removeVectors: async () => undefined,
};

/** An index of the documents, by meaning too where there is an embedder. */
async function openDocuments(documents: DocumentSet["documents"], embedder: Embedder | null) {
  const root = toTextDirectory(documents);
  const index = new FileIndex({
    readers: { readPdf: async () => ({ type: "unreadable", reason: "broken" }) },
    now: () => 0,
    cache: NO_CACHE,
    watch: new FolderWatch(() => 0),
    runAlone: (work) => work(),
    readEmbedder: () => embedder,
    readReranker: () => null,
    onReading: () => undefined,
  });
  const search = async (words: string, limit: number) => (await index.search(root, words, limit)).passages;
  if (embedder !== null) await search("anything", 1);
  while (embedder !== null && (index.meaning === null || index.meaning.embedded < index.meaning.total)) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return search;
}

/** What a search finds, up to a number of passages. */
export interface FoundAt {
  readonly limit: number;
  readonly shares: FoundShares;
  readonly missed: readonly DocumentQuestion[];
}

/** Searches for every question, and says in what share the answer's sentence was among the first passages, for each limit. */
export async function measureFound(
  { documents, questions }: DocumentSet,
  limits: readonly number[],
  embedder: Embedder | null = null,
): Promise<readonly FoundAt[]> {
  const search = await openDocuments(documents, embedder);
  const places = new Map<DocumentQuestion, number>();
  for (const question of questions) {
    const passages = await search(question.text, Math.max(...limits));
    const at = passages.findIndex((passage) => isAnswer(passage, question));
    places.set(question, at === -1 ? Number.POSITIVE_INFINITY : at);
  }
  return limits.map((limit) => {
    const missed = questions.filter((question) => (places.get(question) ?? 0) >= limit);
    const toShare = (language: DocumentLanguage | "all") => {
      const isAsked = (question: DocumentQuestion) => language === "all" || question.language === language;
      return 1 - missed.filter(isAsked).length / questions.filter(isAsked).length;
    };
    return { limit, missed, shares: new Map((["all", ...LANGUAGES] as const).map((each) => [each, toShare(each)])) };
  });
}

function isAnswer({ path, text }: FilePassage, question: DocumentQuestion): boolean {
  return path === question.path && text.includes(question.sentence);
}
