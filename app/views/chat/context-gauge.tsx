import { useText } from "../../messages/use-text.ts";
import { useReadyModel } from "../../state/use-app.ts";

/** How full the model's context window is. */
export function ContextGauge({ tokens }: { readonly tokens: number }) {
  const t = useText();
  const size = useReadyModel()?.contextTokens ?? 0;
  if (size === 0) return null;
  const fraction = Math.min(1, tokens / size);
  const label = t.text("chat.context", { used: t.number(tokens), size: t.number(size) });
  return (
    <div className="gauge" data-full={fraction > 0.85 ? "" : undefined} title={label}>
      <meter className="visually-hidden" min={0} max={size} value={tokens} aria-label={label} />
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <circle className="gauge-track" cx="10" cy="10" r="7" pathLength={100} />
        <circle
          className="gauge-fill"
          cx="10"
          cy="10"
          r="7"
          pathLength={100}
          strokeDasharray={`${fraction * 100} 100`}
        />
      </svg>
      <span aria-hidden="true">{t.number(fraction, { style: "percent" })}</span>
    </div>
  );
}
