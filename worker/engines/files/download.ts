import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { createStallTimer } from "../../platform/race-abort.ts";
import { describeError } from "../../protocol/describe-error.ts";
import { type Failure, failed, type Result } from "../../protocol/failure.ts";
import type { LoadProgress } from "../../protocol/model.ts";
import type { ModelFiles } from "./model-files.ts";

/** A file to download, with the length and hash that it must have. */
export interface DownloadRequest {
  /** Absolute address. */
  readonly url: string;
  /** The name under which it is stored. */
  readonly name: string;
  /** For the user. */
  readonly title: string;
  readonly bytes: number;
  /** Lower-case hexadecimal; null where it is not known: then the first download's holds. */
  readonly sha256: string | null;
}

/** The dependencies of a download. */
export interface DownloadDeps {
  readonly files: ModelFiles;
  readonly fetch: typeof globalThis.fetch;
  readonly onProgress: (progress: LoadProgress) => void;
  readonly signal: AbortSignal;
  /** Milliseconds without a byte after which the download counts as stalled. */
  readonly stallMs?: number;
}

const DEFAULT_STALL_MS = 30_000;

/** A hash that is fed piece by piece. */
interface Hasher {
  update(data: Uint8Array): unknown;
  digest(): Uint8Array;
}

/** A file to download in parts, with the hash that it must have. */
export interface PartsRequest extends Pick<DownloadRequest, "url" | "name" | "bytes"> {
  /** Null when the file's hash is unknown: then only its length is checked. */
  readonly digest: {
    readonly name: string;
    create(): Hasher;
    /** Null to take any. */
    readonly hex: string | null;
    /** Told the hash of the whole file, once it has been accepted. */
    onHash?(hex: string): void;
  } | null;
}

/**
 * Returns a file of known length and hash, from this browser or else from its address, where the download continues
 * after the last whole part of an earlier attempt. A file with another hash is deleted, one that was stored before too.
 */
export async function downloadFile(request: DownloadRequest, deps: DownloadDeps): Promise<Result<Blob>> {
  const { files, signal } = deps;
  try {
    const stored = await files.open(request.name);
    if (stored !== null) {
      const seal = (await files.listSealed()).find(({ name }) => name === request.name);
      const isExpected = seal !== undefined && (request.sha256 === null || seal.sha256 === request.sha256);
      if (stored.size === request.bytes && isExpected) return { ok: true, value: stored };
      // Parts of another file are no beginning of this one.
      await files.delete(request.name);
    }
    let hash = "";
    const onHash = (hex: string): void => {
      hash = hex;
    };
    const digest = { name: "SHA-256", create: () => sha256.create(), hex: request.sha256, onHash };
    const failure = await downloadParts({ ...request, digest }, deps);
    if (failure !== null) return { ok: false, failure };
    const { bytes, title } = request;
    await files.seal(request.name, { bytes, sha256: hash, title });
    const complete = await files.open(request.name);
    if (complete === null) return failed("storage-lost", "the file was gone at once");
    return { ok: true, value: complete };
  } catch (error) {
    return { ok: false, failure: signal.aborted ? { code: "cancelled" } : toDownloadFailure(error) };
  }
}

/** Downloads all parts of a file and leaves them unsealed. Returns null when they have the right hash. */
export async function downloadParts(request: PartsRequest, deps: DownloadDeps): Promise<Failure | null> {
  const { files, signal } = deps;
  const { digest } = request;
  try {
    const hash = digest?.create() ?? null;
    let done = 0;
    let index = 0;
    for (const part of await files.readParts(request.name)) {
      // Anything after a shorter part is discarded: the download continues at a part border.
      if (part.size !== files.partBytes || done + part.size > request.bytes || signal.aborted) break;
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
    if (digest === null || hash === null) return null;
    const actual = bytesToHex(hash.digest());
    if (digest.hex === null || actual === digest.hex) {
      digest.onHash?.(actual);
      return null;
    }
    await files.delete(request.name);
    return { code: "model-corrupt", detail: `the ${digest.name} of ${request.url} is not the expected one` };
  } catch (error) {
    return signal.aborted ? { code: "cancelled" } : toDownloadFailure(error);
  }
}

async function fetchRest(
  request: PartsRequest,
  deps: DownloadDeps,
  reached: { readonly hash: Hasher | null; done: number; index: number },
): Promise<Failure | null> {
  const { files, onProgress } = deps;
  const part = new Uint8Array(files.partBytes);
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
      const taken = chunk.subarray(0, part.length - filled);
      part.set(taken, filled);
      filled += taken.length;
      chunk = chunk.subarray(taken.length);
      if (filled === part.length) await flush();
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

/** A request for a file, or for its end, and the receiver of its bytes. */
export interface Reception {
  readonly url: string;
  /** The first byte that is wanted. */
  readonly from: number;
  /** The file's length; null when unknown. */
  readonly bytes: number | null;
  /** Takes the bytes in order; a failure ends the download. */
  take(chunk: Uint8Array): Promise<Failure | null>;
}

/** Fetches a file's bytes and ends when they stop arriving. */
export async function receive(
  { url, from, bytes, take }: Reception,
  deps: Pick<DownloadDeps, "fetch" | "signal" | "stallMs">,
): Promise<Failure | null> {
  const { signal } = deps;
  const cancel = new AbortController();
  const stall = createStallTimer(deps.stallMs ?? DEFAULT_STALL_MS);
  let isStalled = false;
  void stall.promise.then(() => {
    isStalled = true;
    cancel.abort();
  });
  let arrived = from;
  try {
    const headers: Record<string, string> = from === 0 ? {} : { Range: `bytes=${from}-` };
    const response = await deps.fetch(url, {
      headers,
      signal: AbortSignal.any([signal, cancel.signal]),
      cache: "no-store",
    });
    const refusal = refuse(response, { url, bytes }, from);
    if (refusal !== null) return refusal;
    const reader = response.body?.getReader();
    if (reader === undefined) return { code: "download-failed", detail: "the answer has no body" };
    // A server without range support sends the whole file: what is stored already is skipped.
    let skip = response.status === 206 ? 0 : from;
    for (;;) {
      const { done, value } = await reader.read();
      stall.restart();
      if (done) return null;
      const chunk = value.subarray(Math.min(skip, value.length));
      skip -= value.length - chunk.length;
      arrived += chunk.length;
      const failure = await take(chunk);
      if (failure !== null) return failure;
    }
  } catch (error) {
    if (isStalled) return { code: "download-stalled", detail: `nothing arrived after byte ${arrived}` };
    if (signal.aborted) return { code: "cancelled" };
    return toDownloadFailure(error);
  } finally {
    stall.clear();
    cancel.abort();
  }
}

/** Why a response is not the requested file or range; null when it is. */
function refuse(response: Response, request: Pick<Reception, "url" | "bytes">, from: number): Failure | null {
  const detail = `${request.url} answered ${response.status}`;
  if (response.status === 404 || response.status === 410) return { code: "model-missing", detail };
  if (response.status !== 200 && response.status !== 206) return { code: "download-failed", detail };
  // Servers of single-page apps answer every address with their page.
  if (response.headers.get("content-type")?.includes("text/html")) {
    return { code: "model-missing", detail: `${detail} with a page instead of the file` };
  }
  if (response.status === 206) {
    const stated = response.headers.get("content-range");
    // Cross-origin responses may hide it; the hash then reveals a wrong range.
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

/** Tells a full storage from a failed download. */
export function toDownloadFailure(error: unknown): Failure {
  const name = error instanceof Error ? error.name : "";
  const detail = name === "" ? describeError(error) : `${name}: ${describeError(error)}`;
  return { code: name === "QuotaExceededError" ? "storage-full" : "download-failed", detail };
}
