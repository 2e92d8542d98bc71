import { neutralise } from "../neutralise.ts";
import { toMarkOpener, toTags } from "../parsing/dialect.ts";
import { INVOKE_MARKS, toInvokeOpeners } from "../parsing/tagged-invoke.ts";
import { defineFormat, taggedCalls } from "./define-format.ts";
import { toOpenAiFunction, toSpacedJson } from "./openai-tool.ts";

const OPEN = "<minimax:tool_call>";
const CLOSE = "</minimax:tool_call>";
const INVOKE_CLOSE = "</invoke>";
const PARAMETER_CLOSE = "</parameter>";

/** The tokens around its turns, which look like those of no other family. */
const TURNS = ["]~!b[", "]~b]", "[e~["];
const MARKERS = [
  ...toTags("minimax:tool_call", "response", "tools", "think"),
  ...["<invoke name=", INVOKE_CLOSE, "<parameter name=", PARAMETER_CLOSE],
  ...TURNS,
];

const CALLS = taggedCalls({
  begin: (name) => `${OPEN}\n<invoke name="${name}">\n`,
  beginArgument: (key) => `<parameter name="${key}">`,
  endArgument: `${PARAMETER_CLOSE}\n`,
  end: `${INVOKE_CLOSE}\n${CLOSE}`,
  trigger: OPEN,
});

/** The dialect of MiniMax M2: invocations with a tag for each argument, texts bare and everything else as JSON. */
export const minimax = defineFormat({
  id: "minimax",
  markers: MARKERS,
  templateMark: OPEN,
  renderSystem(system, tools) {
    const lines = tools.map((tool) => `<tool>${neutralise(toSpacedJson(toOpenAiFunction(tool)), MARKERS)}</tool>`);
    return [
      system,
      "# Tools\nYou may call one or more tools to assist with the user query.\nHere are the tools available in JSONSchema " +
        `format:\n\n<tools>\n${lines.join("\n")}\n</tools>`,
      "When making tool calls, use XML format to invoke tools and pass parameters:\n\n" +
        CALLS.write("tool-name", { "param-key-1": "param-value-1", "param-key-2": "param-value-2" }),
    ];
  },
  calls: CALLS,
  renderResult: ({ text }) => `<response>${text}</response>`,
  openers: [toMarkOpener(OPEN), ...toInvokeOpeners({ ...INVOKE_MARKS, blocks: [CLOSE] })],
  dropped: [CLOSE, INVOKE_CLOSE, "[e~["],
});
