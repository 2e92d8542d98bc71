import { type ModelRecord, prebuiltAppConfig } from "@mlc-ai/web-llm";
import type { SharedLibrary } from "./cached-catalog-model.ts";
import { SILENT_TURNS } from "./silent-turns.ts";

/**
 * A model of WebLLM's own list, with its stop tokens and a conversation template that adds nothing to the messages,
 * because the app renders the prompt. Null when the list has no such name.
 */
export function findCatalogRecord(name: string): ModelRecord | null {
  const record = prebuiltAppConfig.model_list.find((each) => each.model_id === name);
  if (record === undefined) return null;
  return { ...record, overrides: { ...record.overrides, conv_config: toRawConversation() } };
}

/** The library of a record, with every record of the list that shares it. */
export function findLibrary(name: string): SharedLibrary | null {
  const { model_list } = prebuiltAppConfig;
  const url = model_list.find(({ model_id }) => model_id === name)?.model_lib;
  if (url === undefined) return null;
  return { url, records: model_list.filter(({ model_lib }) => model_lib === url).map(({ model_id }) => model_id) };
}

/** The folder of a record's files, derived as in WebLLM 0.2.86 (`cleanModelUrl`). */
export function toRecordFolder({ model }: Pick<ModelRecord, "model">): string {
  const folder = model.endsWith("/") ? model : `${model}/`;
  return /.+\/resolve\/.+\//.test(folder) ? folder : `${folder}resolve/main/`;
}

/** See `findCatalogRecord`. */
export function toRawConversation(): NonNullable<NonNullable<ModelRecord["overrides"]>["conv_config"]> {
  // Otherwise messages pass through `String.replace`, which interprets `$&` and the like.
  const templates: object = { role_templates: undefined };
  return { ...SILENT_TURNS, ...templates };
}
