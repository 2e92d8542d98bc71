import { OFFERED } from "../../worker/protocol/ids.ts";
import type { AppState } from "../state/app-state.ts";
import type { App } from "../state/create-app.ts";
import { toHash } from "../state/route.ts";

interface OutsideCallsApp {
  readonly store: { getState(): Pick<AppState, "runs">; subscribe(listener: () => void): unknown };
  readonly toasts: Pick<App["toasts"], "show">;
}

/** Says that a call of another program waits for the user, who may be anywhere, and leads to it. */
export function sayOutsideCalls({ store, toasts }: OutsideCallsApp, navigate = go): void {
  const said = new Set<string>();
  const look = (): void => {
    for (const { conversationId, approvals } of Object.values(store.getState().runs)) {
      for (const { call, skill } of Object.values(approvals)) {
        if (skill !== OFFERED || said.has(call.id)) continue;
        said.add(call.id);
        const undo = (): void => navigate(toHash({ type: "chat", conversationId }));
        toasts.show({ text: "offered.asks", action: "offered.look", undo });
      }
    }
  };
  store.subscribe(look);
  // One may have asked before this was loaded.
  look();
}

function go(hash: string): void {
  location.hash = hash;
}
