import { type Agent, defineAgent } from "../agent/define/agent.ts";
import { defineSkill } from "../agent/define/skill.ts";
import type { FilesPort } from "../agent/ports/files-port.ts";
import { grantTools } from "../tools/grant-tools.ts";
import type { RunScript } from "../tools/sandbox/create-script-runner.ts";
import { createRunJavascript } from "../tools/scripts/run-javascript.ts";
import type { RunSql } from "../tools/tables/sql/run-query.ts";
import { createRunSql } from "../tools/tables/sql/run-sql.ts";

/** Runners of code, each loaded when it is first needed. */
export interface CodeRunners {
  loadScripts(): Promise<RunScript>;
  loadSql(): Promise<RunSql>;
}

/** Adds the skill that writes scripts for the user's files and runs them in the sandbox, and SQL for it and for tables. */
export function addCodeSkill(agent: Agent, files: FilesPort, { loadScripts, loadSql }: CodeRunners): Agent {
  const script = createRunJavascript(files, loadScripts);
  const sql = createRunSql(files, loadSql);
  const describeTable = agent.tools.filter(({ spec }) => spec.name === "describe_table");
  const code = defineSkill({
    name: "code",
    description: "Write a small script for files and tables, run it, and show what it made.",
    instructions:
      "Write short JavaScript and run it with run_javascript; name the files it needs. If it fails, mend it and run it " +
      "again. Say in one sentence what it showed: the user sees the results.",
    tools: [script, sql, ...describeTable],
  });
  const skills = grantTools(agent.skills, ({ name }) => (name === "tables" ? [sql] : []));
  return defineAgent({ ...agent, tools: [...agent.tools, script, sql], skills: [...skills, code] });
}
