import type { Language } from "./catalogue.ts";
import { SPANISH_CHAT } from "./es-chat.ts";
import { SPANISH_CONNECTIONS } from "./es-connections.ts";
import { SPANISH_FAILURES } from "./es-failures.ts";
import { SPANISH_MEMORY } from "./es-memory.ts";
import { SPANISH_MODELS } from "./es-models.ts";
import { SPANISH_RUNS } from "./es-runs.ts";
import { SPANISH_SETTINGS } from "./es-settings.ts";
import { SPANISH_SHELL } from "./es-shell.ts";
import { SPANISH_TALK } from "./es-talk.ts";
import { SPANISH_TOOLS } from "./es-tools.ts";

/** The page in Spanish. */
export const SPANISH: Language = {
  code: "es",
  messages: {
    ...SPANISH_CHAT,
    ...SPANISH_CONNECTIONS,
    ...SPANISH_MEMORY,
    ...SPANISH_MODELS,
    ...SPANISH_RUNS,
    ...SPANISH_SETTINGS,
    ...SPANISH_SHELL,
    ...SPANISH_TALK,
    ...SPANISH_TOOLS,
  },
  failures: SPANISH_FAILURES,
};
