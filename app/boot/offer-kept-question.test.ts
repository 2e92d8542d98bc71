import { expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import type { ModelEntry } from "../../worker/protocol/model.ts";
import type { App } from "../state/create-app.ts";
import { KEPT_QUESTION } from "../state/text-store.ts";
import type { NewToast } from "../state/toast-actions.ts";
import { offerKeptQuestion } from "./offer-kept-question.ts";

const ready = (modelId: string) => ({ modelState: { type: "ready", modelId } });

function openPage(kept: string, modelId: string) {
  const texts = new Map([[KEPT_QUESTION, kept]]);
  const shown: NewToast[] = [];
  const done: string[] = [];
  const store = createStore(() => ({
    ...ready(modelId),
    models: [{ id: "small", title: "Small", note: "starter" } as ModelEntry, { id: "big", title: "Big" } as ModelEntry],
    conversations: [{ id: "c", title: "Why is the sky blue?" }],
  }));
  const app = {
    store,
    texts: { read: (key: string) => texts.get(key) ?? "", write: (key: string, text: string) => texts.set(key, text) },
    toasts: { show: (toast: NewToast) => shown.push(toast) },
    chat: { regenerate: async (...ids: string[]) => void done.push(ids.join(" ")) },
  };
  offerKeptQuestion(app as unknown as App, (hash) => done.push(hash));
  return { store, shown, done, texts };
}

it("offers the kept question once a larger model is loaded, and asks it in its own chat at a press", () => {
  const { store, shown, done } = openPage("c a", "small");
  expect(shown).toEqual([]);
  store.setState(ready("big"));
  store.setState(ready("big"));
  expect(shown).toMatchObject([{ values: { title: "Big", question: "Why is the sky blue?" } }]);
  shown[0]?.undo?.();
  expect(done).toEqual(["#/chat/c", "c a"]);
});

it("offers it also where the page was loaded anew for the download, and nothing where no question was kept or it is gone", () => {
  expect(openPage("c a", "big").shown).toHaveLength(1);
  expect(openPage("", "big").shown).toEqual([]);
  const gone = openPage("deleted a", "big");
  expect([gone.shown, gone.texts.get(KEPT_QUESTION)]).toEqual([[], ""]);
});
