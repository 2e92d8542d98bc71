import { useState } from "react";
import { HISTORY_APPS, type HistoryOrigin } from "../../../../worker/protocol/history.ts";
import { useText } from "../../../messages/use-text.ts";
import type { Report } from "../../../parts/frame/use-faults.tsx";
import { useApp, useAppState } from "../../../state/use-app.ts";
import { ConfirmButton } from "../../../ui/confirm-button.tsx";
import { revealName } from "../../../ui/trust/reveal-look-alikes.ts";

interface Imported extends HistoryOrigin {
  readonly chats: number;
}

/** The files of other apps whose chats are here, each to be taken out again. */
export function ImportedHistories({ report }: { readonly report: Report }) {
  const t = useText();
  const { api } = useApp();
  const conversations = useAppState((state) => state.conversations);
  const [note, setNote] = useState<string | null>(null);
  const imports = new Map<number, Imported>();
  for (const { history } of conversations) {
    if (history !== undefined)
      imports.set(history.at, { ...history, chats: (imports.get(history.at)?.chats ?? 0) + 1 });
  }
  const takeOut = async (at: number) => {
    const done = await report(api.takeOutHistory(at));
    if (!done) return;
    const { removed, kept } = done;
    setNote(`${t.count("history.taken", removed)}${kept > 0 ? ` ${t.count("history.kept", kept)}` : ""}`);
  };
  return (
    <>
      {note !== null && <p role="status">{note}</p>}
      {[...imports.values()].map(({ at, app, file, chats }) => (
        <div className="row" key={at} data-testid="imported-history">
          <span>
            {HISTORY_APPS[app]}, {revealName(file)}: {t.count("history.here", chats, { date: t.date(at) })}
          </span>
          <ConfirmButton
            small
            tone="quiet"
            text="history.take-out"
            sure={t.text("history.take-out-sure")}
            onConfirm={() => void takeOut(at)}
          />
        </div>
      ))}
    </>
  );
}
