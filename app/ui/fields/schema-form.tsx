import { type ChangeEvent, useEffect, useId, useRef, useState } from "react";
import { defined } from "../../../worker/protocol/defined.ts";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  parseJson,
} from "../../../worker/protocol/json.ts";
import { useText } from "../../messages/use-text.ts";

/** Finds values for a field among those that somebody else offers. */
export type Suggest = (field: string, fields: JsonObject) => Promise<readonly string[]>;

interface SchemaFormProps {
  /** The schema of an object. */
  readonly schema: JsonSchema;
  /** Asked while a text is typed. */
  readonly suggest?: Suggest | undefined;
  readonly value: JsonObject;
  /** Nothing while a field holds what is not JSON. */
  readonly onChange: (value: JsonObject | undefined) => void;
}

/** Fields for an object's properties: texts, numbers, choices and switches; anything else as JSON text. */
export function SchemaForm({ schema, value, suggest, onChange }: SchemaFormProps) {
  const t = useText();
  const formId = useId();
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = isJsonArray(schema.required ?? null) ? (schema.required as readonly JsonValue[]) : [];
  const names = Object.keys(properties);

  const change = (name: string, next: JsonValue | undefined, ok: boolean) => {
    const nowBroken = new Set(broken);
    if (ok) nowBroken.delete(name);
    else nowBroken.add(name);
    setBroken(nowBroken);
    onChange(nowBroken.size > 0 ? undefined : defined({ ...value, [name]: next }));
  };

  if (names.length === 0) return <p className="quiet">{t.text("tool.no-arguments")}</p>;
  return (
    <div className="schema-form">
      {names.map((name) => {
        const property = properties[name];
        const field = isJsonObject(property) ? property : {};
        const isRequired = required.includes(name);
        const id = `${formId}-${name}`;
        return (
          <div className="field" key={name}>
            <label htmlFor={id}>
              {typeof field.title === "string" ? <span dir="auto">{field.title}</span> : <code>{name}</code>}
              {!isRequired && <span className="quiet"> {t.text("form.optional")}</span>}
            </label>
            <SchemaInput
              id={id}
              schema={field}
              value={value[name]}
              required={isRequired}
              suggest={suggest && ((typed) => suggest(name, { ...value, [name]: typed }))}
              onChange={(next, ok) => change(name, next, ok)}
            />
            {typeof field.description === "string" && <p className="quiet field-note">{field.description}</p>}
          </div>
        );
      })}
    </div>
  );
}

interface SchemaInputProps {
  readonly id: string;
  readonly suggest?: ((typed: string) => Promise<readonly string[]>) | undefined;
  readonly schema: JsonSchema;
  readonly value: JsonValue | undefined;
  readonly required: boolean;
  readonly onChange: (value: JsonValue | undefined, ok: boolean) => void;
}

function SchemaInput(props: SchemaInputProps) {
  const { id, schema, value, required, suggest, onChange } = props;
  const t = useText();
  const items = isJsonObject(schema.items) ? schema.items : {};
  if (schema.type === "array" && isJsonArray(items.enum)) {
    const chosen = isJsonArray(value) ? value.map(String) : [];
    const pick = (picked: HTMLCollectionOf<HTMLOptionElement>) => {
      const values = [...picked].map((option) => option.value);
      onChange(values, true);
    };
    return (
      <select id={id} multiple value={chosen} onChange={({ target }) => pick(target.selectedOptions)}>
        <ChoiceOptions of={items} toValue={String} />
      </select>
    );
  }
  if (isJsonArray(schema.enum ?? null)) {
    const pick = (picked: string) => onChange(picked === "" ? undefined : (JSON.parse(picked) as JsonValue), true);
    return (
      <select
        id={id}
        value={value === undefined ? "" : JSON.stringify(value)}
        onChange={({ target }) => pick(target.value)}
      >
        <option value="">{t.text("form.choose")}</option>
        <ChoiceOptions of={schema} toValue={JSON.stringify} />
      </select>
    );
  }
  switch (schema.type) {
    case "boolean":
      return (
        <input
          id={id}
          type="checkbox"
          checked={value === true}
          onChange={({ target }) => onChange(target.checked, true)}
        />
      );
    case "number":
    case "integer":
      return (
        <input
          id={id}
          type="number"
          step={schema.type === "integer" ? 1 : "any"}
          required={required}
          value={typeof value === "number" ? value : ""}
          onChange={({ target }) =>
            onChange(Number.isNaN(target.valueAsNumber) ? undefined : target.valueAsNumber, true)
          }
        />
      );
    case "string": {
      const text = typeof value === "string" ? value : "";
      const write = ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(target.value, true);
      const field = { id, required, value: text, onChange: write, dir: "auto" };
      // A field of one line would drop the others.
      if (text.includes("\n")) return <textarea autoComplete="off" {...field} className="json-field" rows={6} />;
      return (
        <>
          <input autoComplete="off" {...field} type="text" list={suggest && `${id}-values`} />
          {suggest && text !== "" && <Suggestions id={`${id}-values`} typed={text} suggest={suggest} />}
        </>
      );
    }
    default:
      return <JsonField id={id} value={value} onChange={onChange} />;
  }
}

const TYPING_PAUSE_MS = 300;

/** Values for what is typed, asked for once the typing rests. */
function Suggestions({
  id,
  typed,
  suggest,
}: Required<Pick<SchemaInputProps, "id" | "suggest">> & { readonly typed: string }) {
  const [values, setValues] = useState<readonly string[]>([]);
  // The function is another one at every drawing.
  const ask = useRef(suggest);
  ask.current = suggest;
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const found = (await ask.current?.(typed)) ?? [];
      if (isCurrent) setValues(found);
    }, TYPING_PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [typed]);
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  );
}

interface ChoiceOptionsProps {
  readonly of: JsonSchema;
  readonly toValue: (choice: JsonValue) => string;
}

/** The choices of a schema, each by the name that it gives it, or by itself. */
function ChoiceOptions({ of: { enum: choices, enumNames }, toValue }: ChoiceOptionsProps) {
  if (!isJsonArray(choices ?? null)) return null;
  return (choices as readonly JsonValue[]).map((choice, index) => {
    const name = (isJsonArray(enumNames) ? enumNames[index] : undefined) ?? choice;
    return (
      <option key={toValue(choice)} value={toValue(choice)}>
        {typeof name === "string" ? name : JSON.stringify(name)}
      </option>
    );
  });
}

function JsonField({ id, value, onChange }: Pick<SchemaInputProps, "id" | "value" | "onChange">) {
  const t = useText();
  const [text, setText] = useState(() => (value === undefined ? "" : JSON.stringify(value, null, 2)));
  const [broken, setBroken] = useState(false);
  return (
    <>
      <textarea
        autoComplete="off"
        id={id}
        className="json-field"
        rows={3}
        spellCheck={false}
        value={text}
        aria-invalid={broken}
        onChange={(event) => {
          setText(event.target.value);
          const parsed = parseJson(event.target.value);
          const isBroken = parsed === undefined && event.target.value.trim() !== "";
          setBroken(isBroken);
          onChange(parsed, !isBroken);
        }}
      />
      {broken && <p className="field-error">{t.text("form.not-json")}</p>}
    </>
  );
}
