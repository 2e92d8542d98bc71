import { describe, expect, it } from "vitest";
import { createEventChannel } from "./event-channel.ts";

async function collect<Value>(
  drained: AsyncGenerator<string, Value, void>,
): Promise<{ events: string[]; value: Value }> {
  const events: string[] = [];
  for (;;) {
    const next = await drained.next();
    if (next.done === true) return { events, value: next.value };
    events.push(next.value);
  }
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

describe("an event channel", () => {
  it("yields what the work pushes, as it pushes it, and returns the work's value", async () => {
    const channel = createEventChannel<string>();
    const work = async (): Promise<number> => {
      channel.push("at once");
      await pause();
      channel.push("later");
      channel.push("and more");
      await pause();
      return 7;
    };
    expect(await collect(channel.drain(work()))).toEqual({ events: ["at once", "later", "and more"], value: 7 });
  });

  it("yields what was pushed in the last moment", async () => {
    const channel = createEventChannel<string>();
    const work = Promise.resolve().then(() => channel.push("last"));
    expect((await collect(channel.drain(work))).events).toEqual(["last"]);
  });

  it("yields what came before the work failed, then rejects", async () => {
    const channel = createEventChannel<string>();
    channel.push("before");
    const drained = channel.drain(Promise.reject(new Error("broken")));
    expect(await drained.next()).toEqual({ done: false, value: "before" });
    await expect(drained.next()).rejects.toThrow("broken");
  });
});
