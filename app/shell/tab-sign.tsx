import { useEffect, useRef, useState } from "react";
import { useText } from "../messages/use-text.ts";
import { notify } from "../services/notify.ts";
import { toHash } from "../state/route.ts";
import { useAppState } from "../state/use-app.ts";

const NAME = document.title;

/** Says on the browser's tab that an answer is under way, and to whom is elsewhere that it is there, by the system if they allowed that. */
export function TabSign() {
  const t = useText();
  const active = useAppState(({ runs }) => Object.values(runs).find(({ end }) => end === undefined)?.conversationId);
  const before = useRef(active);
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    const ended = before.current;
    before.current = active;
    if (active !== undefined || ended === undefined || !document.hidden) return;
    setIsReady(true);
    notify(t.text("tab.answer-ready"), toHash({ type: "chat", conversationId: ended }), { tag: ended });
  }, [active, t]);
  useEffect(() => {
    const look = () => {
      if (!document.hidden) setIsReady(false);
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  const sign = active !== undefined ? `● ${t.text("tab.answering")}` : isReady ? `✓ ${t.text("tab.ready")}` : null;
  useEffect(() => {
    document.title = sign === null ? NAME : `${sign} · ${NAME}`;
  }, [sign]);
  return null;
}
