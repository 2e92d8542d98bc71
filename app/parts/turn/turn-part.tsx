import type { ConversationId } from "../../../worker/protocol/ids.ts";
import type { AssistantMessage, AssistantTurn } from "../../../worker/protocol/message.ts";
import { useText } from "../../messages/use-text.ts";
import type { LiveRun } from "../../state/live-run.ts";
import { Fold } from "../../ui/fold.tsx";
import { Icon } from "../../ui/icon.tsx";
import { loadLater } from "../../ui/load-later.tsx";
import { Markdown } from "../../ui/markdown/markdown.tsx";
import { TurnCalls } from "./turn-calls.tsx";

const CitedText = loadLater(
  () => import("./answer-files.tsx").then((m) => m.CitedText),
  ({ turn }) => <Markdown text={turn.text} />,
);

const NOTHING: readonly string[] = [];

interface TurnPartProps {
  readonly turn: AssistantTurn;
  readonly run: LiveRun | undefined;
  readonly running: boolean;
  readonly current: boolean;
  /** True where the user can decide on calls that wait; false in a replay. */
  readonly decidable: boolean;
  /** The finished answer whose sources the text names. */
  readonly cited?: AssistantMessage | false;
  readonly conversationId?: ConversationId | undefined;
}

/** One turn of an answer. */
export function TurnPart({ turn, run, running, current, decidable, cited, conversationId }: TurnPartProps) {
  const t = useText();
  const thinking = current && turn.text === "" && turn.calls.length === 0;
  const writing = current && run !== undefined ? run.writing : NOTHING;
  return (
    <div className="turn">
      {turn.reasoning.trim() !== "" && <Reasoning text={turn.reasoning.trim()} thinking={thinking} />}
      {turn.text.trim() !== "" && (
        <div className="turn-text" data-testid="answer-text">
          {cited ? <CitedText turn={turn} message={cited} /> : <Markdown text={turn.text} />}
        </div>
      )}
      {(turn.calls.length > 0 || writing.length > 0) && (
        <TurnCalls
          calls={turn.calls}
          writing={writing}
          run={run}
          running={running}
          decidable={decidable}
          conversationId={conversationId}
        />
      )}
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
