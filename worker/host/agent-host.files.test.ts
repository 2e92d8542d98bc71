import { beforeEach, describe, expect, it, vi } from "vitest";
import { createModel, ofType, toOutcomes, toyAgent, toyTool, writeCall } from "../agent/run/run-agent.fixture.ts";
import { platformClock } from "../platform/clock.ts";
import type { AgentApi } from "../protocol/api/agent-api.ts";
import type { AgentEvent } from "../protocol/api/agent-event.ts";
import { formatFault } from "../protocol/file-fault.ts";
import { createInMemoryStores } from "../store/in-memory-stores.ts";
import type { Stores } from "../store/stores.ts";
import { extendWithFiles } from "../tools/files/extend-with-files.ts";
import { SHOUT_MANIFEST } from "../tools/manifest/manifests.fixture.ts";
import { createTestLibrary, createTestParts, toValue } from "./agent-host.fixture.ts";
import { createAgentHost } from "./agent-host.ts";

const SKILL = "---\nname: loud\ndescription: Be loud.\ntools: [shout]\n---\nShout.\n";

describe("files that the user drops in", () => {
  let stores: Stores;
  let events: AgentEvent[];
  let ids = 0;

  async function startHost(turns: readonly string[] = []): Promise<AgentApi> {
    const api = createAgentHost({
      openStores: async () => stores,
      loadArchiveFormat: () => import("../store/archive.ts"),
      createAgent: (_stores, _options, toolFiles) => {
        const deps = { runScript: async () => ({ text: "HI" }) };
        return extendWithFiles(toyAgent([toyTool("own")]), async () => null, deps, toolFiles);
      },
      createModelLibrary: async () => createTestLibrary({ test: () => createModel(turns) }),
      ...createTestParts(),
      chooseFirstModel: async () => "test",
      clock: platformClock,
      timeZone: "UTC",
      newId: () => `id-${++ids}`,
      liveRuns: { hold: () => {}, isAlive: async () => false },
    });
    events = [];
    await api.subscribe((batch) => {
      events.push(...batch);
    });
    return api;
  }
  const keptNames = async () => (await stores.settings.read()).toolFiles.map(({ name }) => name);
  const skillNames = async (api: AgentApi) => (await api.start()).skills.map(({ name }) => name);

  beforeEach(() => {
    stores = createInMemoryStores({ now: () => Date.now(), newId: () => `id-${++ids}` });
  });

  it("are taken in at once and asked about before each call, and are there after a restart", async () => {
    const first = await startHost([writeCall("shout", { text: "hi" }), "HI."]);
    await first.start();
    const files = [
      { name: "SKILL.md", text: SKILL },
      { name: "shout.clad.toml", text: SHOUT_MANIFEST },
    ];
    expect(toValue(await first.addToolFiles(files))).toEqual([]);
    expect(await keptNames()).toEqual(["loud/SKILL.md", "shout.clad.toml"]);
    await vi.waitFor(() =>
      expect(events.findLast((event) => event.type === "tools-changed")?.skills.at(-1)?.tools[0]).toMatchObject({
        name: "shout",
        asks: true,
      }),
    );
    const { runId } = toValue(await first.send({ conversationId: null, text: "Shout hi.", skill: "loud" }));
    const log = () => events.flatMap((event) => (event.type === "run" && event.runId === runId ? [event.event] : []));
    await vi.waitFor(() => expect(ofType(log(), "approval-requested")).toHaveLength(1));
    const [asked] = ofType(log(), "approval-requested");
    expect(asked?.request).toMatchObject({ reason: "This tool is made to ask first.", rememberable: true });
    await first.decideApproval(runId, asked?.request.call.id ?? "", { type: "allow-once" });
    await vi.waitFor(() => expect(toOutcomes(log())).toMatchObject([{ type: "success" }]));

    expect(await skillNames(await startHost())).toEqual(["work", "loud"]);
  });

  it("with faults are left out, each fault with its file and line, and displace nothing that works", async () => {
    const api = await startHost();
    await api.start();
    toValue(await api.addToolFiles([{ name: "shout.clad.toml", text: SHOUT_MANIFEST }]));
    const faults = toValue(
      await api.addToolFiles([
        { name: "shout.clad.toml", text: SHOUT_MANIFEST.replace('type = "string"', 'type = "strang"') },
        { name: "bad/SKILL.md", text: SKILL.replace("[shout]", "[whisper]").replace("loud", "bad") },
        { name: "notes.txt", text: "Hello" },
        { name: "own.clad.toml", text: SHOUT_MANIFEST.replace('"shout"', '"own"') },
        { name: "dot.clad.toml", text: SHOUT_MANIFEST.replace('"shout"', '"parts.shout"') },
        { name: "SKILL.md", text: SKILL.replace("loud", "mcp-parts") },
      ]),
    );
    expect(faults.map(formatFault).sort()).toEqual([
      "bad/SKILL.md:4: there is no tool 'whisper'",
      "dot.clad.toml:1: the tool's name must not hold a dot",
      "mcp-parts/SKILL.md:1: a skill's name must not begin with mcp-, as those of servers do",
      "notes.txt:1: it is no .clad.toml, no SKILL.md, no .knowledge.md and no .flow.toml",
      "own.clad.toml:1: 'own' is the name of a tool of the app",
      expect.stringMatching(/^shout\.clad\.toml:6: .*strang/),
    ]);
    expect(await keptNames()).toEqual(["shout.clad.toml"]);
    expect((await stores.settings.read()).toolFiles[0]?.text).toBe(SHOUT_MANIFEST);
    expect((await api.runTool("shout", { text: "hi" })).outcome).toMatchObject({ type: "success" });
  });

  it("are five hundred at most; those that would be more are named, and none is taken", async () => {
    const api = await startHost();
    await api.start();
    const toSkills = (count: number, from: number) =>
      Array.from({ length: count }, (_, index) => ({
        name: "SKILL.md",
        text: SKILL.replace("loud", `loud-${from + index}`).replace("[shout]", "[]"),
      }));
    expect(toValue(await api.addToolFiles(toSkills(500, 0)))).toEqual([]);
    const [fault] = toValue(await api.addToolFiles(toSkills(1, 500)));
    expect(fault?.message).toBe("there are 500 files already");
    expect(await keptNames()).toHaveLength(500);
  });

  it("can be removed, and what they brought is gone at once", async () => {
    const api = await startHost();
    await api.start();
    toValue(await api.addToolFiles([{ name: "shout.clad.toml", text: SHOUT_MANIFEST }]));
    toValue(await api.addToolFiles([{ name: "x/SKILL.md", text: SKILL }]));
    expect(await skillNames(api)).toEqual(["work", "loud"]);
    toValue(await api.removeToolFile("loud/SKILL.md"));
    toValue(await api.removeToolFile("shout.clad.toml"));
    expect(await skillNames(api)).toEqual(["work"]);
    expect(await keptNames()).toEqual([]);
    expect((await api.runTool("shout", { text: "hi" })).outcome).toMatchObject({ type: "not-allowed" });
  });
});
