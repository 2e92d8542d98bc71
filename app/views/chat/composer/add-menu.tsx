import { useState } from "react";
import { useText } from "../../../messages/use-text.ts";
import { focusComposer } from "../../../services/focus-composer.ts";
import { useApp, useAppState, useComposer, useDraftKey } from "../../../state/use-app.ts";
import { Button } from "../../../ui/button.tsx";
import { FilePicker } from "../../../ui/fields/file-picker.tsx";
import { loadLater } from "../../../ui/load-later.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { READABLE } from "../readable.ts";
import { ADD_ENTRIES, type AddPart } from "./add-entries.ts";
import { useIsTemporary } from "./use-is-temporary.ts";

const ServerResources = loadLater(() => import("./server-resources.tsx").then((m) => m.ServerResources));

/** Things that go along with a message; and for a new chat, that nothing of it is kept. */
export function AddMenu({ onPick }: { readonly onPick: (files: Iterable<File>) => void }) {
  const t = useText();
  const { chat } = useApp();
  const draftKey = useDraftKey();
  const isEmpty = useComposer(({ draft }) => draft.text.trim() === "");
  const isTemporary = useIsTemporary();
  const hasResources = useAppState(({ servers }) => servers.some((server) => server.hasResources));
  const [Part, setPart] = useState<AddPart | null>(null);
  const show = (part: AddPart) => setPart(() => part);
  const nameTool = () => {
    chat.changeDraft(draftKey, { text: "/" });
    focusComposer();
  };
  const goToFiles = () => {
    location.hash = "#/files";
  };
  const beginTemporary = () => chat.changeDraft(draftKey, { temporary: true });
  return (
    <>
      {Part && <Part onClose={() => setPart(null)} />}
      <FilePicker testId="attach-input" multiple accept={READABLE} onPick={onPick}>
        {(pickFiles) => (
          <Menu icon="plus" label={t.text("composer.add")}>
            <Button text="composer.attach" tone="quiet" icon="clip" onClick={pickFiles} />
            <Button text="composer.folder" tone="quiet" icon="folder" onClick={goToFiles} />
            {hasResources && (
              <Button text="composer.resources" tone="quiet" icon="link" onClick={() => show(ServerResources)} />
            )}
            {isEmpty && <Button text="composer.tool" tone="quiet" icon="wrench" onClick={nameTool} />}
            {ADD_ENTRIES.map((Entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <Entry key={index} show={show} />
            ))}
            {draftKey === "new" && !isTemporary && (
              <Button text="temporary.begin" tone="quiet" icon="clock" onClick={beginTemporary} />
            )}
          </Menu>
        )}
      </FilePicker>
    </>
  );
}
