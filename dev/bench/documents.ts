import { createDocumentSet, DOCUMENT_SEED } from "./document-corpus.ts";
import { measureFound } from "./search-documents.ts";

const QUESTIONS_PER_LANGUAGE = 60;

/** Prints in how many of the questions the passage with the answer is found first, and among the first 3 and 5. */
export async function benchDocuments(options: readonly string[]): Promise<void> {
  const set = createDocumentSet(DOCUMENT_SEED, QUESTIONS_PER_LANGUAGE);
  const found: Record<string, Record<string, number>> = {};
  for (const limit of [1, 3, 5]) {
    const { shares, missed } = await measureFound(set, limit);
    for (const [language, share] of shares) {
      found[language] = { ...found[language], [`first ${limit}`]: Math.round(share * 1000) / 1000 };
    }
    if (limit === 5 && options.includes("--missed")) {
      for (const { text, path } of missed) console.log(`${text} -> ${path}`);
    }
  }
  const summary = { documents: set.documents.length, questions: set.questions.length, found };
  if (options.includes("--json")) console.log(JSON.stringify(summary));
  else {
    console.log(`${summary.questions} questions over ${summary.documents} documents`);
    console.table(found);
  }
}
