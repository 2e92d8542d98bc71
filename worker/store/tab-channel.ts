import type { ConversationId } from "../protocol/ids.ts";
import { toFields } from "../protocol/json.ts";

/** A message from one tab to the others after a change is durable: which records to reload, never their contents. */
export type StoreChange =
  | { readonly type: "conversation"; readonly conversationId: ConversationId }
  | { readonly type: "memories" }
  | { readonly type: "settings" }
  | { readonly type: "everything" };

/** The channel to the app's other tabs. */
export type TabChannel = ReturnType<typeof openTabChannel>;

/** A channel on the platform's BroadcastChannel. Malformed messages are ignored. */
export function openTabChannel(name: string) {
  const channel = new BroadcastChannel(name);
  return {
    post: (change: StoreChange): void => channel.postMessage(change),
    /** Sets the one listener for messages of other tabs. */
    listen(deliver: (change: StoreChange) => void): void {
      channel.onmessage = ({ data }: MessageEvent<unknown>) => {
        const change = toStoreChange(data);
        if (change !== null) deliver(change);
      };
    },
    close: (): void => channel.close(),
  };
}

/** A foreign message as a change, or null. Any page of the origin can post here. */
export function toStoreChange(value: unknown): StoreChange | null {
  const { type, conversationId } = toFields(value);
  switch (type) {
    case "conversation":
      return typeof conversationId === "string" ? { type, conversationId } : null;
    case "memories":
    case "settings":
    case "everything":
      return { type };
    default:
      return null;
  }
}
