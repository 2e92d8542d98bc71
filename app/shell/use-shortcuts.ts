import { useKeys } from "../ui/use-keys.ts";

/** Actions of the page-wide keys. */
export interface ShortcutActions {
  readonly openSearch: () => void;
  readonly openHelp: () => void;
  readonly newChat: () => void;
  readonly toggleSidebar: () => void;
  /** Absent where no chat is open. */
  readonly renameChat: (() => void) | undefined;
  readonly deleteChat: (() => void) | undefined;
}

/** Listens for the keys that work everywhere. */
export function useShortcuts(actions: ShortcutActions): void {
  useKeys((event) => {
    const action = toAction(event, actions);
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}

function toAction(event: KeyboardEvent, actions: ShortcutActions): (() => void) | undefined {
  if (event.defaultPrevented || event.isComposing) return undefined;
  const mod = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (mod && !event.altKey) {
    if (key === "k" && !event.shiftKey) return actions.openSearch;
    if (key === "o" && event.shiftKey) return actions.newChat;
    if (key === "b" && !event.shiftKey) return actions.toggleSidebar;
    return undefined;
  }
  if (event.altKey || event.repeat) return undefined;
  if (event.key === "F2" && !event.shiftKey && !isCovered()) return actions.renameChat;
  // In a field with text in it, this key cuts what is chosen.
  if (event.key === "Delete" && event.shiftKey && !hasText(event.target) && !isCovered()) return actions.deleteChat;
  if (event.key === "?" && !isTyping(event.target)) return actions.openHelp;
  return undefined;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null;
}

function hasText(target: EventTarget | null): boolean {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isTyping(target) && !(isField && target.value === "");
}

function isCovered(): boolean {
  return document.querySelector("dialog[open]") !== null;
}
