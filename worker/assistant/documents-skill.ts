import { type Agent, defineAgent } from "../agent/define/agent.ts";
import { defineSkill } from "../agent/define/skill.ts";
import type { WorkspacePort } from "../agent/ports/workspace-port.ts";
import type { WorkspaceAccess } from "../protocol/workspaces/workspace.ts";
import { createDeleteFile, createEditFile, createMoveFile, createWriteFile } from "../tools/documents/change-files.ts";
import { createListEvents } from "../tools/documents/list-events.ts";
import { createFindFiles, createListFiles, createReadFile, createSearchFiles } from "../tools/documents/read-files.ts";
import { grantTools } from "../tools/grant-tools.ts";

const DOCUMENTS = "documents";
const WRITER = "writer";
/** The skills that look into calendars, if they may read the folder that one is in. */
const CALENDAR_SKILLS: ReadonlySet<string> = new Set(["plan", "assistant"]);
const TABLE_TOOLS: ReadonlySet<string> = new Set(["query_table", "describe_table", "draw_chart", "run_sql"]);

/** The access that each skill has to some folder of the user's, by its name. */
export type FileGrants = ReadonlyMap<string, WorkspaceAccess>;

/**
 * Adds the skills that work with the user's files, and their tools to every other skill that was granted a folder. Which
 * files a call may touch is decided when it is made.
 */
export function addDocuments(agent: Agent, files: WorkspacePort, grants: FileGrants): Agent {
  const reading = [createSearchFiles(files), createReadFile(files), createListFiles(files), createFindFiles(files)];
  const listEvents = createListEvents(files);
  const writing = [createEditFile(files), createWriteFile(files), createMoveFile(files), createDeleteFile(files)];
  const tools = [...reading, ...writing];
  const tables = agent.tools.filter(({ spec }) => TABLE_TOOLS.has(spec.name));
  const documents = defineSkill({
    name: DOCUMENTS,
    description: "Answer questions from the user's own files, and change files.",
    instructions:
      "Look the answer up with search_files. Answer with a sentence of the passage, in its words, and the mark of " +
      "its source, such as [1]. If no passage holds the answer, say that the files do not say it. Numbers of a table " +
      "come from query_table.",
    tools: [...tools, ...tables],
  });
  const writer = defineSkill({
    name: WRITER,
    description: "Write and edit the user's files; every change is shown before it is made.",
    instructions:
      "Read a file before you change it. Use edit_file for a piece of it, and write_file for a new one. After a change " +
      "say in one sentence what is different.",
    tools,
  });
  const skills = grantTools(agent.skills, ({ name }) => {
    const access = grants.get(name);
    if (access === undefined) return [];
    const calendar = CALENDAR_SKILLS.has(name) ? [listEvents] : [];
    return [...calendar, ...(access === "write" ? tools : reading)];
  });
  return defineAgent({
    ...agent,
    tools: [...agent.tools, ...tools, listEvents],
    skills: [...skills, documents, writer],
  });
}
