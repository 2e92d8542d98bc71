import { type ReactNode, useState } from "react";
import type { MessageKey } from "../messages/catalogue.ts";
import { useText } from "../messages/use-text.ts";
import { Button } from "./button.tsx";
import { FilePicker } from "./fields/file-picker.tsx";
import type { IconName } from "./icon.tsx";
import { type FoundFile, readDropped, toFoundFiles } from "./read-dropped.ts";
import { useFileDrop } from "./use-file-drop.ts";

/** A button that lets the user pick a file, or a folder with all of its files. */
export interface FileChoice {
  /** Its words, by their name. */
  readonly text: MessageKey;
  readonly testId: string;
  readonly icon?: IconName;
  /** Endings of the files to offer; absent for a folder. */
  readonly accept?: string;
  /** True where several files may be picked at once. */
  readonly multiple?: boolean;
  readonly onPick: (files: readonly FoundFile[]) => void;
}

interface DropZoneProps {
  readonly heading: ReactNode;
  readonly how: string;
  readonly pickers: readonly FileChoice[];
  readonly busy: boolean;
  /** With the files of dropped folders. */
  readonly onDrop: (files: readonly FoundFile[]) => void;
  readonly testId?: string;
  /** The outcome for the files. */
  readonly children?: ReactNode;
}

/** A place where files and folders are dropped or picked. */
export function DropZone({ heading, how, pickers, busy, onDrop, testId, children }: DropZoneProps) {
  const t = useText();
  const [state, setState] = useState<"idle" | "reading" | "unreadable">("idle");
  const take = async (dropped: DataTransfer) => {
    setState("reading");
    try {
      const files = await readDropped(dropped);
      setState("idle");
      onDrop(files);
    } catch {
      setState("unreadable");
    }
  };
  const drop = useFileDrop((dropped) => void take(dropped));
  return (
    <div className="drop" data-testid={testId} {...drop}>
      <div>
        {heading}
        <p className="quiet">{how}</p>
      </div>
      <div className="row">
        {pickers.map(({ text, testId, icon, accept, multiple = false, onPick }) => (
          <FilePicker
            key={testId}
            testId={testId}
            multiple={multiple}
            {...(accept === undefined ? { webkitdirectory: "" } : { accept })}
            onPick={(files) => onPick(toFoundFiles(files))}
          >
            {(open) => (
              <Button text={text} {...(icon && { icon })} disabled={busy || state === "reading"} onClick={open} />
            )}
          </FilePicker>
        ))}
      </div>
      {state !== "idle" && <p role="status">{t.text(`drop.${state}`)}</p>}
      {children}
    </div>
  );
}
