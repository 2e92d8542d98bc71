import type { EffectPreview } from "../../protocol/run-event.ts";

/** What a preview says of notes that are going to be saved. */
export function previewSaving(notes: number, namespace: string): Pick<EffectPreview, "title" | "saves"> {
  return { title: `Save ${notes === 1 ? "a note" : `${notes} notes`} in ${namespace}`, saves: { notes, namespace } };
}
