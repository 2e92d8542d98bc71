import type { Agent } from "../agent/define/agent.ts";
import type { ToolFile } from "../protocol/settings.ts";
import type { ExtendedAgent } from "../tools/files/extend-with-files.ts";

/** The agent of this host, without any server's tools. Replaced when the user's files change. */
export interface CurrentAgent {
  readonly agent: Agent;
  /** Faults of the files that it was made from. */
  readonly faults: ExtendedAgent["faults"];
  /** Makes an agent with these files and no others, which does not replace this one. */
  make(files: readonly ToolFile[]): Promise<ExtendedAgent>;
  replace(made: ExtendedAgent): void;
}

/** Makes the first agent, with these files. */
export async function createCurrentAgent(
  make: CurrentAgent["make"],
  files: readonly ToolFile[],
): Promise<CurrentAgent> {
  let current = await make(files);
  return {
    get agent() {
      return current.agent;
    },
    get faults() {
      return current.faults;
    },
    make,
    replace: (made) => {
      current = made;
    },
  };
}
