import type { MlcConversation } from "../../formats/templates/mlc-conversation.ts";
import type { FormatId } from "../../protocol/model.ts";
import { CACHE_ORIGIN, type ModelCache } from "./webllm-cache.ts";

/** The recorded facts of a folder in MLC's format that the user imported. */
export interface FolderFacts {
  /** The model's id; its files are in the folder of that name (`toModelFolder`). */
  readonly id: string;
  readonly title: string;
  /** Of the weights. */
  readonly bytes: number;
  /** The library's name in the folder. */
  readonly library: string;
  readonly contextTokens: number;
  readonly format: FormatId;
  /** Its own turns, where its family is not known; absent in older imports. */
  readonly conversation?: MlcConversation;
}

/** The prefix of such models' ids. */
export const FOLDER_PREFIX = "imported-mlc-";
/** The name of the facts' file, beside the weights. */
export const FOLDER_FACTS = "alcove-folder.json";

/** The completely imported folders. */
export async function listFolders(cache: ModelCache): Promise<readonly FolderFacts[]> {
  const found: FolderFacts[] = [];
  for (const url of await cache.list("model", `${CACHE_ORIGIN}/models/${FOLDER_PREFIX}`)) {
    if (!url.endsWith(`/${FOLDER_FACTS}`)) continue;
    const content = await cache.read("model", url);
    if (content !== null) found.push(JSON.parse(new TextDecoder().decode(content)) as FolderFacts);
  }
  return found;
}
