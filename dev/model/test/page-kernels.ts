/** Runs in the page: one kernel on the adapter, compared with what numpy expects. */
export interface Case {
  title: string;
  code: string;
  grid: [number, number, number];
  numbers: Record<string, number>;
  buffers: Record<string, string>;
  expected: Record<string, { type: string; data: string }>;
  tolerance: number;
}

declare global {
  interface Window {
    /** Runs one case and says what is wrong with it, or nothing; null where the adapter lacks what the kernel needs. */
    runCase(one: Case): Promise<string | undefined | null>;
  }
}

let shared: GPUDevice | undefined;

window.runCase = async (one) => {
  const bytes = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const adapter = await navigator.gpu.requestAdapter();
  if (adapter === null) return "no WebGPU adapter";
  const halves = adapter.features.has("shader-f16");
  if (!halves && one.code.includes("enable f16;")) return null;
  shared ??= await adapter.requestDevice({ requiredFeatures: halves ? ["shader-f16"] : [] });
  const device = shared;
  void device.lost.then(() => {
    if (shared === device) shared = undefined;
  });
  device.pushErrorScope("validation");
  const entryPoint = /fn (\w+)\(/.exec(one.code)?.[1] ?? "";
  const module = device.createShaderModule({ code: one.code });
  const pipeline = await device.createComputePipelineAsync({ layout: "auto", compute: { module, entryPoint } });
  const { STORAGE, COPY_DST, COPY_SRC, UNIFORM, MAP_READ } = GPUBufferUsage;
  const entries: GPUBindGroupEntry[] = [];
  const buffers = new Map<string, GPUBuffer>();
  for (const [, binding, name] of one.code.matchAll(/@binding\((\d+)\) var<storage, \w+> (\w+)_ptr/g)) {
    const data = bytes(one.buffers[name ?? ""] ?? "");
    if (name === undefined || data.length === 0) return `no data for ${name}`;
    if (data.length % 4 !== 0) return `${name} does not end at a whole word`;
    const buffer = device.createBuffer({ size: data.length, usage: STORAGE | COPY_DST | COPY_SRC });
    device.queue.writeBuffer(buffer, 0, data);
    buffers.set(name, buffer);
    entries.push({ binding: Number(binding), resource: { buffer } });
  }
  const fields = (/struct PODArgs \{([^}]*)\}/.exec(one.code)?.[1] ?? "").split(",").map((each) => each.trim().split(": "));
  const uniform = new DataView(new ArrayBuffer(Math.max(16, Math.ceil(fields.length / 4) * 16)));
  for (const [index, [name, type]] of fields.entries()) {
    const value = name === "packGridDimX" ? one.grid[0] - 1 : one.numbers[name ?? ""];
    if (value === undefined) return `no number for ${name}`;
    if (type === "f32") uniform.setFloat32(4 * index, value, true);
    else uniform.setInt32(4 * index, value, true);
  }
  const scalars = device.createBuffer({ size: uniform.byteLength, usage: UNIFORM | COPY_DST });
  device.queue.writeBuffer(scalars, 0, uniform.buffer);
  entries.push({ binding: Number(/@binding\((\d+)\) var<uniform>/.exec(one.code)?.[1]), resource: { buffer: scalars } });
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  pass.dispatchWorkgroups(...one.grid);
  pass.end();
  const results = Object.keys(one.expected).map((name) => {
    const source = buffers.get(name);
    if (source === undefined) throw new Error(`the kernel has no buffer ${name}`);
    const copy = device.createBuffer({ size: source.size, usage: COPY_DST | MAP_READ });
    encoder.copyBufferToBuffer(source, 0, copy, 0, source.size);
    return { name, copy };
  });
  device.queue.submit([encoder.finish()]);
  const error = await device.popErrorScope();
  if (error !== null) return error.message;
  for (const { name, copy } of results) {
    await copy.mapAsync(GPUMapMode.READ);
    const want = one.expected[name];
    const view = (buffer: ArrayBuffer) => {
      if (want?.type === "float16") return Array.from(new Uint16Array(buffer), toFloat);
      return want?.type === "int32" ? new Int32Array(buffer) : new Float32Array(buffer);
    };
    const [found, expected] = [view(copy.getMappedRange().slice(0)), view(bytes(want?.data ?? "").buffer)];
    const spread = Math.max(1, ...expected.map((each) => (Math.abs(each) < 1e30 ? Math.abs(each) : 0)));
    for (let index = 0; index < expected.length; index++) {
      const [is, should] = [found[index] ?? Number.NaN, expected[index] ?? 0];
      if (!(is === should || Math.abs(is - should) <= one.tolerance * spread))
        return `${name}[${index}] is ${is}, should be ${should}`;
    }
    copy.destroy();
  }
  for (const buffer of buffers.values()) buffer.destroy();
  return undefined;
};

/** The number that 16 bits stand for; not every host of WebGPU has a `Float16Array`. */
function toFloat(half: number): number {
  const [sign, exponent, fraction] = [half & 0x8000 ? -1 : 1, (half >> 10) & 31, half & 1023];
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
}
