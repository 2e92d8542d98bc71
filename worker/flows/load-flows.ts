import type { FileFault } from "../protocol/file-fault.ts";
import type { ToolFile } from "../protocol/settings.ts";
import { listOwn, type ReadText, readAll, readListed, refuse } from "../tools/files/load-files.ts";
import type { FlowFile } from "./flow.ts";
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
  const listed = await readListed(readText, "flows/index.json", (name) => `flows/${name}`, faults);
  const own = listOwn(ownFiles, "flow");
  const flows = readAll(
    [...listed, ...own],
    "flow",
    (text, each) => {
      const reading = readFlowFile(text, each.file, known);
      const isServer = own.includes(each) && reading.ok && reading.value.name.startsWith("mcp-");
      return isServer ? refuse(each.file, "a flow's name must not begin with mcp-, as those of servers do") : reading;
    },
    faults,
    (name) => (known.taken.has(name) ? `there is a skill '${name}'` : null),
  );
  return { flows: [...flows.values()], faults };
}
