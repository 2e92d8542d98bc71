import { type FamilyTemplate, toFamily } from "../../../worker/formats/templates/families/family-template.ts";

const QWEN_TOOLS = String.raw`
{{- '# Tools\n\nYou may call one or more functions to assist with the user query.\n\n' }}
{{- 'You are provided with function signatures within <tools></tools> XML tags:\n<tools>' }}
{%- for tool in tools %}{{- '\n' + (tool | tojson) }}{%- endfor %}
{{- '\n</tools>\n\nFor each function call, return a json object with function name and arguments within ' }}
{{- '<tool_call></tool_call> XML tags:\n<tool_call>\n{"name": <function-name>, "arguments": <args-json-object>}\n' }}
{{- '</tool_call><|im_end|>\n' }}`;

const QWEN_RESULT = String.raw`
{{- '<|im_start|>user' if loop.previtem.role != 'tool' }}
{{- '\n<tool_response>\n' + message.content + '\n</tool_response>' }}
{{- '<|im_end|>\n' if loop.nextitem.role != 'tool' }}`;

const CHATML_TURN = String.raw`{{- '<|im_start|>' + message.role + '\n' + message.content + '<|im_end|>\n' }}`;

const CHATML_REPLY = String.raw`{%- if add_generation_prompt %}{{- '<|im_start|>assistant\n' }}{%- endif %}`;

/** Variables: `default_system`, empty for none; `knows_tools`. */
const QWEN = String.raw`
{%- set has_system = messages[0].role == 'system' %}
{%- set system = messages[0].content if has_system else default_system %}
{%- if knows_tools and tools %}
  {{- '<|im_start|>system\n' + system + '\n\n' }}${QWEN_TOOLS}
{%- elif has_system or default_system %}
  {{- '<|im_start|>system\n' + system + '<|im_end|>\n' }}
{%- endif %}
{%- for message in messages %}
  {%- if message.role == 'tool' and knows_tools %}${QWEN_RESULT}
  {%- elif message.role == 'assistant' and message.calls and knows_tools %}
    {{- '<|im_start|>assistant' + ('\n' + message.content if message.content else '') }}
    {%- for call in message.calls %}
      {{- '\n<tool_call>\n{"name": "' + call.name + '", "arguments": ' + (call.arguments | tojson) + '}\n</tool_call>' }}
    {%- endfor %}
    {{- '<|im_end|>\n' }}
  {%- elif not (message.role == 'system' and loop.first) %}
    ${CHATML_TURN}
  {%- endif %}
{%- endfor %}
${CHATML_REPLY}`;

const QWEN_VISION = String.raw`
{%- if messages[0].role != 'system' %}{{- '<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n' }}{%- endif %}
{%- for message in messages %}
  {{- '<|im_start|>' + message.role + '\n' }}
  {%- for part in message.parts %}{{- '<|vision_start|><|image_pad|><|vision_end|>' if part.image else part.text }}{%- endfor %}
  {{- '<|im_end|>\n' }}
{%- endfor %}
${CHATML_REPLY}`;

const QWEN_CODER = String.raw`
{%- macro text(value) %}{{- value | tojson if value is mapping or (value is sequence and value is not string) else value }}{%- endmacro %}
{%- macro extra(fields, known) %}
  {%- for key, value in fields.items() if key not in known %}{{- '\n<' + key + '>' + text(value) + '</' + key + '>' }}{%- endfor %}
{%- endmacro %}
{%- set has_system = messages[0].role == 'system' %}
{%- set turns = messages[1:] if has_system else messages %}
{%- if has_system or tools %}
  {{- '<|im_start|>system\n' }}
  {{- messages[0].content if has_system else 'You are Qwen, a helpful AI assistant that can interact with a computer to solve tasks.' }}
  {%- if tools %}
    {{- '\n\n# Tools\n\nYou have access to the following tools:\n\n<tools>' }}
    {%- for tool in tools %}
      {%- set whole = tool.function if tool.function is mapping else tool %}
      {%- set parameters = whole.parameters if whole.parameters is mapping else {} %}
      {{- '\n<function>\n<name>' + text(whole.name or '') + '</name>' }}
      {%- if whole.description is defined %}{{- '\n<description>' + text(whole.description) | trim + '</description>' }}{%- endif %}
      {{- '\n<parameters>' }}
      {%- for name, schema in (parameters.properties if parameters.properties is mapping else {}).items() %}
        {%- set fields = schema if schema is mapping else {} %}
        {{- '\n<parameter>\n<name>' + name + '</name>' }}
        {%- if fields.type is defined %}{{- '\n<type>' + fields.type | string + '</type>' }}{%- endif %}
        {%- if fields.description is defined %}{{- '\n<description>' + text(fields.description) | trim + '</description>' }}{%- endif %}
        {{- extra(fields, ['name', 'type', 'description']) + '\n</parameter>' }}
      {%- endfor %}
      {{- extra(parameters, ['type', 'properties']) + '\n</parameters>' }}
      {{- extra(whole, ['type', 'name', 'description', 'parameters']) + '\n</function>' }}
    {%- endfor %}
    {{- '\n</tools>\n\nIf you choose to call a tool ONLY reply in the following format with NO suffix:\n\n<tool_call>\n' }}
    {{- '<function=example_function_name>\n<parameter=example_parameter_1>\nvalue_1\n</parameter>\n' }}
    {{- '<parameter=example_parameter_2>\nvalue_2\n</parameter>\n</function>\n</tool_call>\n\n<IMPORTANT>\nReminder:\n' }}
    {{- '- Function calls MUST follow the specified format: the tool calling block MUST begin with an opening <tool_call> tag ' }}
    {{- 'and end with a closing </tool_call> tag.\n- Required parameters MUST be specified\n- You may provide optional ' }}
    {{- 'reasoning for your function call in natural language BEFORE the function call, but NOT after\n- If there is no ' }}
    {{- 'function call available, answer the question like normal with your current knowledge and do not tell the user ' }}
    {{- 'about function calls\n</IMPORTANT>' }}
  {%- endif %}
  {{- '<|im_end|>\n' }}
{%- endif %}
{%- for message in turns %}
  {%- if message.role == 'assistant' and message.calls %}
    {{- '<|im_start|>assistant' + ('\n' + message.content | trim + '\n' if message.content | trim else '') }}
    {%- for call in message.calls %}
      {{- '\n<tool_call>\n<function=' + call.name + '>\n' }}
      {%- for key, value in (call.arguments if call.arguments is mapping else {}).items() %}
        {{- '<parameter=' + key + '>\n' + text(value) + '\n</parameter>\n' }}
      {%- endfor %}
      {{- '</function>\n</tool_call>' }}
    {%- endfor %}
    {{- '<|im_end|>\n' }}
  {%- elif message.role == 'tool' %}
    {{- '<|im_start|>user\n' if not loop.first and loop.previtem.role != 'tool' }}
    {{- '<tool_response>\n' + message.content + '\n</tool_response>\n' }}
    {{- '<|im_end|>\n' if loop.nextitem.role != 'tool' }}
  {%- else %}
    ${CHATML_TURN}
  {%- endif %}
{%- endfor %}
${CHATML_REPLY}`;

/** Variable `thinking`: `switch` (on unless turned off), `always` or `none`. Thoughts before the last question are dropped. */
const QWEN_3 = String.raw`
{%- set has_system = messages[0].role == 'system' %}
{%- if tools %}
  {{- '<|im_start|>system\n' + (messages[0].content + '\n\n' if has_system else '') }}${QWEN_TOOLS}
{%- elif has_system %}
  {{- '<|im_start|>system\n' + messages[0].content + '<|im_end|>\n' }}
{%- endif %}
{%- set query = namespace(last=messages | length - 1) %}
{%- for message in messages %}
  {%- set is_result = message.content.startswith('<tool_response>') and message.content.endswith('</tool_response>') %}
  {%- if message.role == 'user' and not is_result %}{%- set query.last = loop.index0 %}{%- endif %}
{%- endfor %}
{%- for message in messages %}
  {%- if message.role == 'user' or (message.role == 'system' and not loop.first) %}
    ${CHATML_TURN}
  {%- elif message.role == 'assistant' %}
    {%- set content = message.content %}
    {%- set reasoning = '' %}
    {%- if message.reasoning_content is string %}
      {%- set reasoning = message.reasoning_content %}
    {%- elif thinking != 'none' and '</think>' in content %}
      {%- set reasoning = content.split('</think>')[0].rstrip('\n').split('<think>')[-1].lstrip('\n') %}
      {%- set content = content.split('</think>')[-1].lstrip('\n') %}
    {%- endif %}
    {{- '<|im_start|>assistant\n' }}
    {%- if thinking != 'none' and loop.index0 > query.last and (loop.last or reasoning) %}
      {{- '<think>\n' + reasoning.strip('\n') + '\n</think>\n\n' + content.lstrip('\n') }}
    {%- else %}
      {{- content }}
    {%- endif %}
    {%- for call in message.calls %}
      {{- '\n' if not loop.first or content }}
      {{- '<tool_call>\n{"name": "' + call.name + '", "arguments": ' }}
      {{- call.arguments if call.arguments is string else call.arguments | tojson }}
      {{- '}\n</tool_call>' }}
    {%- endfor %}
    {{- '<|im_end|>\n' }}
  {%- elif message.role == 'tool' %}${QWEN_RESULT}
  {%- endif %}
{%- endfor %}
${CHATML_REPLY}
{%- if add_generation_prompt and thinking == 'always' %}{{- '<think>\n' }}{%- endif %}
{%- if add_generation_prompt and thinking == 'switch' and enable_thinking is false %}{{- '<think>\n\n</think>\n\n' }}{%- endif %}`;

const qwen = (default_system: string, knows_tools: boolean): FamilyTemplate =>
  toFamily(QWEN, { default_system, knows_tools });

/** The Qwen models from 2 on, and plain ChatML, which they build on. */
export const QWEN_FAMILIES = {
  chatml: qwen("", false),
  qwen2: qwen("You are a helpful assistant.", false),
  "qwen2.5": qwen("You are Qwen, created by Alibaba Cloud. You are a helpful assistant.", true),
  "qwen2.5-math": qwen("Please reason step by step, and put your final answer within \\boxed{}.", true),
  "qwen2-vl": toFamily(QWEN_VISION),
  "qwen3-coder": toFamily(QWEN_CODER),
  qwen3: toFamily(QWEN_3, { thinking: "switch" }),
  "qwen3-instruct": toFamily(QWEN_3, { thinking: "none" }),
  "qwen3-thinking": toFamily(QWEN_3, { thinking: "always" }),
} as const satisfies Readonly<Record<string, FamilyTemplate>>;

const RULES: readonly (readonly [RegExp, keyof typeof QWEN_FAMILIES])[] = [
  [/hermes|dolphin|open-?orca/, "chatml"],
  [/qwen-?2\.5-?math/, "qwen2.5-math"],
  [/qwen-?2(\.5)?-?vl/, "qwen2-vl"],
  [/qwen-?2\.5/, "qwen2.5"],
  [/qwen-?3-?coder/, "qwen3-coder"],
  [/qwen-?3.*thinking/, "qwen3-thinking"],
  [/qwen-?3.*instruct/, "qwen3-instruct"],
  [/qwen-?3/, "qwen3"],
  [/qwen-?2/, "qwen2"],
];

/** The family of a model with ChatML's turns, by its name. */
export function toQwenFamily(model: string): keyof typeof QWEN_FAMILIES {
  const name = model.toLowerCase();
  return RULES.find(([pattern]) => pattern.test(name))?.[1] ?? "chatml";
}
