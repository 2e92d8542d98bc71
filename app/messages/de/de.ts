import type { Language } from "../catalogue.ts";
import { GERMAN_CHAT } from "./chat.ts";
import { GERMAN_CONNECTIONS } from "./connections.ts";
import { GERMAN_FAILURES } from "./failures.ts";
import { GERMAN_MEMORY } from "./memory.ts";
import { GERMAN_MODELS } from "./models.ts";
import { GERMAN_RUNS } from "./runs.ts";
import { GERMAN_SETTINGS } from "./settings.ts";
import { GERMAN_SHELL } from "./shell.ts";
import { GERMAN_TALK } from "./talk.ts";
import { GERMAN_TOOLS } from "./tools.ts";

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
