import { useText } from "../messages/use-text.ts";
import { toModelTitle } from "../parts/model/model-status.tsx";
import type { AppState } from "../state/app-state.ts";
import { useApp, useAppState } from "../state/use-app.ts";
import { FailureCard } from "../ui/failure-card.tsx";

/** A model that could not be loaded, and the one that goes on answering instead. */
export function RefusedModel({ refused }: { readonly refused: NonNullable<AppState["refusedModel"]> }) {
  const t = useText();
  const { models } = useApp();
  const kept = useAppState(({ modelState, models: listed }) =>
    modelState.type === "ready" || modelState.type === "loading" ? toModelTitle(modelState.modelId, listed) : null,
  );
  return (
    <FailureCard
      failure={refused.failure}
      subject={refused.title}
      meaning={kept === null ? undefined : t.text("models.stays", { title: kept })}
      onDismiss={models.dismissFailure}
    />
  );
}
