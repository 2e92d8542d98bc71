import { parse } from "@huggingface/jinja";
import { attempt } from "../../protocol/attempt.ts";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, parseJsonObject } from "../../protocol/json.ts";
import { toCycler, toJoiner, toNamespace, toRange } from "./jinja-globals.ts";
import { evaluateTemplate, JinjaScope } from "./jinja-interpreter.ts";
import { tokenizeTemplate } from "./jinja-source.ts";
import { isJinjaNode, type JinjaNode } from "./jinja-tree.ts";
import { type PythonFunction, toPythonText, toPythonValue } from "./python-value.ts";
import { formatDate, type TemplateRenderer, type TemplateRequest } from "./template-request.ts";

const MAX_TEMPLATES = 16;

interface CompiledTemplate {
  readonly program: JinjaNode;
  /** True when call arguments must be objects: JSON text would be encoded twice. */
  readonly needsObjectArguments: boolean;
}

const compiled = new Map<string, CompiledTemplate>();

/**
 * Makes a renderer from the Jinja text of a model's own chat template (the tokenizer config's or the GGUF metadata's).
 * Parsed by `@huggingface/jinja` and evaluated here, without `eval`. Throws when the text is not a template.
 */
export function createJinjaRenderer(source: string): TemplateRenderer {
  const template = compile(source);
  return (request: TemplateRequest): string => {
    const messages = template.needsObjectArguments ? request.messages.map(withObjectArguments) : request.messages;
    return run(template.program, { ...request, messages });
  };
}

function compile(source: string): CompiledTemplate {
  const known = compiled.get(source);
  if (known !== undefined) return known;
  const program: unknown = parse(tokenizeTemplate(source));
  if (!isJinjaNode(program)) throw new Error("the template could not be read");
  const template = { program, needsObjectArguments: !rendersTextArguments(program) };
  const oldest = compiled.keys().next().value;
  if (compiled.size >= MAX_TEMPLATES && oldest !== undefined) compiled.delete(oldest);
  compiled.set(source, template);
  return template;
}

/** The names that a template can always use. */
const VALUES = {
  ...{ true: true, True: true, false: false, False: false, none: null, None: null },
  // The reference renderer always defines these: a model without such a token has an empty one.
  ...{ bos_token: "", eos_token: "", add_generation_prompt: false },
  // It defines both of these too, and a template may test whether they are none.
  ...{ documents: null, tools: null },
};

function run(program: JinjaNode, request: TemplateRequest): string {
  const scope = new JinjaScope(null);
  const functions: Readonly<Record<string, PythonFunction>> = {
    namespace: toNamespace,
    range: toRange,
    joiner: toJoiner,
    cycler: toCycler,
    dict: (positional, named) => new Map([...toNamespace(positional, named).members]),
    raise_exception: ([message]) => {
      throw new Error(toPythonText(message));
    },
    strftime_now: ([form]) => formatDate(request.now, toPythonText(form)),
  };
  for (const [name, call] of Object.entries(functions)) scope.set(name, call);
  const { options, messages, tools } = request;
  const values = { ...VALUES, ...options, messages, ...(tools.length > 0 ? { tools } : {}) };
  for (const [name, value] of Object.entries(values)) scope.set(name, toPythonValue(value));
  return evaluateTemplate(program, scope);
}

/** Renders a call with its arguments as JSON text: a template made for objects escapes or refuses them. */
function rendersTextArguments(program: JinjaNode): boolean {
  const messages = (input: JsonValue): JsonObject[] => [
    { role: "user", content: "x" },
    {
      role: "assistant",
      content: "",
      tool_calls: [{ id: "call00001", type: "function", function: { name: "probe", arguments: input } }],
    },
  ];
  const options = { bos_token: "", eos_token: "" };
  const shows = (input: JsonValue): boolean => {
    const text = attempt(() => run(program, { messages: messages(input), tools: [], options, now: new Date(0) }));
    return /"needle"\s*:|'needle'\s*:|>needle<|needle=/.test(text ?? "");
  };
  return shows('{"needle": "x"}') || !shows({ needle: "x" });
}

/** The message with arguments that are JSON text turned into objects. */
export function withObjectArguments(message: JsonObject): JsonObject {
  const calls = message.tool_calls;
  if (!isJsonArray(calls)) return message;
  return { ...message, tool_calls: calls.map(withObjectCall) };
}

function withObjectCall(call: JsonValue): JsonValue {
  if (!isJsonObject(call)) return call;
  const inner = call.function;
  const whole = isJsonObject(inner) ? inner : call;
  const text = whole.arguments;
  if (typeof text !== "string") return call;
  const parsed = parseJsonObject(text);
  if (parsed === null) return call;
  return isJsonObject(inner) ? { ...call, function: { ...inner, arguments: parsed } } : { ...call, arguments: parsed };
}
