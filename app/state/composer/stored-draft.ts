import type { TextStore } from "../text-store.ts";
import { type Draft, type DraftKey, type DraftSource, EMPTY_DRAFT, toOwnDraft } from "./composer-state.ts";

const SOURCES: readonly DraftSource[] = ["link", "share", "paste"];

/** The draft of an earlier visit, without its files. */
export function readDraft(texts: TextStore, key: DraftKey): Draft {
  const stored = texts.read(`draft-source.${key}`);
  const source = SOURCES.find((each) => each === stored);
  const draft = { ...EMPTY_DRAFT, text: texts.read(`draft.${key}`) };
  return source === undefined ? draft : { ...draft, source };
}

/** Keeps a draft over a reload. Returns it as it counts from now on: an empty text has no source. */
export function writeDraft(texts: TextStore, key: DraftKey, draft: Draft): Draft {
  const kept = draft.text === "" ? toOwnDraft(draft) : draft;
  texts.write(`draft.${key}`, kept.text);
  texts.write(`draft-source.${key}`, kept.source ?? "");
  return kept;
}
