import type { ModelClient } from "../../agent/ports/model-client.ts";
import { createValueCache, DEVICE_CACHE } from "../../platform/value-cache.ts";
import type { ModelId } from "../../protocol/ids.ts";
import { toFields } from "../../protocol/json.ts";
import type { EngineChoice, TurnUsage } from "../../protocol/model.ts";
import { measureGpuReading } from "./measure-gpu.ts";
import type { WeightFacts } from "./weight-facts.ts";

/** Measurements of this device's speed. */
export interface DeviceRates {
  /** Bytes of weights that the processor gets through in a second while a model writes. */
  readonly processor?: number;
  /** The same for the GPU, by the fastest model so far: one that is small says too little. */
  readonly gpu?: number;
  /** Bytes that the GPU reads from its memory in a second. */
  readonly gpuReading?: number;
  /** Tokens a second that a model wrote here, by its id and what it ran on. */
  readonly models: Readonly<Record<string, number>>;
  /** The same for the tokens of prompts that it read on the processor, by its id. */
  readonly readings?: Readonly<Record<string, number>>;
  /** Bytes of weights, times tokens of a prompt, that the processor gets through in a second. */
  readonly processorReading?: number;
  /** When the GPU was measured, in milliseconds since the epoch. */
  readonly measuredAt?: number;
}

/** The measurements of this device, kept in a cache that may be dropped. */
export type RateMeasurement = ReturnType<typeof createRateMeasurement>;

/** How an engine runs a model. */
export type EngineWay = Pick<EngineChoice, "engine" | "onGpu">;
/** A model whose speed is asked for. */
export interface RatedModel {
  readonly id: ModelId;
  readonly weights?: WeightFacts;
}

/** How fast a model writes, or reads, here: measured with this very model, or told from what else was measured. */
export interface WritingRate {
  readonly tokensPerSecond: number;
  readonly isMeasured: boolean;
}

/** Named anew when engines compute at another speed, so that what was measured before is forgotten. */
const ADDRESS = "https://alcove.invalid/rates-2";
const MAX_AGE_MS = 7 * 24 * 3_600_000;
/** Fewer tokens are over before the clock is sure; the starter's calls and answers are short. */
const MIN_TOKENS = 8;
/** A shorter prompt is read in one step, most of which is the same for any length. */
const MIN_READ_TOKENS = 16;
/** A turn that is long enough to be measured, and over within a second where a model is of use. */
const COUNT = "Count from 1 to 20, one number after the other, and write nothing else.";
const MEASURED_TURN = { constraint: null, stop: [], maxTokens: 12, temperature: 0 } as const;
/** The newest turn counts this much: one alone may have met a busy moment. */
const NEWEST_SHARE = 0.3;
/**
 * The part of its reading speed that a GPU reaches while a model writes. WebLLM's paper gives 41 tokens a second for
 * Llama 3.1 8B and 71 for Phi 3.5 mini on an M3 Max, which reads up to 400 GB a second (https://arxiv.org/abs/2412.15803):
 * 0.46 and 0.38 of that.
 */
const WRITING_SHARE = 0.4;

export function createRateMeasurement(
  scope: Pick<typeof globalThis, "navigator" | "caches">,
  now: () => number = Date.now,
) {
  const cache = createValueCache(scope, DEVICE_CACHE);
  const read = async (): Promise<DeviceRates> => toRates(await cache.read(ADDRESS));
  const change = async (apply: (rates: DeviceRates) => DeviceRates): Promise<void> =>
    cache.write(ADDRESS, apply(await read()));
  /** Takes in how fast a model has just written. */
  const note = async (model: RatedModel, way: EngineWay, usage: TurnUsage): Promise<void> => {
    const { completionTokens, decodeMs, promptTokens, prefillMs } = usage;
    const isWritten = completionTokens >= MIN_TOKENS && decodeMs > 0;
    const isRead = promptTokens >= MIN_READ_TOKENS && prefillMs > 0;
    if (!isWritten && !isRead) return;
    await change((rates) => {
      const written = isWritten ? addRate(rates, model, way, (completionTokens * 1000) / decodeMs) : rates;
      return isRead ? addReading(written, model, way, (promptTokens * 1000) / prefillMs) : written;
    });
  };
  return {
    read,
    note,
    /** Has a model on the processor that never wrote here count: plans then rest on this device, before its first answer. */
    measureModel: async (
      model: RatedModel,
      way: EngineWay,
      client: Pick<ModelClient, "info" | "generate">,
    ): Promise<void> => {
      if (toPlace(way) !== "processor" || findWritingRate(model, way, await read())?.isMeasured === true) return;
      const { renderStart, renderTurn, assistantStart } = client.info.template;
      const prompt = renderStart("") + renderTurn("user", COUNT) + assistantStart;
      const { signal } = new AbortController();
      for await (const event of client.generate({ ...MEASURED_TURN, prompt, signal })) {
        if (event.type === "end") await note(model, way, event.usage).catch(() => undefined);
      }
    },
    /** Measures the GPU unless that was done lately. */
    measureGpu: async (): Promise<void> => {
      const { gpu } = scope.navigator;
      const { measuredAt = 0 } = await read();
      if (gpu === undefined || now() - measuredAt < MAX_AGE_MS) return;
      const gpuReading = await measureGpuReading(gpu).catch(() => null);
      if (gpuReading !== null) await change((rates) => ({ ...rates, gpuReading, measuredAt: now() }));
    },
  };
}

/** The rates with one more turn of a model, in tokens a second. Pure. */
export function addRate(rates: DeviceRates, { id, weights }: RatedModel, way: EngineWay, rate: number): DeviceRates {
  const place = toPlace(way);
  if (place === null) return rates;
  const key = `${place} ${id}`;
  const models = { ...rates.models, [key]: mix(rates.models[key], rate) };
  if (weights === undefined || weights.mixture === true) return { ...rates, models };
  const bytes = rate * weights.bytes;
  return place === "processor"
    ? { ...rates, models, processor: mix(rates.processor, bytes) }
    : { ...rates, models, gpu: Math.max(rates.gpu ?? 0, bytes) };
}

/** The rates with one more prompt that a model has read, in tokens a second. Pure. */
export function addReading(rates: DeviceRates, { id, weights }: RatedModel, way: EngineWay, rate: number): DeviceRates {
  if (toPlace(way) !== "processor") return rates;
  const readings = { ...rates.readings, [id]: mix(rates.readings?.[id], rate) };
  if (weights === undefined || weights.mixture === true) return { ...rates, readings };
  return { ...rates, readings, processorReading: mix(rates.processorReading, rate * weights.bytes) };
}

/** How fast a model would read a prompt on the processor; null while nothing is known that tells. Pure. */
export function findReadingRate({ id, weights }: RatedModel, rates: DeviceRates | undefined): WritingRate | null {
  const own = rates?.readings?.[id];
  if (own !== undefined) return { tokensPerSecond: own, isMeasured: true };
  if (rates?.processorReading === undefined || weights === undefined || weights.mixture === true) return null;
  return { tokensPerSecond: rates.processorReading / weights.bytes, isMeasured: false };
}

/** How fast a model would write; null while nothing is known that tells. Pure. */
export function findWritingRate(model: RatedModel, way: EngineWay, rates: DeviceRates | undefined): WritingRate | null {
  const place = toPlace(way);
  if (rates === undefined || place === null) return null;
  const own = rates.models[`${place} ${model.id}`];
  if (own !== undefined) return { tokensPerSecond: own, isMeasured: true };
  const { weights } = model;
  if (weights === undefined || weights.mixture === true) return null;
  const onGpu = rates.gpuReading === undefined ? 0 : Math.max(rates.gpuReading * WRITING_SHARE, rates.gpu ?? 0);
  const bytes = place === "processor" ? (rates.processor ?? 0) : onGpu;
  return bytes > 0 ? { tokensPerSecond: bytes / weights.bytes, isMeasured: false } : null;
}

function toPlace({ engine, onGpu }: EngineWay): "processor" | "gpu" | null {
  if (engine === "webllm") return "gpu";
  if (engine !== "wllama") return null;
  return onGpu === true ? "gpu" : "processor";
}

function mix(before: number | undefined, newest: number): number {
  return before === undefined ? newest : before * (1 - NEWEST_SHARE) + newest * NEWEST_SHARE;
}

function toRates(value: unknown): DeviceRates {
  const { models, readings, ...rest } = toFields(value);
  const numbers = (record: object): Record<string, number> =>
    Object.fromEntries(Object.entries(record).filter(([, each]) => typeof each === "number" && each > 0));
  return {
    ...numbers(rest),
    models: numbers(toFields(models)),
    ...(readings === undefined ? {} : { readings: numbers(toFields(readings)) }),
  };
}
