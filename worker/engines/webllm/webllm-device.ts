import { createDeferred } from "../../platform/deferred.ts";

/** Access to the GPU device that WebLLM requests while it loads. */
export interface DeviceCapture {
  device(): GPUDevice | null;
  /** Resolves once a device was requested; never without one. */
  readonly taken: Promise<GPUDevice>;
  /** Resolves when the captured device is lost; never without one. */
  readonly lost: Promise<GPUDeviceLostInfo>;
  /** Stops capturing; what was captured stays. */
  release(): void;
}

/**
 * Captures the next requested device and no other. WebLLM 0.2.86 requests its device itself and gives no access to it,
 * and only the device reports that the GPU was lost.
 */
export function captureDevice(): DeviceCapture {
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
  return { device: () => captured, taken, lost: taken.then((device) => device.lost), release: () => release() };
}
