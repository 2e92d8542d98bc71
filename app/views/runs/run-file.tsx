import { type ReactElement, useRef, useState } from "react";
import type { Result } from "../../../worker/protocol/failure.ts";
import type { CheckedRun } from "../../../worker/protocol/stored-data.ts";
import { useText } from "../../messages/use-text.ts";
import { toResult } from "../../state/app-state.ts";
import { Button } from "../../ui/button.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { RenderGuard } from "../../ui/render-guard.tsx";
import { useApp } from "../../use-app.ts";
import { RunReport } from "./run-details.tsx";

/** A run from a file: shown like one of one's own, and not stored. */
export function RunFile(): ReactElement {
  const t = useText();
  const { api } = useApp();
  const input = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState<{ readonly name: string; readonly read: Result<CheckedRun> }>();
  const open = async (file: File | undefined) => {
    if (file === undefined) return;
    setOpened({ name: file.name, read: await toResult(api.readRunFile(await file.text())) });
  };
  return (
    <>
      <div className="row">
        <input
          ref={input}
          hidden
          data-testid="run-file-input"
          type="file"
          accept=".json,application/json"
          onChange={(event) => {
            void open(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        <Button icon="upload" onClick={() => input.current?.click()}>
          {t.text("runs.open-file")}
        </Button>
        {opened?.read.ok && (
          <>
            <p className="quiet">{t.text("runs.opened", { name: opened.name })}</p>
            <Button tone="quiet" icon="close" onClick={() => setOpened(undefined)}>
              {t.text("runs.close-file")}
            </Button>
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
