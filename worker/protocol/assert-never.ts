/** Ends an exhaustive switch: a new member of a union stops compiling here. Throws if foreign data got this far. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
