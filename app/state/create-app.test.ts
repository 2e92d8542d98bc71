import { expect, it } from "vitest";
import type { AgentApi } from "../../worker/protocol/api/agent-api.ts";
import type { AgentEvent } from "../../worker/protocol/api/agent-event.ts";
import type { Conversation } from "../../worker/protocol/message.ts";
import type { ModelState } from "../../worker/protocol/model.ts";
import { DEFAULT_SETTINGS } from "../../worker/protocol/settings.ts";
import { createApp } from "./create-app.ts";
import { createTextStore } from "./text-store.ts";

const CHOICE = { engine: "scripted", reason: "" } as const;
const LOADING: ModelState = {
  type: "loading",
  modelId: "m",
  choice: CHOICE,
  progress: { type: "load", done: 0, total: 0, unit: "steps" },
};
const READY: ModelState = { type: "ready", modelId: "m", choice: CHOICE, format: "chatml", contextTokens: 100 };

it("a model that becomes ready while the conversations are being listed is shown as ready", async () => {
  let deliver: (events: readonly AgentEvent[]) => void = () => {};
  let list: (conversations: readonly Conversation[]) => void = () => {};
  const known: Partial<AgentApi> = {
    subscribe: async (next) => {
      deliver = next;
    },
    start: async () => ({
      models: [],
      modelState: LOADING,
      settings: DEFAULT_SETTINGS,
      skills: [],
      storage: { durable: true, persisted: true, usedBytes: 0, quotaBytes: 1 },
    }),
    readAhead: async () => undefined,
    listConversations: () =>
      new Promise((resolve) => {
        list = resolve;
      }),
  };
  const api = new Proxy({} as AgentApi, { get: (_, name) => Reflect.get(known, name) });
  const app = createApp({
    api,
    texts: createTextStore(undefined),
    navigate: () => {},
    loadFileReader: () => Promise.reject(new Error("This test reads no files.")),
    now: () => 0,
    newKey: () => "k",
    delay: () => () => {},
  });
  const started = app.start();
  await new Promise((resolve) => setTimeout(resolve));
  deliver([{ type: "model", state: READY }]);
  list([]);
  await started;
  expect(app.store.getState()).toMatchObject({ phase: "ready", modelState: { type: "ready" } });
});
