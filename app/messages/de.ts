import type { Language } from "./catalogue.ts";
import { GERMAN_CHAT } from "./de-chat.ts";
import { GERMAN_CONNECTIONS } from "./de-connections.ts";
import { GERMAN_FAILURES } from "./de-failures.ts";
import { GERMAN_MEMORY } from "./de-memory.ts";
import { GERMAN_MODELS } from "./de-models.ts";
import { GERMAN_RUNS } from "./de-runs.ts";
import { GERMAN_SETTINGS } from "./de-settings.ts";
import { GERMAN_SHELL } from "./de-shell.ts";
import { GERMAN_TALK } from "./de-talk.ts";
import { GERMAN_TOOLS } from "./de-tools.ts";

/** The page in German. */
export const GERMAN: Language = {
  code: "de",
  messages: {
    ...GERMAN_CHAT,
    ...GERMAN_CONNECTIONS,
    ...GERMAN_MEMORY,
    ...GERMAN_MODELS,
    ...GERMAN_RUNS,
    ...GERMAN_SETTINGS,
    ...GERMAN_SHELL,
    ...GERMAN_TALK,
    ...GERMAN_TOOLS,
  },
  failures: GERMAN_FAILURES,
};
