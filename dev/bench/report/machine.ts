import { cpus, loadavg, totalmem } from "node:os";

/** What figures were measured on; those of different machines, or of a busy one, compare as ratios alone. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly node: string;
  /** Processes that wanted to run, over the last minute; the measurement itself included. */
  readonly load: number;
  readonly measuredAt: string;
}

export function readMachine(): Machine {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim() ?? "unknown",
    cores: processors.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    load: Number((loadavg()[0] ?? 0).toFixed(1)),
    measuredAt: new Date().toISOString().slice(0, 16),
  };
}
