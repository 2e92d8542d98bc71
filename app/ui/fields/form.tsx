import type { ComponentProps, ReactNode } from "react";
import type { MessageKey } from "../../messages/catalogue.ts";
import { useText } from "../../messages/use-text.ts";
import { Button } from "../button.tsx";
import { isForeignInput } from "../foreign-input.ts";

interface FormProps extends Omit<ComponentProps<"form">, "onSubmit"> {
  /**
   * Gets what stands in a field by its name, without blanks around it; empty where there is no such field. `isPasted`
   * if words came into one that were not typed.
   */
  readonly onSubmit: (read: (name: string) => string, form: HTMLFormElement, isPasted: boolean) => void;
}

/** A form that the page itself takes in. */
export function Form({ className = "form", onSubmit, ...rest }: FormProps) {
  return (
    <form
      className={className}
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const data = new FormData(form);
        onSubmit((name) => String(data.get(name) ?? "").trim(), form, "pasted" in form.dataset);
      }}
      onInput={({ nativeEvent, currentTarget }) => {
        if (isForeignInput(nativeEvent)) currentTarget.dataset.pasted = "";
      }}
      onReset={({ currentTarget }) => {
        delete currentTarget.dataset.pasted;
      }}
    />
  );
}

interface Labelled {
  /** The words of its label, by their name; `label` are words that have none. */
  readonly text?: MessageKey | undefined;
  readonly label?: string | undefined;
}

/** A field under its label. */
export function Field({ text, label, children }: Labelled & { readonly children: ReactNode }) {
  const t = useText();
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among its children
    <label className="field">
      <span>{text === undefined ? label : t.text(text)}</span>
      {children}
    </label>
  );
}

/** A field of one line, under its label. */
export function InputField({ text, label, ...input }: Labelled & ComponentProps<"input">) {
  return (
    <Field {...{ text, label }}>
      <input autoComplete="off" type="text" {...input} />
    </Field>
  );
}

/** A field of several lines, under its label. */
export function AreaField({ text, label, ...area }: Labelled & ComponentProps<"textarea">) {
  return (
    <Field {...{ text, label }}>
      <textarea autoComplete="off" {...area} />
    </Field>
  );
}

/** A choice among its options, under its label. */
export function SelectField({ text, label, ...select }: Labelled & ComponentProps<"select">) {
  return (
    <Field {...{ text, label }}>
      <select {...select} />
    </Field>
  );
}

interface CheckboxProps extends Labelled {
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

/** Something to tick. */
export function Checkbox({ text, label, value, onChange }: CheckboxProps) {
  const t = useText();
  return (
    <label className="choice">
      <input type="checkbox" checked={value} onChange={(event) => onChange(event.target.checked)} />
      <span>{text === undefined ? label : t.text(text)}</span>
    </label>
  );
}

interface OptionsProps<Item> {
  readonly of: readonly Item[];
  /** The value of each; absent where that is itself. */
  readonly toValue?: (item: Item) => string;
  readonly toText: (item: Item) => string;
}

/** Choices of a `select`. */
export function Options<Item>({ of, toValue = String, toText }: OptionsProps<Item>) {
  return of.map((item) => (
    <option key={toValue(item)} value={toValue(item)}>
      {toText(item)}
    </option>
  ));
}

/** The end of a form: leave it as it was, or save. */
export function FormEnd({
  onCancel,
  label,
}: {
  readonly onCancel?: (() => void) | undefined;
  readonly label?: string;
}) {
  const t = useText();
  return (
    <div className="row row-end">
      {onCancel !== undefined && <Button tone="quiet" text="action.cancel" onClick={onCancel} />}
      <Button tone="primary" type="submit">
        {label ?? t.text("action.save")}
      </Button>
    </div>
  );
}
