import type { CallMaker, Reply, Responder, ResponderQuestion } from "../agent/ports/responder.ts";
import type { JsonObject } from "../protocol/json.ts";
import type { CallRecord } from "../protocol/message.ts";
import { type Forms, type Language, type Lines, listLines } from "./language.ts";
import { type Bindings, fillTemplate, matchFrom, matchWhole, type Readers } from "./pattern.ts";
import { type Tokens, toTokens } from "./tokens.ts";

/** What a question asks for: the calls to make, and the answer once they are made. */
export interface Plan {
  readonly calls: readonly { readonly name: string; readonly input: JsonObject }[];
  /** The answer, of the calls' records in order; null if a call failed. */
  tell(records: readonly CallRecord[]): string | null;
}

/** A skill: reads a question in one language, all of its words or none. */
export interface Skill {
  readonly name: string;
  read(question: ResponderQuestion, language: Language): Plan | null;
}

/** Longer questions have more to them than a skill understands. */
const MAX_QUESTION = 240;

/** The responder of a skill, which answers in the language that it understands the question in. */
export function createResponder(skill: Skill, languages: readonly Language[]): Responder {
  return {
    name: skill.name,
    respond: async (question, call) => {
      if (question.text.length > MAX_QUESTION) return null;
      const found = languages.flatMap((language) => {
        const plan = skill.read(question, language);
        return plan === null ? [] : [{ plan, language }];
      });
      const [first] = found;
      // The same words ask for something else in another language, such as "1.500 * 2".
      const kinds = new Set(found.map(({ plan }) => JSON.stringify(plan.calls)));
      return first === undefined || kinds.size > 1 ? null : await carryOut(first.plan, first.language, call);
    },
  };
}

async function carryOut(plan: Plan, { failed }: Language, call: CallMaker): Promise<Reply | null> {
  const records: CallRecord[] = [];
  for (const { name, input } of plan.calls) {
    const record = await call(name, input);
    if (record === null) return null;
    records.push(record);
  }
  return { text: plan.tell(records) ?? failed };
}

/** All ways to read the whole of a question by one of some patterns, whatever courtesies stand around it. */
export function* matchQuestion(
  text: string,
  patterns: Lines,
  readers: Readers,
  { before, after }: Language,
): Generator<Bindings, void, void> {
  const { source, list } = toTokens(text);
  for (const to of findEnds({ source, list }, listLines(after))) {
    const kept = { source, list: list.slice(0, to) };
    for (const from of findStarts(kept, listLines(before))) {
      yield* matchWhole({ source, list: kept.list.slice(from) }, listLines(patterns), readers);
    }
  }
}

const isMark = (text: string | undefined): boolean => text !== undefined && /^[,.!?¿¡]$/u.test(text);

/** Where a question may begin: at its first word, or behind some courtesies. */
function findStarts(tokens: Tokens, courtesies: readonly string[]): ReadonlySet<number> {
  const starts = new Set([0]);
  for (const start of starts) {
    for (const courtesy of courtesies) {
      for (const { end } of matchFrom(tokens, start, courtesy, {})) starts.add(skipMarks(tokens, end));
    }
  }
  return starts;
}

function skipMarks({ list }: Tokens, from: number): number {
  const behind = list.findIndex((token, index) => index >= from && !isMark(token.text));
  return behind < 0 ? list.length : behind;
}

/** Where a question may end, in numbers of words: at its last word, or before some courtesies. */
function findEnds(tokens: Tokens, courtesies: readonly string[]): ReadonlySet<number> {
  const ends = new Set([tokens.list.length]);
  for (const end of ends) {
    for (let from = 1; from < end; from += 1) {
      const isCourtesy = courtesies.some((courtesy) =>
        [...matchFrom(tokens, from, courtesy, {})].some((match) => match.end === end),
      );
      if (isCourtesy) ends.add(tokens.list.slice(0, from).findLastIndex(({ text }) => !isMark(text)) + 1);
    }
  }
  return ends;
}

/** The text of a call's result; null unless it succeeded. */
export function toResultText(record: CallRecord | undefined): string | null {
  if (record?.outcome?.type !== "success") return null;
  return record.outcome.content
    .map((block) => (block.type === "text" ? block.text : JSON.stringify(block.value)))
    .join("\n");
}

/** The right one of a text's forms for a count. */
export function toCounted(count: number, forms: Forms, locale: string): string {
  const form = new Intl.PluralRules(locale).select(count) === "one" ? forms.one : forms.other;
  return fillTemplate(form, { n: new Intl.NumberFormat(locale).format(count) });
}
