import { useState } from "react";
import { useText } from "../../messages/use-text.ts";
import { useApp } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { DropZone } from "../../ui/drop-zone.tsx";
import type { FoundFile } from "../../ui/read-dropped.ts";

/** The name of a part of a model that comes in several files. */
const PART = /-\d{5}-of-\d{5}\.gguf$/i;

/** A model file of the user's: dropped, picked, or found in a folder. */
export function ImportSection() {
  const t = useText();
  const { models, store } = useApp();
  const [importing, setImporting] = useState(false);
  const [found, setFound] = useState<readonly FoundFile[] | null>(null);

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
  /** The model first: its projector is stored with it. */
  const importAll = async ([model, ...parts]: readonly FoundFile[], projector: FoundFile | undefined) => {
    if (model !== undefined) await take(() => models.importModel(model.file, ...parts.map(({ file }) => file)));
    if (projector !== model) await importFile(projector?.file);
  };
  const lookThrough = (files: readonly FoundFile[]) => {
    const config = files.find(({ file }) => file.name === "mlc-chat-config.json");
    if (config !== undefined) {
      const folder = config.path.slice(0, -config.file.name.length);
      const [title = config.file.name] = folder.split("/").slice(-2);
      const inside = files.filter(({ path }) => path.startsWith(folder)).map(({ file }) => file);
      void take(() => models.importFolder(title, inside));
      return;
    }
    const weights = files.filter(({ path }) => /\.gguf$/i.test(path));
    const [projector] = weights.filter(({ file }) => /mmproj/i.test(file.name));
    const candidates = weights.length === 1 ? weights : weights.filter((file) => file !== projector);
    const isSplit = candidates.length > 1 && candidates.every(({ path }) => PART.test(path));
    if (candidates.length === 1 || isSplit) void importAll(candidates, projector);
    else setFound(candidates);
  };
  const takeDropped = (files: readonly FoundFile[]) => {
    const [first, ...more] = files;
    // A file that is no GGUF may still be one that the model's reader knows, a run for instance.
    if (first !== undefined && more.length === 0 && first.path === first.file.name) void importFile(first.file);
    else if (first !== undefined) lookThrough(files);
  };
  return (
    <DropZone
      heading={<h2>{t.text("models.import")}</h2>}
      how={t.text("models.import-how")}
      busy={importing}
      testId="import-drop"
      onDrop={takeDropped}
      pickers={[
        {
          text: importing ? "models.importing" : "models.choose-file",
          testId: "import-input",
          icon: "upload",
          accept: ".gguf",
          multiple: true,
          onPick: takeDropped,
        },
        { text: "models.choose-folder", testId: "import-folder", onPick: lookThrough },
      ]}
    >
      {found !== null && (
        <div role="status">
          <p>{t.text(found.length === 0 ? "models.no-gguf" : "models.which")}</p>
          <div className="row">
            {found.map(({ path, file }) => (
              <Button key={path} small onClick={() => void importFile(file)}>
                {file.name}
              </Button>
            ))}
          </div>
        </div>
      )}
    </DropZone>
  );
}
