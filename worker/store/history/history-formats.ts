import type { HistoryApp } from "../../protocol/history.ts";
import { readChatGpt } from "./formats/chatgpt.ts";
import { readClaude } from "./formats/claude.ts";
import { readGemini } from "./formats/gemini.ts";
import { readLibreChat } from "./formats/librechat.ts";
import { readLlamaCpp } from "./formats/llama-cpp.ts";
import { readOpenWebUi } from "./formats/open-webui.ts";
import type { ReadChat } from "./history-chat.ts";

/** The readers. A value is told by its shape, never by its file's name; a further app is a line here. */
export const HISTORY_FORMATS: readonly { readonly app: HistoryApp; readonly read: ReadChat }[] = [
  { app: "chatgpt", read: readChatGpt },
  { app: "claude", read: readClaude },
  { app: "open-webui", read: readOpenWebUi },
  { app: "llama.cpp", read: readLlamaCpp },
  { app: "librechat", read: readLibreChat },
  { app: "gemini", read: readGemini },
];
