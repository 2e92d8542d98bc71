import { DEFAULT_SETTINGS } from "../../../../worker/protocol/settings.ts";
import { useText } from "../../../messages/use-text.ts";
import { StorageLine } from "../../../parts/frame/storage-line.tsx";
import { useApp } from "../../../state/use-app.ts";
import { ConfirmButton } from "../../../ui/confirm-button.tsx";
import { PackSection } from "./pack-section.tsx";
import "../../../styles/models.css";
import { DataSection } from "./data-section.tsx";

/** Stored settings, and everything back to its defaults. */
export function DataSettings() {
  const t = useText();
  const { models, toasts } = useApp();
  const reset = async () => {
    await models.changeSettings(DEFAULT_SETTINGS);
    toasts.show({ text: "toast.settings-reset" });
  };
  return (
    <>
      <StorageLine />
      <DataSection />
      <PackSection />
      <div className="field data-part">
        <h2>{t.text("settings.reset")}</h2>
        <p className="quiet">{t.text("settings.reset-note")}</p>
        <div className="row">
          <ConfirmButton text="settings.reset" sure={t.text("settings.reset-sure")} onConfirm={() => void reset()} />
        </div>
      </div>
    </>
  );
}
