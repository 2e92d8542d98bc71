import type { Language } from "./catalogue.ts";

/** The languages that can be picked; the texts of one are fetched when it is chosen. A further one is a line here. */
export const LANGUAGES = [
  { code: "en", load: async () => (await import("./en/english.ts")).ENGLISH },
  { code: "de", load: async () => (await import("./de/de.ts")).GERMAN },
  { code: "es", load: async () => (await import("./es/es.ts")).SPANISH },
  { code: "fr", load: async () => (await import("./fr/fr.ts")).FRENCH },
  { code: "pt", load: async () => (await import("./pt/pt.ts")).PORTUGUESE },
] as const;

/** The language for a setting (`auto` or a code) and the browser's wishes; English when none of them is ours. */
export function chooseLanguage(setting: string, wishes: readonly string[]): string {
  const bases = (setting === "auto" ? wishes : [setting]).map((tag) => tag.toLowerCase().split("-")[0]);
  return bases.find((base) => LANGUAGES.some(({ code }) => code === base)) ?? "en";
}

/** The page's texts for one of the languages' codes. */
export async function loadLanguage(code: string): Promise<Language> {
  return (LANGUAGES.find((language) => language.code === code) ?? LANGUAGES[0]).load();
}
