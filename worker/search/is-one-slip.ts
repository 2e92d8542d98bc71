/** True for two words that one slip of typing sets apart: a letter changed, added, left out or swapped with the next. */
export function isOneSlip(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short === long || long.length - short.length > 1) return false;
  const start = countShared(short, long);
  const [left, right] = [short.slice(start), long.slice(start)];
  if (short.length < long.length) return left === right.slice(1);
  if (left.slice(1) === right.slice(1)) return true;
  return left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2);
}

/** How many letters two words begin with alike. */
export function countShared(one: string, other: string): number {
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return shared;
}
