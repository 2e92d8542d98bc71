import { useText } from "../../../messages/use-text.ts";
import { focusComposer } from "../../../services/focus-composer.ts";
import type { DraftKey } from "../../../state/composer/composer-state.ts";
import { useApp, useComposer } from "../../../state/use-app.ts";
import { Button } from "../../../ui/button.tsx";
import { FilePicker } from "../../../ui/fields/file-picker.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { READABLE } from "../readable.ts";
import { useIsTemporary } from "./use-is-temporary.ts";

interface AddMenuProps {
  readonly draftKey: DraftKey;
  readonly onPick: (files: Iterable<File>) => void;
}

/** Things that go along with a message; and for a new chat, that nothing of it is kept. */
export function AddMenu({ draftKey, onPick }: AddMenuProps) {
  const t = useText();
  const { chat } = useApp();
  const isEmpty = useComposer(draftKey, ({ draft }) => draft.text.trim() === "");
  const isTemporary = useIsTemporary(draftKey);
  const nameTool = () => {
    chat.changeDraft(draftKey, { text: "/" });
    focusComposer();
  };
  const goToFiles = () => {
    location.hash = "#/files";
  };
  const beginTemporary = () => chat.changeDraft(draftKey, { temporary: true });
  return (
    <FilePicker testId="attach-input" multiple accept={READABLE} onPick={onPick}>
      {(pickFiles) => (
        <Menu icon="plus" label={t.text("composer.add")}>
          {(close) => {
            const choose = (action: () => void) => () => {
              close();
              action();
            };
            return (
              <>
                <Button text="composer.attach" tone="quiet" icon="clip" onClick={choose(pickFiles)} />
                <Button text="composer.folder" tone="quiet" icon="folder" onClick={choose(goToFiles)} />
                {isEmpty && <Button text="composer.tool" tone="quiet" icon="wrench" onClick={choose(nameTool)} />}
                {draftKey === "new" && !isTemporary && (
                  <Button text="temporary.begin" tone="quiet" icon="clock" onClick={choose(beginTemporary)} />
                )}
              </>
            );
          }}
        </Menu>
      )}
    </FilePicker>
  );
}
