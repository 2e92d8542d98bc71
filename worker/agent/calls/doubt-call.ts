import type { ThreadMessage } from "../../formats/format.ts";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, toCanonicalJson } from "../../protocol/json.ts";
import type { CallDoubt } from "../../protocol/run-event.ts";
import type { ToolCall, ToolSpec } from "../../protocol/tool.ts";
import type { Tool } from "../define/tool.ts";

import { hasInventedDate, isUnasked } from "./unasked-call.ts";

/** A doubt about a turn's calls, and the tool it is about. */
export interface DoubtedCall {
  readonly doubt: CallDoubt;
  readonly toolName: string;
  /** The argument to do without; only for `copied`. */
  readonly argument?: string;
  /** The arguments' schema for the second try; only for `narrowed`. */
  readonly parameters?: JsonObject;
}

/**
 * The first reason not to believe a weak model's calls, or null. `repeated`: it made this very call since the question
 * and has its result. `number`: it fills in a required number, and nobody has said one. `same`: two required texts are
 * one and the same. `unasked`: nothing the user said is about what the tool is for. `copied`: an optional number repeats another of the call, and it was said only once. Each of the first
 * three was wrong in every case of the gym's open half in which it was found.
 */
export function findDoubt(
  calls: readonly Pick<ToolCall, "name" | "arguments">[],
  tools: readonly ToolSpec[],
  thread: readonly ThreadMessage[],
): DoubtedCall | null {
  const asked = thread.findLastIndex(({ role }) => role === "user");
  const made = new Set(
    thread
      .slice(asked + 1)
      .flatMap((each) => (each.role === "assistant" ? each.calls.map(({ call }) => sign(call)) : [])),
  );
  for (const call of calls) {
    const spec = tools.find(({ name }) => name === call.name);
    if (spec === undefined) continue;
    const doubt = made.has(sign(call)) && hasArguments(call) ? "repeated" : doubtArguments(call, spec, thread);
    if (doubt !== null) return { doubt, toolName: call.name };
    const argument = findCopied(call.arguments, spec, thread);
    if (argument !== undefined) return { doubt: "copied", toolName: call.name, argument };
  }
  return null;
}

/** What the tools themselves say of their calls. */
export async function askTools(
  calls: readonly Pick<ToolCall, "name" | "arguments">[],
  tools: readonly Tool[],
  question: string,
): Promise<DoubtedCall | null> {
  for (const { name, arguments: input } of calls) {
    const doubt = (await tools.find(({ spec }) => spec.name === name)?.doubt?.(input, question)) ?? null;
    if (doubt?.type === "narrowed") return { doubt: "narrowed", toolName: name, parameters: doubt.parameters };
    if (doubt !== null) return { doubt: "misplaced", toolName: name };
  }
  return null;
}

/** False for dice or the time: asking again may be meant. */
function hasArguments({ arguments: input }: Pick<ToolCall, "arguments">): boolean {
  return Object.keys(input).length > 0;
}

function doubtArguments(
  call: Pick<ToolCall, "name" | "arguments">,
  spec: ToolSpec,
  thread: readonly ThreadMessage[],
): "number" | "same" | "unasked" | null {
  if (hasArguments(call)) {
    const needsNumber = listRequired(spec, isOpenNumber).length > 0;
    if (needsNumber && !thread.some((message) => NUMBER.test(toWords(message)))) return "number";
    if (hasSameTexts(call.arguments, spec)) return "same";
    if (hasInventedDate(call, thread)) return "unasked";
  }
  return isUnasked(call.name, thread) ? "unasked" : null;
}

function sign(call: Pick<ToolCall, "name" | "arguments">): string {
  return `${call.name} ${toCanonicalJson(call.arguments)}`;
}

function toWords(message: ThreadMessage): string {
  return message.role === "tool" ? message.results.map(({ text }) => text).join("\n") : message.text;
}

/** The required arguments whose schema is as asked for. */
function listRequired({ parameters }: ToolSpec, isWanted: (schema: JsonObject) => boolean): readonly string[] {
  const { required, properties } = parameters;
  if (!isJsonArray(required) || !isJsonObject(properties)) return [];
  return required.flatMap((name) => {
    const schema: JsonValue | undefined = typeof name === "string" ? properties[name] : undefined;
    return typeof name === "string" && isJsonObject(schema) && isWanted(schema) ? [name] : [];
  });
}

/** The optional number of a call that only repeats another one. */
function findCopied(input: JsonObject, spec: ToolSpec, thread: readonly ThreadMessage[]): string | undefined {
  const required = listRequired(spec, isOpenNumber);
  const { properties } = spec.parameters;
  return Object.entries(input).find(([name, value]) => {
    const schema = isJsonObject(properties) ? properties[name] : undefined;
    if (typeof value !== "number" || required.includes(name) || !isJsonObject(schema) || value === schema.default) {
      return false;
    }
    return required.some((other) => input[other] === value) && countSaid(value, thread) < 2;
  })?.[0];
}

function countSaid(number: number, thread: readonly ThreadMessage[]): number {
  const said = thread.flatMap((message) => toWords(message).match(/\d+(?:\.\d+)?/gu) ?? []);
  return said.filter((each) => Number(each) === number).length;
}

/** True for a number that the schema gives no choice of. */
function isOpenNumber({ type, enum: choices, default: usual }: JsonObject): boolean {
  return (type === "number" || type === "integer") && choices === undefined && usual === undefined;
}

function hasSameTexts(input: JsonObject, spec: ToolSpec): boolean {
  const texts = listRequired(spec, ({ type, enum: choices }) => type === "string" && choices === undefined)
    .map((name) => input[name])
    .filter((value) => typeof value === "string")
    .map((value) => value.trim().toLowerCase());
  return new Set(texts).size < texts.length;
}

/** Number words, and words for amounts that stand for one, in the languages in which the starter was trained. */
const NUMBER_WORDS = [
  "(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\\w+)?|zero|hundreds?|thousands?|millions?|half|quarters?|thirds?|doubled?|twice|triple|thrice|once|both|dozens?|couple|pair|noon|midnight|max|maximum|full|fully|min|minimum|mute|muted|silent|off|all|loudest|brightest|darkest|first|second",
  "zwei|drei|vier|fünf|sechs|sieben|acht|neun|elf|zwölf|\\p{L}*zehn|\\p{L}*zig|\\p{L}*ßig|\\p{L}*hundert\\p{L}*|\\p{L}*tausend\\p{L}*|halb\\p{L}*|viertel\\p{L}*|doppelt\\p{L}*|voll\\p{L}*|ganz|aus|mittag|mitternacht",
  "dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|\\p{L}*ece|dieci\\p{L}*|veinti?\\p{L}*|\\p{L}+enta|cien\\p{L}*|mil\\p{L}*|medi[ao]|cuarto|doble|mediodía|medianoche",
  "dois|duas|três|quatro|sete|oito|nove|dez|onze|doze|vinte|cem|cento|meia|meio|dobro|due|tre|quattro|cinque|sei|sette|otto|\\p{L}+dici|venti\\p{L}*|trenta|\\p{L}+anta|mezz[ao]\\p{L}*|doppio|tutto",
  "deux|trois|cinq|six|sept|huit|neuf|dix|douze|treize|quatorze|quinze|seize|vingt|trente|quarante|cinquante|soixante|cent|mille|demie?|quart|midi|minuit",
  "één|twee|drie|zes|zeven|negen|twaalf|\\p{L}*tien|\\p{L}*tig|honderd|duizend|kwart\\p{L}*|vol|två|to|fyra|fire|fem|seks|sju|syv|åtta|otte|nio|tio|elva|tolv|tjugo|tyve|trettio|hundra|hundrede|tusen|halv\\p{L}*",
  "jed\\p{L}+|dw\\p{L}+|trzy\\p{L}*|czter\\p{L}+|pi(?:ęć|ęt)\\p{L}*|sześ\\p{L}+|sied\\p{L}+|osi?em\\p{L}*|dziewi\\p{L}+|dziesi\\p{L}+|sto|tysią\\p{L}+|pół\\p{L}*|bir|iki|üç|dört|beş|altı|yedi|sekiz|dokuz|yirmi|otuz|kırk|elli|yüz|bin|yarım|buçuk|çeyrek",
].join("|");
/** “An hour” says a number, “a timer” does not. */
const ONE = "(?:an?|ein\\p{L}*|un[aeo]?|uma?|een|en|ett?)";
const UNIT =
  "(?:hour|minute|second|day|week|month|year|dozen|kilo|mile|lit(?:re|er)|met(?:re|er)|pound|stunde|tag|woche|monat|jahr|hora|minuto|d[ií]a|semana|mes|año|ano|heure|jour|semaine|mois|an|ora|giorno|settimana|mese|anno|uur|minuut|dag|maand|jaar|timme|time|minut|vecka|uge)";
/**
 * Anything that may say a number; in scripts whose number words are not listed, any text may. Reading too much as a number
 * only means that a call is believed.
 */
const NUMBER = new RegExp(
  `\\p{N}|(?<![\\p{L}\\p{M}])(?:${NUMBER_WORDS}|${ONE}[ '’]${UNIT})(?![\\p{L}\\p{M}])|(?!\\p{Script=Latin})\\p{L}`,
  "iu",
);
