import type { EffectPreview } from "../../protocol/run-event.ts";

/** The preview of notes that will be saved. */
export function previewSaving(notes: number, namespace: string): Pick<EffectPreview, "title" | "saves"> {
  return { title: `Save ${notes === 1 ? "a note" : `${notes} notes`} in ${namespace}`, saves: { notes, namespace } };
}
