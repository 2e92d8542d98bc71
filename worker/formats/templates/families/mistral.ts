import type { JsonObject } from "../../../protocol/json.ts";
import { type FamilyTemplate, toFamily } from "./family-template.ts";
import prompts from "./mistral-prompts.json" with { type: "json" };

const MISTRAL_ALTERNATES =
  "After the optional system message, conversation roles must alternate user/assistant/user/assistant/...";
const MISTRAL_ROLES =
  "Only user and assistant roles are supported, with the exception of an initial optional system message!";
const MISTRAL_ID = "Tool call IDs should be alphanumeric strings with length 9!";

const MISTRAL_V1 = String.raw`
{%- set has_system = messages[0].role == 'system' %}
{{- bos_token }}
{%- for message in messages[1:] if has_system else messages %}
  {%- if (message.role == 'user') != (loop.index0 % 2 == 0) %}{{- raise_exception('${MISTRAL_ALTERNATES}') }}{%- endif %}
  {%- if message.role == 'user' %}
    {{- ' [INST] ' + (messages[0].content + '\n\n' if loop.first and has_system else '') + message.content + ' [/INST]' }}
  {%- elif message.role == 'assistant' %}
    {{- ' ' + message.content + eos_token }}
  {%- else %}
    {{- raise_exception('${MISTRAL_ROLES}') }}
  {%- endif %}
{%- endfor %}`;

/** Finds the last question and checks that questions and answers alternate. */
const MISTRAL_START = `
{%- set has_system = messages[0].role == 'system' %}
{%- set turns = messages[1:] if has_system else messages %}
{%- set state = namespace(last_user=-1, count=0) %}
{%- for message in turns %}
  {%- if message.role == 'user' %}{%- set state.last_user = loop.index0 %}{%- endif %}
  {%- if message.role not in ['tool', 'tool_results'] and not message.calls %}
    {%- if (message.role == 'user') != (state.count % 2 == 0) %}{{- raise_exception('${MISTRAL_ALTERNATES}') }}{%- endif %}
    {%- set state.count = state.count + 1 %}
  {%- endif %}
{%- endfor %}
{%- macro checked(id) %}
  {%- if id | length != 9 %}{{- raise_exception('${MISTRAL_ID}') }}{%- endif %}
  {{- id }}
{%- endmacro %}
{{- bos_token }}`;

/** The forms of tokenizers v3. Variable `gap`: the space that the first of them put after every marker, and Tekken does not. */
const MISTRAL_V3 = String.raw`${MISTRAL_START}
{%- for message in turns %}
  {%- if message.role == 'user' %}
    {%- if tools and loop.index0 == state.last_user %}
      {{- '[AVAILABLE_TOOLS]' + gap + '[' }}
      {%- for tool in tools %}
        {{- ', ' if not loop.first }}
        {{- '{"type": "function", "function": {' }}
        {%- for key, value in (tool.function if tool.function is mapping else {}).items() if key != 'return' %}
          {{- ', ' if not loop.first }}
          {{- '"' + key + '": ' + ('"' + value + '"' if value is string else value | tojson) }}
        {%- endfor %}
        {{- '}}' }}
      {%- endfor %}
      {{- '][/AVAILABLE_TOOLS]' }}
    {%- endif %}
    {{- '[INST]' + gap + (messages[0].content + '\n\n' if loop.last and has_system else '') + message.content + '[/INST]' }}
  {%- elif message.calls %}
    {{- '[TOOL_CALLS]' + gap + '[' }}
    {%- for call in message.calls %}
      {{- ', ' if not loop.first }}
      {{- (call.whole | tojson)[:-1] + ', "id": "' + checked(call.id) + '"}' }}
    {%- endfor %}
    {{- ']' + eos_token }}
  {%- elif message.role == 'assistant' %}
    {{- (' ' + message.content | trim if gap else message.content) + eos_token }}
  {%- elif message.role in ['tool', 'tool_results'] %}
    {{- '[TOOL_RESULTS]' + gap + '{"content": ' + message.content + ', "call_id": "' + checked(message.tool_call_id) + '"}[/TOOL_RESULTS]' }}
  {%- else %}
    {{- raise_exception('${MISTRAL_ROLES}') }}
  {%- endif %}
{%- endfor %}`;

/**
 * The forms of tokenizers from v7 on. Variables: `calls`, how a call is written: `list`, `id` (`name[CALL_ID]id[ARGS]{…}`,
 * v11) or `plain` (`name[ARGS]{…}`, v13); `default_system`, `knows_tools`.
 */
const MISTRAL_V7 = `${MISTRAL_START}
{%- if has_system %}
  {{- '[SYSTEM_PROMPT]' + messages[0].content + '[/SYSTEM_PROMPT]' }}
{%- elif default_system is defined %}
  {{- '[SYSTEM_PROMPT]' + default_system.replace('{today}', strftime_now('%Y-%m-%d')) + '[/SYSTEM_PROMPT]' }}
{%- endif %}
{%- for message in turns %}
  {%- if message.role == 'system' %}
    {{- '[SYSTEM_PROMPT]' + message.content + '[/SYSTEM_PROMPT]' }}
  {%- elif message.role == 'user' %}
    {%- if knows_tools and tools and loop.index0 == state.last_user %}
      {{- '[AVAILABLE_TOOLS]' + (tools | tojson) + '[/AVAILABLE_TOOLS]' }}
    {%- endif %}
    {{- '[INST]' }}
    {%- for part in message.parts %}{{- '[IMG]' if part.image else part.text }}{%- endfor %}
    {{- '[/INST]' }}
  {%- elif message.role == 'assistant' %}
    {%- for call in message.calls %}
      {%- if calls == 'list' %}
        {{- '[TOOL_CALLS][' if loop.first else ', ' }}
        {{- '{"name": "' + call.name + '", "arguments": ' + (call.arguments | tojson) + ', "id": "' + checked(call.id) + '"}' }}
        {{- ']' if loop.last }}
      {%- else %}
        {{- '[TOOL_CALLS]' + call.name + ('[CALL_ID]' + checked(call.id) if calls == 'id' else '') }}
        {{- '[ARGS]' + (call.arguments | tojson) }}
      {%- endif %}
    {%- endfor %}
    {{- (message.content if not message.calls else '') + eos_token }}
  {%- elif message.role in ['tool', 'tool_results'] %}
    {{- '[TOOL_RESULTS]' + (checked(message.tool_call_id) + '[TOOL_CONTENT]' if calls != 'plain' else '') }}
    {{- message.content + '[/TOOL_RESULTS]' }}
  {%- else %}
    {{- raise_exception('Only system, user, assistant, and tool roles are supported!') }}
  {%- endif %}
{%- endfor %}`;

const MISTRAL_TOKENS: readonly string[] = [
  "[TOOL_CALLS]",
  ...["INST", "SYSTEM_PROMPT", "TOOL_RESULTS", "AVAILABLE_TOOLS"].flatMap((name) => [`[${name}]`, `[/${name}]`]),
];

const mistral = (source: string, variables: JsonObject): FamilyTemplate =>
  toFamily(source, { bos_token: "<s>", eos_token: "</s>", knows_tools: true, ...variables }, MISTRAL_TOKENS);

/**
 * The system text of Mistral Small 3 to 3.2 for a conversation that brings none: a part of the models' own templates
 * (Mistral AI, Apache 2.0, like the weights), kept as data because the models were trained with it. `{today}` is the date.
 */
const SMALL_3: string = prompts.small3.join("\n");
const SMALL_3_2: string = prompts["small3.2"].join("\n");

/** The Mistral models, by the generation of their tokenizer. */
export const MISTRAL_FAMILIES = {
  "mistral-v1": mistral(MISTRAL_V1, {}),
  "mistral-v3": mistral(MISTRAL_V3, { gap: " " }),
  "mistral-tekken": mistral(MISTRAL_V3, { gap: "" }),
  "mistral-v7": mistral(MISTRAL_V7, { calls: "list" }),
  "mistral-v11": mistral(MISTRAL_V7, { calls: "id" }),
  "mistral-v13": mistral(MISTRAL_V7, { calls: "plain" }),
  // Its own template has no place for tools.
  "mistral-small-3": mistral(MISTRAL_V7, { calls: "list", default_system: SMALL_3, knows_tools: false }),
  "mistral-small-3.1": mistral(MISTRAL_V7, { calls: "list", default_system: SMALL_3 }),
  "mistral-small-3.2": mistral(MISTRAL_V7, { calls: "id", default_system: SMALL_3_2 }),
} as const satisfies Readonly<Record<string, FamilyTemplate>>;
