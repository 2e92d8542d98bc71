import { createDeferred } from "../../platform/deferred.ts";
import type { SentInfo } from "./engine-message.ts";
import { createLeaderQuestions } from "./leader-questions.ts";
import type { Seat, SeatEnd, SharedModelDeps } from "./seat.ts";
import { GRACE_MS, type HeldLock } from "./tab-link.ts";

/** A seat at the engine that another tab runs; `line` is a place among those that may lead next. */
export function follow(
  deps: SharedModelDeps,
  leader: string,
  sent: SentInfo,
  line: { readonly lock: Promise<HeldLock | null>; leave(): void },
): Seat {
  const { key, link } = deps;
  let isOver = false;
  const { promise: over, resolve: settle } = createDeferred<SeatEnd>();
  const finish = (end: SeatEnd): void => {
    if (isOver) {
      if (end.type === "inherited") end.lock.release();
      return;
    }
    isOver = true;
    endListening();
    line.leave();
    settle(end);
  };
  const endListening = link.listen((message) => {
    if (message.key !== key || message.type !== "state") return;
    if (message.from !== leader) finish({ type: "moved" });
    else if (message.state.type === "freed") finish({ type: "freed" });
  });
  void line.lock.then((lock) => {
    if (lock !== null) setTimeout(() => finish({ type: "inherited", lock }), GRACE_MS);
  });
  const takeOver = async (): Promise<void> => {
    if (isOver) return;
    line.leave();
    const lock = await link.hold(key, { steal: true });
    finish(lock === null ? { type: "freed" } : { type: "inherited", lock });
  };
  const { template, ...facts } = sent;
  return {
    info: {
      ...facts,
      template: { ...deps.toTemplate(template.source ?? { format: sent.format, chatTemplate: null }), ...template },
    },
    over,
    ...createLeaderQuestions(deps, { id: leader, over, takeOver: () => void takeOver() }),
    leave: async () => finish({ type: "freed" }),
  };
}
