import { useId } from "react";
import { MIN_PASSPHRASE } from "../../../worker/protocol/encryption/passphrase.ts";
import type { MessageKey } from "../../messages/catalogue.ts";
import { useText } from "../../messages/use-text.ts";
import { InputField } from "../../ui/fields/form.tsx";

/** A passphrase as it is typed, twice. */
export interface Words {
  readonly first: string;
  readonly again: string;
}

export const NO_WORDS: Words = { first: "", again: "" };

/** True once both are the same and long enough. */
export function isUsable({ first, again }: Words): boolean {
  return first.length >= MIN_PASSPHRASE && first === again;
}

interface NewPassphraseProps {
  /** The consequence of losing it. */
  readonly note: MessageKey;
  readonly words: Words;
  readonly onChange: (words: Words) => void;
}

/** A passphrase, twice, and what losing it means before it is used. */
export function NewPassphrase({ note, words, onChange }: NewPassphraseProps) {
  const t = useText();
  const id = useId();
  const fault =
    words.first !== "" && words.first.length < MIN_PASSPHRASE
      ? t.text("data.seal-short", { count: MIN_PASSPHRASE })
      : words.again !== "" && words.first !== words.again
        ? t.text("data.seal-differs")
        : "";
  return (
    <div className="field" data-testid="new-passphrase">
      <p id={`${id}-note`}>{t.text(note)}</p>
      {(["first", "again"] as const).map((name) => (
        <InputField
          key={name}
          label={t.text(name === "first" ? "data.passphrase" : "data.passphrase-again")}
          type="password"
          autoComplete="new-password"
          aria-describedby={`${id}-note ${id}-fault`}
          value={words[name]}
          onChange={(event) => onChange({ ...words, [name]: event.target.value })}
        />
      ))}
      <p id={`${id}-fault`} role="status">
        {fault}
      </p>
    </div>
  );
}
