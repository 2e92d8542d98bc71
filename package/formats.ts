/** `alcove/formats`: how families of models write calls, and the shapes that OpenAI and Anthropic use. */
export { fromProviderTool } from "../worker/formats/dialects/openai-tool.ts";
export { FORMATS, resolveFormat } from "../worker/formats/dialects/resolve-format.ts";
export type { Format, OutputParser, ParseEvent, ParserOptions, ThreadMessage } from "../worker/formats/format.ts";
export { toSchemaGrammar } from "../worker/formats/grammar/json-schema-to-gbnf.ts";
export type { OutputConstraint } from "../worker/formats/output-constraint.ts";
export type { SpokenMessage } from "../worker/formats/providers/block-messages.ts";
export { exportAnthropic, exportOpenAi } from "../worker/formats/providers/provider-exchange.ts";
export {
  type Block,
  type BlockMessage,
  fromProviderAnswer,
  fromProviderMessages,
  type ProviderAnswer,
  toAnthropicMessages,
  toOpenAiMessages,
} from "../worker/formats/providers/provider-messages.ts";
export { createProviderNames, type ProviderNames } from "../worker/formats/providers/provider-names.ts";
export { readExchange } from "../worker/formats/providers/read-exchange.ts";
export { type ModelFacts, recogniseFormat } from "../worker/formats/recognition/recognise-format.ts";
export type { ChatTemplate } from "../worker/formats/templates/chat-template.ts";
export { chooseTemplate } from "../worker/formats/templates/choose-template.ts";
export type { JsonObject, JsonSchema, JsonValue } from "../worker/protocol/json.ts";
export { FORMAT_IDS, type FormatId } from "../worker/protocol/model.ts";
export { toAnthropicTool, toOpenAiTool } from "./provider-tools.ts";
