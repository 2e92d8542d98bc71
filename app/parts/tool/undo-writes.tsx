import { useState } from "react";
import type { Result } from "../../../worker/protocol/failure.ts";
import type { MemoryEdit, MemoryRevert } from "../../../worker/protocol/memory.ts";
import { useText } from "../../messages/use-text.ts";
import { Button, TextLink } from "../../ui/button.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";

interface UndoWritesProps {
  /** The calls that may have written something. */
  readonly calls: readonly { readonly edits?: readonly MemoryEdit[] }[];
  /** True once it was taken back, as far as is known here. */
  readonly isUndone: boolean;
  readonly undo: () => Promise<Result<MemoryRevert>>;
}

/** Takes back what calls wrote on this device: all of it with one press, or nothing. Nothing where none wrote. */
export function UndoWrites({ calls, isUndone, undo }: UndoWritesProps) {
  const t = useText();
  const [state, setState] = useState<Result<MemoryRevert> | "idle" | "working">("idle");
  const edits = calls.flatMap((call) => call.edits ?? []);
  if (edits.length === 0) return null;
  const takeBack = async () => {
    setState("working");
    setState(await undo());
  };
  const changed = typeof state === "object" && state.ok && state.value.type === "changed-since";
  const undone = isUndone || (typeof state === "object" && state.ok && !changed);
  const isOfTasks = edits.every(({ before, after }) => (after ?? before)?.task !== undefined);
  return (
    <div
      className="undo-writes"
      data-testid="undo-writes"
      data-state={undone ? "undone" : changed ? "changed" : "kept"}
    >
      <div role="status">
        {undone && <p>{t.text("undo.done")}</p>}
        {changed && (
          <p>
            {t.text("undo.changed")} <TextLink text="undo.look" href={isOfTasks ? "#/tasks" : "#/memory"} />
          </p>
        )}
      </div>
      {!undone && (
        <Button text="undo.action" small icon="undo" disabled={state === "working"} onClick={() => void takeBack()} />
      )}
      {typeof state === "object" && !state.ok && <FailureCard failure={state.failure} />}
    </div>
  );
}
