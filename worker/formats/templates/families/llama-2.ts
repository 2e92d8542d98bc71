import { type FamilyTemplate, toFamily } from "./family-template.ts";

const LLAMA_2 = String.raw`
{%- set has_system = messages[0].role == 'system' %}
{%- for message in messages[1:] if has_system else messages %}
  {%- if message.role == 'assistant' %}
    {{- ' ' + message.content | trim + ' ' + eos_token }}
  {%- else %}
    {{- bos_token + '[INST] ' }}
    {{- '<<SYS>>\n' + messages[0].content + '\n<</SYS>>\n\n' if loop.first and has_system }}
    {{- message.content | trim + ' [/INST]' }}
  {%- endif %}
{%- endfor %}`;

/** Llama 2 and its descendants. */
export const LLAMA_2_FAMILIES = {
  llama2: toFamily(LLAMA_2, { bos_token: "<s>", eos_token: "</s>" }, ["[INST]", "[/INST]", "<<SYS>>", "<</SYS>>"]),
} as const satisfies Readonly<Record<string, FamilyTemplate>>;
