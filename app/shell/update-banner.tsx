import { useState } from "react";
import { RUN_LOCK } from "../../worker/protocol/ids.ts";
import { useText } from "../messages/use-text.ts";
import { useAppState } from "../state/use-app.ts";
import { Button } from "../ui/button.tsx";

/** Offers what a reload brings, such as a newer version that waits; never taken under a run, in any tab. */
export function UpdateBanner() {
  const t = useText();
  const applyUpdate = useAppState((state) => state.applyUpdate);
  const gain = useAppState((state) => state.updateGain);
  const isBusy = useAppState((state) => Object.values(state.runs).some((run) => run.end === undefined));
  const [step, setStep] = useState<"offered" | "refused" | "taken">("offered");
  if (applyUpdate === null) return null;
  const take = async () => {
    setStep("taken");
    // A newer version reloads the other tabs too.
    if (gain === "version" && (await isAnyRunAlive())) setStep("refused");
    else applyUpdate();
  };
  return (
    <div className="update" role="status" data-testid="update" data-gain={gain}>
      <p>
        {t.text(gain === "version" ? "update.ready" : "update.isolation")}
        {(isBusy || step === "refused") && ` ${t.text("update.waits")}`}
      </p>
      <Button
        text={step === "taken" ? "state.loading" : gain === "version" ? "update.apply" : "update.reload"}
        small
        tone="primary"
        icon="refresh"
        disabled={isBusy || step === "taken"}
        aria-busy={step === "taken"}
        onClick={() => void take()}
      />
    </div>
  );
}

async function isAnyRunAlive(): Promise<boolean> {
  try {
    const { held = [] } = await navigator.locks.query();
    return held.some(({ name }) => name?.startsWith(RUN_LOCK) === true);
  } catch {
    // Where locks are refused, no other tab is known of.
    return false;
  }
}
