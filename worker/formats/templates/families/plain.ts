import type { JsonObject } from "../../../protocol/json.ts";
import { type FamilyTemplate, toFamily } from "./family-template.ts";

/** Variable `marks`: what stands before and after a message of each role. */
const PLAIN = `
{{- bos_token }}
{%- for message in messages %}{{- marks[message.role][0] + message.content + marks[message.role][1] }}{%- endfor %}
{%- if add_generation_prompt %}{{- marks.assistant[0] + opening }}{%- endif %}`;

/** Turns of the system, the user, the assistant and the tools, with `{}` for the message. Tools speak as the user if absent. */
type Turns = readonly [system: string, user: string, assistant: string, tool?: string];

interface PlainOptions {
  readonly start?: string;
  /** The beginning of the reply that the prompt writes itself: an opened thought. */
  readonly opening?: string;
  readonly controlTokens?: readonly string[];
}

function plain(
  [system, user, assistant, tool = user]: Turns,
  { start = "", opening = "", controlTokens = [] }: PlainOptions = {},
): FamilyTemplate {
  const turns = Object.entries({ system, user, assistant, tool });
  const marks: JsonObject = Object.fromEntries(turns.map(([role, turn]) => [role, turn.split("{}")]));
  return toFamily(PLAIN, { bos_token: start, marks, opening }, controlTokens);
}

/** Turns that all look alike but for the family's own name of a role. */
function alike(turn: string, { assistant = "assistant", tool = "tool" } = {}): Turns {
  const write = (role: string): string => turn.replace("{role}", role);
  return [write("system"), write("user"), write(assistant), write(tool)];
}

const DEEPSEEK: Turns = ["{}", "<｜User｜>{}", "<｜Assistant｜>{}<｜end▁of▁sentence｜>", "{}"];
const DEEPSEEK_START = "<｜begin▁of▁sentence｜>";

/** Families whose messages stand between fixed marks; the calls inside are the dialect's business. */
export const PLAIN_FAMILIES = {
  chatml: plain(alike("<|im_start|>{role}\n{}<|im_end|>\n")),
  deepseek: plain(DEEPSEEK, { start: DEEPSEEK_START }),
  "deepseek-r1": plain(DEEPSEEK, { start: DEEPSEEK_START, opening: "<think>\n" }),
  glm: plain(["<|system|>\n{}", "<|user|>\n{}", "<|assistant|>{}", "<|observation|>\n{}"], { start: "[gMASK]<sop>" }),
  kimi: plain([
    "<|im_system|>system<|im_middle|>{}<|im_end|>",
    "<|im_user|>user<|im_middle|>{}<|im_end|>",
    "<|im_assistant|>assistant<|im_middle|>{}<|im_end|>",
    "<|im_system|>tool<|im_middle|>{}<|im_end|>",
  ]),
  minimax: plain(alike("]~b]{role}\n{}[e~[\n", { assistant: "ai" }), {
    start: "]~!b[",
    controlTokens: ["]~!b[", "]~b]", "[e~["],
  }),
  granite: plain(alike("<|start_of_role|>{role}<|end_of_role|>{}<|end_of_text|>\n", { tool: "tool_response" })),
  llama4: plain(alike("<|header_start|>{role}<|header_end|>\n\n{}<|eot|>", { tool: "ipython" }), {
    start: "<|begin_of_text|>",
  }),
  "command-r": plain(
    [
      "<|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|>{}<|END_OF_TURN_TOKEN|>",
      "<|START_OF_TURN_TOKEN|><|USER_TOKEN|>{}<|END_OF_TURN_TOKEN|>",
      "<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>{}<|END_OF_TURN_TOKEN|>",
      "<|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|>{}<|END_OF_TURN_TOKEN|>",
    ],
    { start: "<BOS_TOKEN>" },
  ),
  olmo2: plain(["<|system|>\n{}\n", "<|user|>\n{}\n", "<|assistant|>\n{}<|endoftext|>\n"], { start: "<|endoftext|>" }),
  // https://ai.google.dev/gemma/docs/core/prompt-formatting-gemma4
  gemma4: plain(alike("<|turn>{role}\n{}<turn|>\n", { assistant: "model", tool: "user" }), {
    start: "<bos>",
    controlTokens: ["<turn|>"],
  }),
  "seed-oss": plain(alike("<seed:bos>{role}\n{}<seed:eos>"), { controlTokens: ["<seed:bos>", "<seed:eos>"] }),
  exaone: plain(alike("[|{role}|]{}[|endofturn|]\n", { tool: "user" }), {
    controlTokens: ["[|user|]", "[|assistant|]"],
  }),
  vicuna: plain(["{}\n\n", "USER: {} ", "ASSISTANT:{}</s>"]),
  alpaca: plain(["{}\n\n", "### Instruction:\n{}\n\n", "### Response:\n{}\n\n"]),
  solar: plain(["### System:\n{}\n\n", "### User:\n{}\n\n", "### Assistant:\n{}\n\n"]),
  openchat: plain([
    "{}<|end_of_turn|>",
    "GPT4 Correct User: {}<|end_of_turn|>",
    "GPT4 Correct Assistant:{}<|end_of_turn|>",
  ]),
  falcon: plain(["{}\n", "User: {}\n", "Assistant:{}\n"]),
  phi2: plain(["{}\n", "Instruct: {}\n", "Output:{}\n"]),
  zephyr: plain(alike("<|{role}|>\n{}</s>\n", { tool: "user" }), { controlTokens: ["</s>"] }),
} as const satisfies Readonly<Record<string, FamilyTemplate>>;
