import type { Composers, DraftKey } from "./composer/composer-state.ts";
import type { View } from "./view.ts";

/** The project of a chat, or the one that a new chat is to begin in. */
export function toChatProject(
  { conversations, composers }: Pick<View, "conversations"> & { readonly composers: Composers },
  key: DraftKey,
): string | undefined {
  return conversations.find(({ id }) => id === key)?.folder ?? composers[key]?.draft.project;
}
