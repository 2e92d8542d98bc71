/** Whether an input event brought text that was not typed: pasted or dropped, and not `own`. */
export function isForeignInput(event: Event, own = ""): boolean {
  const { inputType = "", data = null } = event as Partial<InputEvent>;
  return /^insertFrom[PDY]/.test(inputType) && data !== own;
}

/** The selected part of a text field. */
export function toSelectedText({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): string {
  return value.slice(selectionStart, selectionEnd);
}

/** More than this takes a text field seconds, and gigabytes when it is a book. */
const MAX_PASTED = 20_000;

/** The files that a paste brings; a long text is one. */
export function toPastedFiles(data: DataTransfer): readonly File[] {
  const text = data.getData("text");
  return data.files.length === 0 && text.length > MAX_PASTED ? [new File([text], "text.txt")] : [...data.files];
}
