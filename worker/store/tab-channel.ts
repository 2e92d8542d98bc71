import type { ConversationId } from "../protocol/ids.ts";

/** What one tab tells the others after a change is durable. It says what to read again, never what it is now. */
export type StoreChange =
  | { readonly type: "conversation"; readonly conversationId: ConversationId }
  | { readonly type: "memories" }
  | { readonly type: "settings" }
  | { readonly type: "everything" };

/** The way to the app's other tabs. */
export interface TabChannel {
  post(change: StoreChange): void;
  /** One listener: what other tabs posted, never what this one did. */
  listen(deliver: (change: StoreChange) => void): void;
  close(): void;
}

/** A channel on the platform's BroadcastChannel. What is not a change is passed over. */
export function openTabChannel(name: string): TabChannel {
  const channel = new BroadcastChannel(name);
  return {
    post: (change) => channel.postMessage(change),
    listen(deliver) {
      channel.onmessage = ({ data }: MessageEvent<unknown>) => {
        const change = toStoreChange(data);
        if (change !== null) deliver(change);
      };
    },
    close: () => channel.close(),
  };
}

/** A foreign message as a change, or null. Any page of the origin can post here. */
export function toStoreChange(value: unknown): StoreChange | null {
  if (typeof value !== "object" || value === null || !("type" in value)) return null;
  switch (value.type) {
    case "conversation":
      return "conversationId" in value && typeof value.conversationId === "string"
        ? { type: "conversation", conversationId: value.conversationId }
        : null;
    case "memories":
    case "settings":
    case "everything":
      return { type: value.type };
    default:
      return null;
  }
}
