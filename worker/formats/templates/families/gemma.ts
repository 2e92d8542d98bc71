import { type FamilyTemplate, toFamily } from "./family-template.ts";

/** Variable `knows_system`: Gemma 1 and 2 know no system text. */
const GEMMA = String.raw`
{%- set has_system = messages[0].role == 'system' %}
{%- if has_system and not knows_system %}{{- raise_exception('System role not supported') }}{%- endif %}
{{- bos_token }}
{%- for message in messages[1:] if has_system else messages %}
  {%- if (message.role == 'user') != (loop.index0 % 2 == 0) %}
    {{- raise_exception('Conversation roles must alternate user/assistant/user/assistant/...') }}
  {%- endif %}
  {{- '<start_of_turn>' + ('model' if message.role == 'assistant' else message.role) + '\n' }}
  {{- messages[0].content + '\n\n' if loop.first and has_system }}
  {%- for part in message.parts %}{{- '<start_of_image>' if part.image else part.text | trim }}{%- endfor %}
  {{- '<end_of_turn>\n' }}
{%- endfor %}
{%- if add_generation_prompt %}{{- '<start_of_turn>model\n' }}{%- endif %}`;

const gemma = (knows_system: boolean): FamilyTemplate =>
  toFamily(GEMMA, { bos_token: "<bos>", knows_system }, ["<start_of_turn>", "<end_of_turn>"]);

/** Gemma 1 to 3. */
export const GEMMA_FAMILIES = {
  gemma2: gemma(false),
  gemma: gemma(true),
} as const satisfies Readonly<Record<string, FamilyTemplate>>;
