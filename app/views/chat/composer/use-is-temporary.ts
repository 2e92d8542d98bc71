import type { DraftKey } from "../../../state/composer/composer-state.ts";
import { useAppState, useComposer } from "../../../state/use-app.ts";

/** True for a chat that is kept nowhere, and for a new one that is to be. */
export function useIsTemporary(draftKey: DraftKey): boolean {
  const isStored = useAppState((state) => state.conversations.find(({ id }) => id === draftKey)?.temporary === true);
  const isChosen = useComposer(draftKey, ({ draft }) => draft.temporary === true);
  return isStored || isChosen;
}
