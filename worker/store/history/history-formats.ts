import type { HistoryApp } from "../../protocol/history.ts";
import { readChatGpt, readChatGptRemembered } from "./formats/chatgpt.ts";
import { readClaude, readClaudeRemembered } from "./formats/claude.ts";
import { readGemini } from "./formats/gemini.ts";
import { readLibreChat } from "./formats/librechat.ts";
import { readLlamaCpp } from "./formats/llama-cpp.ts";
import { readOpenWebUi } from "./formats/open-webui.ts";
import type { ReadChat } from "./history-chat.ts";
import type { ReadRemembered } from "./remembered.ts";

/** The readers. A value is told by its shape, never by its file's name; a further app is a line here. */
export const HISTORY_FORMATS: readonly {
  readonly app: HistoryApp;
  readonly read: ReadChat;
  /** Absent where the export has nothing of it. */
  readonly readRemembered?: ReadRemembered;
}[] = [
  { app: "chatgpt", read: readChatGpt, readRemembered: readChatGptRemembered },
  { app: "claude", read: readClaude, readRemembered: readClaudeRemembered },
  { app: "open-webui", read: readOpenWebUi },
  { app: "llama.cpp", read: readLlamaCpp },
  { app: "librechat", read: readLibreChat },
  { app: "gemini", read: readGemini },
];
