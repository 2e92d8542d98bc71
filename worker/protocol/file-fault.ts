/** A fault in a file that describes a tool, a skill or a flow; that file is skipped, everything else works. */
export interface FileFault {
  /** Name as the user knows it. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** A parsed file, or all of its faults. */
export type Reading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly faults: readonly FileFault[] };

/** `file:line: message`, the form that editors and terminals link. */
export function formatFault({ file, line, message }: FileFault): string {
  return `${file}:${line}: ${message}`;
}
