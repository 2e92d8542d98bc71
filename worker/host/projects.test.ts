import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createModel, ofType, toyAgent, toyTool, writeCall } from "../agent/run/run-agent.fixture.ts";
import type { Project } from "../protocol/project.ts";
import { createMemorySearch } from "../tools/memory/read-notes.ts";
import { createMemoryWrite } from "../tools/memory/write-notes.ts";
import { ask, createTestLibrary, startTestHost, toEntry, toValue } from "./agent-host.fixture.ts";

const GARDEN: Project = { id: "garden", name: "Garden", instructions: "Speak as a gardener.", toolsOff: ["shout"] };
const BOAT: Project = { id: "boat", name: "Boat" };

function start(turns: readonly string[], more: Partial<Parameters<typeof startTestHost>[0]> = {}) {
  return startTestHost({
    model: createModel(turns),
    createAgent: async ({ memories }) => {
      const tools = [createMemoryWrite(memories), createMemorySearch(memories), toyTool("shout")];
      return { agent: toyAgent(tools), faults: [] };
    },
    ...more,
  });
}
type Asked = Awaited<ReturnType<typeof ask>>;
const toPrompts = ({ events }: Asked) => ofType(events, "prompt-sent").map(({ prompt }) => prompt);
const toResults = ({ events }: Asked) => JSON.stringify(ofType(events, "call-end").map(({ outcome }) => outcome));

describe("a project", () => {
  it("keeps what was said in it: another one's tools and recall do not find it, its own do", async () => {
    const save = writeCall("memory_write", { text: "The gate code is 4711." });
    const find = writeCall("memory_search", { query: "gate code" });
    const host = await start([save, "Saved.", find, "Nothing.", find, "4711.", find, "Nothing."]);
    toValue(await host.api.updateSettings({ projects: [GARDEN, BOAT], grants: [] }));
    const { conversationId } = await ask(host, "Remember it.", { project: "garden" });
    const boat = await ask(host, "What is the gate code?", { project: "boat" });
    expect(toResults(boat)).toContain("No note matches");
    expect(toPrompts(boat).join("")).not.toContain("4711");
    const garden = await ask(host, "And the gate code?", { conversationId });
    expect(toResults(garden)).toContain("4711");
    const outside = await ask(host, "What is the gate code?");
    expect(toResults(outside)).toContain("No note matches");
    expect(toPrompts(outside).join("")).not.toContain("4711");
    const again = await ask(host, "What is the gate code?", { project: "garden" });
    expect(toPrompts(again)[0]).toContain("4711");
  });

  it("says its instructions to the model, as the user's, and lends none of the tools that it has off", async () => {
    const host = await start(["Hello.", "Hello.", "Hello."]);
    toValue(await host.api.updateSettings({ systemPrompt: "Be brief.", projects: [GARDEN] }));
    const [prompt = ""] = toPrompts(await ask(host, "Hi", { project: "garden" }));
    expect(prompt).toContain("Be brief.\nSpeak as a gardener.");
    expect(prompt).not.toContain("shout");
    const [outside = ""] = toPrompts(await ask(host, "Hi"));
    expect(outside).not.toContain("gardener");
    expect(outside).toContain("shout");
  });

  it("runs a tool only where neither it nor the settings have it off, whatever the model calls", () => {
    const names = ["shout", "sing", "hum"];
    const off = fc.uniqueArray(fc.constantFrom(...names));
    return fc.assert(
      fc.asyncProperty(
        off,
        off,
        fc.constantFrom(...names),
        fc.boolean(),
        async (ofProject, ofAll, called, isInside) => {
          const ran: string[] = [];
          const host = await start([writeCall(called, {}), "Done."], {
            createAgent: async () => ({
              agent: toyAgent(names.map((name) => toyTool(name, () => ran.push(name)))),
              faults: [],
            }),
          });
          toValue(await host.api.updateSettings({ toolsOff: ofAll, projects: [{ ...BOAT, toolsOff: ofProject }] }));
          const asked = await ask(host, "Be loud", isInside ? { project: "boat" } : {});
          const isOff = ofAll.includes(called) || (isInside && ofProject.includes(called));
          expect(ran).toEqual(isOff ? [] : [called]);
          expect(toResults(asked).includes('"success"')).toBe(!isOff);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("of earlier versions, a folder with nothing but a name, is one too", async () => {
    const host = await start(["Hello."]);
    const { conversationId } = await ask(host, "Hi");
    toValue(await host.api.updateConversation(conversationId, { folder: "Letters" }));
    await host.stores.memories
      .within("Letters")
      .write({ namespace: "notes", text: "Dear Ann", source: { type: "user" } });
    const exported = toValue(
      await host.api.exportEverything({
        connections: { hosts: [], server: null },
        withKeys: false,
        project: "Letters",
      }),
    );
    const file = JSON.parse(new TextDecoder().decode(exported.bytes));
    expect(file.conversations).toHaveLength(1);
    expect(file.memories).toMatchObject([{ text: "Dear Ann", project: "Letters" }]);
    expect(file.settings.projects).toEqual([{ id: "Letters", name: "Letters" }]);
  });

  it("has its model loaded for a question in it, where nothing has to be downloaded", async () => {
    const library = createTestLibrary({
      test: () => createModel(["One."]),
      other: () => createModel(["Two."]),
      far: () => createModel([]),
    });
    const listed = ["test", "other"].map(toEntry);
    const host = await start([], {
      library: { ...library, list: async () => [...listed, { ...toEntry("far"), downloadBytes: 9 }] },
    });
    const projects = [
      { ...BOAT, modelId: "other" },
      { id: "far", name: "Far", modelId: "far" },
    ];
    toValue(await host.api.updateSettings({ projects }));
    const first = await ask(host, "Hi", { project: "boat" });
    expect(JSON.stringify(first.events)).toContain("Two.");
    await ask(host, "Hi", { project: "far" });
    expect(
      host.events.some((event) => event.type === "model" && "modelId" in event.state && event.state.modelId === "far"),
    ).toBe(false);
  });
});
