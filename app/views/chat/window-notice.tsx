import type { Message } from "../../../worker/protocol/message.ts";
import { useText } from "../../messages/use-text.ts";
import type { PathMessage } from "../../state/message-path.ts";
import { useApp, useDraftKey, useReadyModel } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import "../../styles/summary.css";

/** How full the context is when a summary is offered before anything is left out. */
const OFFER_AT = 0.7;

interface WindowNoticeProps {
  readonly path: readonly PathMessage[];
  /** The size of the model's context, in tokens. */
  readonly tokens: number | undefined;
}

/** Says that older messages are not sent any more, and offers to have them summed up. */
export function WindowNotice({ path, tokens }: WindowNoticeProps) {
  const t = useText();
  const { chat } = useApp();
  const key = useDraftKey();
  const size = useReadyModel()?.contextTokens ?? 0;
  const newest = path.at(-1)?.message;
  if (newest?.role !== "assistant" || newest.summary !== undefined || newest.state === "running") return null;
  const leftOut = newest.leftOut ?? 0;
  const full = tokens !== undefined && size > 0 && tokens / size > OFFER_AT;
  const offered = canSummarize(path.map(({ message }) => message));
  if (leftOut === 0 && !(full && offered)) return null;
  return (
    <aside className="window-notice" data-testid="window-notice">
      <Icon name="note" />
      <p>
        {leftOut > 0 ? t.count("window.left-out", leftOut) : t.text("window.full")}
        {offered && <span className="quiet"> {t.text("window.offer")}</span>}
      </p>
      {offered && <Button text="summary.make" small onClick={() => void chat.summarize(key)} />}
    </aside>
  );
}

/** True where there is a question with its answer before the newest one, and no summary in use stands for it. */
export function canSummarize(path: readonly Message[]): boolean {
  const newest = path.findLast(
    (message) =>
      message.role === "assistant" &&
      message.summary !== undefined &&
      message.summary.undone !== true &&
      message.state === "complete",
  );
  const through = newest?.role === "assistant" ? newest.summary?.through : undefined;
  const rest = path.slice(path.findIndex(({ id }) => id === through) + 1);
  return rest.filter(({ role }) => role === "user").length > 1;
}
