import { bytesToHex } from "@noble/hashes/utils.js";
import type { SlicedFile } from "../files/store-file.ts";
import { corrupt } from "./gguf-fault.ts";
import { mergeAdapter } from "./merge-adapter.ts";
import { readAdapter } from "./read-adapter.ts";

/** Written by `python -m dev.model.starter.export`; a checkout may lack them. */
const FILES = import.meta.glob<string>("../../../dev/model/starter/starter.adapter", {
  query: "?url",
  import: "default",
  eager: true,
});
const HASHES = import.meta.glob<AdapterHashes>("../../../dev/model/starter/hashes.json", {
  import: "default",
  eager: true,
});

/** SHA-256 of the base file, of the adapter and of the merged file, in lower-case hexadecimal. */
export interface AdapterHashes {
  readonly base: string;
  readonly adapter: string;
  readonly merged: string;
  /** Length of the merged file. */
  readonly bytes: number;
}

/** The hashes of the adapter that this build holds; null where it holds none. */
export function findAdapterHashes(): AdapterHashes | null {
  return Object.values(HASHES)[0] ?? null;
}

/**
 * The starter's file with this build's adapter merged into it while it is read. Rejects when there is no adapter, when it
 * did not arrive as it was built, or when it belongs to another file.
 */
export async function mergeStarterAdapter(file: SlicedFile, baseSha256: string): Promise<SlicedFile> {
  const [address] = Object.values(FILES);
  const hashes = findAdapterHashes();
  if (address === undefined || hashes === null) throw new Error("this build holds no adapter for the starter");
  const response = await fetch(new URL(address, import.meta.url));
  if (!response.ok) throw new Error(`the starter's adapter answered ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  if (bytesToHex(digest) !== hashes.adapter) throw corrupt("the starter's adapter did not arrive as it was built");
  const adapter = readAdapter(bytes);
  if (adapter.base !== baseSha256) throw corrupt("the starter's adapter belongs to another file");
  return mergeAdapter(file, adapter);
}
