import { describe, expect, it } from "vitest";
import type { Failure } from "../protocol/failure.ts";
import { StorageFault } from "../store/storage-fault.ts";
import { startTestHost } from "./agent-host.fixture.ts";
import { watchRejections } from "./watch-rejections.ts";

function reject(scope: EventTarget, reason: unknown): void {
  scope.dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason }));
}

describe("a promise that failed with nobody listening", () => {
  it("is reported with what it said, a storage fault by its own code", () => {
    const scope = new EventTarget();
    const failures: Failure[] = [];
    watchRejections(scope, (failure) => failures.push(failure));
    reject(scope, new Error("the device was lost"));
    reject(scope, "a text");
    reject(scope, new StorageFault({ code: "storage-full" }));
    expect(failures).toEqual([
      { code: "internal", detail: "the device was lost" },
      { code: "internal", detail: "a text" },
      { code: "storage-full" },
    ]);
  });

  it("because it was cancelled is nobody's concern", () => {
    const scope = new EventTarget();
    watchRejections(scope, () => expect.unreachable());
    reject(scope, new DOMException("stopped", "AbortError"));
  });

  it("reaches the page", async () => {
    const faults = new EventTarget();
    const host = await startTestHost({ faults });
    reject(faults, new Error("the device was lost"));
    const told = await host.waitFor(({ type }) => type === "failure");
    expect(told).toEqual({ type: "failure", failure: { code: "internal", detail: "the device was lost" } });
  });
});
