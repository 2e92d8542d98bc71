import { assertNever } from "../../../worker/protocol/assert-never.ts";
import type { ToolOutcome } from "../../../worker/protocol/tool.ts";
import type { Translator } from "../../messages/translate.ts";
import { useText } from "../../messages/use-text.ts";
import { toHash } from "../../state/route.ts";
import { TextLink } from "../../ui/button.tsx";
import { JsonTree } from "../../ui/json-tree.tsx";
import { LongText } from "../../ui/long-text.tsx";
import { toFaultSentence, toProblemText } from "./fault-sentence.ts";
import { toSkillTitle } from "./skill-titles.ts";
import { toToolTitle } from "./tool-titles.ts";

type PlainOutcome = Exclude<ToolOutcome, { readonly type: "success" | "not-allowed" | "invalid-arguments" | "failed" }>;

/** How a call ended of which there is no more to tell. */
export function toEndText(outcome: PlainOutcome, t: Translator): string {
  switch (outcome.type) {
    case "denied":
      return outcome.reason === "" ? t.text("outcome.denied") : t.text("outcome.denied-because", outcome);
    case "timed-out":
      return t.text("outcome.timed-out", { time: t.duration(outcome.timeoutMs) });
    case "duplicate":
    case "cancelled":
    case "detected":
      return t.text(`outcome.${outcome.type}`);
    default:
      return assertNever(outcome);
  }
}

interface OutcomeDetailsProps {
  readonly outcome: ToolOutcome;
  /** How each text of a result is written. */
  readonly write?: (text: string) => string;
}

/** Everything that is known of how a call ended. */
export function OutcomeDetails({ outcome, write }: OutcomeDetailsProps) {
  const t = useText();
  switch (outcome.type) {
    case "success":
      return (
        <div className="outcome">
          {outcome.untrusted === true && <p className="tag tag-warn">{t.text("outcome.untrusted")}</p>}
          {outcome.memoryIds !== undefined && outcome.memoryIds.length > 0 && (
            <p className="quiet" data-testid="used-memories" data-count={outcome.memoryIds.length}>
              {t.count("outcome.memories", outcome.memoryIds.length)}
              {outcome.memoryIds.map((memoryId, index) => (
                <TextLink key={memoryId} href={toHash({ type: "memory", memoryId })}>
                  {` ${t.text("outcome.memory", { place: index + 1 })}`}
                </TextLink>
              ))}
            </p>
          )}
          {outcome.coerced?.map((change) => (
            <p className="quiet" key={change}>
              {t.text("outcome.coerced", { change })}
            </p>
          ))}
          {outcome.content.map((block, index) =>
            block.type === "text" ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a result do not change
              <LongText key={index} text={block.text} />
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a result do not change
              <JsonTree key={index} value={block.value} {...(write && { write })} />
            ),
          )}
          {outcome.content.length === 0 && <p className="quiet">{t.text("tool.empty-result")}</p>}
          {outcome.truncatedFrom !== undefined && (
            <p className="quiet">{t.text("outcome.truncated", { count: t.number(outcome.truncatedFrom) })}</p>
          )}
        </div>
      );
    case "not-allowed":
      return (
        <div className="outcome">
          <p>{t.text("outcome.not-allowed", { skill: toSkillTitle(outcome.skillName, t) })}</p>
          <p className="quiet">
            {t.text("outcome.allowed", { tools: outcome.allowed.map((name) => toToolTitle(name, t)).join(", ") })}
          </p>
        </div>
      );
    case "invalid-arguments":
      return (
        <div className="outcome">
          <p>{t.text("outcome.invalid-arguments")}</p>
          <ul>
            {outcome.problems.map((problem) => (
              <li key={`${problem.path} ${problem.message}`}>
                {toProblemText(problem, t)} {t.code === "en" && <code>{problem.message}</code>}
              </li>
            ))}
          </ul>
        </div>
      );
    case "failed":
      return (
        <div className="outcome">
          {outcome.untrusted === true && <p className="tag tag-warn">{t.text("outcome.untrusted")}</p>}
          <LongText text={t.code === "en" ? outcome.message : toFaultSentence(outcome.message, t)} />
        </div>
      );
    default:
      return <p className="outcome">{toEndText(outcome, t)}</p>;
  }
}
