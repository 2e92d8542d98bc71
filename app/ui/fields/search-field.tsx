import type { MessageKey } from "../../messages/catalogue.ts";
import { useText } from "../../messages/use-text.ts";
import { Icon } from "../icon.tsx";

interface SearchFieldProps {
  readonly text: MessageKey;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** It takes the focus when its dialog opens. */
  readonly isFirst?: boolean;
}

/** A labelled search field. */
export function SearchField({ text, value, onChange, isFirst }: SearchFieldProps) {
  const label = useText().text(text);
  return (
    <label className="search-field">
      <Icon name="search" />
      <input
        autoComplete="off"
        type="search"
        data-first-focus={isFirst ? "" : undefined}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
