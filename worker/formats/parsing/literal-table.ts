import type { Dialect, Opener } from "./dialect.ts";
import type { ThoughtMarks } from "./read-reasoning.ts";
import { toUnitClass } from "./text-source.ts";

/** The fence of a Markdown code block. */
export const FENCE = "```";

/** Characters allowed after the bracket of a bare call: the quote of a key, the next bracket, white space. */
const AFTER_BARE_START: Readonly<Record<string, string>> = { "{": "\"' \n\r\t", "[": "{ \n\r\t" };

/** Characters allowed after the bracket of a list of calls, as a class: a name, a JSON object, white space. */
const LIST_START = "[A-Za-z_{\\s\\u0080-\\uffff]";

/** Tags that some models put around bare JSON calls instead of the ones they were told to use. */
const WRAPPERS: readonly string[] = [
  "function_call",
  "function_calls",
  "functioncall",
  "tool_calls",
  "tools",
  "tool",
  "response",
  "json",
  "xml",
  "JSON",
];

/** A dialect's literals, indexed for finding them. */
export type LiteralTable = ReturnType<typeof createTable>;

const TABLES = new WeakMap<Dialect, LiteralTable>();

/** The table of a dialect, made once. */
export function toLiteralTable(dialect: Dialect): LiteralTable {
  const table = TABLES.get(dialect) ?? createTable(dialect);
  TABLES.set(dialect, table);
  return table;
}

function createTable(dialect: Dialect) {
  const openers: ReadonlyMap<string, Opener> = new Map(dialect.openers.map((opener) => [opener.literal, opener]));
  const reasoning: ReadonlyMap<string, ThoughtMarks> = new Map(
    dialect.reasoning.map(({ open, close, labels = [] }) => [open, { closes: [close], labels }] as const),
  );
  const wrappers = dialect.bareJson ? WRAPPERS.map((tag) => `<${tag}>`) : [];
  const literals = new Set([
    ...openers.keys(),
    ...reasoning.keys(),
    ...dialect.dropped,
    ...wrappers,
    ...dialect.reasoning.map((marks) => marks.close),
    ...(dialect.bareJson ? [FENCE] : []),
  ]);
  const byFirst = new Map<string, string[]>();
  for (const literal of literals) {
    const first = literal.charAt(0);
    byFirst.set(first, [...(byFirst.get(first) ?? []), literal]);
  }
  const bareStarts = dialect.bareJson ? ["{", "["] : [];
  return {
    openers,
    /** The openers that cannot be mistaken for anything but a call. */
    tagged: [...openers.keys()].filter((literal) => literal.length > 1 && literal !== FENCE),
    reasoning,
    /** The block that a prompt opened: nothing tells which, so that any of the dialect's may close it. */
    openedThought: { closes: dialect.reasoning.map(({ close }) => close), labels: [] },
    wrappers,
    byFirst,
    bareStarts,
    longest: Math.max(...[...literals].map((literal) => literal.length)),
    /** The index at or after `from` where something may begin, or the end of the text. */
    findStart: createStartFinder(new Set([...byFirst.keys(), ...bareStarts]), byFirst, dialect.bareJson),
  };
}

/** Looks at two units at once: most of the first units that could begin something do not, and the second one tells. */
function createStartFinder(
  firsts: ReadonlySet<string>,
  byFirst: ReadonlyMap<string, readonly string[]>,
  bareJson: boolean,
): (text: string, from: number) => number {
  const pairs = [...firsts].map((first) => {
    const group = byFirst.get(first) ?? [];
    const seconds =
      group.map((literal) => literal.charAt(1)).join("") + (bareJson ? (AFTER_BARE_START[first] ?? "") : "");
    const classes = [
      ...(seconds === "" ? [] : [toUnitClass(seconds)]),
      ...(group.includes(first) ? [first === "[" ? LIST_START : "[^]"] : []),
    ];
    return `${toUnitClass(first)}(?:${classes.join("|")})`;
  });
  const start = new RegExp(pairs.join("|"), "g");
  return (text, from) => {
    start.lastIndex = from;
    if (start.test(text)) return start.lastIndex - 2;
    const last = text.length - 1;
    return last >= from && firsts.has(text.charAt(last)) ? last : text.length;
  };
}
