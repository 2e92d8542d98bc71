import type { Agent } from "../../agent/define/agent.ts";
import type { ToolFilesApi } from "../../protocol/api/tool-files-api.ts";
import type { FileFault } from "../../protocol/file-fault.ts";
import type { ToolFile } from "../../protocol/settings.ts";
import { isSkillFileName, toToolFileName } from "../../protocol/tool-file-name.ts";
import type { CurrentSettings } from "../current-settings.ts";
import { settle } from "../settle.ts";

/** Files of the user's; each is bounded by its reader. */
const MAX_TOOL_FILES = 100;

export interface ToolFilesApiDeps {
  /** Makes an agent with these files and no others. */
  makeAgent(files: readonly ToolFile[]): Promise<Agent>;
  /** What was wrong with the files the agent was last made from; asked after `makeAgent`. */
  readFileFaults(): readonly FileFault[];
  /** From now on this is the agent. */
  replaceAgent(agent: Agent): Promise<void>;
  readonly settings: CurrentSettings;
}

/** Takes in the user's files, one change after the other, and keeps those without faults. */
export function createToolFilesApi(deps: ToolFilesApiDeps): ToolFilesApi {
  let changes: Promise<unknown> = Promise.resolve();
  const afterOthers = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const done = changes.then(work);
    changes = done.catch(() => {});
    return done;
  };

  const take = async (toolFiles: readonly ToolFile[]): Promise<void> => {
    const agent = await deps.makeAgent(toolFiles);
    await deps.settings.update({ toolFiles });
    await deps.replaceAgent(agent);
  };
  const add = async (given: readonly ToolFile[]): Promise<readonly FileFault[]> => {
    const added = new Map(given.map((file) => [toToolFileName(file), file.text]));
    const merge = (names: ReadonlySet<string>): readonly ToolFile[] => {
      const taken = [...added].filter(([name]) => names.has(name)).map(([name, text]) => ({ name, text }));
      return [...deps.settings.current.toolFiles.filter(({ name }) => !names.has(name)), ...taken];
    };
    // Trials first: a file with faults must not take the place of one that works. Skills are judged by the tools that stay.
    const good = new Set(added.keys());
    const faults: FileFault[] = [];
    for (const skills of [false, true]) {
      await deps.makeAgent(merge(good));
      const found = deps.readFileFaults().filter(({ file }) => good.has(file) && isSkillFileName(file) === skills);
      faults.push(...found);
      for (const { file } of found) good.delete(file);
    }
    const kept = merge(good);
    if (kept.length > MAX_TOOL_FILES) {
      return [...good].map((file) => ({ file, line: 1, message: `there are ${MAX_TOOL_FILES} files already` }));
    }
    await take(kept);
    return faults;
  };
  const remove = (name: string): Promise<void> =>
    take(deps.settings.current.toolFiles.filter((file) => file.name !== name));

  return {
    addToolFiles: (files) => settle(async () => ({ ok: true, value: await afterOthers(() => add(files)) })),
    removeToolFile: (name) =>
      settle(async () => {
        await afterOthers(() => remove(name));
        return { ok: true, value: null };
      }),
  };
}
