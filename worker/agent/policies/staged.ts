import { ANSWER_LABEL, staged as stagedFormat, writeStagedLine } from "../../formats/dialects/staged.ts";
import type { ThreadMessage, ToolResultText } from "../../formats/format.ts";
import type { ChatTemplate } from "../../formats/templates/chat-template.ts";
import { defined } from "../../protocol/defined.ts";
import { isJsonArray, isJsonObject, type JsonValue } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import type { PolicyTurn, TurnPolicy, TurnSubject } from "../ports/turn-policy.ts";
import { type ChosenTools, chooseTools, listShown, withoutRecalled } from "./choose-tools.ts";
import { type RankedTool, rankTools } from "./rank-tools.ts";
import { type Exchange, GENERIC_EXCHANGES, mix, ORDINARY, toExchange, WORD_EXCHANGES } from "./staged-exchanges.ts";
import { ONE_GENERATION, toStagedTurn, toWordsTurn } from "./staged-turns.ts";

/**
 * Asks a small model in stages: one constant prefix with a line for each tool and short exchanges, and then one thread. Each
 * turn begins with one constrained word, a tool's name or the label of words; a result is the next message, and the
 * model chooses again.
 */
export const staged: TurnPolicy = {
  id: "staged",
  thinks: false,
  madeFor: "small",
  toFormat: () => stagedFormat,
  holdsWords: () => true,
  planTurn(subject) {
    return subject.tools.length === 0 ? planWords(subject) : planChoice(subject);
  },
};

const WORDS = "You can explain, write and translate anything.";
/** Without a tool that sends. */
const OFFLINE = "There is no internet: you cannot see weather, news or prices, nor call, send, order or book.";
const SENDING = "Without a tool for it you cannot see weather, news or prices, nor call, send, order or book.";
const LANGUAGE = "Answer in the user's language.";
const GENERIC_INSTRUCTION =
  "Each question comes with tools. Begin the reply with the name of a tool and its arguments if that tool does exactly " +
  `what is asked, or with "${ANSWER_LABEL}" for everything else. Take several steps in the order asked.`;
/** For a model that was not measured. */
const WORDS_BIAS = 1.5;
/** The likeness from which a tool without examples is near a question, and what it adds to a call's logit beyond. */
const NEAR = 0.09;
const LEAN = 30;
/** The likeness from which the nearest of several is clearly meant. */
const CLEAR = 0.2;
/** A tool with less than this share of the nearest one's likeness is far. */
const FAR_SHARE = 0.5;
const VERY_FAR_SHARE = 0.25;
/** Between the parts of a question, each of which may be a step. */
const PART_ENDS = /[,;.:?!]\s/u;
/**
 * The bias after a call that writes, as a small model would go on to save the words of its result, and where all tools that
 * are left are far from the question.
 */
const ENDING = 4;

function planWords(subject: TurnSubject): PolicyTurn {
  return {
    ...toWords(subject, subject.system),
    shown: [],
    listed: [],
    constraint: null,
    ...ONE_GENERATION,
  };
}

/** The conversation without a choice. */
function toWords({ info, thread }: TurnSubject, system: string): NonNullable<PolicyTurn["words"]> {
  return {
    system,
    template: withoutThought(info.template),
    thread: withoutFailed(thread).map((message) => (message.role === "assistant" ? toWordsTurn(message) : message)),
  };
}

/** The thread without calls that failed, and what was said of them: a small model would repeat it to the user. */
function withoutFailed(thread: readonly ThreadMessage[]): readonly ThreadMessage[] {
  return thread.filter((message, index) => !hasFailed(message) && !hasFailed(thread[index + 1]));
}

/** Results of calls that all failed. */
function hasFailed(message: ThreadMessage | undefined): boolean {
  return message?.role === "tool" && message.results.every(({ failed }) => failed === true);
}

function planChoice(subject: TurnSubject): PolicyTurn {
  const { info, format, system, thread, tools, nearTools, mode, today } = subject;
  const chosen = chooseTools(thread, withoutRecalled(tools).map(toShortTool), { nearTools });
  const { listed, others } = chosen;
  const isOwn = listed.some(({ when }) => when !== undefined);
  const found = isOwn ? chosen.found : listByQuestion(thread, chosen);
  const failed = listFailed(thread);
  const shown = [...new Set([...(isOwn ? listed : []), ...[...found.values()].flat()])];
  const asked = listAsked(thread);
  const following = isOwn ? [] : listFollowing(asked, rankTools(asked.question, shown, ORDINARY));
  const callable = (isOwn ? shown : following.map(({ tool }) => tool)).filter(({ name }) => !failed.has(name));
  const isHeld = info.constraint !== "none";
  const isFree = mode === "free" && isHeld;
  const newest = withoutFailed(thread).at(-1);
  const isPlain = isFree && info.plainWords === true && newest?.role === "user" && newest.recalled === undefined;
  const start = `${system}\nToday is ${today}.`;
  return {
    system: `${start} ${isOwn ? toAbilities(tools) : GENERIC_INSTRUCTION}`,
    template: withoutThought(info.template),
    shown: isOwn ? listed : [],
    listed: callable,
    thread: [
      ...(isOwn ? toOwnExchanges(listed, others) : GENERIC_EXCHANGES).flat(),
      ...thread.map((message, index) => {
        return toStagedMessage(message, isOwn ? "More tools" : "Tools", found.get(index) ?? []);
      }),
    ],
    constraint: mode === "words" || !isHeld ? null : format.toConstraint(callable, mode),
    opening: mode === "words" ? ANSWER_LABEL : "",
    wordsAfter: isFree ? ANSWER_LABEL : null,
    words: isPlain ? toWords(subject, start) : null,
    bias: isOwn
      ? toBias(thread.at(-1), tools, info.wordsBias ?? WORDS_BIAS)
      : toForeignBias(asked, following, info.wordsBias ?? WORDS_BIAS),
  };
}

/** Tells the model its abilities without tools, and the limits of this device. */
function toAbilities(tools: readonly ToolSpec[]): string {
  return [WORDS, tools.some(({ effect }) => effect === "sends") ? SENDING : OFFLINE, LANGUAGE].join(" ");
}

/**
 * The tools that come with each question, for tools without examples of their own, which are chosen by what they say of
 * themselves: where one is clearly near, those far from the question and from each of its parts are left out until a
 * question asks for them.
 */
function listByQuestion(
  thread: readonly ThreadMessage[],
  { listed, found }: ChosenTools,
): ReadonlyMap<number, readonly ToolSpec[]> {
  const shown = new Set<ToolSpec>();
  const byQuestion = thread.flatMap((message, index) => {
    if (message.role !== "user") return [];
    const offered = [...listed, ...(found.get(index) ?? [])];
    const near = listNear(message.asked ?? message.text, offered);
    const added = offered.filter((tool) => near.has(tool) && !shown.has(tool));
    for (const tool of added) shown.add(tool);
    return [[index, added] as const];
  });
  return new Map(byQuestion);
}

/**
 * All tools where none is clearly near; else those not far from the question, and of those not very far from it the ones
 * that a part of it, which may be a step, is near to.
 */
function listNear(question: string, tools: readonly ToolSpec[]): ReadonlySet<ToolSpec> {
  const ranked = rankTools(question, tools, ORDINARY);
  const best = ranked[0]?.likeness ?? 0;
  if (best < CLEAR) return new Set(tools);
  const parts = question.split(PART_ENDS);
  const steps = (parts.length > 1 ? parts : []).flatMap((part) => {
    const ofPart = rankTools(part, tools, ORDINARY);
    const least = Math.max((ofPart[0]?.likeness ?? 0) * FAR_SHARE, NEAR);
    return ofPart.flatMap(({ tool, likeness }) => (likeness >= least ? [tool] : []));
  });
  const near = ranked.filter(
    ({ tool, likeness }) => likeness >= best * (steps.includes(tool) ? VERY_FAR_SHARE : FAR_SHARE),
  );
  return new Set(near.map(({ tool }) => tool));
}

/** The newest question, and the results that it has brought so far. */
interface Asked {
  readonly question: string;
  readonly results: readonly ToolResultText[];
  /** The names of the tools that gave them. */
  readonly called: ReadonlySet<string>;
}

function listAsked(thread: readonly ThreadMessage[]): Asked {
  const index = thread.findLastIndex(({ role }) => role === "user");
  const newest = thread[index];
  const question = newest?.role === "user" ? (newest.asked ?? newest.text) : "";
  const results = thread.slice(index + 1).flatMap((message) => (message.role === "tool" ? message.results : []));
  return { question, results, called: new Set(results.map(({ name }) => name)) };
}

/**
 * The tools that may follow: once there are results, those that were called and those not very far from the question; after
 * a text from outside, of those that change or send only what it is clearly near to.
 */
function listFollowing({ results, called }: Asked, ranked: readonly RankedTool[]): readonly RankedTool[] {
  if (results.length === 0) return ranked;
  const isOutside = results.some(({ outside }) => outside === true);
  const least = (ranked[0]?.likeness ?? 0) * VERY_FAR_SHARE;
  return ranked.filter(({ tool, likeness }) =>
    isOutside ? tool.effect === "reads" || likeness >= CLEAR : likeness >= least || called.has(tool.name),
  );
}

/**
 * Towards words by the model's own prior, and towards calls by the question's likeness to the nearest tool; after results
 * towards words where no tool is left but those far from the question.
 */
function toForeignBias(
  { results, called }: Asked,
  following: readonly RankedTool[],
  prior: number,
): PolicyTurn["bias"] {
  const best = following[0]?.likeness ?? NEAR;
  if (results.length === 0) return { word: FIRST_WORD, value: prior - LEAN * (best - NEAR) };
  const least = Math.max(best * FAR_SHARE, NEAR);
  const isDone = following.every(({ tool, likeness }) => likeness < least || called.has(tool.name));
  return isDone ? { word: FIRST_WORD, value: ENDING } : null;
}

/** Towards words: by the model's own prior after a question, strongly after something was written, and else not. */
function toBias(newest: ThreadMessage | undefined, tools: readonly ToolSpec[], prior: number): PolicyTurn["bias"] {
  if (newest?.role === "user") return { word: FIRST_WORD, value: prior };
  const written = new Set(tools.flatMap(({ name, effect }) => (effect === "reads" ? [] : [name])));
  const results = newest?.role === "tool" ? newest.results : [];
  const hasWritten = results.some(({ name, failed }) => failed !== true && written.has(name));
  return hasWritten ? { word: FIRST_WORD, value: ENDING } : null;
}

/** The tools whose newest calls have just failed: the next choice is made without them. */
function listFailed(thread: readonly ThreadMessage[]): ReadonlySet<string> {
  const last = thread.at(-1);
  const results = last?.role === "tool" ? last.results : [];
  return new Set(results.filter(({ failed }) => failed === true).map(({ name }) => name));
}

/** The label without its colon, which is no part of the word's tokens. */
const FIRST_WORD = ANSWER_LABEL.replace(":", "");

/** Words and calls by turns; two of them bring tools that are not on the list, of which one is called. */
function toOwnExchanges(listed: readonly ToolSpec[], others: readonly ToolSpec[]): readonly Exchange[] {
  const called = others.find((tool) => listShown(tool).length > 0);
  const [passed] = others
    .filter((tool) => tool !== called)
    .toSorted((left, right) => writeStagedLine(left).length - writeStagedLine(right).length);
  const calls = [
    ...listed.flatMap(toExchanges),
    ...(called === undefined ? [] : toExchanges(called).map((exchange) => withTools(exchange, [called]))),
  ];
  const words =
    passed === undefined
      ? WORD_EXCHANGES
      : WORD_EXCHANGES.map((exchange, index) => (index === MARKED ? withTools(exchange, [passed]) : exchange));
  return mix(words, calls);
}

/** The exchange of words that brings a tool with it, the one with the shortest line. */
const MARKED = 4;

function withTools([question, ...rest]: Exchange, tools: readonly ToolSpec[]): Exchange {
  return question === undefined ? rest : [toStagedMessage(question, "More tools", tools), ...rest];
}

/** Answers at once: the choice of a first word leaves no room for a thought. */
function withoutThought(template: ChatTemplate): ChatTemplate {
  const { skipReasoning, ...rest } = template;
  return skipReasoning === undefined
    ? template
    : { ...rest, assistantStart: template.assistantStart + skipReasoning, reasoningOpen: false };
}

const short = new WeakMap<ToolSpec, ToolSpec>();

/**
 * The tool with the arguments that its shown examples fill in: what a small model would only invent is left to its
 * default.
 */
function toShortTool(tool: ToolSpec): ToolSpec {
  const known = short.get(tool);
  if (known !== undefined) return known;
  const { parameters } = tool;
  const { properties, required = [] } = parameters;
  const filled = listShown(tool).flatMap((example) => Object.keys(example.arguments));
  const needed = new Set<JsonValue>([...(isJsonArray(required) ? required : []), ...filled]);
  const isAll = listShown(tool).length === 0 || !isJsonObject(properties);
  const kept = isAll ? properties : Object.fromEntries(Object.entries(properties).filter(([name]) => needed.has(name)));
  const shortened = { ...tool, parameters: { ...parameters, ...defined({ properties: kept }) } };
  short.set(tool, shortened);
  return shortened;
}

/** A question as it is read, after the lines of the tools that come with it. */
function toStagedMessage(message: ThreadMessage, heading: string, tools: readonly ToolSpec[]): ThreadMessage {
  if (message.role === "assistant") return toStagedTurn(message);
  if (message.role !== "user" || tools.length === 0) return message;
  return { ...message, text: `${heading}:\n${tools.map(writeStagedLine).join("\n")}\n\n${message.text}` };
}

/** The exchanges that show how a tool is called. */
function toExchanges(tool: ToolSpec): readonly Exchange[] {
  return listShown(tool).map(({ question, arguments: input, result, answer }) => {
    const call = `${tool.name} ${JSON.stringify(input)}`;
    return result === undefined || answer === undefined
      ? toExchange(question, call)
      : toExchange(question, call, result, `${ANSWER_LABEL} ${answer}`);
  });
}
