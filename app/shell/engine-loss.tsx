import type { ModelState } from "../../worker/protocol/model.ts";
import { useText } from "../messages/use-text.ts";
import { toModelTitle } from "../parts/model/model-status.tsx";
import { useApp, useAppState } from "../state/use-app.ts";
import { Button, TextLink } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";

/**
 * Offers what to do after an engine failed (load the model again, or on the slower engine), or when a model was held
 * back at the start because its last loads did not finish.
 */
export function EngineLoss({ state }: { readonly state: Extract<ModelState, { type: "failed" }> }) {
  const t = useText();
  const { models: actions } = useApp();
  const models = useAppState((now) => now.models);
  const { modelId, failure, fallback, retryAt } = state;
  const title = toModelTitle(modelId, models);
  const text = t.failure(failure);
  const isHeld = failure.code === "load-unfinished";
  return (
    <div className="failure" role="alert" data-testid="engine-loss" data-code={failure.code}>
      <Icon name="alert" />
      <div className="failure-body">
        <p className="failure-what">{isHeld ? t.text("loss.unfinished", { title }) : text.what}</p>
        {isHeld && (
          <p>
            {text.meaning} {text.remedy}
          </p>
        )}
        {!isHeld && <p>{t.text("loss.choice", { title })}</p>}
        {retryAt !== undefined && <p>{t.text("loss.retry-at", { time: t.date(retryAt) })}</p>}
        <div className="row">
          {fallback !== undefined && (
            <Button
              text="loss.processor"
              small
              tone="primary"
              onClick={() => void actions.loadModel(modelId, fallback)}
            />
          )}
          <Button
            text={isHeld ? "loss.load" : "loss.again"}
            small
            icon="refresh"
            onClick={() => void actions.loadModel(modelId)}
          />
          {isHeld && <TextLink text="loss.other" href="#/models" />}
        </div>
      </div>
    </div>
  );
}
