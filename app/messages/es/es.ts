import { toLanguage } from "../to-language.ts";

/** The page in Spanish. */
export const SPANISH = toLanguage("es", import.meta.glob("./*.json", { eager: true, import: "default" }));
