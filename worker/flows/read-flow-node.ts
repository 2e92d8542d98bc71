import { assertNever } from "../protocol/assert-never.ts";
import { defined } from "../protocol/defined.ts";
import { FORMAT_IDS } from "../protocol/model.ts";
import { TOOL_NAME_PATTERN } from "../protocol/tool.ts";
import type { Section } from "../tools/toml/read-section.ts";
import { type FlowExit, type FlowFileNode, type GuardrailCheck, MAX_TOOLS_PER_NODE } from "./flow.ts";
import { hasWord } from "./match-words.ts";

/** Names that a node may use; undefined where nobody knows. */
export interface KnownNames {
  readonly tools?: ReadonlySet<string>;
  /** Skills that the model drives with tools. */
  readonly skills?: ReadonlySet<string>;
}

/** An exit and the place in the file that names its target. */
export interface PlacedExit extends FlowExit {
  readonly section: Section;
  readonly key: string;
}

/** The types of nodes, by the words that a file has for them. */
export const NODE_TYPES = ["guardrail", "route", "tool-call", "skill", "generate", "canned", "end"] as const;

const MAX_TEXT = 4_000;
const MAX_ASKED = 500;
const MAX_CHOICES = 20;
const MAX_WORDS = 100;

/** Reads one `[node.NAME]`, undefined if its type or an exit is missing, and its exits; faults are reported to the section. */
export function readFlowNode(section: Section, known: KnownNames) {
  if (!section.has("type")) {
    section.fault(undefined, `${section.path.join(".")}.type is missing: one of ${NODE_TYPES.join(", ")}`);
    return { node: undefined, exits: [] };
  }
  const type = section.choice("type", NODE_TYPES);
  if (type === undefined) return { node: undefined, exits: [] };
  const exits: PlacedExit[] = [];
  let areExitsThere = true;
  const leave = (key: string, from = section): string => {
    const next = from.requiredText(key);
    if (next === "") areExitsThere = false;
    else exits.push({ name: key, next, section: from, key });
    return next;
  };
  const node = readByType(type, section, { leave, known });
  section.reportUnknown();
  return { node: areExitsThere ? node : undefined, exits };
}

/** The surroundings that every reader of a node works with. */
interface NodeScope {
  /** Reads the target of an exit. */
  readonly leave: (key: string, from?: Section) => string;
  readonly known: KnownNames;
}

function readByType(type: (typeof NODE_TYPES)[number], section: Section, scope: NodeScope): FlowFileNode {
  switch (type) {
    case "guardrail":
      return readGuardrail(section, scope);
    case "route":
      return readRoute(section, scope);
    case "tool-call":
      return readToolCall(section, scope);
    case "skill":
      return { type, skill: readSkillName(section, scope.known), next: scope.leave("next"), ...readSettings(section) };
    case "generate":
      return { type, ...readInstructions(section), next: scope.leave("next"), ...readSettings(section) };
    case "canned":
      return { type: "canned-response", text: readText(section, "text", MAX_TEXT), next: scope.leave("next") };
    case "end":
      return { type };
    default:
      return assertNever(type);
  }
}

function readGuardrail(section: Section, { leave }: NodeScope): FlowFileNode {
  const ask = section.has("ask") ? readText(section, "ask", MAX_ASKED) : undefined;
  const allow = readWords(section, "allow");
  const forbid = readWords(section, "forbid");
  const maxCharacters = section.integer("max_characters");
  if (maxCharacters !== undefined && maxCharacters < 1)
    section.fault("max_characters", "max_characters must be above 0");
  const hasRule = allow !== undefined || forbid !== undefined || section.has("max_characters");
  if (ask !== undefined && hasRule) {
    section.fault("ask", "the check is by words (allow, forbid, max_characters) or by ask, not both: make two nodes");
  } else if (ask === undefined && !hasRule) {
    section.fault(undefined, "the check is missing: allow, forbid or max_characters, or ask for the model to judge");
  }
  const rule: GuardrailCheck = {
    type: "rule",
    passes: (question) =>
      (allow === undefined || hasWord(question, allow)) &&
      !hasWord(question, forbid ?? []) &&
      question.length <= (maxCharacters ?? Number.POSITIVE_INFINITY),
  };
  return {
    type: "guardrail",
    check: ask === undefined ? rule : { type: "model", ask },
    pass: leave("pass"),
    block: leave("block"),
    ...(ask === undefined ? refuseSettings(section) : readSettings(section)),
  };
}

function readRoute(section: Section, { leave }: NodeScope): FlowFileNode {
  const otherwise = leave("otherwise");
  const table = section.section("choice");
  const names = table?.keys() ?? [];
  if (names.length < 2 || names.length > MAX_CHOICES) {
    section.fault(
      undefined,
      `a route needs 2 to ${MAX_CHOICES} choices, each a [${section.path.join(".")}.choice.NAME]`,
    );
  }
  const choices = (table?.sections() ?? []).map(([name, choice]) => {
    if (!TOOL_NAME_PATTERN.test(name))
      choice.fault(undefined, `'${name}' cannot name a choice: letters, digits, _ . -`);
    const words = readWords(choice, "words");
    const description =
      words === undefined ? readText(choice, "description", MAX_ASKED) : (choice.text("description") ?? "");
    const next = leave("next", choice);
    choice.reportUnknown();
    return { name, description, next, words, section: choice };
  });
  const isByWords = choices.some(({ words }) => words !== undefined);
  for (const { name, words, section: choice } of isByWords ? choices : []) {
    if (words === undefined) {
      choice.fault(
        undefined,
        `the choice '${name}' has no words, and another has: all are chosen by words, or all by the model`,
      );
    }
  }
  return {
    type: "route",
    choices: choices.map(({ name, description, next }) => ({ name, description, next })),
    otherwise,
    ...(isByWords
      ? {
          choose: (question: string) => choices.find(({ words }) => hasWord(question, words ?? []))?.name ?? null,
          ...refuseSettings(section),
        }
      : readSettings(section)),
  };
}

function readToolCall(section: Section, { leave, known }: NodeScope): FlowFileNode {
  const mode = section.choice("mode", ["detect", "execute"]) ?? "execute";
  const notify = section.boolean("notify");
  if (notify === true && mode === "execute") {
    section.fault("notify", 'notify announces calls that are found and not made: it needs mode = "detect"');
  }
  return {
    type: "tool-call",
    tools: readTools(section, known),
    mode,
    ...readInstructions(section),
    ...defined({ generateOnNoTool: section.boolean("generate_on_no_tool"), notify }),
    toolCalled: leave("tool_called"),
    noToolCalled: leave("no_tool_called"),
    ...readSettings(section),
  };
}

function readTools(section: Section, known: KnownNames): readonly string[] {
  const tools = section.texts("tools") ?? [];
  if (tools.length === 0)
    section.fault(section.has("tools") ? "tools" : undefined, "a tool-call needs a list of tools");
  if (tools.length > MAX_TOOLS_PER_NODE) {
    section.fault(
      "tools",
      `there are ${tools.length} tools; ${MAX_TOOLS_PER_NODE} are the most: put a route in front that chooses among fewer`,
    );
  }
  for (const [index, name] of tools.entries()) {
    if (tools.indexOf(name) < index) section.fault("tools", `the tool '${name}' is listed twice`);
    else if (known.tools?.has(name) === false) section.fault("tools", `there is no tool '${name}'`);
  }
  return tools;
}

function readSkillName(section: Section, known: KnownNames): string {
  const name = section.requiredText("skill");
  if (name !== "" && known.skills?.has(name) === false) {
    section.fault("skill", `there is no skill '${name}' that could be a step: a flow cannot stand in a flow`);
  }
  return name;
}

function readInstructions(section: Section): { readonly instructions?: string } {
  return section.has("instructions") ? { instructions: readText(section, "instructions", MAX_TEXT) } : {};
}

/** The settings of a node that asks the model. */
function readSettings(section: Section): Pick<Extract<FlowFileNode, { type: "generate" }>, "format" | "temperature"> {
  const temperature = section.number("temperature");
  if (temperature !== undefined && (temperature < 0 || temperature > 2)) {
    section.fault("temperature", "temperature must be from 0 to 2");
  }
  return defined({ format: section.choice("format", FORMAT_IDS), temperature });
}

/** The same where the model is not asked. */
function refuseSettings(section: Section): Record<never, never> {
  for (const key of ["format", "temperature"]) {
    if (section.value(key) !== undefined)
      section.fault(key, `${key} does nothing here: words decide, no model is asked`);
  }
  return {};
}

function readWords(section: Section, key: string): readonly string[] | undefined {
  const words = section.texts(key);
  if (words === undefined) return undefined;
  if (words.length === 0 || words.length > MAX_WORDS) section.fault(key, `${key} must hold 1 to ${MAX_WORDS} words`);
  for (const word of words) {
    if (!/[\p{L}\p{N}]/u.test(word) || word.length > 100) section.fault(key, `'${word}' is no word or phrase`);
  }
  return words;
}

function readText(section: Section, key: string, maximum: number): string {
  const text = section.requiredText(key);
  if (text.length > maximum) section.fault(key, `${key} has more than ${maximum} characters`);
  return text;
}
