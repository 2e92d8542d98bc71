import { describe, expect, test } from "vitest";
import { createDeviceProbe } from "./device-facts.ts";

const LIMITS = {
  maxBufferSize: 2 ** 31,
  maxStorageBufferBindingSize: 2 ** 30,
  maxComputeWorkgroupStorageSize: 2 ** 15,
  maxStorageBuffersPerShaderStage: 10,
};

type Found = Partial<GPUAdapterInfo> | "none" | "refused";

/** A browser that answers each request for an adapter in turn, the last one for ever. */
function createScope(...found: readonly Found[]): {
  readonly scope: Parameters<typeof createDeviceProbe>[0];
  readonly asked: () => number;
} {
  let asked = 0;
  const requestAdapter = async (): Promise<unknown> => {
    const answer = found[Math.min(asked, found.length - 1)];
    asked += 1;
    if (answer === "refused") throw new DOMException("The GPU process is gone.", "OperationError");
    if (answer === "none") return null;
    const info = { vendor: "", architecture: "", device: "", description: "", ...answer };
    return { info, features: new Set(["shader-f16"]), limits: LIMITS };
  };
  const navigator = { gpu: { requestAdapter }, hardwareConcurrency: 4 };
  return { scope: { navigator, crossOriginIsolated: true } as unknown as typeof globalThis, asked: () => asked };
}

describe("the device that was asked", () => {
  test("is asked once, where it has an adapter", async () => {
    const { scope, asked } = createScope({ vendor: "nvidia", architecture: "ampere" });
    const probe = createDeviceProbe(scope);
    expect(await probe()).toMatchObject({
      cores: 4,
      adapter: { name: "nvidia ampere", software: false, shaderF16: true },
    });
    expect(await probe()).toEqual(await probe());
    expect(asked()).toBe(1);
  });

  test.each(["none", "refused"] as const)(
    "with an adapter of %s at first, has the one that comes back",
    async (found) => {
      const { scope, asked } = createScope(found, found, { vendor: "intel" });
      const probe = createDeviceProbe(scope);
      expect((await probe()).adapter).toBeNull();
      expect((await probe()).adapter?.name).toBe("intel");
      expect((await probe()).adapter?.name).toBe("intel");
      expect(asked()).toBe(3);
    },
  );

  test("without WebGPU is not asked for it", async () => {
    const scope = { navigator: { hardwareConcurrency: 2 }, crossOriginIsolated: false } as unknown as typeof globalThis;
    expect(await createDeviceProbe(scope)()).toMatchObject({ adapter: null, cores: 2, crossOriginIsolated: false });
  });

  test.each([
    [{ vendor: "google", architecture: "swiftshader" }, true],
    [{ vendor: "mesa", architecture: "software", description: "llvmpipe: Mesa 25.0.7 (LLVM 15.0.6)" }, true],
    [{ vendor: "microsoft", description: "Microsoft Basic Render Driver" }, true],
    [{ vendor: "apple", architecture: "metal-3", isFallbackAdapter: true }, true],
    [{ vendor: "apple", architecture: "metal-3", isFallbackAdapter: false }, false],
    [{}, false],
  ])("with %o is a software adapter: %s", async (info, software) => {
    const { scope } = createScope(info);
    expect((await createDeviceProbe(scope)()).adapter?.software).toBe(software);
  });
});
