import type { CallMaker, Reply, Responder, ResponderQuestion } from "../agent/ports/responder.ts";
import type { JsonObject } from "../protocol/json.ts";
import type { CallRecord } from "../protocol/message.ts";
import { toContentText } from "../protocol/tool.ts";
import { type Bindings, matchFrom, type Readers } from "../tools/grammar/pattern.ts";
import { type Tokens, toTokens } from "../tools/grammar/tokens.ts";
import type { Lines } from "../tools/grammar/word-lists.ts";
import type { Language } from "./language.ts";

/** The calls that a question asks for, and the answer once they are made. */
export interface Plan {
  readonly calls: readonly { readonly name: string; readonly input: JsonObject }[];
  /** The answer, of the calls' records in order; null if a call failed. */
  tell(records: readonly CallRecord[]): string | null;
  /** The answer where a call's tool is not granted; without it the question goes on to the model. */
  readonly off?: string | undefined;
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
    if (record === null) return plan.off === undefined ? null : { text: plan.off };
    records.push(record);
  }
  return { text: plan.tell(records) ?? failed };
}

/**
 * The first plan for a way to read the whole of a question by one of some patterns, whatever courtesies stand around it.
 */
export function findPlan(
  text: string,
  patterns: Lines,
  readers: Readers,
  { courtesies }: Language,
  toPlan: (bindings: Bindings) => Plan | null,
): Plan | null {
  const tokens = toTokens(text);
  for (const from of skip(tokens, 0, courtesies)) {
    for (const { end, bindings } of matchFrom(tokens, from, patterns, readers)) {
      const plan = skip(tokens, end, courtesies).has(tokens.list.length) ? toPlan(bindings) : null;
      if (plan !== null) return plan;
    }
  }
  return null;
}

/** A plan of one call. `tell` makes the answer of its result; null if that is not what was expected. */
export function planCall(name: string, input: JsonObject, tell: (result: string) => string | null): Plan {
  return {
    calls: [{ name, input }],
    tell: ([record]) => (record?.outcome?.type === "success" ? tell(toContentText(record.outcome.content)) : null),
  };
}

/** The places that courtesies and marks lead to from one on, and that place. */
function skip(tokens: Tokens, from: number, courtesies: Lines): ReadonlySet<number> {
  const places = new Set([from]);
  for (const place of places) {
    if (/^[,.!?¿¡]$/u.test(tokens.list[place]?.text ?? "")) places.add(place + 1);
    for (const { end } of matchFrom(tokens, place, courtesies)) places.add(end);
  }
  return places;
}
