import type { RefObject } from "react";
import type { PathMessage } from "../../state/message-path.ts";
import { RenderGuard } from "../../ui/render-guard.tsx";
import { VirtualList } from "../../ui/virtual-list.tsx";
import { AnswerItem } from "./answer-item.tsx";
import { QuestionItem } from "./question-item.tsx";
import { SummaryItem } from "./summary-item.tsx";

interface MessageListProps {
  readonly path: readonly PathMessage[];
  readonly scroller: RefObject<HTMLElement | null>;
}

/** The stored messages of the shown branch. */
export function MessageList({ path, scroller }: MessageListProps) {
  if (path.length === 0) return null;
  return (
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
  );
}

function toKey(item: PathMessage): string {
  return item.message.id;
}

function MessageItem({ item, last }: { readonly item: PathMessage; readonly last: boolean }) {
  const { message, siblings } = item;
  if (message.role === "user") return <QuestionItem message={message} siblings={siblings} />;
  if (message.summary === undefined) return <AnswerItem message={message} siblings={siblings} last={last} />;
  return <SummaryItem message={message} />;
}
