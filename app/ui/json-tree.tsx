import { type ReactNode, useState } from "react";
import { isJsonArray, isJsonObject, type JsonValue } from "../../worker/protocol/json.ts";
import { useText } from "../messages/use-text.ts";
import { Button } from "./button.tsx";

const PAGE = 40;
const LONG_TEXT = 600;

interface JsonTreeProps {
  readonly value: JsonValue;
  /** Everything is there and unfolded from the start; without it, long lists and texts come in parts. */
  readonly whole?: boolean;
  /** How each name and text is written. */
  readonly write?: (text: string) => string;
  /** How a text or a number is drawn, in place of `write`. */
  readonly mark?: (text: string) => ReactNode;
  /** Lines below a text. */
  readonly explain?: (text: string) => ReactNode;
}

/** JSON as a tree that can be folded; long lists and texts come in parts. */
export function JsonTree({ value, ...style }: JsonTreeProps) {
  return (
    <div className="json" dir="ltr">
      <JsonNode value={value} depth={0} {...style} />
    </div>
  );
}

type JsonStyle = Omit<JsonTreeProps, "value">;

interface JsonNodeProps extends JsonStyle {
  readonly name?: string;
  readonly value: JsonValue;
  readonly depth: number;
}

function JsonNode({ name, value, depth, ...style }: JsonNodeProps) {
  const t = useText();
  const [shown, setShown] = useState(PAGE);
  const { whole = false, write = (text) => text } = style;
  const label = name === undefined ? null : <span className="json-key">{write(name)}</span>;
  if (!isJsonArray(value) && !isJsonObject(value)) {
    return (
      <div className="json-row">
        {label}
        <JsonScalar value={value} {...style} />
      </div>
    );
  }
  const entries: readonly [string, JsonValue][] = isJsonArray(value)
    ? value.map((item, index) => [String(index + 1), item])
    : Object.entries(value);
  if (entries.length === 0) {
    return (
      <div className="json-row">
        {label}
        <span className="json-empty">{isJsonArray(value) ? "[ ]" : "{ }"}</span>
      </div>
    );
  }
  const list = (
    <div className={depth === 0 ? "json-root" : "json-children"}>
      {(whole ? entries : entries.slice(0, shown)).map(([key, member]) => (
        <JsonNode key={key} name={key} value={member} depth={depth + 1} {...style} />
      ))}
      {!whole && entries.length > shown && (
        <Button small tone="quiet" onClick={() => setShown(shown + PAGE * 5)}>
          {t.text("action.show-more", { count: entries.length - shown })}
        </Button>
      )}
    </div>
  );
  if (depth === 0) return list;
  return (
    <details className="json-fold" open={whole || depth <= 1}>
      <summary>
        {label}
        {isJsonArray(value) && <span className="json-count">{t.count("said.entries", entries.length)}</span>}
      </summary>
      {list}
    </details>
  );
}

interface JsonScalarProps extends JsonStyle {
  readonly value: string | number | boolean | null;
}

function JsonScalar({ value, write = (text) => text, mark = write, explain, ...style }: JsonScalarProps) {
  const [whole, setWhole] = useState(style.whole ?? false);
  if (typeof value !== "string") {
    const text = String(value);
    return <span className="json-scalar">{typeof value === "number" ? mark(text) : text}</span>;
  }
  const cut = !whole && value.length > LONG_TEXT;
  return (
    <>
      <span className="json-text" dir="auto">
        {mark(cut ? `${value.slice(0, LONG_TEXT)}…` : value)}
      </span>
      {explain?.(value)}
      {cut && <Button text="action.show-all" small tone="quiet" onClick={() => setWhole(true)} />}
    </>
  );
}
