import { itemsOf, PythonTuple, type PythonValue, toNumeric, typeName } from "./python-value.ts";

/** Python's `==`, deep. */
export function isEqual(left: PythonValue, right: PythonValue): boolean {
  const [first, second] = [toNumeric(left), toNumeric(right)];
  if (first !== null && second !== null) return first === second;
  if (Array.isArray(left) && Array.isArray(right)) return areEqual(left, right);
  if (left instanceof PythonTuple && right instanceof PythonTuple) return areEqual(left.items, right.items);
  if (left instanceof Map && right instanceof Map) {
    return (
      left.size === right.size && [...left].every(([key, item]) => right.has(key) && isEqual(item, right.get(key)))
    );
  }
  return left === right;
}

function areEqual(left: readonly PythonValue[], right: readonly PythonValue[]): boolean {
  return left.length === right.length && left.every((item, index) => isEqual(item, right[index]));
}

/** The order of two values, below, at or above zero. Throws for kinds that Python does not compare. */
export function comparePython(left: PythonValue, right: PythonValue): number {
  const [first, second] = [toNumeric(left), toNumeric(right)];
  if (first !== null && second !== null) return first - second;
  if (typeof left === "string" && typeof right === "string") return left < right ? -1 : left > right ? 1 : 0;
  const [firstItems, secondItems] = [left, right].map((value) => (typeof value === "string" ? null : itemsOf(value)));
  if (firstItems && secondItems && typeName(left) === typeName(right) && left !== undefined) {
    for (const [index, item] of firstItems.entries()) {
      if (index >= secondItems.length) return 1;
      if (!isEqual(item, secondItems[index])) return comparePython(item, secondItems[index]);
    }
    return firstItems.length - secondItems.length;
  }
  throw new Error(`'${typeName(left)}' and '${typeName(right)}' cannot be compared`);
}
