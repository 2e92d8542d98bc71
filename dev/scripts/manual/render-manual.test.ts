import { readdirSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../build-app.ts";
import { isManualPage } from "./manual-pages.ts";
import { renderManual } from "./render-manual.ts";

const files = renderManual(ROOT);
const pages = [...files].filter(([path]) => path.endsWith(".html"));

function idsOf(html: string): readonly string[] {
  return [...html.matchAll(/ id="([^"]+)"/gu)].map(([, id = ""]) => id);
}

describe("the manual as a site", () => {
  test("has every page of docs/ but those about the code, each once", () => {
    const sources = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
      .map((path) => path.replaceAll("\\", "/"))
      .filter((path) => isManualPage(path));
    expect(sources).not.toContain("decisions/README.md");
    const addresses = sources.map((path) => path.replace(/README\.md$/u, "index.md").replace(/md$/u, "html"));
    expect(pages.map(([path]) => path).toSorted()).toEqual(addresses.toSorted());
    const [, home = ""] = pages[0] ?? [];
    expect(addresses.filter((address) => !home.includes(`href="./${address}"`))).toEqual([]);
  });

  test("has links that lead to a page of it and to a heading there, or to the app", () => {
    const others = ["manual.css", "manual.js", "../index.html", "../icon.svg"];
    const dead = pages.flatMap(([path, html]) =>
      [...html.matchAll(/ (?:href|src)="([^"]+)"/gu)].flatMap(([, target = ""]) => {
        if (/^https?:/u.test(target)) return [];
        const [address = "", id] = target.split("#");
        const full = address === "" ? path : posix.normalize(posix.join(posix.dirname(path), address));
        if (others.includes(full)) return [];
        const there = files.get(full);
        return there !== undefined && (id === undefined || idsOf(there).includes(id)) ? [] : [`${path}: ${target}`];
      }),
    );
    expect(dead).toEqual([]);
  });

  test("names each place once, and carries no script or style of its own", () => {
    for (const [path, html] of pages) {
      const ids = idsOf(html);
      expect(new Set(ids).size, path).toBe(ids.length);
      expect(html, path).not.toMatch(/<script(?! src)|<style| style=| on[a-z]+="/u);
    }
  });

  test("can be searched for every heading and the text under it", () => {
    const sections: readonly { readonly address: string; readonly text: string }[] = JSON.parse(
      files.get("sections.json") ?? "[]",
    );
    const start = sections.find(({ address }) => address === "package/start.html#a-conversation");
    expect(start?.text).toContain("What no longer fits the model's context is left out");
    expect(sections.find(({ address }) => address === "package/files.html#argsname")?.text).toContain("scope_check");
  });
});
