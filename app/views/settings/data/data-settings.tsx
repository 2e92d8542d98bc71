import { useState } from "react";
import { DEFAULT_SETTINGS } from "../../../../worker/protocol/settings.ts";
import { useText } from "../../../messages/use-text.ts";
import { StorageLine } from "../../../parts/frame/storage-line.tsx";
import { useApp } from "../../../state/use-app.ts";
import { Button } from "../../../ui/button.tsx";
import { PackSection } from "./pack-section.tsx";
import "../../../styles/models.css";
import { DataSection } from "./data-section.tsx";

/** What is stored, and everything back to its defaults. */
export function DataSettings() {
  const t = useText();
  const { models, toasts } = useApp();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <StorageLine />
      <DataSection />
      <PackSection />
      <div className="field data-part">
        <h2>{t.text("settings.reset")}</h2>
        <p className="quiet">{t.text("settings.reset-note")}</p>
        <div className="row">
          {asking ? (
            <>
              <Button
                tone="danger"
                onClick={() => {
                  setAsking(false);
                  void models
                    .changeSettings(DEFAULT_SETTINGS)
                    .then(() => toasts.show({ text: "toast.settings-reset" }));
                }}
              >
                {t.text("settings.reset-sure")}
              </Button>
              <Button tone="quiet" onClick={() => setAsking(false)}>
                {t.text("action.cancel")}
              </Button>
            </>
          ) : (
            <Button onClick={() => setAsking(true)}>{t.text("settings.reset")}</Button>
          )}
        </div>
      </div>
    </>
  );
}
