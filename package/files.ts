/** `alcove/files`: tools, skills and flows from `.clad.toml`, `SKILL.md`, `.flow.toml` and JSON Schema. */

export type { FlowFile, FlowFileNode } from "../worker/flows/flow.ts";
export { readFlowFile } from "../worker/flows/read-flow-file.ts";
export type { KnownNames } from "../worker/flows/read-flow-node.ts";
export { type FlowParts, toFlowSkill } from "../worker/flows/to-flow-skill.ts";
export type { FileFault, Reading } from "../worker/protocol/file-fault.ts";
export { formatFault } from "../worker/protocol/file-fault.ts";
export {
  type KnowledgeFile,
  type KnowledgeReading,
  readKnowledgeFile,
} from "../worker/tools/knowledge/read-knowledge-file.ts";
export { toKnowledgeTool } from "../worker/tools/knowledge/to-knowledge-tool.ts";
export {
  createHttpExecutor,
  type HttpAnswer,
  type HttpDeps,
  type HttpExecutor,
  type HttpRequest,
} from "../worker/tools/manifest/http-executor.ts";
export { type Manifest, readCustomTypes, readManifest } from "../worker/tools/manifest/read-manifest.ts";
export { type ManifestDeps, toManifestTool } from "../worker/tools/manifest/to-manifest-tool.ts";
export { fromJsonSchema } from "../worker/tools/schema/from-json-schema.ts";
export { readSkillFile, type SkillFile, type SkillReading } from "../worker/tools/skills/read-skill-file.ts";
