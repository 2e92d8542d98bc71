import { useEffect, useRef, useState } from "react";
import { useText } from "../messages/use-text.ts";
import { notify } from "../services/notify.ts";
import { toHash } from "../state/route.ts";
import { useAppState } from "../state/use-app.ts";

const NAME = document.title;

/**
 * Says on the browser's tab, in its title and by its icon, that an answer is under way, and to whom is elsewhere that it is
 * there, by the system if they allowed that. The icon never moves.
 */
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
  const state = active !== undefined ? "answering" : isReady ? "ready" : null;
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (icon !== null) icon.href = state === null ? "./icon.svg" : `./icon-${state}.svg`;
    document.title = state === null ? NAME : `${state === "ready" ? "✓" : "●"} ${t.text(`tab.${state}`)} · ${NAME}`;
  }, [state, t]);
  return null;
}
