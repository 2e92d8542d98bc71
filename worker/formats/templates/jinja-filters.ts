import { COMPARISONS } from "./jinja-operators.ts";
import { formatPercent, methodOf, replaceText, strip, toTitle } from "./python-methods.ts";
import {
  comparePython,
  isEqual,
  isFloat,
  isTruthy,
  lengthOf,
  type NamedArguments,
  PythonNamespace,
  PythonTuple,
  type PythonValue,
  requireItems,
  toFloat,
  toJsonText,
  toNumeric,
  toPythonRepr,
  toPythonText,
  typeName,
} from "./python-value.ts";

type Arguments = readonly PythonValue[];

/** A filter, called with the value before the bar and its arguments. */
type JinjaFilter = (value: PythonValue, positional: Arguments, named: NamedArguments) => PythonValue;

/** A test after `is`, called with the tested value and its arguments. */
type JinjaTest = (value: PythonValue, positional: Arguments) => boolean;

/** Looks a name or an index up as `value[key]` does: an item first, then an attribute. Undefined when there is neither. */
export function itemOf(value: PythonValue, key: PythonValue): PythonValue {
  if (value instanceof Map && value.has(key)) return value.get(key);
  const index = typeof key === "number" ? key : null;
  if (index !== null) {
    if (typeof value === "string") return [...value].at(index);
    if (Array.isArray(value)) return value.at(index);
    if (value instanceof PythonTuple) return value.items.at(index);
  }
  if (value instanceof PythonNamespace && typeof key === "string") return value.members.get(key);
  return typeof key === "string" ? methodOf(value, key) : undefined;
}

/** Looks a name up as `value.key` does: a method first, then an item. */
export function attributeOf(value: PythonValue, key: string): PythonValue {
  return methodOf(value, key) ?? itemOf(value, key);
}

function attributePath(value: PythonValue, path: PythonValue): PythonValue {
  const parts = typeof path === "string" ? path.split(".") : [path];
  return parts.reduce<PythonValue>(
    (inner, part) => itemOf(inner, typeof part === "string" && /^\d+$/.test(part) ? Number(part) : part),
    value,
  );
}

const isIterable = (value: PythonValue): boolean => lengthOf(value) !== null;

/** The tests of Jinja2, by name. */
const JINJA_TESTS: Readonly<Record<string, JinjaTest>> = {
  defined: (value) => value !== undefined,
  undefined: (value) => value === undefined,
  none: (value) => value === null,
  boolean: (value) => typeof value === "boolean",
  true: (value) => value === true,
  false: (value) => value === false,
  string: (value) => typeof value === "string",
  number: (value) => toNumeric(value) !== null,
  integer: (value) => typeof value === "number" && !isFloat(value),
  float: isFloat,
  mapping: (value) => value instanceof Map,
  iterable: isIterable,
  sequence: isIterable,
  filter: (value) => Object.hasOwn(JINJA_FILTERS, toPythonText(value)),
  test: (value) => lookUpTest(toPythonText(value)) !== undefined,
  callable: (value) => typeof value === "function",
  odd: (value) => Math.abs(toNumeric(value) ?? 0) % 2 === 1,
  even: (value) => Math.abs(toNumeric(value) ?? 0) % 2 === 0,
  divisibleby: (value, [divisor]) => (toNumeric(value) ?? 0) % (toNumeric(divisor) ?? 1) === 0,
  lower: (value) => toPythonText(value) === toPythonText(value).toLowerCase(),
  upper: (value) => toPythonText(value) === toPythonText(value).toUpperCase(),
  sameas: (value, [other]) => value === other,
};

/** The names of comparisons, each beside the operator's sign. */
const COMPARISON_NAMES: ReadonlyMap<string, string> = new Map(
  ["== eq equalto", "!= ne", "< lt lessthan", "<= le", "> gt greaterthan", ">= ge"].flatMap((line) => {
    const [sign = "", ...names] = line.split(" ");
    return names.map((name) => [name, sign] as const);
  }),
);

function lookUpTest(name: string): JinjaTest | undefined {
  const compare = COMPARISONS.get(COMPARISON_NAMES.get(name) ?? name);
  if (compare !== undefined) return (value, [other]) => compare(value, other);
  return Object.hasOwn(JINJA_TESTS, name) ? JINJA_TESTS[name] : undefined;
}

/** A test by its name or one of its other names. */
export function findTest(name: string): JinjaTest {
  const test = lookUpTest(name);
  if (test === undefined) throw new Error(`No test named '${name}'`);
  return test;
}

/** A filter by its name. */
export function findFilter(name: string): JinjaFilter {
  const filter = Object.hasOwn(JINJA_FILTERS, name) ? JINJA_FILTERS[name] : undefined;
  const [, negation, test] = /^is_(not_)?(.+)$/.exec(name) ?? [];
  // How `tokenizeTemplate` writes a test with an argument.
  if (test !== undefined) return (value, positional) => findTest(test)(value, positional) === (negation === undefined);
  if (filter === undefined) throw new Error(`No filter named '${name}'`);
  return filter;
}

/** A filter whose parameters have these names, so that each can be given by its place or by its name. */
function withNames(names: string, filter: (value: PythonValue, ...given: PythonValue[]) => PythonValue): JinjaFilter {
  const parameters = names.split(" ");
  return (value, positional, named) => {
    const given = parameters.map((name, index) => (index < positional.length ? positional[index] : named.get(name)));
    return filter(value, ...given);
  };
}

function toSortKey(value: PythonValue, isCaseSensitive: boolean): PythonValue {
  return typeof value === "string" && !isCaseSensitive ? value.toLowerCase() : value;
}

/** The items, or what stands in each at the attribute's path. */
function attributesOf(value: PythonValue, attribute: PythonValue): readonly PythonValue[] {
  return requireItems(value).map((item) => itemAt(item, attribute));
}

function itemAt(item: PythonValue, attribute: PythonValue): PythonValue {
  return attribute === undefined || attribute === null ? item : attributePath(item, attribute);
}

function sortItems(
  value: PythonValue,
  reverse: PythonValue,
  caseSensitive: PythonValue,
  attribute: PythonValue,
): PythonValue[] {
  const keyOf = (item: PythonValue): PythonValue => toSortKey(itemAt(item, attribute), isTruthy(caseSensitive));
  const sign = isTruthy(reverse) ? -1 : 1;
  return [...requireItems(value)].sort((left, right) => sign * comparePython(keyOf(left), keyOf(right)));
}

/** As in Jinja2, these filters treat any false value as an empty list. */
function optionalItems(value: PythonValue): readonly PythonValue[] {
  return isTruthy(value) ? requireItems(value) : [];
}

function selecting(isWanted: boolean, byAttribute: boolean): JinjaFilter {
  return (value, positional) => {
    const [attribute, testName, ...rest] = byAttribute ? positional : [null, ...positional];
    const test = typeof testName === "string" ? findTest(testName) : isTruthy;
    return optionalItems(value).filter((item) => {
      return test(byAttribute ? attributePath(item, attribute) : item, rest) === isWanted;
    });
  };
}

function mapItems(value: PythonValue, positional: Arguments, named: NamedArguments): PythonValue[] {
  const items = optionalItems(value);
  if (named.has("attribute")) {
    const path = named.get("attribute");
    return items.map((item) => attributePath(item, path) ?? named.get("default"));
  }
  const [name, ...rest] = positional;
  const filter = findFilter(toPythonText(name));
  return items.map((item) => filter(item, rest, named));
}

function indentText(value: PythonValue, width: PythonValue, first: PythonValue, blank: PythonValue): string {
  const indention = typeof width === "string" ? width : " ".repeat(toNumeric(width) ?? 4);
  const stays = (line: string, index: number): boolean =>
    (index === 0 && !isTruthy(first)) || (line === "" && !isTruthy(blank));
  const lines = toPythonText(value).split("\n");
  return lines.map((line, index) => (stays(line, index) ? line : indention + line)).join("\n");
}

function toInteger(value: PythonValue, fallback: PythonValue, given: PythonValue): PythonValue {
  const base = toNumeric(given) ?? 10;
  const number = toNumeric(value);
  if (number !== null) return Math.trunc(number);
  if (base !== 10 && typeof value === "string") {
    const parsed = Number.parseInt(value.trim().replace(/^0[xob]/i, ""), base);
    return Number.isNaN(parsed) ? (fallback ?? 0) : parsed;
  }
  if (typeof value !== "string" || !/^\s*[+-]?\d+(?:\.\d*)?\s*$/.test(value)) return fallback ?? 0;
  return Math.trunc(Number(value));
}

function toFloating(value: PythonValue, fallback: PythonValue): PythonValue {
  const number = toNumeric(value);
  if (number !== null) return toFloat(number);
  const text = typeof value === "string" ? value.trim() : "";
  return text !== "" && Number.isFinite(Number(text)) ? toFloat(Number(text)) : (fallback ?? toFloat(0));
}

function roundNumber(value: PythonValue, precision: PythonValue, method: PythonValue): PythonValue {
  const scale = 10 ** (toNumeric(precision) ?? 0);
  const scaled = (toNumeric(value) ?? 0) * scale;
  if (method === "ceil") return toFloat(Math.ceil(scaled) / scale);
  if (method === "floor") return toFloat(Math.floor(scaled) / scale);
  const floor = Math.floor(scaled);
  const isTie = scaled - floor === 0.5;
  return toFloat((isTie ? floor + (Math.abs(floor) % 2) : Math.round(scaled)) / scale);
}

function groupItems(value: PythonValue, attribute: PythonValue): PythonValue[] {
  const groups: { key: PythonValue; items: PythonValue[] }[] = [];
  for (const item of sortItems(value, false, true, attribute)) {
    const key = attributePath(item, attribute);
    const last = groups.at(-1);
    if (last !== undefined && isEqual(last.key, key)) last.items.push(item);
    else groups.push({ key, items: [item] });
  }
  return groups.map((group) => new PythonTuple([group.key, group.items]));
}

function toMembers(value: PythonValue): PythonValue[] {
  return value instanceof Map ? [...value].map((member) => new PythonTuple(member)) : [];
}

function batchItems(value: PythonValue, [size, fill]: Arguments): PythonValue[] {
  const items = requireItems(value);
  const length = Math.max(toNumeric(size) ?? 1, 1);
  const batches: PythonValue[] = [];
  for (let at = 0; at < items.length; at += length) {
    const batch = items.slice(at, at + length);
    while (fill !== undefined && batch.length < length) batch.push(fill);
    batches.push(batch);
  }
  return batches;
}

const toJsonFilter = withNames("ensure_ascii indent separators sort_keys", (value, ensure, indent, given, sort) => {
  const [item, key] = requireItems(given ?? undefined);
  const separators = typeof item === "string" && typeof key === "string" ? ([item, key] as const) : null;
  const flags = { ensureAscii: isTruthy(ensure), sortKeys: isTruthy(sort) };
  return toJsonText(value, { ...flags, indent: toNumeric(indent), separators });
});

const HTML_ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&#34;",
  "'": "&#39;",
};

const toDefault = withNames("default_value boolean", (value, fallback, boolean) => {
  const isReplaced = value === undefined || (isTruthy(boolean) && !isTruthy(value));
  return isReplaced ? (fallback ?? "") : value;
});

/** `None` has no length in Python; here it is 0, to match the empty loop over it. */
const toLength: JinjaFilter = (value) => {
  const length = lengthOf(value ?? undefined);
  if (length === null) throw new Error(`object of type '${typeName(value)}' has no len()`);
  return length;
};

const toEscaped: JinjaFilter = (value) => toPythonText(value).replace(/[&<>"']/g, (unit) => HTML_ESCAPES[unit] ?? unit);

/** The filters of Jinja2 that chat templates use, and `tojson` as `transformers` redefines it. */
const JINJA_FILTERS: Readonly<Record<string, JinjaFilter>> = {
  abs: (value) => {
    const number = Math.abs(toNumeric(value) ?? 0);
    return isFloat(value) ? toFloat(number) : number;
  },
  attr: (value, [name]) => attributePath(value, name),
  batch: batchItems,
  capitalize: (value) => {
    const text = toPythonText(value);
    return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
  },
  count: toLength,
  d: toDefault,
  default: toDefault,
  dictsort: withNames("case_sensitive by reverse", (value, caseSensitive, by, reverse) => {
    if (!(value instanceof Map)) throw new Error(`'${typeName(value)}' object has no members`);
    return sortItems(toMembers(value), reverse, caseSensitive, by === "value" ? 1 : 0);
  }),
  e: toEscaped,
  escape: toEscaped,
  first: (value) => requireItems(value)[0],
  float: (value, [fallback]) => toFloating(value, fallback),
  forceescape: toEscaped,
  format: (value, positional, named) =>
    formatPercent(toPythonText(value), named.size > 0 ? new Map(named) : new PythonTuple(positional)),
  groupby: withNames("attribute", groupItems),
  indent: withNames("width first blank", indentText),
  int: withNames("default base", toInteger),
  items: toMembers,
  join: withNames("d attribute", (value, separator, attribute) =>
    attributesOf(value, attribute).map(toPythonText).join(toPythonText(separator)),
  ),
  last: (value) => requireItems(value).at(-1),
  length: toLength,
  list: (value) => [...requireItems(value)],
  lower: (value) => toPythonText(value).toLowerCase(),
  map: mapItems,
  max: (value, _positional, named) => sortItems(value, true, false, named.get("attribute"))[0],
  min: (value, _positional, named) => sortItems(value, false, false, named.get("attribute"))[0],
  pprint: toPythonRepr,
  reject: selecting(false, false),
  rejectattr: selecting(false, true),
  replace: withNames("old new count", (value, old, replacement, count) =>
    replaceText(toPythonText(value), toPythonText(old), toPythonText(replacement), toNumeric(count) ?? -1),
  ),
  reverse: (value) => {
    const items = [...requireItems(value)].reverse();
    return typeof value === "string" ? items.join("") : items;
  },
  round: withNames("precision method", roundNumber),
  safe: (value) => value,
  select: selecting(true, false),
  selectattr: selecting(true, true),
  sort: withNames("reverse case_sensitive attribute", sortItems),
  string: toPythonText,
  striptags: (value) => toPythonText(value).replace(/<[^>]*>/g, ""),
  sum: withNames("attribute start", (value, attribute, start) => {
    const items = attributesOf(value, attribute);
    if (Array.isArray(start)) return [...start, ...items.flatMap((item) => requireItems(item))];
    return items.reduce<number>((sum, item) => sum + (toNumeric(item) ?? 0), toNumeric(start) ?? 0);
  }),
  title: (value) => toTitle(toPythonText(value)),
  tojson: toJsonFilter,
  trim: (value, [characters]) => strip(toPythonText(value), "both", characters),
  truncate: withNames("length killwords end", (value, given, isHard, mark) => {
    const text = toPythonText(value);
    const length = toNumeric(given) ?? 255;
    const end = toPythonText(mark ?? "...");
    if (text.length <= length + 5) return text;
    const cut = text.slice(0, length - end.length);
    return (isTruthy(isHard) ? cut : cut.replace(/ [^ ]*$/, "")) + end;
  }),
  unique: (value) => {
    const keys = requireItems(value).map((item) => toSortKey(item, false));
    return requireItems(value).filter(
      (_, at) => keys.findIndex((key, before) => before === at || isEqual(key, keys[at])) === at,
    );
  },
  upper: (value) => toPythonText(value).toUpperCase(),
  urlencode: (value) => encodeURIComponent(toPythonText(value)).replaceAll("%2F", "/"),
  wordcount: (value) => toPythonText(value).match(/\w+/g)?.length ?? 0,
};
