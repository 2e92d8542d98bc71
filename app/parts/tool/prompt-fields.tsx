import { useRef } from "react";
import type { JsonObject } from "../../../worker/protocol/json.ts";
import { PROMPT_MARK } from "../../../worker/protocol/mcp.ts";
import { useText } from "../../messages/use-text.ts";
import { suggestValues } from "../../state/composer/suggest-values.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
import { SchemaForm } from "../../ui/fields/schema-form.tsx";
import { isForeignInput } from "../../ui/foreign-input.ts";

interface PromptFieldsProps {
  readonly name: string;
  readonly input: JsonObject;
  readonly onWrite: (text: string, isPasted?: boolean) => void;
}

/** The arguments of a prompt; they stand in the command itself. */
export function PromptFields({ name, input, onWrite }: PromptFieldsProps) {
  const t = useText();
  const { api } = useApp();
  const own = useAppState(({ settings }) => settings.prompts.find((each) => each.name === name));
  const foreign = useAppState(({ servers }) =>
    servers.flatMap(({ prompts }) => prompts).find((each) => each.name === name),
  );
  const isPasted = useRef(false);
  const spec = own ?? foreign;
  const [server = ""] = name.split(PROMPT_MARK);
  if (spec === undefined) return null;
  return (
    <div
      className="manual-preview"
      data-testid="prompt-fields"
      onInputCapture={({ nativeEvent }) => {
        isPasted.current ||= isForeignInput(nativeEvent);
      }}
    >
      <SchemaForm
        schema={spec.parameters}
        value={input}
        {...(own === undefined && { suggest: suggestValues(api, server, name) })}
        onChange={(value) => onWrite(`/${name} ${JSON.stringify(value)}`, isPasted.current)}
      />
      <p className="quiet">{own ? t.text("prompts.note") : t.text("prompt.note", { server })}</p>
    </div>
  );
}
