import type { JsonObject } from "../../../protocol/json.ts";
import { type FamilyTemplate, toFamily } from "./family-template.ts";

/** Variable `marks`: what stands before and after a message of each role. */
const PLAIN = `
{{- bos_token }}
{%- for message in messages %}{{- marks[message.role][0] + message.content + marks[message.role][1] }}{%- endfor %}
{%- if add_generation_prompt %}{{- marks.assistant[0] + opening }}{%- endif %}`;

/** What stands around a message. */
type Marks = readonly [before: string, after: string];

interface PlainTurns {
  readonly start?: string;
  readonly system: Marks;
  readonly user: Marks;
  readonly assistant: Marks;
  readonly tool: Marks;
  /** What the prompt writes of the reply beforehand: an opened thought. */
  readonly opening?: string;
}

function plain(
  { start = "", opening = "", ...marks }: PlainTurns,
  controlTokens: readonly string[] = [],
): FamilyTemplate {
  const roles: JsonObject = Object.fromEntries(Object.entries(marks).map(([role, pair]) => [role, [...pair]]));
  return toFamily(PLAIN, { bos_token: start, marks: roles, opening }, controlTokens);
}

/** Turns that all look alike: `write` gives the marks of a role under the family's own name of it. */
function uniform(write: (role: string) => Marks, names: Readonly<Record<"assistant" | "tool", string>>): PlainTurns {
  return {
    system: write("system"),
    user: write("user"),
    assistant: write(names.assistant),
    tool: write(names.tool),
  };
}

const DEEPSEEK: PlainTurns = {
  start: "<｜begin▁of▁sentence｜>",
  system: ["", ""],
  user: ["<｜User｜>", ""],
  assistant: ["<｜Assistant｜>", "<｜end▁of▁sentence｜>"],
  tool: ["", ""],
};

const toChatml = (role: string): Marks => [`<|im_start|>${role}\n`, "<|im_end|>\n"];
const toGranite = (role: string): Marks => [`<|start_of_role|>${role}<|end_of_role|>`, "<|end_of_text|>\n"];
const toMinimax = (role: string): Marks => [`]~b]${role}\n`, "[e~[\n"];
const toGemma4 = (role: string): Marks => [`<|turn>${role}\n`, "<turn|>\n"];
const toSeed = (role: string): Marks => [`<seed:bos>${role}\n`, "<seed:eos>"];
const toExaone = (role: string): Marks => [`[|${role}|]`, "[|endofturn|]\n"];
const toHeading = (role: string): Marks => [`### ${role}:\n`, "\n\n"];
const toZephyr = (role: string): Marks => [`<|${role}|>\n`, "</s>\n"];

/** Families whose messages stand between fixed marks; the calls inside are the dialect's business. */
export const PLAIN_FAMILIES = {
  chatml: plain(uniform(toChatml, { assistant: "assistant", tool: "tool" })),
  deepseek: plain(DEEPSEEK),
  "deepseek-r1": plain({ ...DEEPSEEK, opening: "<think>\n" }),
  glm: plain({
    start: "[gMASK]<sop>",
    system: ["<|system|>\n", ""],
    user: ["<|user|>\n", ""],
    assistant: ["<|assistant|>", ""],
    tool: ["<|observation|>\n", ""],
  }),
  kimi: plain({
    system: ["<|im_system|>system<|im_middle|>", "<|im_end|>"],
    user: ["<|im_user|>user<|im_middle|>", "<|im_end|>"],
    assistant: ["<|im_assistant|>assistant<|im_middle|>", "<|im_end|>"],
    tool: ["<|im_system|>tool<|im_middle|>", "<|im_end|>"],
  }),
  minimax: plain({ start: "]~!b[", ...uniform(toMinimax, { assistant: "ai", tool: "tool" }) }, [
    "]~!b[",
    "]~b]",
    "[e~[",
  ]),
  granite: plain(uniform(toGranite, { assistant: "assistant", tool: "tool_response" })),
  llama4: plain({
    start: "<|begin_of_text|>",
    ...uniform((role) => [`<|header_start|>${role}<|header_end|>\n\n`, "<|eot|>"], {
      assistant: "assistant",
      tool: "ipython",
    }),
  }),
  "command-r": plain({
    start: "<BOS_TOKEN>",
    system: ["<|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|>", "<|END_OF_TURN_TOKEN|>"],
    user: ["<|START_OF_TURN_TOKEN|><|USER_TOKEN|>", "<|END_OF_TURN_TOKEN|>"],
    assistant: ["<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>", "<|END_OF_TURN_TOKEN|>"],
    tool: ["<|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|>", "<|END_OF_TURN_TOKEN|>"],
  }),
  olmo2: plain({
    start: "<|endoftext|>",
    system: ["<|system|>\n", "\n"],
    user: ["<|user|>\n", "\n"],
    assistant: ["<|assistant|>\n", "<|endoftext|>\n"],
    tool: ["<|user|>\n", "\n"],
  }),
  // https://ai.google.dev/gemma/docs/core/prompt-formatting-gemma4
  gemma4: plain({ start: "<bos>", ...uniform(toGemma4, { assistant: "model", tool: "user" }) }, ["<turn|>"]),
  "seed-oss": plain(uniform(toSeed, { assistant: "assistant", tool: "tool" }), ["<seed:bos>", "<seed:eos>"]),
  exaone: plain(uniform(toExaone, { assistant: "assistant", tool: "user" }), ["[|user|]", "[|assistant|]"]),
  vicuna: plain({
    system: ["", "\n\n"],
    user: ["USER: ", " "],
    assistant: ["ASSISTANT:", "</s>"],
    tool: ["USER: ", " "],
  }),
  alpaca: plain({
    system: ["", "\n\n"],
    user: toHeading("Instruction"),
    assistant: toHeading("Response"),
    tool: toHeading("Instruction"),
  }),
  solar: plain({
    system: toHeading("System"),
    user: toHeading("User"),
    assistant: toHeading("Assistant"),
    tool: toHeading("User"),
  }),
  openchat: plain({
    system: ["", "<|end_of_turn|>"],
    user: ["GPT4 Correct User: ", "<|end_of_turn|>"],
    assistant: ["GPT4 Correct Assistant:", "<|end_of_turn|>"],
    tool: ["GPT4 Correct User: ", "<|end_of_turn|>"],
  }),
  falcon: plain({
    system: ["", "\n"],
    user: ["User: ", "\n"],
    assistant: ["Assistant:", "\n"],
    tool: ["User: ", "\n"],
  }),
  phi2: plain({
    system: ["", "\n"],
    user: ["Instruct: ", "\n"],
    assistant: ["Output:", "\n"],
    tool: ["Instruct: ", "\n"],
  }),
  zephyr: plain(uniform(toZephyr, { assistant: "assistant", tool: "user" }), ["</s>"]),
} as const satisfies Readonly<Record<string, FamilyTemplate>>;
