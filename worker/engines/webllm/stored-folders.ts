import type { FormatId } from "../../protocol/model.ts";
import { type ModelShelf, SHELF_ORIGIN } from "./webllm-cache.ts";

/** What is written down of a folder in MLC's form that the person imported. */
export interface FolderFacts {
  /** The model's id; its files lie in the folder of that name (`toModelFolder`). */
  readonly id: string;
  readonly title: string;
  /** Of the weights. */
  readonly bytes: number;
  /** The library's name in the folder. */
  readonly library: string;
  readonly contextTokens: number;
  readonly format: FormatId;
}

/** How the ids of such models begin. */
export const FOLDER_PREFIX = "imported-mlc-";
/** Where the facts lie, beside the weights. */
export const FOLDER_FACTS = "alcove-folder.json";

/** The imported folders that are here whole. */
export async function listFolders(shelf: ModelShelf): Promise<readonly FolderFacts[]> {
  const found: FolderFacts[] = [];
  for (const url of await shelf.list("model", `${SHELF_ORIGIN}/models/${FOLDER_PREFIX}`)) {
    if (!url.endsWith(`/${FOLDER_FACTS}`)) continue;
    const content = await shelf.read("model", url);
    if (content !== null) found.push(JSON.parse(new TextDecoder().decode(content)) as FolderFacts);
  }
  return found;
}
