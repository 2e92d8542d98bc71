import { type ReactElement, useRef, useState } from "react";
import { type FileFault, formatFault } from "../../../worker/protocol/file-fault.ts";
import { useText } from "../../messages/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { revealName, revealText } from "../../ui/trust/reveal-look-alikes.ts";
import { useFileDrop } from "../../ui/use-file-drop.ts";
import { useApp, useAppState } from "../../use-app.ts";

/** Tools and skills of the user's, dropped in as files; those with faults are left out, and the faults listed. */
export function FilesSection(): ReactElement {
  const t = useText();
  const { api } = useApp();
  const files = useAppState((state) => state.settings.toolFiles);
  const [faults, setFaults] = useState<readonly FileFault[]>([]);
  const [problem, setProblem] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const add = async (picked: readonly File[]): Promise<void> => {
    if (picked.length === 0) return;
    const read = await Promise.all(picked.map(async (file) => ({ name: file.name, text: await file.text() })));
    const added = await api.addToolFiles(read);
    setFaults(added.ok ? added.value : []);
    setProblem(added.ok ? "" : (added.failure.detail ?? t.failure(added.failure).what));
  };
  const drop = useFileDrop((dropped) => void add([...dropped.files]));
  const remove = async (name: string): Promise<void> => {
    const removed = await api.removeToolFile(name);
    setProblem(removed.ok ? "" : (removed.failure.detail ?? t.failure(removed.failure).what));
  };
  return (
    <section className="skill" aria-labelledby="own-files" data-testid="own-files">
      <h2 id="own-files">{t.text("files.title")}</h2>
      <ul>
        {files.map(({ name }) => (
          <li key={name} className="row" data-testid="own-file">
            <code>{revealName(name)}</code>
            <Button
              small
              tone="danger"
              aria-label={t.text("files.remove", { name: revealName(name) })}
              onClick={() => void remove(name)}
            >
              {t.text("servers.remove")}
            </Button>
          </li>
        ))}
      </ul>
      <div className="drop" {...drop}>
        <p className="quiet">{t.text("files.lead")}</p>
        <input
          ref={input}
          hidden
          multiple
          data-testid="tool-file-input"
          type="file"
          accept=".toml,.md"
          onChange={(event) => {
            void add([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
        <Button icon="upload" onClick={() => input.current?.click()}>
          {t.text("files.choose")}
        </Button>
      </div>
      <div role="status">
        {problem !== "" && <p>{problem}</p>}
        {faults.length > 0 && (
          <>
            <p>{t.text("files.refused")}</p>
            <ul data-testid="own-file-faults">
              {faults.map((fault) => (
                <li key={formatFault(fault)}>
                  <code>{revealText(formatFault(fault))}</code>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}
