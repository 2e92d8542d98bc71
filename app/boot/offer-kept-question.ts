import type { App } from "../state/create-app.ts";
import { toHash } from "../state/route.ts";
import { KEPT_QUESTION } from "../state/text-store.ts";

/** Offers the question for which the user went to get a larger model, once such a one is loaded. */
export function offerKeptQuestion({ store, texts, toasts, chat }: App, navigate = go): void {
  const look = (): void => {
    const { modelState, models, conversations } = store.getState();
    const model = models.find(({ id }) => modelState.type === "ready" && id === modelState.modelId);
    const [conversationId, messageId] = texts.read(KEPT_QUESTION).split(" ");
    if (model === undefined || model.note === "starter" || !conversationId || messageId === undefined) return;
    texts.write(KEPT_QUESTION, "");
    const kept = conversations.find(({ id }) => id === conversationId);
    if (kept === undefined) return;
    toasts.show({
      text: "toast.kept-question",
      values: { title: model.title, question: kept.title },
      action: "action.send-again",
      undo: () => {
        navigate(toHash({ type: "chat", conversationId }));
        void chat.regenerate(conversationId, messageId);
      },
    });
  };
  look();
  store.subscribe((now, before) => {
    if (now.modelState !== before.modelState) look();
  });
}

function go(hash: string): void {
  location.hash = hash;
}
