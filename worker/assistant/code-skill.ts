import { type Agent, defineAgent } from "../agent/define/agent.ts";
import { defineSkill } from "../agent/define/skill.ts";
import type { FilesPort } from "../agent/ports/files-port.ts";
import type { RunScript } from "../tools/sandbox/create-script-runner.ts";
import { createRunJavascript } from "../tools/scripts/run-javascript.ts";

/** Adds the skill that writes scripts for the user's files and runs them in the sandbox. */
export function addCodeSkill(agent: Agent, files: FilesPort, loadRunner: () => Promise<RunScript>): Agent {
  const tool = createRunJavascript(files, loadRunner);
  const describeTable = agent.tools.filter(({ spec }) => spec.name === "describe_table");
  const code = defineSkill({
    name: "code",
    description: "Write a small script for files and tables, run it, and show what it made.",
    instructions:
      "Write short JavaScript and run it with run_javascript; name the files it needs. If it fails, mend it and run it " +
      "again. Say in one sentence what it showed: the user sees the results.",
    tools: [tool, ...describeTable],
  });
  return defineAgent({ ...agent, tools: [...agent.tools, tool], skills: [...agent.skills, code] });
}
