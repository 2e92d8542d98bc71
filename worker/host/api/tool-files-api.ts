import type { AgentEvent } from "../../protocol/api/agent-event.ts";
import type { ToolFilesApi } from "../../protocol/api/tool-files-api.ts";
import type { FileFault } from "../../protocol/file-fault.ts";
import type { ToolFile } from "../../protocol/settings.ts";
import { toToolFileKind, toToolFileName } from "../../protocol/tool-file-name.ts";
import { toSkillInfos } from "../agent-facts.ts";
import type { CurrentAgent } from "../current-agent.ts";
import type { CurrentSettings } from "../current-settings.ts";
import { attempt } from "../to-result.ts";
import type { UserServers } from "../user-servers.ts";

/** The size of each file is limited by its reader. */
const MAX_TOOL_FILES = 500;

interface ToolFilesDeps {
  readStarted(): Promise<{ readonly ownAgent: CurrentAgent }>;
  readonly servers: UserServers;
  readonly settings: CurrentSettings;
  emit(event: AgentEvent): void;
}

/** Changes are made one after the other. */
export function createToolFilesApi(deps: ToolFilesDeps): ToolFilesApi {
  let changes: Promise<unknown> = Promise.resolve();
  const afterOthers = <Value>(change: () => Promise<Value>): Promise<Value> => {
    const done = changes.then(change);
    changes = done.catch(() => {});
    return done;
  };
  return {
    addToolFiles: (files) => attempt(() => afterOthers(() => addFiles(deps, files))),
    removeToolFile: (name) =>
      attempt(async () => {
        await afterOthers(() =>
          setFiles(
            deps,
            deps.settings.current.toolFiles.filter((file) => file.name !== name),
          ),
        );
        return null;
      }),
  };
}

/** Adds the files that have no faults, and returns the faults of the others. */
async function addFiles(deps: ToolFilesDeps, given: readonly ToolFile[]): Promise<readonly FileFault[]> {
  const { ownAgent } = await deps.readStarted();
  const added = new Map(given.map((file) => [toToolFileName(file), file.text]));
  const merge = (names: ReadonlySet<string>): readonly ToolFile[] => {
    const taken = [...added].filter(([name]) => names.has(name)).map(([name, text]) => ({ name, text }));
    return [...deps.settings.current.toolFiles.filter(({ name }) => !names.has(name)), ...taken];
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
  await setFiles(deps, merged);
  return faults;
}

/** Stores the files and replaces the agent with one that is made from them. */
async function setFiles(
  { readStarted, servers, settings, emit }: ToolFilesDeps,
  toolFiles: readonly ToolFile[],
): Promise<void> {
  const { ownAgent } = await readStarted();
  const made = await ownAgent.make(toolFiles);
  await settings.update({ toolFiles });
  ownAgent.replace(made);
  emit({ type: "tools-changed", skills: toSkillInfos(servers.extend(made.agent)), fileFaults: made.faults });
}
