import { readFileSync } from "node:fs";
import { createRandom } from "./memory-corpus.ts";

/** What one kind of document says in one language; `{name}` is the document's subject, `{value}` a fact's answer. */
interface DocumentKind {
  readonly folder: string;
  readonly title: string;
  readonly names: readonly string[];
  readonly facts: readonly {
    readonly says: string;
    readonly asks: readonly string[];
    readonly values: readonly string[];
  }[];
  readonly filler: readonly string[];
}

export const LANGUAGES = ["english", "german", "spanish", "french", "japanese"] as const;
export type DocumentLanguage = (typeof LANGUAGES)[number];

export interface GeneratedDocument {
  readonly path: string;
  readonly text: string;
}

/** A question whose answer one sentence of one document holds. */
export interface DocumentQuestion {
  readonly language: DocumentLanguage;
  readonly text: string;
  readonly path: string;
  readonly sentence: string;
}

export interface DocumentSet {
  readonly documents: readonly GeneratedDocument[];
  readonly questions: readonly DocumentQuestion[];
}

export const DOCUMENT_SEED = 19;
const PARAGRAPH_SENTENCES = 3;

/**
 * Documents of four kinds in five languages, and questions about them. Five documents of a kind say the same things with
 * other answers, and only the heading says which one it is; every second file is named like a scan.
 */
export function createDocumentSet(seed: number, questionsPerLanguage: number): DocumentSet {
  const random = createRandom(seed);
  const documents: GeneratedDocument[] = [];
  const questions: DocumentQuestion[] = [];
  for (const language of LANGUAGES) {
    const asked: DocumentQuestion[] = [];
    for (const kind of readKinds(language)) {
      kind.names.forEach((name, index) => {
        const title = fill(kind.title, { name });
        const path = `${kind.folder}/${toFileName(index, title)}`;
        const facts = kind.facts.map(({ says, asks, values }) => {
          const sentence = fill(says, { name, value: values[index] ?? "" });
          const ask = asks[random() < 0.5 ? 0 : 1] ?? "";
          asked.push({ language, text: fill(ask, { name }), path, sentence });
          return sentence;
        });
        documents.push({ path, text: `# ${title}\n\n${toBody(facts, kind.filler, random)}\n` });
      });
    }
    questions.push(...shuffle(asked, random).slice(0, questionsPerLanguage));
  }
  return { documents, questions };
}

function readKinds(language: DocumentLanguage): readonly DocumentKind[] {
  const kinds: readonly DocumentKind[] = JSON.parse(
    readFileSync(new URL(`documents/${language}.json`, import.meta.url), "utf8"),
  );
  return kinds;
}

function toFileName(index: number, title: string): string {
  return index % 2 === 1 ? `scan-00${index}.txt` : `${title.replaceAll(/[\s:/]+/g, " ")}.md`;
}

/** Facts and what such documents say besides, in paragraphs. */
function toBody(facts: readonly string[], filler: readonly string[], random: () => number): string {
  const sentences = shuffle([...facts, ...filler], random);
  const paragraphs: string[] = [];
  for (let at = 0; at < sentences.length; at += PARAGRAPH_SENTENCES) {
    paragraphs.push(sentences.slice(at, at + PARAGRAPH_SENTENCES).join(" "));
  }
  return paragraphs.join("\n\n");
}

function fill(text: string, values: { readonly name: string; readonly value?: string }): string {
  return text.replaceAll("{name}", values.name).replaceAll("{value}", values.value ?? "");
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((left, right) => left.order - right.order)
    .map(({ item }) => item);
}
