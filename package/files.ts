/** `alcove/files`: tools and skills from `.clad.toml`, `SKILL.md` and JSON Schema. */
export { fromJsonSchema } from "../worker/agent/define/from-json-schema.ts";
export type { FileFault } from "../worker/protocol/file-fault.ts";
export { formatFault } from "../worker/protocol/file-fault.ts";
export { type Manifest, type Reading, readCustomTypes, readManifest } from "../worker/tools/manifest/read-manifest.ts";
export { type ManifestDeps, toManifestTool } from "../worker/tools/manifest/to-manifest-tool.ts";
export { readSkillFile, type SkillFile, type SkillReading } from "../worker/tools/skills/read-skill-file.ts";
