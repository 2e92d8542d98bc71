import { type Agent, defineAgent } from "../agent/define/agent.ts";
import { defineSkill } from "../agent/define/skill.ts";
import { grantTools } from "../tools/grant-tools.ts";
import type { HttpDeps } from "../tools/manifest/http-executor.ts";
import { createReadPage } from "../tools/pages/read-page.ts";

/** The skills that read pages beside the one that does nothing else. */
const READING: ReadonlySet<string> = new Set(["assistant", "documents"]);

/** Adds the tool that reads web pages, for a user who allowed a host. */
export function addPagesSkill(agent: Agent, deps: HttpDeps): Agent {
  const readPage = createReadPage(deps);
  const skills = grantTools(agent.skills, ({ name }) => (READING.has(name) ? [readPage] : []));
  const pages = defineSkill({
    name: "pages",
    description: "Answer questions about a web page of a host that you allowed.",
    instructions: "Read the page with read_page. Answer with what it says, in its words, and name its address.",
    tools: [readPage],
  });
  return defineAgent({ ...agent, tools: [...agent.tools, readPage], skills: [...skills, pages] });
}
