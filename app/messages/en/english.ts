import type { Language } from "../catalogue.ts";
import { EN } from "./en.ts";
import { EN_FAILURES } from "./failures.ts";

/** The page in English. */
export const ENGLISH: Language = { code: "en", messages: EN, failures: EN_FAILURES };
