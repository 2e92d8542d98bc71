import { useEffect, useId, useRef, useState } from "react";
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
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = isJsonArray(schema.required ?? null) ? (schema.required as readonly JsonValue[]) : [];
  const names = Object.keys(properties);

  const change = (name: string, next: JsonValue | undefined, ok: boolean) => {
    const nowBroken = new Set(broken);
    if (ok) nowBroken.delete(name);
    else nowBroken.add(name);
    setBroken(nowBroken);
    if (nowBroken.size > 0) {
      onChange(undefined);
      return;
    }
    onChange(defined({ ...value, [name]: next }));
  };

  if (names.length === 0) return <p className="quiet">{t.text("tool.no-arguments")}</p>;
  return (
    <div className="schema-form">
      {names.map((name) => {
        const property = properties[name];
        return (
          <SchemaField
            key={name}
            name={name}
            schema={isJsonObject(property) ? property : {}}
            value={value[name]}
            required={required.includes(name)}
            suggest={suggest && ((typed) => suggest(name, { ...value, [name]: typed }))}
            onChange={(next, ok) => change(name, next, ok)}
          />
        );
      })}
    </div>
  );
}

interface SchemaFieldProps {
  readonly suggest?: ((typed: string) => Promise<readonly string[]>) | undefined;
  readonly name: string;
  readonly schema: JsonSchema;
  readonly value: JsonValue | undefined;
  readonly required: boolean;
  readonly onChange: (value: JsonValue | undefined, ok: boolean) => void;
}

function SchemaField({ name, schema, value, required, suggest, onChange }: SchemaFieldProps) {
  const t = useText();
  const id = useId();
  const description = typeof schema.description === "string" ? schema.description : undefined;
  const title = typeof schema.title === "string" ? schema.title : undefined;
  return (
    <div className="field">
      <label htmlFor={id}>
        {title === undefined ? <code>{name}</code> : <span dir="auto">{title}</span>}
        {!required && <span className="quiet"> {t.text("form.optional")}</span>}
      </label>
      <SchemaInput id={id} schema={schema} value={value} required={required} suggest={suggest} onChange={onChange} />
      {description !== undefined && <p className="quiet field-note">{description}</p>}
    </div>
  );
}

function SchemaInput({
  id,
  schema,
  value,
  required,
  suggest,
  onChange,
}: Omit<SchemaFieldProps, "name"> & { readonly id: string }) {
  const t = useText();
  const choices = schema.enum ?? null;
  const items = isJsonObject(schema.items) ? schema.items : {};
  if (schema.type === "array" && isJsonArray(items.enum)) {
    const chosen = isJsonArray(value) ? value : [];
    return (
      <select
        id={id}
        multiple
        value={chosen.map(String)}
        onChange={({ target }) =>
          onChange(
            [...target.selectedOptions].map((option) => option.value),
            true,
          )
        }
      >
        {items.enum.map((choice, index) => (
          <option key={String(choice)} value={String(choice)}>
            {toChoiceName(items, index)}
          </option>
        ))}
      </select>
    );
  }
  if (isJsonArray(choices)) {
    return (
      <select
        id={id}
        value={value === undefined ? "" : JSON.stringify(value)}
        onChange={(event) =>
          onChange(event.target.value === "" ? undefined : (JSON.parse(event.target.value) as JsonValue), true)
        }
      >
        <option value="">{t.text("form.choose")}</option>
        {choices.map((choice, index) => (
          <option key={JSON.stringify(choice)} value={JSON.stringify(choice)}>
            {toChoiceName(schema, index)}
          </option>
        ))}
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
          onChange={(event) => onChange(event.target.checked, true)}
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
          onChange={(event) =>
            onChange(Number.isNaN(event.target.valueAsNumber) ? undefined : event.target.valueAsNumber, true)
          }
        />
      );
    case "string":
      // A field of one line would drop the others.
      return typeof value === "string" && value.includes("\n") ? (
        <textarea
          autoComplete="off"
          id={id}
          className="json-field"
          rows={6}
          dir="auto"
          required={required}
          value={value}
          onChange={(event) => onChange(event.target.value, true)}
        />
      ) : (
        <>
          <input
            autoComplete="off"
            id={id}
            type="text"
            dir="auto"
            list={suggest && `${id}-values`}
            required={required}
            value={typeof value === "string" ? value : ""}
            onChange={(event) => onChange(event.target.value, true)}
          />
          {suggest && typeof value === "string" && value !== "" && (
            <Suggestions id={`${id}-values`} typed={value} suggest={suggest} />
          )}
        </>
      );
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
}: Required<Pick<SchemaFieldProps, "suggest">> & { readonly id: string; readonly typed: string }) {
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

/** A choice by the name that the schema gives it, or by itself. */
function toChoiceName({ enum: choices, enumNames }: JsonSchema, index: number): string {
  const named = isJsonArray(enumNames) ? enumNames[index] : undefined;
  const choice = named ?? (isJsonArray(choices) ? choices[index] : "");
  return typeof choice === "string" ? choice : JSON.stringify(choice);
}

function JsonField({ id, value, onChange }: Pick<SchemaFieldProps, "value" | "onChange"> & { readonly id: string }) {
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
