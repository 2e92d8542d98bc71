import { Icon } from "../icon.tsx";

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** It takes the focus when its dialog opens. */
  readonly isFirst?: boolean;
}

/** A labelled search field. */
export function SearchField({ label, value, onChange, isFirst }: SearchFieldProps) {
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
