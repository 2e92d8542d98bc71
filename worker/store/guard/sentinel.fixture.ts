import type { Sentinel, SentinelMark } from "./sentinel.ts";

/** Keeps the mark in memory. */
export class InMemorySentinel implements Sentinel {
  mark: SentinelMark | null = null;

  read(): Promise<SentinelMark | null> {
    return Promise.resolve(this.mark);
  }

  write(mark: SentinelMark): Promise<void> {
    this.mark = mark;
    return Promise.resolve();
  }
}
