import { afterEach, expect, test, vi } from "vitest";
import { closesNames } from "./server-pages.ts";

afterEach(() => vi.unstubAllGlobals());

test.each<[what: string, isClosed: boolean, brand: string, version: string, headers: Record<string, string> | null]>([
  ["with the header, in a Chromium that was measured", true, "Chromium", "156", { "Connection-Allowlist": "()" }],
  ["in a later one", true, "Chromium", "201", { "Connection-Allowlist": "()" }],
  ["in an earlier one", false, "Chromium", "151", { "Connection-Allowlist": "()" }],
  ["in another browser", false, "Other", "156", { "Connection-Allowlist": "()" }],
  ["without the header", false, "Chromium", "156", {}],
  ["with one that lets hosts in", false, "Chromium", "156", { "Connection-Allowlist": "(response-origin)" }],
  ["where the page cannot be had", false, "Chromium", "156", null],
])("names are closed for a server's page %s: %s", async (_, isClosed, brand, version, headers) => {
  const asked: unknown[] = [];
  vi.stubGlobal("document", { baseURI: "https://a.example/deep/" });
  vi.stubGlobal("navigator", { userAgentData: { brands: [{ brand, version }] } });
  vi.stubGlobal("fetch", async (url: string, options: RequestInit) => {
    asked.push([url, options.method]);
    if (headers === null) throw new TypeError("offline");
    return new Response(null, { headers });
  });
  expect(await closesNames()).toBe(isClosed);
  for (const each of asked) expect(each).toEqual(["https://a.example/deep/frame.html", "HEAD"]);
});
