import type { Language } from "./catalogue.ts";

/** The page's texts for one of the languages' codes; each is a file that is fetched when it is chosen. */
export async function loadLanguage(code: string): Promise<Language> {
  switch (code) {
    case "de":
      return (await import("./de/de.ts")).GERMAN;
    case "es":
      return (await import("./es/es.ts")).SPANISH;
    default:
      return (await import("./en/english.ts")).ENGLISH;
  }
}
