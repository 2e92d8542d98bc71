import { parseRunFile } from "../../agent/log/parse-run-file.ts";
import type { Result } from "../../protocol/failure.ts";
import type { PickedFile } from "../../protocol/model.ts";
import { fromRunEvents } from "../scripted/scripted-model.ts";
import type { CatalogModel } from "./model-catalog.ts";

/** An exported run as a model that repeats what was written; the tools run again. */
export async function toReplayModel(file: PickedFile): Promise<Result<CatalogModel>> {
  const text = new TextDecoder().decode(await file.slice(0).arrayBuffer());
  const read = parseRunFile(text);
  if (!read.ok) return read;
  const { id, events } = read.value;
  const script = { ...fromRunEvents(events), foreign: true };
  const { title, format, contextTokens } = script;
  const model: CatalogModel = {
    id: `replay:${id}`,
    title,
    engines: ["scripted"],
    format,
    contextTokens,
    local: true,
    source: { type: "replay", script },
  };
  return { ok: true, value: model };
}
