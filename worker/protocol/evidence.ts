import type { CallId, ModelId, RunId } from "./ids.ts";
import type { EngineId, FormId } from "./model.ts";
import type { ToolOutcome } from "./tool.ts";

/**
 * The record of one call: who asked for what, and how it ended. The envelopes of a run form a chain: each carries
 * the hash of the one before (the first that of the run's own facts), so that a change anywhere shows.
 */
export interface EvidenceEnvelope {
  readonly version: number;
  readonly runId: RunId;
  readonly callId: CallId;
  /** The agent. */
  readonly who: string;
  readonly skill: string;
  readonly tool: string;
  /** The arguments as canonical JSON: keys sorted at every level. */
  readonly input: string;
  readonly outcome: ToolOutcome["type"];
  /** SHA-256 of the whole outcome's canonical JSON: proves a stored result without repeating it. */
  readonly outcomeHash: string;
  readonly durationMs: number;
  readonly engine: EngineId;
  readonly model: ModelId;
  readonly format: FormId;
  readonly turn: number;
  /** SHA-256, 64 hexadecimal digits. */
  readonly previousHash: string;
  /** SHA-256 of everything above as canonical JSON. */
  readonly hash: string;
}

/** The result of checking a run's log against its own evidence. */
export type EvidenceCheck =
  | { readonly ok: true; readonly calls: number }
  /** `index` counts the run's calls from 0. */
  | { readonly ok: false; readonly index: number; readonly reason: string };
