import type { FormatId } from "../../protocol/model.ts";

/** How the models of one family are recognised, and the dialect that they are trained on. */
export interface FamilyRule {
  readonly format: FormatId;
  /** Alternatives: one set of literals that are all in the family's chat template (Jinja, or Ollama's Go). */
  readonly marks: readonly (readonly string[])[];
  /** Literals that only other families with these marks have. */
  readonly unless?: readonly string[];
  /** Names of its models, of their architectures, and of MLC's `conv_template`, in lower case, parts joined by hyphens. */
  readonly names?: RegExp;
  /** Strings that end the model's turn, in addition to those found in its template. */
  readonly stops: readonly string[];
}

/**
 * The one table of families: the first rule that matches decides. Names of finetunes come before those of their base
 * models, marks of one family before those that several share; plain ChatML is last. Without a match a model is `generic`.
 */
export const FAMILY_RULES: readonly FamilyRule[] = [
  { format: "protocol", marks: [['"thought"', '"action"', '"final"']], stops: [] },
  { format: "command", marks: [["@tool "]], stops: [] },
  {
    // Finetunes in Hermes' format; their names also hold the name of the base model.
    format: "chatml",
    marks: [["<|start_header_id|>", "<tool_call>"]],
    unless: ["<|python_tag|>"],
    names: /hermes|dolphin|chatml|open-?orca|groq.*tool/,
    stops: ["<|im_end|>"],
  },
  {
    // OpenAI's Harmony: its calls are read, and tools are described in plain words.
    format: "generic",
    marks: [["<|channel|>", "<|message|>"]],
    names: /gpt-?oss/,
    stops: ["<|return|>", "<|call|>"],
  },
  {
    // Turns of their own (Cohere, Llama 2, Zephyr …) and calls that no dialect here writes.
    format: "generic",
    marks: [["<|START_OF_TURN_TOKEN|>"], ["<<SYS>>"], ["<seed:bos>"], ["<TOOLCALL>", "<SPECIAL_"]],
    names: new RegExp(
      [
        "command-?[ra]|c4ai|\\baya|llama-?2|codellama|vicuna|wizard|alpaca|tulu|tiny-?llama|zephyr|starling|openchat",
        "stablelm|redpajama|rwkv|falcon(?!-?(3|h1))|olmo-?2|orca-?(mini|2)|solar|seed-?oss|phi-?[12]\\b|granite.*code|olmoe",
        "deepseek-?(coder|llm|math|moe|v2(?!\\.5))|^deepseek$|nemotron-?(mini|nano-?9b)|starcoder",
      ].join("|"),
    ),
    stops: [],
  },
  {
    format: "glm",
    marks: [["<arg_key>"]],
    names: /glm-?4\.[5-9]|glm-?[5-9]|glm4v?-?moe/,
    stops: ["<|user|>", "<|observation|>", "<|endoftext|>"],
  },
  { format: "minimax", marks: [["<minimax:tool_call>"], ["]~b]"]], names: /minimax-?m[2-9]/, stops: ["[e~["] },
  {
    format: "kimi",
    marks: [["<|im_middle|>"], ["<|tool_calls_section_begin|>"]],
    names: /kimi|moonlight/,
    stops: ["<|im_end|>"],
  },
  {
    format: "deepseek",
    marks: [["<｜User｜>"], ["<｜tool▁calls▁begin｜>"], ["<｜DSML｜"]],
    names: /deepseek|deepscaler/,
    stops: ["<｜end▁of▁sentence｜>"],
  },
  {
    format: "pythonic",
    marks: [
      ["<|tool_call_start|>"],
      ["<|tool_list_start|>"],
      ["<|header_start|>"],
      ["<|python_start|>"],
      ["<function_calls>", "<functions>"],
      ["[func_name1(params_name1="],
      ["List of tools: [", "<|im_start|>"],
    ],
    names: /llama-?4|lfm-?2|olmo-?3|toolace|watt-?tool/,
    stops: [],
  },
  { format: "gemma", marks: [["<start_of_turn>"], ["<|turn>"], ["<start_function_call>"]], names: /gemma/, stops: [] },
  {
    format: "granite",
    marks: [["<|start_of_role|>"]],
    unless: ["<tool_call>"],
    names: /granite-?(3|moe(?!-?hybrid))|^granite$/,
    stops: ["<|end_of_text|>"],
  },
  {
    format: "phi4",
    marks: [["<|im_sep|>"], ["<|tool|>"], ["<|end|>", "<|assistant|>"]],
    unless: ["<tool_calls>", "<|begin|>"],
    names: /phi-?([34]|mini|moe|tiny)/,
    stops: [],
  },
  {
    format: "mistral",
    marks: [["[INST]"], ["[TOOL_CALLS]"], ["[AVAILABLE_TOOLS]"]],
    names: /mi[sx]tral|ministral|magistral|devstral|codestral|mathstral|pixtral|voxtral|nemo(?!tron)/,
    stops: ["</s>"],
  },
  {
    format: "llama3",
    marks: [["<|start_header_id|>"]],
    names: /llama-?v?3|llama-?(guard-?3|xlam)|functionary|nemotron(-?70b|:|$)/,
    stops: ["<|eot_id|>", "<|eom_id|>"],
  },
  {
    format: "qwen3-coder",
    marks: [["<function="]],
    names: /qwen-?3-?coder|qwen-?3\.[5-9]|qwen3-5\b|qwen35|nemotron-?(3|h)/,
    stops: ["<|im_end|>"],
  },
  {
    // Hermes' calls, in ChatML turns or in turns of their own (Granite 4, EXAONE 4).
    format: "chatml",
    marks: [["<tool_call>"], ["<|im_start|>"]],
    names:
      /qwen|qwq|bonsai|smollm|granite|internlm|exaone-?4|\byi\b|minicpm|falcon-?(3|h1)|cogito|arch-(function|agent)|arcee-agent|athene-v2|marco-o1|openthinker|mimo|\bjan-(nano|v)|salamandra|eurollm|xlam|bielik|vibethinker|reader-lm|\bafm\b|trinity/,
    stops: [],
  },
];
