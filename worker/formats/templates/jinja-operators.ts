import { formatPercent } from "./python-methods.ts";
import {
  comparePython,
  isEqual,
  isFloat,
  isTruthy,
  itemsOf,
  PythonTuple,
  type PythonValue,
  requireItems,
  toFloat,
  toNumeric,
  toPythonText,
  typeName,
} from "./python-value.ts";

/** `not`, `-` or `+` before a value. */
export function applyUnary(operator: string, value: PythonValue): PythonValue {
  if (operator === "not") return !isTruthy(value);
  const number = toNumeric(value);
  if (number === null) throw new Error(`bad operand type for unary ${operator}: '${typeName(value)}'`);
  const result = operator === "-" ? -number : number;
  return isFloat(value) ? toFloat(result) : result;
}

/** Python's `value in list`. */
function isMember(value: PythonValue, list: PythonValue): boolean {
  if (typeof list === "string") {
    if (typeof value !== "string")
      throw new Error(`'in <string>' requires string as left operand, not ${typeName(value)}`);
    return list.includes(value);
  }
  if (list instanceof Map) return list.has(value);
  return requireItems(list).some((item) => isEqual(item, value));
}

/** The operators that compare two values, which are tests as well. They throw for values that cannot be compared. */
export const COMPARISONS: ReadonlyMap<string, (left: PythonValue, right: PythonValue) => boolean> = new Map([
  ["==", isEqual],
  ["!=", (left, right) => !isEqual(left, right)],
  ["in", isMember],
  ["not in", (left, right) => !isMember(left, right)],
  ["<", (left, right) => comparePython(left, right) < 0],
  ["<=", (left, right) => comparePython(left, right) <= 0],
  [">", (left, right) => comparePython(left, right) > 0],
  [">=", (left, right) => comparePython(left, right) >= 0],
]);

/** An operator between two values, other than `and` and `or`. Throws for values that it is not defined for. */
export function applyBinary(operator: string, left: PythonValue, right: PythonValue): PythonValue {
  if (operator === "~") return toPythonText(left) + toPythonText(right);
  const compare = COMPARISONS.get(operator);
  return compare === undefined ? calculate(operator, left, right) : compare(left, right);
}

function calculate(operator: string, left: PythonValue, right: PythonValue): PythonValue {
  const [first, second] = [toNumeric(left), toNumeric(right)];
  if (first !== null && second !== null) {
    const result = calculateNumber(operator, first, second);
    const becomesFloat = operator === "/" || isFloat(left) || isFloat(right) || (operator === "**" && second < 0);
    return becomesFloat ? toFloat(result) : result;
  }
  if (operator === "+") {
    if (typeof left === "string" && typeof right === "string") return left + right;
    if (Array.isArray(left) && Array.isArray(right)) return [...left, ...right];
    if (left instanceof PythonTuple && right instanceof PythonTuple) {
      return new PythonTuple([...left.items, ...right.items]);
    }
  }
  if (operator === "*") {
    const [sequence, times] = first === null ? [left, second] : [right, first];
    const count = Math.min(Math.max(times ?? 0, 0), 100_000);
    if (typeof sequence === "string" && times !== null) return sequence.repeat(count);
    if (Array.isArray(sequence) && times !== null) return Array.from({ length: count }, () => sequence).flat();
  }
  if (operator === "%" && typeof left === "string") return formatPercent(left, right);
  throw new Error(`unsupported operand type(s) for ${operator}: '${typeName(left)}' and '${typeName(right)}'`);
}

function calculateNumber(operator: string, left: number, right: number): number {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "**":
      return left ** right;
    case "/":
    case "//":
    case "%":
      if (right === 0) throw new Error("division by zero");
      if (operator === "/") return left / right;
      return operator === "//" ? Math.floor(left / right) : left - right * Math.floor(left / right);
    default:
      throw new Error(`unknown operator '${operator}'`);
  }
}

/** Python's `value[start:stop:step]`; a bound that is null is left out. */
export function slice(value: PythonValue, bounds: readonly (number | null)[]): PythonValue {
  const items = value === null ? null : itemsOf(value);
  if (items === null || value instanceof Map) throw new Error(`'${typeName(value)}' object cannot be sliced`);
  const step = bounds[2] ?? 1;
  if (step === 0) throw new Error("slice step cannot be zero");
  const [low, high] = step > 0 ? [0, items.length] : [-1, items.length - 1];
  const clamp = (bound: number | null | undefined, fallback: number): number => {
    if (bound === null || bound === undefined) return fallback;
    return Math.min(Math.max(bound < 0 ? bound + items.length : bound, low), high);
  };
  const start = clamp(bounds[0], step > 0 ? low : high);
  const stop = clamp(bounds[1], step > 0 ? high : low);
  const taken: PythonValue[] = [];
  for (let index = start; step > 0 ? index < stop : index > stop; index += step) taken.push(items[index]);
  if (typeof value === "string") return taken.join("");
  return value instanceof PythonTuple ? new PythonTuple(taken) : taken;
}
