import type { JsonObject } from "../../../protocol/json.ts";
import { type FamilyTemplate, toFamily } from "./family-template.ts";

const LLAMA_REPLY = String.raw`
{%- if add_generation_prompt %}{{- '<|start_header_id|>assistant<|end_header_id|>\n\n' }}{%- endif %}`;

const LLAMA_3 = String.raw`
{{- bos_token }}
{%- for message in messages %}
  {{- '<|start_header_id|>' + message.role + '<|end_header_id|>\n\n' + message.content | trim + '<|eot_id|>' }}
{%- endfor %}
${LLAMA_REPLY}`;

/** Variable `default_date`: what the system text calls today unless a request sets `date_string`; absent for the date. */
const LLAMA_3_1 = String.raw`
{%- macro header(role) %}{{- '<|start_header_id|>' + role + '<|end_header_id|>\n\n' }}{%- endmacro %}
{%- macro list_functions() %}
  {{- 'Respond in the format {"name": function name, "parameters": dictionary of argument name and its value}.' }}
  {{- 'Do not use variables.\n\n' }}
  {%- for tool in functions %}{{- (tool | tojson(indent=4)) + '\n\n' }}{%- endfor %}
{%- endmacro %}
{%- set functions = custom_tools if custom_tools is defined and custom_tools is not none else tools %}
{%- set has_builtins = builtin_tools is defined and builtin_tools is not none %}
{%- set in_user = tools_in_user_message is not defined or tools_in_user_message is not false %}
{%- set today = date_string if date_string is string else default_date if default_date is defined else strftime_now('%d %b %Y') %}
{%- set has_system = messages[0].role == 'system' %}
{%- set turns = messages[1:] if has_system else messages %}
{{- bos_token + header('system') }}
{{- 'Environment: ipython\n' if has_builtins or functions }}
{%- if has_builtins %}{{- 'Tools: ' + builtin_tools | reject('eq', 'code_interpreter') | join(', ') + '\n\n' }}{%- endif %}
{{- 'Cutting Knowledge Date: December 2023\nToday Date: ' + today + '\n\n' }}
{%- if functions and not in_user %}
  {{- 'You have access to the following functions. To call a function, please respond with JSON for a function call.' }}
  {{- list_functions() }}
{%- endif %}
{{- (messages[0].content | trim if has_system else '') + '<|eot_id|>' }}
{%- if functions and in_user %}
  {%- if not turns %}{{- raise_exception("Cannot put tools in the first user message when there's no first user message!") }}{%- endif %}
  {{- header('user') + 'Given the following functions, please respond with a JSON for a function call with its ' }}
  {{- 'proper arguments that best answers the given prompt.\n\n' + list_functions() }}
  {{- turns[0].content | trim + '<|eot_id|>' }}
  {%- set turns = turns[1:] %}
{%- endif %}
{%- for message in turns %}
  {%- if message.role == 'tool' or message.role == 'ipython' %}
    {{- header('ipython') + (message.raw | tojson) + '<|eot_id|>' }}
  {%- elif message.calls %}
    {%- if message.calls | length != 1 %}{{- raise_exception('This model only supports single tool-calls at once!') }}{%- endif %}
    {%- set call = message.calls[0] %}
    {{- header('assistant') }}
    {%- if has_builtins and call.name in builtin_tools %}
      {{- '<|python_tag|>' + call.name + '.call(' }}
      {%- for key, value in (call.arguments if call.arguments is mapping else {}).items() %}
        {{- ', ' if not loop.first }}
        {{- key + '="' + (value if value is string else value | tojson) + '"' }}
      {%- endfor %}
      {{- ')' }}
    {%- else %}
      {{- '{"name": "' + call.name + '", "parameters": ' + (call.arguments | tojson) + '}' }}
    {%- endif %}
    {{- '<|eom_id|>' if has_builtins else '<|eot_id|>' }}
  {%- else %}
    {{- header(message.role) + message.content | trim + '<|eot_id|>' }}
  {%- endif %}
{%- endfor %}
${LLAMA_REPLY}`;

const llama = (source: string, variables: JsonObject = {}): FamilyTemplate =>
  toFamily(source, { bos_token: "<|begin_of_text|>", ...variables });

/** Llama 3 to 3.3. */
export const LLAMA_FAMILIES = {
  llama3: llama(LLAMA_3),
  "llama3.1": llama(LLAMA_3_1, { default_date: "26 Jul 2024" }),
  "llama3.2": llama(LLAMA_3_1),
  "llama3.3": llama(LLAMA_3_1, { default_date: "26 Jul 2024" }),
} as const satisfies Readonly<Record<string, FamilyTemplate>>;
