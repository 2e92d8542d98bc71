import {
  type NamedArguments,
  type PythonFunction,
  PythonNamespace,
  type PythonValue,
  requireItems,
  toNumeric,
  toPythonText,
} from "./python-value.ts";

/** `namespace(...)`: an object whose attributes can be set, from dictionaries, pairs and named values. */
export function toNamespace(positional: readonly PythonValue[], named: NamedArguments): PythonNamespace {
  const members = new Map<string, PythonValue>();
  for (const source of positional) {
    const pairs = source instanceof Map ? [...source] : requireItems(source).map((pair) => requireItems(pair));
    for (const [key, value] of pairs) members.set(toPythonText(key), value);
  }
  for (const [key, value] of named) members.set(key, value);
  return new PythonNamespace(members);
}

/** `range(stop)` or `range(start, stop, step)`, as a list. */
export function toRange(bounds: readonly PythonValue[]): PythonValue[] {
  const [first = 0, second, step = 1] = bounds.map((bound) => toNumeric(bound) ?? 0);
  const [start, stop] = second === undefined ? [0, first] : [first, second];
  if (step === 0) throw new Error("range() arg 3 must not be zero");
  const length = Math.min(Math.max(Math.ceil((stop - start) / step), 0), 100_000);
  return Array.from({ length }, (_, index) => start + index * step);
}

/** `joiner(separator)`: a function that returns nothing the first time and the separator from then on. */
export function toJoiner([separator = ", "]: readonly PythonValue[]): PythonFunction {
  let isUsed = false;
  return () => {
    const text = isUsed ? separator : "";
    isUsed = true;
    return text;
  };
}

/** `cycler(...)`: `next()` returns its values in turn, and `current` the one that is next. */
export function toCycler(values: readonly PythonValue[]): PythonNamespace {
  let at = 0;
  const cycler = new PythonNamespace(new Map<string, PythonValue>([["current", values[0]]]));
  const move = (to: number): undefined => {
    at = values.length === 0 ? 0 : to % values.length;
    cycler.members.set("current", values[at]);
  };
  cycler.members.set("next", () => {
    const value = values[at];
    move(at + 1);
    return value;
  });
  cycler.members.set("reset", () => move(0));
  return cycler;
}
