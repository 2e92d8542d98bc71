import { useText } from "../../messages/use-text.ts";
import type { DraftKey } from "../../state/composer/composer-state.ts";
import { useApp, useComposer } from "../../state/use-app.ts";
import { FailureCard } from "../../ui/failure-card.tsx";
import { loadLater } from "../../ui/load-later.tsx";

const ManualCallCard = loadLater(() => import("./manual-call-card.tsx").then((m) => m.ManualCallCard));

/** The message that is being sent, until it is stored. */
export function SendingQuestion({ draftKey }: { readonly draftKey: DraftKey }) {
  const t = useText();
  const sending = useComposer(draftKey, (composer) => composer.sending);
  if (sending === null) return null;
  return (
    <div className="question question-sending" aria-busy="true">
      <div className="question-bubble" dir="auto">
        {sending.text}
      </div>
      <p className="quiet">{t.text("chat.sending")}</p>
    </div>
  );
}

/** The user's own tool calls, which are not stored. */
export function ManualCalls({ draftKey }: { readonly draftKey: DraftKey }) {
  const manualCalls = useComposer(draftKey, (composer) => composer.manualCalls);
  return manualCalls.map((call) => <ManualCallCard key={call.key} draftKey={draftKey} manualCall={call} />);
}

/** Why the last message was not sent: above the composer, where it is seen wherever the messages are scrolled to. */
export function ComposerProblem({ draftKey }: { readonly draftKey: DraftKey }) {
  const { chat } = useApp();
  const problem = useComposer(draftKey, (composer) => composer.problem);
  if (problem === null) return null;
  return (
    <div className="composer-problem">
      <FailureCard
        failure={problem.failure}
        onRetry={problem.draft.text === "" ? undefined : () => void chat.retry(draftKey)}
        onDismiss={() => chat.dismissProblem(draftKey)}
      />
    </div>
  );
}
