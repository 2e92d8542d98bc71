import * as z from "zod/mini";
import { splitPassages } from "../../agent/context/read-passages.ts";
import { defineTool } from "../../agent/define/define-tool.ts";
import { toWordWeight } from "../../search/cover.ts";
import { compareWords, toContentWords } from "../../search/families.ts";
import { type ManualSection, rankSections } from "../../search/find-sections.ts";
import examples from "./examples.json" with { type: "json" };
import { NO_MANUAL, type ReadManual } from "./open-manual.ts";

const MAX_FOUND = 3;
const MAX_CHARACTERS = 1400;
/** Sections that score less than this share of the best one answer something else. */
const NEAR_SHARE = 0.45;
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
    examples: examples.search_manual,
    run: async ({ query }) => {
      const sections = await readManual();
      if (sections === null) throw new Error(NO_MANUAL);
      const found = takeFirst(findAnswers(toPassages(sections), query));
      return found.length === 0
        ? "Nothing in the manual matches."
        : found.map(({ page, title, text }) => ({ page, title, text }));
    },
  });
}

/** The sections that answer a question in whole sentences best, those near the best one only. */
function findAnswers(sections: readonly ManualSection[], question: string): readonly ManualSection[] {
  const words = toContentWords(question);
  // Forms of one word; a compound or a slip is another one where so many words are.
  const compare = (word: string, term: string): number => Math.floor(compareWords(word, term));
  const ranked = rankSections(sections, { words, compare, weigh: toWordWeight });
  const least = (ranked[0]?.score ?? 0) * NEAR_SHARE;
  return ranked
    .filter(({ score }) => score >= least)
    .slice(0, MAX_FOUND)
    .map(({ section }) => section);
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
