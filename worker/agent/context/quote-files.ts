import { compareWords, isWeakWord, toContentWords } from "./word-families.ts";

/** A text to quote from. */
export interface QuotedFile {
  readonly name: string;
  readonly text: string;
  /** What all of it is about, as its path says it: these words choose the file, others its line. */
  readonly subject?: string;
}

/** Lines of one file, word for word, in the file's order. */
export interface FileQuote {
  readonly name: string;
  /** Which of the files that were given. */
  readonly file: number;
  readonly lines: readonly string[];
}

/** What files say about a question. */
export interface Quotes {
  readonly quotes: readonly FileQuote[];
  /**
   * `answer`: the lines have enough of the question's telling words. `nearest`: they have not, there are none that do.
   * `beginning`: the question names nothing to look for, so these are the first lines.
   */
  readonly kind: "answer" | "nearest" | "beginning";
}

/** At most so many lines answer a question. */
const MAX_LINES = 3;
/** A line that scores this share of the best one is quoted with it. */
const MIN_SHARE = 0.85;
/** A line answers if it covers this share of the question's words, weighted, with at least one telling word. */
const MIN_COVER = 0.4;
const WEAK_WEIGHT = 0.3;
/** A word in the heading above a line, or in the line before it, counts for the line with this weight. */
const HEADING_WEIGHT = 0.4;
const NEIGHBOUR_WEIGHT = 0.2;
/** A word of the file's subject counts so much for each of its lines. */
const SUBJECT_WEIGHT = 0.8;
/** And so much more for the line that it stands in. */
const OWN_SUBJECT_WEIGHT = 0.1;
/** What a line gains that holds the kind of thing that is asked for, a time, a number or a name, in words of the question. */
const KIND_BONUS = 0.35;
/** What of its score a line keeps that does not hold it. */
const OTHER_KIND = 0.6;
/** Letters that two words share at their beginning to be likely of one family. */
const MIN_SHARED = 6;
/** A longer line is cut to the sentence, so this is only for texts without any. */
const MAX_LINE = 600;

interface Line {
  readonly file: number;
  readonly text: string;
  readonly words: readonly string[];
  readonly heading: readonly string[];
  readonly isHeading: boolean;
}

/**
 * The lines of files that answer a question best, by its words in all their forms, by the headings above them, and by
 * the kind of thing that is asked for. Null if no file holds a line. Nothing is generated: a model that is too small to
 * read a text can show where it stands, and what is shown is what the text says.
 */
export function quoteFiles(asked: string, files: readonly QuotedFile[]): Quotes | null {
  const lines = files.flatMap(({ text }, file) => toLines(text, file));
  const subjects = files.map(({ subject = "" }) => toContentWords(subject.replaceAll(/[/_.-]+/g, " ")));
  const vocabulary = new Set([...lines.flatMap((line) => line.words), ...subjects.flat()]);
  const words = toContentWords(asked).map((word) => toAskedWord(word, lines, vocabulary));
  const meanWeight = toMean(words.map(({ weight }) => weight));
  const kinds = KINDS.filter((kind) => kind.asks.test(asked) && (kind !== NUMBER || !MONEY.asks.test(asked)));
  const scored = lines
    .map((line, index) => {
      const subject = subjects[line.file] ?? [];
      const isKind = kinds.some(({ holds }) => holds.test(line.text));
      const before = lines[index - 1];
      const near = before?.file === line.file ? before.words : [];
      let score = 0;
      let cover = 0;
      let isTold = false;
      for (const { share, weight, matches } of words) {
        const own = toBest(matches, line.words);
        const above = toBest(matches, line.heading);
        const match = Math.max(own, above * HEADING_WEIGHT, toBest(matches, near) * NEIGHBOUR_WEIGHT);
        const isSubject = toBest(matches, subject) === 1;
        score += weight * (isSubject ? SUBJECT_WEIGHT + match * OWN_SUBJECT_WEIGHT : match);
        if (own === 0 && above === 0 && !isSubject) continue;
        cover += share;
        isTold ||= share === 1 && (own > 0 || above > 0 || isKind);
      }
      const total = kinds.length === 0 ? score : isKind ? score + KIND_BONUS * meanWeight : score * OTHER_KIND;
      return { line, index, score: line.isHeading && !isKind ? total * HEADING_WEIGHT : total, cover, isTold };
    })
    .sort((one, other) => other.score - one.score || one.index - other.index);
  const [best] = scored;
  if (best === undefined) return null;
  const all = words.reduce((sum, { share }) => sum + share, 0);
  const kind = words.length === 0 ? "beginning" : best.isTold && best.cover >= MIN_COVER * all ? "answer" : "nearest";
  const chosen = scored
    .slice(0, MAX_LINES)
    .filter(({ score }) => score >= MIN_SHARE * best.score)
    .sort((one, other) => one.index - other.index);
  return {
    quotes: files.flatMap(({ name }, file) => {
      const own = chosen.filter(({ line }) => line.file === file).map(({ line }) => line.text);
      return own.length === 0 ? [] : [{ name, file, lines: own }];
    }),
    kind,
  };
}

/** A word of a question, compared once with every word of the lines. */
interface AskedWord {
  readonly share: number;
  /** How much it says about which line is meant: rare words more, words of every question less. */
  readonly weight: number;
  /** How surely a word of the lines is of its family, for those that are at all. */
  readonly matches: ReadonlyMap<string, number>;
}

function toAskedWord(word: string, lines: readonly Line[], vocabulary: ReadonlySet<string>): AskedWord {
  const matches = new Map<string, number>();
  for (const each of vocabulary) {
    const match = compareForms(word, each);
    if (match > 0) matches.set(each, match);
  }
  const having = lines.filter((line) => line.words.some((each) => matches.has(each))).length;
  const rarity = Math.log(1 + (lines.length - having + 0.5) / (having + 0.5));
  const share = toShare(word);
  return { share, weight: share * Math.max(0.1, rarity), matches };
}

/** What a word says about what is asked: a number stands in many lines that are about something else. */
function toShare(word: string): number {
  return isWeakWord(word) || PAYING.test(word) || /^\p{N}/u.test(word) ? WEAK_WEIGHT : 1;
}

/** Said of whatever has a price; what is paid for is what tells. */
const PAYING =
  /^(?:pay(?:s|ing|ment)?|paid|costs?|spend|spent|zahle[nt]?|bezahle[nt]?|kostet|pag(?:ar|o|amos)|cuesta)$/;

function toMean(values: readonly number[]): number {
  return values.length === 0 ? 1 : values.reduce((sum, each) => sum + each, 0) / values.length;
}

function toBest(matches: ReadonlyMap<string, number>, words: readonly string[]): number {
  let most = 0;
  for (const each of words) most = Math.max(most, matches.get(each) ?? 0);
  return most;
}

/** Forms that lie too far apart for notes, where there is no other line to choose: a German participle, a shared beginning. */
function compareForms(one: string, other: string): number {
  const sure = compareWords(one, other);
  if (sure > 0) return sure;
  const [bare, bareOther] = [one.replace(/^ge(?=\p{L}{4})/u, ""), other.replace(/^ge(?=\p{L}{4})/u, "")];
  if (bare !== one || bareOther !== other) {
    const match = compareWords(bare, bareOther);
    if (match > 0) return 0.8 * match;
  }
  const shortest = Math.min(one.length, other.length);
  return shortest >= MIN_SHARED && one.slice(0, MIN_SHARED) === other.slice(0, MIN_SHARED) ? 0.5 : 0;
}

interface AskedKind {
  readonly asks: RegExp;
  readonly holds: RegExp;
}

const MONEY: AskedKind = {
  asks: /\b(?:how (?:much|high)|wie (?:viel|hoch)|wieviel|cuánto)(?!\p{L}).*(?<!\p{L})(?:rent|costs?|pay|paid|price|fee|deposit|\p{L}*(?:bill|rechnung|miete|preis|gebühr|kaution)|kostet|zahlen?|bezahlen?|factura|alquiler|precio|fianza|cuesta|pagar|pago)(?!\p{L})/iu,
  holds: /[€$£¥]|\b(?:euros?|eur|dollars?|usd|pounds?|gbp|francs?|chf|franken|pesos?|cents?)\b/iu,
};
const NUMBER: AskedKind = {
  asks: /\b(?:how (?:much|many|high|long|far|old|big|large|tall|heavy)|what (?:number|price|amount)|costs?|price|number|total|wie (?:viel|viele|hoch|lange?|weit|alt|groß|schwer)|wieviel|kostet|nummer|cuánt[oa]s?|cuesta|precio|número)\b/iu,
  holds:
    /\p{N}|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|ein|eine|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|un|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce)\b/iu,
};

/** What is asked for, and how it looks in a line. English, German, Spanish. */
const KINDS: readonly AskedKind[] = [
  MONEY,
  {
    asks: /\b(?:when|what (?:time|day|date)|which (?:day|date|year|month)|until|wann|bis wann|um wie viel uhr|welche[rmns]? (?:tag|datum|jahr)|cuándo|a qué hora|qué día)\b/iu,
    holds:
      /\d{1,2}[:.]\d{2}|\b\d{4}\b|o['’]clock|\b\d{1,2}(?:st|nd|rd|th)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|\b(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)|\buhr\b|\b(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)|\bde (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep|oct|nov|dic)|\b(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)\b/iu,
  },
  {
    asks: /\b(?:how often|wie oft|cada cuánto|con qué frecuencia)\b/iu,
    holds:
      /\b(?:every|each|once|twice|daily|weekly|monthly|yearly|a (?:day|week|month|year)|jede[nrsm]?|alle|täglich|wöchentlich|monatlich|jährlich|einmal|zweimal|cada|todos los|todas las|diari[oa]|semanal|mensual|anual|una vez|dos veces|al (?:día|mes|año))\b/iu,
  },
  NUMBER,
  {
    asks: /\b(?:who|whom|whose|which (?:person|company|firm)|wer|wem|wen|wie heißt|quién|cómo se llama)\b/iu,
    holds: /(?<=\S )\p{Lu}\p{Ll}+/u,
  },
];

/** What ends a sentence is followed by a new one, and is no abbreviation or number. */
const SENTENCE_END =
  /(?<=(?:\p{Ll}{3,}|[)\]"”»'’\p{Lu}]|\d{3,}|\p{Ll}\d?)[.!?…]["”»'’)]?)\s+(?=["“„«'¿¡(]?[\p{Lu}\p{N}])/u;
const ABBREVIATED =
  /(?:^|[\s(])(?:[A-Za-z]|[Nn]r|[Nn]o|Mrs?|Ms|Dr|St|Prof|Hr|Fr|Sr|Sra|Srta|Dra|Ud|etc|ca|bzw|vgl|approx|Tel|tel)\.$/u;

/** A text as lines to quote: one sentence, table row or entry each. */
function toLines(text: string, file: number): readonly Line[] {
  const rows = joinWrapped(text.split(/\r?\n/));
  const lines: Line[] = [];
  let heading: readonly string[] = [];
  for (const [index, row] of rows.entries()) {
    if (index === 0 && /^\s*#{1,6}\s/u.test(row)) heading = toContentWords(toPlain(row));
    if (index > 0 && isHeading(row, rows[index + 1])) {
      const plain = toPlain(row);
      heading = toContentWords(plain);
      lines.push({ file, text: plain, words: heading, heading: [], isHeading: true });
      continue;
    }
    for (const sentence of splitSentences(toPlain(row))) {
      lines.push({ file, text: sentence, words: toContentWords(sentence), heading, isHeading: false });
    }
  }
  return lines;
}

/** Without the marks of Markdown that begin a line. */
function toPlain(row: string): string {
  return row.replace(/^\s*(?:#{1,6}\s+|[-*+•]\s+|>\s*)/u, "").trim();
}

/** A line that only names what follows. */
function isHeading(row: string, next: string | undefined): boolean {
  if (/^\s*#{1,6}\s/u.test(row)) return true;
  if (next === undefined) return false;
  return row.length <= 40 && /^[\p{Lu}][^.!?:,;\p{N}]*:?$/u.test(row.trim()) && row.trim().split(/\s+/).length <= 4;
}

/** Lines that a reader of PDF or a mail program broke inside a sentence, in one again. */
function joinWrapped(rows: readonly string[]): readonly string[] {
  const joined: string[] = [];
  let open = false;
  for (const row of rows) {
    const text = row.trim();
    const last = joined.at(-1);
    if (open && last !== undefined && /^\p{Ll}/u.test(text)) joined[joined.length - 1] = `${last} ${text}`;
    else if (text !== "") joined.push(row.trimEnd());
    open = text !== "" && !/[.!?:;…]["”»)]?$/u.test(text);
  }
  return joined;
}

function splitSentences(text: string): readonly string[] {
  const sentences: string[] = [];
  for (const part of text.split(SENTENCE_END)) {
    const last = sentences.at(-1);
    if (last !== undefined && ABBREVIATED.test(last)) sentences[sentences.length - 1] = `${last} ${part}`;
    else if (part.trim() !== "") sentences.push(part);
  }
  return sentences.map((sentence) => (sentence.length > MAX_LINE ? `${sentence.slice(0, MAX_LINE)}…` : sentence));
}
