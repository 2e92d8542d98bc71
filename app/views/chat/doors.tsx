import { useText } from "../../messages/use-text.ts";
import { focusComposer } from "../../services/focus-composer.ts";
import { useApp, useDraftKey } from "../../state/use-app.ts";
import { FilePicker } from "../../ui/fields/file-picker.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { READABLE, TABLES } from "./readable.ts";

/** Things that the app is good at, one line each: files are picked here or dropped on the page. */
export function Doors() {
  const t = useText();
  const { chat, files } = useApp();
  const draftKey = useDraftKey();
  const take = (picked: readonly File[]) => void files.add(draftKey, picked);
  const beginNote = () => {
    chat.changeDraft(draftKey, { text: t.text("door.note-begin") });
    focusComposer();
  };
  return (
    <ul className="doors">
      <FilePicker testId="door-file" multiple accept={READABLE} onPick={take}>
        {(open) => <Door icon="clip" name="file" onOpen={open} />}
      </FilePicker>
      <Door icon="note" name="note" onOpen={beginNote} />
      <FilePicker testId="door-table" multiple accept={TABLES} onPick={take}>
        {(open) => <Door icon="table" name="table" onOpen={open} />}
      </FilePicker>
    </ul>
  );
}

interface DoorProps {
  readonly icon: IconName;
  readonly name: "file" | "note" | "table";
  readonly onOpen: () => void;
}

function Door({ icon, name, onOpen }: DoorProps) {
  const t = useText();
  return (
    <li>
      <button type="button" onClick={onOpen}>
        <Icon name={icon} />
        <strong>{t.text(`door.${name}`)}</strong>
        <span className="quiet">{t.text(`door.${name}-how`)}</span>
      </button>
    </li>
  );
}
