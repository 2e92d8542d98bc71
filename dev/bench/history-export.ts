import type { HistoryApp } from "../../worker/protocol/history.ts";
import type { JsonValue } from "../../worker/protocol/json.ts";
import { EXPORTS } from "../../worker/store/history/history-exports.fixture.ts";
import { createRandom, createVocabulary, zipfRank } from "./memory-corpus.ts";

/** Messages in a chat that each app exports. */
export const MESSAGES_A_CHAT: Readonly<Record<HistoryApp, number>> = {
  chatgpt: 5,
  claude: 4,
  "open-webui": 5,
  librechat: 5,
  "llama.cpp": 5,
  gemini: 2,
};

/** How large an export is. */
export interface ExportSize {
  readonly app: HistoryApp;
  readonly chats: number;
  /** About so many words are added to each text. */
  readonly words: number;
}

const SEED = 7;
const CHATS_AT_ONCE = 200;
/** The texts of an export that words are added to. */
const TEXT_KEYS: ReadonlySet<string> = new Set(["text", "content", "parts", "html", "title"]);

/** Words whose frequencies are those of a language, the same in each run. */
export function createWords(): (count: number) => string {
  const vocabulary = createVocabulary(createRandom(SEED));
  const random = createRandom(SEED + 1);
  return (count) => Array.from({ length: count }, () => vocabulary[zipfRank(random)] ?? "").join(" ");
}

/** The text of an app's export, in pieces. */
export function* toExport({ app, chats, words }: ExportSize, toWords = createWords()): Generator<string> {
  for (let from = 0; from < chats; from += CHATS_AT_ONCE) {
    const texts: string[] = [];
    for (let index = from; index < Math.min(chats, from + CHATS_AT_ONCE); index += 1) {
      const chat = addWords(EXPORTS[app](index), () => toWords(words));
      texts.push(`${index === 0 ? "[" : ","}${JSON.stringify(chat)}`);
    }
    yield texts.join("");
  }
  yield "]";
}

function addWords(value: JsonValue, toMore: () => string, key = ""): JsonValue {
  if (typeof value === "string") {
    const isText = TEXT_KEYS.has(key) && value.length > 3 && value.includes(" ");
    return isText ? `${value} ${toMore()}` : value;
  }
  if (Array.isArray(value)) return value.map((each) => addWords(each, toMore, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, addWords(each ?? null, toMore, name)]));
}
