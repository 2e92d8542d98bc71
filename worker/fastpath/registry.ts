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
  const tables = readFiles("tables", async (question, call) => {
    const { answerTableQuestion } = await import("../tools/tables/answer-question.ts");
    return answerTableQuestion(question, call, languages);
  });
  const quotes = readFiles("quotes", async (question) => {
    if (question.model !== "tiny") return null;
    return (await import("../tools/documents/answer-from-files.ts")).answerFromFiles(question, languages);
  });
  return [tables, ...SKILLS.map((skill) => createResponder(skill, languages)), quotes];
}

/** A responder for conversations with files; its code is loaded with the first one. */
function readFiles(name: string, respond: Responder["respond"]): Responder {
  return {
    name,
    readsFiles: true,
    respond: async (question, call) => (question.files.length === 0 ? null : respond(question, call)),
  };
}
