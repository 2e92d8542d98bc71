import type { Language } from "./catalogue.ts";

/** The languages that can be picked, each named in itself; its texts are fetched when it is chosen. A further one is a line here. */
export const LANGUAGES = [
  { code: "en", name: "English", load: async () => (await import("./en/english.ts")).ENGLISH },
  { code: "de", name: "Deutsch", load: async () => (await import("./de/de.ts")).GERMAN },
  { code: "es", name: "Español", load: async () => (await import("./es/es.ts")).SPANISH },
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
