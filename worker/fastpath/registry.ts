import type { Responder } from "../agent/ports/responder.ts";
import type { Language } from "./language.ts";
import german from "./languages/de.json" with { type: "json" };
import english from "./languages/en.json" with { type: "json" };
import spanish from "./languages/es.json" with { type: "json" };
import { createResponder } from "./skill.ts";
import { clock } from "./skills/clock.ts";
import { conversions } from "./skills/conversions.ts";
import { dates } from "./skills/dates.ts";
import { forget, listPlace, remember } from "./skills/notes.ts";
import { sums } from "./skills/sums.ts";

const SKILLS = [sums, conversions, dates, clock, remember, forget, listPlace] as const;
const LANGUAGES = [english, german, spanish] satisfies readonly Language[];

/** The skills that answer without the model, in the order in which they are asked; another language is another file. */
export function createResponders(more: readonly Language[] = []): readonly Responder[] {
  const languages = [...LANGUAGES, ...more];
  const tables: Responder = {
    name: "tables",
    readsFiles: true,
    respond: async (question, call) => {
      if (question.files.length === 0) return null;
      const { answerTableQuestion } = await import("../tools/tables/answer-question.ts");
      return answerTableQuestion(question, call, languages);
    },
  };
  const quotes: Responder = {
    name: "quotes",
    readsFiles: true,
    respond: async (question, call) => {
      const { model, files } = question;
      if (model === "large" || (model === "small" && files.length > 0)) return null;
      const { answerFromFiles, answerFromFolders } = await import("../tools/documents/answer-from-files.ts");
      return answerFromFiles(question, languages) ?? (await answerFromFolders(question, call, languages));
    },
  };
  const reminders: Responder = {
    name: "reminders",
    respond: async (question, call) => {
      const { remind } = await import("./skills/reminders.ts");
      return createResponder(remind, languages).respond(question, call);
    },
  };
  return [tables, ...SKILLS.map((skill) => createResponder(skill, languages)), reminders, quotes];
}
