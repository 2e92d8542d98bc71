import type { Language } from "../catalogue.ts";
import { SPANISH_CHAT } from "./chat.ts";
import { SPANISH_CONNECTIONS } from "./connections.ts";
import { SPANISH_FAILURES } from "./failures.ts";
import { SPANISH_MEMORY } from "./memory.ts";
import { SPANISH_MODELS } from "./models.ts";
import { SPANISH_RUNS } from "./runs.ts";
import { SPANISH_SETTINGS } from "./settings.ts";
import { SPANISH_SHELL } from "./shell.ts";
import { SPANISH_TALK } from "./talk.ts";
import { SPANISH_TOOLS } from "./tools.ts";

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
