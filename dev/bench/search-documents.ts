import type { FilePassage } from "../../worker/agent/ports/workspace-port.ts";
import { FileIndex } from "../../worker/store/workspace/index/file-index.ts";
import { type DocumentLanguage, type DocumentQuestion, type DocumentSet, LANGUAGES } from "./document-corpus.ts";
import { toTextDirectory } from "./text-directory.ts";

export type FoundShares = ReadonlyMap<DocumentLanguage | "all", number>;

/** Searches for every question, and says in what share the answer's sentence was among the first `limit` passages. */
export async function measureFound(
  { documents, questions }: DocumentSet,
  limit: number,
): Promise<{ readonly shares: FoundShares; readonly missed: readonly DocumentQuestion[] }> {
  const root = toTextDirectory(documents);
  const index = new FileIndex({
    readers: { readPdf: async () => ({ type: "unreadable", reason: "broken" }) },
    now: () => 0,
  });
  const missed: DocumentQuestion[] = [];
  for (const question of questions) {
    const { passages } = await index.search(root, question.text, limit);
    if (!passages.some((passage) => isAnswer(passage, question))) missed.push(question);
  }
  const toShare = (language: DocumentLanguage | "all") => {
    const isAsked = (question: DocumentQuestion) => language === "all" || question.language === language;
    return 1 - missed.filter(isAsked).length / questions.filter(isAsked).length;
  };
  return { shares: new Map((["all", ...LANGUAGES] as const).map((each) => [each, toShare(each)])), missed };
}

function isAnswer({ path, text }: FilePassage, question: DocumentQuestion): boolean {
  return path === question.path && text.includes(question.sentence);
}
