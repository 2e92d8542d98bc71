import type { Ref } from "react";
import { Field } from "./form.tsx";

interface PassphraseFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isWrong?: boolean;
  readonly isRequired?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A passphrase that is known, as it is typed. */
export function PassphraseField(props: PassphraseFieldProps) {
  const { label, value, onChange, isWrong = false, isRequired = false, ref } = props;
  return (
    <Field label={label}>
      <input
        type="password"
        autoComplete="off"
        required={isRequired}
        ref={ref}
        value={value}
        aria-invalid={isWrong}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
