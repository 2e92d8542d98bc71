import type { PlainCall } from "../../agent/define/tool.ts";

const QUOTED = "[\"'“”„‘’«»]?(?<text>[\\p{L}\\p{M}\\p{N}-]+)[\"'“”„‘’«»]?";
const ASKED: readonly RegExp[] = [
  `how many (?:letters|characters) (?:are(?: there)? in|has|have|does|do|in|is in|make up)(?: the word| the name)? ${QUOTED}(?: have| contain)?`,
  `(?:count|how long is)(?: the letters)?(?: of| in)?(?: the word| the name) ${QUOTED}`,
  `count the letters (?:of|in)(?: the word| the name)? ${QUOTED}`,
  `wie ?viele (?:buchstaben|zeichen) (?:hat|haben|sind in|stecken in|enthält)(?: das wort| dem wort| der name)? ${QUOTED}`,
  `cu[aá]ntas letras (?:tiene|hay en|son)(?: la palabra| el nombre)? ${QUOTED}`,
  `cu[aá]ntos caracteres (?:tiene|hay en)(?: la palabra| el nombre)? ${QUOTED}`,
].map((pattern) => new RegExp(`^${pattern}$`, "iu"));
const MAX_QUESTION = 120;

/** Reads a question for the number of letters of one word. */
export function readLengthQuestion(question: string): PlainCall | null {
  if (question.length > MAX_QUESTION) return null;
  const asked = question
    .trim()
    .replace(/^[¿¡]+/u, "")
    .replace(/[\s?!.]+$/u, "");
  for (const pattern of ASKED) {
    const text = pattern.exec(asked)?.groups?.text;
    if (text !== undefined) return { arguments: { text }, toAnswer: (result) => `${text}: **${result}**` };
  }
  return null;
}
