import type { HistoryApp, HistoryFault } from "../../protocol/history.ts";
import type { JsonValue } from "../../protocol/json.ts";
import { openZip } from "../workspace/readers/open-zip.ts";
import { Fields } from "./fields.ts";
import type { HistoryChat } from "./history-chat.ts";
import { HISTORY_FORMATS } from "./history-formats.ts";
import { splitJson } from "./split-json.ts";

/** A step of reading: a chat, a sentence that was remembered, something that is neither, or how much of the file is read by now, from 0 to 1. */
export type HistoryStep =
  | { readonly type: "chat"; readonly app: HistoryApp; readonly chat: HistoryChat }
  /** A sentence that the other app's assistant remembered. */
  | { readonly type: "remembered"; readonly text: string }
  | { readonly type: "fault"; readonly fault: HistoryFault }
  | { readonly type: "progress"; readonly share: number };

type Stream = ReadableStream<Uint8Array<ArrayBuffer>>;

interface Source {
  readonly bytes: number;
  open(): Promise<Stream>;
}

const ZIP_MARK = "PK";
const JSON_ENDING = /\.jsonl?$/iu;
const HTML_ENDING = /\.html?$/iu;
/** Bytes between two reports. */
const REPORT_EACH = 4_000_000;

/** Reads the chats in a file that another app exported, as JSON or in a ZIP, one at a time while the file streams. */
export async function* readHistory(file: Blob): AsyncGenerator<HistoryStep, void, void> {
  const head = await file.slice(0, 512).text();
  if (head.trimStart().startsWith("<")) return yield { type: "fault", fault: "html" };
  if (!head.startsWith(ZIP_MARK)) return yield* readSources([{ bytes: file.size, open: async () => file.stream() }]);
  const sources: Source[] = [];
  let hasPages = false;
  try {
    const zip = await openZip(file);
    for (const name of zip.names) {
      hasPages ||= HTML_ENDING.test(name);
      if (JSON_ENDING.test(name)) sources.push({ bytes: zip.sizeOf(name), open: () => zip.open(name) });
    }
  } catch {
    return yield { type: "fault", fault: "archive" };
  }
  if (sources.length === 0 && hasPages) yield { type: "fault", fault: "html" };
  yield* readSources(sources);
}

async function* readSources(sources: readonly Source[]): AsyncGenerator<HistoryStep, void, void> {
  const total = sources.reduce((sum, { bytes }) => sum + bytes, 1);
  let read = 0;
  for (const source of sources) {
    const counted = { bytes: 0 };
    let reported = 0;
    let chats = 0;
    let others = 0;
    try {
      for await (const step of splitJson(readTexts(await source.open(), counted))) {
        if (step.type === "fault") yield step;
        else {
          const found = readChat(step.value);
          const remembered = readRemembered(step.value);
          chats += found === null ? 0 : 1;
          others += found === null && remembered.length === 0 ? 1 : 0;
          if (found !== null) yield found;
          for (const text of remembered) yield { type: "remembered", text };
        }
        if (counted.bytes - reported < REPORT_EACH) continue;
        reported = counted.bytes;
        yield { type: "progress", share: Math.min(1, (read + reported) / total) };
      }
    } catch {
      // A fault of the file, in whichever part of the unpacking.
      yield { type: "fault", fault: "archive" };
    }
    // A ZIP has other lists, too, which nobody takes for chats.
    for (; chats > 0 && others > 0; others -= 1) yield { type: "fault", fault: "unknown" };
    read += source.bytes;
  }
}

/** The chat that a value is, in the first app's shape that fits. */
export function readChat(value: unknown): Extract<HistoryStep, { readonly type: "chat" }> | null {
  for (const { app, read } of HISTORY_FORMATS) {
    const chat = read(new Fields(value));
    if (chat !== null) return { type: "chat", app, chat };
  }
  return null;
}

/** The sentences in a value that an app's assistant remembered. */
export function readRemembered(value: JsonValue): readonly string[] {
  return HISTORY_FORMATS.flatMap((format) => format.readRemembered?.(new Fields(value)) ?? []);
}

async function* readTexts(stream: Stream, counted: { bytes: number }): AsyncGenerator<string, void, void> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      counted.bytes += part.value.length;
      yield decoder.decode(part.value, { stream: true });
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
