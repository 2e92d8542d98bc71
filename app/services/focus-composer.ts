/** Puts the cursor into the message field of the chat that is shown. */
export function focusComposer(): void {
  document.querySelector<HTMLElement>("[data-composer]")?.focus();
}
