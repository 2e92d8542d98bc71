import { useAppState, useComposer, useDraftKey } from "../../../state/use-app.ts";

/** True for a chat that is kept nowhere, and for a new one that is to be. */
export function useIsTemporary(): boolean {
  const draftKey = useDraftKey();
  const isStored = useAppState((state) => state.conversations.find(({ id }) => id === draftKey)?.temporary === true);
  const isChosen = useComposer(({ draft }) => draft.temporary === true);
  return isStored || isChosen;
}
