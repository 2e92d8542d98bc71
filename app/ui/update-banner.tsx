import type { ReactElement } from "react";
import { useAppState, useText } from "../use-app.ts";
import { Button } from "./button.tsx";

/** Offers what a reload brings, such as a newer version that waits; never taken under a run. */
export function UpdateBanner(): ReactElement | null {
  const t = useText();
  const applyUpdate = useAppState((state) => state.applyUpdate);
  const gain = useAppState((state) => state.updateGain);
  const isBusy = useAppState((state) => Object.values(state.runs).some((run) => run.end === undefined));
  if (applyUpdate === null) return null;
  return (
    <div className="update" role="status" data-testid="update" data-gain={gain}>
      <p>{t.text(gain === "version" ? "update.ready" : "update.isolation")}</p>
      <Button small tone="primary" icon="refresh" disabled={isBusy} onClick={applyUpdate}>
        {t.text(gain === "version" ? "update.apply" : "update.reload")}
      </Button>
    </div>
  );
}
