import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createAssistant } from "../../assistant/assistant.ts";
import { formatFault } from "../../protocol/file-fault.ts";
import { toManifestTool } from "../manifest/to-manifest-tool.ts";
import { createMapMemory } from "../memory/map-memory.fixture.ts";
import { runSandboxed } from "../sandbox/run-sandboxed.ts";
import { runTool } from "../tool.contract.ts";
import { loadFiles } from "./load-files.ts";

const publicFolder = fileURLToPath(new URL("../../../public/", import.meta.url));
const assistant = createAssistant(createMapMemory());
const builtIn = new Set([...assistant.tools, ...assistant.memoryTools].map(({ spec }) => spec.name));

const fromRecord = (files: Readonly<Record<string, string>>) => (path: string) => Promise.resolve(files[path] ?? null);

const MANIFEST = (name: string): string =>
  `[tool]\nname = "${name}"\nversion = "1"\ndescription = "d"\n[javascript]\nsource = "return {}"\n` +
  `[output]\nformat = "json"\n[output.schema]\ntype = "object"\n`;

describe("the files that come with the app", () => {
  const readText = (path: string) => readFile(publicFolder + path, "utf8").catch(() => null);

  it("are all listed and have no faults", async () => {
    const { manifests, skills, faults } = await loadFiles(readText, builtIn);
    expect(faults.map(formatFault)).toEqual([]);
    const tools = (await readdir(`${publicFolder}tools`)).filter((name) => name.endsWith(".clad.toml"));
    expect(manifests.map(({ file }) => file).sort()).toEqual(tools.map((name) => `tools/${name}`).sort());
    const folders = (await readdir(`${publicFolder}skills`, { withFileTypes: true })).filter((entry) =>
      entry.isDirectory(),
    );
    expect(skills.map(({ name }) => name).sort()).toEqual(folders.map(({ name }) => name).sort());
  });

  it("hold scripts that do what they say", async () => {
    const { manifests } = await loadFiles(readText, builtIn);
    const run = (name: string, args: Parameters<typeof runTool>[1]) => {
      const manifest = manifests.find((each) => each.name === name);
      if (manifest === undefined) throw new Error(name);
      const tool = toManifestTool(manifest, {
        runScript: async (source, input) => {
          const answer = await runSandboxed({ source, input: JSON.stringify(input), timeoutMs: 2_000 }, () =>
            performance.now(),
          );
          if (!answer.ok) throw new Error(answer.message);
          return JSON.parse(answer.output);
        },
      });
      return runTool(tool, args);
    };
    expect(await run("word_stats", { text: "The cat saw the dog." })).toEqual({
      words: 5,
      characters: 20,
      most_frequent: "the",
    });
    expect(await run("roman_numeral", { number: 1994 })).toEqual({ roman: "MCMXCIV" });
    expect(() => run("roman_numeral", { number: 0 })).toThrow("at least 1");
  });
});

describe("loading files", () => {
  it("finds nothing where there is nothing", async () => {
    expect(await loadFiles(fromRecord({}), builtIn)).toEqual({
      manifests: [],
      knowledge: [],
      skills: [],
      foreignManifests: [],
      foreignSkills: [],
      faults: [],
    });
  });

  it("keeps what is good and names what is not", async () => {
    const loaded = await loadFiles(
      fromRecord({
        "tools/index.json": '["good.clad.toml","taken.clad.toml","twin.clad.toml","gone.clad.toml","bad.clad.toml"]',
        "tools/good.clad.toml": MANIFEST("good"),
        "tools/taken.clad.toml": MANIFEST("calculate"),
        "tools/twin.clad.toml": MANIFEST("good"),
        "tools/bad.clad.toml": "[tool",
        "skills/index.json": '["fine","odd"]',
        "skills/fine/SKILL.md": "---\nname: fine\ndescription: d\ntools: [good, calculate]\n---\nDo.",
        "skills/odd/SKILL.md": "---\nname: odd\ndescription: d\ntools: [taken]\n---\nDo.",
      }),
      builtIn,
    );
    expect(loaded.manifests.map(({ name }) => name)).toEqual(["good"]);
    expect(loaded.skills.map(({ name }) => name)).toEqual(["fine"]);
    expect(loaded.faults.map(formatFault)).toEqual([
      "tools/taken.clad.toml:1: 'calculate' is the name of a built-in tool",
      "tools/twin.clad.toml:1: there is another tool 'good'",
      "tools/gone.clad.toml:1: the file is listed, and is not there",
      expect.stringMatching(/^tools\/bad\.clad\.toml:1: /),
      "skills/odd/SKILL.md:4: there is no tool 'taken'",
    ]);
  });

  it.each(['{"a":1}', "[1]", '["../secret"]', '["a/b"]', "nonsense"])("refuses the index %s", async (index) => {
    const { faults } = await loadFiles(fromRecord({ "tools/index.json": index }), builtIn);
    expect(faults.map(formatFault)).toEqual(["tools/index.json:1: it must be a list of names"]);
  });
});
