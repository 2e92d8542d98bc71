import { useEffect, useMemo, useRef } from "react";
import type { AssistantMessage, Message } from "../../../worker/protocol/message.ts";
import { useText } from "../../messages/use-text.ts";
import { ViewBar } from "../../parts/frame/view-bar.tsx";
import { toMessagePath } from "../../state/message-path.ts";
import { toAddressWithoutQuestion } from "../../state/route.ts";
import {
  useActiveRunId,
  useApp,
  useAppState,
  useComposer,
  useConversationId,
  useDraftKey,
} from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { loadLater } from "../../ui/load-later.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { useFileDrop } from "../../ui/use-file-drop.ts";
import { useKeys } from "../../ui/use-keys.ts";
import { Composer } from "./composer/composer.tsx";
import { ComposerProblem, ManualCalls, SendingQuestion } from "./unsent-items.tsx";
import { useStayAtEnd } from "./use-stay-at-end.ts";
import { Welcome } from "./welcome.tsx";

const MessageList = loadLater(
  () => import("./message-list.tsx").then((m) => m.MessageList),
  ({ path }) => path.length > 0 && <Skeletons rows={3} isShort />,
);
const Announcer = loadLater(() => import("./announcer.tsx").then((m) => m.Announcer));
const FileQuestions = loadLater(() => import("./file-questions.tsx").then((m) => m.FileQuestions));
const ContextGauge = loadLater(() => import("./context-gauge.tsx").then((m) => m.ContextGauge));
const WindowNotice = loadLater(() => import("./window-notice.tsx").then((m) => m.WindowNotice));

/** The conversation around: its messages, and the composer. `question` is one that the address brought along. */
export function ChatView({ question }: { readonly question: string }) {
  const t = useText();
  const { chat, files } = useApp();
  const key = useDraftKey();
  const conversationId = useConversationId();
  const phase = useAppState((state) => state.phase);
  const messages = useAppState((state) => state.messages[key]);
  const conversation = useAppState((state) => state.conversations.find((each) => each.id === conversationId));
  const hasUnsent = useComposer(({ sending, manualCalls }) => sending !== null || manualCalls.length > 0);
  const openFailure = useAppState((state) => state.openFailures[key]);
  const activeRunId = useActiveRunId();
  const tokens = useAppState(({ runs, messages: listed }) => {
    const newest = toNewestAnswer(listed[key]);
    return newest && (runs[newest.runId]?.answer.cost ?? newest.cost)?.contextTokens;
  });
  const headId = conversation?.headId ?? null;
  const path = useMemo(() => toMessagePath(messages ?? [], headId), [messages, headId]);

  useEffect(() => {
    if (phase !== "ready") return;
    const opened = conversationId === undefined ? Promise.resolve() : chat.openConversation(conversationId);
    void opened.then(() => chat.prepareShown(key));
  }, [phase, key, conversationId, chat]);
  useEffect(() => {
    if (question === "") return;
    chat.takeText("new", question, "link");
    // A reload must not bring it again.
    history.replaceState(history.state, "", toAddressWithoutQuestion(location.href));
  }, [question, chat]);
  useStopKey();
  const drop = useFileDrop((dropped) => void files.add(key, dropped.files));

  const scroller = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const loading = conversationId !== undefined && messages === undefined && openFailure === undefined;
  const empty = path.length === 0 && !hasUnsent && !loading;
  const place = empty ? "" : `${key} ${headId ?? ""} ${messages === undefined}`;
  const { isAtEnd, goToEnd } = useStayAtEnd(scroller, content, place);
  const title =
    conversation?.title || (conversationId === undefined ? t.text("nav.new-chat") : t.text("chat.untitled"));
  return (
    <div className="chat" {...drop}>
      <ViewBar title={<span dir="auto">{title}</span>} focusTitle={false}>
        {tokens !== undefined && <ContextGauge tokens={tokens} />}
      </ViewBar>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to be able to scroll the conversation */}
      <section className="chat-scroll" ref={scroller} tabIndex={0} aria-label={t.text("chat.messages")}>
        <div className="chat-content" ref={content}>
          {openFailure && (
            <FailureCard
              failure={openFailure}
              onRetry={conversationId === undefined ? undefined : () => void chat.openConversation(conversationId)}
            />
          )}
          {loading && <Skeletons rows={3} isShort />}
          {empty && openFailure === undefined && <Welcome />}
          {/* Rendered while there is no message as well, so that its code is there when the first one comes. */}
          <MessageList path={path} scroller={scroller} />
          {phase === "ready" && activeRunId === undefined && !hasUnsent && <FileQuestions path={path} />}
          <SendingQuestion />
          {conversationId !== undefined && path.length > 2 && activeRunId === undefined && (
            <WindowNotice path={path} tokens={tokens} />
          )}
          <ManualCalls />
        </div>
        {!isAtEnd && !empty && (
          <div className="to-end">
            <Button text="chat.to-end" small icon="down" onClick={goToEnd} />
          </div>
        )}
      </section>
      <ComposerProblem />
      <Composer />
      <Announcer />
    </div>
  );
}

/** Escape stops the run that is under way, or the one that is being started. */
function useStopKey(): void {
  const { chat } = useApp();
  const key = useDraftKey();
  const activeRunId = useActiveRunId();
  useKeys((event) => {
    if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog:modal") !== null) return;
    if (activeRunId === undefined) chat.stopStarting(key);
    else void chat.stop(activeRunId);
  });
}

/** The run whose usage says how full the context is; none after a summary, which is measured on its own. */
function toNewestAnswer(messages: readonly Message[] | undefined): AssistantMessage | undefined {
  const newest = messages?.findLast((message) => message.role === "assistant");
  return newest?.summary === undefined ? newest : undefined;
}
