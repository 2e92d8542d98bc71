import { useId, useState } from "react";
import type { ModelPlan } from "../../../../worker/protocol/device-plan.ts";
import { useText } from "../../../messages/use-text.ts";
import { useApp, useAppState } from "../../../state/use-app.ts";

/** How much of a conversation a model keeps in mind, with the memory that it costs. */
export function ContextChoice({ plan }: { readonly plan: ModelPlan }) {
  const t = useText();
  const id = useId();
  const { models } = useApp();
  const contexts = useAppState(({ settings }) => settings.contexts);
  const { contextChoices: choices = [], modelId } = plan;
  const planned = choices.findIndex(({ contextTokens }) => contextTokens === plan.contextTokens);
  const [moved, setMoved] = useState<number | null>(null);
  const index = moved ?? planned;
  const choice = choices[index];
  if (choice === undefined) return null;
  const set = (at: number): void => {
    setMoved(at);
    const contextTokens = choices[at]?.contextTokens;
    if (contextTokens !== undefined)
      void models.changeSettings({ contexts: { ...contexts, [modelId]: contextTokens } });
  };
  const text = t.text("models.context-cost", {
    tokens: t.number(choice.contextTokens),
    bytes: t.bytes(choice.needBytes),
  });
  return (
    <div className="field" data-testid="context-choice">
      <label htmlFor={id}>{t.text("models.context-choice")}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={choices.length - 1}
        value={index}
        aria-valuetext={text}
        onChange={(event) => set(event.target.valueAsNumber)}
      />
      <output htmlFor={id}>{text}</output>
      <p className="quiet">{t.text("models.context-note")}</p>
    </div>
  );
}
