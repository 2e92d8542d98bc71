import { md5 } from "@noble/hashes/legacy.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { type Failure, failed, type Result } from "../../protocol/failure.ts";
import { isJsonArray, parseJsonObject } from "../../protocol/json.ts";
import { type DownloadDeps, downloadParts, receive, toDownloadFailure } from "../files/download.ts";
import { toPartsName } from "./cached-catalog-model.ts";
import { hasFirstHash } from "./first-hashes.ts";
import type { CacheKind, ModelCache } from "./webllm-cache.ts";
import { parseWeightList, WEIGHT_LIST, type WeightPiece } from "./weight-list.ts";

/** A model in MLC's format on a host: a folder of weights and the library that runs them. */
export interface ModelFolder {
  /** The name under which unfinished pieces are stored. */
  readonly record: string;
  /** Absolute, with a trailing slash. */
  readonly folder: string;
  /** Absolute. */
  readonly library: string;
}

/** The dependencies of a folder download. */
export interface FolderDeps extends DownloadDeps {
  readonly cache: ModelCache;
}

export const CHAT_CONFIG = "mlc-chat-config.json";
/** Pieces downloaded at the same time, to hide the host's latency before each. */
const LANES = 3;

/**
 * Downloads a model's files into the caches where WebLLM looks before it asks the network. Cached files stay, a piece
 * counts once it is complete and has the right hash, and an unfinished one continues after its last whole part.
 */
export async function downloadFolder(model: ModelFolder, deps: FolderDeps): Promise<Result<null>> {
  try {
    const failure = await fetchFolder(model, deps);
    return failure === null ? { ok: true, value: null } : { ok: false, failure };
  } catch (error) {
    return { ok: false, failure: deps.signal.aborted ? { code: "cancelled" } : toDownloadFailure(error) };
  }
}

async function fetchFolder(model: ModelFolder, deps: FolderDeps): Promise<Failure | null> {
  const { cache } = deps;
  const { folder, library } = model;
  const here = new Set(await cache.list("model", folder));
  const list = await readOrFetch(
    { kind: "model", url: folder + WEIGHT_LIST, check: (text) => parseWeightList(text) !== null },
    deps,
  );
  if (!list.ok) return list.failure;
  const pieces = parseWeightList(list.value) ?? [];
  const progress = countBytes(pieces, deps);
  const missing: WeightPiece[] = [];
  for (const piece of pieces) {
    const url = folder + piece.name;
    // Without the cached list, cached pieces may belong to another version.
    const isStored = here.has(url) && (here.has(folder + WEIGHT_LIST) || (await isRight(piece, url, cache)));
    if (isStored) progress.settle(piece);
    else missing.push(piece);
  }

  const fetchFile = (file: SmallFile): Promise<Result<string>> =>
    readOrFetch(file, { ...deps, onProgress: progress.follow(file.url) });
  const config = await fetchFile({
    kind: "config",
    url: folder + CHAT_CONFIG,
    check: (text) => parseJsonObject(text) !== null,
  });
  if (!config.ok) return config.failure;
  const tokenizer = chooseTokenizer(config.value);
  if (tokenizer === null) {
    return { code: "model-unsupported", detail: `${CHAT_CONFIG} names no tokenizer that WebLLM can read` };
  }
  for (const file of [
    { kind: "model", url: folder + tokenizer, isHeld: true },
    { kind: "wasm", url: library, isHeld: true },
  ] as const) {
    if ((await cache.list(file.kind, file.url)).includes(file.url)) continue;
    const fetched = await fetchFile(file);
    if (!fetched.ok) return fetched.failure;
  }
  return inLanes(missing, deps, (piece, pieceDeps) =>
    fetchPiece(model, piece, { ...pieceDeps, onProgress: progress.follow(piece.name) }),
  );
}

async function isRight(piece: WeightPiece, url: string, cache: ModelCache): Promise<boolean> {
  const content = await cache.read("model", url);
  return content !== null && findFault(piece, content) === null;
}

async function fetchPiece({ record, folder }: ModelFolder, piece: WeightPiece, deps: FolderDeps) {
  const { files, cache, signal } = deps;
  const name = toPartsName(record, piece.name);
  const url = folder + piece.name;
  const digest = piece.md5 === undefined ? null : { name: "MD5", create: () => md5.create(), hex: piece.md5 };
  const failure = await downloadParts({ url, name, bytes: piece.bytes, digest }, deps);
  if (failure !== null) {
    // The host's weights differ from its list: the next attempt fetches both again.
    if (failure.code === "model-corrupt") {
      for (const other of [WEIGHT_LIST, CHAT_CONFIG, "tokenizer."]) await cache.deleteUnder(folder + other);
    }
    return failure;
  }
  if (signal.aborted) return { code: "cancelled" } as const;
  await cache.write("model", url, new Blob([...(await files.readParts(name))]), "application/octet-stream");
  await files.delete(name);
  return null;
}

/** Works on the items, `LANES` at a time, until one fails. */
async function inLanes<Item>(
  items: readonly Item[],
  deps: FolderDeps,
  work: (item: Item, deps: FolderDeps) => Promise<Failure | null>,
): Promise<Failure | null> {
  const { signal } = deps;
  const stop = new AbortController();
  const ended = AbortSignal.any([signal, stop.signal]);
  const waiting = [...items];
  let first: Failure | null = null;
  const lane = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined && !ended.aborted; item = waiting.shift()) {
      const failure = await work(item, { ...deps, signal: ended }).catch(toDownloadFailure);
      if (failure === null) continue;
      first ??= failure;
      stop.abort();
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return signal.aborted ? { code: "cancelled" } : first;
}

/** Adds up the progress of all of a model's files. */
function countBytes(pieces: readonly WeightPiece[], { onProgress }: FolderDeps) {
  const weights = new Set(pieces.map(({ name }) => name));
  const here = new Map<string, number>();
  const all = pieces.reduce((sum, { bytes }) => sum + bytes, 0);
  const report = (): void => {
    let done = 0;
    let total = all;
    for (const [name, bytes] of here) {
      done += bytes;
      // The length of other files is not known in advance.
      if (!weights.has(name)) total += bytes;
    }
    onProgress({ type: "download", done, total, unit: "bytes" });
  };
  return {
    follow:
      (name: string): DownloadDeps["onProgress"] =>
      ({ done }) => {
        here.set(name, done);
        report();
      },
    settle: ({ name, bytes }: WeightPiece): void => {
      here.set(name, bytes);
    },
  };
}

interface SmallFile {
  readonly kind: CacheKind;
  readonly url: string;
  /** Whether its text is valid; absent where only WebLLM can tell. */
  check?(text: string): boolean;
  /** Whether its content must stay what it was at the first download. */
  readonly isHeld?: boolean;
}

/** Returns the text of a cached file, or fetches the file and caches it. */
async function readOrFetch({ kind, url, check, isHeld }: SmallFile, deps: FolderDeps): Promise<Result<string>> {
  const cached = await deps.cache.read(kind, url);
  if (cached !== null) return { ok: true, value: new TextDecoder().decode(cached) };
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let done = 0;
  const take = async (chunk: Uint8Array): Promise<null> => {
    chunks.push(new Uint8Array(chunk));
    done += chunk.length;
    deps.onProgress({ type: "download", done, total: 0, unit: "bytes" });
    return null;
  };
  const failure = await receive({ url, from: 0, bytes: null, take }, deps);
  if (failure !== null) return { ok: false, failure };
  const content = new Blob(chunks);
  const text = check === undefined ? "" : await content.text();
  if (check?.(text) === false) return failed("model-corrupt", `${url} is not what its name says`);
  if (isHeld === true && !(await hasFirstHash(url, new Uint8Array(await content.arrayBuffer()), deps.cache))) {
    return failed("model-corrupt", `${url} has changed since its first download`);
  }
  await deps.cache.write(kind, url, content, kind === "wasm" ? "application/wasm" : "application/octet-stream");
  return { ok: true, value: text };
}

/** The name of the tokenizer file that WebLLM 0.2.86 reads (`asyncLoadTokenizer`); null when the config names none. */
export function chooseTokenizer(config: string): string | null {
  const { tokenizer_files: named } = parseJsonObject(config) ?? {};
  const names = isJsonArray(named) ? named : [];
  return ["tokenizer.json", "tokenizer.model"].find((name) => names.includes(name)) ?? null;
}

/**
 * Reads a model's weights from the cache from end to end and compares them with their list: lengths, and hashes where
 * it has them.
 */
export async function verifyFolder(
  folder: string,
  { cache, onProgress, signal }: Pick<FolderDeps, "cache" | "onProgress" | "signal">,
): Promise<Result<null>> {
  const list = await cache.read("model", folder + WEIGHT_LIST);
  const pieces = list === null ? null : parseWeightList(new TextDecoder().decode(list));
  if (pieces === null) return failed("model-missing", `no ${WEIGHT_LIST} is kept`);
  const total = pieces.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  for (const piece of pieces) {
    if (signal.aborted) return failed("cancelled");
    const content = await cache.read("model", folder + piece.name);
    const fault = content === null ? "it is no longer here" : findFault(piece, content);
    if (fault !== null) return failed("model-corrupt", `${piece.name}: ${fault}`);
    done += piece.bytes;
    onProgress({ type: "verify", done, total, unit: "bytes" });
  }
  return { ok: true, value: null };
}

/** How a piece's content differs from its list; null when it does not. */
export function findFault(piece: WeightPiece, content: Uint8Array): string | null {
  if (content.length !== piece.bytes) return `it has ${content.length} bytes instead of ${piece.bytes}`;
  if (piece.md5 === undefined || bytesToHex(md5(content)) === piece.md5) return null;
  return "its MD5 is not the one in the list";
}
