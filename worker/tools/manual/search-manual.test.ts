import { describe, expect, it } from "vitest";
import { ROOT } from "../../../dev/scripts/build-app.ts";
import { renderManual } from "../../../dev/scripts/manual/render-manual.ts";
import { isJsonArray, isJsonObject, type JsonValue } from "../../protocol/json.ts";
import { runTool } from "../tool.contract.ts";
import { openManual } from "./open-manual.ts";
import { createSearchManual } from "./search-manual.ts";

const SOURCE = renderManual(ROOT).get("sections.json") ?? "";
const tool = createSearchManual(openManual(async () => SOURCE));

async function search(query: string): Promise<readonly { readonly title: string; readonly text: string }[]> {
  const found = (await runTool(tool, { query })) as JsonValue;
  if (!isJsonArray(found)) return [];
  return found.flatMap((each) => (isJsonObject(each) ? [{ title: String(each.title), text: String(each.text) }] : []));
}

describe("the search of the manual", () => {
  it.each([
    ["how do I add a model?", "Models: how to add or change one"],
    ["where are my notes stored?", "Where notes and chats are stored"],
    ["Does anything leave this device?", "Privacy: what stays on this device, and what may leave it"],
    ["change the language", "Language, theme and text size"],
    ["dark mode", "Language, theme and text size"],
    ["connect an MCP server", "Tools of your own, and MCP servers"],
    ["delete all my data", "Back up, move or delete everything"],
    ["keyboard shortcuts", "Keyboard shortcuts"],
    ["use it offline", "Use it without a network"],
  ])("finds for %j the section %j first", async (query, title) => {
    expect((await search(query))[0]?.title).toBe(title);
  });

  it("gives a few short texts", async () => {
    for (const query of ["model", "defineTool input schema", "settings and privacy of files", "how it was measured"]) {
      const found = await search(query);
      expect(found.length).toBeLessThanOrEqual(3);
      expect(found.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(1400);
    }
    expect(await runTool(tool, { query: "xylophone" })).toBe("Nothing in the manual matches.");
  });

  it.each([
    ["is missing", null],
    ["is no JSON", "<html>"],
    ["is another one's", '{"sections":[]}'],
  ])("says in a sentence that there is no manual where its file %s", async (_, source) => {
    const missing = createSearchManual(openManual(async () => source));
    await expect(runTool(missing, { query: "model" })).rejects.toThrow(
      /^The manual of this app cannot be read here\.$/,
    );
  });

  it("reads the manual once, and again only where that failed", async () => {
    const sources = [null, SOURCE];
    const asked: string[] = [];
    const readManual = openManual(async (path) => {
      asked.push(path);
      return sources.shift() ?? null;
    });
    expect(await readManual()).toBeNull();
    expect(await readManual()).not.toBeNull();
    expect(await readManual()).not.toBeNull();
    expect(asked).toEqual(["docs/sections.json", "docs/sections.json"]);
  });
});
