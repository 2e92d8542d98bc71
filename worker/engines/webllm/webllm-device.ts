import { createDeferred } from "../../platform/deferred.ts";

/**
 * Captures the next requested device and no other. WebLLM 0.2.86 requests its device itself and gives no access to it,
 * and only the device reports that the GPU was lost. `taken` and `lost` never resolve without a device; after `release`
 * nothing more is captured, and what was stays.
 */
export function captureDevice() {
  const adapter = globalThis.GPUAdapter?.prototype as GPUAdapter | undefined;
  const original = adapter?.requestDevice;
  let captured: GPUDevice | null = null;
  const { promise: taken, resolve: report } = createDeferred<GPUDevice>();
  let release = (): void => undefined;
  if (adapter !== undefined && original !== undefined) {
    const watch = async function (this: GPUAdapter, descriptor?: GPUDeviceDescriptor): Promise<GPUDevice> {
      const device = await original.call(this, descriptor);
      captured ??= device;
      report(device);
      release();
      return device;
    };
    adapter.requestDevice = watch;
    release = () => {
      if (adapter.requestDevice === watch) adapter.requestDevice = original;
    };
  }
  const device = (): GPUDevice | null => captured;
  return { device, taken, lost: taken.then((device) => device.lost), release: () => release() };
}
