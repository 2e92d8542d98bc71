import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { recogniseFormat } from "../../formats/recognition/recognise-format.ts";
import { readMlcConversation } from "../../formats/templates/mlc-template.ts";
import { defined } from "../../protocol/defined.ts";
import { type Failed, type Failure, failed, type Result } from "../../protocol/failure.ts";
import { parseJsonObject, toFields } from "../../protocol/json.ts";
import type { PickedFile } from "../../protocol/model.ts";
import { toDownloadFailure } from "../files/download.ts";
import type { FolderFacts } from "./stored-folders.ts";
import { FOLDER_FACTS, FOLDER_PREFIX } from "./stored-folders.ts";
import { type CacheKind, toModelFolder } from "./webllm-cache.ts";
import { CHAT_CONFIG, chooseTokenizer, type FolderDeps, findFault } from "./webllm-download.ts";
import { parseWeightList, WEIGHT_LIST } from "./weight-list.ts";

type FolderImportDeps = Pick<FolderDeps, "cache" | "onProgress" | "signal">;

/** Names of the list of weights, the newer first: WebLLM 0.2.86 reads only that one. */
const LISTS = [WEIGHT_LIST, "ndarray-cache.json"] as const;
const LIBRARY = "library.wasm";
const ID_LENGTH = 32;

/**
 * Caches a folder in MLC's format (configuration, tokenizer, list of weights, weights and a compiled library) where
 * WebLLM looks for it. Every piece is checked against the list; the facts are written last, so an interrupted import
 * counts as none.
 */
export async function importFolder(
  title: string,
  files: readonly PickedFile[],
  deps: FolderImportDeps,
): Promise<Result<FolderFacts>> {
  const plan = await readFolder(title, files);
  if (!plan.ok) return plan;
  const { id } = plan.value.facts;
  const folder = toModelFolder(id);
  try {
    const failure = await cacheFolder(plan.value, folder, deps);
    if (failure === null) return { ok: true, value: plan.value.facts };
    await deps.cache.deleteUnder(folder);
    return { ok: false, failure };
  } catch (error) {
    await deps.cache.deleteUnder(folder).catch(() => undefined);
    return { ok: false, failure: toDownloadFailure(error) };
  }
}

interface FolderPlan {
  readonly facts: FolderFacts;
  readonly small: readonly { readonly kind: CacheKind; readonly name: string; readonly file: PickedFile }[];
  readonly pieces: readonly { readonly piece: Parameters<typeof findFault>[0]; readonly file: PickedFile }[];
}

/** Finds the folder's files and checks that it is complete. */
async function readFolder(title: string, files: readonly PickedFile[]): Promise<Result<FolderPlan>> {
  const find = (name: string): PickedFile | undefined => files.find((file) => file.name === name);
  const refuse = (detail: string): Failed => failed("model-corrupt", detail);
  const configFile = find(CHAT_CONFIG);
  const listFile = LISTS.map(find).find((file) => file !== undefined);
  if (configFile === undefined || listFile === undefined) {
    return refuse(`there is no ${configFile === undefined ? CHAT_CONFIG : LISTS.join(" or ")} in the folder`);
  }
  const [config, list] = await Promise.all([readText(configFile), readText(listFile)]);
  const pieces = parseWeightList(list);
  if (pieces === null) return refuse(`${listFile.name} is no list of weights`);
  const settings = parseConfig(config);
  const tokenizer = chooseTokenizer(config);
  const tokenizerFile = tokenizer === null ? undefined : find(tokenizer);
  if (settings === null || tokenizerFile === undefined) {
    return refuse(`${CHAT_CONFIG} names no tokenizer that is in the folder`);
  }
  const missing = pieces.filter(({ name }) => find(name) === undefined);
  if (missing.length > 0) return refuse(`missing: ${missing.map(({ name }) => name).join(", ")}`);
  const library = files.find(({ name }) => /\.wasm$/i.test(name));
  if (library === undefined) return failed("library-missing", `no .wasm file for ${settings.kind} in the folder`);
  const digest = bytesToHex(sha256(utf8ToBytes(`${config}\n${list}\n${library.name} ${library.size}`)));
  const facts: FolderFacts = {
    id: FOLDER_PREFIX + digest.slice(0, ID_LENGTH),
    title,
    bytes: pieces.reduce((sum, { bytes }) => sum + bytes, 0),
    library: LIBRARY,
    contextTokens: settings.contextTokens,
    format: settings.format,
    ...defined({ conversation: settings.conversation }),
  };
  return {
    ok: true,
    value: {
      facts,
      small: [
        { kind: "config", name: CHAT_CONFIG, file: configFile },
        { kind: "model", name: tokenizerFile.name, file: tokenizerFile },
        { kind: "model", name: WEIGHT_LIST, file: listFile },
        { kind: "wasm", name: LIBRARY, file: library },
      ],
      pieces: pieces.flatMap((piece) => {
        const file = find(piece.name);
        return file === undefined ? [] : [{ piece, file }];
      }),
    },
  };
}

async function cacheFolder(
  { facts, small, pieces }: FolderPlan,
  folder: string,
  { cache, onProgress, signal }: FolderImportDeps,
): Promise<Failure | null> {
  let done = 0;
  for (const { piece, file } of pieces) {
    if (signal.aborted) return { code: "cancelled" };
    const content = await readBytes(file);
    const fault = findFault(piece, content);
    if (fault !== null) return { code: "model-corrupt", detail: `${piece.name}: ${fault}` };
    await cache.write("model", folder + piece.name, content, "application/octet-stream");
    done += content.length;
    onProgress({ type: "verify", done, total: facts.bytes, unit: "bytes" });
  }
  for (const { kind, name, file } of small) {
    const type = kind === "wasm" ? "application/wasm" : "application/json";
    await cache.write(kind, folder + name, await readBytes(file), type);
  }
  if (signal.aborted) return { code: "cancelled" };
  await cache.write("model", folder + FOLDER_FACTS, toBytes(JSON.stringify(facts)), "application/json");
  return null;
}

const MAX_TOKENS = 4096;

function parseConfig(text: string) {
  const config = parseJsonObject(text);
  if (config === null) return null;
  const { context_window_size: window, conv_template: template, model_type: type, quantization } = config;
  const name = String(toFields(template).name ?? "");
  const format = recogniseFormat({ convTemplate: name, architecture: typeof type === "string" ? type : null });
  const conversation = format === "generic" ? (readMlcConversation(template) ?? undefined) : undefined;
  return {
    contextTokens: typeof window === "number" && window > 0 ? Math.min(MAX_TOKENS, window) : MAX_TOKENS,
    format,
    conversation,
    // For a message.
    kind: `${String(type ?? "this model")} ${String(quantization ?? "")}`.trim(),
  };
}

async function readBytes(file: PickedFile): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.slice(0, file.size).arrayBuffer());
}

async function readText(file: PickedFile): Promise<string> {
  return new TextDecoder().decode(await readBytes(file));
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(utf8ToBytes(text));
}
