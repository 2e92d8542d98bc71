import type { AppDeps, StateAccess } from "./app-state.ts";
import { type ComposerActions, createComposerActions } from "./composer/composer-actions.ts";
import type { FileActions } from "./composer/file-actions.ts";
import { createStartingRuns } from "./composer/starting-runs.ts";
import { type ConversationActions, createConversationActions } from "./conversation-actions.ts";
import { createRunActions, type RunActions } from "./run-actions.ts";
import type { ToastActions } from "./toast-actions.ts";

/** Everything the user can do in the chat. */
export type ChatActions = ComposerActions & ConversationActions & RunActions;

export function createChatActions(
  deps: AppDeps,
  state: StateAccess,
  toasts: ToastActions,
  files: Pick<FileActions, "complete">,
): ChatActions {
  const starting = createStartingRuns(deps.api, state);
  const runs = createRunActions(deps.api, state, toasts, starting);
  return {
    ...runs,
    ...createConversationActions(deps, state, toasts),
    ...createComposerActions(deps, state, starting, runs, files),
  };
}
