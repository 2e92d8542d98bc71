import { formatPercent, methodOf, replaceText, strip, toTitle } from "./python-methods.ts";
import { comparePython, isEqual } from "./python-order.ts";
import { toJsonText, toPythonRepr, toPythonText } from "./python-text.ts";
import {
  isFloat,
  isTruthy,
  lengthOf,
  type NamedArguments,
  PythonFunction,
  PythonNamespace,
  PythonTuple,
  type PythonValue,
  requireItems,
  toFloat,
  toNumeric,
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
  test: (value) => Object.hasOwn(JINJA_TESTS, toPythonText(value)),
  callable: (value) => value instanceof PythonFunction,
  odd: (value) => Math.abs(toNumeric(value) ?? 0) % 2 === 1,
  even: (value) => Math.abs(toNumeric(value) ?? 0) % 2 === 0,
  divisibleby: (value, [divisor]) => (toNumeric(value) ?? 0) % (toNumeric(divisor) ?? 1) === 0,
  lower: (value) => toPythonText(value) === toPythonText(value).toLowerCase(),
  upper: (value) => toPythonText(value) === toPythonText(value).toUpperCase(),
  sameas: (value, [other]) => value === other,
  in: (value, [list]) => isMember(value, list),
  eq: (value, [other]) => isEqual(value, other),
  ne: (value, [other]) => !isEqual(value, other),
  lt: (value, [other]) => comparePython(value, other) < 0,
  le: (value, [other]) => comparePython(value, other) <= 0,
  gt: (value, [other]) => comparePython(value, other) > 0,
  ge: (value, [other]) => comparePython(value, other) >= 0,
};

const TEST_NAMES: Readonly<Record<string, string>> = {
  equalto: "eq",
  "==": "eq",
  "!=": "ne",
  lessthan: "lt",
  "<": "lt",
  "<=": "le",
  greaterthan: "gt",
  ">": "gt",
  ">=": "ge",
};

/** A test by its name or one of its other names. */
export function findTest(name: string): JinjaTest {
  const known = TEST_NAMES[name] ?? name;
  const test = Object.hasOwn(JINJA_TESTS, known) ? JINJA_TESTS[known] : undefined;
  if (test === undefined) throw new Error(`No test named '${name}'`);
  return test;
}

/** Python's `value in list`. */
export function isMember(value: PythonValue, list: PythonValue): boolean {
  if (typeof list === "string") {
    if (typeof value !== "string")
      throw new Error(`'in <string>' requires string as left operand, not ${typeName(value)}`);
    return list.includes(value);
  }
  if (list instanceof Map) return list.has(value);
  return requireItems(list).some((item) => isEqual(item, value));
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

function argument(positional: Arguments, index: number, named: NamedArguments, name: string): PythonValue {
  return index < positional.length ? positional[index] : named.get(name);
}

function toSortKey(value: PythonValue, isCaseSensitive: boolean): PythonValue {
  return typeof value === "string" && !isCaseSensitive ? value.toLowerCase() : value;
}

function sortItems(value: PythonValue, positional: Arguments, named: NamedArguments): PythonValue[] {
  const isReverse = isTruthy(argument(positional, 0, named, "reverse"));
  const isCaseSensitive = isTruthy(argument(positional, 1, named, "case_sensitive"));
  const attribute = argument(positional, 2, named, "attribute") ?? null;
  const keyOf = (item: PythonValue): PythonValue =>
    toSortKey(attribute === null ? item : attributePath(item, attribute), isCaseSensitive);
  const sign = isReverse ? -1 : 1;
  return [...requireItems(value)].sort((left, right) => sign * comparePython(keyOf(left), keyOf(right)));
}

function findExtreme(value: PythonValue, named: NamedArguments, sign: 1 | -1): PythonValue {
  const attribute = named.get("attribute") ?? null;
  const keyOf = (item: PythonValue): PythonValue =>
    toSortKey(attribute === null ? item : attributePath(item, attribute), false);
  let best: PythonValue;
  requireItems(value).forEach((item, index) => {
    if (index === 0 || sign * comparePython(keyOf(item), keyOf(best)) < 0) best = item;
  });
  return best;
}

/** As in Jinja2, these filters treat any false value as an empty list. */
function optionalItems(value: PythonValue): readonly PythonValue[] {
  return isTruthy(value) ? requireItems(value) : [];
}

function selectItems(
  value: PythonValue,
  positional: Arguments,
  isWanted: boolean,
  byAttribute: boolean,
): PythonValue[] {
  const [attribute, testName, ...rest] = byAttribute ? positional : [null, ...positional];
  const test = typeof testName === "string" ? findTest(testName) : isTruthy;
  return optionalItems(value).filter((item) => {
    const tested = byAttribute ? attributePath(item, attribute) : item;
    return test(tested, rest) === isWanted;
  });
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

function indentText(text: string, positional: Arguments, named: NamedArguments): string {
  const width = argument(positional, 0, named, "width") ?? 4;
  const indention = typeof width === "string" ? width : " ".repeat(toNumeric(width) ?? 4);
  const indentsFirst = isTruthy(argument(positional, 1, named, "first"));
  const indentsBlank = isTruthy(argument(positional, 2, named, "blank"));
  return text
    .split("\n")
    .map((line, index) => ((index === 0 && !indentsFirst) || (line === "" && !indentsBlank) ? line : indention + line))
    .join("\n");
}

function toInteger(value: PythonValue, fallback: PythonValue, base: number): PythonValue {
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

function roundNumber(value: PythonValue, positional: Arguments, named: NamedArguments): PythonValue {
  const precision = argument(positional, 0, named, "precision");
  const method = argument(positional, 1, named, "method");
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
  for (const item of sortItems(value, [false, true, attribute], new Map())) {
    const key = attributePath(item, attribute);
    const last = groups.at(-1);
    if (last !== undefined && isEqual(last.key, key)) last.items.push(item);
    else groups.push({ key, items: [item] });
  }
  return groups.map((group) => new PythonTuple([group.key, group.items]));
}

function sortMembers(value: PythonValue, positional: Arguments, named: NamedArguments): PythonValue[] {
  if (!(value instanceof Map)) throw new Error(`'${typeName(value)}' object has no members`);
  const isCaseSensitive = isTruthy(argument(positional, 0, named, "case_sensitive"));
  const at = argument(positional, 1, named, "by") === "value" ? 1 : 0;
  const sign = isTruthy(argument(positional, 2, named, "reverse")) ? -1 : 1;
  return [...value]
    .sort(
      (left, right) =>
        sign * comparePython(toSortKey(left[at], isCaseSensitive), toSortKey(right[at], isCaseSensitive)),
    )
    .map((member) => new PythonTuple(member));
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

function uniqueItems(value: PythonValue): PythonValue[] {
  const kept: PythonValue[] = [];
  for (const item of requireItems(value)) {
    const key = toSortKey(item, false);
    if (!kept.some((other) => isEqual(toSortKey(other, false), key))) kept.push(item);
  }
  return kept;
}

function toJsonFilter(value: PythonValue, positional: Arguments, named: NamedArguments): string {
  const indent = toNumeric(argument(positional, 1, named, "indent"));
  const separators = argument(positional, 2, named, "separators") ?? null;
  const [item, key] = separators === null ? [] : requireItems(separators);
  return toJsonText(value, {
    indent,
    ensureAscii: isTruthy(argument(positional, 0, named, "ensure_ascii")),
    separators: typeof item === "string" && typeof key === "string" ? [item, key] : null,
    sortKeys: isTruthy(argument(positional, 3, named, "sort_keys")),
  });
}

const HTML_ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&#34;",
  "'": "&#39;",
};

const toDefault: JinjaFilter = (value, positional, named) => {
  const isReplaced = value === undefined || (isTruthy(argument(positional, 1, named, "boolean")) && !isTruthy(value));
  return isReplaced ? (argument(positional, 0, named, "default_value") ?? "") : value;
};

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
  bool: (value) => isTruthy(value),
  capitalize: (value) => {
    const text = toPythonText(value);
    return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
  },
  count: toLength,
  d: toDefault,
  default: toDefault,
  dictsort: sortMembers,
  e: toEscaped,
  escape: toEscaped,
  first: (value) => requireItems(value)[0],
  float: (value, [fallback]) => toFloating(value, fallback),
  forceescape: toEscaped,
  format: (value, positional, named) =>
    formatPercent(toPythonText(value), named.size > 0 ? new Map(named) : new PythonTuple(positional)),
  groupby: (value, positional, named) => groupItems(value, argument(positional, 0, named, "attribute")),
  indent: (value, positional, named) => indentText(toPythonText(value), positional, named),
  int: (value, positional, named) =>
    toInteger(
      value,
      argument(positional, 0, named, "default"),
      toNumeric(argument(positional, 1, named, "base")) ?? 10,
    ),
  items: (value) => (value instanceof Map ? [...value].map((member) => new PythonTuple(member)) : []),
  join: (value, positional, named) => {
    const attribute = argument(positional, 1, named, "attribute") ?? null;
    const items = requireItems(value).map((item) => (attribute === null ? item : attributePath(item, attribute)));
    return items.map(toPythonText).join(toPythonText(argument(positional, 0, named, "d")));
  },
  keys: (value) => (value instanceof Map ? [...value.keys()] : []),
  last: (value) => requireItems(value).at(-1),
  length: toLength,
  list: (value) => [...requireItems(value)],
  lower: (value) => toPythonText(value).toLowerCase(),
  map: mapItems,
  max: (value, _positional, named) => findExtreme(value, named, -1),
  min: (value, _positional, named) => findExtreme(value, named, 1),
  pprint: toPythonRepr,
  reject: (value, positional) => selectItems(value, positional, false, false),
  rejectattr: (value, positional) => selectItems(value, positional, false, true),
  replace: (value, positional, named) =>
    replaceText(
      toPythonText(value),
      toPythonText(positional[0]),
      toPythonText(positional[1]),
      toNumeric(argument(positional, 2, named, "count")) ?? -1,
    ),
  reverse: (value) => {
    const items = [...requireItems(value)].reverse();
    return typeof value === "string" ? items.join("") : items;
  },
  round: roundNumber,
  safe: (value) => value,
  select: (value, positional) => selectItems(value, positional, true, false),
  selectattr: (value, positional) => selectItems(value, positional, true, true),
  sort: sortItems,
  string: toPythonText,
  striptags: (value) => toPythonText(value).replace(/<[^>]*>/g, ""),
  sum: (value, positional, named) => {
    const attribute = argument(positional, 0, named, "attribute") ?? null;
    const start = argument(positional, 1, named, "start");
    const items = requireItems(value).map((item) => (attribute === null ? item : attributePath(item, attribute)));
    if (Array.isArray(start)) return [...start, ...items.flatMap((item) => requireItems(item))];
    return items.reduce<number>((sum, item) => sum + (toNumeric(item) ?? 0), toNumeric(start) ?? 0);
  },
  title: (value) => toTitle(toPythonText(value)),
  tojson: toJsonFilter,
  trim: (value, [characters]) => strip(toPythonText(value), "both", characters),
  truncate: (value, positional, named) => {
    const text = toPythonText(value);
    const length = toNumeric(argument(positional, 0, named, "length")) ?? 255;
    const end = argument(positional, 2, named, "end") ?? "...";
    if (text.length <= length + 5) return text;
    const cut = text.slice(0, length - toPythonText(end).length);
    const isHard = isTruthy(argument(positional, 1, named, "killwords"));
    return (isHard ? cut : cut.replace(/ [^ ]*$/, "")) + toPythonText(end);
  },
  unique: uniqueItems,
  upper: (value) => toPythonText(value).toUpperCase(),
  urlencode: (value) => encodeURIComponent(toPythonText(value)).replaceAll("%2F", "/"),
  values: (value) => (value instanceof Map ? [...value.values()] : []),
  wordcount: (value) => toPythonText(value).match(/\w+/g)?.length ?? 0,
};
