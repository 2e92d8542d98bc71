import { useState } from "react";
import type { Result } from "../../../worker/protocol/failure.ts";
import type { MemoryRevert } from "../../../worker/protocol/memory.ts";
import { useText } from "../../messages/use-text.ts";
import { toHash } from "../../state/route.ts";
import { Button } from "../../ui/button.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";

interface UndoWritesProps {
  /** Who wrote: a model in its answer, or the user's call. */
  readonly by: "answer" | "manual-call";
  /** How many notes were written. */
  readonly notes: number;
  /** True once it was taken back, as far as is known here. */
  readonly isUndone: boolean;
  readonly undo: () => Promise<Result<MemoryRevert>>;
}

/** Takes back what calls wrote on this device: all of it with one press, or nothing. */
export function UndoWrites({ by, notes, isUndone, undo }: UndoWritesProps) {
  const t = useText();
  const [state, setState] = useState<Result<MemoryRevert> | "idle" | "working">("idle");
  const takeBack = async () => {
    setState("working");
    setState(await undo());
  };
  const changed = typeof state === "object" && state.ok && state.value.type === "changed-since" ? state.value : null;
  const undone = isUndone || (typeof state === "object" && state.ok && changed === null);
  return (
    <div
      className="undo-writes"
      data-testid="undo-writes"
      data-state={undone ? "undone" : changed ? "changed" : "kept"}
    >
      <div role="status">
        {undone && <p>{t.count("undo.done", notes)}</p>}
        {changed && (
          <p>
            {t.count("undo.changed", changed.memoryIds.length)}{" "}
            <a className="text-link" href={toHash({ type: "memory" })}>
              {t.text("undo.look")}
            </a>
          </p>
        )}
        {!undone && changed === null && (
          <p className="quiet">{t.count(by === "answer" ? "undo.wrote" : "undo.call-wrote", notes)}</p>
        )}
      </div>
      {!undone && (
        <Button text="undo.action" small icon="undo" disabled={state === "working"} onClick={() => void takeBack()} />
      )}
      {typeof state === "object" && !state.ok && <FailureCard failure={state.failure} />}
    </div>
  );
}
