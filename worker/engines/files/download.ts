import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Failure, Result } from "../../protocol/failure.ts";
import type { LoadProgress } from "../../protocol/model.ts";
import { type ModelFiles, PART_BYTES } from "./model-files.ts";

/** A file to have, and how to know that it is the right one. */
export interface DownloadRequest {
  /** Absolute address. */
  readonly url: string;
  /** The name it is kept under. */
  readonly name: string;
  /** For the user. */
  readonly title: string;
  readonly bytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/** What a download needs from outside. */
export interface DownloadDeps {
  readonly files: ModelFiles;
  readonly fetch: typeof globalThis.fetch;
  readonly onProgress: (progress: LoadProgress) => void;
  readonly signal: AbortSignal;
  /** Milliseconds without a byte after which the download counts as stalled. */
  readonly stallMs?: number;
}

const DEFAULT_STALL_MS = 30_000;
const HASH_SLICE_BYTES = 4 * 1024 * 1024;

/** A hash that is fed piece by piece. */
interface Hasher {
  update(data: Uint8Array): unknown;
  digest(): Uint8Array;
}

/** The parts of a file to have here, and how to know that they are the right ones. */
export interface PartsRequest extends Pick<DownloadRequest, "url" | "name" | "bytes"> {
  /** Null when nobody has said what the file's hash is: then its length decides. */
  readonly digest: { readonly name: string; create(): Hasher; readonly hex: string } | null;
}

/**
 * Gives a file of known length and hash, from this browser or else from its address, where it goes on after the last
 * whole part of an earlier attempt. A file that is not the right one is thrown away and nothing of it is kept.
 */
export async function downloadFile(request: DownloadRequest, deps: DownloadDeps): Promise<Result<Blob>> {
  const { files, signal } = deps;
  try {
    const stored = await files.open(request.name);
    if (stored !== null && stored.size === request.bytes) return { ok: true, value: stored };
    const digest = { name: "SHA-256", create: () => sha256.create(), hex: request.sha256 };
    const failure = await downloadParts({ ...request, digest }, deps);
    if (failure !== null) return { ok: false, failure };
    const { bytes, title } = request;
    await files.seal(request.name, { bytes, sha256: request.sha256, title });
    const complete = await files.open(request.name);
    if (complete === null) return { ok: false, failure: { code: "storage-lost", detail: "the file was gone at once" } };
    return { ok: true, value: complete };
  } catch (error) {
    return { ok: false, failure: signal.aborted ? { code: "cancelled" } : toDownloadFailure(error) };
  }
}

/** Brings all parts of a file here, and leaves them unsealed; null when they are the right ones. */
export async function downloadParts(request: PartsRequest, deps: DownloadDeps): Promise<Failure | null> {
  const { files, signal } = deps;
  const { digest } = request;
  try {
    const hash = digest?.create() ?? null;
    let done = 0;
    let index = 0;
    for (const part of await files.readParts(request.name)) {
      // A shorter part is the end of a file, or of nothing: the rest of the download begins on a whole one.
      if (part.size !== PART_BYTES || done + part.size > request.bytes || signal.aborted) break;
      hash?.update(new Uint8Array(await part.arrayBuffer()));
      done += part.size;
      index += 1;
      deps.onProgress({ type: "verify", done, total: request.bytes, unit: "bytes" });
    }
    if (done < request.bytes) {
      const failure = await fetchRest(request, deps, { hash, done, index });
      if (failure !== null) return failure;
    }
    if (signal.aborted) return { code: "cancelled" };
    if (digest === null || hash === null || bytesToHex(hash.digest()) === digest.hex) return null;
    await files.delete(request.name);
    return { code: "model-corrupt", detail: `the ${digest.name} of ${request.url} is not the expected one` };
  } catch (error) {
    return signal.aborted ? { code: "cancelled" } : toDownloadFailure(error);
  }
}

interface Reached {
  readonly hash: Hasher | null;
  done: number;
  index: number;
}

async function fetchRest(request: PartsRequest, deps: DownloadDeps, reached: Reached): Promise<Failure | null> {
  const { files, onProgress } = deps;
  const part = new Uint8Array(PART_BYTES);
  let filled = 0;
  const flush = async (): Promise<void> => {
    const data = part.slice(0, filled);
    reached.hash?.update(data);
    await files.writePart(request.name, reached.index, data);
    reached.index += 1;
    filled = 0;
  };
  const report = (): void => onProgress({ type: "download", done: reached.done, total: request.bytes, unit: "bytes" });
  report();
  const take = async (arrived: Uint8Array): Promise<Failure | null> => {
    let chunk = arrived;
    if (reached.done + chunk.length > request.bytes) {
      await files.delete(request.name);
      return { code: "model-corrupt", detail: `the file is longer than ${request.bytes} bytes` };
    }
    reached.done += chunk.length;
    while (chunk.length > 0) {
      const taken = chunk.subarray(0, PART_BYTES - filled);
      part.set(taken, filled);
      filled += taken.length;
      chunk = chunk.subarray(taken.length);
      if (filled === PART_BYTES) await flush();
    }
    report();
    return null;
  };
  const failure = await receive({ url: request.url, from: reached.done, bytes: request.bytes, take }, deps);
  if (failure !== null) return failure;
  if (reached.done !== request.bytes) {
    return { code: "download-failed", detail: `the connection ended after ${reached.done} of ${request.bytes} bytes` };
  }
  if (filled > 0) await flush();
  return null;
}

/** What is asked of a server, and where the answer goes. */
export interface Reception {
  readonly url: string;
  /** The first byte that is wanted. */
  readonly from: number;
  /** The file's length; null while nobody knows it. */
  readonly bytes: number | null;
  /** Takes what arrives, in order; a failure ends it. */
  take(chunk: Uint8Array): Promise<Failure | null>;
}

/** Fetches a file's bytes and watches that they keep coming. */
export async function receive(
  { url, from, bytes, take }: Reception,
  deps: Pick<DownloadDeps, "fetch" | "signal" | "stallMs">,
): Promise<Failure | null> {
  const { signal } = deps;
  const cancel = new AbortController();
  const onAbort = (): void => cancel.abort();
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) cancel.abort();
  let arrived = from;
  let stalled = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      stalled = true;
      cancel.abort();
    }, deps.stallMs ?? DEFAULT_STALL_MS);
  };
  try {
    watch();
    const headers: Record<string, string> = from === 0 ? {} : { Range: `bytes=${from}-` };
    const response = await deps.fetch(url, { headers, signal: cancel.signal, cache: "no-store" });
    const refusal = refuse(response, { url, bytes }, from);
    if (refusal !== null) {
      cancel.abort();
      return refusal;
    }
    // A server that does not know ranges sends the file from its beginning: what is here already is skipped.
    let skip = response.status === 206 ? 0 : from;
    const reader = response.body?.getReader();
    if (reader === undefined) return { code: "download-failed", detail: "the answer has no body" };
    for (;;) {
      const { done, value } = await reader.read();
      watch();
      if (done) return null;
      const chunk = value.subarray(Math.min(skip, value.length));
      skip -= value.length - chunk.length;
      arrived += chunk.length;
      const failure = await take(chunk);
      if (failure !== null) {
        cancel.abort();
        return failure;
      }
    }
  } catch (error) {
    if (stalled) return { code: "download-stalled", detail: `nothing arrived after byte ${arrived}` };
    if (signal.aborted) return { code: "cancelled" };
    return toDownloadFailure(error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}

/** Why an answer is not the file, or not the part of it that was asked for. */
function refuse(response: Response, request: Pick<Reception, "url" | "bytes">, from: number): Failure | null {
  const detail = `${request.url} answered ${response.status}`;
  if (response.status === 404 || response.status === 410) return { code: "model-missing", detail };
  if (response.status !== 200 && response.status !== 206) return { code: "download-failed", detail };
  // Servers of one-page apps answer every address with their page.
  if (response.headers.get("content-type")?.includes("text/html")) {
    return { code: "model-missing", detail: `${detail} with a page instead of the file` };
  }
  if (response.status === 206) {
    const stated = response.headers.get("content-range");
    // Another origin may keep it from us; a wrong range is then found by the hash.
    if (stated === null) return null;
    const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(stated);
    const isWhole = range?.[2] === "*" || request.bytes === null || Number(range?.[2]) === request.bytes;
    const fits = Number(range?.[1]) === from && isWhole;
    return fits ? null : { code: "download-failed", detail: `${detail} with another range` };
  }
  const length = response.headers.get("content-length");
  const encoded = response.headers.get("content-encoding") !== null;
  if (length !== null && !encoded && request.bytes !== null && Number(length) !== request.bytes) {
    return { code: "model-corrupt", detail: `the server's file has ${length} bytes instead of ${request.bytes}` };
  }
  return null;
}

export function toDownloadFailure(error: unknown): Failure {
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (error instanceof Error && error.name === "QuotaExceededError") return { code: "storage-full", detail };
  return { code: "download-failed", detail };
}

/** Keeps a file that is here already (the user picked it) under its hash, part by part. */
export async function keepFile(
  file: { readonly size: number; slice(start?: number, end?: number): { arrayBuffer(): Promise<ArrayBuffer> } },
  title: string,
  deps: Pick<DownloadDeps, "files" | "onProgress" | "signal">,
  prefix = "imported-",
): Promise<Result<{ readonly name: string; readonly sha256: string; readonly file: Blob }>> {
  const { files, onProgress, signal } = deps;
  let begun: string | null = null;
  try {
    const hash = sha256.create();
    for (let start = 0; start < file.size; start += HASH_SLICE_BYTES) {
      if (signal.aborted) return { ok: false, failure: { code: "cancelled" } };
      hash.update(new Uint8Array(await file.slice(start, start + HASH_SLICE_BYTES).arrayBuffer()));
      onProgress({
        type: "verify",
        done: Math.min(file.size, start + HASH_SLICE_BYTES),
        total: file.size,
        unit: "bytes",
      });
    }
    const digest = bytesToHex(hash.digest());
    const name = `${prefix}${digest}`;
    const known = await files.open(name);
    if (known !== null) return { ok: true, value: { name, sha256: digest, file: known } };
    begun = name;
    for (let index = 0; index * PART_BYTES < file.size; index += 1) {
      if (signal.aborted) {
        await files.delete(name);
        return { ok: false, failure: { code: "cancelled" } };
      }
      const part = await file.slice(index * PART_BYTES, (index + 1) * PART_BYTES).arrayBuffer();
      await files.writePart(name, index, new Uint8Array(part));
      const done = Math.min(file.size, (index + 1) * PART_BYTES);
      onProgress({ type: "download", done, total: file.size, unit: "bytes" });
    }
    await files.seal(name, { bytes: file.size, sha256: digest, title });
    const kept = await files.open(name);
    if (kept === null) return { ok: false, failure: { code: "storage-lost", detail: "the file was gone at once" } };
    return { ok: true, value: { name, sha256: digest, file: kept } };
  } catch (error) {
    // A part of a file that the user has anyway is of no use here.
    if (begun !== null) await files.delete(begun).catch(() => undefined);
    return { ok: false, failure: toDownloadFailure(error) };
  }
}

/**
 * Reads a stored file from end to end and holds it against what was written down when it was kept. A file that has
 * changed is said to be corrupt and stays where it is.
 */
export async function verifyFile(
  name: string,
  deps: Pick<DownloadDeps, "files" | "onProgress" | "signal">,
): Promise<Result<null>> {
  const { files, onProgress, signal } = deps;
  const facts = (await files.listSealed()).find((file) => file.name === name);
  if (facts === undefined)
    return { ok: false, failure: { code: "model-missing", detail: `no file '${name}' is kept` } };
  const file = await files.open(name);
  if (file === null) {
    return { ok: false, failure: { code: "model-corrupt", detail: "a part of the file has gone" } };
  }
  const hash = sha256.create();
  for (let start = 0; start < file.size; start += HASH_SLICE_BYTES) {
    if (signal.aborted) return { ok: false, failure: { code: "cancelled" } };
    hash.update(new Uint8Array(await file.slice(start, start + HASH_SLICE_BYTES).arrayBuffer()));
    const done = Math.min(file.size, start + HASH_SLICE_BYTES);
    onProgress({ type: "verify", done, total: file.size, unit: "bytes" });
  }
  if (bytesToHex(hash.digest()) === facts.sha256) return { ok: true, value: null };
  const detail = "its SHA-256 is no longer what it was when it was kept";
  return { ok: false, failure: { code: "model-corrupt", detail } };
}
