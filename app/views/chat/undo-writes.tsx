import { type ReactElement, useState } from "react";
import type { MessageId } from "../../../worker/protocol/ids.ts";
import { settle } from "../../state/app-state.ts";
import { toHash } from "../../state/route.ts";
import { Button } from "../../ui/button.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { useApp, useText } from "../../use-app.ts";

type UndoState = Awaited<ReturnType<ReturnType<typeof useApp>["api"]["undoAnswer"]>> | "idle" | "working";

interface UndoWritesProps {
  readonly messageId: MessageId;
  /** How many notes its calls wrote. */
  readonly notes: number;
  /** True once it was taken back, as far as is known here. */
  readonly isUndone: boolean;
}

/** Takes back what an answer's calls wrote on this device: all of it with one press, or nothing. */
export function UndoWrites({ messageId, notes, isUndone }: UndoWritesProps): ReactElement {
  const t = useText();
  const { api } = useApp();
  const [state, setState] = useState<UndoState>("idle");
  const undo = async () => {
    setState("working");
    setState(await settle(api.undoAnswer(messageId)));
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
        {!undone && changed === null && <p className="quiet">{t.count("undo.wrote", notes)}</p>}
      </div>
      {!undone && (
        <Button small icon="undo" disabled={state === "working"} onClick={() => void undo()}>
          {t.text("undo.action")}
        </Button>
      )}
      {typeof state === "object" && !state.ok && <FailureCard failure={state.failure} />}
    </div>
  );
}
