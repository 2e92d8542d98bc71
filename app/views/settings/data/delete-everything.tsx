import { useState } from "react";
import { useText } from "../../../messages/use-text.ts";
import type { Report } from "../../../parts/frame/use-faults.tsx";
import { hasStoredFiles } from "../../../parts/model/has-stored-files.ts";
import { forgetPage, reloadSaying } from "../../../services/page-data.ts";
import { useApp } from "../../../state/use-app.ts";
import { ConfirmButton } from "../../../ui/confirm-button.tsx";
import { Checkbox } from "../../../ui/fields/form.tsx";
import { Wait } from "../../../ui/wait.tsx";

/** Deletes all that the user has brought here, also what only the page keeps, and starts anew. */
export function DeleteEverything({ report }: { readonly report: Report }) {
  const t = useText();
  const { api, toasts } = useApp();
  const [deleting, setDeleting] = useState(false);
  const [withModels, setWithModels] = useState(false);
  const remove = async () => {
    setDeleting(true);
    const models = withModels ? await report(deleteModels()) : null;
    const deleted = models === undefined ? undefined : await report(api.deleteEverything());
    setDeleting(false);
    if (deleted === undefined) return;
    try {
      await forgetPage();
      reloadSaying("data.deleted");
    } catch {
      toasts.show({ text: "toast.not-saved" });
    }
  };
  const deleteModels = async () => {
    await api.unloadModel();
    const stored = (await api.listModels()).filter(hasStoredFiles);
    for (const { id } of stored) {
      const deleted = await api.deleteModel(id);
      if (!deleted.ok) return deleted;
    }
    await api.dropReranker();
    return api.dropEmbeddingModel();
  };
  return (
    <div className="field data-part">
      <h2>{t.text("data.delete")}</h2>
      <p className="quiet">{t.text("data.delete-note")}</p>
      <Checkbox text="data.delete-models" value={withModels} onChange={setWithModels} />
      <div className="row">
        <ConfirmButton
          text="data.delete"
          tone="danger"
          disabled={deleting}
          sure={t.text("data.delete-sure")}
          onConfirm={() => void remove()}
        />
      </div>
      {deleting && <Wait label={t.text("data.wait.delete")} />}
    </div>
  );
}
