import * as z from "zod/mini";
import { splitPassages } from "../../agent/context/read-passages.ts";
import { toStem } from "../../agent/context/word-families.ts";
import { defineTool } from "../../agent/define/define-tool.ts";
import { findAnswers, type ManualSection } from "../../protocol/manual/find-sections.ts";
import { toExamples } from "../to-examples.ts";
import examples from "./examples.json" with { type: "json" };
import { NO_MANUAL, type ReadManual } from "./open-manual.ts";

const MAX_FOUND = 3;
const MAX_CHARACTERS = 1400;
/** A shorter beginning is that of too many words. */
const MIN_STEM = 4;
/** Pages for programmers: what they name, nobody does in the app. */
const FOR_PROGRAMMERS =
  /^(?:package\/(?!files|mcp|security)|(?:faults|first-steps|performance|tool-call-strategies|upstream)\.)/;

/** A tool that searches the app's own manual. */
export function createSearchManual(readManual: ReadManual) {
  return defineTool({
    name: "search_manual",
    description:
      "Searches this app's manual: what Alcove can do, its settings, models, files, privacy, and how to do something in it.",
    effect: "reads",
    input: z.object({
      query: z.string().check(z.describe("What to look for, in a few English words")),
    }),
    examples: toExamples(examples.search_manual),
    run: async ({ query }) => {
      const sections = await readManual();
      if (sections === null) throw new Error(NO_MANUAL);
      const found = takeFirst(findAnswers(toPassages(sections), query, { limit: MAX_FOUND, toBeginning }));
      return found.length === 0
        ? "Nothing in the manual matches."
        : found.map(({ page, title, text }) => ({ page, title, text }));
    },
  });
}

/** Sections of a few sentences, so that a long one counts by its best part. */
function toPassages(sections: readonly ManualSection[]): readonly ManualSection[] {
  return sections
    .filter(({ address }) => !FOR_PROGRAMMERS.test(address))
    .flatMap((section) => splitPassages(section.text).map((text) => ({ ...section, text })));
}

function takeFirst(sections: readonly ManualSection[]): readonly ManualSection[] {
  let free = MAX_CHARACTERS;
  return sections.filter(({ text }) => {
    free -= text.length;
    return free >= 0;
  });
}

function toBeginning(word: string): string {
  const stem = toStem(word);
  if (stem.length >= MIN_STEM) return stem;
  return word.length > MIN_STEM && word.endsWith("s") ? word.slice(0, -1) : word;
}
