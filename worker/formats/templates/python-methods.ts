import {
  comparePython,
  isEqual,
  type NamedArguments,
  type PythonDict,
  PythonTuple,
  type PythonValue,
  requireItems,
  toNumeric,
  toPythonRepr,
  toPythonText,
  typeName,
} from "./python-value.ts";

type Arguments = readonly PythonValue[];

/** The methods of a type, by their names. */
type Methods<Owner> = Readonly<
  Record<string, (owner: Owner, positional: Arguments, named: NamedArguments) => PythonValue>
>;

/** A method of a value by its name; undefined when the type has none of that name. */
export function methodOf(value: PythonValue, name: string): PythonValue {
  if (typeof value === "string") return bind(STRING_METHODS, value, name);
  if (Array.isArray(value)) return bind(LIST_METHODS, value, name);
  if (value instanceof PythonTuple) return bind(LIST_METHODS, [...value.items], name);
  if (value instanceof Map) return bind(DICT_METHODS, value, name);
  return undefined;
}

function bind<Owner>(methods: Methods<Owner>, owner: Owner, name: string): PythonValue {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (method === undefined) return undefined;
  return (positional, named) => method(owner, positional, named);
}

const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const SPACE_START = new RegExp(`^[${SPACE}]+`, "u");
const SPACE_END = new RegExp(`[${SPACE}]+$`, "u");
const NOT_SPACE = new RegExp(`[^${SPACE}]+`, "gu");

/** Python's `strip`: of white space, or of the given characters. */
export function strip(text: string, side: "both" | "start" | "end", characters: PythonValue = null): string {
  if (typeof characters !== "string") {
    const started = side === "end" ? text : text.replace(SPACE_START, "");
    return side === "start" ? started : trimSpaceEnd(started);
  }
  const set = new Set(characters);
  const units = [...text];
  let start = 0;
  let end = units.length;
  if (side !== "end") while (start < end && set.has(units[start] ?? "")) start += 1;
  if (side !== "start") while (end > start && set.has(units[end - 1] ?? "")) end -= 1;
  return units.slice(start, end).join("");
}

/** Looks only at the last run of white space: a pattern that ends in `$` would try every run. */
function trimSpaceEnd(text: string): string {
  let end = text.length;
  while (end > 0 && SPACE_END.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Python's `str.title()`: a letter after a non-letter becomes a capital, the others lower case. */
export function toTitle(text: string): string {
  return text.replace(/\p{L}+/gu, (word) => {
    const [first = "", ...rest] = word;
    return first.toUpperCase() + rest.join("").toLowerCase();
  });
}

/** Python's `str.replace(old, new, count)`. */
export function replaceText(text: string, old: string, replacement: string, count: number): string {
  if (count < 0) return old === "" ? ["", ...text, ""].join(replacement) : text.replaceAll(old, () => replacement);
  const parts = text.split(old);
  if (parts.length - 1 <= count) return parts.join(replacement);
  return [...parts.slice(0, count), parts.slice(count).join(old)].join(replacement);
}

function split(text: string, separator: PythonValue, limit: number): string[] {
  if (typeof separator === "string") {
    if (separator === "") throw new Error("empty separator");
    const parts = text.split(separator);
    if (limit < 0 || parts.length <= limit + 1) return parts;
    return [...parts.slice(0, limit), parts.slice(limit).join(separator)];
  }
  const parts: string[] = [];
  for (const match of text.matchAll(NOT_SPACE)) {
    if (limit >= 0 && parts.length === limit) return [...parts, trimSpaceEnd(text.slice(match.index))];
    parts.push(match[0]);
  }
  return parts;
}

function splitFromEnd(text: string, separator: PythonValue, limit: number): string[] {
  if (limit < 0) return split(text, separator, limit);
  const parts = split(text, separator, -1);
  const head = parts.slice(0, Math.max(parts.length - limit, 0));
  const joint = typeof separator === "string" ? separator : " ";
  return head.length === 0 ? parts : [head.join(joint), ...parts.slice(parts.length - limit)];
}

function splitLines(text: string, keepEnds: boolean): string[] {
  const lines =
    text.match(/[^\n\r\v\f\x85\u2028\u2029]*(?:\r\n|[\n\r\v\f\x85\u2028\u2029])|[^\n\r\v\f\x85\u2028\u2029]+$/g) ?? [];
  return keepEnds ? lines : lines.map((line) => line.replace(/(?:\r\n|[\n\r\v\f\x85\u2028\u2029])$/, ""));
}

function begins(text: string, value: PythonValue, test: (part: string) => boolean): boolean {
  const parts = value instanceof PythonTuple || Array.isArray(value) ? requireItems(value) : [value];
  return parts.some((part) => {
    if (typeof part !== "string")
      throw new Error(`startswith first arg must be str or a tuple of str, not ${typeName(part)}`);
    return text.length >= part.length && test(part);
  });
}

function textAt(positional: Arguments, index: number): string {
  const value = positional[index];
  if (typeof value !== "string") throw new Error(`must be str, not ${typeName(value)}`);
  return value;
}

function countAt(positional: Arguments, index: number, named: NamedArguments, name: string): number {
  return toNumeric(positional[index] ?? named.get(name)) ?? -1;
}

function partition(text: string, positional: Arguments, find: "indexOf" | "lastIndexOf"): PythonTuple {
  const separator = textAt(positional, 0);
  const at = text[find](separator);
  if (at === -1) return new PythonTuple(find === "indexOf" ? [text, "", ""] : ["", "", text]);
  return new PythonTuple([text.slice(0, at), separator, text.slice(at + separator.length)]);
}

function pad(text: string, positional: Arguments, side: "start" | "end" | "both"): string {
  const width = toNumeric(positional[0]) ?? 0;
  const fill = typeof positional[1] === "string" ? positional[1] : " ";
  if (side === "start") return text.padStart(width, fill);
  if (side === "end") return text.padEnd(width, fill);
  return text.padStart(Math.floor((width + text.length) / 2), fill).padEnd(width, fill);
}

/** Python's `str.format` for fields by position and by name. */
function formatText(text: string, positional: Arguments, named: NamedArguments): string {
  let next = 0;
  return text.replace(/\{\{|\}\}|\{([^{}]*)\}/g, (whole, field: string | undefined) => {
    if (field === undefined) return whole.charAt(0);
    const name = field.replace(/[!:].*$/, "");
    const value = name === "" ? positional[next++] : /^\d+$/.test(name) ? positional[Number(name)] : named.get(name);
    const spec = field.slice(name.length).replace(/^![a-z]/, "");
    if (field.includes("!r")) return toPythonRepr(value);
    return spec.length > 1 ? formatField(value, spec.slice(1)) : toPythonText(value);
  });
}

/** Python's `format(value, spec)`: fill, alignment, zeros, width, thousands, precision, type. */
function formatField(value: PythonValue, spec: string): string {
  const [, fill = " ", align = "", zeros = "", width = "0", comma = "", digits, kind = ""] =
    /^(?:(.)?([<>^]))?(0)?(\d+)?(,)?(?:\.(\d+))?([sdfxX%])?$/.exec(spec) ?? [];
  const number = toNumeric(value);
  const text =
    number === null || kind === "s" ? toPythonText(value) : formatNumber(number, value, { digits, kind, comma });
  const size = Number(width);
  if (zeros !== "" && number !== null) return padNumber(text, size);
  const side = align === "" ? (number === null ? "<" : ">") : align;
  return pad(text, [size, fill], side === ">" ? "start" : side === "<" ? "end" : "both");
}

function formatNumber(
  number: number,
  value: PythonValue,
  { digits, kind, comma = "" }: { readonly digits: string | undefined; readonly kind: string; readonly comma?: string },
): string {
  if (/x/i.test(kind)) return kind === "x" ? number.toString(16) : number.toString(16).toUpperCase();
  if (kind === "%") return `${(100 * number).toFixed(Number(digits ?? 6))}%`;
  const isFixed = kind === "f" || digits !== undefined;
  const text = isFixed ? number.toFixed(Number(digits ?? 6)) : toPythonText(value);
  return comma === "" ? text : text.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ",");
}

function padNumber(text: string, width: number): string {
  const sign = /^[+-]/.exec(text)?.[0] ?? "";
  return sign + text.slice(sign.length).padStart(width - sign.length, "0");
}

/** Python's `text % values` for `%s`, `%r`, `%d`, `%f`, `%x` and `%%`, with width and precision. */
export function formatPercent(text: string, values: PythonValue): string {
  const list = values instanceof PythonTuple ? values.items : [values];
  let next = 0;
  return text.replace(
    /%(?:\((\w+)\))?([-0]?)(\d*)(?:\.(\d+))?([srdifxX%])/g,
    (_whole, name: string, flag: string, width: string, digits: string | undefined, kind: string) => {
      if (kind === "%") return "%";
      const value = name !== undefined && values instanceof Map ? values.get(name) : list[next++];
      const number = toNumeric(value) ?? 0;
      const isWhole = kind === "d" || kind === "i";
      const written =
        kind === "r"
          ? toPythonRepr(value)
          : kind === "s"
            ? toPythonText(value)
            : isWhole
              ? String(Math.trunc(number))
              : formatNumber(number, value, { digits, kind });
      if (flag === "0" && kind !== "s") return padNumber(written, Number(width));
      return pad(written, [Number(width)], flag === "-" ? "end" : "start");
    },
  );
}

const isCased = (text: string): boolean => text.toLowerCase() !== text.toUpperCase();

const STRING_METHODS: Methods<string> = {
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  casefold: (text) => text.toLowerCase(),
  title: toTitle,
  capitalize: (text) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase(),
  swapcase: (text) =>
    [...text].map((unit) => (unit === unit.toUpperCase() ? unit.toLowerCase() : unit.toUpperCase())).join(""),
  strip: (text, [characters]) => strip(text, "both", characters),
  lstrip: (text, [characters]) => strip(text, "start", characters),
  rstrip: (text, [characters]) => strip(text, "end", characters),
  startswith: (text, [value]) => begins(text, value, (part) => text.startsWith(part)),
  endswith: (text, [value]) => begins(text, value, (part) => text.endsWith(part)),
  split: (text, positional, named) =>
    split(text, positional[0] ?? named.get("sep"), countAt(positional, 1, named, "maxsplit")),
  rsplit: (text, positional, named) =>
    splitFromEnd(text, positional[0] ?? named.get("sep"), countAt(positional, 1, named, "maxsplit")),
  splitlines: (text, positional, named) => splitLines(text, (positional[0] ?? named.get("keepends")) === true),
  replace: (text, positional, named) =>
    replaceText(text, textAt(positional, 0), textAt(positional, 1), countAt(positional, 2, named, "count")),
  join: (text, [list]) =>
    requireItems(list)
      .map((item) => textAt([item], 0))
      .join(text),
  find: (text, positional) => text.indexOf(textAt(positional, 0), toNumeric(positional[1]) ?? 0),
  rfind: (text, positional) => text.lastIndexOf(textAt(positional, 0)),
  index: (text, positional) => requireFound(text.indexOf(textAt(positional, 0)), "substring not found"),
  count: (text, positional) => text.split(textAt(positional, 0)).length - 1,
  format: formatText,
  partition: (text, positional) => partition(text, positional, "indexOf"),
  rpartition: (text, positional) => partition(text, positional, "lastIndexOf"),
  removeprefix: (text, positional) => {
    const prefix = textAt(positional, 0);
    return text.startsWith(prefix) ? text.slice(prefix.length) : text;
  },
  removesuffix: (text, positional) => {
    const suffix = textAt(positional, 0);
    return suffix !== "" && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text;
  },
  isdigit: (text) => /^\p{Nd}+$/u.test(text),
  isnumeric: (text) => /^\p{N}+$/u.test(text),
  isdecimal: (text) => /^\p{Nd}+$/u.test(text),
  isalpha: (text) => /^\p{L}+$/u.test(text),
  isalnum: (text) => /^[\p{L}\p{N}]+$/u.test(text),
  isspace: (text) => text !== "" && strip(text, "both") === "",
  isupper: (text) => isCased(text) && text === text.toUpperCase(),
  islower: (text) => isCased(text) && text === text.toLowerCase(),
  ljust: (text, positional) => pad(text, positional, "end"),
  rjust: (text, positional) => pad(text, positional, "start"),
  center: (text, positional) => pad(text, positional, "both"),
  zfill: (text, [width]) => padNumber(text, toNumeric(width) ?? 0),
};

/** A method that changes its list and returns `None`. */
const changing =
  (change: (list: PythonValue[], positional: Arguments) => unknown) =>
  (list: PythonValue[], positional: Arguments): null => {
    change(list, positional);
    return null;
  };

const LIST_METHODS: Methods<PythonValue[]> = {
  append: changing((list, [item]) => list.push(item)),
  extend: changing((list, [items]) => list.push(...requireItems(items))),
  insert: changing((list, [at, item]) => list.splice(toNumeric(at) ?? 0, 0, item)),
  pop: (list, [at]) => list.splice(toNumeric(at) ?? -1, 1)[0],
  reverse: changing((list) => list.reverse()),
  sort: changing((list) => list.sort(comparePython)),
  copy: (list) => [...list],
  index: (list, [item]) => {
    const at = list.findIndex((other) => isEqual(other, item));
    return requireFound(at, "value is not in list");
  },
  count: (list, [item]) => list.filter((other) => isEqual(other, item)).length,
};

const DICT_METHODS: Methods<PythonDict> = {
  get: (dict, [key, fallback]) => (dict.has(key) ? dict.get(key) : (fallback ?? null)),
  items: (dict) => [...dict].map((member) => new PythonTuple(member)),
  keys: (dict) => [...dict.keys()],
  values: (dict) => [...dict.values()],
  copy: (dict) => new Map(dict),
  update: (dict, [other], named) => {
    if (other instanceof Map) for (const [key, item] of other) dict.set(key, item);
    for (const [key, item] of named) dict.set(key, item);
    return null;
  },
  setdefault: (dict, [key, item]) => {
    if (!dict.has(key)) dict.set(key, item ?? null);
    return dict.get(key);
  },
  pop: (dict, [key, fallback]) => {
    const item = dict.has(key) ? dict.get(key) : fallback;
    dict.delete(key);
    return item;
  },
};

function requireFound(index: number, fault: string): number {
  if (index === -1) throw new Error(fault);
  return index;
}
