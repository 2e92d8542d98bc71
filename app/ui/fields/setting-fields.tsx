import { type ComponentProps, type ReactNode, useId, useState } from "react";
import type { MessageKey } from "../../messages/catalogue.ts";
import { useText } from "../../messages/use-text.ts";

interface SettingProps {
  readonly label: string;
  readonly note?: string;
  readonly children: (id: string) => ReactNode;
}

/** A label, a field and a note. */
export function Setting({ label, note, children }: SettingProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {note !== undefined && <p className="quiet field-note">{note}</p>}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly text: MessageKey;
  /** Null until one was picked. */
  readonly value: Value | null;
  readonly of: readonly Value[];
  readonly toText: (value: Value) => ReactNode;
  readonly disabled?: boolean;
  readonly onPick: (value: Value) => void;
}

/** One of a few, as radio buttons. */
export function Choice<Value extends string>({ text, value, of, toText, disabled, onPick }: ChoiceProps<Value>) {
  const t = useText();
  const name = useId();
  return (
    <fieldset className="field" disabled={disabled}>
      <legend>{t.text(text)}</legend>
      <div className="choices">
        {of.map((option) => (
          <label key={option} className="choice">
            <input type="radio" name={name} value={option} checked={option === value} onChange={() => onPick(option)} />
            <span>{toText(option)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SwitchProps {
  /** Its words, by their name; those of its note are `note`. */
  readonly text: MessageKey;
  readonly note: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

/** Something on or off. */
export function Switch({ text, note, value, onChange }: SwitchProps) {
  const t = useText();
  return (
    <div className="field">
      <label className="switch">
        <input type="checkbox" checked={value} onChange={(event) => onChange(event.target.checked)} />
        <span>{t.text(text)}</span>
      </label>
      <p className="quiet field-note">{note}</p>
    </div>
  );
}

interface NumberSettingProps {
  readonly label: string;
  readonly note?: string;
  readonly value: number | undefined;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly onCommit: (value: number | undefined) => void;
}

/** A number within bounds, stored when the field is left; empty for the default. */
export function NumberSetting({ label, note, value, min, max, step, onCommit }: NumberSettingProps) {
  const shown = value === undefined ? "" : String(value);
  const [text, setText] = useState(shown);
  const [synced, setSynced] = useState(shown);
  if (synced !== shown) {
    setSynced(shown);
    setText(shown);
  }
  return (
    <Setting label={label} {...(note === undefined ? {} : { note })}>
      {(id) => (
        <input
          id={id}
          type="number"
          min={min}
          max={max}
          step={step}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={() => {
            if (text === shown) return;
            const number = Math.min(max, Math.max(min, Number.parseFloat(text)));
            onCommit(Number.isNaN(number) ? undefined : number);
            if (!Number.isNaN(number)) setText(String(number));
          }}
        />
      )}
    </Setting>
  );
}

interface NotedInputProps extends ComponentProps<"input"> {
  readonly label: string;
  readonly note: string;
  /** Further lines below the note. */
  readonly children?: ReactNode;
}

/** An input of a form, described by its note. */
export function NotedInput({ label, note, children, ...input }: NotedInputProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} autoComplete="off" aria-describedby={`${id}-note`} {...input} />
      <p className="quiet field-note" id={`${id}-note`}>
        {note}
      </p>
      {children}
    </div>
  );
}
