import type { WishLanguage } from "../../agent/context/memory-wishes.ts";
import type { PlainCall } from "../../agent/define/tool.ts";
import { LOCALES } from "../plain-question.ts";
import { evaluateExpression } from "./evaluate-expression.ts";
import { toDigits, toPlainNumbers } from "./number-words.ts";

/** What is said of numbers, and the expression it stands for. */
type Rule = readonly [RegExp, string | ((...found: string[]) => string)];

interface Language {
  /** Words around a sum that say nothing about it. */
  readonly opening: RegExp;
  readonly closing: RegExp;
  /** Says that numbers with "and" between them are to be added. */
  readonly adds: RegExp;
  readonly and: RegExp;
  readonly rules: readonly Rule[];
}

const NUMBER = "\\d+(?:\\.\\d+)?";
/** A number or something in brackets. */
const VALUE = `(${NUMBER}|(?:sqrt|cbrt)?\\([^()]*(?:\\([^()]*\\)[^()]*)*\\))`;
const SHARE = `(${NUMBER}) ?%`;
const LIST = `(${NUMBER}(?:(?:, ?(?:\\+ ?)?| ?\\+ ?)${NUMBER})+)`;

/** `<V>` stands for a value, `<S>` for a percentage, `<L>` for a list of numbers, `<_>` for the end of a word. */
function toRule(pattern: string, written: Rule[1]): Rule {
  const source = pattern
    .replaceAll("<V>", VALUE)
    .replaceAll("<S>", SHARE)
    .replaceAll("<L>", LIST)
    .replaceAll("<_>", "(?![\\p{L}\\p{N}])");
  return [new RegExp(`(?<![\\p{L}\\p{N}.])${source}`, "giu"), written];
}

const less = (share: string, whole: string): string => `(${whole} - ${whole} * ${share} / 100)`;
const more = (share: string, whole: string): string => `(${whole} + ${whole} * ${share} / 100)`;
const part = (share: string, whole: string): string => `(${whole} * ${share} / 100)`;
const swap =
  (write: (share: string, whole: string) => string) =>
  (_: string, whole = "", share = ""): string =>
    write(share, whole);
const keep =
  (write: (share: string, whole: string) => string) =>
  (_: string, share = "", whole = ""): string =>
    write(share, whole);
const toDifference = (_: string, one = "", other = ""): string =>
  Number(one) < Number(other) ? `(${other} - ${one})` : `(${one} - ${other})`;
const toNumbers = (list = ""): readonly string[] => list.match(/\d+(?:\.\d+)?/gu) ?? [];
const toSum = (_: string, list?: string): string => `(${toNumbers(list).join(" + ")})`;
const toProduct = (_: string, list?: string): string => `(${toNumbers(list).join(" * ")})`;
const toMean = (_: string, list?: string): string => `((${toNumbers(list).join(" + ")}) / ${toNumbers(list).length})`;

const ENGLISH: Language = {
  opening:
    /^(?:(?:(?:hi|hello|hey|ok(?:ay)?|so|and|please|now)(?![\p{L}\p{N}])|(?:can|could|would) you|(?:what|how) (?:much|many)?|what['’]?s?|how much|is|are|was|does|do|would|will|be|i pay|cost|costs|tell me|work out|figure out|calculate|compute|solve|find(?: me)?|give me|if i (?:buy|take|order)|add(?: up| together)?|the (?:result|answer|total|value|price) (?:of|for|to)|it)(?![\p{L}\p{N}])[,!.: ]*)+/iu,
  closing:
    /(?:[,. ]*(?:(?<![\p{L}\p{N}])(?:in total|in all|altogether|all together|together|total|sum|please|makes?|equals?|comes? to|be|is|gives?|costs?|what (?:is it|do i pay|does (?:it|that) cost|is that|is the total)|how much(?: is (?:it|that)| do i pay| does (?:it|that) cost)?|what|do i pay|to pay)|[=?!.]))*$/iu,
  adds: /(?<!\p{L})(?:total|together|altogether|sum|add(?:ed|ing)?|plus|in all)(?!\p{L})/iu,
  and: / (?:and|&) /giu,
  rules: [
    toRule("(\\d+)/(\\d+) of <V>", "($3 * $1 / $2)"),
    toRule("(?:% ?(?:of|is)|percentage of) <V> is <V>", "($2 / $1 * 100)"),
    toRule("<V> is (?:what|which) ?% of <V>", "($1 / $2 * 100)"),
    toRule("(?:% |percentage )is <V> of <V>", "($1 / $2 * 100)"),
    toRule("add <S>(?: (?:tax|vat|tip))?(?: to| on)? <V>", keep(more)),
    toRule("<S>(?: (?:tax|vat|tip))? to <V>", keep(more)),
    toRule("(?:the |an? )?<S> (?:discount|reduction|off|less)(?: (?:on|of|off|from))? <V>", keep(less)),
    toRule(
      "<V> (?:minus|less|-|with|at|after|reduced by|decreased by|lowered by)(?: an?)? <S>(?: (?:discount|off|reduction)){0,1}<_>",
      swap(less),
    ),
    toRule("take <S> (?:off|from)<_>(?: of)? <V>", keep(less)),
    toRule(
      "<V> (?:plus|\\+|increased by|raised by|with)(?: an?)? <S>(?: (?:tax|vat|tip|interest|more|on top)){0,1}<_>",
      swap(more),
    ),
    toRule(
      "(?:the |an? )?<S> (?:tip |tax |vat |interest )?(?:of|on|for|from)(?: an?)?(?: bill of| total of)? <V>",
      keep(part),
    ),
    toRule("<S>(?: of)? (?=\\d)<V>", keep(part)),
    toRule("(?:an? |one |1 )?half(?: of)?(?: an?)? <V>", "($1 / 2)"),
    toRule("<V> halved<_>", "($1 / 2)"),
    ...(
      [
        ["thirds?", 3],
        ["(?:quarter|fourth)s?", 4],
        ["fifths?", 5],
        ["sixths?", 6],
        ["sevenths?", 7],
        ["eighths?", 8],
        ["ninths?", 9],
        ["tenths?", 10],
        ["hundredths?", 100],
      ] as const
    ).map(([name, size]) =>
      toRule(`(?:the |an? )?(\\d+)? ?${name}(?: of)? <V>`, (_, count, whole = "") =>
        count === undefined || count === "1" ? `(${whole} / ${size})` : `(${whole} * ${count} / ${size})`,
      ),
    ),
    toRule("(?:twice|double|two times)(?: of)? <V>", "(2 * $1)"),
    toRule("<V> doubled<_>", "(2 * $1)"),
    toRule("(?:triple|thrice|three times)(?: of)? <V>", "(3 * $1)"),
    toRule("(?:the )?(?:square root|root)(?: of)? <V>", "sqrt($1)"),
    toRule("(?:the )?cube root(?: of)? <V>", "cbrt($1)"),
    toRule("<V> (?:raised )?to the (\\d+)(?:st|nd|rd|th)(?: power)?<_>", "($1 ^ $2)"),
    toRule("<V> (?:split|divided|shared) <V> ways<_>", "($1 / $2)"),
    toRule("<V> squared<_>", "($1 ^ 2)"),
    toRule("<V> cubed<_>", "($1 ^ 3)"),
    toRule("<V> (?:raised )?to the power(?: of)? <V>", "($1 ^ $2)"),
    toRule("(?:the )?(?:sum|total) of <L>", toSum),
    toRule("(?:the )?product of <L>", toProduct),
    toRule("(?:the )?(?:average|mean)(?: of)? <L>", toMean),
    toRule("(?:the )?difference (?:between|of) <V> ?\\+ ?<V>", toDifference),
    toRule(
      "(?:split|divide|share)d?(?: up)? <V> (?:between|among|amongst|by|into|across|over)<_>(?: us)? <V>(?: (?:people|persons|friends|ways|of us|parts|equal parts|kids|children|guests))?",
      "($1 / $2)",
    ),
    toRule(
      "<V> (?:split|divided|shared) (?:between|among|amongst|by|into|across|over|in) <V>(?: (?:people|persons|friends|ways|of us|parts))?",
      "($1 / $2)",
    ),
    toRule("<V> (?:divided by|over|shared by) <V>", "$1 / $2"),
    toRule("subtract <V> from <V>", "($2 - $1)"),
    toRule("multiply <V> (?:by|with) <V>", "($1 * $2)"),
    toRule("<V> \\p{L}+(?: \\p{L}+)? (?:at|for|@|costing) <V> (?:each|apiece|a piece|per \\p{L}+)", "($1 * $2)"),
    toRule("<V> (?:times|multiplied by|x) (?=[\\d(s])", "$1 * "),
    toRule("plus<_>", "+"),
    toRule("(?:minus|less|take away)<_>", "-"),
  ],
};

const GERMAN: Language = {
  opening:
    /^(?:(?:(?:hallo|hi|hey|und|also|ok(?:ay)?|bitte)(?![\p{L}\p{N}])|(?:kannst|könntest) du(?: mir)?|sag(?:e|st)? mir|was|wie ?viele?|ergibt|ergeben|ist|sind|wäre|wären|macht|machen|gibt|kostet|kosten|bekomme ich|berechne|rechne|addiere|das ergebnis von|wenn ich)(?![\p{L}\p{N}])[,!.: ]*)+/iu,
  closing:
    /(?:[,. ]*(?:(?<![\p{L}\p{N}])(?:insgesamt|zusammen|in summe|gesamt|summe|total|bitte|aus|ausrechnen|berechnen|rechnen|addieren|ergibt|ergeben|ist|sind|macht|machen|kostet|kosten|was|wie ?viel(?: (?:ist|macht|kostet) das)?|was (?:ist|macht|kostet) das)|[=?!.]))*$/iu,
  adds: /(?<!\p{L})(?:insgesamt|zusammen|summe|gesamt|addier\p{L}*|plus)(?!\p{L})/iu,
  and: / (?:und|&) /giu,
  rules: [
    toRule("(\\d+)/(\\d+) von <V>", "($3 * $1 / $2)"),
    toRule("% (?:sind |ist |von )?<V> von <V>", "($1 / $2 * 100)"),
    toRule("% von <V> (?:sind|ist) <V>", "($2 / $1 * 100)"),
    toRule("<S> (?:rabatt|nachlass|skonto|ermäßigung)(?: (?:auf|von|für))? <V>", keep(less)),
    toRule(
      "<V> (?:minus|weniger|-|abzüglich|mit)(?: (?:de[mnr]|einem))? <S>(?: (?:rabatt|nachlass|skonto|ermäßigung)){0,1}<_>",
      swap(less),
    ),
    toRule(
      "<V> (?:plus|\\+|zuzüglich|mit)(?: (?:de[mnr]|einem))? <S>(?: (?:trinkgeld|steuer|mehrwertsteuer|mwst|zinsen|aufschlag)){0,1}<_>",
      swap(more),
    ),
    toRule("<S> (?:trinkgeld |steuer |mehrwertsteuer |mwst |zinsen )?(?:von|auf|bei|für|aus) <V>", keep(part)),
    toRule("(?:die )?hälfte (?:von|aus) <V>", "($1 / 2)"),
    toRule("(?:ein )?halb(?:e[rsnm]?)?(?: von)? <V>", "($1 / 2)"),
    ...(
      [
        ["drittel", 3],
        ["viertel", 4],
        ["fünftel", 5],
        ["sechstel", 6],
        ["siebtel", 7],
        ["achtel", 8],
        ["neuntel", 9],
        ["zehntel", 10],
        ["hundertstel", 100],
      ] as const
    ).map(([name, size]) =>
      toRule(`(?:das |ein |dem )?(\\d+|drei|zwei)? ?${name} (?:von|aus) <V>`, (_, count, whole = "") => {
        const times = count === "drei" ? "3" : count === "zwei" ? "2" : count;
        return times === undefined || times === "1" ? `(${whole} / ${size})` : `(${whole} * ${times} / ${size})`;
      }),
    ),
    toRule("(?:das )?(?:doppelte|zweifache) (?:von|aus) <V>", "(2 * $1)"),
    toRule("doppelt so viel wie <V>", "(2 * $1)"),
    toRule("(?:das )?dreifache (?:von|aus) <V>", "(3 * $1)"),
    toRule("(?:die )?(?:quadrat)?wurzel (?:aus|von) <V>", "sqrt($1)"),
    toRule("(?:die )?(?:kubikwurzel|dritte wurzel) (?:aus|von) <V>", "cbrt($1)"),
    toRule("<V> (?:zum |im )?quadrat<_>", "($1 ^ 2)"),
    toRule("<V> hoch <V>", "($1 ^ $2)"),
    toRule("(?:die )?summe (?:von|aus|der zahlen) <L>", toSum),
    toRule("(?:das )?produkt (?:von|aus) <L>", toProduct),
    toRule("(?:der |den |das )?(?:durchschnitt|mittelwert|mittel) (?:von|aus) <L>", toMean),
    toRule("(?:die )?(?:differenz|unterschied) (?:von|zwischen|aus) <V> ?\\+ ?<V>", toDifference),
    toRule(
      "teilen? <V> (?:durch|auf|unter|zwischen|in) <V>(?: (?:personen|leuten?|freunden?|teile|kindern?|köpfe))?(?: auf)?",
      "($1 / $2)",
    ),
    toRule(
      "<V> (?:auf|durch|unter|zwischen) <V>(?: (?:personen|leuten?|freunden?|teile|kindern?|köpfe))? (?:auf)?(?:geteilt|teilen|verteilt|verteilen|aufgeteilt)",
      "($1 / $2)",
    ),
    toRule("<V> (?:geteilt durch|dividiert durch|durch) <V>", "$1 / $2"),
    toRule("<V> \\p{L}+(?: \\p{L}+)? (?:zu je|zu|für je|für|à|je) <V>(?: (?:je|pro stück|das stück))?", "($1 * $2)"),
    toRule("<V> (?:mal|multipliziert mit|x) (?=[\\d(s])", "$1 * "),
    toRule("plus<_>", "+"),
    toRule("(?:minus|weniger|abzüglich)<_>", "-"),
  ],
};

const SPANISH: Language = {
  opening:
    /^[¿¡]?(?:(?:(?:hola|por favor|y|oye|bueno)(?![\p{L}\p{N}])|(?:puedes|podrías)(?: tú)?|(?:me )?(?:dices|dime|dar)|calcular?(?:me)?|cu[aá]nt[oa]s?|cu[aá]l|qué|es|son|da|dan|hacen?|vale[n]?|cuestan?|sumar?|sería[n]?|a cuánto asciende|el (?:resultado|total) de|si (?:compro|pido))(?![\p{L}\p{N}])[,!.:¿ ]*)+/iu,
  closing:
    /(?:[,. ]*(?:(?<![\p{L}\p{N}])(?:en total|total|juntos|todo junto|por favor|es|son|da|dan|hacen?|sumados|cuestan?|¿?cuánto (?:es|son|pago|cuesta)?)|[=?!.¿]))*$/iu,
  adds: /(?<!\p{L})(?:total|suma[rd]?o?s?|juntos|más)(?!\p{L})/iu,
  and: / (?:y|e|&) /giu,
  rules: [
    toRule("(\\d+)/(\\d+) de <V>", "($3 * $1 / $2)"),
    toRule("porcentaje (?:es |de )?<V> (?:es )?de <V>", "($1 / $2 * 100)"),
    toRule("porcentaje de <V> (?:es|son) <V>", "($2 / $1 * 100)"),
    toRule("<S> (?:de )?(?:descuento|rebaja)(?: (?:en|sobre|de|a))? <V>", keep(less)),
    toRule("(?:el |un )?descuento del <S> (?:en|sobre|de|a) <V>", keep(less)),
    toRule("<V> (?:menos|-|con)(?: (?:el|un))? <S>(?: de (?:descuento|rebaja)){0,1}<_>", swap(less)),
    toRule("<V> (?:más|\\+)(?: (?:el|un))? <S>(?: de (?:iva|propina|impuestos|interés)){0,1}<_>", swap(more)),
    toRule("(?:la )?propina del <S> (?:de|sobre|en|para|por) <V>", keep(part)),
    toRule("(?:el |un )?<S> (?:de (?:propina|iva|interés|impuestos) )?(?:de|sobre|en|para) <V>", keep(part)),
    toRule("(?:la )?mitad de <V>", "($1 / 2)"),
    ...(
      [
        ["tercio|tercera parte", "tercios|terceras partes", 3],
        ["cuarto|cuarta parte", "cuartos|cuartas partes", 4],
        ["quinto|quinta parte", "quintos|quintas partes", 5],
        ["sexto|sexta parte", "sextos|sextas partes", 6],
        ["octavo|octava parte", "octavos|octavas partes", 8],
        ["décimo|décima parte", "décimos|décimas partes", 10],
      ] as const
    ).flatMap(([one, many, size]) => [
      toRule(`(?:el |la |un |una )?(?:${one}) de <V>`, `($1 / ${size})`),
      toRule(`(?:los |las )?(\\d+) (?:${many}) de <V>`, `($2 * $1 / ${size})`),
    ]),
    toRule("(?:el )?doble (?:de|que) <V>", "(2 * $1)"),
    toRule("(?:el )?triple (?:de|que) <V>", "(3 * $1)"),
    toRule("(?:la )?raíz(?: cuadrada)? de <V>", "sqrt($1)"),
    toRule("(?:la )?raíz cúbica de <V>", "cbrt($1)"),
    toRule("<V> al cuadrado<_>", "($1 ^ 2)"),
    toRule("<V> al cubo<_>", "($1 ^ 3)"),
    toRule("<V> elevado a(?: la)?(?: potencia(?: de)?)? <V>", "($1 ^ $2)"),
    toRule("(?:la )?suma de <L>", toSum),
    toRule("(?:el )?producto de <L>", toProduct),
    toRule("(?:la |el )?(?:media|promedio)(?: aritmética)? (?:de|entre) <L>", toMean),
    toRule("(?:la )?diferencia (?:entre|de) <V> ?\\+ ?<V>", toDifference),
    toRule(
      "(?:divid[eir]+|repart[eir]+) <V> (?:entre|en|por) <V>(?: (?:personas|amigos|partes|partes iguales|niños))?",
      "($1 / $2)",
    ),
    toRule("<V> (?:(?:dividid[oa]s?|repartid[oa]s?) )?entre <V>(?: (?:personas|amigos|partes))?", "($1 / $2)"),
    toRule("<V> dividid[oa]s? por <V>", "$1 / $2"),
    toRule("<V> \\p{L}+(?: \\p{L}+)? a <V>(?: cada un[oa])?", "($1 * $2)"),
    toRule("<V> (?:por|multiplicado por|veces|x) (?=[\\d(s])", "$1 * "),
    toRule("más<_>", "+"),
    toRule("menos<_>", "-"),
  ],
};

const LANGUAGES = { en: ENGLISH, de: GERMAN, es: SPANISH } as const;
const MONEY =
  /[$€£¥]|(?<![\p{L}])(?:euros?|dollars?|bucks|quid|usd|eur|gbp|chf|franken|d[oó]lares|pesos|pounds)(?!\p{L})/giu;
/** Digits that are a date, a place in a book, a phone number. */
const NO_SUM = /\d{4}-\d{1,2}-\d|\d\/\d+\/\d|^\s*\+?\d+(?:[-/]\d+)+\W*$|:\d/u;
const MAX_QUESTION = 200;
/** How often rules are applied to what rules have made of the question. */
const MAX_ROUNDS = 4;

/**
 * Reads a question that is nothing but a sum, in digits or words: "200 minus 35%", "die Hälfte von 37", "doce por once".
 * Null for every question with another word in it.
 */
export function readSum(question: string): PlainCall | null {
  if (question.length > MAX_QUESTION || NO_SUM.test(question)) return null;
  for (const language of ["en", "de", "es"] as const) {
    const expression = toExpression(question, language);
    if (expression === null) continue;
    return { arguments: { expression }, toAnswer: (result) => tellSum(expression, result, language) };
  }
  return null;
}

function toExpression(question: string, language: WishLanguage): string | null {
  const { opening, closing, adds, and, rules } = LANGUAGES[language];
  const plain = question
    .toLowerCase()
    .replaceAll(/[\s\u00a0]+/gu, " ")
    .trim();
  const bare = toDigits(plain.replace(opening, "").replace(closing, ""), language);
  let text = toPlainNumbers(bare, language)
    .replaceAll(MONEY, " ")
    .replaceAll(/(?<=\d|^|what |which ) ?(?:percent|per cent|prozent|por ?ciento)(?!\p{L})/giu, "%")
    .replaceAll("×", "*")
    .replaceAll(/[÷:](?= ?\d)/gu, "/")
    .replaceAll("−", "-")
    .replaceAll(/\s+/gu, " ")
    .trim();
  const isList =
    adds.test(plain) ||
    /(?:average|mean|difference|product|sum|durchschnitt|mittel|differenz|unterschied|produkt|media|promedio|diferencia)/u.test(
      text,
    );
  if (isList) text = text.replaceAll(and, " + ").replaceAll(/, ?\+/gu, " +");
  if (isList && /^[\d.,+ ]+$/u.test(text)) text = text.replaceAll(/, ?/gu, " + ");
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const before = text;
    for (const [pattern, written] of rules) {
      text = typeof written === "string" ? text.replace(pattern, written) : text.replace(pattern, written);
    }
    if (text === before) break;
  }
  return toWhole(text);
}

/** The expression without what surrounds it, if it is one and computes something. */
function toWhole(text: string): string | null {
  const tidy = text
    .replaceAll(/\s*([-+*/^])\s*/gu, " $1 ")
    .replaceAll(/\s+/gu, " ")
    .trim();
  if (!/^[\d\s.+\-*/^()]+$/u.test(tidy.replaceAll(/sqrt|cbrt/gu, "")) || !/\d/u.test(tidy)) return null;
  const whole = /^\(((?:[^()]|\([^()]*\))*)\)$/u.exec(tidy)?.[1] ?? tidy;
  if (!/[\d)] ?[-+*/^]|sqrt|cbrt/u.test(whole)) return null;
  try {
    evaluateExpression(whole);
    return whole;
  } catch {
    return null;
  }
}

const MAX_PLACES = 6;

function tellSum(expression: string, result: string, language: WishLanguage): string {
  const toText = (number: string): string =>
    new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: MAX_PLACES }).format(Number(number));
  const asked = expression
    .replaceAll("*", "×")
    .replaceAll(/\d+(?:\.\d+)?/gu, toText)
    .replaceAll("sqrt(", "√(");
  const value = Number(result);
  if (!Number.isSafeInteger(Math.trunc(value))) return `${asked} = ${result}`;
  const isExact = Number(value.toFixed(MAX_PLACES)) === value;
  return `${asked} ${isExact ? "=" : "≈"} **${toText(result)}**`;
}
