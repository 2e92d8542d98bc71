import { useState } from "react";
import type { Failure } from "../../../../worker/protocol/failure.ts";
import { useText } from "../../../messages/use-text.ts";
import { hasStoredFiles } from "../../../parts/model/has-stored-files.ts";
import { forgetPage, reloadSaying } from "../../../services/page-data.ts";
import { toResult } from "../../../state/app-state.ts";
import { useApp } from "../../../state/use-app.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/fields/form.tsx";
import { Wait } from "../../../ui/wait.tsx";

interface DeleteEverythingProps {
  readonly onFailure: (failure: Failure | null) => void;
}

/** Deletes all that the user has brought here, also what only the page keeps, and starts anew. */
export function DeleteEverything({ onFailure }: DeleteEverythingProps) {
  const t = useText();
  const { api, toasts } = useApp();
  const [asking, setAsking] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [withModels, setWithModels] = useState(false);
  const remove = async () => {
    setAsking(false);
    setDeleting(true);
    const models = withModels ? await toResult(deleteModels()) : null;
    const deleted = models === null || models.ok ? await toResult(api.deleteEverything()) : models;
    setDeleting(false);
    onFailure(deleted.ok ? null : deleted.failure);
    if (!deleted.ok) return;
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
    return api.dropEmbeddingModel();
  };
  return (
    <div className="field data-part">
      <h2>{t.text("data.delete")}</h2>
      <p className="quiet">{t.text("data.delete-note")}</p>
      <Checkbox label={t.text("data.delete-models")} value={withModels} onChange={setWithModels} />
      <div className="row">
        {asking ? (
          <>
            <Button tone="danger" onClick={() => void remove()}>
              {t.text("data.delete-sure")}
            </Button>
            <Button tone="quiet" onClick={() => setAsking(false)}>
              {t.text("action.cancel")}
            </Button>
          </>
        ) : (
          <Button tone="danger" disabled={deleting} onClick={() => setAsking(true)}>
            {t.text("data.delete")}
          </Button>
        )}
      </div>
      {deleting && <Wait label={t.text("data.wait.delete")} />}
    </div>
  );
}
