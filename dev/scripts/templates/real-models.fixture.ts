import type { FormatId } from "../../../worker/protocol/model.ts";
import type { ReasoningStyle } from "./recognise-model.ts";

/** The tools as a template declares them: what it says of calls, and each tool as JSON. */
const declare = (words: string): string =>
  words === ""
    ? ""
    : `{%- if tools %}{%- set declared %}{{ '\n\n# Tools\n' }}{%- for t in tools %}{{ t | tojson + '\n' }}{%- endfor %}` +
      `{{ ${JSON.stringify(words)} }}{%- endset %}{%- endif %}`;

/**
 * Writes every message between two texts that may name its role, as most families' templates do, and the tools in the
 * system text if the template knows any.
 */
function turns(before: string, after: string, reply: string, tools = ""): string {
  return (
    `{%- set declared = '' %}${declare(tools)}` +
    `{%- set hidden = [{'role': 'system', 'content': ''}] if declared and messages[0].role != 'system' else [] %}` +
    `{%- for m in hidden + messages %}{{ ${before} + m.content + (declared if m.role == 'system' else '') + ${after} }}{%- endfor %}` +
    `{%- if add_generation_prompt %}${reply}{%- endif %}`
  );
}

const chatml = (tools: string, reply = "{{ '<|im_start|>assistant\n' }}"): string =>
  turns("'<|im_start|>' + m.role + '\n'", "'<|im_end|>\n'", reply, tools);

const HERMES = '<tool_call>\n{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call>';
const SWITCH =
  "{{ '<|im_start|>assistant\n' }}{%- if enable_thinking is false %}{{ '<think>\n\n</think>\n\n' }}{%- endif %}";
const OPENED =
  "{{ '<|im_start|>assistant\n' }}{%- if enable_thinking is false %}{{ '<think>\n\n</think>\n\n' }}{%- else %}{{ '<think>\n' }}{%- endif %}";
const LLAMA = turns(
  "'<|start_header_id|>' + m.role + '<|end_header_id|>\n\n'",
  "'<|eot_id|>'",
  "{{ '<|start_header_id|>assistant<|end_header_id|>\n\n' }}",
  "Environment: ipython",
);
/** Without words for calls the template refuses everything but questions and answers, as that of the first models does. */
const MISTRAL = (tools: string): string =>
  (tools === ""
    ? "{%- set system = '' %}{%- set said = messages %}"
    : "{%- set system = messages[0].content + '\\n\\n' if messages[0].role == 'system' else '' %}" +
      "{%- set said = messages[1:] if system else messages %}") +
  "{%- for m in said %}{%- if m.role == 'user' %}" +
  (tools === ""
    ? ""
    : "{%- if loop.first and tools %}{{ '[AVAILABLE_TOOLS]' + (tools | tojson) + '[/AVAILABLE_TOOLS]' }}{%- endif %}") +
  "{{ '[INST] ' + (system if loop.first else '') + m.content + '[/INST]' }}{%- elif m.role == 'assistant' %}" +
  "{{ m.content + eos_token }}" +
  (tools === "" ? "" : "{%- elif m.role == 'tool' %}{{ '[TOOL_RESULTS]' + m.content + '[/TOOL_RESULTS]' }}") +
  `{%- else %}{{ raise_exception('no system text') }}{%- endif %}{%- endfor %}{#- ${tools} #}`;
const GEMMA = (tools = ""): string =>
  turns(
    "'<start_of_turn>' + ('model' if m.role == 'assistant' else m.role) + '\n'",
    "'<end_of_turn>\n'",
    "{{ '<start_of_turn>model\n' }}",
    tools,
  );
const GEMMA_4 = turns(
  "'<|turn>' + ('model' if m.role == 'assistant' else m.role) + '\n'",
  "'<turn|>\n'",
  "{{ '<|turn>model\n' }}",
  "<|tool>declaration: <|channel>",
);
const DEEPSEEK_3_2 = turns(
  "('<｜User｜>' if m.role == 'user' else '<｜Assistant｜>' if m.role == 'assistant' else '')",
  "('<｜end▁of▁sentence｜>' if m.role == 'assistant' else '')",
  "{{ '<｜Assistant｜>' }}",
  "<｜DSML｜function_calls>",
);
/** Up to V3.1 the templates declare no tools; from V3.2 on they do. */
const DEEPSEEK = (reply: string): string =>
  "{%- for m in messages %}{%- if m.role == 'user' %}{{ '<｜User｜>' + m.content }}{%- elif m.role == 'assistant' %}" +
  "{{ '<｜Assistant｜>' + m.content + '<｜end▁of▁sentence｜>' }}{%- else %}{{ m.content }}{%- endif %}{%- endfor %}" +
  `{%- if add_generation_prompt %}{{ '<｜Assistant｜>${reply}' }}{%- endif %}`;
const PHI = (tools = ""): string => turns("'<|' + m.role + '|>\n'", "'<|end|>\n'", "{{ '<|assistant|>\n' }}", tools);
const GRANITE = (tools: string): string =>
  turns(
    "'<|start_of_role|>' + m.role + '<|end_of_role|>'",
    "'<|end_of_text|>\n'",
    "{{ '<|start_of_role|>assistant<|end_of_role|>' }}",
    tools,
  );
const GLM = turns(
  "'<|' + m.role + ('|>' if m.role == 'assistant' else '|>\n')",
  "''",
  "{{ '<|assistant|>' }}",
  "<tool_call>{name}\n<arg_key>{key}</arg_key>",
);
const KIMI = turns(
  "'<|im_' + m.role + '|>' + m.role + '<|im_middle|>'",
  "'<|im_end|>'",
  "{{ '<|im_assistant|>assistant<|im_middle|>' }}",
  "tool_declare",
);
const MINIMAX = turns(
  "']~b]' + ('ai' if m.role == 'assistant' else m.role) + '\n'",
  "'[e~[\n'",
  "{{ ']~b]ai\n<think>\n' }}",
  "<minimax:tool_call>",
);
const LLAMA_4 = turns(
  "'<|header_start|>' + m.role + '<|header_end|>\n\n'",
  "'<|eot|>'",
  "{{ '<|header_start|>assistant<|header_end|>\n\n' }}",
);
const ZEPHYR = turns("'<|' + m.role + '|>\n'", "eos_token + '\n'", "{{ '<|assistant|>\n' }}");

/** A model, where its turns and calls are described, its template or what else is known, and how it is to be spoken to. */
export type RealModel = readonly [
  name: string,
  source: string,
  template: string | null,
  format: FormatId,
  reasoning: ReasoningStyle,
];

const HF = "https://huggingface.co/";

/**
 * Real models with templates in our own wording that write the same turns, tags and switches as their cards describe; null
 * where only the name is known, as for a folder or a server.
 */
export const REAL_MODELS: readonly RealModel[] = [
  ["Qwen/Qwen2.5-0.5B-Instruct", HF, chatml(HERMES), "chatml", "none"],
  ["Qwen/Qwen2.5-Coder-7B-Instruct", HF, chatml(HERMES), "chatml", "none"],
  ["Qwen/Qwen3-0.6B", HF, chatml(HERMES, SWITCH), "chatml", "think-switch"],
  ["Qwen/Qwen3-4B", HF, chatml(HERMES, SWITCH), "chatml", "think-switch"],
  ["Qwen/Qwen3-8B-GGUF", HF, chatml(HERMES, SWITCH), "chatml", "think-switch"],
  ["Qwen/Qwen3-4B-Instruct-2507", HF, chatml(HERMES), "chatml", "none"],
  [
    "Qwen/Qwen3-4B-Thinking-2507",
    HF,
    chatml(HERMES, "{{ '<|im_start|>assistant\n<think>\n' }}"),
    "chatml",
    "think-open",
  ],
  ["Qwen/Qwen3-Coder-30B-A3B-Instruct", HF, chatml("<tool_call>\n<function=f>"), "qwen3-coder", "none"],
  ["Qwen/Qwen3.5-4B", HF, chatml("<tool_call>\n<function=f>", OPENED), "qwen3-coder", "think-switch"],
  ["Qwen/Qwen3.5-0.8B", HF, chatml("<tool_call>\n<function=f>", OPENED), "qwen3-coder", "think-switch"],
  ["nvidia/Nemotron-3-Nano-30B-A3B", HF, chatml("<tool_call>\n<function=f>", OPENED), "qwen3-coder", "think-switch"],
  ["HuggingFaceTB/SmolLM2-135M-Instruct", HF, chatml(""), "chatml", "none"],
  ["HuggingFaceTB/SmolLM2-1.7B-Instruct", HF, chatml(""), "chatml", "none"],
  ["HuggingFaceTB/SmolLM3-3B", HF, chatml(HERMES, SWITCH), "chatml", "think-switch"],
  ["NousResearch/Hermes-3-Llama-3.2-3B", HF, chatml(HERMES), "chatml", "none"],
  ["NousResearch/Hermes-2-Pro-Mistral-7B", HF, chatml(HERMES), "chatml", "none"],
  ["internlm/internlm2_5-7b-chat", HF, chatml(""), "chatml", "none"],
  [
    "LGAI-EXAONE/EXAONE-4.0-1.2B",
    HF,
    turns("'[|' + m.role + '|]\n'", "'[|endofturn|]\n'", "{{ '[|assistant|]\n' }}", HERMES),
    "chatml",
    "none",
  ],
  ["ibm-granite/granite-4.0-micro", HF, GRANITE(HERMES), "chatml", "none"],
  ["ibm-granite/granite-3.3-2b-instruct", HF, GRANITE("<|tool_call|>"), "granite", "none"],
  ["ibm-granite/granite-3.1-8b-instruct", HF, GRANITE("<|tool_call|>"), "granite", "none"],
  ["meta-llama/Llama-3.2-1B-Instruct", HF, LLAMA, "llama3", "none"],
  ["meta-llama/Llama-3.2-3B-Instruct", HF, LLAMA, "llama3", "none"],
  ["meta-llama/Llama-3.1-8B-Instruct", HF, LLAMA, "llama3", "none"],
  ["meta-llama/Llama-3.3-70B-Instruct", HF, LLAMA, "llama3", "none"],
  ["meetkai/functionary-small-v3.2", HF, LLAMA, "llama3", "none"],
  ["meta-llama/Llama-4-Scout-17B-16E-Instruct", HF, LLAMA_4, "pythonic", "none"],
  ["LiquidAI/LFM2-1.2B", HF, chatml("<|tool_list_start|>"), "pythonic", "none"],
  ["LiquidAI/LFM2.5-1.2B-Instruct", HF, chatml("List of tools: ["), "pythonic", "none"],
  ["allenai/Olmo-3-7B-Instruct", HF, chatml("<functions></functions> <function_calls>"), "pythonic", "none"],
  ["mistralai/Mistral-7B-Instruct-v0.2", HF, MISTRAL(""), "mistral", "none"],
  ["mistralai/Mistral-7B-Instruct-v0.3", HF, MISTRAL("[AVAILABLE_TOOLS] [TOOL_CALLS]"), "mistral", "none"],
  ["mistralai/Mistral-Nemo-Instruct-2407", HF, MISTRAL("[TOOL_CALLS]"), "mistral", "none"],
  ["mistralai/Ministral-3-3B-Instruct-2512", HF, MISTRAL("[TOOL_CALLS]name[ARGS]"), "mistral", "none"],
  ["mistralai/Magistral-Small-2507", HF, MISTRAL("[TOOL_CALLS] [THINK]"), "mistral", "bracket-think"],
  ["google/gemma-2-2b-it", HF, GEMMA(), "gemma", "none"],
  ["google/gemma-3-1b-it", HF, GEMMA(), "gemma", "none"],
  ["google/gemma-3-4b-it", HF, GEMMA(), "gemma", "none"],
  ["google/functiongemma-270m-it", HF, GEMMA("<start_function_call>"), "gemma", "none"],
  ["google/gemma-4-E2B-it", HF, GEMMA_4, "gemma", "channel"],
  ["microsoft/Phi-3.5-mini-instruct", HF, PHI(), "phi4", "none"],
  ["microsoft/Phi-3-mini-4k-instruct", HF, PHI(), "phi4", "none"],
  ["microsoft/Phi-4-mini-instruct", HF, PHI("<|tool|>"), "phi4", "none"],
  [
    "microsoft/phi-4",
    HF,
    turns("'<|im_start|>' + m.role + '<|im_sep|>'", "'<|im_end|>'", "{{ '<|im_start|>assistant<|im_sep|>' }}"),
    "phi4",
    "none",
  ],
  ["deepseek-ai/DeepSeek-V3", HF, DEEPSEEK(""), "deepseek", "none"],
  ["deepseek-ai/DeepSeek-R1-Distill-Qwen-1.5B", HF, DEEPSEEK("<think>\\n"), "deepseek", "think-open"],
  ["deepseek-ai/DeepSeek-R1-Distill-Llama-8B", HF, DEEPSEEK("<think>\\n"), "deepseek", "think-open"],
  ["deepseek-ai/DeepSeek-V3.2", HF, DEEPSEEK_3_2, "deepseek", "none"],
  ["deepseek-ai/DeepSeek-V3.2-Speciale", HF, DEEPSEEK_3_2, "deepseek", "none"],
  ["zai-org/GLM-4.5-Air", HF, GLM, "glm", "none"],
  ["zai-org/GLM-4.7-Flash", HF, GLM, "glm", "none"],
  ["moonshotai/Kimi-K2-Instruct", HF, KIMI, "kimi", "none"],
  ["moonshotai/Moonlight-16B-A3B-Instruct", HF, KIMI, "kimi", "none"],
  ["MiniMaxAI/MiniMax-M2", HF, MINIMAX, "minimax", "think-open"],
  ["MiniMaxAI/MiniMax-M2.1", HF, MINIMAX, "minimax", "think-open"],
  ["TinyLlama/TinyLlama-1.1B-Chat-v1.0", HF, ZEPHYR, "generic", "none"],
  ["HuggingFaceH4/zephyr-7b-beta", HF, ZEPHYR, "generic", "none"],
  [
    "allenai/OLMo-2-0425-1B-Instruct",
    HF,
    turns("'<|' + m.role + '|>\n'", "'\n'", "{{ '<|assistant|>\n' }}"),
    "generic",
    "none",
  ],
  [
    "openai/gpt-oss-20b",
    HF,
    turns(
      "'<|start|>' + m.role + ('<|channel|>final' if m.role == 'assistant' else '') + '<|message|>'",
      "'<|end|>'",
      "{{ '<|start|>assistant' }}",
    ),
    "generic",
    "channel",
  ],
  [
    "CohereForAI/c4ai-command-r7b-12-2024",
    HF,
    turns(
      "'<|START_OF_TURN_TOKEN|><|' + ('CHATBOT' if m.role == 'assistant' else 'USER') + '_TOKEN|>'",
      "'<|END_OF_TURN_TOKEN|>'",
      "{{ '<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>' }}",
    ),
    "generic",
    "none",
  ],
  ["a protocol", "docs", `${chatml("")}{#- {"thought": "", "action": {}} or {"final": {}} #}`, "protocol", "none"],
  ["its second", "docs", `${ZEPHYR}{#- "thought" "action" "final" #}`, "protocol", "none"],
  ["one-line calls", "docs", `${chatml("")}{#- @tool name {} #}`, "command", "none"],
  ["its second", "docs", `${LLAMA}{#- @tool name {} #}`, "command", "none"],
  ["qwen3:4b", "https://ollama.com/library", null, "chatml", "think-switch"],
  ["llama3.2:3b", "https://ollama.com/library", null, "llama3", "none"],
  ["deepseek-r1:7b", "https://ollama.com/library", null, "deepseek", "think-open"],
  ["mistral-nemo", "https://ollama.com/library", null, "mistral", "none"],
  ["phi4-mini", "https://ollama.com/library", null, "phi4", "none"],
  ["granite3.3:8b", "https://ollama.com/library", null, "granite", "none"],
  ["gpt-oss:20b", "https://ollama.com/library", null, "generic", "channel"],
  ["gemma3:4b", "https://ollama.com/library", null, "gemma", "none"],
  ["openhermes", "https://ollama.com/library", null, "chatml", "none"],
  ["something unheard of", "", null, "generic", "none"],
];

/** Why these dialects declare tools in our words although a model's own template may have others. */
export const OWN_WORDS: Partial<Record<FormatId, string>> = {
  generic: "the templates of these models describe calls of many kinds, which no one dialect writes",
  llama3: "the template announces an interpreter, of which there is none here",
  protocol: "no model is trained on it",
  command: "no model is trained on it",
};
