import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../dev/scripts/build-app.ts";
import { renderManual } from "../../dev/scripts/manual/render-manual.ts";
import { createTestClock } from "../../package/test-clock.ts";
import { chooseTools } from "../agent/policies/choose-tools.ts";
import { ofType, toEnd, toOutcomes } from "../agent/run/run-agent.fixture.ts";
import { ScriptedClient } from "../engines/scripted/scripted.ts";
import { SCRIPTS } from "../engines/scripted/scripts.ts";
import { chatmlTemplate } from "../formats/templates/chatml-template.ts";
import { ask, createTestLibrary, startTestHost, type TestHost } from "../host/agent-host.fixture.ts";
import type { RunEvent } from "../protocol/run-event.ts";
import { createInMemoryStores } from "../store/in-memory-stores.ts";
import { extendWithFiles } from "../tools/files/extend-with-files.ts";
import { openManual } from "../tools/manual/open-manual.ts";
import { createMapMemory } from "../tools/memory/map-memory.fixture.ts";
import { describeToolContract } from "../tools/tool.contract.ts";
import { createAssistant } from "./assistant.ts";

const readManual = openManual(async () => renderManual(ROOT).get("sections.json") ?? null);

/** The app's own agent behind its host, with the script of that name as the model. */
async function startAssistant(name: string): Promise<TestHost> {
  const script = SCRIPTS.get(name);
  if (script === undefined) throw new Error(`There is no script '${name}'.`);
  const clock = createTestClock({ auto: true });
  let ids = 0;
  const stores = createInMemoryStores({ now: () => clock.wallNow(), newId: () => `memory-${++ids}` });
  // Scripts write at a user's reading speed; here nobody reads.
  const library = createTestLibrary({
    test: () => new ScriptedClient(script, { template: chatmlTemplate, wait: async () => undefined }),
  });
  const readText = (path: string) => readFile(join(ROOT, "public", path), "utf8").catch(() => null);
  const { agent } = await extendWithFiles(createAssistant(stores.memories, undefined, readManual), readText, {});
  return startTestHost({ agent, stores, library });
}

function toSteps(events: readonly RunEvent[]): string[] {
  const outcomes = toOutcomes(events);
  return ofType(events, "call-start").map(({ call }, index) => {
    const outcome = outcomes[index];
    const block = outcome?.type === "success" ? outcome.content[0] : undefined;
    return `${call.name} -> ${block?.type === "json" ? JSON.stringify(block.value) : outcome?.type}`;
  });
}

const agent = createAssistant(createMapMemory(), undefined, readManual);
const tools = [...agent.tools, ...agent.memoryTools];

describe("every tool of the assistant", () => {
  it("has a name of its own", () => {
    const names = tools.map(({ spec }) => spec.name);
    expect(names).toHaveLength(25);
    expect(new Set(names).size).toBe(names.length);
  });

  for (const tool of tools) {
    if (
      !["memory_read", "memory_delete", "complete_task", "query_table", "describe_table", "draw_chart"].includes(
        tool.spec.name,
      )
    )
      describeToolContract(tool);
  }
});

describe("the search of the manual", () => {
  const [assistant] = agent.skills;
  const specs = [...(assistant?.type === "agentic" ? assistant.tools : []), ...agent.memoryTools].map(
    ({ spec }) => spec,
  );
  const toFound = (text: string): string[] =>
    [...chooseTools([{ role: "user", text }], specs).found.values()].flat().map(({ name }) => name);

  it.each([
    "How do I add a model to this app?",
    "What can Alcove do?",
    "Where does this app store my files?",
    "How do I change the settings?",
    "What about my privacy in this app?",
  ])("is found for %j", (question) => {
    expect(toFound(question)).toContain("search_manual");
  });

  it.each([
    "What is the capital of France?",
    "Remember that my bike is green",
    "What time is it in Lima?",
    "How do I bake bread?",
  ])("is not found for %j, and takes no other tool's place", (question) => {
    expect(toFound(question)).not.toContain("search_manual");
    const names = chooseTools([{ role: "user", text: question }], specs).listed.map(({ name }) => name);
    expect(names).toContain("memory_write");
  });
});

describe("the assistant of the app, with its scripts as the model,", () => {
  it("computes (3 + 5) * 2 by add, then multiply, to 16", async () => {
    const { events } = await ask(await startAssistant("calculator"), "What is (3 + 5) * 2?", { skill: "calculator" });
    expect(toSteps(events)).toEqual(["add -> 8", "multiply -> 16"]);
    expect(toEnd(events).text).toContain("16");
  });

  it("counts letters, adds and takes the root: 5, 5, 10, 3.1622776601683795", async () => {
    const question = 'What is the square root of the sum of the numbers of letters in the words "hello" and "world"?';
    const { events } = await ask(await startAssistant("letters"), question, { skill: "letters" });
    expect(toSteps(events)).toEqual([
      "string_length -> 5",
      "string_length -> 5",
      "add -> 10",
      "sqrt -> 3.1622776601683795",
    ]);
  });

  it("saves a note into project:metal, where the memory list finds it", async () => {
    const host = await startAssistant("notes");
    const question = 'Save this note: "Embedding model comparison takeaways" into project:metal';
    const { events } = await ask(host, question, { skill: "notes" });
    expect(toSteps(events)).toEqual(['kom.memory.v1.upsert_memory -> {"upserted":1}']);
    const memories = await host.api.listMemories({ namespace: "project:metal" });
    expect(memories).toMatchObject({ ok: true, value: [{ record: { text: "Embedding model comparison takeaways" } }] });
  });

  it("finds in another conversation what it was told to remember in one", async () => {
    const host = await startAssistant("notes");
    await ask(host, "Remember that the ferry to the island leaves at 7:40.");
    const { events } = await ask(host, "When does the ferry leave?");
    expect(JSON.stringify(toOutcomes(events))).toContain("7:40");
    expect(toEnd(events).text).toBe("The ferry to the island leaves at 7:40.");
  });

  it("answers about itself from the one of two texts that fits, loaded when it is called for", async () => {
    const host = await startAssistant("help");
    const first = await ask(host, "Does anything leave this device?", { skill: "help" });
    expect(ofType(first.events, "call-start").map(({ call }) => call.name)).toEqual(["about_privacy"]);
    expect(JSON.stringify(first.events)).toContain("origin only");
    expect(JSON.stringify(first.events)).not.toContain("GGUF");
    const second = await ask(host, "My model is too large.", { skill: "help", conversationId: first.conversationId });
    expect(ofType(second.events, "call-start").map(({ call }) => call.name)).toEqual(["about_models"]);
  });

  it("leaves evidence that fits after each of its runs", async () => {
    const host = await startAssistant("calculator");
    const { runId } = await ask(host, "What is (3 + 5) * 2?", { skill: "calculator" });
    expect(await host.api.readRun(runId)).toMatchObject({ ok: true, value: { evidence: { ok: true, calls: 2 } } });
  });
});
