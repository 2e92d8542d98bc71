import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../protocol/json.ts";
import type { CallRecord } from "../../protocol/message.ts";
import type { RunEvent } from "../../protocol/run-event.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import type { CallRound } from "../calls/execute-calls.ts";
import { escapeMarkdown } from "../context/escape-markdown.ts";
import {
  type FileChangeWish,
  isNamedIn,
  listNamed,
  toFileChange,
  toFileWish,
  toSought,
} from "../context/file-wishes.ts";
import { guessLanguage } from "../context/guess-language.ts";
import { findNearestTool } from "../context/list-tools.ts";
import { toForgetWish, toKeepWish, type WishLanguage } from "../context/memory-wishes.ts";
import { type QuotedFile, quoteFiles } from "../context/quote-files.ts";
import { splitName } from "../context/split-name.ts";
import { DESCRIBE_TABLE_TOOL, isTableFile, QUERY_TABLE_TOOL, SQL_TOOL } from "../context/table-tools.ts";
import { mayBeTableWish, namesColumn } from "../context/table-wishes.ts";
import { hasFamily, isWeakWord, toContentWords } from "../context/word-families.ts";
import type { Run, RunEnd } from "../state/run.ts";
import { toKnownNotice } from "./notice.ts";
import { ARITHMETIC, hasNumbers, QUESTION, toQuote } from "./quote-answer.ts";
import { queryTable } from "./serve-table.ts";
import { serveAnswer, serveCalls } from "./serve-turn.ts";

const SEARCH_TOOL = "search_files";
const READ_TOOL = "read_file";
const FIND_TOOL = "find_files";
const LIST_TOOL = "list_files";
/** A skill that has no other tools is about the files alone. */
const FILE_TOOLS: ReadonlySet<string> = new Set([
  ...[SEARCH_TOOL, READ_TOOL, FIND_TOOL, LIST_TOOL],
  ...[
    "write_file",
    "edit_file",
    "move_file",
    "delete_file",
    "list_events",
    QUERY_TABLE_TOOL,
    DESCRIBE_TABLE_TOOL,
    "draw_chart",
    SQL_TOOL,
  ],
]);
/** Passages that a search gives: the right one is nearly always among so many. */
const MAX_PASSAGES = 5;
/** A question that is so near to another tool is a question for that one; one with numbers is soon one to calculate. */
const MAX_LIKENESS = 0.42;
const MAX_LIKENESS_WITH_NUMBERS = 0.15;
/** What is shown of a file that is asked for as a whole. */
const MAX_SHOWN_LINES = 12;
const MAX_SHOWN = 900;

/** A passage that a search gave. */
interface FoundPassage extends QuotedFile {
  readonly mark: string;
}

/**
 * What the user's own words plainly ask of the files in their folders, done by the app's tools for a model too small to
 * read them: a list, a file, a change that is spelled out, a table's number, else the lines that answer, quoted. Null
 * where the model is to answer.
 */
export async function* serveDocuments(round: CallRound): AsyncGenerator<RunEvent, RunEnd | null, void> {
  const { run, allowlist } = round;
  const { request } = run;
  const { asked = request.question, files = [] } = request;
  if (!allowlist.has(SEARCH_TOOL) || files.length > 0) return null;
  if (toKeepWish(asked) !== null || toForgetWish(asked) !== null || ARITHMETIC.test(asked)) return null;
  const change = toFileChange(asked);
  if (change !== null) return allowlist.has(change.tool) ? yield* serveChange(round, change) : null;
  const served = yield* serveFileWish(round, asked);
  if (served !== null) return served;
  return mayBeSearch(round, asked) ? yield* serveSearch(round, asked) : null;
}

/** True for what may stand in the files: anything, where the skill is about nothing else. */
function mayBeSearch(round: CallRound, asked: string): boolean {
  const { run, allowlist } = round;
  if (toContentWords(asked).length === 0) return false;
  if (isAboutFiles(round)) return !WRITES.test(asked);
  if (listNamed(asked).length > 0) return true;
  const { recalled } = run.request;
  if (!QUESTION.test(asked) || recalled !== undefined || ELSEWHERE.test(asked)) return false;
  const memory = listMemoryTools(round);
  const others = [...allowlist.values()]
    .map(({ spec }) => spec)
    .filter(({ name }) => !FILE_TOOLS.has(name) && !memory.has(name));
  const likeness = findNearestTool(asked, others);
  if (/\p{N}/u.test(asked)) return likeness < MAX_LIKENESS_WITH_NUMBERS;
  const own = allowlist.get(SEARCH_TOOL)?.spec;
  return (
    OWN.test(asked) ||
    likeness < MAX_LIKENESS ||
    likeness <= findNearestTool(asked, own === undefined ? [] : [own]) ||
    !namesTool(asked, others)
  );
}

/** Likeness counts "what is the", too: none of a question's own words may be in what a tool says of itself. */
function namesTool(asked: string, tools: readonly ToolSpec[]): boolean {
  const said = tools.flatMap(({ name, description }) => toContentWords(`${splitName(name)} ${description}`));
  return toContentWords(asked).some((word) => hasFamily(word, said));
}

/** What no file of the user's says: about the app itself, and what is new every day. */
const ELSEWHERE =
  /(?<!\p{L})(?:you|your|yourself|here|today|tomorrow|weather|news|joke|du|dich|dir|deine?[rnms]?|hier|heute|morgen|wetter|nachrichten|tú|tu|aquí|hoy|mañana|noticias)(?!\p{L})/iu;
/** About the user's own things. */
const OWN =
  /(?<!\p{L})(?:my|mine|our|i|we|meine?[rnms]?|unsere?[rnms]?|ich|wir|mis?|nuestr[oa]s?|tengo|tenemos)(?!\p{L})/iu;
/** Asks for something to be made. */
const WRITES =
  /^\W*(?:(?:please|can you|could you|bitte|kannst du|por favor|puedes),? )*(?:write|create|make|set|change|edit|replace|rename|move|delete|remove|add|append|save|fix|translate|schreibe?|erstelle|ändere|setze|ersetze|benenne|verschiebe|lösche?|füge|entferne|speichere|übersetze|escribe|crea|cambia|pon|edita|reemplaza|renombra|mueve|borra|elimina|añade|guarda|traduce)(?!\p{L})/iu;

function isAboutFiles(round: CallRound): boolean {
  const memory = listMemoryTools(round);
  return [...round.allowlist.keys()].every((name) => FILE_TOOLS.has(name) || memory.has(name));
}

function listMemoryTools({ run }: CallRound): ReadonlySet<string> {
  return new Set(run.request.agent.memoryTools.map(({ spec }) => spec.name));
}

async function* serveFileWish(round: CallRound, asked: string): AsyncGenerator<RunEvent, RunEnd | null, void> {
  const wish = toFileWish(asked);
  if (wish === null) return null;
  if (wish.type === "open-folder") {
    const { value, end } = yield* call(round, LIST_TOOL, { folder: wish.folder });
    if (end !== null) return end;
    return isJsonObject(value) ? yield* tellFiles(round.run, asked, value) : null;
  }
  if (wish.type === "list") {
    const { value, end } = yield* call(round, FIND_TOOL, { name: wish.name });
    if (end !== null) return end;
    return isJsonObject(value) ? yield* tellFiles(round.run, asked, value) : null;
  }
  if (!wish.isSure && !isAboutFiles(round)) return null;
  const { path, end } = yield* findOne(round, wish.name);
  if (end !== null) return end;
  if (path === null) return wish.isSure ? yield* serveAnswer(round.run, SAID[guessLanguage(asked)].noFile) : null;
  const read = yield* call(round, READ_TOOL, { path });
  if (read.end !== null) return read.end;
  return typeof read.value === "string" ? yield* tellFile(round.run, path, read.value) : null;
}

/** The only file whose path has these words, if there is just one; of several the one of exactly that name. */
async function* findOne(
  round: CallRound,
  name: string,
): AsyncGenerator<RunEvent, { readonly path: string | null; readonly end: RunEnd | null }, void> {
  const { value, end } = yield* call(round, FIND_TOOL, { name });
  const paths = toPaths(value);
  const [only, another] = paths;
  const exact = paths.filter((path) => `/${path}`.toLowerCase().endsWith(`/${name.toLowerCase()}`));
  const path = another === undefined ? only : exact.length === 1 ? exact[0] : undefined;
  return { path: path ?? null, end };
}

async function* serveChange(
  round: CallRound,
  { tool, arguments: args }: FileChangeWish,
): AsyncGenerator<RunEvent, RunEnd | null, void> {
  const { run } = round;
  const said = SAID[guessLanguage(run.request.asked ?? run.request.question)];
  const isNew = tool === "write_file" && args.append !== true;
  const found = isNew ? null : yield* findOne(round, String(args.path));
  if (found !== null && found.end !== null) return found.end;
  const path = found?.path ?? args.path ?? "";
  const { records, end } = yield* serveCalls(round, [
    { name: tool, arguments: { ...args, path, ...toTarget(args, path) } },
  ]);
  if (end !== null) return end;
  const [record] = records;
  return yield* serveAnswer(run, record?.outcome?.type === "success" ? said.done : said.notDone);
}

/** A file that is renamed stays in its folder. */
function toTarget({ to }: JsonObject, path: JsonValue): JsonObject {
  if (typeof to !== "string") return {};
  const folder = String(path).split("/").slice(0, -1).join("/");
  return { to: to.includes("/") || folder === "" ? to : `${folder}/${to}` };
}

async function* serveSearch(round: CallRound, question: string): AsyncGenerator<RunEvent, RunEnd | null, void> {
  const asked = toSought(question);
  const { allowlist } = round;
  const mayCompute = mayBeTableWish(asked) && allowlist.has(QUERY_TABLE_TOOL) && allowlist.has(DESCRIBE_TABLE_TOOL);
  const [named] = listNamed(asked).filter(isTableFile);
  if (mayCompute && named !== undefined) {
    const { path, end } = yield* findOne(round, named);
    if (end !== null) return end;
    const computed = path === null ? null : yield* queryTable(round, path);
    if (computed !== null) return computed;
  }
  const { value, end } = yield* call(round, SEARCH_TOOL, { query: asked, limit: MAX_PASSAGES });
  if (end !== null) return end;
  if (isPartial(value)) yield toKnownNotice(round.run, "files-unread");
  const passages = toPassages(value);
  const table = mayCompute ? findTable(asked, passages) : null;
  const computed = table === null ? null : yield* queryTable(round, table);
  return computed ?? (yield* tellPassages(round, asked, passages));
}

/** The table that a question is about: one whose name, column or cell it says, or the first that was found. */
function findTable(asked: string, passages: readonly FoundPassage[]): string | null {
  const [first] = passages;
  const tables = passages.filter(({ name }) => isTableFile(name) && !name.toLowerCase().endsWith(".json"));
  const words = toContentWords(asked).filter((word) => !isWeakWord(word));
  const hasCell = (text: string) => toContentWords(text).some((cell) => words.includes(cell));
  const named = tables.find(({ name, text }) => isNamedIn(asked, name) || namesColumn(asked, text) || hasCell(text));
  return named?.name ?? (first !== undefined && tables.includes(first) ? first.name : null);
}

/** Quotes what answers. Where nothing does, says so, if the question is about the user's files or other things of theirs. */
async function* tellPassages(
  round: CallRound,
  asked: string,
  found: readonly FoundPassage[],
): AsyncGenerator<RunEvent, RunEnd | null, void> {
  const { run } = round;
  const names = listNamed(asked).map((name) => name.toLowerCase());
  const named = found.filter(({ name }) => names.some((each) => `/${name}`.toLowerCase().endsWith(`/${each}`)));
  const passages = named.length > 0 ? named : found;
  const quotes = quoteFiles(asked, passages);
  const read = quotes?.quotes.map(({ file, name }) => `${name}\n${passages[file]?.text}`).join("\n") ?? "";
  const isAnswer = quotes?.kind === "answer" && hasNumbers(asked, read);
  if (quotes === null || !isAnswer) {
    return isAboutFiles(round) || OWN.test(asked) ? yield* serveAnswer(run, SAID[guessLanguage(asked)].nothing) : null;
  }
  const marked = quotes.quotes.map(({ name, lines, file }) => toQuote(lines, name, passages[file]?.mark ?? ""));
  return yield* serveAnswer(run, marked.join("\n\n"));
}

function* tellFiles(run: Run, asked: string, value: JsonObject): Generator<RunEvent, RunEnd, void> {
  const paths = toPaths(value);
  const said = SAID[guessLanguage(asked)];
  const more = typeof value.more === "number" ? value.more : 0;
  const lines = paths.map((path) => `- ${escapeMarkdown(path)}`);
  const text = [said.files(paths.length + more), "", ...lines, ...(more > 0 ? ["- …"] : [])].join("\n");
  return yield* serveAnswer(run, paths.length === 0 ? said.noFile : text);
}

/** The beginning of a file, as it stands there. */
function* tellFile(run: Run, path: string, result: string): Generator<RunEvent, RunEnd, void> {
  const head = result.slice(0, result.indexOf("\n"));
  const all = result
    .slice(head.length + 1)
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
  let shown = 0;
  const lines = all.slice(0, MAX_SHOWN_LINES).filter((line) => {
    shown += line.length;
    return shown <= MAX_SHOWN || shown === line.length;
  });
  const end = yield* serveAnswer(run, toQuote(lines, path));
  if (lines.length < all.length || !head.endsWith(`${path}:`)) yield toKnownNotice(run, "first-lines");
  return end;
}

/** Makes one call, whose result a model as small as that does not read; its value is null where it failed. */
async function* call(
  round: CallRound,
  name: string,
  args: JsonObject,
): AsyncGenerator<RunEvent, { readonly value: JsonValue; readonly end: RunEnd | null }, void> {
  const { records, end } = yield* serveCalls(round, [{ name, arguments: args }], false);
  return { value: toValue(records), end };
}

function toValue([record]: readonly CallRecord[]): JsonValue {
  if (record?.outcome?.type !== "success") return null;
  const [block] = record.outcome.content;
  return block?.type === "json" ? block.value : block?.type === "text" ? block.text : null;
}

function toPaths(value: JsonValue): readonly string[] {
  const files = isJsonObject(value) ? value.files : null;
  return isJsonArray(files ?? null) ? (files as readonly JsonValue[]).filter((each) => typeof each === "string") : [];
}

/** True for what a search gives while files are still being read. */
function isPartial(value: JsonValue): boolean {
  return isJsonArray(value) && value.some((each) => isJsonObject(each) && typeof each.note === "string");
}

function toPassages(value: JsonValue): readonly FoundPassage[] {
  if (!isJsonArray(value)) return [];
  return value.flatMap((each) => {
    if (!isJsonObject(each)) return [];
    const { source, file, text } = each;
    if (typeof source !== "string" || typeof file !== "string" || typeof text !== "string") return [];
    return [{ mark: source, name: file, text, subject: file }];
  });
}

interface Sentences {
  readonly nothing: string;
  readonly noFile: string;
  readonly done: string;
  readonly notDone: string;
  files(count: number): string;
}

/** What is said beside the files' own words. */
const SAID: Readonly<Record<WishLanguage, Sentences>> = {
  en: {
    nothing: "I found nothing about this in your files.",
    noFile: "There is no such file in your folders.",
    done: "Done. It can be undone here or on the Files page.",
    notDone: "Nothing was changed.",
    files: (count) => (count === 1 ? "1 file:" : `${count} files:`),
  },
  de: {
    nothing: "Dazu habe ich in deinen Dateien nichts gefunden.",
    noFile: "Eine solche Datei gibt es in deinen Ordnern nicht.",
    done: "Erledigt. Es lässt sich hier oder auf der Seite „Dateien“ rückgängig machen.",
    notDone: "Es wurde nichts geändert.",
    files: (count) => (count === 1 ? "1 Datei:" : `${count} Dateien:`),
  },
  es: {
    nothing: "No he encontrado nada sobre esto en tus archivos.",
    noFile: "No hay ningún archivo así en tus carpetas.",
    done: "Hecho. Se puede deshacer aquí o en la página «Archivos».",
    notDone: "No se ha cambiado nada.",
    files: (count) => (count === 1 ? "1 archivo:" : `${count} archivos:`),
  },
};
