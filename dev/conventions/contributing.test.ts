import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Tool } from "../../worker/agent/define/tool.ts";
import { ROOT } from "../scripts/build-app.ts";

const TEXT = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8");

describe("what CONTRIBUTING.md says about adding a tool", () => {
  test("makes a tool that runs", async () => {
    const [, code] = TEXT.match(/```ts\n([\s\S]*?)```/) ?? [];
    // A worker of its own beside the real rooms, so that the file lies where the text says.
    const folder = join(ROOT, ".cache/contributing");
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, "tools/text"), { recursive: true });
    for (const room of ["agent", "formats", "protocol"]) symlinkSync(join(ROOT, "worker", room), join(folder, room));
    const path = join(folder, "tools/text/count-words.ts");
    writeFileSync(path, (code ?? "").replaceAll(/^ {3}/gm, ""));
    const { countWords }: { countWords: Tool } = await import(path);
    expect(countWords.spec).toMatchObject({ name: "count_words", effect: "reads" });
    const checked = countWords.check({ text: "to be  or not" });
    if (!checked.ok) throw new Error("The example refuses its own input.");
    const context = {} as Parameters<Tool["run"]>[1];
    expect(await countWords.run(checked.input, context)).toBe(4);
    expect(countWords.check({ words: "to be" }).ok).toBe(false);
  });

  test("names files and functions that are there", () => {
    const assistant = readFileSync(join(ROOT, "worker/assistant/assistant.ts"), "utf8");
    expect(assistant).toContain('import { stringLength } from "../tools/text/string-length.ts";');
    expect(assistant).toMatch(/tools: \[[^\]]*\bstringLength\b/);
    expect(TEXT).toContain("worker/assistant/assistant.ts");
  });

  test("names commands that are there", () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(
      readFileSync(join(ROOT, "package.json"), "utf8"),
    );
    const named = [
      ...`${TEXT}\n${readFileSync(join(ROOT, "README.md"), "utf8")}`.matchAll(/npm run (?:-s )?([a-z:0-9-]+)/g),
    ];
    expect(named.length).toBeGreaterThan(3);
    for (const [, name] of named) expect(scripts).toHaveProperty([name ?? ""]);
  });
});
