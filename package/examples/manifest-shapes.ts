import { readManifest, toManifestTool } from "alcove/files";
import { toAnthropicTool, toOpenAiTool } from "alcove/formats";
import { SHOUT } from "./run-manifests.ts";

/** A tool from a `.clad.toml` in three shapes: name, description and schema, and what OpenAI and Anthropic expect. */
export async function runManifestShapes(): Promise<string> {
  const manifest = readManifest(SHOUT, "shout.clad.toml");
  if (!manifest.ok) throw new Error(manifest.faults.map(({ line, message }) => `${line}: ${message}`).join("\n"));
  const { spec } = toManifestTool(manifest.value, {});
  const { name, description, parameters } = spec;
  return JSON.stringify({
    triple: { name, description, parameters },
    openai: toOpenAiTool(spec),
    anthropic: toAnthropicTool(spec),
  });
}
