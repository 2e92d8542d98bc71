import { useState } from "react";
import type { FileFault } from "../../../worker/protocol/file-fault.ts";
import type { ToolFile } from "../../../worker/protocol/settings.ts";
import { toToolFileKind } from "../../../worker/protocol/tool-file-name.ts";
import { useText } from "../../messages/use-text.ts";
import { useFaults } from "../../parts/frame/use-faults.tsx";
import { AllowHostButton } from "../../parts/tool/allow-host-button.tsx";
import { readAllowedHosts } from "../../services/allowed-hosts.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
import { Button, TextLink } from "../../ui/button.tsx";
import { FilePicker } from "../../ui/fields/file-picker.tsx";
import { revealName } from "../../ui/trust/reveal-look-alikes.ts";
import { useFileDrop } from "../../ui/use-file-drop.ts";
import { FaultList } from "./fault-list.tsx";
import { FlowEntry } from "./flow-entry.tsx";
import { ToolEditor } from "./tool-editor.tsx";
import { ToolEntry } from "./tool-entry.tsx";
import { toKnowledgeName, toToolName, toToolOrigin } from "./tool-name.ts";

/** Tools, skills and flows of the user's, dropped in as files; those with faults are left out, and the faults listed. */
export function FilesSection() {
  const t = useText();
  const { api } = useApp();
  const files = useAppState((state) => state.settings.toolFiles);
  const [faults, setFaults] = useState<readonly FileFault[]>([]);
  const { problem, report } = useFaults();
  const [editing, setEditing] = useState<{ readonly file: ToolFile | null } | null>(null);
  const [newest, setNewest] = useState("");
  const add = async (picked: readonly File[]): Promise<void> => {
    if (picked.length === 0) return;
    const read = await Promise.all(picked.map(async (file) => ({ name: file.name, text: await file.text() })));
    setFaults((await report(api.addToolFiles(read))) ?? []);
  };
  const drop = useFileDrop((dropped) => void add([...dropped.files]));
  return (
    <section className="skill" aria-labelledby="own-files" data-testid="own-files">
      <div className="card-head">
        <h2 id="own-files">{t.text("files.title")}</h2>
        {editing === null && <Button text="tools.add" icon="plus" onClick={() => setEditing({ file: null })} />}
      </div>
      {editing !== null && (
        <ToolEditor
          key={editing.file?.name ?? ""}
          file={editing.file}
          onClose={() => setEditing(null)}
          onSaved={(name) => {
            setEditing(null);
            setFaults([]);
            setNewest(name);
          }}
        />
      )}
      <ul className="tool-list">
        {files.map((file) => (
          <li key={file.name} className="own-file" data-testid="own-file">
            <OwnFile
              file={file}
              isNew={toToolName(file.text) === newest}
              onEdit={() => setEditing({ file })}
              onRemove={() => void report(api.removeToolFile(file.name))}
            />
          </li>
        ))}
      </ul>
      <FilePicker testId="tool-file-input" multiple accept=".toml,.md" onPick={(picked) => void add(picked)}>
        {(open) =>
          editing?.file === null && (
            <div className="drop" {...drop}>
              <p>
                {t.text("tools.add-server")} <TextLink text="servers.title" href="#/settings/connections" />
              </p>
              <p className="quiet">{t.text("files.lead")}</p>
              <Button text="files.choose" icon="upload" onClick={open} />
              <TextLink text="files.manual" href="./docs/package/files.html" />
            </div>
          )
        }
      </FilePicker>
      <div role="status">
        {problem !== "" && <p>{problem}</p>}
        {faults.length > 0 && (
          <>
            <p>{t.text("files.refused")}</p>
            <FaultList faults={faults} testId="own-file-faults" />
          </>
        )}
      </div>
    </section>
  );
}

interface OwnFileProps {
  readonly file: ToolFile;
  /** Just written: it is shown open, to be tried. */
  readonly isNew: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function OwnFile({ file, isNew, onEdit, onRemove }: OwnFileProps) {
  const t = useText();
  const skills = useAppState((state) => state.skills);
  const kind = toToolFileKind(file.name);
  const name = kind === "knowledge" ? toKnowledgeName(file.text) : kind === "skill" ? "" : toToolName(file.text);
  const flow = kind === "flow" ? skills.find((skill) => skill.name === name && skill.flow !== undefined) : undefined;
  const tool = kind === "flow" ? undefined : skills.flatMap(({ tools }) => tools).find((each) => each.name === name);
  const origin = kind === "tool" ? toToolOrigin(file.text) : null;
  return (
    <>
      {tool === undefined && flow === undefined && <code>{revealName(file.name)}</code>}
      {tool !== undefined && <ToolEntry tool={tool} isNew={isNew} />}
      {flow !== undefined && <FlowEntry flow={flow} isNew={isNew} />}
      {origin !== null && !readAllowedHosts().includes(origin) && (
        <div className="row">
          <p>{t.text("servers.blocked", { origin })}</p>
          <AllowHostButton origin={origin} />
        </div>
      )}
      <div className="row">
        {(kind === "tool" || kind === "flow") && (
          <Button
            text="action.edit"
            small
            aria-label={t.text("files.edit", { name: revealName(file.name) })}
            onClick={onEdit}
          />
        )}
        <Button
          text="servers.remove"
          small
          tone="danger"
          aria-label={t.text("files.remove", { name: revealName(file.name) })}
          onClick={onRemove}
        />
      </div>
    </>
  );
}
