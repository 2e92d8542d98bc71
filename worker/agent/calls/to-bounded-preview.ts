import { toFields } from "../../protocol/json.ts";
import type { EffectPreview } from "../../protocol/run-event.ts";
import { shorten } from "../../protocol/shorten.ts";
import type { FileAction } from "../../protocol/workspaces/workspace.ts";

/** Maximum characters of a preview's title, and of each of its sides. */
const TITLE_CHARACTERS = 200;
const SIDE_CHARACTERS = 20_000;

/**
 * A tool's preview as a card can show it: text only, each part cut to its limit. Null for anything else: a tool may
 * come from outside, and its card must appear whatever its preview returns.
 */
export function toBoundedPreview(value: unknown): EffectPreview | null {
  const fields = toFields(value);
  const { title, before, after } = fields;
  if (typeof title !== "string" || !isSide(before) || !isSide(after)) return null;
  if (before === null && after === null) return null;
  return { title: cut(title), before: toSide(before), after: toSide(after), ...toSubject(fields) };
}

const ACTIONS: readonly FileAction[] = ["create", "change", "move", "delete"];

/** The subject of a change: a file, notes that are deleted, or notes that are saved; none where that is not told. */
function toSubject(fields: ReturnType<typeof toFields>): Pick<EffectPreview, "file" | "deletes" | "saves"> {
  const { action, path, runs } = toFields(fields.file);
  const known = ACTIONS.find((each) => each === action);
  if (known !== undefined && typeof path === "string") {
    return { file: { action: known, path: cut(path), ...(runs === true ? { runs } : {}) } };
  }
  const deleted = toFields(fields.deletes).notes;
  if (isCount(deleted)) return { deletes: { notes: deleted } };
  const { notes, namespace } = toFields(fields.saves);
  return isCount(notes) && typeof namespace === "string" ? { saves: { notes, namespace: cut(namespace) } } : {};
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isSide(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}

function toSide(text: string | null): string | null {
  return text === null ? null : shorten(text, SIDE_CHARACTERS);
}

function cut(text: string): string {
  return shorten(text, TITLE_CHARACTERS);
}
