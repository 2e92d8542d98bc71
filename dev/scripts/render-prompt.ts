import type { TemplateSource } from "../../worker/formats/templates/resolve-template.ts";
import { isJsonArray, isJsonObject, type JsonObject } from "../../worker/protocol/json.ts";
import { answerJsonLines } from "./json-lines.ts";
import { parseWithFloats } from "./parse-with-floats.ts";
import { renderPrompt } from "./templates/render-prompt.ts";

// Reads {"id","model"|"chat_template","messages","tools","options"} and writes {"id","prompt"}.
await answerJsonLines(
  (request): JsonObject => {
    const { messages, tools, options } = request;
    if (messages === undefined || !isJsonArray(messages)) throw new Error("'messages' is not a list");
    return {
      prompt: renderPrompt(toSource(request), {
        messages: messages.filter((message) => isJsonObject(message)),
        tools: tools !== undefined && isJsonArray(tools) ? tools : [],
        options: isJsonObject(options) ? options : {},
        now: new Date(),
      }),
    };
  },
  { parse: parseWithFloats },
);

function toSource(request: JsonObject): TemplateSource {
  const chatTemplate = request.chat_template;
  if (typeof chatTemplate === "string") return { chatTemplate };
  const model = request.model;
  if (typeof model === "string") return { model };
  throw new Error("neither 'model' nor 'chat_template' is given");
}
