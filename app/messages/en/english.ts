import type { Language } from "../catalogue.ts";
import { EN } from "./en.ts";
import failures from "./failures.json";

/** The page in English. */
export const ENGLISH: Language = { code: "en", messages: EN, failures };
