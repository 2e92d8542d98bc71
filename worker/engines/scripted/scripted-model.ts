import * as z from "zod/mini";
import type { FormatId } from "../../protocol/model.ts";
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
  /** The text is written over and over, until the token limit or an abort. */
  readonly endless?: boolean;
  /** The turn ends in this failure after its text. */
  readonly failure?: {
    readonly code: "device-lost" | "engine-crashed" | "out-of-memory" | "context-full" | "internal";
  };
}

/** What a scripted model answers to one question: its turns, played one after the other as the run goes on. */
export interface ScriptedExchange {
  /** The exchange begins when the newest part of the prompt holds this text (any case); absent fits every prompt. */
  readonly question?: string;
  readonly turns: readonly ScriptedTurn[];
}

/** A model that plays a script: for demonstrations, tests and the replay of stored runs. */
export interface ScriptedModel {
  readonly name: string;
  readonly title: string;
  readonly format: FormatId;
  readonly contextTokens: number;
  /** Its words come from a file, and with them perhaps somebody else's wishes. */
  readonly foreign?: boolean;
  /** It reasons first, and can be told not to: the exchange for that asks for `</think>`. */
  readonly thinks?: boolean;
  readonly exchanges: readonly ScriptedExchange[];
}

const FORMATS = [
  "chatml",
  "llama3",
  "mistral",
  "generic",
  "protocol",
  "command",
  "qwen3-coder",
  "pythonic",
  "gemma",
  "deepseek",
  "phi4",
  "glm",
  "kimi",
  "minimax",
  "granite",
] as const satisfies readonly FormatId[];

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
  format: z.enum(FORMATS),
  contextTokens: z._default(z.int().check(z.minimum(256)), 8192),
  thinks: z.exactOptional(z.boolean()),
  exchanges: z.array(exchangeSchema).check(z.minLength(1)),
});

/** Reads a script from JSON. Throws with the path of the first fault: scripts are shipped or written by hand. */
export function toScriptedModel(value: unknown): ScriptedModel {
  const parsed = modelSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fault = parsed.error.issues[0];
  throw new Error(`not a script: ${fault?.path.join(".") ?? ""}: ${fault?.message ?? "unreadable"}`);
}

/** A stored run as a script: every turn as the model wrote it, so that the run replays without the model. */
export function fromRunEvents(events: readonly RunEvent[], options: { chunkDelayMs?: number } = {}): ScriptedModel {
  const turns: ScriptedTurn[] = [];
  let format: FormatId = "chatml";
  let title = "Replay";
  let streamed = "";
  const pace = options.chunkDelayMs === undefined ? {} : { chunkDelayMs: options.chunkDelayMs };
  for (const event of events) {
    if (event.type === "run-start") {
      format = event.format;
      title = `Replay of "${event.title ?? event.question}"`;
    } else if (event.type === "turn-start") {
      streamed = "";
    } else if (event.type === "text-delta") {
      streamed += event.text;
    } else if (event.type === "turn-end") {
      turns.push({ text: event.raw, ...(event.finishReason === "length" ? { finishReason: "length" } : {}), ...pace });
      streamed = "";
    } else if (event.type === "flow-step" && event.asked !== undefined) {
      turns.push({ text: event.asked.raw, ...pace });
    } else if (event.type === "run-end" && event.failure !== undefined && event.reason === "failed") {
      turns.push({ text: streamed, failure: toScriptedFailure(event.failure.code), ...pace });
    }
  }
  if (turns.length === 0) turns.push({ text: "", ...pace });
  return { name: "replay", title, format, contextTokens: 1_000_000, exchanges: [{ turns }] };
}

function toScriptedFailure(code: string): NonNullable<ScriptedTurn["failure"]> {
  const known = failureSchema.safeParse({ code });
  return known.success ? known.data : { code: "internal" };
}
