import type { Language } from "./catalogue.ts";
import { EN_CHAT } from "./en-chat.ts";
import { EN_CONNECTIONS } from "./en-connections.ts";
import { EN_FAILURES } from "./en-failures.ts";
import { EN_MODELS } from "./en-models.ts";
import { EN_VIEWS } from "./en-views.ts";

/** The page's texts in English; the other languages have the same names. */
export const EN = { ...EN_CHAT, ...EN_CONNECTIONS, ...EN_VIEWS, ...EN_MODELS } as const;

/** The page in English. */
export const ENGLISH: Language = { code: "en", messages: EN, failures: EN_FAILURES };
