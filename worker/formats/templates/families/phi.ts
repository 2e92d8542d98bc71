import { type FamilyTemplate, toFamily } from "./family-template.ts";

const PHI_3 = String.raw`
{%- for message in messages %}
  {%- if message.role in ['user', 'assistant'] or (message.role == 'system' and message.content) %}
    {{- '<|' + message.role + '|>\n' + message.content + '<|end|>\n' }}
  {%- endif %}
{%- endfor %}
{{- '<|assistant|>\n' if add_generation_prompt else eos_token }}`;

const PHI_3_MEDIUM = String.raw`
{%- for message in messages %}
  {%- if message.role == 'user' %}
    {{- '<|user|>\n' + message.content + '<|end|>\n<|assistant|>\n' }}
  {%- elif message.role == 'assistant' %}
    {{- message.content + '<|end|>\n' }}
  {%- endif %}
{%- endfor %}`;

const PHI_4 = `
{%- for message in messages %}
  {%- if message.role in ['user', 'assistant', 'system'] %}
    {{- '<|im_start|>' + message.role + '<|im_sep|>' + message.content + '<|im_end|>' }}
  {%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}{{- '<|im_start|>assistant<|im_sep|>' }}{%- endif %}`;

const PHI_4_MINI = `
{%- for message in messages %}
  {{- '<|' + message.role + '|>' + message.content }}
  {{- '<|tool|>' + message.tools + '<|/tool|>' if message.role == 'system' and message.tools is string }}
  {{- '<|end|>' }}
{%- endfor %}
{{- '<|assistant|>' if add_generation_prompt else eos_token }}`;

const phi = (source: string): FamilyTemplate => toFamily(source, { eos_token: "<|endoftext|>" });

/** Phi 3 to 4. */
export const PHI_FAMILIES = {
  phi3: phi(PHI_3),
  "phi3-medium": phi(PHI_3_MEDIUM),
  phi4: phi(PHI_4),
  "phi4-mini": phi(PHI_4_MINI),
} as const satisfies Readonly<Record<string, FamilyTemplate>>;
