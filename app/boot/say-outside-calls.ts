import { OFFERED } from "../../worker/protocol/ids.ts";
import type { App } from "../state/create-app.ts";
import { toHash } from "../state/route.ts";

/** Says that a call of another program waits for the user, who may be anywhere, and leads to it. */
export function sayOutsideCalls({ store, toasts }: Pick<App, "store" | "toasts">, navigate = go): void {
  const said = new Set<string>();
  store.subscribe(({ runs }, before) => {
    if (runs === before.runs) return;
    for (const { conversationId, approvals } of Object.values(runs)) {
      for (const { call, skill } of Object.values(approvals)) {
        if (skill !== OFFERED || said.has(call.id)) continue;
        said.add(call.id);
        const undo = (): void => navigate(toHash({ type: "chat", conversationId }));
        toasts.show({ text: "offered.asks", action: "offered.look", undo });
      }
    }
  });
}

function go(hash: string): void {
  location.hash = hash;
}
