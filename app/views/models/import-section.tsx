import { type ReactElement, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { DropZone } from "../../ui/drop-zone.tsx";
import { useApp, useText } from "../../use-app.ts";

/** A model file of the person's own: dropped, picked, or found in a folder. */
export function ImportSection(): ReactElement {
  const t = useText();
  const { models, store } = useApp();
  const [importing, setImporting] = useState(false);
  const [found, setFound] = useState<readonly File[] | null>(null);

  const take = async (importing: () => Promise<void>) => {
    setFound(null);
    setImporting(true);
    await importing();
    setImporting(false);
    const { modelState } = store.getState();
    // A run that was picked is played once and not kept.
    const isKept = modelState.type === "ready" && modelState.modelId.startsWith("imported-");
    if (isKept) await models.changeSettings({ modelId: modelState.modelId });
  };
  const importFile = async (file: File | undefined) => {
    if (file !== undefined) await take(() => models.importModel(file));
  };
  const lookThrough = (files: readonly File[]) => {
    const config = files.find(({ name }) => name === "mlc-chat-config.json");
    if (config !== undefined) {
      const [folder = config.name] = config.webkitRelativePath.split("/");
      void take(() => models.importFolder(folder, files));
      return;
    }
    const candidates = files.filter(({ name }) => /\.gguf$/i.test(name));
    if (candidates.length === 1) void importFile(candidates[0]);
    else setFound(candidates);
  };
  return (
    <DropZone
      heading={<h2>{t.text("models.import")}</h2>}
      how={t.text("models.import-how")}
      busy={importing}
      onDrop={([file]) => void importFile(file)}
      pickers={[
        {
          label: t.text(importing ? "models.importing" : "models.choose-file"),
          testId: "import-input",
          icon: "upload",
          accept: ".gguf",
          onPick: ([file]) => void importFile(file),
        },
        { label: t.text("models.choose-folder"), testId: "import-folder", onPick: lookThrough },
      ]}
    >
      {found !== null && (
        <div role="status">
          <p>{t.text(found.length === 0 ? "models.no-gguf" : "models.which")}</p>
          <div className="row">
            {found.map((file) => (
              <Button key={file.webkitRelativePath} small onClick={() => void importFile(file)}>
                {file.name}
              </Button>
            ))}
          </div>
        </div>
      )}
    </DropZone>
  );
}
