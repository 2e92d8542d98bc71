import { readFileSync } from "node:fs";
import { z } from "zod";
import { GRADE } from "./grade.ts";

export const KINDS = [
  ...["sums", "units", "dates", "notes", "tasks", "files", "knowledge", "words", "wishes", "follow-ups", "languages"],
] as const;
/** The second half was written when everything else stood. */
export const HALVES = ["first", "second"] as const;

const questionSchema = z.strictObject({
  id: z.string(),
  half: z.enum(HALVES),
  kind: z.enum(KINDS),
  /** English unless it says otherwise. */
  language: z.string().length(2).optional(),
  /** Asked in a chat before, of which only notes and tasks are left. */
  earlier: z.array(z.string()).optional(),
  /** Asked one after the other in one chat; the last answer is graded. */
  texts: z.array(z.string()).min(1),
  files: z.array(z.strictObject({ name: z.string(), text: z.string() })).optional(),
  grade: GRADE,
});

/** What somebody asks, and what a right answer is. */
export type EverydayQuestion = z.infer<typeof questionSchema>;

/** The open list. Throws with the path of the first fault. */
export function readQuestions(): readonly EverydayQuestion[] {
  return z.array(questionSchema).parse(JSON.parse(readFileSync(new URL("./questions.json", import.meta.url), "utf8")));
}
