import { type ReactElement, useState } from "react";
import type { ModelPlan } from "../../../worker/protocol/device-plan.ts";
import type { ModelEntry, ModelState } from "../../../worker/protocol/model.ts";
import { CATALOG_HOSTS, readAllowedHosts, writeAllowedHosts } from "../../boot/allowed-hosts.ts";
import { useText } from "../../messages/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { useApp } from "../../use-app.ts";

interface LoadButtonProps {
  readonly model: ModelEntry;
  readonly plan: ModelPlan | undefined;
  readonly state: ModelState;
  readonly primary: boolean;
}

/** Loads a model; one from a model host after the user has allowed the hosts. */
export function LoadButton({ model, plan, state, primary }: LoadButtonProps): ReactElement {
  const t = useText();
  const { models, store } = useApp();
  const [asking, setAsking] = useState(false);
  const isReady = state.type === "ready" && state.modelId === model.id;
  // Another one under way is stopped for this one; what was downloaded of it is kept.
  const isLoading = state.type === "loading" && state.modelId === model.id;
  const isHere = model.local || model.stored === true || model.host !== undefined;
  const load = async () => {
    if (!isHere && !CATALOG_HOSTS.every((host) => readAllowedHosts().includes(host))) {
      setAsking(true);
      return;
    }
    await models.loadModel(model.id);
    // Only one that has come up is loaded by itself from now on: one that fails must not fail at every start.
    const { modelState } = store.getState();
    const isUp = modelState.type === "ready" && modelState.modelId === model.id;
    // A server is first on the list for as long as it is set.
    if (isUp && !model.engines.includes("scripted") && model.host === undefined)
      await models.changeSettings({ modelId: model.id });
  };
  if (asking) {
    return (
      <div className="consent" role="alert">
        <p>{t.text("models.hosts", { hosts: CATALOG_HOSTS.map((host) => host.replace("https://", "")).join(", ") })}</p>
        <div className="row">
          <Button tone="primary" onClick={() => allowAndReload(model.id)}>
            {t.text("models.allow")}
          </Button>
          <Button tone="quiet" onClick={() => setAsking(false)}>
            {t.text("action.cancel")}
          </Button>
        </div>
      </div>
    );
  }
  const text = isReady
    ? "models.loaded"
    : model.partialBytes !== undefined
      ? "models.resume"
      : plan?.verdict === "does-not-fit" || plan?.verdict === "other-engine"
        ? "models.try"
        : isHere
          ? "model.load"
          : "model.download";
  return (
    <Button
      tone={primary && !isReady ? "primary" : "plain"}
      icon={isHere ? "play" : "download"}
      disabled={isLoading || isReady}
      onClick={() => void load()}
    >
      {t.text(text)}
    </Button>
  );
}

/** The content policy is laid down when the page loads, so new hosts take a reload; the address then loads the model. */
function allowAndReload(modelId: string): void {
  writeAllowedHosts([...readAllowedHosts(), ...CATALOG_HOSTS]);
  const url = new URL(location.href);
  url.searchParams.set("model", modelId);
  url.searchParams.delete("engine");
  location.replace(url);
  if (url.href.split("#")[0] === location.href.split("#")[0]) location.reload();
}
