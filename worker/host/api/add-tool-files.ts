import type { FileFault } from "../../protocol/file-fault.ts";
import type { ToolFile } from "../../protocol/settings.ts";
import { toToolFileKind, toToolFileName } from "../../protocol/tool-file-name.ts";
import type { HostParts } from "../host-parts.ts";

/** The size of each file is limited by its reader. */
const MAX_TOOL_FILES = 500;

/** Adds the files that have no faults, and returns the faults of the others. */
export async function addToolFiles(
  parts: HostParts,
  given: readonly ToolFile[],
  remakeAgent: (parts: HostParts, toolFiles: readonly ToolFile[]) => Promise<void>,
): Promise<readonly FileFault[]> {
  const { ownAgent } = await parts.readStarted();
  const added = new Map(given.map((file) => [toToolFileName(file), file.text]));
  const merge = (names: ReadonlySet<string>): readonly ToolFile[] => {
    const taken = [...added].filter(([name]) => names.has(name)).map(([name, text]) => ({ name, text }));
    return [...parts.settings.current.toolFiles.filter(({ name }) => !names.has(name)), ...taken];
  };
  // Trials first: a file with faults must not replace one that works. Skills are judged by the tools that remain, flows by both.
  const good = new Set(added.keys());
  const faults: FileFault[] = [];
  for (const kind of ["tool", "knowledge", "skill", "flow"]) {
    const trial = await ownAgent.make(merge(good));
    const found = trial.faults.filter(({ file }) => good.has(file) && toToolFileKind(file) === kind);
    faults.push(...found);
    for (const { file } of found) good.delete(file);
  }
  const merged = merge(good);
  if (merged.length > MAX_TOOL_FILES) {
    return [...good].map((file) => ({ file, line: 1, message: `there are ${MAX_TOOL_FILES} files already` }));
  }
  await remakeAgent(parts, merged);
  return faults;
}
