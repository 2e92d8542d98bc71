import { useId } from "react";
import type { AgentApi } from "../../../worker/protocol/api/agent-api.ts";
import type { ConversationId } from "../../../worker/protocol/ids.ts";
import { isTextFile, type Message } from "../../../worker/protocol/message.ts";
import { useText } from "../../messages/use-text.ts";
import { useRead } from "../../services/use-read.ts";
import { toResult } from "../../state/app-state.ts";
import { useAppState } from "../../state/use-app.ts";
import { IconButton } from "../../ui/button.tsx";
import { Options } from "../../ui/fields/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { revealName } from "../../ui/trust/reveal-look-alikes.ts";

interface InputFilesProps {
  readonly files: readonly string[];
  readonly conversationId: ConversationId | undefined;
  readonly onChange: (files: readonly string[]) => void;
}

/** The files that a script works with: of the user's folders, and those attached in the chat. */
export function InputFiles({ files, conversationId, onChange }: InputFilesProps) {
  const t = useText();
  const id = useId();
  const revision = useAppState((state) => state.fileRevision);
  const messages = useAppState((state) => state.messages[conversationId ?? ""]);
  const stored = useRead(listInputFiles, [revision]) ?? [];
  const known = [...new Set([...toAttached(messages), ...stored])].filter((file) => !files.includes(file));
  return (
    <section className="field" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{t.text("script.files")}</h3>
      {files.length > 0 && (
        <ul className="input-files" data-testid="input-files">
          {files.map((file) => (
            <li key={file}>
              <Icon name="note" />
              <span dir="auto">{revealName(file)}</span>
              <IconButton
                icon="close"
                label={t.text("script.take-out", { name: revealName(file) })}
                onClick={() => onChange(files.filter((each) => each !== file))}
              />
            </li>
          ))}
        </ul>
      )}
      {known.length === 0 && files.length === 0 && <p className="quiet">{t.text("script.no-files")}</p>}
      {known.length > 0 && (
        <label className="row quiet">
          {t.text("script.add-file")}
          <select value="" onChange={({ target }) => onChange([...files, target.value])}>
            <option value="">{t.text("script.choose-file")}</option>
            <Options of={known} toText={(file) => revealName(file)} />
          </select>
        </label>
      )}
    </section>
  );
}

function toAttached(messages: readonly Message[] | undefined): readonly string[] {
  return (messages ?? []).flatMap((message) =>
    message.role === "user" ? (message.attachments ?? []).filter(isTextFile).map(({ name }) => name) : [],
  );
}

/** Files that a person looks through in a list; of larger folders the Files page opens any. */
const MAX_FILES = 300;

/** The files of all folders, by paths that a tool understands. */
export async function listInputFiles(api: Pick<AgentApi, "listWorkspaces" | "listFiles">): Promise<readonly string[]> {
  const workspaces = await toResult(api.listWorkspaces());
  const files: string[] = [];
  const folders = (workspaces.ok ? workspaces.value : []).map(({ id, name }) => ({ id, name, path: "" }));
  for (const { id, name, path } of folders) {
    if (files.length >= MAX_FILES) break;
    const listed = await toResult(api.listFiles(id, path));
    for (const entry of listed.ok ? listed.value : []) {
      if (entry.type === "folder") folders.push({ id, name, path: entry.path });
      else files.push(`${name}/${entry.path}`);
    }
  }
  return files.slice(0, MAX_FILES).sort((one, other) => one.localeCompare(other));
}
