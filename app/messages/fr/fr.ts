import { toLanguage } from "../to-language.ts";

/** The page in French. */
export const FRENCH = toLanguage("fr", import.meta.glob("./*.json", { eager: true, import: "default" }));
