import type { Answer } from "../../../worker/protocol/answer.ts";
import type { AssistantMessage } from "../../../worker/protocol/message.ts";
import { useText } from "../../messages/use-text.ts";
import { toWritten } from "../../parts/turn/to-written.ts";
import { toHash } from "../../state/route.ts";
import { useApp, useIsDeveloper } from "../../state/use-app.ts";
import { IconButton } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ANSWER_EXTRAS } from "./answer-extras.ts";
import { BranchPicker } from "./branch-picker.tsx";

interface AnswerActionsProps {
  readonly message: AssistantMessage;
  readonly siblings: readonly string[];
  readonly cost: Answer["cost"] | undefined;
}

/** Things to do with an answer that has ended. */
export function AnswerActions({ message, siblings, cost }: AnswerActionsProps) {
  const t = useText();
  const { chat } = useApp();
  const isDeveloper = useIsDeveloper();
  const text = toWritten(message.turns);
  return (
    <footer className="answer-actions">
      <BranchPicker messageId={message.id} siblings={siblings} />
      {text !== "" && <CopyButton text={text} label="action.copy-answer" />}
      {text !== "" &&
        ANSWER_EXTRAS.map((Extra, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <Extra key={index} message={message} text={text} />
        ))}
      <IconButton
        icon="refresh"
        text="action.regenerate"
        onClick={() => void chat.regenerate(message.conversationId, message.id)}
      />
      <a
        className="icon-button button-quiet"
        href={toHash({ type: "run", runId: message.runId })}
        aria-label={t.text("action.open-run")}
        title={t.text("action.open-run")}
      >
        <Icon name="timeline" />
      </a>
      {isDeveloper && cost !== undefined && cost.writtenTokens > 0 && (
        <span className="answer-cost">
          {t.text("chat.cost", {
            tokens: t.number(cost.writtenTokens),
            speed: t.number(toSpeed(cost.writtenTokens, cost.decodeMs), {
              maximumFractionDigits: 1,
            }),
          })}
        </span>
      )}
    </footer>
  );
}

function toSpeed(tokens: number, milliseconds: number): number {
  return milliseconds === 0 ? 0 : tokens / (milliseconds / 1000);
}
