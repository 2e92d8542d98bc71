import { type ReactElement, useState } from "react";
import { isJsonArray, isJsonObject, type JsonValue } from "../../worker/protocol/json.ts";
import { useText } from "../messages/use-text.ts";
import { Button } from "./button.tsx";

const PAGE = 40;
const LONG_TEXT = 600;

interface JsonTreeProps {
  readonly value: JsonValue;
  /** How many levels below the first are unfolded at first. */
  readonly openLevels?: number;
}

/** JSON as a tree that can be folded; long lists and texts come in parts. */
export function JsonTree({ value, openLevels = 1 }: JsonTreeProps): ReactElement {
  return (
    <div className="json" dir="ltr">
      <JsonNode value={value} depth={0} openLevels={openLevels} />
    </div>
  );
}

interface JsonNodeProps {
  readonly name?: string;
  readonly value: JsonValue;
  readonly depth: number;
  readonly openLevels: number;
}

function JsonNode({ name, value, depth, openLevels }: JsonNodeProps): ReactElement {
  const label = name === undefined ? null : <span className="json-key">{name}</span>;
  if (isJsonArray(value) || isJsonObject(value)) {
    const entries: readonly [string, JsonValue][] = isJsonArray(value)
      ? value.map((item, index) => [String(index), item])
      : Object.entries(value);
    if (entries.length === 0) {
      return (
        <div className="json-row">
          {label}
          <span className="json-empty">{isJsonArray(value) ? "[ ]" : "{ }"}</span>
        </div>
      );
    }
    if (depth === 0) return <JsonEntries entries={entries} depth={depth} openLevels={openLevels} />;
    return (
      <details className="json-fold" open={depth <= openLevels}>
        <summary>
          {label}
          <span className="json-count">{isJsonArray(value) ? `[${entries.length}]` : `{${entries.length}}`}</span>
        </summary>
        <JsonEntries entries={entries} depth={depth} openLevels={openLevels} />
      </details>
    );
  }
  return (
    <div className="json-row">
      {label}
      <JsonScalar value={value} />
    </div>
  );
}

function JsonEntries({
  entries,
  depth,
  openLevels,
}: {
  readonly entries: readonly (readonly [string, JsonValue])[];
  readonly depth: number;
  readonly openLevels: number;
}): ReactElement {
  const t = useText();
  const [shown, setShown] = useState(PAGE);
  return (
    <div className={depth === 0 ? "json-root" : "json-children"}>
      {entries.slice(0, shown).map(([name, value]) => (
        <JsonNode key={name} name={name} value={value} depth={depth + 1} openLevels={openLevels} />
      ))}
      {entries.length > shown && (
        <Button small tone="quiet" onClick={() => setShown(shown + PAGE * 5)}>
          {t.text("action.show-more", { count: entries.length - shown })}
        </Button>
      )}
    </div>
  );
}

function JsonScalar({ value }: { readonly value: string | number | boolean | null }): ReactElement {
  const t = useText();
  const [whole, setWhole] = useState(false);
  if (typeof value !== "string") return <span className="json-scalar">{String(value)}</span>;
  const cut = !whole && value.length > LONG_TEXT;
  return (
    <>
      <span className="json-text" dir="auto">
        {cut ? `${value.slice(0, LONG_TEXT)}…` : value}
      </span>
      {cut && (
        <Button small tone="quiet" onClick={() => setWhole(true)}>
          {t.text("action.show-all")}
        </Button>
      )}
    </>
  );
}
