import type { JsonObject } from "../../../worker/protocol/json.ts";
import { PROMPT_MARK } from "../../../worker/protocol/mcp.ts";
import { useText } from "../../messages/use-text.ts";
import { useAppState } from "../../state/use-app.ts";
import { SchemaForm } from "../../ui/fields/schema-form.tsx";

interface PromptFieldsProps {
  readonly name: string;
  readonly input: JsonObject;
  readonly onWrite: (text: string) => void;
}

/** The arguments of a server's prompt; they stand in the command itself. */
export function PromptFields({ name, input, onWrite }: PromptFieldsProps) {
  const t = useText();
  const spec = useAppState(({ servers }) =>
    servers.flatMap(({ prompts }) => prompts).find((each) => each.name === name),
  );
  if (spec === undefined) return null;
  const [server = ""] = name.split(PROMPT_MARK);
  return (
    <div className="manual-preview" data-testid="prompt-fields">
      <SchemaForm
        schema={spec.parameters}
        value={input}
        onChange={(value) => onWrite(`/${name} ${JSON.stringify(value)}`)}
      />
      <p className="quiet">{t.text("prompt.note", { server })}</p>
    </div>
  );
}
