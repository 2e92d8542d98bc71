import { useState } from "react";
import type { Result } from "../../../worker/protocol/failure.ts";
import type { MemoryId } from "../../../worker/protocol/ids.ts";
import type { MemoryUse } from "../../../worker/protocol/memory.ts";
import { useText } from "../../messages/use-text.ts";
import { toResult } from "../../state/app-state.ts";
import { toHash } from "../../state/route.ts";
import { useApp } from "../../state/use-app.ts";
import { FailureCard } from "../../ui/failure-card.tsx";

/** The answers that rest on a memory; looked for when it is opened. */
export function MemoryUses({ id }: { readonly id: MemoryId }) {
  const t = useText();
  const { api } = useApp();
  const [uses, setUses] = useState<Result<readonly MemoryUse[]>>();
  return (
    <details
      data-testid="memory-uses"
      onToggle={(event) => {
        if (event.currentTarget.open) void toResult(api.findMemoryUses(id)).then(setUses);
      }}
    >
      <summary className="quiet">{t.text("memory.uses")}</summary>
      {uses?.ok === false && <FailureCard failure={uses.failure} />}
      {uses?.ok === true && uses.value.length === 0 && <p className="quiet">{t.text("memory.no-uses")}</p>}
      <ul>
        {uses?.ok === true &&
          uses.value.map(({ conversationId, messageId, title, at }) => (
            <li key={messageId}>
              <a className="text-link" href={toHash({ type: "chat", conversationId })}>
                {title === "" ? t.text("memory.conversation-gone") : title}
              </a>
              <span className="quiet">{` · ${t.date(at)}`}</span>
            </li>
          ))}
      </ul>
    </details>
  );
}
