import type { Failure } from "../../worker/protocol/failure.ts";
import { useText } from "../messages/use-text.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

interface FailureCardProps {
  readonly failure: Failure;
  /** The name of the file or model that it befell. */
  readonly subject?: string | undefined;
  /** The fault's meaning here, in the place of the usual one. */
  readonly meaning?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
  readonly onDismiss?: (() => void) | undefined;
}

/** A fault in three sentences: what happened, what it means, what to do. */
export function FailureCard({ failure, subject, meaning, onRetry, onDismiss }: FailureCardProps) {
  const t = useText();
  const text = t.failure(failure);
  return (
    <div className="failure" role="alert" data-testid="failure" data-code={failure.code}>
      <Icon name="alert" />
      <div className="failure-body">
        <p className="failure-what">
          {subject !== undefined && <bdi>{subject}: </bdi>}
          {text.what}
        </p>
        {failure.space && (
          <p>{t.text("failure.space", { needed: t.bytes(failure.space.needed), free: t.bytes(failure.space.free) })}</p>
        )}
        <p>{meaning ?? text.meaning}</p>
        <p>{text.remedy}</p>
        {failure.detail !== undefined && failure.detail !== "" && (
          <details className="failure-detail">
            <summary>{t.text("failure.details")}</summary>
            <pre>{failure.detail}</pre>
          </details>
        )}
        {(onRetry || onDismiss) && (
          <div className="row">
            {onRetry && <Button text="action.retry" small icon="refresh" onClick={onRetry} />}
            {onDismiss && <Button text="action.dismiss" small tone="quiet" onClick={onDismiss} />}
          </div>
        )}
      </div>
    </div>
  );
}
