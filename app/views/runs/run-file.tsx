import { useState } from "react";
import type { Result } from "../../../worker/protocol/failure.ts";
import type { CheckedRun } from "../../../worker/protocol/stored-data.ts";
import { useText } from "../../messages/use-text.ts";
import { toResult } from "../../state/app-state.ts";
import { toHash } from "../../state/route.ts";
import { useApp } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { FilePicker } from "../../ui/fields/file-picker.tsx";
import { RenderGuard } from "../../ui/render-guard.tsx";
import { RunReport } from "./run-details.tsx";

interface OpenedRun {
  readonly name: string;
  readonly read: Result<CheckedRun>;
}

/**
 * A run from a file: shown like one of one's own, and not stored. A provider's request is stored as a chat of
 * somebody else's words, and opened.
 */
export function RunFile() {
  const t = useText();
  const { api } = useApp();
  const [opened, setOpened] = useState<OpenedRun>();
  const open = async (name: string, text: string) => {
    const imported = await toResult(api.importExchange(text));
    if (!imported.ok) return setOpened({ name, read: imported });
    if (imported.value === null) return setOpened({ name, read: await toResult(api.readRunFile(text)) });
    location.hash = toHash({ type: "chat", conversationId: imported.value });
  };
  return (
    <>
      <div className="row">
        <FilePicker
          testId="run-file-input"
          accept=".json,application/json"
          onPick={([file]) => void file?.text().then((text) => open(file.name, text))}
        >
          {(pick) => <Button text="runs.open-file" icon="upload" onClick={pick} />}
        </FilePicker>
        {opened?.read.ok && (
          <>
            <p className="quiet">{t.text("runs.opened", { name: opened.name })}</p>
            <Button text="runs.close-file" tone="quiet" icon="close" onClick={() => setOpened(undefined)} />
          </>
        )}
      </div>
      {opened && !opened.read.ok && (
        <FailureCard failure={opened.read.failure} onDismiss={() => setOpened(undefined)} />
      )}
      {opened?.read.ok && (
        <RenderGuard key={opened.name}>
          <RunReport record={opened.read.value} stored={false} />
        </RenderGuard>
      )}
    </>
  );
}
