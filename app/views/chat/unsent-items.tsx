import { useText } from "../../messages/use-text.ts";
import { useApp, useComposer, useDraftKey } from "../../state/use-app.ts";
import { FailureCard } from "../../ui/failure-card.tsx";
import { loadLater } from "../../ui/load-later.tsx";

const ManualCallCard = loadLater(() => import("./manual-call-card.tsx").then((m) => m.ManualCallCard));

/** The message that is being sent, until it is stored. */
export function SendingQuestion() {
  const t = useText();
  const sending = useComposer((composer) => composer.sending);
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
export function ManualCalls() {
  const manualCalls = useComposer((composer) => composer.manualCalls);
  return manualCalls.map((call) => <ManualCallCard key={call.key} manualCall={call} />);
}

/** Why the last message was not sent: above the composer, where it is seen wherever the messages are scrolled to. */
export function ComposerProblem() {
  const { chat } = useApp();
  const draftKey = useDraftKey();
  const problem = useComposer((composer) => composer.problem);
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
