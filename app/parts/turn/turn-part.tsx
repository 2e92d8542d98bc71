import { Fragment } from "react";
import type { AssistantMessage, AssistantTurn, CallRecord } from "../../../worker/protocol/message.ts";
import { useText } from "../../messages/use-text.ts";
import type { LiveRun } from "../../state/live-run.ts";
import { Fold } from "../../ui/fold.tsx";
import { Icon } from "../../ui/icon.tsx";
import { loadLater } from "../../ui/load-later.tsx";
import { Markdown } from "../../ui/markdown/markdown.tsx";
import { CallResult } from "../results/call-result.tsx";
import { ToolCard, toToolCardState } from "../tool/tool-card.tsx";

const CitedText = loadLater(
  () => import("./answer-files.tsx").then((m) => m.CitedText),
  ({ turn }) => <Markdown text={turn.text} />,
);

const Steps = loadLater(() => import("../tool/steps.tsx").then((m) => m.Steps));
const OwnWords = loadLater(() => import("../tool/own-words.tsx").then((m) => m.OwnWords));

interface TurnPartProps {
  readonly turn: AssistantTurn;
  readonly run: LiveRun | undefined;
  readonly running: boolean;
  readonly current: boolean;
  /** True where the user can decide on calls that wait; false in a replay. */
  readonly decidable: boolean;
  /** The calls of the whole answer, folded to one line in this turn; none where another turn has that line. */
  readonly steps?: readonly CallRecord[] | undefined;
  /** The calls of whose newest the text is the result, where the model had no words: it is given in the user's language. */
  readonly results?: readonly CallRecord[] | false | undefined;
  /** The finished answer whose sources the text names. */
  readonly cited?: AssistantMessage | false;
}

/** One turn of an answer. */
export function TurnPart(props: TurnPartProps) {
  const { turn, run, current, results, cited } = props;
  const t = useText();
  const thinking = current && turn.text === "" && turn.calls.length === 0;
  const writing = (current && run?.writing) || [];
  return (
    <div className="turn">
      {turn.reasoning.trim() !== "" && <Reasoning text={turn.reasoning.trim()} thinking={thinking} />}
      {turn.text.trim() !== "" && (
        <div className="turn-text" data-testid="answer-text">
          {results ? (
            <OwnWords calls={results} />
          ) : cited ? (
            <CitedText turn={turn} message={cited} />
          ) : (
            <Markdown text={turn.text} />
          )}
        </div>
      )}
      {turn.calls.length > 0 && <TurnCalls {...props} />}
      {writing.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a call that is being written has nothing but its place
        <ToolCard key={`writing-${index}`} name={name} state="writing" />
      ))}
      {turn.broken.length > 0 && (
        <p className="quiet turn-broken">
          <Icon name="alert" />
          {t.count("chat.broken", turn.broken.length)}
        </p>
      )}
    </div>
  );
}

function Reasoning({ text, thinking }: { readonly text: string; readonly thinking: boolean }) {
  const t = useText();
  const title = (
    <span className={thinking ? "shimmer" : undefined}>{t.text(thinking ? "chat.thinking" : "chat.reasoning")}</span>
  );
  return (
    <Fold className="reasoning" title={title}>
      {() => (
        <p className="reasoning-text" dir="auto">
          {text}
        </p>
      )}
    </Fold>
  );
}

const ApprovalCard = loadLater(
  () => import("./approval-card.tsx").then((m) => m.ApprovalCard),
  ({ request }) => <ToolCard name={request.call.name} state="needs-approval" />,
);

/** The calls of one turn. Without `decidable` a call that waits for the user is only shown. */
function TurnCalls({ turn, run, running, decidable, steps }: TurnPartProps) {
  return (
    <>
      {steps !== undefined && steps.length > 0 && <Steps calls={steps} />}
      {turn.calls.map((record) => {
        const { id, name } = record.call;
        const approval = run?.approvals[id];
        if (approval !== undefined && run !== undefined) {
          if (!decidable) return <ToolCard key={id} name={name} state="needs-approval" record={record} />;
          return <ApprovalCard key={id} runId={run.runId} request={approval} />;
        }
        return (
          <Fragment key={id}>
            {steps === undefined && (
              <ToolCard name={name} state={toToolCardState(record.outcome, running)} record={record} />
            )}
            <CallResult record={record} />
          </Fragment>
        );
      })}
    </>
  );
}
