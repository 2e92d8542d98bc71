import type { Message } from "../../worker/protocol/message.ts";

/** True where there is a question with its answer before the newest one, and no summary in use stands for it. */
export function canSummarize(path: readonly Message[]): boolean {
  const newest = path.findLast(
    (message) =>
      message.role === "assistant" &&
      message.summary !== undefined &&
      message.summary.undone !== true &&
      message.state === "complete",
  );
  const through = newest?.role === "assistant" ? newest.summary?.through : undefined;
  const rest = path.slice(path.findIndex(({ id }) => id === through) + 1);
  return rest.filter(({ role }) => role === "user").length > 1;
}
