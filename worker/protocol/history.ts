/** The apps whose chats can be brought along, and their names. */
export const HISTORY_APPS = {
  chatgpt: "ChatGPT",
  claude: "Claude",
  "open-webui": "Open WebUI",
  librechat: "LibreChat",
  "llama.cpp": "llama.cpp",
  gemini: "Gemini",
} as const;
export type HistoryApp = keyof typeof HISTORY_APPS;

/** Where a chat came from that another app exported. */
export interface HistoryOrigin {
  readonly app: HistoryApp;
  /** The file's name, and when it was imported: all chats of one import have the same time. */
  readonly file: string;
  readonly at: number;
}

/**
 * Why something in the file is not read. `html`: a page instead of JSON; `archive`: a ZIP that cannot be opened; `broken`: no
 * JSON, or cut off; `too-long`: beyond the bounds; `too-many`: chats beyond them; `damaged`: messages that follow each other
 * in a circle; `unknown`: no chat of a known shape; `empty`: a chat without words.
 */
export type HistoryFault = "html" | "archive" | "broken" | "too-long" | "too-many" | "damaged" | "unknown" | "empty";

/** The contents of another app's file, and how much of them is new here. */
export interface HistoryPreview {
  readonly apps: readonly HistoryApp[];
  readonly chats: number;
  readonly messages: number;
  /** Chats that are not here yet, or have more messages in the file. */
  readonly newChats: number;
  /** The first and the last day, milliseconds since the epoch; null where no message says when it was. */
  readonly from: number | null;
  readonly to: number | null;
  /** Sentences that the other app's assistant remembered and that are no notes here: kept only as the user accepts each. */
  readonly proposals: readonly string[];
  /** How often each fault was met, in the order they were met. */
  readonly faults: readonly { readonly fault: HistoryFault; readonly count: number }[];
}

/** Chats that an import brought something to, and the messages. */
export interface HistoryImport {
  readonly chats: number;
  readonly messages: number;
}

/** The browser's `File`, which this room does not know: always a real one, and read piece by piece. */
export interface HistoryFile {
  readonly name: string;
  readonly size: number;
}

/** Told how much of the file is read, from 0 to 1; false stops the reading, and nothing is changed. */
export type HistoryProgress = (share: number) => boolean | Promise<boolean>;
