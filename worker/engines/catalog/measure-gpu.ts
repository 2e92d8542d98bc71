const MAX_BUFFER_BYTES = 128 * 2 ** 20;
const THREADS = 256;
const GROUPS = 1024;
/** One pass is timed once it takes this long: a shorter one measures the call, not the memory. */
const LONG_ENOUGH_MS = 100;
const MAX_REPEATS = 256;

/** Adds up the whole buffer `repeats` times, with neighbouring threads reading neighbouring values. */
const SHADER = `
@group(0) @binding(0) var<storage, read> values: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;
override repeats: u32;
@compute @workgroup_size(${THREADS})
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var sum = vec4<u32>(0);
  for (var round = 0u; round < repeats; round++) {
    for (var at = id.x; at < arrayLength(&values); at += ${THREADS * GROUPS}u) {
      sum = sum * 3u + values[at];
    }
  }
  sums[id.x] = sum.x + sum.y + sum.z + sum.w;
}`;

/** How many bytes a second the GPU reads from its memory; null where it cannot be measured. Takes about half a second. */
export async function measureGpuReading(gpu: GPU, now: () => number = () => performance.now()): Promise<number | null> {
  const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" });
  const device = await adapter?.requestDevice();
  if (device === undefined) return null;
  try {
    const size = Math.min(MAX_BUFFER_BYTES, device.limits.maxStorageBufferBindingSize);
    const values = device.createBuffer({ size, usage: GPUBufferUsage.STORAGE });
    const sums = device.createBuffer({ size: THREADS * GROUPS * 4, usage: GPUBufferUsage.STORAGE });
    const module = device.createShaderModule({ code: SHADER });
    const run = async (repeats: number): Promise<number> => {
      const compute = { module, constants: { repeats } };
      const pipeline = await device.createComputePipelineAsync({ layout: "auto", compute });
      const entries = [values, sums].map((buffer, binding) => ({ binding, resource: { buffer } }));
      const encoder = device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
      pass.dispatchWorkgroups(GROUPS);
      pass.end();
      const begin = now();
      device.queue.submit([encoder.finish()]);
      await device.queue.onSubmittedWorkDone();
      return now() - begin;
    };
    // The first pass clears the buffer and wakes the GPU.
    await run(1);
    for (let repeats = 1; ; repeats *= 4) {
      const milliseconds = await run(repeats);
      const isOver = milliseconds >= LONG_ENOUGH_MS || repeats >= MAX_REPEATS;
      if (isOver) return milliseconds > 0 ? (size * repeats * 1000) / milliseconds : null;
    }
  } catch {
    return null;
  } finally {
    device.destroy();
  }
}
