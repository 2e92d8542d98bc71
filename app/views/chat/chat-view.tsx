import { lazy, type ReactElement, Suspense, useEffect, useMemo, useRef, useState } from "react";
import type { ConversationId } from "../../../worker/protocol/ids.ts";
import { useText } from "../../messages/use-text.ts";
import { findActiveRun, toContextTokens } from "../../state/live-run.ts";
import { type PathMessage, toShownPath } from "../../state/message-path.ts";
import { Button } from "../../ui/button.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { RenderGuard } from "../../ui/render-guard.tsx";
import { VirtualList } from "../../ui/virtual-list.tsx";
import { useApp, useAppState, useComposer } from "../../use-app.ts";
import { ViewBar } from "../view-bar.tsx";
import type { ViewFrame } from "../view-frame.ts";
import { Announcer } from "./announcer.tsx";
import { AnswerItem } from "./answer-item.tsx";
import { Composer } from "./composer/composer.tsx";
import { ContextGauge } from "./context-gauge.tsx";
import { QuestionItem } from "./question-item.tsx";
import { Welcome } from "./welcome.tsx";

const ManualCallCard = lazy(() => import("./manual-call-card.tsx").then((m) => ({ default: m.ManualCallCard })));
const SummaryItem = lazy(() => import("./summary-item.tsx").then((m) => ({ default: m.SummaryItem })));
const WindowNotice = lazy(() => import("./window-notice.tsx").then((m) => ({ default: m.WindowNotice })));

interface ChatViewProps extends ViewFrame {
  /** Null for the conversation that does not exist yet. */
  readonly conversationId: ConversationId | null;
  /** A question that the address brought along. */
  readonly question: string;
}

/** How near to the end counts as being there, in CSS pixels. */
const NEAR_END = 64;

/** One conversation: its messages, and the composer. */
export function ChatView({ conversationId, question, ...frame }: ChatViewProps): ReactElement {
  const t = useText();
  const { chat } = useApp();
  const key = conversationId ?? "new";
  const phase = useAppState((state) => state.phase);
  const messages = useAppState((state) => state.messages[key]);
  const conversation = useAppState((state) => state.conversations.find((each) => each.id === conversationId));
  const sending = useComposer(key, (composer) => composer.sending);
  const problem = useComposer(key, (composer) => composer.problem);
  const manualCalls = useComposer(key, (composer) => composer.manualCalls);
  const openFailure = useAppState((state) => state.openFailures[key]);
  // The id and not the run: this view has nothing to do with every word that arrives.
  const activeRunId = useAppState((state) => findActiveRun(state.runs, key)?.runId);
  const newestUsage = useAppState((state) => state.runs[toNewestRunId(state.messages[key]) ?? ""]?.usage);
  const tokens = newestUsage && toContextTokens(newestUsage);
  const headId = conversation?.headId ?? null;
  const path = useMemo(
    () => toShownPath({ messages: { [key]: messages ?? [] }, conversations: conversation ? [conversation] : [] }, key),
    [messages, conversation, key],
  );

  useEffect(() => {
    if (phase === "ready" && conversationId !== null) void chat.openConversation(conversationId);
  }, [phase, conversationId, chat]);

  useEffect(() => {
    if (question !== "") chat.changeDraft("new", { text: question });
  }, [question, chat]);

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open]") !== null) return;
      if (activeRunId === undefined) chat.stopStarting(key);
      else void chat.stop(activeRunId);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [activeRunId, chat, key]);

  const scroller = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const loading = conversationId !== null && messages === undefined && openFailure === undefined;
  const empty = path.length === 0 && sending === null && manualCalls.length === 0 && !loading;
  const atEnd = useStayAtEnd(scroller, content, empty ? "" : `${key} ${headId ?? ""} ${messages === undefined}`);
  const title = conversation?.title || (conversationId === null ? t.text("nav.new-chat") : t.text("chat.untitled"));
  return (
    <div className="chat">
      <ViewBar title={<span dir="auto">{title}</span>} focusTitle={false} {...frame}>
        <ContextGauge tokens={tokens} />
      </ViewBar>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to be able to scroll the conversation */}
      <section className="chat-scroll" ref={scroller} tabIndex={0} aria-label={t.text("chat.messages")}>
        <div className="chat-content" ref={content}>
          {openFailure && (
            <FailureCard
              failure={openFailure}
              onRetry={conversationId === null ? undefined : () => void chat.openConversation(conversationId)}
            />
          )}
          {loading && <MessageSkeleton label={t.text("state.loading")} />}
          {empty && openFailure === undefined && <Welcome draftKey={key} />}
          {path.length > 0 && (
            <VirtualList
              items={path}
              keyOf={toKey}
              estimate={160}
              scroller={scroller}
              render={(item, index) => (
                <RenderGuard>
                  <MessageItem item={item} last={index === path.length - 1} />
                </RenderGuard>
              )}
            />
          )}
          {sending && (
            <div className="question question-sending" aria-busy="true">
              <div className="question-bubble" dir="auto">
                {sending.text}
              </div>
              <p className="quiet">{t.text("chat.sending")}</p>
            </div>
          )}
          {conversationId !== null && path.length > 2 && activeRunId === undefined && (
            <Suspense>
              <WindowNotice conversationId={conversationId} path={path} tokens={tokens} />
            </Suspense>
          )}
          <Suspense>
            {manualCalls.map((call) => (
              <ManualCallCard key={call.key} draftKey={key} manualCall={call} />
            ))}
          </Suspense>
          {problem && (
            <FailureCard
              failure={problem.failure}
              onRetry={problem.draft.text === "" ? undefined : () => void chat.retry(key)}
              onDismiss={() => chat.dismissProblem(key)}
            />
          )}
        </div>
        {!atEnd.is && !empty && (
          <div className="to-end">
            <Button small icon="down" onClick={atEnd.go}>
              {t.text("chat.to-end")}
            </Button>
          </div>
        )}
      </section>
      <Composer draftKey={key} activeRunId={activeRunId} />
      <Announcer conversationId={key} />
    </div>
  );
}

function MessageItem({ item, last }: { readonly item: PathMessage; readonly last: boolean }): ReactElement {
  const { message, siblings } = item;
  if (message.role === "user") return <QuestionItem message={message} siblings={siblings} />;
  if (message.summary === undefined) return <AnswerItem message={message} siblings={siblings} last={last} />;
  return (
    <Suspense>
      <SummaryItem message={message} mark={message.summary} />
    </Suspense>
  );
}

function MessageSkeleton({ label }: { readonly label: string }): ReactElement {
  return (
    <div className="skeletons" role="status" aria-label={label}>
      <div className="skeleton skeleton-short" />
      <div className="skeleton" />
      <div className="skeleton" />
    </div>
  );
}

function toKey(item: PathMessage): string {
  return item.message.id;
}

function toNewestRunId(messages: readonly PathMessage["message"][] | undefined): string | undefined {
  const newest = messages?.findLast((message) => message.role === "assistant");
  // What a summary took says nothing of what the conversation takes.
  return newest?.role === "assistant" && newest.summary === undefined ? newest.runId : undefined;
}

/**
 * Keeps the end in view while it is there, and says when the user has scrolled away from it. An empty `place` is one
 * that is read from its start.
 */
function useStayAtEnd(
  scroller: { readonly current: HTMLElement | null },
  content: { readonly current: HTMLElement | null },
  place: string,
): { readonly is: boolean; readonly go: () => void } {
  const [atEnd, setAtEnd] = useState(true);
  const stay = useRef(true);

  useEffect(() => {
    stay.current = place !== "";
    const box = scroller.current;
    if (box !== null) box.scrollTop = place === "" ? 0 : box.scrollHeight;
  }, [place, scroller]);

  useEffect(() => {
    const box = scroller.current;
    const inner = content.current;
    if (box === null || inner === null) return;
    let lastTop = box.scrollTop;
    const look = () => {
      const near = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END;
      // Only a movement upwards leaves the end: content that grows moves the end away by itself.
      if (near && box.scrollTop > 0) stay.current = true;
      else if (box.scrollTop < lastTop) stay.current = false;
      lastTop = box.scrollTop;
      setAtEnd(near || stay.current);
    };
    const follow = new ResizeObserver(() => {
      if (stay.current) box.scrollTop = box.scrollHeight;
      look();
    });
    follow.observe(inner);
    follow.observe(box);
    box.addEventListener("scroll", look, { passive: true });
    return () => {
      follow.disconnect();
      box.removeEventListener("scroll", look);
    };
  }, [scroller, content]);

  return {
    is: atEnd,
    go() {
      stay.current = true;
      const box = scroller.current;
      if (box !== null) box.scrollTop = box.scrollHeight;
    },
  };
}
