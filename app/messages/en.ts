import type { Language } from "./catalogue.ts";
import { EN_CHAT } from "./en-chat.ts";
import { EN_CONNECTIONS } from "./en-connections.ts";
import { EN_FAILURES } from "./en-failures.ts";
import { EN_MEMORY } from "./en-memory.ts";
import { EN_MODELS } from "./en-models.ts";
import { EN_RUNS } from "./en-runs.ts";
import { EN_SETTINGS } from "./en-settings.ts";
import { EN_SHELL } from "./en-shell.ts";
import { EN_TALK } from "./en-talk.ts";
import { EN_TOOLS } from "./en-tools.ts";

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

/** The page in English. */
export const ENGLISH: Language = { code: "en", messages: EN, failures: EN_FAILURES };
