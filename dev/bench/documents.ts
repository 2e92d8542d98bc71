import { createDocumentSet, DOCUMENT_SEED } from "./document-corpus.ts";
import { openEmbedder } from "./open-embedder.ts";
import { measureFound } from "./search-documents.ts";

const QUESTIONS_PER_LANGUAGE = 60;
const LIMITS = [1, 3, 5] as const;

/**
 * Prints in how many of the questions the passage with the answer is found first, and among the first 3 and 5. Options:
 * `--meaning` for words and meaning together, `--seed=20` for another set, `--missed`, `--json`.
 */
export async function benchDocuments(options: readonly string[]): Promise<void> {
  const seed = Number(options.find((option) => option.startsWith("--seed="))?.slice(7) ?? DOCUMENT_SEED);
  const set = createDocumentSet(seed, QUESTIONS_PER_LANGUAGE);
  const embedder = options.includes("--meaning") ? await openEmbedder() : null;
  const found: Record<string, Record<string, number>> = {};
  for (const { limit, shares, missed } of await measureFound(set, LIMITS, embedder)) {
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
