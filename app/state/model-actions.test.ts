import { expect, it } from "vitest";
import type { AgentApi } from "../../worker/protocol/api/agent-api.ts";
import type { Result } from "../../worker/protocol/failure.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../worker/protocol/settings.ts";
import type { AppState, StateAccess } from "./app-state.ts";
import { createModelActions } from "./model-actions.ts";
import { reduceEvent } from "./reduce-event.ts";
import { EMPTY_VIEW, type View } from "./view.ts";

it("a setting that is changed while the agent tells of the one before is not lost", async () => {
  let view: View = EMPTY_VIEW;
  const state = {
    get: () => view as AppState,
    set: (change) => {
      view = { ...view, ...(typeof change === "function" ? change(view as AppState) : change) };
    },
  } satisfies StateAccess;
  const replies: ((result: Result<Settings>) => void)[] = [];
  const api = {
    updateSettings: () => new Promise((resolve) => replies.push(resolve)),
  } as Partial<AgentApi> as AgentApi;
  const actions = createModelActions(api, state, {
    show: () => {},
    reportUnsaved: async (saving) => (await saving).ok,
    dismiss: () => {},
    flush: () => {},
  });
  const first = actions.changeSettings({ budget: { maxTokens: 500 } });
  const second = actions.changeSettings({ budget: { maxTokens: 500, toolTimeoutMs: 9000 } });
  replies[0]?.({ ok: true, value: DEFAULT_SETTINGS });
  await first;
  view = reduceEvent(view, {
    type: "settings-changed",
    settings: { ...DEFAULT_SETTINGS, budget: { maxTokens: 500 } },
  });
  expect(view.settings.budget).toEqual({ maxTokens: 500, toolTimeoutMs: 9000 });
  replies[1]?.({ ok: true, value: DEFAULT_SETTINGS });
  await second;
  expect(view.unsavedSettings).toEqual([]);
});
