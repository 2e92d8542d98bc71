import type { FileFault } from "../protocol/file-fault.ts";
import type { ToolFile } from "../protocol/settings.ts";
import { toToolFileKind } from "../protocol/tool-file-name.ts";
import { createCollector, type ReadText, readListed, refuse } from "../tools/files/load-files.ts";
import type { FlowFile } from "./flow-file.ts";
import { readFlowFile } from "./read-flow-file.ts";
import type { KnownNames } from "./read-flow-node.ts";

/** The flows read from files, and the faults of the files left out. */
export interface LoadedFlows {
  readonly flows: readonly FlowFile[];
  readonly faults: readonly FileFault[];
}

/**
 * Reads the flows that `flows/index.json` lists, then the user's. `known` are the tools and skills that they may use;
 * `taken` are names of skills that no flow may take.
 */
export async function loadFlows(
  readText: ReadText,
  ownFiles: readonly ToolFile[],
  known: Required<KnownNames> & { readonly taken: ReadonlySet<string> },
): Promise<LoadedFlows> {
  const faults: FileFault[] = [];
  const { fail, keep } = createCollector(faults);
  const listed = await readListed(readText, "flows/index.json", (name) => `flows/${name}`, fail);
  const flows = new Map<string, FlowFile>();
  const findClash = (name: string): string | null => {
    if (known.taken.has(name)) return `there is a skill '${name}'`;
    return flows.has(name) ? `there is another flow '${name}'` : null;
  };
  for (const { file, text } of listed) {
    const reading =
      text === null ? refuse(file, "the file is listed, and is not there") : readFlowFile(text, file, known);
    keep(file, reading, flows, findClash);
  }
  for (const { name: file, text } of ownFiles.filter(({ name }) => toToolFileKind(name) === "flow")) {
    const reading = readFlowFile(text, file, known);
    const isServer = reading.ok && reading.value.name.startsWith("mcp-");
    keep(
      file,
      isServer ? refuse(file, "a flow's name must not begin with mcp-, as those of servers do") : reading,
      flows,
      findClash,
    );
  }
  return { flows: [...flows.values()], faults };
}
