import { type FamilyTemplate, toFamily } from "./family-template.ts";

/** Instructions are the developer's; the system message says which channels there are. */
const HARMONY = String.raw`
{{- '<|start|>system<|message|>You are ChatGPT, a large language model trained by OpenAI.\nKnowledge cutoff: 2024-06\n' }}
{{- 'Current date: ' + strftime_now('%Y-%m-%d') + '\n\nReasoning: ' + reasoning_effort + '\n\n' }}
{{- '# Valid channels: analysis, commentary, final. Channel must be included for every message.<|end|>' }}
{%- for message in messages %}
  {%- if message.role == 'system' %}
    {{- '<|start|>developer<|message|># Instructions\n\n' + message.content + '<|end|>' }}
  {%- elif message.role == 'assistant' %}
    {{- '<|start|>assistant' + message.content + ('<|return|>' if loop.last else '<|end|>') }}
  {%- else %}
    {{- '<|start|>user<|message|>' + message.content + '<|end|>' }}
  {%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}{{- '<|start|>assistant' }}{%- endif %}`;

/** OpenAI's Harmony (gpt-oss, https://cookbook.openai.com/articles/openai-harmony). */
export const HARMONY_FAMILIES = {
  harmony: toFamily(HARMONY, { reasoning_effort: "medium" }),
} as const satisfies Readonly<Record<string, FamilyTemplate>>;
