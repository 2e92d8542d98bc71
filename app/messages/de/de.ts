import { toLanguage } from "../to-language.ts";

/** The page in German. */
export const GERMAN = toLanguage("de", import.meta.glob("./*.json", { eager: true, import: "default" }));
