import { useEffect, useState } from "react";
import { useText } from "../../messages/use-text.ts";
import type { LiveRun } from "../../state/live-run.ts";
import { useApp } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { ProgressBar, toFraction } from "../../ui/progress-bar.tsx";
import { toLeftText, usePace } from "../../ui/use-pace.ts";

/** A reading that takes longer than this is offered to be cut short. */
const LONG_MS = 15_000;

interface ReadingProps {
  readonly run: LiveRun | undefined;
  readonly prefill: NonNullable<LiveRun["prefill"]>;
}

/** The prompt that the model reads: what that is, how long it still takes, and after a while the ways out of the wait. */
export function Reading({ run, prefill }: ReadingProps) {
  const t = useText();
  const { chat } = useApp();
  const left = usePace(prefill)?.secondsLeft;
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  const label =
    left === undefined ? t.text("chat.reading") : t.text("chat.reading-left", { left: toLeftText(left, t) });
  // A turn after a tool's result reads that.
  const isFirst = (run?.answer.turns.length ?? 0) <= 1;
  return (
    <div className="activity">
      <span className="shimmer">{label}</span>
      <ProgressBar label={t.text("chat.reading")} fraction={toFraction(prefill)} />
      {isLong && run !== undefined && isFirst && (
        <Button
          text="chat.without-tools"
          small
          onClick={() => void chat.regenerate(run.conversationId, run.messageId, true)}
        />
      )}
      {isLong && <NotifyButton />}
    </div>
  );
}

/** Asks for the browser's leave to tell of an answer, where it was never asked. */
function NotifyButton() {
  const [isAsked, setIsAsked] = useState(!("Notification" in globalThis) || Notification.permission !== "default");
  if (isAsked) return null;
  const ask = () => void Notification.requestPermission().then(() => setIsAsked(true));
  return <Button text="chat.notify" small tone="quiet" onClick={ask} />;
}
