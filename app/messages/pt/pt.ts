import { toLanguage } from "../to-language.ts";

/** The page in Portuguese. */
export const PORTUGUESE = toLanguage("pt", import.meta.glob("./*.json", { eager: true, import: "default" }));
