import { ANSWER_LABEL, staged as stagedFormat, writeStagedLine } from "../../formats/dialects/staged.ts";
import type { ThreadMessage } from "../../formats/format.ts";
import type { ChatTemplate } from "../../formats/templates/chat-template.ts";
import { defined } from "../../protocol/defined.ts";
import { isJsonArray, isJsonObject, type JsonValue } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import type { PolicyTurn, TurnPolicy, TurnSubject } from "../ports/turn-policy.ts";
import { chooseTools, hasExchange, isExchange } from "./choose-tools.ts";
import { type Exchange, GENERIC_EXCHANGES, mix, toExchange, WORD_EXCHANGES } from "./staged-exchanges.ts";
import { toStagedTurn, toWordsTurn } from "./staged-turns.ts";

/**
 * Asks a small model in stages: one constant prefix with a line for each tool and short exchanges, and then one thread. Each
 * turn begins with one constrained word, a tool's name or the label of words; a result is the next message, and the
 * model chooses again.
 */
export const staged: TurnPolicy = {
  id: "staged",
  thinks: false,
  toFormat: () => stagedFormat,
  planTurn(subject) {
    return subject.tools.length === 0 ? planWords(subject) : planChoice(subject);
  },
};

function planWords({ info, thread }: TurnSubject): PolicyTurn {
  return {
    template: withoutThought(info.template),
    shown: [],
    listed: [],
    thread: thread.map((message) => (message.role === "assistant" ? toWordsTurn(message) : message)),
    constraint: null,
    opening: "",
    wordsAfter: null,
  };
}

function planChoice({ info, format, thread, tools, mode }: TurnSubject): PolicyTurn {
  const { listed, found } = chooseTools(thread, tools.map(toShortTool));
  const isOwn = listed.some(hasExchange);
  const exchanges = isOwn ? mix(WORD_EXCHANGES, listed.flatMap(toExchanges)) : GENERIC_EXCHANGES;
  const first = thread.findIndex(({ role }) => role === "user");
  const callable = [...new Set([...listed, ...[...found.values()].flat()])];
  const isHeld = info.constraint !== "none";
  return {
    template: withoutThought(info.template),
    shown: isOwn ? listed : [],
    listed: callable,
    thread: [
      ...exchanges.flat(),
      ...thread.map((message, index) => {
        const added = found.get(index) ?? [];
        return toStagedMessage(message, index === first && !isOwn ? [...listed, ...added] : added);
      }),
    ],
    constraint: mode === "words" || !isHeld ? null : format.toConstraint(callable, mode),
    opening: mode === "words" ? ANSWER_LABEL : "",
    wordsAfter: mode === "free" && isHeld ? ANSWER_LABEL : null,
  };
}

/** Answers at once: the choice of a first word leaves no room for a thought. */
function withoutThought(template: ChatTemplate): ChatTemplate {
  const { skipReasoning, ...rest } = template;
  return skipReasoning === undefined
    ? template
    : { ...rest, assistantStart: template.assistantStart + skipReasoning, reasoningOpen: false };
}

const short = new WeakMap<ToolSpec, ToolSpec>();

/** The tool with the arguments that its exchanges fill in: what a small model would only invent is left to its default. */
function toShortTool(tool: ToolSpec): ToolSpec {
  const known = short.get(tool);
  if (known !== undefined) return known;
  const { examples = [], parameters } = tool;
  const { properties, required = [] } = parameters;
  const filled = examples.filter(isExchange).flatMap((example) => Object.keys(example.arguments));
  const needed = new Set<JsonValue>([...(isJsonArray(required) ? required : []), ...filled]);
  const isAll = !hasExchange(tool) || !isJsonObject(properties);
  const kept = isAll ? properties : Object.fromEntries(Object.entries(properties).filter(([name]) => needed.has(name)));
  const shortened = { ...tool, parameters: { ...parameters, ...defined({ properties: kept }) } };
  short.set(tool, shortened);
  return shortened;
}

/** A question as it is read, after the lines of the tools that come with it. */
function toStagedMessage(message: ThreadMessage, tools: readonly ToolSpec[]): ThreadMessage {
  if (message.role === "assistant") return toStagedTurn(message);
  if (message.role !== "user" || tools.length === 0) return message;
  return { ...message, text: `Tools:\n${tools.map(writeStagedLine).join("\n")}\n\n${message.text}` };
}

/** The whole exchanges among a tool's examples. */
function toExchanges({ name, examples = [] }: ToolSpec): readonly Exchange[] {
  return examples
    .filter(isExchange)
    .map(({ question, arguments: input, result, answer }) =>
      toExchange(question, `${name} ${JSON.stringify(input)}`, result, `${ANSWER_LABEL} ${answer}`),
    );
}
