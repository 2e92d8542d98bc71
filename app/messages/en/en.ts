import { EN_CHAT } from "./chat.ts";
import { EN_CONNECTIONS } from "./connections.ts";
import { EN_MEMORY } from "./memory.ts";
import { EN_MODELS } from "./models.ts";
import { EN_RUNS } from "./runs.ts";
import { EN_SETTINGS } from "./settings.ts";
import { EN_SHELL } from "./shell.ts";
import { EN_TALK } from "./talk.ts";
import { EN_TOOLS } from "./tools.ts";

/** The page's texts in English; the other languages have the same names. */
export const EN = {
  ...EN_CHAT,
  ...EN_CONNECTIONS,
  ...EN_MEMORY,
  ...EN_MODELS,
  ...EN_RUNS,
  ...EN_SETTINGS,
  ...EN_SHELL,
  ...EN_TALK,
  ...EN_TOOLS,
} as const;
