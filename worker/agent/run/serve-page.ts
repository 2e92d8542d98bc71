import type { RunEvent } from "../../protocol/run-event.ts";
import type { CallRound } from "../calls/execute-calls.ts";
import { guessLanguage } from "../context/guess-language.ts";
import type { WishLanguage } from "../context/memory-wishes.ts";
import { quoteFiles } from "../context/quote-files.ts";
import type { RunEnd } from "../state/run.ts";
import { toKnownNotice } from "./notice.ts";
import { toQuote } from "./quote-answer.ts";
import { serveAnswer, serveCalls } from "./serve-turn.ts";

const READ_TOOL = "read_page";
const ADDRESS = /https:\/\/[^\s<>"'`|]+/giu;
const MAX_LINES = 8;
/** Words that ask for a page, and say nothing of what is on it. */
const READS =
  /(?<!\p{L})(?:read|open|show|summari[sz]e|look at|visit|fetch|what (?:does|is on)|says?|page|site|website|lies|öffne|zeig|fasse?|besuche|was steht|sagt|seite|webseite|lee|abre|muestra|resume|visita|qué (?:dice|hay)|página|web)(?!\p{L})/giu;

/**
 * A question with a page's address, answered by the page's own lines for a model too small to read it. Null where there
 * is no address, or where nothing says that the page is to be read.
 */
export async function* servePage(round: CallRound): AsyncGenerator<RunEvent, RunEnd | null, void> {
  const { run, allowlist } = round;
  const { asked = run.request.question, files = [] } = run.request;
  const [found, another] = asked.match(ADDRESS) ?? [];
  if (found === undefined || another !== undefined || files.length > 0) return null;
  const url = found.replace(/[.,;:!?)\]]+$/u, "");
  const words = asked.replace(url, " ");
  const said = SAID[guessLanguage(words)];
  if (!allowlist.has(READ_TOOL)) return words.search(READS) >= 0 ? yield* serveAnswer(run, said.notAllowed) : null;
  const find = words
    .replaceAll(READS, " ")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  const input = { url, ...(find.length < 3 ? {} : { find: words.trim() }) };
  const { records, end } = yield* serveCalls(round, [{ name: READ_TOOL, arguments: input }], false);
  if (end !== null) return end;
  const outcome = records[0]?.outcome;
  const block = outcome?.type === "success" ? outcome.content[0] : undefined;
  if (block?.type !== "text") {
    return yield* serveAnswer(run, outcome?.type === "invalid-arguments" ? said.notAllowed : said.notRead);
  }
  const { text } = block;
  const quotes = find.length < 3 ? null : quoteFiles(words, [{ name: url, text: toLines(text) }]);
  const best = quotes?.kind === "answer" ? quotes.quotes[0]?.lines : undefined;
  if (best !== undefined) return yield* serveAnswer(run, toQuote(best, url));
  const first = toLines(text)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, MAX_LINES);
  const ended = yield* serveAnswer(run, toQuote(first, url));
  yield toKnownNotice(run, "first-lines");
  return ended;
}

/** What the page says, without what the tool says around it. */
function toLines(result: string): string {
  return result
    .replace(/^[^\n]*:\n/u, "")
    .replaceAll(/^\[\d+ of \d+\] /gmu, "")
    .replace(/\nEnd of passages\.$/u, "");
}

interface Sentences {
  readonly notAllowed: string;
  readonly notRead: string;
}

const SAID: Readonly<Record<WishLanguage, Sentences>> = {
  en: {
    notAllowed: "I read a page only if you have allowed its host: Settings, Connections.",
    notRead: "The page could not be read. The step above says why.",
  },
  de: {
    notAllowed: "Eine Seite lese ich nur, wenn du ihren Host erlaubt hast: Einstellungen, Verbindungen.",
    notRead: "Die Seite ließ sich nicht lesen. Der Schritt darüber sagt, warum.",
  },
  es: {
    notAllowed: "Solo leo una página si has permitido su máquina: Ajustes, Conexiones.",
    notRead: "No se pudo leer la página. El paso de arriba dice por qué.",
  },
};
