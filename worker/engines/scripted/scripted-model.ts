import * as z from "zod/mini";
import { FORMAT_IDS, type FormatId, POLICY_IDS, type PolicyId } from "../../protocol/model.ts";
import type { RunEvent } from "../../protocol/run-event.ts";

z.config({ jitless: true });

/** One output of a scripted model. */
export interface ScriptedTurn {
  /** The raw output, markup included, in the script's dialect. */
  readonly text: string;
  /** UTF-16 units per delta; a delta counts as one token. */
  readonly chunkLength?: number;
  /** Milliseconds before each delta. */
  readonly chunkDelayMs?: number;
  /** Milliseconds the prompt takes, reported as prefill progress. */
  readonly prefillMs?: number;
  readonly finishReason?: "stop" | "length";
  /** The text is repeated until the token limit or an abort. */
  readonly endless?: boolean;
  /** The turn ends in this failure after its text. */
  readonly failure?: {
    readonly code: "device-lost" | "engine-crashed" | "out-of-memory" | "context-full" | "internal";
  };
}

/** The turns that answer one question, played one after the other during a run. */
export interface ScriptedExchange {
  /** Begins when the newest part of the prompt contains this text (any case); absent fits every prompt. */
  readonly question?: string;
  readonly turns: readonly ScriptedTurn[];
}

/** A model that plays a script: for demonstrations, tests and the replay of stored runs. */
export interface ScriptedModel {
  readonly name: string;
  readonly title: string;
  readonly format: FormatId;
  /** How it was asked; absent for `native`. */
  readonly policy?: PolicyId;
  readonly contextTokens: number;
  /** Its text comes from a file and may carry somebody else's instructions. */
  readonly foreign?: boolean;
  /** It reasons first unless the prompt closes the reasoning: the exchange for that has the question `</think>`. */
  readonly thinks?: boolean;
  readonly exchanges: readonly ScriptedExchange[];
}

const failureSchema = z.strictObject({
  code: z.enum(["device-lost", "engine-crashed", "out-of-memory", "context-full", "internal"]),
});

const turnSchema = z.strictObject({
  text: z.string(),
  chunkLength: z.exactOptional(z.int().check(z.minimum(1))),
  chunkDelayMs: z.exactOptional(z.number().check(z.minimum(0))),
  prefillMs: z.exactOptional(z.number().check(z.minimum(0))),
  finishReason: z.exactOptional(z.enum(["stop", "length"])),
  endless: z.exactOptional(z.boolean()),
  failure: z.exactOptional(failureSchema),
});

const exchangeSchema = z.strictObject({
  question: z.exactOptional(z.string().check(z.minLength(1))),
  turns: z.array(turnSchema).check(z.minLength(1)),
});

const modelSchema = z.strictObject({
  name: z.string().check(z.regex(/^[a-z0-9-]+$/)),
  title: z.string().check(z.minLength(1)),
  format: z.enum(FORMAT_IDS),
  policy: z.exactOptional(z.enum(POLICY_IDS)),
  contextTokens: z._default(z.int().check(z.minimum(256)), 8192),
  thinks: z.exactOptional(z.boolean()),
  exchanges: z.array(exchangeSchema).check(z.minLength(1)),
});

/** Reads a script from JSON. Throws an error with the path of the first fault. */
export function toScriptedModel(value: unknown): ScriptedModel {
  const parsed = modelSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fault = parsed.error.issues[0];
  throw new Error(`not a script: ${fault?.path.join(".") ?? ""}: ${fault?.message ?? "unreadable"}`);
}

/** A stored run as a script: every turn as the model wrote it, so that it replays without the model. */
export function fromRunEvents(events: readonly RunEvent[]): ScriptedModel {
  const turns: ScriptedTurn[] = [];
  let format: FormatId = "chatml";
  let isStaged = false;
  let title = "Replay";
  let streamed = "";
  for (const event of events) {
    if (event.type === "run-start") {
      isStaged = event.format === "staged";
      if (event.format !== "staged") format = event.format;
      title = `Replay of "${event.title ?? event.question}"`;
    } else if (event.type === "turn-start") {
      streamed = "";
    } else if (event.type === "text-delta") {
      streamed += event.text;
    } else if (event.type === "turn-end") {
      turns.push({ text: event.raw, ...(event.finishReason === "length" ? { finishReason: "length" } : {}) });
      streamed = "";
    } else if (event.type === "flow-step" && event.asked !== undefined) {
      turns.push({ text: event.asked.raw });
    } else if (event.type === "run-end" && event.failure !== undefined && event.reason === "failed") {
      turns.push({ text: streamed, failure: toScriptedFailure(event.failure.code) });
    }
  }
  if (turns.length === 0) turns.push({ text: "" });
  return {
    name: "replay",
    title,
    format,
    ...(isStaged ? { policy: "staged" } : {}),
    contextTokens: 1_000_000,
    exchanges: [{ turns }],
  };
}

function toScriptedFailure(code: string): NonNullable<ScriptedTurn["failure"]> {
  const known = failureSchema.safeParse({ code });
  return known.success ? known.data : { code: "internal" };
}
