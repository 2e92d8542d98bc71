import { describe, expect, it } from "vitest";
import { createCancelSource } from "./cancel-signal.ts";

describe("a cancel source", () => {
  it("fires its signal once, for everybody who listens", () => {
    const source = createCancelSource();
    const heard: string[] = [];
    source.signal.addEventListener("abort", () => heard.push("first"));
    source.signal.addEventListener("abort", () => heard.push("second"));
    const gone = (): void => {
      heard.push("gone");
    };
    source.signal.addEventListener("abort", gone);
    source.signal.removeEventListener("abort", gone);
    expect(source.signal.aborted).toBe(false);
    source.cancel();
    source.cancel();
    expect(source.signal.aborted).toBe(true);
    expect(heard).toEqual(["first", "second"]);
  });

  it("fires with its parent, also when the parent has fired before, and not after it was released", () => {
    const parent = new AbortController();
    const child = createCancelSource(parent.signal);
    const released = createCancelSource(parent.signal);
    released.release();
    parent.abort();
    expect(child.signal.aborted).toBe(true);
    expect(released.signal.aborted).toBe(false);
    expect(createCancelSource(parent.signal).signal.aborted).toBe(true);
  });

  it("does not fire its parent", () => {
    const parent = createCancelSource();
    createCancelSource(parent.signal).cancel();
    expect(parent.signal.aborted).toBe(false);
  });
});
