import { type DragEvent, type ReactElement, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { useApp, useText } from "../../use-app.ts";

/** A model file of the person's own: dropped, picked, or found in a folder. */
export function ImportSection(): ReactElement {
  const t = useText();
  const { models, store } = useApp();
  const [importing, setImporting] = useState(false);
  const [dragging, setDragging] = useState(false);
  const [found, setFound] = useState<readonly File[] | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);

  const importFile = async (file: File | undefined) => {
    if (file === undefined) return;
    setFound(null);
    setImporting(true);
    await models.importModel(file);
    setImporting(false);
    const { modelState } = store.getState();
    // A run that was picked is played once and not kept.
    const isKept = modelState.type === "ready" && modelState.modelId.startsWith("imported-");
    if (isKept) await models.changeSettings({ modelId: modelState.modelId });
  };
  const lookThrough = (files: FileList | null) => {
    const candidates = [...(files ?? [])].filter(({ name }) => /\.gguf$/i.test(name));
    if (candidates.length === 1) void importFile(candidates[0]);
    else setFound(candidates);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDragging(false);
    void importFile(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is an extra to the buttons inside
    <div
      className="drop"
      data-dragging={dragging ? "" : undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setDragging(true);
      }}
      onDragLeave={() => setDragging(false)}
      onDrop={drop}
    >
      <div>
        <h2>{t.text("models.import")}</h2>
        <p className="quiet">{t.text("models.import-how")}</p>
      </div>
      <input
        ref={input}
        hidden
        data-testid="import-input"
        type="file"
        accept=".gguf"
        onChange={(event) => {
          void importFile(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <input
        ref={folder}
        hidden
        data-testid="import-folder"
        type="file"
        {...{ webkitdirectory: "" }}
        onChange={(event) => {
          lookThrough(event.target.files);
          event.target.value = "";
        }}
      />
      <div className="row">
        <Button icon="upload" disabled={importing} onClick={() => input.current?.click()}>
          {t.text(importing ? "models.importing" : "models.choose-file")}
        </Button>
        <Button disabled={importing} onClick={() => folder.current?.click()}>
          {t.text("models.choose-folder")}
        </Button>
      </div>
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
    </div>
  );
}
