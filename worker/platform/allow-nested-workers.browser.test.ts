import { describe, expect, test } from "vitest";
import { allowNestedWorkers } from "./allow-nested-workers.ts";

interface Rules {
  createScriptURL(url: string): string;
}

/** A scope that notes what is asked of it; policies are checked here, enforcement in the end-to-end tests. */
function makeScope() {
  const policies = new Map<string, Rules>();
  const blobs: Blob[] = [];
  const scope = {
    origin: "https://host.example",
    trustedTypes: { createPolicy: (name: string, rules: Rules) => policies.set(name, rules) },
    URL: {
      createObjectURL(object: Blob) {
        blobs.push(object);
        return `blob:https://host.example/${blobs.length}`;
      },
    },
  };
  return { scope: scope as unknown as typeof globalThis, policies, blobs };
}

describe("nested workers", () => {
  test("may start from blobs of this origin and from nothing else", () => {
    const { scope, policies } = makeScope();
    allowNestedWorkers(scope);
    const rules = policies.get("default");
    expect(rules?.createScriptURL("blob:https://host.example/1")).toBe("blob:https://host.example/1");
    for (const url of [
      "https://host.example/a.js",
      "data:text/javascript,1",
      "blob:https://elsewhere.example/1",
      "a.js",
    ]) {
      expect(() => rules?.createScriptURL(url)).toThrow(TypeError);
    }
  });

  test("carry the same rule into the workers that they start themselves", async () => {
    const { scope, blobs } = makeScope();
    allowNestedWorkers(scope);
    scope.URL.createObjectURL(new Blob(["postMessage(1)"], { type: "text/javascript" }));
    scope.URL.createObjectURL(new Blob(["\u0000asm"], { type: "application/wasm" }));
    expect(await blobs[0]?.text()).toMatch(/^self\.trustedTypes.*"default"[\s\S]*\npostMessage\(1\)$/);
    expect(blobs[0]?.type).toBe("text/javascript");
    expect(await blobs[1]?.text()).toBe("\u0000asm");
  });

  test("still run where a browser has no Trusted Types", async () => {
    const before = URL.createObjectURL;
    const types = (globalThis as { trustedTypes?: unknown }).trustedTypes;
    Object.defineProperty(globalThis, "trustedTypes", { value: undefined, configurable: true });
    allowNestedWorkers();
    expect(URL.createObjectURL).toBe(before);
    Object.defineProperty(globalThis, "trustedTypes", { value: types, configurable: true });
  });
});
