import type { KeyboardEvent } from "react";
import type { Settings } from "../../../../worker/protocol/settings.ts";

/** Whether a key sends what is written, as the user has set it. Enter with Shift is a line break. */
export function isSendKey(event: KeyboardEvent, sendKey: Settings["sendKey"]): boolean {
  if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return false;
  return sendKey !== "mod-enter" || event.ctrlKey || event.metaKey;
}
