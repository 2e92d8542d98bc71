import { DRAFTED, OFFERED } from "../../../worker/protocol/ids.ts";
import type { AssistantMessage } from "../../../worker/protocol/message.ts";
import type { ModelEntry } from "../../../worker/protocol/model.ts";
import { useText } from "../../messages/use-text.ts";
import { isHere } from "../../parts/model/has-stored-files.ts";
import { chooseModel } from "../../state/choose-model.ts";
import { KEPT_QUESTION } from "../../state/text-store.ts";
import { useApp, useAppState, useReadyModel } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";

const MOST = 3;

interface AnswerOriginProps {
  readonly message: AssistantMessage;
}

/** Says that no model wrote the answer, and offers one that a model writes. */
export function ByApp({ message }: AnswerOriginProps) {
  const t = useText();
  const { chat } = useApp();
  // Another program asked, and what it asked for is shown by its call.
  if (message.by === OFFERED || message.by === DRAFTED) return null;
  return (
    <p className="answer-by-app quiet" data-testid="by-app">
      {t.text("answer.by-app")}
      <Button text="answer.ask-model" small onClick={() => void chat.regenerate(message.conversationId, message.id)} />
    </p>
  );
}

/** The question of an answer that a small model gave, for the larger ones that are here; where none is, the way to one. */
export function AskLarger({ message: { conversationId, id, noticeKind } }: AnswerOriginProps) {
  const t = useText();
  const app = useApp();
  const models = useAppState((state) => state.models);
  const loaded = useReadyModel()?.modelId;
  const starter = models.find(({ note }) => note === "starter");
  const least = weigh(starter);
  const larger = models.filter((model) => isHere(model) && weigh(model) > least);
  const ask = async (model: ModelEntry): Promise<void> => {
    if (model.id !== loaded) await chooseModel(app, model);
    const { modelState } = app.store.getState();
    if (modelState.type === "ready" && modelState.modelId === model.id) await app.chat.regenerate(conversationId, id);
  };
  const getOne = (): void => {
    app.texts.write(KEPT_QUESTION, `${conversationId} ${id}`);
    location.hash = "#/models";
  };
  // An end without an answer is no matter of size for every model.
  if (noticeKind !== "too-small" && starter?.id !== loaded) return null;
  return (
    <p className="answer-by-app quiet" data-testid="ask-larger">
      {t.text("notice.too-small")}
      {larger.slice(0, MOST).map((model) => (
        <Button key={model.id} small onClick={() => void ask(model)}>
          {t.text("answer.ask-title", { title: model.title })}
        </Button>
      ))}
      {larger.length === 0 && <Button text="models.better" small onClick={getOne} />}
    </p>
  );
}

function weigh(model: ModelEntry | undefined): number {
  return model?.host === undefined ? (model?.weightBytes ?? model?.downloadBytes ?? 0) : Number.POSITIVE_INFINITY;
}
