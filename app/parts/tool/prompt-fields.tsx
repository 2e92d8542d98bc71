import type { JsonObject } from "../../../worker/protocol/json.ts";
import { PROMPT_MARK } from "../../../worker/protocol/mcp.ts";
import { useText } from "../../messages/use-text.ts";
import { suggestValues } from "../../state/composer/suggest-values.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
import { SchemaForm } from "../../ui/fields/schema-form.tsx";

interface PromptFieldsProps {
  readonly name: string;
  readonly input: JsonObject;
  readonly onWrite: (text: string) => void;
}

/** The arguments of a server's prompt; they stand in the command itself. */
export function PromptFields({ name, input, onWrite }: PromptFieldsProps) {
  const t = useText();
  const { api } = useApp();
  const spec = useAppState(({ servers }) =>
    servers.flatMap(({ prompts }) => prompts).find((each) => each.name === name),
  );
  const [server = ""] = name.split(PROMPT_MARK);
  if (spec === undefined) return null;
  return (
    <div className="manual-preview" data-testid="prompt-fields">
      <SchemaForm
        schema={spec.parameters}
        value={input}
        suggest={suggestValues(api, server, name)}
        onChange={(value) => onWrite(`/${name} ${JSON.stringify(value)}`)}
      />
      <p className="quiet">{t.text("prompt.note", { server })}</p>
    </div>
  );
}
