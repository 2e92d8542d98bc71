import { HISTORY_APPS, type HistoryApp } from "../../worker/protocol/history.ts";
import { EXPORTS } from "../../worker/store/history/history-exports.fixture.ts";
import { readHistory } from "../../worker/store/history/read-history.ts";
import { toConversation } from "../../worker/store/history/to-conversation.ts";

const MESSAGES = 20_000;
const MESSAGES_A_CHAT: Readonly<Record<HistoryApp, number>> = {
  chatgpt: 5,
  claude: 4,
  "open-webui": 5,
  librechat: 5,
  "llama.cpp": 5,
  gemini: 2,
};

/** Chats between two looks at the heap. */
const SAMPLE_EACH = 50;

/**
 * Measures in Node how fast a synthetic export of each app is read and turned into conversations, and how much the heap grew at
 * most, garbage included. Options: `--json`, `--messages=100000`.
 */
export async function benchHistory(options: readonly string[]): Promise<void> {
  const asked = options.find((option) => option.startsWith("--messages="))?.split("=")[1];
  const messages = Number(asked ?? MESSAGES);
  const results: Record<string, Record<string, number>> = {};
  for (const app of Object.keys(HISTORY_APPS) as readonly HistoryApp[]) {
    results[app] = await measure(app, Math.ceil(messages / MESSAGES_A_CHAT[app]));
  }
  if (options.includes("--json")) console.log(JSON.stringify({ bench: "history", messages, apps: results }, null, 2));
  else {
    console.log(`${messages} messages of each app`);
    console.table(results);
  }
}

async function measure(app: HistoryApp, chats: number): Promise<Record<string, number>> {
  const parts = Array.from(
    { length: chats },
    (_, index) => `${index === 0 ? "[" : ","}${JSON.stringify(EXPORTS[app](index))}`,
  );
  const file = new Blob([...parts, "]"]);
  parts.length = 0;
  const before = process.memoryUsage().heapUsed;
  let peak = before;
  let read = 0;
  const start = performance.now();
  for await (const step of readHistory(file)) {
    if (step.type !== "chat") continue;
    if (typeof toConversation(step.chat, { app, file: "export.json", at: 1 }) !== "string") read += 1;
    if (read % SAMPLE_EACH === 0) peak = Math.max(peak, process.memoryUsage().heapUsed);
  }
  const ms = performance.now() - start;
  if (read !== chats) throw new Error(`${app}: ${read} of ${chats} chats were read`);
  return {
    megabytes: round(file.size / 1e6),
    "read ms": Math.round(ms),
    "MB/s": round(file.size / 1e3 / ms),
    "heap MB": round((peak - before) / 1e6),
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
