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
  if (typeof value !== "object" || value === null) return null;
  const { title, before, after, saves, deletes, file } = value as Partial<Record<keyof EffectPreview, unknown>>;
  if (typeof title !== "string" || !isSide(before) || !isSide(after)) return null;
  if (before === null && after === null) return null;
  const shown = { title: shorten(title, TITLE_CHARACTERS), before: toSide(before), after: toSide(after) };
  if (isFile(file)) {
    const runs = file.runs === true ? { runs: true as const } : {};
    return { ...shown, file: { action: file.action, path: shorten(file.path, TITLE_CHARACTERS), ...runs } };
  }
  if (isDeleting(deletes)) return { ...shown, deletes: { notes: deletes.notes } };
  return isSaving(saves)
    ? { ...shown, saves: { notes: saves.notes, namespace: shorten(saves.namespace, TITLE_CHARACTERS) } }
    : shown;
}

function isSaving(value: unknown): value is NonNullable<EffectPreview["saves"]> {
  if (typeof value !== "object" || value === null) return false;
  const { notes, namespace } = value as Readonly<Record<string, unknown>>;
  return Number.isSafeInteger(notes) && typeof namespace === "string";
}

function isDeleting(value: unknown): value is NonNullable<EffectPreview["deletes"]> {
  return typeof value === "object" && value !== null && "notes" in value && Number.isSafeInteger(value.notes);
}

const ACTIONS: readonly unknown[] = ["create", "change", "move", "delete"] satisfies FileAction[];

function isFile(value: unknown): value is NonNullable<EffectPreview["file"]> {
  if (typeof value !== "object" || value === null) return false;
  const { action, path } = value as Readonly<Record<string, unknown>>;
  return ACTIONS.includes(action) && typeof path === "string";
}

function isSide(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}

function toSide(text: string | null): string | null {
  return text === null ? null : shorten(text, SIDE_CHARACTERS);
}
