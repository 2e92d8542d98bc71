import { assertNever } from "../../protocol/assert-never.ts";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../protocol/json.ts";
import { MISTRAL_SMALL_3_PROMPT, MISTRAL_SMALL_PROMPT } from "./mistral-small-prompt.ts";
import { toPythonJson } from "./python-json.ts";
import { toPythonText, toPythonValue } from "./python-value.ts";
import {
  callsOf,
  contentOf,
  formatDate,
  roleOf,
  type TemplateCall,
  type TemplateRenderer,
  type TemplateRequest,
  textOption,
} from "./template-request.ts";

/** A model family whose template this app carries itself. */
export type TemplateFamily =
  | "chatml"
  | "qwen2"
  | "qwen2.5"
  | "qwen2.5-math"
  | "qwen2-vl"
  | "qwen3-coder"
  | "qwen3"
  | "qwen3-instruct"
  | "qwen3-thinking"
  | "llama3"
  | "llama3.1"
  | "llama3.2"
  | "llama3.3"
  | "mistral-v1"
  | "mistral-v3"
  | "mistral-tekken"
  | "mistral-v7"
  | "mistral-v11"
  | "mistral-small-3"
  | "mistral-small-3.1"
  | "mistral-small-3.2"
  | "mistral-v13"
  | "gemma2"
  | "gemma"
  | "phi3"
  | "phi3-medium"
  | "phi4"
  | "phi4-mini";

/** The family of a model by its name, or null when the name tells none. */
export function toTemplateFamily(model: string): TemplateFamily | null {
  const name = model.toLowerCase();
  const rules: readonly (readonly [RegExp, TemplateFamily])[] = [
    [/qwen-?2\.5-?math/, "qwen2.5-math"],
    [/qwen-?2(\.5)?-?vl/, "qwen2-vl"],
    [/qwen-?2\.5/, "qwen2.5"],
    [/qwen-?3-?coder/, "qwen3-coder"],
    [/qwen-?3.*thinking/, "qwen3-thinking"],
    [/qwen-?3.*instruct/, "qwen3-instruct"],
    [/qwen-?3/, "qwen3"],
    [/qwen-?2/, "qwen2"],
    [/llama-?3\.3|llama-?v?3p3/, "llama3.3"],
    [/llama-?3\.2/, "llama3.2"],
    [/llama-?3\.1/, "llama3.1"],
    [/llama-?3/, "llama3"],
    [/(mistral|mixtral).*(v0\.[12]\b|8x7b)/, "mistral-v1"],
    [/nemo|ministral|pixtral/, "mistral-tekken"],
    [/mistral-small.*(2506|3\.2)/, "mistral-small-3.2"],
    [/(devstral|magistral).*(250[789]|251)/, "mistral-v13"],
    [/devstral|magistral/, "mistral-v11"],
    [/mistral-small.*(2503|3\.1)/, "mistral-small-3.1"],
    [/mistral-small.*(24b|2501|3)/, "mistral-small-3"],
    [/mistral-large.*2411/, "mistral-v7"],
    [/mistral|mixtral|codestral|mathstral/, "mistral-v3"],
    [/gemma-?(1\.|2|[27]b)/, "gemma2"],
    [/gemma/, "gemma"],
    [/phi-?4-?mini/, "phi4-mini"],
    [/phi-?4/, "phi4"],
    [/phi-?3-medium/, "phi3-medium"],
    [/phi-?3/, "phi3"],
    [/smollm|hermes|chatml/, "chatml"],
  ];
  return rules.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** The renderer of each family. The literal texts are the families' own: models answer best to what they were trained on. */
export const FAMILY_TEMPLATES: Readonly<Record<TemplateFamily, TemplateRenderer>> = {
  chatml: (request) => renderQwen(request, { defaultSystem: "", hasTools: false }),
  qwen2: (request) => renderQwen(request, { defaultSystem: "You are a helpful assistant.", hasTools: false }),
  "qwen2.5": (request) =>
    renderQwen(request, {
      defaultSystem: "You are Qwen, created by Alibaba Cloud. You are a helpful assistant.",
      hasTools: true,
    }),
  "qwen2.5-math": (request) =>
    renderQwen(request, {
      defaultSystem: "Please reason step by step, and put your final answer within \\boxed{}.",
      hasTools: true,
    }),
  "qwen2-vl": renderQwenVision,
  "qwen3-coder": renderQwen3Coder,
  qwen3: (request) => renderQwen3(request, "switch"),
  "qwen3-instruct": (request) => renderQwen3(request, "none"),
  "qwen3-thinking": (request) => renderQwen3(request, "always"),
  llama3: renderLlama3,
  "llama3.1": (request) => renderLlama31(request, "26 Jul 2024"),
  "llama3.2": (request) => renderLlama31(request, formatDate(request.now, "%d %b %Y")),
  "llama3.3": (request) => renderLlama31(request, "26 Jul 2024"),
  "mistral-v1": renderMistralV1,
  "mistral-v3": (request) => renderMistral(request, " "),
  "mistral-tekken": (request) => renderMistral(request, ""),
  "mistral-v7": (request) => renderMistralV7(request, "list", null),
  "mistral-v11": (request) => renderMistralV7(request, "id", null),
  "mistral-v13": (request) => renderMistralV7(request, "plain", null),
  // Its own template has no place for tools.
  "mistral-small-3": (request) => renderMistralV7({ ...request, tools: [] }, "list", MISTRAL_SMALL_3_PROMPT),
  "mistral-small-3.1": (request) => renderMistralV7(request, "list", MISTRAL_SMALL_3_PROMPT),
  "mistral-small-3.2": (request) => renderMistralV7(request, "id", MISTRAL_SMALL_PROMPT),
  gemma2: renderGemma2,
  gemma: renderGemma,
  phi3: renderPhi3,
  "phi3-medium": renderPhi3Medium,
  phi4: renderPhi4,
  "phi4-mini": renderPhi4Mini,
};

const QWEN_TOOLS_BEFORE =
  "# Tools\n\nYou may call one or more functions to assist with the user query.\n\n" +
  "You are provided with function signatures within <tools></tools> XML tags:\n<tools>";
const QWEN_TOOLS_AFTER =
  "\n</tools>\n\nFor each function call, return a json object with function name and arguments within " +
  '<tool_call></tool_call> XML tags:\n<tool_call>\n{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call>';

function wantsReply(request: TemplateRequest): boolean {
  return request.options.add_generation_prompt === true;
}

function turn(role: string, content: string): string {
  return `<|im_start|>${role}\n${content}<|im_end|>\n`;
}

function toToolLines(request: TemplateRequest): string {
  return request.tools.map((tool) => `\n${toPythonJson(tool)}`).join("");
}

function renderQwen(
  request: TemplateRequest,
  family: { readonly defaultSystem: string; readonly hasTools: boolean },
): string {
  const { messages } = request;
  const first = messages[0];
  const hasSystem = roleOf(first) === "system";
  const system = hasSystem ? contentOf(first) : family.defaultSystem;
  let text = "";
  if (family.hasTools && request.tools.length > 0) {
    text += turn("system", `${system}\n\n${QWEN_TOOLS_BEFORE}${toToolLines(request)}${QWEN_TOOLS_AFTER}`);
  } else if (hasSystem || family.defaultSystem !== "") {
    text += turn("system", system);
  }
  messages.forEach((message, index) => {
    const role = roleOf(message);
    const calls = callsOf(message);
    if (role === "system" && index === 0) return;
    if (role === "tool" && family.hasTools) {
      text += renderQwenResult(messages, index);
    } else if (role === "assistant" && calls.length > 0 && family.hasTools) {
      const content = contentOf(message);
      text += `<|im_start|>assistant${content === "" ? "" : `\n${content}`}`;
      for (const call of calls) {
        text += `\n<tool_call>\n{"name": "${call.name}", "arguments": ${toPythonJson(call.arguments)}}\n</tool_call>`;
      }
      text += "<|im_end|>\n";
    } else {
      text += turn(role, contentOf(message));
    }
  });
  return wantsReply(request) ? `${text}<|im_start|>assistant\n` : text;
}

function renderQwenResult(messages: readonly JsonObject[], index: number): string {
  const opens = index === 0 || roleOf(messages[index - 1]) !== "tool";
  const closes = index === messages.length - 1 || roleOf(messages[index + 1]) !== "tool";
  const body = `\n<tool_response>\n${contentOf(messages[index])}\n</tool_response>`;
  return `${opens ? "<|im_start|>user" : ""}${body}${closes ? "<|im_end|>\n" : ""}`;
}

/** Qwen2-VL and Qwen2.5-VL: a picture stands between its own tokens. */
function renderQwenVision(request: TemplateRequest): string {
  const image = "<|vision_start|><|image_pad|><|vision_end|>";
  const turns = request.messages.map((message) => turn(roleOf(message), toPartTexts(message, image).join("")));
  const system = roleOf(request.messages[0]) === "system" ? "" : turn("system", "You are a helpful assistant.");
  return `${system}${turns.join("")}${wantsReply(request) ? "<|im_start|>assistant\n" : ""}`;
}

const CODER_CALL_FORM =
  "\n\nIf you choose to call a tool ONLY reply in the following format with NO suffix:\n\n<tool_call>\n" +
  "<function=example_function_name>\n<parameter=example_parameter_1>\nvalue_1\n</parameter>\n" +
  "<parameter=example_parameter_2>\nvalue_2\n</parameter>\n</function>\n</tool_call>\n\n<IMPORTANT>\nReminder:\n" +
  "- Function calls MUST follow the specified format: the tool calling block MUST begin with an opening <tool_call> tag " +
  "and end with a closing </tool_call> tag.\n- Required parameters MUST be specified\n- You may provide optional " +
  "reasoning for your function call in natural language BEFORE the function call, but NOT after\n- If there is no " +
  "function call available, answer the question like normal with your current knowledge and do not tell the user " +
  "about function calls\n</IMPORTANT>";

function renderQwen3Coder(request: TemplateRequest): string {
  const first = request.messages[0];
  const hasSystem = roleOf(first) === "system";
  const messages = hasSystem ? request.messages.slice(1) : request.messages;
  let system = hasSystem ? contentOf(first) : null;
  if (request.tools.length > 0) {
    system ??= "You are Qwen, a helpful AI assistant that can interact with a computer to solve tasks.";
    const list = request.tools.map((tool) => toCoderTool(isJsonObject(tool) ? tool : {}));
    system += `\n\n# Tools\n\nYou have access to the following tools:\n\n<tools>${list.join("")}\n</tools>${CODER_CALL_FORM}`;
  }
  let text = system === null ? "" : turn("system", system);
  messages.forEach((message, index) => {
    const calls = callsOf(message);
    if (roleOf(message) === "assistant" && calls.length > 0) {
      const content = contentOf(message).trim();
      const body = content === "" ? "" : `\n${content}\n`;
      text += `<|im_start|>assistant${body}${calls.map(toCoderCall).join("")}<|im_end|>\n`;
    } else if (roleOf(message) === "tool") {
      if (index > 0 && roleOf(messages[index - 1]) !== "tool") text += "<|im_start|>user\n";
      text += `<tool_response>\n${contentOf(message)}\n</tool_response>\n`;
      if (roleOf(messages[index + 1]) !== "tool") text += "<|im_end|>\n";
    } else {
      text += turn(roleOf(message), contentOf(message));
    }
  });
  return wantsReply(request) ? `${text}<|im_start|>assistant\n` : text;
}

function toCoderCall(call: TemplateCall): string {
  const members = Object.entries(isJsonObject(call.arguments) ? call.arguments : {});
  const list = members.map(([key, value]) => `<parameter=${key}>\n${toCoderText(value)}\n</parameter>\n`);
  return `\n<tool_call>\n<function=${call.name}>\n${list.join("")}</function>\n</tool_call>`;
}

function toCoderTool(tool: JsonObject): string {
  const inner = tool.function;
  const whole = isJsonObject(inner) ? inner : tool;
  const parameters = isJsonObject(whole.parameters) ? whole.parameters : {};
  const properties = isJsonObject(parameters.properties) ? parameters.properties : {};
  let text = `\n<function>\n<name>${toCoderText(whole.name ?? "")}</name>`;
  if (whole.description !== undefined) text += `\n<description>${toCoderText(whole.description).trim()}</description>`;
  text += "\n<parameters>";
  for (const [name, schema] of Object.entries(properties)) {
    const fields = isJsonObject(schema) ? schema : {};
    text += `\n<parameter>\n<name>${name}</name>`;
    if (fields.type !== undefined) text += `\n<type>${toPythonText(toPythonValue(fields.type))}</type>`;
    if (fields.description !== undefined) {
      text += `\n<description>${toCoderText(fields.description).trim()}</description>`;
    }
    text += `${toExtraFields(fields, ["name", "type", "description"])}\n</parameter>`;
  }
  text += `${toExtraFields(parameters, ["type", "properties"])}\n</parameters>`;
  return `${text}${toExtraFields(whole, ["type", "name", "description", "parameters"])}\n</function>`;
}

function toExtraFields(fields: JsonObject, known: readonly string[]): string {
  const extra = Object.entries(fields).filter(([key]) => !known.includes(key));
  return extra.map(([key, value]) => `\n<${key}>${toCoderText(value)}</${key}>`).join("");
}

/** Lists and objects as JSON, everything else as Python prints it. */
function toCoderText(value: JsonValue): string {
  return typeof value === "object" && value !== null ? toPythonJson(value) : toPythonText(toPythonValue(value));
}

function renderQwen3(request: TemplateRequest, thinking: "switch" | "none" | "always"): string {
  const { messages } = request;
  const first = messages[0];
  const system = roleOf(first) === "system" ? contentOf(first) : "";
  let text = "";
  if (request.tools.length > 0) {
    const before = roleOf(first) === "system" ? `${system}\n\n` : "";
    text += turn("system", `${before}${QWEN_TOOLS_BEFORE}${toToolLines(request)}${QWEN_TOOLS_AFTER}`);
  } else if (roleOf(first) === "system") {
    text += turn("system", system);
  }
  const lastQuery = findLastQuery(messages);
  messages.forEach((message, index) => {
    const role = roleOf(message);
    if (role === "user" || (role === "system" && index > 0)) {
      text += turn(role, contentOf(message));
    } else if (role === "assistant") {
      text += renderQwen3Answer(message, {
        showsThinking: thinking !== "none" && index > lastQuery,
        isLast: index === messages.length - 1,
        splits: thinking !== "none",
      });
    } else if (role === "tool") {
      text += renderQwenResult(messages, index);
    }
  });
  if (!wantsReply(request)) return text;
  const isOff = thinking === "switch" && request.options.enable_thinking === false;
  const opening = isOff ? "<think>\n\n</think>\n\n" : thinking === "always" ? "<think>\n" : "";
  return `${text}<|im_start|>assistant\n${opening}`;
}

/** The last message in which the user asked something: thinking before it is not repeated to the model. */
function findLastQuery(messages: readonly JsonObject[]): number {
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const content = contentOf(messages[index]);
    const isResult = content.startsWith("<tool_response>") && content.endsWith("</tool_response>");
    if (roleOf(messages[index]) === "user" && !isResult) return index;
  }
  return messages.length - 1;
}

function renderQwen3Answer(
  message: JsonObject,
  place: { readonly showsThinking: boolean; readonly isLast: boolean; readonly splits: boolean },
): string {
  let content = contentOf(message);
  let reasoning = "";
  const given = message.reasoning_content;
  if (typeof given === "string") {
    reasoning = given;
  } else if (place.splits && content.includes("</think>")) {
    const parts = content.split("</think>");
    reasoning = stripLines((parts[0] ?? "").replace(/\n+$/, "").split("<think>").at(-1) ?? "", "start");
    content = stripLines(parts.at(-1) ?? "", "start");
  }
  let text = "<|im_start|>assistant\n";
  if (place.showsThinking && (place.isLast || reasoning !== "")) {
    text += `<think>\n${stripLines(reasoning, "both")}\n</think>\n\n${stripLines(content, "start")}`;
  } else {
    text += content;
  }
  callsOf(message).forEach((call, index) => {
    const input = typeof call.arguments === "string" ? call.arguments : toPythonJson(call.arguments);
    if (index > 0 || content !== "") text += "\n";
    text += `<tool_call>\n{"name": "${call.name}", "arguments": ${input}}\n</tool_call>`;
  });
  return `${text}<|im_end|>\n`;
}

function stripLines(text: string, side: "start" | "both"): string {
  const stripped = text.replace(/^\n+/, "");
  return side === "both" ? stripped.replace(/\n+$/, "") : stripped;
}

function header(role: string): string {
  return `<|start_header_id|>${role}<|end_header_id|>\n\n`;
}

function renderLlama3(request: TemplateRequest): string {
  const bos = textOption(request.options, "bos_token", "<|begin_of_text|>");
  const turns = request.messages.map((message) => `${header(roleOf(message))}${contentOf(message).trim()}<|eot_id|>`);
  return `${bos}${turns.join("")}${wantsReply(request) ? header("assistant") : ""}`;
}

const LLAMA_FORM =
  'Respond in the format {"name": function name, "parameters": dictionary of argument name and its value}.' +
  "Do not use variables.\n\n";

function renderLlama31(request: TemplateRequest, defaultDate: string): string {
  const { options } = request;
  let messages = request.messages;
  const custom = options.custom_tools;
  const tools = custom !== undefined && isJsonArray(custom) ? custom : request.tools;
  const builtins = options.builtin_tools;
  const hasBuiltins = builtins !== undefined && builtins !== null && isJsonArray(builtins);
  const inUser = options.tools_in_user_message !== false;
  const date = textOption(options, "date_string", defaultDate);
  let system = "";
  if (roleOf(messages[0]) === "system") {
    system = contentOf(messages[0]).trim();
    messages = messages.slice(1);
  }
  const toolTexts = tools.map((tool) => `${toPythonJson(tool, 4)}\n\n`).join("");
  let text = textOption(options, "bos_token", "<|begin_of_text|>") + header("system");
  if (hasBuiltins || tools.length > 0) text += "Environment: ipython\n";
  if (hasBuiltins) {
    const names = builtins.filter((name) => name !== "code_interpreter").map(String);
    text += `Tools: ${names.join(", ")}\n\n`;
  }
  text += `Cutting Knowledge Date: December 2023\nToday Date: ${date}\n\n`;
  if (tools.length > 0 && !inUser) {
    text += `You have access to the following functions. To call a function, please respond with JSON for a function call.${LLAMA_FORM}${toolTexts}`;
  }
  text += `${system}<|eot_id|>`;
  if (tools.length > 0 && inUser) {
    if (messages.length === 0)
      throw new Error("Cannot put tools in the first user message when there's no first user message!");
    text +=
      `${header("user")}Given the following functions, please respond with a JSON for a function call with its ` +
      `proper arguments that best answers the given prompt.\n\n${LLAMA_FORM}${toolTexts}` +
      `${contentOf(messages[0]).trim()}<|eot_id|>`;
    messages = messages.slice(1);
  }
  for (const message of messages) {
    const role = roleOf(message);
    const calls = callsOf(message);
    if (role === "tool" || role === "ipython") {
      text += `${header("ipython")}${toPythonJson(message.content ?? "")}<|eot_id|>`;
    } else if (calls.length > 0) {
      text += renderLlamaCall(message, hasBuiltins ? builtins.map(String) : null);
    } else {
      text += `${header(role)}${contentOf(message).trim()}<|eot_id|>`;
    }
  }
  return wantsReply(request) ? text + header("assistant") : text;
}

function renderLlamaCall(message: JsonObject, builtins: readonly string[] | null): string {
  const calls = callsOf(message);
  const call = calls[0];
  if (call === undefined || calls.length !== 1) throw new Error("This model only supports single tool-calls at once!");
  const end = builtins === null ? "<|eot_id|>" : "<|eom_id|>";
  if (builtins?.includes(call.name) === true) {
    const pairs = Object.entries(isJsonObject(call.arguments) ? call.arguments : {});
    const list = pairs.map(([key, value]) => `${key}="${typeof value === "string" ? value : toPythonJson(value)}"`);
    return `${header("assistant")}<|python_tag|>${call.name}.call(${list.join(", ")})${end}`;
  }
  return `${header("assistant")}{"name": "${call.name}", "parameters": ${toPythonJson(call.arguments)}}${end}`;
}

function renderMistralV1(request: TemplateRequest): string {
  const bos = textOption(request.options, "bos_token", "<s>");
  const eos = textOption(request.options, "eos_token", "</s>");
  const system = roleOf(request.messages[0]) === "system" ? contentOf(request.messages[0]) : null;
  const messages = system === null ? request.messages : request.messages.slice(1);
  let text = bos;
  messages.forEach((message, index) => {
    const role = roleOf(message);
    if ((role === "user") !== (index % 2 === 0)) {
      throw new Error(
        "After the optional system message, conversation roles must alternate user/assistant/user/assistant/...",
      );
    }
    const content = contentOf(message);
    if (role === "user") text += ` [INST] ${index === 0 && system !== null ? `${system}\n\n` : ""}${content} [/INST]`;
    else if (role === "assistant") text += ` ${content}${eos}`;
    else
      throw new Error(
        "Only user and assistant roles are supported, with the exception of an initial optional system message!",
      );
  });
  return text;
}

/** The forms of tokenizers v3: `gap` is the space that the first of them put after every marker, and Tekken does not. */
function renderMistral(request: TemplateRequest, gap: string): string {
  const bos = textOption(request.options, "bos_token", "<s>");
  const eos = textOption(request.options, "eos_token", "</s>");
  const system = roleOf(request.messages[0]) === "system" ? contentOf(request.messages[0]) : null;
  const messages = system === null ? request.messages : request.messages.slice(1);
  const lastUser = messages.findLastIndex((message) => roleOf(message) === "user");
  checkAlternation(messages);
  let text = bos;
  messages.forEach((message, index) => {
    const role = roleOf(message);
    const calls = callsOf(message);
    if (role === "user") {
      if (request.tools.length > 0 && index === lastUser) text += renderMistralTools(request, gap);
      const before = index === messages.length - 1 && system !== null ? `${system}\n\n` : "";
      text += `[INST]${gap}${before}${contentOf(message)}[/INST]`;
    } else if (calls.length > 0) {
      const list = calls.map((call) => {
        requireId(call.id);
        return `${toPythonJson(call.whole).slice(0, -1)}, "id": "${call.id}"}`;
      });
      text += `[TOOL_CALLS]${gap}[${list.join(", ")}]${eos}`;
    } else if (role === "assistant") {
      text += gap === "" ? `${contentOf(message)}${eos}` : ` ${contentOf(message).trim()}${eos}`;
    } else if (role === "tool" || role === "tool_results") {
      const id = textOption(message, "tool_call_id", "");
      requireId(id);
      text += `[TOOL_RESULTS]${gap}{"content": ${contentOf(message)}, "call_id": "${id}"}[/TOOL_RESULTS]`;
    } else {
      throw new Error(
        "Only user and assistant roles are supported, with the exception of an initial optional system message!",
      );
    }
  });
  return text;
}

function renderMistralTools(request: TemplateRequest, gap: string): string {
  const tools = request.tools.map((tool) => {
    const inner = isJsonObject(tool) ? tool.function : undefined;
    const members = Object.entries(isJsonObject(inner) ? inner : {}).filter(([key]) => key !== "return");
    const list = members.map(([key, value]) =>
      typeof value === "string" ? `"${key}": "${value}"` : `"${key}": ${toPythonJson(value)}`,
    );
    return `{"type": "function", "function": {${list.join(", ")}}}`;
  });
  return `[AVAILABLE_TOOLS]${gap}[${tools.join(", ")}][/AVAILABLE_TOOLS]`;
}

function checkAlternation(messages: readonly JsonObject[]): void {
  const turns = messages.filter((message) => {
    const role = roleOf(message);
    return role !== "tool" && role !== "tool_results" && callsOf(message).length === 0;
  });
  turns.forEach((message, index) => {
    if ((roleOf(message) === "user") !== (index % 2 === 0)) {
      throw new Error(
        "After the optional system message, conversation roles must alternate user/assistant/user/assistant/...",
      );
    }
  });
}

function requireId(id: string): void {
  if (id.length !== 9) throw new Error("Tool call IDs should be alphanumeric strings with length 9!");
}

/**
 * The forms of tokenizers from v7 on, which differ in how a call is written: as a list, as `name[CALL_ID]id[ARGS]{…}` (v11)
 * or as `name[ARGS]{…}` (v13). The tools stand before the last question.
 */
function renderMistralV7(
  request: TemplateRequest,
  calls: "list" | "id" | "plain",
  defaultSystem: string | null,
): string {
  const hasSystem = roleOf(request.messages[0]) === "system";
  const messages = hasSystem ? request.messages.slice(1) : request.messages;
  const eos = textOption(request.options, "eos_token", "</s>");
  const lastUser = messages.findLastIndex((message) => roleOf(message) === "user");
  checkAlternation(messages);
  let text = textOption(request.options, "bos_token", "<s>");
  const system = hasSystem ? contentOf(request.messages[0]) : defaultSystem;
  if (system !== null) {
    const dated = hasSystem ? system : system.replace("{today}", formatDate(request.now, "%Y-%m-%d"));
    text += `[SYSTEM_PROMPT]${dated}[/SYSTEM_PROMPT]`;
  }
  messages.forEach((message, index) => {
    const role = roleOf(message);
    if (role === "system") {
      text += `[SYSTEM_PROMPT]${contentOf(message)}[/SYSTEM_PROMPT]`;
    } else if (role === "user") {
      const hasTools = request.tools.length > 0 && index === lastUser;
      const tools = hasTools ? `[AVAILABLE_TOOLS]${toPythonJson(request.tools)}[/AVAILABLE_TOOLS]` : "";
      text += `${tools}[INST]${toPartTexts(message, "[IMG]").join("")}[/INST]`;
    } else if (role === "assistant") {
      const written = callsOf(message);
      text += `${written.length > 0 ? toMistralCalls(written, calls) : contentOf(message)}${eos}`;
    } else if (role === "tool" || role === "tool_results") {
      const id = textOption(message, "tool_call_id", "");
      if (calls !== "plain") requireId(id);
      const mark = calls === "plain" ? "" : `${id}[TOOL_CONTENT]`;
      text += `[TOOL_RESULTS]${mark}${contentOf(message)}[/TOOL_RESULTS]`;
    } else {
      throw new Error("Only system, user, assistant, and tool roles are supported!");
    }
  });
  return text;
}

function toMistralCalls(written: readonly TemplateCall[], form: "list" | "id" | "plain"): string {
  if (form !== "plain") for (const call of written) requireId(call.id);
  switch (form) {
    case "list": {
      const list = written.map(
        (call) => `{"name": "${call.name}", "arguments": ${toPythonJson(call.arguments)}, "id": "${call.id}"}`,
      );
      return `[TOOL_CALLS][${list.join(", ")}]`;
    }
    case "id":
      return written
        .map((call) => `[TOOL_CALLS]${call.name}[CALL_ID]${call.id}[ARGS]${toPythonJson(call.arguments)}`)
        .join("");
    case "plain":
      return written.map((call) => `[TOOL_CALLS]${call.name}[ARGS]${toPythonJson(call.arguments)}`).join("");
    default:
      return assertNever(form);
  }
}

/** The parts of a message as texts, each picture as `image`. */
function toPartTexts(message: JsonObject, image: string): readonly string[] {
  const content = message.content;
  if (content === undefined || content === null || !isJsonArray(content)) return [contentOf(message)];
  return content.map((part) => {
    if (!isJsonObject(part)) return "";
    if (part.type === "image" || part.type === "image_url") return image;
    return typeof part.text === "string" ? part.text : "";
  });
}

/** Gemma 1 and 2 know no system text. */
function renderGemma2(request: TemplateRequest): string {
  if (roleOf(request.messages[0]) === "system") throw new Error("System role not supported");
  return renderGemma(request);
}

function renderGemma(request: TemplateRequest): string {
  const bos = textOption(request.options, "bos_token", "<bos>");
  const system = roleOf(request.messages[0]) === "system" ? `${contentOf(request.messages[0])}\n\n` : null;
  const messages = system === null ? request.messages : request.messages.slice(1);
  let text = bos;
  messages.forEach((message, index) => {
    const role = roleOf(message);
    if ((role === "user") !== (index % 2 === 0)) {
      throw new Error("Conversation roles must alternate user/assistant/user/assistant/...");
    }
    const before = index === 0 && system !== null ? system : "";
    text += `<start_of_turn>${role === "assistant" ? "model" : role}\n${before}${toGemmaContent(message)}<end_of_turn>\n`;
  });
  return wantsReply(request) ? `${text}<start_of_turn>model\n` : text;
}

function toGemmaContent(message: JsonObject): string {
  return toPartTexts(message, "<start_of_image>")
    .map((part) => part.trim())
    .join("");
}

function renderPhi3(request: TemplateRequest): string {
  const turns = request.messages.map((message) => {
    const role = roleOf(message);
    const isKnown = role === "user" || role === "assistant" || (role === "system" && contentOf(message) !== "");
    return isKnown ? `<|${role}|>\n${contentOf(message)}<|end|>\n` : "";
  });
  const end = wantsReply(request) ? "<|assistant|>\n" : textOption(request.options, "eos_token", "<|endoftext|>");
  return turns.join("") + end;
}

function renderPhi3Medium(request: TemplateRequest): string {
  const turns = request.messages.map((message) => {
    const role = roleOf(message);
    if (role === "user") return `<|user|>\n${contentOf(message)}<|end|>\n<|assistant|>\n`;
    return role === "assistant" ? `${contentOf(message)}<|end|>\n` : "";
  });
  return turns.join("");
}

function renderPhi4(request: TemplateRequest): string {
  const turns = request.messages.map((message) => {
    const role = roleOf(message);
    const isKnown = role === "user" || role === "assistant" || role === "system";
    return isKnown ? `<|im_start|>${role}<|im_sep|>${contentOf(message)}<|im_end|>` : "";
  });
  return `${turns.join("")}${wantsReply(request) ? "<|im_start|>assistant<|im_sep|>" : ""}`;
}

function renderPhi4Mini(request: TemplateRequest): string {
  const turns = request.messages.map((message) => {
    const tools = message.tools;
    const list = roleOf(message) === "system" && typeof tools === "string" ? `<|tool|>${tools}<|/tool|>` : "";
    return `<|${roleOf(message)}|>${contentOf(message)}${list}<|end|>`;
  });
  const end = wantsReply(request) ? "<|assistant|>" : textOption(request.options, "eos_token", "<|endoftext|>");
  return turns.join("") + end;
}
