import { assertNever } from "../protocol/assert-never.ts";
import type { StoreChange } from "../store/tab-channel.ts";
import type { HostParts } from "./host-parts.ts";

/** Takes over what another tab has changed, and tells the page. */
export async function followChange(parts: HostParts, change: StoreChange): Promise<void> {
  switch (change.type) {
    case "conversation":
      return parts.conversations.emitReloaded(change.conversationId);
    case "memories":
      return parts.emit({ type: "memories-changed" });
    case "settings":
      return parts.settings.reload();
    case "everything":
      return reloadEverything(parts);
    default:
      return assertNever(change);
  }
}

/** Reads everything again after the stored data was replaced. */
export async function reloadEverything({ settings, readEmbedding, readStores, emit }: HostParts): Promise<void> {
  await settings.reload();
  await (await readEmbedding()).follow();
  const { conversations } = await readStores();
  emit({ type: "everything-changed", conversations: await conversations.list() });
  emit({ type: "memories-changed" });
}
