import { expect, it } from "vitest";
import { isJsonObject, type JsonValue } from "../../worker/protocol/json.ts";
import { parseWithFloats } from "./parse-with-floats.ts";
import { renderPrompt } from "./templates/render-prompt.ts";

const render = (message: JsonValue): string =>
  renderPrompt(
    { chatTemplate: "{{ messages[0] | tojson }} {{ messages[0].a }}" },
    { messages: isJsonObject(message) ? [message] : [], tools: [], options: {}, now: new Date(0) },
  );

it.each([
  ['{"a": [1, 2.0, -0.5, 3e2, 10]}', '{"a": [1, 2.0, -0.5, 300.0, 10]} [1, 2.0, -0.5, 300.0, 10]'],
  ['{"a": "2.0 \\" 3.0"}', '{"a": "2.0 \\" 3.0"} 2.0 " 3.0'],
])("floats are printed as Python prints them: %s", (line, prompt) => {
  expect(render(parseWithFloats(line))).toBe(prompt);
});
