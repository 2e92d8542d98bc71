/** Whether an input event brought text that was not typed: pasted or dropped, and not `own`. */
export function isForeignInput(event: Event, own = ""): boolean {
  const { inputType = "", data = null } = event as Partial<InputEvent>;
  return /^insertFrom(?:Paste|Drop|Yank)/u.test(inputType) && (data === null || data !== own);
}

/** The selected part of a text field. */
export function toSelectedText({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): string {
  return value.slice(selectionStart, selectionEnd);
}
