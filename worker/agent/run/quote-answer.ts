import type { RunEvent } from "../../protocol/run-event.ts";
import { escapeMarkdown } from "../context/escape-markdown.ts";
import { toKeepWish } from "../context/memory-wishes.ts";
import { type Quotes, quoteFiles } from "../context/quote-files.ts";
import { isTableFile } from "../context/table-tools.ts";
import type { Run, RunEnd } from "../state/run.ts";
import { toKnownNotice } from "./notice.ts";
import { serveAnswer } from "./serve-turn.ts";

export const QUESTION =
  /[?？؟]|^\s*(?:¿|(?:what|when|where|who|whose|which|how|is|are|was|does|do|did|can|may|wann|wo|wohin|wer|wem|wen|welche[rsnm]?|wie|womit|gibt|ist|sind|darf|cuál|cuándo|dónde|quién|cómo|cuánt[oa]s?|qué)(?!\p{L}))/iu;
/** Asks for the whole file. */
const WHOLE =
  /\b(?:files?|documents?|pdf|text|summar\p{L}+|datei|dokument|zusammen\p{L}*|archivo|documento|texto|resum\p{L}+)(?!\p{L})/iu;
/** Something to be calculated, which is no matter of the file. */
export const ARITHMETIC = /\p{N}\s*[-+*/×÷^]\s*\p{N}|\p{N}\s*%\s*(?:of|von|de)\s*\p{N}/u;
const NUMBERS = /\p{N}+(?:[.,:]\p{N}+)*/gu;

/**
 * The answer to a question about files for a model that is too small to read them: the lines of the file that say most
 * about it, word for word, and no word of the model. Null where the model is to answer: it is larger, the files are
 * tables, or the question is plainly about something else.
 */
export function* quoteAnswer(run: Run): Generator<RunEvent, RunEnd | null, void> {
  const { request } = run;
  const { files = [], earlierFiles = [], recalled } = request;
  const isNew = files.length > 0;
  const texts = (isNew ? files : earlierFiles.toReversed()).filter(({ name }) => !isTableFile(name));
  if (texts.length === 0 || texts.length < files.length) return null;
  const asked = request.asked ?? request.question;
  if (toKeepWish(asked) !== null || ARITHMETIC.test(asked)) return null;
  if (!isNew && (recalled !== undefined || !(QUESTION.test(asked) || WHOLE.test(asked)))) return null;
  const found = quoteFiles(asked, texts);
  if (found === null || !(isNew || isAbout(asked, found))) return null;
  return yield* tellQuotes(run, found);
}

/** True for a question that is plainly about files which were given earlier. */
function isAbout(asked: string, { kind, quotes }: Quotes): boolean {
  if (kind === "beginning") return WHOLE.test(asked);
  return (
    kind === "answer" && QUESTION.test(asked) && hasNumbers(asked, quotes.flatMap(({ lines }) => lines).join("\n"))
  );
}

function* tellQuotes(run: Run, { quotes, kind }: Quotes): Generator<RunEvent, RunEnd, void> {
  const end = yield* serveAnswer(run, quotes.map(({ name, lines }) => toQuote(lines, name)).join("\n\n"));
  if (kind !== "answer") yield toKnownNotice(run, kind === "nearest" ? "nearest-lines" : "first-lines");
  return end;
}

/** True if a text has each number of a question: one of its own is to be calculated with. */
export function hasNumbers(asked: string, text: string): boolean {
  const held = new Set(text.match(NUMBERS));
  return (asked.match(NUMBERS) ?? []).every((number) => held.has(number));
}

/** Quotation and source, with the source's mark if it has one, without a word in any language. */
export function toQuote(lines: readonly string[], name: string, mark = ""): string {
  const source = mark === "" ? escapeMarkdown(name) : `${mark} ${escapeMarkdown(name)}`;
  return `${lines.map((line) => `> ${escapeMarkdown(line)}`).join("\n>\n")}\n\n— ${source}`;
}
