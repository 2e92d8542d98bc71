import type { CallMaker, Reply, ResponderQuestion } from "../../agent/ports/responder.ts";
import { isJsonArray, isJsonObject } from "../../protocol/json.ts";
import { toJsonResult } from "../../protocol/tool.ts";
import { isWeakWord, toContentWords } from "../../search/families.ts";
import { fold, toTokens } from "../grammar/tokens.ts";
import { listWords, type Words } from "../grammar/word-lists.ts";
import type { TableLanguage } from "../tables/read-parts.ts";
import { isTableFile } from "../tables/table-endings.ts";
import { type Quote, quoteFiles, toSentences } from "./quote-files.ts";

/** Words about a file as a whole, and what is answered for a model that is too small to read one. */
export interface FileWords {
  /** Words for what has to be written anew from a whole file. */
  readonly whole: Words;
  readonly nearest: string;
  /** Before the beginning of the file. */
  readonly tooSmall: string;
}

/** A language that questions about files are asked in. */
export interface FileLanguage extends TableLanguage {
  readonly files: FileWords;
}

/** A sentence answers if it covers this share of the question's telling words. */
const MIN_COVER = 0.7;
/** Sentences with less than this have little to do with the question. */
const MIN_NEAR = 0.2;
const MAX_BEGINNING = 3;

/**
 * Quotes the conversation's files for a model that is too small to read them: a sentence that has the question's words, else
 * those that come nearest. What would have to be written from the whole of a file is refused with its beginning. Null where the
 * files have nothing of the question.
 */
export function answerFromFiles(question: ResponderQuestion, languages: readonly FileLanguage[]): Reply | null {
  const { text, notes } = question;
  const files = question.files.filter(({ name }) => !isTableFile(name));
  const quotes = quoteFiles(text, files);
  const cover = quotes[0]?.cover ?? 0;
  if (cover >= MIN_COVER) return { text: tell(quotes) };
  const language = languages.find((each) => countSpoken(text, each.files.whole) > 0);
  const [file] = files;
  if (language !== undefined && file !== undefined) {
    const beginning = toSentences(file.name, file.text).slice(0, MAX_BEGINNING);
    return { text: `${language.files.tooSmall}\n\n${tell(beginning)}`, tooSmall: true };
  }
  if (cover < MIN_NEAR || notes.length > 0) return null;
  return { text: `${findSpoken(text, languages)?.files.nearest}\n\n${tell(quotes)}` };
}

/** The language with most of the small words that a text has. */
function findSpoken(text: string, languages: readonly FileLanguage[]): FileLanguage | undefined {
  const count = ({ tables }: FileLanguage): number => countSpoken(text, tables.small);
  return languages.toSorted((one, other) => count(other) - count(one))[0];
}

/** How many of some words a text has. */
function countSpoken(text: string, words: Words): number {
  const spoken = new Set(toTokens(text).list.map((token) => token.text));
  return listWords(words).filter((word) => spoken.has(fold(word))).length;
}

/** Passages of the user's folders that are looked at, and the cover from which the nearest is worth showing. */
const MAX_PASSAGES = 5;
const MIN_FOLDER = 0.5;

/**
 * Quotes the user's folders where a sentence in them has what is asked, and leaves the passages to a model that can read them;
 * null, with nothing to see, where none has.
 */
export async function answerFromFolders(
  { text, notes, model }: ResponderQuestion,
  call: CallMaker,
  languages: readonly FileLanguage[],
): Promise<Reply | null> {
  if (notes.length > 0 || toContentWords(text).every(isWeakWord)) return null;
  const record = await call("search_files", { query: text, limit: MAX_PASSAGES });
  const result = toJsonResult(record?.outcome);
  const passages = isJsonArray(result) ? result.filter(isJsonObject) : [];
  const sources = passages.flatMap(({ source, file, text: passage }) =>
    typeof file !== "string" || isTableFile(file) ? [] : [{ name: `${source} ${file}`, text: String(passage) }],
  );
  const [best] = quoteFiles(text, sources);
  if (best === undefined || best.cover < MIN_FOLDER) return null;
  if (model !== "tiny") return { text: "" };
  const quote = `> ${best.text} ${best.file.slice(0, best.file.indexOf(" "))}`;
  return { text: best.cover < MIN_COVER ? `${findSpoken(text, languages)?.files.nearest}\n\n${quote}` : quote };
}

function tell(quotes: readonly Pick<Quote, "file" | "text">[]): string {
  const names = [...new Set(quotes.map(({ file }) => file))];
  return names
    .map((name) => {
      const own = quotes.filter(({ file }) => file === name).map(({ text }) => `> ${text}`);
      return `${own.join("\n>\n")}\n\n— ${name}`;
    })
    .join("\n\n");
}
