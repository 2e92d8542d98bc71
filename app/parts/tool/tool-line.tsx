import { useEffect, useState } from "react";
import type { JsonObject } from "../../../worker/protocol/json.ts";
import type { CallRecord } from "../../../worker/protocol/message.ts";
import type { ToolCall, ToolOutcome } from "../../../worker/protocol/tool.ts";
import type { Translator } from "../../messages/translate.ts";
import { useText } from "../../messages/use-text.ts";
import { toCallWords } from "./call-words.ts";
import { toFaultSentence, toProblemSentence } from "./fault-sentence.ts";
import { toEndText } from "./outcome-details.tsx";
import { ProgressLine } from "./progress-line.tsx";
import { ReadingLine } from "./reading-line.tsx";
import { toSkillTitle } from "./skill-titles.ts";
import { toToolSentence } from "./tool-sentence.ts";
import { findToolTitle } from "./tool-titles.ts";

const MAX_LINE = 120;
/** A refusal ends with what to do, which must be seen. */
const MAX_REFUSAL = 400;

interface ToolLineProps {
  readonly name: string;
  /** Absent while the model is still writing the call. */
  readonly record?: CallRecord | undefined;
}

/** The line of a tool card: which tool, with what, and what came of it in a sentence. */
export function ToolLine({ name, record }: ToolLineProps) {
  const t = useText();
  const title = findToolTitle(name, t);
  const isOwn = title !== null;
  // The sentence of a result of ours says it all; the details have the arguments.
  const isSaid = record === undefined || (isOwn && record.outcome?.type === "success");
  const summary = isSaid ? "" : toSummary(record, isOwn, t);
  return (
    <>
      <span className="tool-call" dir="ltr">
        <span className="tool-name" title={isOwn ? undefined : name}>
          {title ?? toPlainName(name)}
        </span>
        {summary !== "" && <span className="tool-arguments">{summary}</span>}
      </span>
      {record !== undefined && record.outcome === undefined && (isOwn ? <ReadingLine /> : <ProgressLine tool={name} />)}
      {record?.outcome && (
        <span className="tool-preview" data-testid="tool-result" dir="auto">
          {cut(
            toOutcomeText(record.call, record.outcome, t),
            record.outcome.type === "success" ? MAX_LINE : MAX_REFUSAL,
          )}
        </span>
      )}
    </>
  );
}

function toSummary({ call }: CallRecord, isOwn: boolean, t: Translator): string {
  const words = isOwn ? toCallWords(call.arguments, t) : undefined;
  return words === undefined ? toArgumentsText(call.arguments, isOwn) : cut(words);
}

/** The name of a tool of others as words, with its server: "lookup part · parts". The whole name is in the title. */
export function toPlainName(name: string): string {
  const [tool = name, ...server] = name.split(".").toReversed();
  return [tool.replaceAll("_", " "), ...server.toReversed()].join(" · ");
}

/** Arguments in one line, with their names where there are several and the tool is not ours. */
export function toArgumentsText(input: JsonObject, isOwn = false): string {
  const entries = Object.entries(input);
  const isPlain = (value: unknown) => typeof value !== "object" || value === null;
  if (isOwn || entries.length === 1) {
    const plain = entries.filter(([, value]) => isPlain(value)).map(([, value]) => String(value));
    return cut(plain.join(" · "));
  }
  const toShort = (value: unknown) => (isPlain(value) ? String(value) : "…");
  return cut(entries.map(([name, value]) => `${name.replaceAll("_", " ")}: ${toShort(value)}`).join(", "));
}

/** How a call ended, in words. */
export function toOutcomeText(call: ToolCall, outcome: ToolOutcome, t: Translator): string {
  switch (outcome.type) {
    case "success":
      return toToolSentence(call, outcome.content, t) || t.text("tool.empty-result");
    case "not-allowed":
      return t.text("outcome.not-allowed", { skill: toSkillTitle(outcome.skillName, t) });
    case "invalid-arguments":
      return toProblemSentence(outcome, t);
    case "failed":
      return toFaultSentence(outcome.message, t, findToolTitle(call.name, t) !== null);
    default:
      return toEndText(outcome, t);
  }
}

/** Marks of a protocol, which a model wrote into a text by mistake: a line of people ends before them. */
const MARKS = /(?:<[|｜][^\s<>]{1,40}[|｜]>|<\/?tool_\w+>|@tool \w).*$/u;

/** One line for people; the details have the whole. */
export function cut(text: string, most = MAX_LINE): string {
  const line = text.replace(/\s+/g, " ").replace(MARKS, "…").trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

/** How long a call has been running, once that is worth a look. */
export function Elapsed() {
  const t = useText();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const start = performance.now();
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - start) / 1000)), 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds < 3 ? null : <span className="tool-time">{t.duration(seconds * 1000)}</span>;
}
