import { toOutcomeText } from "../../../worker/agent/calls/outcome-text.ts";
import { type Tool, toToolOutput } from "../../../worker/agent/define/tool.ts";
import type { EvalTask } from "../../../worker/evals/eval-case.ts";
import { EVAL_TOOLS } from "../../../worker/evals/eval-tools.ts";
import type { ThreadMessage } from "../../../worker/formats/format.ts";
import { EVAL_KINDS } from "../../../worker/protocol/evals.ts";
import type { JsonObject, JsonSchema } from "../../../worker/protocol/json.ts";
import type { ToolExample, ToolOutcome } from "../../../worker/protocol/tool.ts";
import { fromJsonSchema } from "../../../worker/tools/schema/from-json-schema.ts";
import { dateMath } from "./date-math.ts";

/** The kinds of the page's gym, and those that only `npm run bench -- gym` has. */
export const GYM_KINDS = [
  ...EVAL_KINDS,
  "three-step",
  "follow-up",
  "unseen-tool",
  "missing",
  "near-refusal",
  "parallel",
  "small-talk",
  "repair",
] as const;
export type GymKind = (typeof GYM_KINDS)[number];

/** A case as a file holds it; its tools are names in `EVAL_TOOLS` or in the same file. */
export interface GymCase extends Omit<EvalTask, "history"> {
  readonly kind: GymKind;
  /** Questions asked before, with the calls that were made and the answers given. */
  readonly earlier?: readonly EarlierQuestion[];
}

interface EarlierQuestion {
  readonly question: string;
  readonly calls: readonly { readonly name: string; readonly arguments: JsonObject; readonly result: string }[];
  readonly answer: string;
}

/** A tool that only answers: with the first reply whose condition holds, `{name}` being the argument of that name. */
export interface GymTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly untrusted?: boolean;
  readonly examples?: readonly ToolExample[];
  readonly replies: readonly { readonly when?: JsonObject; readonly text?: string; readonly error?: string }[];
}

/** Cases, and the tools that they bring along. */
export interface GymSet {
  readonly tools: readonly GymTool[];
  readonly cases: readonly GymCase[];
}

/** All tools that the cases of a set may name. */
export function toGymTools(tools: readonly GymTool[]): ReadonlyMap<string, Tool> {
  const own = tools.map((tool): [string, Tool] => [tool.name, toTool(tool)]);
  return new Map([...EVAL_TOOLS, [dateMath.spec.name, dateMath], ...own]);
}

function toTool({ replies, untrusted = false, ...definition }: GymTool): Tool {
  return fromJsonSchema({
    ...definition,
    effect: "reads",
    run: (input) => {
      const isMet = (when: JsonObject): boolean =>
        Object.entries(when).every(([name, value]) => toWord(input[name]) === toWord(value));
      const reply = replies.find(({ when }) => when === undefined || isMet(when));
      if (reply?.text === undefined) throw new Error(fillIn(reply?.error ?? "This is not known.", input));
      return toToolOutput([{ type: "text", text: fillIn(reply.text, input) }], { untrusted });
    },
  });
}

function toWord(value: unknown): string {
  return String(value).trim().toLowerCase();
}

function fillIn(text: string, input: JsonObject): string {
  return text.replaceAll(/\{(\w+)\}/gu, (whole, name) => (Object.hasOwn(input, name) ? String(input[name]) : whole));
}

/** The case as the runner takes it. */
export function toTask({ earlier = [], ...task }: GymCase): EvalTask {
  return { ...task, history: earlier.flatMap(toTurns) };
}

function toTurns({ question, calls, answer }: EarlierQuestion, index: number): readonly ThreadMessage[] {
  const records = calls.map(({ result, ...call }, place) => {
    const outcome: ToolOutcome = { type: "success", content: [{ type: "text", text: result }] };
    return { call: { id: `earlier-${index}-${place}`, ...call }, outcome };
  });
  const results = records.map(({ call, outcome }) => ({
    callId: call.id,
    name: call.name,
    text: toOutcomeText(call, outcome),
  }));
  return [
    { role: "user", text: question },
    ...(records.length === 0
      ? []
      : ([
          { role: "assistant", raw: "", text: "", calls: records },
          { role: "tool", results },
        ] as const)),
    { role: "assistant", raw: answer, text: answer, calls: [] },
  ];
}
