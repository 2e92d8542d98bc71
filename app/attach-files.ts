import { readPdf } from "./pdf/read-pdf.ts";
import type { DraftKey } from "./state/app-state.ts";
import type { App } from "./state/create-app.ts";
import { readAttachment } from "./state/read-attachment.ts";

/** Reads files, one after the other, into a draft; says of each that cannot go along why. */
export async function attachFiles(
  { chat, store, toasts }: Pick<App, "chat" | "store" | "toasts">,
  draftKey: DraftKey,
  files: Iterable<File>,
): Promise<void> {
  const setReading = (change: (names: readonly string[]) => readonly string[]): void =>
    store.setState(({ reading }) => ({ reading: { ...reading, [draftKey]: change(reading[draftKey] ?? []) } }));
  for (const file of files) {
    const { name } = file;
    setReading((names) => [...names, name]);
    try {
      const read = await readAttachment(file, readPdf);
      if (read.ok) chat.attach(draftKey, [read.attachment]);
      else toasts.show({ text: `attachment.${read.refusal}`, values: { name } });
    } finally {
      setReading((names) => names.toSpliced(names.indexOf(name), 1));
    }
  }
}
