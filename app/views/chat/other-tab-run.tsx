import { useEffect, useState } from "react";
import { toRunLock } from "../../../worker/protocol/ids.ts";
import type { AssistantMessage } from "../../../worker/protocol/message.ts";
import { useText } from "../../messages/use-text.ts";
import { useApp } from "../../state/use-app.ts";

/** A run of this tab is heard of sooner than that. */
const OTHER_TAB_MS = 1500;

/** Says that another tab writes an answer, and reads the answer again once that tab has ended it or is gone. */
export function OtherTabRun({ message }: { readonly message: AssistantMessage }) {
  const t = useText();
  const { chat } = useApp();
  const [isOther, setIsOther] = useState(false);
  const { conversationId, runId } = message;
  useEffect(() => {
    const timer = setTimeout(() => setIsOther(true), OTHER_TAB_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!isOther) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    // Read only after the lock is let go of: while it is held the run counts as alive.
    void navigator.locks
      ?.request(toRunLock(runId), { mode: "shared", signal }, async () => undefined)
      .then(() => chat.openConversation(conversationId))
      .catch(() => undefined);
    return () => controller.abort();
  }, [isOther, chat, conversationId, runId]);
  return isOther ? <p className="quiet">{t.text("chat.other-tab")}</p> : null;
}
