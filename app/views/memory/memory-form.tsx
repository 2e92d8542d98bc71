import { useText } from "../../messages/use-text.ts";
import { FormEnd } from "../../ui/form-end.tsx";

interface MemoryFormProps {
  readonly label: string;
  readonly text?: string;
  readonly tags?: readonly string[];
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number;
  readonly onSave: (text: string, tags: readonly string[], expiresAt: number | null) => Promise<void>;
  readonly onCancel: () => void;
}

/** A note to write or to change. */
export function MemoryForm({ label, text = "", tags = [], expiresAt, onSave, onCancel }: MemoryFormProps) {
  const t = useText();
  return (
    <form
      className="card form"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const note = String(form.get("text") ?? "").trim();
        const day = String(form.get("expires") ?? "");
        // A note is kept through the day that is named.
        const end = day === "" ? null : new Date(`${day}T23:59:59`).getTime();
        if (note !== "") void onSave(note, toTags(String(form.get("tags") ?? "")), end);
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onCancel();
      }}
    >
      <label className="field">
        <span>{t.text("memory.text")}</span>
        <textarea autoComplete="off" name="text" rows={3} dir="auto" required defaultValue={text} ref={focusOnce} />
      </label>
      <label className="field">
        <span>{t.text("memory.tags")}</span>
        <input autoComplete="off" type="text" name="tags" defaultValue={tags.join(", ")} />
      </label>
      <label className="field">
        <span>{t.text("memory.keep-until")}</span>
        <input
          autoComplete="off"
          type="date"
          name="expires"
          defaultValue={expiresAt === undefined ? "" : toDay(expiresAt)}
        />
      </label>
      <FormEnd onCancel={onCancel} />
    </form>
  );
}

/** A function of its own, so that it runs when the field appears and not with every change. */
function focusOnce(field: HTMLTextAreaElement | null): void {
  field?.focus();
}

/** The day of a time, as a date field wants it, in the user's time zone. */
function toDay(time: number): string {
  const date = new Date(time);
  const pad = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

function toTags(text: string): readonly string[] {
  return [
    ...new Set(
      text
        .split(",")
        .map((tag) => tag.trim())
        .filter(Boolean),
    ),
  ];
}
