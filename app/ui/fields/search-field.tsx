import type { MessageKey } from "../../messages/catalogue.ts";
import { useText } from "../../messages/use-text.ts";
import { Icon } from "../icon.tsx";

interface SearchFieldProps {
  readonly text: MessageKey;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A labelled search field; in a dialog it takes the focus when that opens. */
export function SearchField({ text, value, onChange }: SearchFieldProps) {
  const label = useText().text(text);
  return (
    <label className="search-field">
      <Icon name="search" />
      <input
        autoComplete="off"
        type="search"
        data-first-focus=""
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
